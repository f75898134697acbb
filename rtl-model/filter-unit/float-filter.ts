import type { Design, FloatFilterPath } from '../design/design.ts';
import { flushDenorm } from '../fixed-point/float32.ts';
import { roundShift } from '../fixed-point/rounding.ts';
import type { Footprints } from '../registers/footprints.ts';
import type { LaneRegisters } from '../registers/lane-registers.ts';
import type { FilterUnit } from './filter-unit.ts';

/**
 * Filter of float formats under the float rules of D3D11.3 3.1 (7.18.16.2): denormals of operands and results are
 * flushed, NaN and infinities propagate, a texel of weight zero counts for nothing. A point sample is not arithmetic:
 * the texel passes as it is.
 */
export class FloatFilter implements FilterUnit {
  private readonly path: FloatFilterPath;
  private readonly design: Design;
  private readonly one: number;
  private readonly levelOne: number;

  constructor(design: Design) {
    this.design = design;
    this.path = design.filter.floatPath;
    this.one = 2 ** design.filter.weightBits;
    this.levelOne = 2 ** design.lod.format.fractionBits;
  }

  accumulate(foot: Footprints, from: number, lanes: LaneRegisters, lane: number, count: number, pass: number): void {
    for (let k = 0; k < count; k++) {
      const taps = foot.tapCount[from + k];
      if (taps === 0) continue;
      const n = lanes.samples[lane + k];
      const sum = pass < n ? lanes.sumHi : lanes.sumLo;
      const first = pass === 0 || pass === n;
      const a = this.weight(foot.alpha[from + k]);
      const b = this.weight(foot.beta[from + k]);
      for (let c = 0; c < 4; c++) {
        const at = 16 * (from + k) + c;
        const to = 4 * (lane + k) + c;
        const value = taps === 1 ? foot.texel[at] : this.bilinear(foot.texel, at, a, b);
        sum[to] = first ? value : this.add(sum[to], value);
      }
    }
  }

  finish(lanes: LaneRegisters, lane: number, count: number): void {
    for (let k = lane; k < lane + count; k++) {
      if (lanes.passes[k] === 0) continue;
      const n = lanes.samples[k];
      const weight = lanes.levelWeight[k] / this.levelOne;
      for (let c = 4 * k; c < 4 * k + 4; c++) {
        const hi = this.average(lanes.sumHi[c], n);
        lanes.color[c] = weight === 0 ? hi : this.lerp(hi, this.average(lanes.sumLo[c], n), weight);
      }
    }
  }

  private weight(fraction: number): number {
    const narrow = this.design.address.coordinate.fractionBits - this.design.filter.weightBits;
    return roundShift(fraction, narrow, this.design.filter.rounding) / this.one;
  }

  /** `fused` rounds the weighted sum of the four texels once; its float64 products with the weights are whole. */
  private bilinear(texel: Float32Array, at: number, a: number, b: number): number {
    if (this.path === 'float32-steps') {
      const top = this.lerp(texel[at], texel[at + 4], a);
      const bottom = this.lerp(texel[at + 8], texel[at + 12], a);
      return this.lerp(top, bottom, b);
    }
    const top = weighted(texel[at], (1 - a) * (1 - b)) + weighted(texel[at + 4], a * (1 - b));
    const bottom = weighted(texel[at + 8], (1 - a) * b) + weighted(texel[at + 12], a * b);
    return toFloat32(top + bottom);
  }

  private lerp(x: number, y: number, weight: number): number {
    if (this.path === 'fused') return toFloat32(weighted(x, 1 - weight) + weighted(y, weight));
    return toFloat32(toFloat32(weighted(x, 1 - weight)) + toFloat32(weighted(y, weight)));
  }

  private add(sum: number, value: number): number {
    return this.path === 'fused'
      ? flushDenorm(sum) + flushDenorm(value)
      : toFloat32(flushDenorm(sum) + flushDenorm(value));
  }

  private average(sum: number, n: number): number {
    if (n === 1) return sum;
    return this.path === 'fused' ? toFloat32(sum / n) : toFloat32(sum * Math.fround(1 / n));
  }
}

/** A product with a weight; a zero weight takes nothing of its texel, NaN and infinities included (7.18.16.2). */
function weighted(x: number, weight: number): number {
  return weight === 0 ? 0 : flushDenorm(x) * weight;
}

function toFloat32(x: number): number {
  return flushDenorm(Math.fround(x));
}
