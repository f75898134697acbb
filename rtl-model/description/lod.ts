import { sampleCount } from '../lod-unit/anisotropy.ts';
import type { LodUnit } from '../lod-unit/lod-unit.ts';
import { unitOf } from '../fixed-point/truncation.ts';
import type { StepNode } from '../steps/step.ts';
import type { StepGraph } from '../steps/step-graph.ts';
import type { RoundingMode } from '../fixed-point/rounding.ts';

/** Derivatives of the coordinates along x and y of the screen, float32. */
export interface DerivativeSteps {
  readonly dudx: StepNode;
  readonly dvdx: StepNode;
  readonly dwdx: StepNode;
  readonly dudy: StepNode;
  readonly dvdy: StepNode;
  readonly dwdy: StepNode;
}

/** The results of derivatives: base LOD, samples, and for an anisotropic sampler the major axis, normalized. */
export interface Measured {
  readonly baseLod: StepNode;
  readonly samples: StepNode;
  readonly axisU: StepNode | null;
  readonly axisV: StepNode | null;
}

/** Levels and filter of a lane. */
export interface Selected {
  readonly filter: StepNode;
  readonly levelHi: StepNode;
  readonly levelLo: StepNode;
  readonly levelWeight: StepNode;
  readonly passes: StepNode;
}

/** Ratios are at most 127. */
const RATIOS = 128;

/** dX and dY of a plane, float64. */
interface Vectors {
  readonly xu: StepNode;
  readonly xv: StepNode;
  readonly yu: StepNode;
  readonly yv: StepNode;
}

/** dX and dY, float64, with their components along w. */
interface VolumeVectors extends Vectors {
  readonly xw: StepNode;
  readonly yw: StepNode;
}

/**
 * The LOD unit (D3D11.3 5.8, 7.18.10 and 7.18.11; Vulkan: Scale Factor Operation, LOD Operation, Image Level(s)
 * Selection), as a graph of steps.
 */
export class LodSteps {
  readonly steps: StepGraph;
  private readonly unit: LodUnit;
  private readonly anisotropic: boolean;
  private readonly rounding: RoundingMode;
  private readonly passesOf: (filter: number) => number;

  /** @param passesOf the passes of a sample with a filter */
  constructor(steps: StepGraph, unit: LodUnit, passesOf: (filter: number) => number) {
    this.passesOf = passesOf;
    this.steps = steps;
    this.unit = unit;
    this.anisotropic = unit.source !== 'explicit' && unit.maxAnisotropy > 1;
    this.rounding = unit.lod.rounding;
  }

  /** Base LOD, samples and axes of derivatives. */
  measure(d: DerivativeSteps): Measured {
    const { steps: s, unit } = this;
    const { length, samples, axisU, axisV } = unit.narrowAxes === null ? this.ideal(d) : this.narrow(d);
    return { baseLod: this.log2(length), samples: samples ?? s.constant(1), axisU, axisV };
  }

  /** The LOD of an operand. NaN gives the greatest. */
  explicit(operand: StepNode): StepNode {
    const { steps: s, unit } = this;
    const { min, max, fractionBits } = unit.format;
    const lod = this.held(this.fixed(operand, fractionBits), min, max);
    return s.select(s.equal(operand, operand), lod, s.constant(max));
  }

  /** Bias, clamp (MinLod wins), magnification, level selection. */
  select(baseLod: StepNode, samples: StepNode): Selected {
    const { steps: s, unit } = this;
    const { bounds, format, lastLevel, firstLevel } = unit;
    const { one, fractionBits } = format;
    const clipped = (value: number) => Math.min(value, format.max);
    const biased = s.add(baseLod, this.bias());
    const lod = s.greatest(this.minLod(), s.least(s.constant(clipped(bounds.maxLod)), biased));
    const magnified = s.less(lod, s.constant(1));
    const choice = (mag: number, min: number) => s.select(magnified, s.constant(mag), s.constant(min));
    const last = lastLevel * one;
    const parameter = this.held(lod, Math.min(unit.viewMinLod, last), last);
    let hi: StepNode;
    let lo: StepNode;
    let weight = s.constant(0);
    if (unit.mipLinear) {
      hi = s.shiftRight(parameter, fractionBits);
      lo = s.least(s.add(hi, s.constant(1)), s.constant(unit.coarsestLevel));
      weight = s.and(parameter, s.constant(one - 1));
      if (unit.lod.levelWeightCurve !== null) {
        const table = s.address('level weights', () => Int32Array.from(unit.levelWeights));
        const bent = s.lookUp(table, weight, 0, one);
        const whole = s.equal(bent, s.constant(one));
        hi = s.select(whole, lo, hi);
        weight = s.select(whole, s.constant(0), bent);
      }
    } else {
      hi = s.round(parameter, fractionBits, unit.nearestLevel);
      lo = hi;
    }
    const { passesOf } = this;
    const ofLevel = s.multiply(samples, choice(passesOf(unit.magFilter), passesOf(unit.minFilter)));
    const both = s.less(s.constant(0), weight);
    return {
      filter: choice(unit.magFilter, unit.minFilter),
      levelHi: s.add(hi, s.constant(firstLevel)),
      levelLo: s.add(lo, s.constant(firstLevel)),
      levelWeight: weight,
      passes: s.add(ofLevel, s.select(both, ofLevel, s.constant(0))),
    };
  }

