import { describe, expect, it } from 'vitest';
import { DepthCompare } from '../../../rtl-model/filter-unit/arithmetic/depth-compare.ts';
import { bitsToFloat, floatBits } from '../../../rtl-model/fixed-point/float32.ts';
import { COMPARE_OPS } from '../../../rtl-model/state/sampler.ts';
import { Dice } from '../../oracle/dice.ts';
import { itFinds, itIsSynthesized, type Mutant } from '../module-tests.ts';
import { anyFloat32, RANDOM } from '../vectors.ts';
import { firstDifference, type Leaf, type Vectors } from '../verilated.ts';

const TAPS = 4;
const DEPTHS = 2 ** 16;

function leaf(quantized: boolean): Leaf {
  return {
    module: 'depth_compare',
    sources: ['fixed-point/float_unpack.sv', 'filter-unit/depth_compare.sv'],
    parameters: { QUANTIZED: Number(quantized) },
    inputs: [
      { name: 'is_float', width: 1 },
      { name: 'dref', width: 32 },
      { name: 'compare_op', width: 3 },
      { name: 'depth', width: 32, count: TAPS },
    ],
    outputs: [{ name: 'passes', width: TAPS }],
  };
}

/** The comparison of each operator with codes, and with floats. */
const comparisons = (quantized: boolean) =>
  [DEPTHS - 1, 1].map((one) =>
    COMPARE_OPS.map((op) => new DepthCompare(op, { componentType: one === 1 ? 'sfloat' : 'unorm' }, one, quantized)),
  );
const COMPARES = new Map([false, true].map((quantized) => [quantized, comparisons(quantized)]));

/** @param depths codes, or patterns of floats */
function store(
  values: Float64Array,
  quantized: boolean,
  isFloat: 0 | 1,
  dref: number,
  op: number,
  depths: readonly number[],
) {
  const compare = COMPARES.get(quantized)![isFloat][op];
  const reference = compare.reference(bitsToFloat(dref));
  const passes = depths.map((depth) => Number(compare.passes(reference, isFloat === 1 ? bitsToFloat(depth) : depth)));
  values.set([isFloat, dref, op, ...depths, passes.reduce((mask, bit, tap) => mask + bit * 2 ** tap, 0)]);
}

/** Denorms, the numbers beside 1, and NaN. */
const PATTERNS = [
  1, 0x007f_ffff, 0x0080_0000, 0x8000_0001, 0x8080_0000, 0x3f7f_ffff, 0x3f80_0001, 0x7f80_0001, 0xffc0_0000,
];

/** Floats at and around the ends of the range, zeros, denorms, and patterns that are no depths. */
const SPECIAL = [...[0, -0, 1, -1, 2, NaN, Infinity, -Infinity, 0.5, 1 / 3, 0.25].map(floatBits), ...PATTERNS];

/** References that are special, codes, and halves between codes. */
const REFERENCES = [
  ...SPECIAL,
  ...[1, 2, 3, 12_345, 32_768, 65_534].flatMap((code) =>
    [code, code - 0.5].flatMap((depth) => {
      const bits = floatBits(depth / (DEPTHS - 1));
      return [bits - 1, bits, bits + 1];
    }),
  ),
];

/** Each reference and each comparison with every code, four of them at a time. */
function everyCode(quantized: boolean): Vectors {
  const ops = COMPARE_OPS.length;
  const quarter = DEPTHS / TAPS;
  return {
    count: REFERENCES.length * ops * quarter,
    fill: (n, values) => {
      const first = n % quarter;
      const op = Math.floor(n / quarter) % ops;
      const depths = Array.from({ length: TAPS }, (_, tap) => first + quarter * tap);
      store(values, quantized, 0, REFERENCES[Math.floor(n / quarter / ops)], op, depths);
    },
  };
}

