import { flushDenorm, flushedFloat32, weightedFloat } from '../fixed-point/float32.ts';
import {
  FRACTIONS,
  POWERS,
  type RoundingMode,
  roundShift,
  roundSplit,
  roundToInteger,
} from '../fixed-point/rounding.ts';
import { cutBelow, leadingBit } from '../fixed-point/truncation.ts';
import type { AverageRule, ConstantTable, Float32Steps, LerpRule, Steps } from './steps.ts';

const float = new Float32Array(1);
const integer = new Int32Array(float.buffer);

/** The plain form of a description: its values are numbers, and each step is computed at once. A mask is 1 or 0. */
class PlainSteps implements Steps<number> {
  readonly float32: Float32Steps<number> = new PlainFloats();

  constant(value: number): number {
    return value;
  }

  ofState(_: string, value: number): number {
    return value;
  }

  add(a: number, b: number): number {
    return a + b;
  }

  subtract(a: number, b: number): number {
    return a - b;
  }

  multiply(a: number, b: number): number {
    return a * b;
  }

  divide(a: number, b: number): number {
    return a / b;
  }

  squareRoot(a: number): number {
    return Math.sqrt(a);
  }

  absolute(a: number): number {
    return Math.abs(a);
  }

  negate(a: number): number {
    return -a;
  }

  least(a: number, b: number): number {
    return b < a ? b : a;
  }

  greatest(a: number, b: number): number {
    return b > a ? b : a;
  }

  held(a: number, low: number, high: number): number {
    return a < low ? low : a > high ? high : a;
  }

  larger(a: number, b: number): number {
    return Math.max(a, b);
  }

  smaller(a: number, b: number): number {
    return Math.min(a, b);
  }

  less(a: number, b: number): number {
    return a < b ? 1 : 0;
  }

  equal(a: number, b: number): number {
    return a === b ? 1 : 0;
  }

  and(a: number, mask: number): number {
    return a & mask;
  }

  lowBits(a: number, bits: number): number {
    return a & ((1 << bits) - 1);
  }

  or(a: number, b: number): number {
    return a | b;
  }

  not(a: number): number {
    return 1 - a;
  }

  select(mask: number, yes: number, no: number): number {
    return mask === 0 ? no : yes;
  }

  when(mask: number, build: () => number, otherwise: number): number {
    return mask === 0 ? otherwise : build();
  }

  shiftRight(a: number, bits: number): number {
    return Math.floor(a * FRACTIONS[bits]);
  }

  round(a: number, bits: number, mode: RoundingMode): number {
    return roundShift(a, bits, mode);
  }

  ceil(a: number): number {
    return Math.ceil(a);
  }

  floor(a: number): number {
    return Math.floor(a);
  }

  truncate(a: number, unit: number): number {
    return Math.trunc(a / unit) * unit;
  }

  /** Saturates, and makes 0 of NaN (D3D11.3 3.2.4.1). */
  fixed(a: number, bits: number, mode: RoundingMode, low: number, high: number): number {
    return Number.isNaN(a) ? 0 : roundToInteger(Math.max(low, Math.min(a / FRACTIONS[bits], high)), mode);
  }

  scaled(a: number, whole: number, scale: number, added: number, mode: RoundingMode, most: number): number {
    const product = Math.max(-most, Math.min(a * scale, most));
    const shift = added - whole * scale;
    // An even integer leaves even what was even.
    if (mode === 'nearest-even' && (shift & 1) === 0) return roundToInteger(product, mode) + shift;
    const below = Math.floor(product);
    return roundSplit(below + shift, product - below, mode);
  }

  saturated(a: number): number {
    return Number.isNaN(a) ? 0 : a;
  }

  double(a: number): number {
    return a;
  }

  single(a: number): number {
    return Math.fround(a);
  }

  bits(a: number): number {
    float[0] = a;
    return integer[0];
  }

  leadingBit(a: number): number {
    return leadingBit(a);
  }

  cutBelow(a: number, last: number): number {
    return cutBelow(a, last);
  }

  flushed(a: number): number {
    return flushDenorm(a);
  }

  entryOf({ entries }: ConstantTable, index: number): number {
    return entries[index];
  }

  entryOfTwo({ entries }: ConstantTable, index: number, n: number): number {
    return entries[index + n];
  }

  /** No quotient by 2^bits - 1 is a tie, because it is odd. */
  lerp(a: number, b: number, weight: number, { bits, dropped, mode, scale }: LerpRule): number {
    if (scale !== 'power-of-two') {
      const ones = POWERS[bits] - 1;
      const sum = a * ones + (b - a) * Math.min(weight, ones);
      const divisor = scale === 'all-ones' ? ones : POWERS[bits];
      return roundToInteger((sum * POWERS[bits - dropped]) / divisor, mode);
    }
    const exact = a * POWERS[bits] + (b - a) * weight;
    return dropped === 0 ? exact : roundShift(exact, dropped, mode);
  }

  lifted(a: number, bits: number): number {
    return a * POWERS[bits];
  }

  average(sum: number, samples: number, { reciprocals, mode, dropped }: AverageRule): number {
    if (samples === 1 && dropped === 0) return sum;
    if (reciprocals === null) return roundToInteger((sum * FRACTIONS[dropped]) / samples, mode);
    return roundShift(sum * reciprocals.table.entries[samples], reciprocals.bits + dropped, mode);
  }
}

/**
 * Steps of a filter round every product and every sum, with denormals of operands and results flushed (D3D11.3 3.1,
 * 7.18.16.2).
 */
class PlainFloats implements Float32Steps<number> {
  constant(value: number): number {
    return value;
  }

  add(a: number, b: number): number {
    return Math.fround(a + b);
  }

  subtract(a: number, b: number): number {
    return Math.fround(a - b);
  }

  multiply(a: number, b: number): number {
    return Math.fround(a * b);
  }

  divide(a: number, b: number): number {
    return Math.fround(a / b);
  }

  lerp(a: number, b: number, weight: number, { bits }: LerpRule): number {
    const w = weight * FRACTIONS[bits];
    return flushedFloat32(flushedFloat32(weightedFloat(a, 1 - w)) + flushedFloat32(weightedFloat(b, w)));
  }

  lifted(a: number): number {
    return a;
  }

  /** A quotient, not a product with 1/n: n times one texel gives that texel (D3D11.3 7.18.16.3). */
  average(sum: number, samples: number): number {
    return samples === 1 ? sum : flushedFloat32(sum / samples);
  }
}

/** The plain form, which has no state. */
export const PLAIN: Steps<number> = new PlainSteps();