  // Bounds.

  /** The sampler's bias and the instruction's. */
  private bias(): StepNode {
    const { steps: s, unit } = this;
    const { bounds } = unit;
    const plain = s.constant(bounds.plainBias);
    if (!unit.biased) return plain;
    const operand = s.register('lodOperand', 'float32');
    const some = s.not(s.equal(operand, s.constant(0, 'float32')));
    return s.when(
      some,
      () => {
        const sum = s.add(s.constant(bounds.samplerBias, 'float32'), operand);
        const fixed = this.fixed(sum, bounds.biasFormat.fractionBits);
        const held = this.held(fixed, bounds.bias(-Infinity), bounds.bias(Infinity));
        const lod = s.select(s.equal(sum, sum), held, s.constant(bounds.bias(NaN)));
        return s.select(some, lod, plain);
      },
      plain,
    );
  }

  private minLod(): StepNode {
    const { steps: s, unit } = this;
    const { bounds, format } = unit;
    const plain = s.constant(Math.min(bounds.plainMinLod, format.max));
    if (!unit.bounded) return plain;
    const operand = s.register('minLod', 'float32');
    const more = s.less(s.constant(bounds.samplerMinLod, 'float32'), operand);
    return s.when(
      more,
      () => {
        const fixed = this.fixed(operand, bounds.clampFormat.fractionBits);
        const most = Math.min(bounds.limit(Infinity), format.max);
        return s.select(more, s.least(fixed, s.constant(most)), plain);
      },
      plain,
    );
  }

  /**
   * From a float to a fixed-point format, and from that to the LOD's fraction bits. Every step is monotonic, so that the
   * bounds of both formats may come after them.
   */
  private fixed(operand: StepNode, fractionBits: number): StepNode {
    const { steps: s, unit, rounding } = this;
    const double = s.double(operand);
    const scaled = s.round(s.multiply(double, s.constant(2 ** fractionBits, 'float64')), 0, rounding);
    const added = unit.format.fractionBits - fractionBits;
    const value = s.multiply(scaled, s.constant(2 ** added, 'float64'));
    return s.saturated(added < 0 ? s.round(value, 0, rounding) : value);
  }

  private held(value: StepNode, low: number, high: number): StepNode {
    const { steps: s } = this;
    return s.greatest(s.constant(low), s.least(s.constant(high), value));
  }

  // Lengths.

  private log2(length: StepNode): StepNode {
    const { steps: s, unit, rounding } = this;
    const { log2Unit, format } = unit;
    const { entryBits, restBits, weightBits, droppedBits } = log2Unit;
    const bits = s.and(s.bits(length), s.constant(0x7fff_ffff));
    const exponent = s.shiftRight(bits, 23);
    const mantissa = s.and(bits, s.constant(0x7f_ffff));
    const table = s.address('log2', () => Int32Array.from([...log2Unit.table, 0]));
    const [entry, next] = s.lookUpTwo(table, s.shiftRight(mantissa, restBits), 0, 2 ** entryBits);
    let fraction = entry;
    if (weightBits > 0) {
      const weight = s.shiftRight(s.and(mantissa, s.constant(2 ** restBits - 1)), droppedBits);
      const part = s.multiply(s.double(s.subtract(next, entry)), s.double(weight));
      fraction = s.add(entry, s.saturated(s.round(part, weightBits, 'nearest-up')));
    }
    const whole = s.multiply(s.subtract(exponent, s.constant(127)), s.constant(2 ** entryBits));
    const value = s.round(s.add(whole, fraction), entryBits - format.fractionBits, rounding);
    const lod = this.held(value, format.min, format.max);
    const flushed = s.select(s.equal(exponent, s.constant(0)), s.constant(format.min), lod);
    return s.select(s.less(s.constant(254), exponent), s.constant(format.max), flushed);
  }

