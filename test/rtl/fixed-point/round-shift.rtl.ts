import { describe, expect, it } from 'vitest';
import { ROUNDING_MODES, type RoundingMode, roundShift } from '../../../rtl-model/fixed-point/rounding.ts';
import { itFinds, itIsSynthesized, type Mutant } from '../module-tests.ts';
import { anyInteger, everyInput, type Expected, randomInputs } from '../vectors.ts';
import { firstDifference, type Leaf, roundingConstant } from '../verilated.ts';

function leaf(width: number, bits: number, mode: RoundingMode): Leaf {
  return {
    module: 'round_shift',
    sources: ['fixed-point/fixed_point_pkg.sv', 'fixed-point/round_shift.sv'],
    parameters: { WIDTH: width, BITS: bits, ROUNDING: roundingConstant(mode) },
    inputs: [{ name: 'value', width, signed: true }],
    outputs: [{ name: 'rounded', width: Math.max(width - bits, 1) + 1, signed: true }],
  };
}

function expected(bits: number, mode: RoundingMode): Expected {
  return (values) => {
    values[1] = roundShift(values[0], bits, mode);
  };
}

describe('round_shift', () => {
  const some = ROUNDING_MODES.map((mode): [number, number, RoundingMode] => [16, 7, mode]);
  // Nothing, one bit, all but one bit, all bits, and more bits than the value has are dropped.
  const corners: [number, number, RoundingMode][] = [
    [9, 0, 'nearest-even'],
    [10, 1, 'nearest-even'],
    [6, 5, 'nearest-even'],
    [6, 6, 'nearest-away'],
    [4, 7, 'ceil'],
  ];
  it.each([...some, ...corners])('narrows every value of %i bits by %i like roundShift (%s)', async (...design) => {
    const [width, bits, mode] = design;
    const module = leaf(width, bits, mode);
    expect(await firstDifference(module, everyInput(module, expected(bits, mode)))).toBeNull();
  });

  it('narrows the widest values like roundShift', async () => {
    const module = leaf(51, 30, 'nearest-even');
    const vectors = randomInputs([anyInteger(module.inputs[0])], expected(30, 'nearest-even'));
    expect(await firstDifference(module, vectors)).toBeNull();
  });

  itIsSynthesized(() => {
    const module = leaf(12, 5, 'nearest-away');
    return [module, everyInput(module, expected(5, 'nearest-away'))];
  });

  const mutants: readonly Mutant<[RoundingMode]>[] = [
    ['ties go up', 'nearest-even', ['half && (rest || below[0])', 'half']],
    ['the fraction is dropped', 'nearest-up', ['below + ROUNDED_WIDTH', 'below & ~ROUNDED_WIDTH']],
    ['the last bit of the fraction is lost', 'ceil', ['fraction << 1', 'fraction << 1 & ~2']],
    ['negative ties go towards zero', 'nearest-away', ['below >= 0', 'below >= -1']],
  ];
  itFinds(mutants, (mode) => {
    const module = leaf(10, 5, mode);
    return [module, everyInput(module, expected(5, mode))];
  });
});
