import type { StepNode } from '../step.ts';
import type { Parts } from '../texel-codes.ts';
import { type FloatParts, HALF_UNIT } from './float-parts.ts';
import { LANES, type Locals, type SimdEmitter } from './simd-emitter.ts';
import * as SIMD from './simd-opcodes.ts';
import { DOUBLE_BITS, HALF_FRACTION_BITS } from './texel-range.ts';

/** More than 9 roundings of a float64 below 8, and more than denormals of float32 times weights of 8 together. */
const ROUNDINGS = 2 ** -45;
const DENORMALS = 2 ** -119;
/** A share of the magnitudes of two sums together: more than what the three roundings of their lerp take. */
const MIXED = 2 ** -51;
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

/**
 * Sums of up to 64 texels in float64, and the most that they may lack of the exact ones. The magnitudes of the weights add up
 * to 8 at most (a volume's `catmull_rom` of the text vulkan-1.1). A product is rounded once, and then in 4 sums of pairs; that
 * of a row once, and then in 2. Denormals are not flushed.
 */
export class NearSums {
  /** True for texels that are pairs of halves in 32 bits. */
  inPairs = false;
  /** True if sums with such bounds are among those of the function. */
  areThere = false;

  constructor(
    private readonly e: SimdEmitter,
    private readonly floats: FloatParts,
  ) {}

  /** Halves are in pairs where sums are all that take them, and lose nothing of denormals. */
  begin(steps: Iterable<StepNode>): void {
    const isSquare = ({ step }: StepNode) => step === 'square';
    const all = [...steps];
    const sums = all.filter(({ step, kind, operands: [tap] }) => {
      return step === 'weightedTexels' && kind === 'float64' && tap.operands[0].step !== 'aligned';
    });
    const users = all.filter(({ operands }) => operands.some((of) => isSquare(of) || of.operands.some(isSquare)));
    const details = sums.map(({ detail }) => detail as SumDetail);
    this.areThere = sums.length > 0;
    this.inPairs =
      this.areThere &&
      details.every(({ bits, most, single }) => !single && wholeHalves(bits, most) >= LEAST_HALF) &&
      users.every((step) => step.step === 'tap' || sums.includes(step));
  }

  /**
   * The sum of texels times integers over 2^bits: of each vector the sums, and then the bounds. Texels whose weights have the
   * last factor in common, such as those of a row, are summed before they are multiplied by it.
   */
  sum(taps: readonly StepNode[], weights: readonly StepNode[], { bits, most, single, pairs }: SumDetail): Locals {
    const { e, floats, inPairs } = this;
    const inRows = weights.every(({ step }) => step === 'multiply');
    const firsts = inRows ? weights.map(({ operands }) => operands[0]) : weights;
    const lasts = inRows ? weights.map(({ operands }) => operands[1]) : [];
    const [columns, rows] = [firsts, lasts].map((of) => [...new Set(of)]);
    const ofColumns = this.factors(columns, 2 ** -bits * (inPairs ? HALF_UNIT : 1));
    const ofRows = this.factors(rows, 1);
    const whole = single ? 0 : wholeHalves(bits, most);
    return e.vectors.flatMap((n) =>
      e.apart(2 * pairs, () => {
        const beside = ofColumns.map((doubles) => e.doublesBeside(doubles, n));
        const rowOf = (row: StepNode | undefined) =>
          e.apart(pairs + 1, () => {
            const own = taps.flatMap((_, k) => (lasts[k] === row ? [k] : []));
            const texels = own.map((k) => this.doublesOf(taps[k], n, pairs));
            const factors = own.map((k) => beside[columns.indexOf(firsts[k])]);
            const magnitudes = new Set(own.map((k) => e.value(taps[k])[n]));
            return [
              ...floats.sumOf(texels, factors),
              this.greatest([...magnitudes].map((texel) => this.unsigned(texel))),
            ];
          });
        const found = inRows ? rows.map(rowOf) : [rowOf(undefined)];
        const sums = found.map((row) => row.slice(0, pairs));
        const sum = inRows
          ? floats.sumOf(
              sums,
              ofRows.map((doubles) => e.doublesBeside(doubles, n)),
            )
          : sums[0];
        // No sum is -0.
        const positive = sum.map((half) => e.binary(SIMD.addF64, half, e.doubles([0, 0])));
        return [...positive, ...this.bounds(this.greatest(found.map((row) => row[pairs])), pairs, single, whole)];
      }),
    );
  }