  /** The scaled derivatives, rounded to float32. */
  private scaled(d: DerivativeSteps): VolumeVectors {
    const { steps: s, unit } = this;
    const scaled = (x: StepNode, size: number) => s.double(s.multiply(x, this.real(size)));
    return {
      xu: scaled(d.dudx, unit.width),
      xv: scaled(d.dvdx, unit.height),
      xw: scaled(d.dwdx, unit.depth),
      yu: scaled(d.dudy, unit.width),
      yv: scaled(d.dvdy, unit.height),
      yw: scaled(d.dwdy, unit.depth),
    };
  }

  private ideal(d: DerivativeSteps) {
    const { steps: s, unit } = this;
    const { xu, xv, xw, yu, yv, yw } = this.scaled(d);
    const ellipse = unit.lod.scaleFactor === 'ellipse';
    if (unit.depth > 0) {
      const length = ellipse
        ? this.majorAxisOfVolume({ xu, xv, xw, yu, yv, yw })
        : s.larger(s.single(this.volumeLength(xu, xv, xw)), s.single(this.volumeLength(yu, yv, yw)));
      return { length, samples: null, axisU: null, axisV: null };
    }
    if (!this.anisotropic) {
      const length = ellipse
        ? s.single(this.majorAxis({ xu, xv, yu, yv }))
        : s.larger(s.single(this.length(xu, xv)), s.single(this.length(yu, yv)));
      return { length, samples: null, axisU: null, axisV: null };
    }
    const v = ellipse ? this.orthogonal({ xu, xv, yu, yv }) : { xu, xv, yu, yv };
    const lengthX = s.single(this.length(v.xu, v.xv));
    const lengthY = s.single(this.length(v.yu, v.yv));
    const isX = s.less(lengthY, lengthX);
    const axis = (x: StepNode, y: StepNode, size: number) =>
      s.single(s.divide(s.select(isX, x, y), s.constant(size, 'float64')));
    const major = s.larger(lengthX, lengthY);
    let minor = s.smaller(lengthX, lengthY);
    if (ellipse) {
      const area = s.single(s.absolute(s.subtract(s.multiply(v.xu, v.yv), s.multiply(v.xv, v.yu))));
      minor = s.select(s.equal(major, this.real(0)), this.real(0), s.divide(area, major));
    }
    const { samples, length } = this.anisotropy(major, minor);
    return { length, samples, axisU: axis(v.xu, v.yu, unit.width), axisV: axis(v.xv, v.yv, unit.height) };
  }

  private real(value: number): StepNode {
    return this.steps.constant(value, 'float32');
  }

  private wide(value: number): StepNode {
    return this.steps.constant(value, 'float64');
  }

  private sumOfProducts(a: StepNode, b: StepNode, c: StepNode, d: StepNode): StepNode {
    const { steps: s } = this;
    return s.add(s.multiply(a, b), s.multiply(c, d));
  }

  /** The length of a vector before it is rounded to float32, by the design's method. */
  private length(u: StepNode, v: StepNode): StepNode {
    const { steps: s, unit } = this;
    const lod = unit.narrowAxes?.lod ?? unit.lod;
    if (lod.scaleFactor === 'ellipse' || lod.scaleFactor === 'euclidean') {
      return s.squareRoot(this.sumOfProducts(u, u, v, v));
    }
    const [sizeU, sizeV] = [s.absolute(u), s.absolute(v)];
    if (lod.scaleFactor === 'component-sum') return s.add(sizeU, sizeV);
    const larger = s.larger(sizeU, sizeV);
    if (lod.scaleFactor === 'max-component') return larger;
    return this.sumOfProducts(this.wide(lod.alpha), larger, this.wide(lod.beta), s.smaller(sizeU, sizeV));
  }

