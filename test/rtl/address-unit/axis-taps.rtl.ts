import { describe, expect, it } from 'vitest';
import { AxisTaps } from '../../../rtl-model/address-unit/axis-taps.ts';
import { type RoundingMode, roundShift } from '../../../rtl-model/fixed-point/rounding.ts';
import { itFinds, type Mutant } from '../module-tests.ts';
import { everyInput, type Expected } from '../vectors.ts';
import { firstDifference, type Leaf, roundingConstant } from '../verilated.ts';

type Design = readonly [integerBits: number, fractionBits: number, weightBits: number, rounding: RoundingMode];

function leaf([integerBits, fractionBits, weightBits, rounding]: Design): Leaf {
  return {
    module: 'axis_taps',
    sources: ['fixed-point/fixed_point_pkg.sv', 'fixed-point/round_shift.sv', 'address-unit/axis_taps.sv'],
    parameters: {
      INTEGER_BITS: integerBits,
      FRACTION_BITS: fractionBits,
      WEIGHT_BITS: weightBits,
      ROUNDING: roundingConstant(rounding),
    },
    inputs: [
      { name: 'coordinate', width: integerBits + fractionBits, signed: true },
      { name: 'linear', width: 1 },
    ],
    outputs: [
      { name: 'i0', width: integerBits + 1, signed: true },
      { name: 'i1', width: integerBits + 1, signed: true },
      { name: 'weight', width: weightBits + 1 },
    ],
  };
}

/** As SamplePlan divides a coordinate into texel and weight. */
function expected([, fractionBits, weightBits, rounding]: Design): Expected {
  const taps = new AxisTaps(2);
  const one = 2 ** fractionBits;
  return (values) => {
    const i = Math.floor(values[0] / one);
    taps.linear(i, roundShift(values[0] - i * one, fractionBits - weightBits, rounding), 2 ** weightBits);
    values[2] = taps.index[0];
    values[3] = taps.index[1];
    values[4] = values[1] === 1 ? taps.weight[1] : 0;
  };
}

describe('axis_taps', () => {
  const designs: Design[] = [
    [17, 8, 8, 'nearest-even'],
    [16, 8, 8, 'nearest-up'],
    [16, 4, 4, 'nearest-up'],
    [12, 8, 5, 'nearest-even'],
    [5, 16, 1, 'nearest-away'],
    [10, 6, 3, 'floor'],
  ];
  it.each(designs)('divides coordinates of %i.%i into texels and weights of %i bits (%s)', async (...design) => {
    const module = leaf(design);
    expect(await firstDifference(module, everyInput(module, expected(design)))).toBeNull();
  });

  it('computes the same in the netlist that Yosys makes of it', async () => {
    const design: Design = [6, 8, 5, 'nearest-even'];
    const module = { ...leaf(design), netlist: true };
    expect(await firstDifference(module, everyInput(module, expected(design)))).toBeNull();
  });

  const mutants: readonly Mutant[] = [
    ['the weight is one bit narrower', ["linear ? narrowed : '0", "linear ? narrowed & ~1 : '0"]],
    ['the weight is floored', ['.ROUNDING(ROUNDING)', '.ROUNDING(fixed_point_pkg::FLOOR)']],
    ['the second texel is the first', ["i0 + (INTEGER_BITS + 1)'(1)", 'i0']],
  ];
  itFinds(mutants, () => {
    const design: Design = [6, 8, 5, 'nearest-even'];
    const mutant = leaf(design);
    return [mutant, everyInput(mutant, expected(design))];
  });
});
