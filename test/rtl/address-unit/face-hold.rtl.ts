import { describe, expect, it } from 'vitest';
import { Coordinates } from '../../../rtl-model/address-unit/coordinates.ts';
import { PLAIN } from '../../../rtl-model/steps/plain-steps.ts';
import { plainState } from '../../../src/designs/plain-state.ts';
import { itFinds, itIsSynthesized, type Mutant } from '../module-tests.ts';
import { UNIT_DESIGNS } from '../units/unit-designs.ts';
import { everyWithin, integerWithin, randomInputs } from '../vectors.ts';
import { firstDifference, type Leaf } from '../verilated.ts';

type Widths = readonly [integerBits: number, fractionBits: number, sizeBits: number];

function leaf([integerBits, fractionBits, sizeBits]: Widths): Leaf {
  const coordinate = { width: integerBits + fractionBits, signed: true };
  return {
    module: 'face_hold',
    sources: ['address-unit/face_hold.sv'],
    parameters: { INTEGER_BITS: integerBits, FRACTION_BITS: fractionBits, SIZE_BITS: sizeBits },
    inputs: [
      { name: 'coordinate', ...coordinate },
      { name: 'size', width: sizeBits },
    ],
    outputs: [{ name: 'held', ...coordinate }],
  };
}

/** The hold of a design with such coordinates. */
function expected([integerBits, fractionBits]: Widths) {
  const [design] = UNIT_DESIGNS;
  const state = plainState(design);
  const address = { ...design.address, coordinate: { integerBits, fractionBits } };
  const coordinates = new Coordinates({ ...state, design: { ...design, address } });
  const { one } = coordinates.format;
  return (values: Float64Array) => {
    values[1] = Math.max(1, values[1]);
    values[2] = coordinates.onFace(PLAIN, values[0], (values[1] - 0.5) * one);
  };
}

describe('face_hold', () => {
  const SMALL: Widths = [6, 4, 4];
  const every = everyWithin([[-512, 511], [1, 15]], expected(SMALL)); // prettier-ignore
  it('holds every coordinate to the faces of small cubes as onFace does', async () => {
    expect(await firstDifference(leaf(SMALL), every)).toBeNull();
    const coarse: Widths = [4, 1, 3];
    const ranges = [[-16, 15], [1, 7]] as const; // prettier-ignore
    expect(await firstDifference(leaf(coarse), everyWithin(ranges, expected(coarse)))).toBeNull();
  });

  it('holds any coordinate of a preset', async () => {
    const widths: Widths = [16, 8, 15];
    const draws = [integerWithin(-(2 ** 23), 2 ** 23 - 1), integerWithin(1, 2 ** 15 - 1)];
    expect(await firstDifference(leaf(widths), randomInputs(draws, expected(widths)))).toBeNull();
  });

  itIsSynthesized(() => [leaf(SMALL), every]);

  const mutants: readonly Mutant[] = [
    ['coordinates end with the face', ['<<< FRACTION_BITS) - half', '<<< FRACTION_BITS)']],
    ['coordinates begin at 0', ['wide < -half ? -half', "wide < 0 ? '0"]],
  ];
  itFinds(mutants, () => [leaf(SMALL), every]);
});