  /** The same in a volume; alpha-max-beta-min takes the two smaller components together. */
  private volumeLength(u: StepNode, v: StepNode, w: StepNode): StepNode {
    const { steps: s, unit } = this;
    const lod = unit.narrowAxes?.lod ?? unit.lod;
    if (lod.scaleFactor === 'ellipse' || lod.scaleFactor === 'euclidean') return this.norm(u, v, w);
    const [sizeU, sizeV, sizeW] = [s.absolute(u), s.absolute(v), s.absolute(w)];
    if (lod.scaleFactor === 'component-sum') return s.add(s.add(sizeU, sizeV), sizeW);
    const ofPlane = s.larger(sizeU, sizeV);
    const larger = s.larger(ofPlane, sizeW);
    if (lod.scaleFactor === 'max-component') return larger;
    const smaller = s.add(s.smaller(sizeU, sizeV), s.smaller(ofPlane, sizeW));
    return this.sumOfProducts(this.wide(lod.alpha), larger, this.wide(lod.beta), smaller);
  }

  private norm(u: StepNode, v: StepNode, w: StepNode): StepNode {
    const { steps: s } = this;
    return s.squareRoot(s.add(this.sumOfProducts(u, u, v, v), s.multiply(w, w)));
  }

  /** That of the ellipse in the plane that two vectors span, float32 (7.18.11). */
  private majorAxisOfVolume({ xu, xv, xw, yu, yv, yw }: VolumeVectors): StepNode {
    const { steps: s } = this;
    const length = this.norm(xu, xv, xw);
    const dot = s.add(this.sumOfProducts(xu, yu, xv, yv), s.multiply(xw, yw));
    const cross = this.norm(
      this.difference(xv, yw, xw, yv),
      this.difference(xw, yu, xu, yw),
      this.difference(xu, yv, xv, yu),
    );
    const none = this.wide(0);
    const spanned = this.majorAxis({ xu: length, xv: none, yu: s.divide(dot, length), yv: s.divide(cross, length) });
    const plain = s.larger(length, this.norm(yu, yv, yw));
    const finite = s.and(s.less(none, length), s.less(length, this.wide(Infinity)));
    return s.single(s.select(finite, spanned, plain));
  }

  /** a b - c d */
  private difference(a: StepNode, b: StepNode, c: StepNode, d: StepNode): StepNode {
    const { steps: s } = this;
    return s.subtract(s.multiply(a, b), s.multiply(c, d));
  }

  /** The length of the ellipse's major axis, float64. */
  private majorAxis({ xu, xv, yu, yv }: Vectors): StepNode {
    const { steps: s } = this;
    const a = this.sumOfProducts(xv, xv, yv, yv);
    const c = this.sumOfProducts(xu, xu, yu, yu);
    const p = s.subtract(a, c);
    const half = this.sumOfProducts(xu, xv, yu, yv);
    const b = s.add(half, half);
    const t = s.squareRoot(this.sumOfProducts(p, p, b, b));
    const major = s.multiply(s.add(s.add(a, c), t), this.wide(0.5));
    const longer = s.larger(this.sumOfProducts(xu, xu, xv, xv), this.sumOfProducts(yu, yu, yv, yv));
    return s.squareRoot(s.select(this.spansEllipse({ xu, xv, yu, yv }), major, longer));
  }

  /** True where two vectors span an ellipse whose axes they are not already. */
  private spansEllipse({ xu, xv, yu, yv }: Vectors): StepNode {
    const { steps: s } = this;
    const determinant = s.subtract(s.multiply(xu, yv), s.multiply(yu, xv));
    const dot = this.sumOfProducts(xu, yu, xv, yv);
    // NaN is neither.
    return s.and(s.less(this.wide(0), s.absolute(determinant)), s.less(this.wide(0), s.absolute(dot)));
  }

  /** The ideal orthogonal transformation (D3D11.3 7.18.11). */
  private orthogonal(v: Vectors): Vectors {
    const { steps: s } = this;
    const { xu, xv, yu, yv } = v;
    const d = s.subtract(s.multiply(xu, yv), s.multiply(yu, xv));
    const a = this.sumOfProducts(xv, xv, yv, yv);
    const b = s.multiply(this.wide(-2), this.sumOfProducts(xu, xv, yu, yv));
    const c = this.sumOfProducts(xu, xu, yu, yu);
    const p = s.subtract(a, c);
    const q = s.add(a, c);
    const square = s.multiply(b, b);
    const t = s.squareRoot(s.add(s.multiply(p, p), square));
    const larger = s.add(t, s.absolute(p));
    const smaller = s.divide(square, larger);
    const negative = s.less(p, this.wide(0));
    const plus = s.select(negative, smaller, larger);
    const minus = s.select(negative, larger, smaller);
    const sum = s.add(q, t);
    const minor = s.divide(s.multiply(d, d), s.multiply(t, sum));
    const major = s.divide(sum, s.multiply(this.wide(4), t));
    const sign = s.select(s.less(this.wide(0), b), this.wide(1), this.wide(-1));
    const turned = {
      xu: s.squareRoot(s.multiply(minor, plus)),
      xv: s.multiply(s.squareRoot(s.multiply(minor, minus)), sign),
      yu: s.multiply(s.squareRoot(s.multiply(major, minus)), s.negate(sign)),
      yv: s.squareRoot(s.multiply(major, plus)),
    };
    const total = s.add(s.add(s.add(turned.xu, turned.xv), turned.yu), turned.yv);
    const finite = s.less(s.absolute(total), this.wide(Infinity));
    const turns = s.and(this.spansEllipse(v), finite);
    return {
      xu: s.select(turns, turned.xu, xu),
      xv: s.select(turns, turned.xv, xv),
      yu: s.select(turns, turned.yu, yu),
      yv: s.select(turns, turned.yv, yv),
    };
  }

