import { describe, expect, it } from 'vitest';
import type { Design } from '../../../rtl-model/design/design.ts';
import { itFinds, itIsSynthesized, type Mutant } from '../module-tests.ts';
import { anyInteger, type Expected, integerWithin, randomInputs } from '../vectors.ts';
import { designParameters } from '../design-parameters.ts';
import { firstDifference, type Leaf, weightScaleConstant } from '../verilated.ts';
import { FILTER_DESIGNS, filterOf } from './filter-designs.ts';

function leaf(design: Design): Leaf {
  const { codeBits, filter, sampleWidth } = filterOf(design);
  const texel = (name: string) => ({ name, width: codeBits, signed: true });
  const weight = (name: string) => ({ name, width: filter.weightBits + 1 });
  return {
    module: 'bilinear',
    sources: [
      'fixed-point/fixed_point_pkg.sv',
      'fixed-point/round_shift.sv',
      'design/filter_widths_pkg.sv',
      'filter-unit/lerp.sv',
      'filter-unit/bilinear.sv',
    ],
    parameters: { ...designParameters(design, 'bilinear'), WEIGHT_SCALE: weightScaleConstant(filter.weightScale) },
    inputs: [...['t00', 't10', 't01', 't11'].map(texel), weight('alpha'), weight('beta'), { name: 'linear', width: 1 }],
    outputs: [{ name: 'value', width: sampleWidth, signed: true }],
  };
}

/** The values of lerps where linear is 1, and of a texel that is alone where it is 0. */
function expected(design: Design): Expected {
  const { arithmetic } = filterOf(design);
  const texels = new Float32Array(16);
  const value = new Float64Array(4);
  return (values) => {
    for (let tap = 0; tap < 4; tap++) texels[4 * tap] = values[tap];
    if (values[6] === 0) arithmetic.lift(texels, 0, value, 0);
    else arithmetic.bilinear(texels, 0, values[4], values[5], value, 0);
    values[7] = value[0];
  };
}

function vectors(module: Leaf, design: Design, linear = 1) {
  const weight = integerWithin(0, linear * 2 ** design.filter.weightBits);
  const draws = [...module.inputs.slice(0, 4).map(anyInteger), weight, weight, integerWithin(linear, linear)];
  return randomInputs(draws, expected(design));
}

describe('bilinear', () => {
  it.each(FILTER_DESIGNS)('of $name gives the values of the filter arithmetic', async (design) => {
    const module = leaf(design);
    expect(await firstDifference(module, vectors(module, design))).toBeNull();
  });

  it.each(FILTER_DESIGNS)('of $name with a nearest filter lifts the first texel', async (design) => {
    const module = leaf(design);
    expect(await firstDifference(module, vectors(module, design, 0))).toBeNull();
  });

  itIsSynthesized(() => {
    const module = leaf(FILTER_DESIGNS[4]);
    return [module, vectors(module, FILTER_DESIGNS[4])];
  });

  const mutants: readonly Mutant[] = [
    ['rows are exchanged', ['.a(row0)', '.a(row1)']],
    [
      'a row is rounded down',
      [
        '.ROUNDING(ROUNDING),\n      .WEIGHT_SCALE(WEIGHT_SCALE)\n  ) along_u1',
        '.ROUNDING(fixed_point_pkg::FLOOR),\n      .WEIGHT_SCALE(WEIGHT_SCALE)\n  ) along_u1',
      ],
    ],
    ['a guard bit is missing', ['after_u(WEIGHT_BITS, GUARD_BITS);', 'after_u(WEIGHT_BITS, GUARD_BITS - 1);']],
  ];
  itFinds(mutants, () => {
    const design = FILTER_DESIGNS[4];
    const module = leaf(design);
    return [module, vectors(module, design)];
  });

  const scaled: readonly Mutant[] = [['a texel alone is scaled', ['linear ? interpolated', "1'b1 ? interpolated"]]];
  itFinds(scaled, () => {
    const design = FILTER_DESIGNS[5];
    const module = leaf(design);
    return [module, vectors(module, design, 0)];
  });
});