/** References by chance, with codes and floats around them and any others. */
function anyDepth(quantized: boolean): Vectors {
  const dice = new Dice(1);
  const any = anyFloat32(-20, 1);
  const codes = COMPARES.get(true)![0][0];
  return {
    count: RANDOM,
    fill: (n, values) => {
      const dref = dice.chance(0.3) ? floatBits(dice.real(0, 1)) : dice.chance(0.3) ? dice.pick(SPECIAL) : any(dice);
      const code = codes.reference(bitsToFloat(dref));
      const near = dice.integer(-1, 1);
      const codeNear = () => (dice.chance(0.3) ? dice.integer(0, DEPTHS - 1) : clamped(code + near, DEPTHS - 1));
      const floatNear = () => dice.pick([any(dice), dice.pick(SPECIAL), clamped(dref + near, 2 ** 32 - 1), dref]);
      const isFloat = (n & 1) as 0 | 1;
      const depths = Array.from({ length: TAPS }, isFloat === 1 ? floatNear : codeNear);
      store(values, quantized, isFloat, dref, dice.integer(0, COMPARE_OPS.length - 1), depths);
    },
  };
}

function clamped(value: number, most: number): number {
  return Math.max(0, Math.min(most, value));
}

describe('depth_compare', () => {
  it.each([
    ['rounds its reference to a code', true],
    ['compares its reference as it is', false],
  ])('%s: every code with chosen references, any codes and floats with those by chance', async (_, quantized) => {
    expect(await firstDifference(leaf(quantized), everyCode(quantized))).toBeNull();
    expect(await firstDifference(leaf(quantized), anyDepth(quantized))).toBeNull();
  });

  itIsSynthesized(() => [leaf(true), anyDepth(true)], ' with rounded references');
  itIsSynthesized(() => [leaf(false), anyDepth(false)], ' with references as they are');

  const mutants: readonly Mutant<[boolean]>[] = [
    ['a NaN is the greatest depth', true, ['none = negative || nan', 'none = negative && !nan']],
    ['references below 0 count without their sign', false, ['none = negative ||', 'none =']],
    ['references above 1 wrap', true, ['infinite || exponent >=', 'infinite || exponent ==']],
    ['infinity is 0', false, ['code  = {CODE_BITS{!none}}', 'code  = {CODE_BITS{!none && !infinite}}']],
    ['a reference is cut to its code', true, ["whole + CODE_BITS'(half)", 'whole']],
    [
      'the code of 1 is a power of two',
      true,
      ["{CODE_BITS{1'b0}}} - PRODUCT_BITS'(significand)", "{CODE_BITS{1'b0}}}"],
    ],
    ['halves are equal to their code', false, ["half || lost != '0", "lost != '0"]],
    ['small parts of a code are lost', false, ["half || lost != '0", 'half']],
    ['small references are shifted too little', true, ['FARTHEST = CODE_BITS + 1', 'FARTHEST = CODE_BITS - 1']],
    ['less and greater are exchanged', true, ['texel ? compare_op[0]', 'texel ? compare_op[2]']],
    ['equal is greater', false, ['texel ? compare_op[1]', 'texel ? compare_op[2]']],
    ['all taps have one depth', true, ['{depth[tap][CODE_BITS-1:0]', '{depth[0][CODE_BITS-1:0]']],
    ['floats below 0 are above it', false, ['bits[31] ? -magnitude', "1'b0 ? -magnitude"]],
    ['denorms are compared', true, ["QUANTIZED && bits[30:23] == '0", "1'b0"]],
    ['denorms are zero', false, ["QUANTIZED && bits[30:23] == '0", "bits[30:23] == '0"]],
    ['a NaN of the image is a number', true, ['nan || is_nan(depth[tap][30:0])', 'nan']],
    ['a NaN is equal to itself', false, ['nan || is_nan(depth[tap][30:0])', "1'b0"]],
    ['infinity is a NaN', false, ["> 31'h7f80_0000", ">= 31'h7f80_0000"]],
  ];
  itFinds(mutants, (quantized) => [leaf(quantized), anyDepth(quantized)]);
});