  /** N and the length whose log2 is the LOD, of lengths in float32. */
  private anisotropy(major: StepNode, minor: StepNode): { readonly samples: StepNode; readonly length: StepNode } {
    const { steps: s, unit } = this;
    const most = this.real(unit.maxAnisotropy);
    const quotient = s.select(s.equal(major, this.real(0)), this.real(1), s.divide(major, minor));
    const thin = s.less(most, quotient);
    const ratio = s.select(thin, most, quotient);
    const length = s.select(thin, s.divide(major, most), minor);
    const magnified = s.larger(this.real(1), s.multiply(ratio, length));
    const held = s.select(s.less(length, this.real(1)), magnified, ratio);
    const { anisotropicRates: rates } = unit.lod;
    const counts = s.address('sample counts', () =>
      Int32Array.from({ length: RATIOS }, (_, count) => sampleCount(count, rates)),
    );
    // NaN takes the count of 0.
    return { samples: s.lookUp(counts, s.saturated(s.ceil(held), 0, RATIOS - 1), 1, Math.max(...rates)), length };
  }

  // Lengths in explicit widths (narrow-axes.ts).

  private truncated(x: StepNode, unit: number): StepNode {
    const { steps: s } = this;
    return unit === 0 ? x : s.cutBelow(x, s.multiply(s.leadingBit(x), this.wide(unit)));
  }

