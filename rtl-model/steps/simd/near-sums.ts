import type { StepNode } from '../step.ts';
import type { Parts } from '../texel-codes.ts';
import { type FloatParts, HALF_UNIT } from './float-parts.ts';
import type { Locals, SimdEmitter } from './simd-emitter.ts';
import * as SIMD from './simd-opcodes.ts';
import { DOUBLE_BITS, HALF_FRACTION_BITS } from './texel-range.ts';

/** More than 9 roundings of a float64 below 8, and more than denormals of float32 times weights of 8 together. */
const ROUNDINGS = 2 ** -45;
const DENORMALS = 2 ** -119;
/** Every half that is a denormal is less. */
const LEAST_HALF = 2 ** -14;
/** Times a finite half it is a finite float32. That of a half's bits 13 bits higher is the sum with these, infinite too. */
const OVERFLOW = 2 ** 112;
const OVERFLOW_BITS = 224 << 23;

/** A sum of texels times integers over 2^bits, and the magnitudes of these together. */
export interface SumDetail extends Parts {
  readonly bits: number;
  readonly most: number;
}

/** True if texels are pairs of halves: where sums are all that take them, and lose nothing of denormals. */
export function sumsPairs(steps: Iterable<StepNode>): boolean {
  const all = [...steps];
  const isSquare = ({ step }: StepNode) => step === 'square';
  const users = all.filter(({ operands }) => operands.some((of) => isSquare(of) || of.operands.some(isSquare)));
  const sums = users.filter(({ step }) => step !== 'tap');
  return (
    sums.length > 0 &&
    sums.every(({ step, kind, detail }) => {
      if (step !== 'weightedTexels' || kind !== 'float64') return false;
      const { bits, most, single } = detail as SumDetail;
      return !single && wholeHalves(bits, most) >= LEAST_HALF;
    })
  );
}

/**
 * The sum in float64 of up to 64 texels times integers over 2^bits, and the most that it may lack of the exact one: of each
 * vector the sums, and then the bounds. The magnitudes of the weights add up to 8 at most (a volume's `catmull_rom` of the
 * text vulkan-1.1). A product is rounded once, and then in 4 sums of pairs; that of a row once, and then in 2. Denormals are
 * not flushed. What stands for infinite halves has no bound.
 *
 * Texels whose weights have the last factor in common, such as those of a row, are summed before they are multiplied by it.
 *
 * @param inPairs true for texels that are pairs of halves in 32 bits
 */
export function nearSum(
  e: SimdEmitter,
  floats: FloatParts,
  inPairs: boolean,
  taps: readonly StepNode[],
  weights: readonly StepNode[],
  { bits, most, single, pairs }: SumDetail,
): Locals {
  const inRows = weights.every(({ step }) => step === 'multiply');
  const firsts = inRows ? weights.map(({ operands }) => operands[0]) : weights;
  const lasts = inRows ? weights.map(({ operands }) => operands[1]) : [];
  const [columns, rows] = [firsts, lasts].map((of) => [...new Set(of)]);
  const ofColumns = factorsOf(e, columns, 2 ** -bits * (inPairs ? HALF_UNIT : 1));
  const ofRows = factorsOf(e, rows, 1);
  const greatest = (of: Locals) => of.reduce((a, b) => e.binary(inPairs ? SIMD.max16 : SIMD.max32, a, b));
  return e.vectors.flatMap((n) =>
    e.apart(2 * pairs, () => {
      const texelOf = (tap: StepNode) => e.value(tap)[n];
      const beside = ofColumns.map((doubles) => e.doublesBeside(doubles, n));
      const rowOf = (row: StepNode | undefined) =>
        e.apart(pairs + 1, () => {
          const own = taps.flatMap((_, k) => (lasts[k] === row ? [k] : []));
          const texels = own.map((k) => {
            const [tap, texel] = [taps[k], texelOf(taps[k])];
            return inPairs
              ? floats.doublesOfHalves(texel, pairs)[(tap.detail as number) & 1]
              : e.doublesOfFloats(texel, pairs);
          });
          const unsigned = inPairs ? e.halfWords(0x7fff) : e.integers(0x7fffffff);
          const magnitudes = [...new Set(own.map((k) => texelOf(taps[k])))].map((texel) =>
            e.binary(SIMD.and, texel, unsigned),
          );
          const factors = own.map((k) => beside[columns.indexOf(firsts[k])]);
          return [...floats.sumOf(texels, factors), greatest(magnitudes)];
        });
      const found = inRows ? rows.map(rowOf) : [rowOf(undefined)];
      const sums = found.map((row) => row.slice(0, pairs));
      const across = ofRows.map((doubles) => e.doublesBeside(doubles, n));
      const sum = inRows ? floats.sumOf(sums, across) : sums[0];
      const magnitude = greatest(found.map((row) => row[pairs]));
      const unit = single ? 1 : OVERFLOW;
      const scaled = () => (single ? magnitude : e.binary(SIMD.multiplyF32, magnitude, e.floats(unit)));
      // Texels below the limit lose nothing.
      const limit = e.doubles(single ? 0 : wholeHalves(bits, most) * unit);
      const bounds = e.doublesOfFloats(inPairs ? ofPair(e, magnitude) : scaled(), pairs).map((bound) => {
        const ofDenormals = e.binary(SIMD.pminF64, bound, e.doubles(DENORMALS));
        const lost = e.binary(SIMD.addF64, e.binary(SIMD.multiplyF64, bound, e.doubles(ROUNDINGS / unit)), ofDenormals);
        return e.binary(SIMD.andNot, lost, e.binary(SIMD.lessF64, bound, limit));
      });
      // No sum is -0.
      return [...sum.map((half) => e.binary(SIMD.addF64, half, e.doubles(0))), ...bounds];
    }),
  );
}

/** Integers times a unit, as float64. A compiler repeats in the branch of each lane what comes from no branch. */
export function factorsOf(e: SimdEmitter, weights: readonly StepNode[], unit: number): readonly Locals[] {
  const doubles = e.apart(2 * weights.length, () =>
    weights.flatMap((of) => {
      if (of.kind !== 'float64') return e.doublesOfIntegers(e.value(of)[0], unit);
      return e.value(of).map((local) => e.binary(SIMD.multiplyF64, local, e.doubles(unit)));
    }),
  );
  return weights.map((_, n) => doubles.slice(2 * n, 2 * n + 2));
}

/** The greater of the magnitudes in both halves of 32 bits, as float32 in the unit. */
function ofPair(e: SimdEmitter, pair: number): number {
  const low = e.binary(SIMD.and, pair, e.integers(0xffff));
  const most = e.binary(SIMD.max32, low, e.shifted(SIMD.shiftRightU32, pair, 16));
  return e.binary(SIMD.add32, e.shifted(SIMD.shiftLeft32, most, 13), e.integers(OVERFLOW_BITS));
}

/** Halves below it lose nothing in a sum: they and their products are multiples of one unit. */
function wholeHalves(bits: number, most: number): number {
  return 2 ** (DOUBLE_BITS - HALF_FRACTION_BITS - bits) / most;
}
