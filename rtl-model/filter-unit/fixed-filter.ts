import type { Design } from '../design/design.ts';
import { type RoundingMode, roundShift, roundToInteger } from '../fixed-point/rounding.ts';
import type { Footprints } from '../registers/footprints.ts';
import type { LaneRegisters } from '../registers/lane-registers.ts';
import { componentScales } from '../texel-decoder/format-scales.ts';
import type { TexelFormat } from '../formats/texel-format.ts';
import type { FilterUnit } from './filter-unit.ts';
import { type FilterWidths, filterWidths } from './filter-widths.ts';
import { bilinear, lerp } from './lerp.ts';

/**
 * Filter of normalized formats: integer codes with guard bits below them, divided by 2^n - 1 once, at the end. With
 * enough guard bits no step narrows and the result is exact but for its one rounding to float32.
 */
export class FixedFilter implements FilterUnit {
  private readonly widths: FilterWidths;
  private readonly rounding: RoundingMode;
  private readonly reciprocalBits: number | 'exact';
  private readonly reciprocals: Float64Array;
  private readonly narrowWeight: number;
  /** Whether the lerps within a level narrow nothing, and 2^(weight bits). */
  readonly exact: boolean;
  readonly one: number;
  private readonly levelOne: number;
  /** What a code with `afterLevel` fraction bits is divided by, for r, g, b, a. */
  readonly divisors: Float64Array;
  /** Lifts a code, and a filtered code, to the fraction bits of the next step. */
  private readonly liftTexel: number;
  readonly liftLevel: number;

  constructor(design: Design, format: TexelFormat) {
    const { filter, lod } = design;
    const widths = filterWidths(design);
    const rates = Math.max(...lod.anisotropicRates);
    this.widths = widths;
    this.rounding = filter.rounding;
    this.reciprocalBits = filter.reciprocalBits;
    this.reciprocals = reciprocalTable(filter.reciprocalBits, rates);
    this.narrowWeight = design.address.coordinate.fractionBits - filter.weightBits;
    this.exact = this.narrowWeight === 0 && widths.droppedU === 0 && widths.droppedV === 0;
    this.one = 2 ** widths.weightBits;
    this.levelOne = 2 ** widths.levelWeightBits;
    this.divisors = Float64Array.from(
      componentScales(format, filter.srgbLinearBits),
      (scale) => scale.one * 2 ** widths.afterLevel,
    );
    this.liftTexel = 2 ** widths.afterV;
    this.liftLevel = 2 ** (widths.afterLevel - widths.afterV);
  }

  accumulate(foot: Footprints, from: number, lanes: LaneRegisters, lane: number, count: number, pass: number): void {
    const { tapCount } = foot;
    const { samples, sumHi, sumLo } = lanes;
    for (let k = 0; k < count; k++) {
      const taps = tapCount[from + k];
      if (taps === 0) continue;
      const n = samples[lane + k];
      const sum = pass < n ? sumHi : sumLo;
      const first = pass === 0 || pass === n;
      if (taps === 1) this.addPoint(foot.texel, 16 * (from + k), sum, 4 * (lane + k), first);
      else if (this.exact) this.addExact(foot, from + k, sum, 4 * (lane + k), first);
      else this.addNarrowed(foot, from + k, sum, 4 * (lane + k), first);
    }
  }

  private addPoint(texel: Float32Array, at: number, sum: Float64Array, to: number, first: boolean): void {
    for (let c = 0; c < 4; c++) sum[to + c] = (first ? 0 : sum[to + c]) + texel[at + c] * this.liftTexel;
  }

  /** Nothing is narrowed: the four products of the weights with the texels, whole. */
  private addExact(foot: Footprints, from: number, sum: Float64Array, to: number, first: boolean): void {
    const { texel } = foot;
    const a = foot.alpha[from];
    const b = foot.beta[from];
    const a0 = this.one - a;
    const b0 = this.one - b;
    const at = 16 * from;
    const red = bilinear(texel[at], texel[at + 4], texel[at + 8], texel[at + 12], a0, a, b0, b);
    const green = bilinear(texel[at + 1], texel[at + 5], texel[at + 9], texel[at + 13], a0, a, b0, b);
    const blue = bilinear(texel[at + 2], texel[at + 6], texel[at + 10], texel[at + 14], a0, a, b0, b);
    const alpha = bilinear(texel[at + 3], texel[at + 7], texel[at + 11], texel[at + 15], a0, a, b0, b);
    if (first) {
      sum[to] = red;
      sum[to + 1] = green;
      sum[to + 2] = blue;
      sum[to + 3] = alpha;
    } else {
      sum[to] += red;
      sum[to + 1] += green;
      sum[to + 2] += blue;
      sum[to + 3] += alpha;
    }
  }

  private addNarrowed(foot: Footprints, from: number, sum: Float64Array, to: number, first: boolean): void {
    const { texel } = foot;
    const { one } = this;
    const { droppedU, droppedV } = this.widths;
    const a = this.weight(foot.alpha[from]);
    const b = this.weight(foot.beta[from]);
    for (let c = 0; c < 4; c++) {
      const at = 16 * from + c;
      const top = lerp(texel[at], texel[at + 4], a, one, droppedU, this.rounding);
      const bottom = lerp(texel[at + 8], texel[at + 12], a, one, droppedU, this.rounding);
      const value = lerp(top, bottom, b, one, droppedV, this.rounding);
      sum[to + c] = (first ? 0 : sum[to + c]) + value;
    }
  }

  /** The coordinate's fraction at the filter's weight width. */
  private weight(fraction: number): number {
    return this.narrowWeight === 0 ? fraction : roundShift(fraction, this.narrowWeight, this.rounding);
  }

  finish(lanes: LaneRegisters, lane: number, count: number): void {
    const { sumHi, sumLo, color, passes, samples, levelWeight } = lanes;
    const { droppedLevel } = this.widths;
    const { divisors, liftLevel, levelOne } = this;
    for (let k = lane; k < lane + count; k++) {
      if (passes[k] === 0) continue;
      const n = samples[k];
      const weight = levelWeight[k];
      const at = 4 * k;
      if (n === 1 && weight === 0) {
        color[at] = (sumHi[at] * liftLevel) / divisors[0];
        color[at + 1] = (sumHi[at + 1] * liftLevel) / divisors[1];
        color[at + 2] = (sumHi[at + 2] * liftLevel) / divisors[2];
        color[at + 3] = (sumHi[at + 3] * liftLevel) / divisors[3];
        continue;
      }
      for (let c = at; c < at + 4; c++) {
        const hi = this.average(sumHi[c], n);
        const value =
          weight === 0
            ? hi * liftLevel
            : lerp(hi, this.average(sumLo[c], n), weight, levelOne, droppedLevel, this.rounding);
        color[c] = value / divisors[c - at];
      }
    }
  }

  private average(sum: number, n: number): number {
    if (n === 1) return sum;
    if (this.reciprocalBits === 'exact') return roundToInteger(sum / n, this.rounding);
    return roundShift(sum * this.reciprocals[n], this.reciprocalBits, this.rounding);
  }
}

/** 1/n with `bits` fraction bits for n from 1 to `rates`; empty for a divider. */
function reciprocalTable(bits: number | 'exact', rates: number): Float64Array {
  if (bits === 'exact') return new Float64Array(0);
  return Float64Array.from({ length: rates + 1 }, (_, n) =>
    n === 0 ? 0 : roundToInteger(2 ** bits / n, 'nearest-even'),
  );
}