  private narrow(d: DerivativeSteps) {
    const { steps: s, unit } = this;
    const { lod } = unit.narrowAxes!;
    const [scaleUnit, ellipseUnit] = [unitOf(lod.scaleFactorBits), unitOf(lod.ellipseBits)];
    const lengthUnit = unitOf(lod.lengthBits);
    const infinite = this.wide(Infinity);
    const whole = this.scaled(d);
    const size = (x: StepNode, y: StepNode) => s.larger(s.absolute(x), s.absolute(y));
    const volume = unit.depth > 0;
    const ofPlane = s.larger(size(whole.xu, whole.xv), size(whole.yu, whole.yv));
    const largest = volume ? s.larger(ofPlane, size(whole.xw, whole.yw)) : ofPlane;
    const finite = s.less(largest, infinite);
    const last = s.multiply(s.leadingBit(largest), this.wide(scaleUnit));
    const aligned = (x: StepNode) => (scaleUnit === 0 ? s.flushed(x) : s.cutBelow(s.flushed(x), last));
    const [xu, xv, yu, yv] = [whole.xu, whole.xv, whole.yu, whole.yv].map(aligned);
    const [xw, yw] = [whole.xw, whole.yw].map(aligned);
    const along = (plane: StepNode, a: StepNode, b: StepNode) => (volume ? s.add(plane, s.multiply(a, b)) : plane);
    const ellipse = lod.scaleFactor === 'ellipse';
    let major: StepNode;
    let shorter: StepNode;
    let alongX: StepNode;
    let alongY: StepNode;
    if (ellipse) {
      const squareX = along(this.sumOfProducts(xu, xu, xv, xv), xw, xw);
      const squareY = along(this.sumOfProducts(yu, yu, yv, yv), yw, yw);
      // Never -0: integers have one zero.
      const dot = s.plusZero(along(this.sumOfProducts(xu, yu, xv, yv), xw, yw));
      const lowest = s.multiply(s.leadingBit(s.add(squareX, squareY)), this.wide(ellipseUnit));
      const cut = (x: StepNode) => (ellipseUnit === 0 ? x : s.cutBelow(x, lowest));
      const [x, y] = [cut(squareX), cut(squareY)];
      shorter = s.absolute(this.difference(xu, yv, xv, yu));
      const inPlane = this.parallel(xu, xv, yu, yv, last);
      const parallel = volume
        ? s.and(inPlane, s.and(this.parallel(xv, xw, yv, yw, last), this.parallel(xw, xu, yw, yu, last)))
        : inPlane;
      const size = s.absolute(dot);
      const across = s.select(parallel, this.wide(0), cut(s.add(size, size)));
      const p = s.absolute(s.subtract(x, y));
      const t = cut(s.squareRoot(this.sumOfProducts(p, p, across, across)));
      const square = s.multiply(s.add(s.add(x, y), t), this.wide(0.5));
      major = this.truncated(s.squareRoot(square), lengthUnit);
      const q = s.add(t, p);
      const length = cut(s.squareRoot(this.sumOfProducts(q, q, across, across)));
      const half = this.wide(0.5 * ellipseUnit);
      const part = (x: StepNode) => (ellipseUnit === 0 ? x : s.cutBelow(x, half));
      const none = s.equal(length, this.wide(0));
      const longer = s.select(none, this.wide(1), part(s.divide(q, length)));
      const signed = part(s.divide(across, length));
      const other = s.select(none, this.wide(0), s.select(s.less(dot, this.wide(0)), s.negate(signed), signed));
      const isX = s.less(y, x);
      alongX = s.select(isX, longer, other);
      alongY = s.select(isX, other, longer);
    } else {
      const length = (u: StepNode, v: StepNode, w: StepNode) =>
        this.truncated(volume ? this.volumeLength(u, v, w) : this.length(u, v), lengthUnit);
      const [lengthX, lengthY] = [length(xu, xv, xw), length(yu, yv, yw)];
      major = s.larger(lengthX, lengthY);
      shorter = s.smaller(lengthX, lengthY);
      const isX = s.less(lengthY, lengthX);
      alongX = s.select(isX, this.wide(1), this.wide(0));
      alongY = s.select(isX, this.wide(0), this.wide(1));
    }
    major = s.select(finite, major, infinite);
    if (!this.anisotropic) return { length: s.single(major), samples: null, axisU: null, axisV: null };
    const [x, y] = [s.select(finite, alongX, this.wide(1)), s.select(finite, alongY, this.wide(0))];
    const axis = (a: StepNode, b: StepNode) =>
      s.add(s.single(s.multiply(s.double(a), x)), s.single(s.multiply(s.double(b), y)));
    const { samples, minor } = this.narrowAnisotropy(major, s.select(finite, shorter, infinite), ellipse);
    return { length: s.single(minor), samples, axisU: axis(d.dudx, d.dudy), axisV: axis(d.dvdx, d.dvdy) };
  }

  /** True where the determinant of two vectors is no larger than what the bits cut off below `last` can make of 0. */
  private parallel(xa: StepNode, xb: StepNode, ya: StepNode, yb: StepNode, last: StepNode): StepNode {
    const { steps: s } = this;
    const determinant = s.absolute(this.difference(xa, yb, xb, ya));
    const sum = s.add(s.add(s.add(s.absolute(xa), s.absolute(xb)), s.absolute(ya)), s.absolute(yb));
    return s.not(s.less(s.multiply(last, sum), determinant));
  }

  /** The minor axis and N: the clamp to maxAnisotropy keeps the area. */
  private narrowAnisotropy(major: StepNode, shorter: StepNode, ellipse: boolean) {
    const { steps: s, unit } = this;
    const { lod } = unit.narrowAxes!;
    const minorUnit = unitOf(lod.minorAxisBits);
    const most = this.wide(unit.maxAnisotropy);
    let minor = shorter;
    if (ellipse) {
      const divided = s.and(s.less(this.wide(0), major), s.less(major, this.wide(Infinity)));
      minor = s.select(divided, this.truncated(s.divide(shorter, major), minorUnit), shorter);
    }
    const least = s.larger(minor, this.wide(1));
    const clamped = s.less(s.multiply(most, minor), major);
    const length = s.select(clamped, this.truncated(s.divide(major, most), minorUnit), minor);
    const rates = lod.anisotropicRates.filter((_, n, all) => n === 0 || all[n - 1] < unit.maxAnisotropy);
    let samples = s.constant(rates[0]);
    rates.slice(1).forEach((rate, n) => {
      const below = s.less(s.multiply(this.wide(rates[n]), least), major);
      samples = s.select(below, s.constant(rate), samples);
    });
    return { samples, minor: length };
  }
}