  /** Integers times a unit, as float64. A compiler repeats in the branch of each lane what comes from no branch. */
  factors(weights: readonly StepNode[], unit: number): readonly Locals[] {
    const { e } = this;
    const doubles = e.apart(2 * weights.length, () =>
      weights.flatMap((of) => {
        if (of.kind !== 'float64') return e.doublesOfIntegers(e.value(of)[0], unit);
        return e.value(of).map((local) => this.times(local, unit));
      }),
    );
    return weights.map((_, n) => doubles.slice(2 * n, 2 * n + 2));
  }

  /** finer (1 - w) + coarser w, of one vector. @param weights of both, float64 */
  mixed(finer: Locals, coarser: Locals, weights: readonly Locals[]): Locals {
    const { e, floats } = this;
    const halves = finer.length / 2;
    const add = (a: number, b: number) => e.binary(SIMD.addF64, a, b);
    const [sums, bounds] = [0, halves].map((from) => [finer, coarser].map((of) => of.slice(from, from + halves)));
    const lost = bounds[0].map((bound, h) => {
      const magnitude = add(e.unary(SIMD.absF64, sums[0][h]), e.unary(SIMD.absF64, sums[1][h]));
      return add(add(bound, bounds[1][h]), this.times(magnitude, MIXED));
    });
    return [...floats.sumOfProducts(sums[0], weights[0], sums[1], weights[1]), ...lost];
  }

  private doublesOf(tap: StepNode, vector: number, pairs: number): Locals {
    const texel = this.e.value(tap)[vector];
    if (!this.inPairs) return this.e.doublesOfFloats(texel, pairs);
    return this.floats.doublesOfHalves(texel, pairs)[(tap.detail as number) & 1];
  }

  private unsigned(texel: number): number {
    const { e } = this;
    const bits = this.inPairs ? e.halfWords(0x7fff) : e.integers(LANES.map(() => 0x7fffffff));
    return e.binary(SIMD.and, texel, bits);
  }

  private greatest(magnitudes: Locals): number {
    const { e } = this;
    return magnitudes.reduce((a, b) => e.binary(this.inPairs ? SIMD.max16 : SIMD.max32, a, b));
  }

  /** What sums may lack: nothing of texels below `whole`. What stands for infinite halves has no bound. */
  private bounds(magnitude: number, pairs: number, single: boolean, whole: number): Locals {
    const { e } = this;
    const unit = single ? 1 : OVERFLOW;
    const scaled = () => (single ? magnitude : e.binary(SIMD.multiplyF32, magnitude, e.floats(LANES.map(() => unit))));
    const most = this.inPairs ? this.ofPair(magnitude) : scaled();
    return e.doublesOfFloats(most, pairs).map((bound) => {
      const ofDenormals = e.binary(SIMD.pminF64, bound, e.doubles([DENORMALS, DENORMALS]));
      const lost = e.binary(SIMD.addF64, this.times(bound, ROUNDINGS / unit), ofDenormals);
      return e.binary(SIMD.andNot, lost, e.binary(SIMD.lessF64, bound, e.doubles([whole * unit, whole * unit])));
    });
  }

  /** The greater of the magnitudes in both halves of 32 bits, as float32. */
  private ofPair(pair: number): number {
    const { e } = this;
    const low = e.binary(SIMD.and, pair, e.integers(LANES.map(() => 0xffff)));
    const most = e.binary(SIMD.max32, low, e.shifted(SIMD.shiftRightU32, pair, 16));
    return e.binary(SIMD.add32, e.shifted(SIMD.shiftLeft32, most, 13), e.integers(LANES.map(() => OVERFLOW_BITS)));
  }

  private times(local: number, factor: number): number {
    return this.e.binary(SIMD.multiplyF64, local, this.e.doubles([factor, factor]));
  }
}

/** Halves below it lose nothing in a sum: they and their products are multiples of one unit. */
function wholeHalves(bits: number, most: number): number {
  return 2 ** (DOUBLE_BITS - HALF_FRACTION_BITS - bits) / most;
}
