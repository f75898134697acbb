import { flushDenorm } from '../fixed-point/float32.ts';
import { FRACTIONS, type RoundingMode, roundShift, roundSplit, roundToInteger } from '../fixed-point/rounding.ts';
import { cutBelow, leadingBit } from '../fixed-point/truncation.ts';
import type { Float32Steps, Steps, ConstantTable } from './steps.ts';

const float = new Float32Array(1);
const integer = new Int32Array(float.buffer);

/** The plain form of a description: its values are numbers, and each step is taken where it stands. A mask is 1 or 0. */
class PlainSteps implements Steps<number> {
  readonly float32: Float32Steps<number> = new PlainFloats();

  constant(value: number): number {
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

  truncate(a: number): number {
    return Math.trunc(a);
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
}

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
}

/** The plain form, which has no state. */
export const PLAIN: Steps<number> = new PlainSteps();
