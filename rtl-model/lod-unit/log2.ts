import type { LodDesign } from '../design/design.ts';
import { type FixedFormat, fixed } from '../fixed-point/format.ts';
import { type RoundingMode, roundToInteger } from '../fixed-point/rounding.ts';
import { type Steps, ConstantTable } from '../steps/steps.ts';

const MANTISSA_BITS = 23;
const MANTISSA = 2 ** MANTISSA_BITS - 1;
const EXPONENT_BIAS = 127;

/** The format of a LOD. */
export function lodFormat({ format }: LodDesign): FixedFormat {
  return fixed('lod', format.integerBits, format.fractionBits);
}

/** Tables that are there: those of wide designs take longer to make than a quad to sample. */
const TABLES = new WeakMap<LodDesign['log2Table'], Float64Array>();

function log2Table(parameters: LodDesign['log2Table']): Float64Array {
  const { indexBits, entryBits, rounding, entries } = parameters;
  const count = 2 ** indexBits;
  const computed = (k: number) => roundToInteger(Math.log2(1 + k / count) * 2 ** entryBits, rounding);
  const table = TABLES.get(parameters) ?? new Float64Array(count + 1).map((_, k) => entries?.[k] ?? computed(k));
  TABLES.set(parameters, table);
  return table;
}

/**
 * log2 of a float32 as hardware takes it: the exponent is the leading one, a table of 2^indexBits + 1 entries gives
 * the mantissa's part, interpolated linearly by the highest interpolationBits of the mantissa's rest, if any. The result is
 * narrowed to the LOD format once.
 */
export class Log2Unit {
  readonly format: FixedFormat;
  /** Entries with `entryBits` fraction bits. */
  readonly table: Float64Array;
  readonly entryBits: number;
  private readonly entryOne: number;
  private readonly entries: ConstantTable;
  /** Bits of the mantissa below the index; those of them that interpolate, and those below. */
  private readonly restBits: number;
  private readonly restMask: number;
  private readonly weightBits: number;
  private readonly droppedBits: number;
  /** True if an integer of 32 bits holds the product that interpolates. */
  private readonly narrow: boolean;
  private readonly rounding: RoundingMode;

  constructor(lod: LodDesign) {
    const { indexBits, entryBits, interpolationBits } = lod.log2Table;
    this.format = lodFormat(lod);
    this.rounding = lod.rounding;
    this.entryBits = entryBits;
    this.entryOne = 2 ** entryBits;
    this.restBits = MANTISSA_BITS - indexBits;
    this.restMask = 2 ** this.restBits - 1;
    this.weightBits = Math.min(interpolationBits, this.restBits);
    this.droppedBits = this.restBits - this.weightBits;
    this.table = log2Table(lod.log2Table);
    const rises = this.table.subarray(1).map((entry, k) => Math.abs(entry - this.table[k]));
    this.narrow = rises.reduce((a, b) => Math.max(a, b)) * 2 ** this.weightBits < 2 ** 31;
    this.entries = new ConstantTable('log2', () => {
      const entries = new Int32Array(this.table.length + 1);
      entries.set(this.table);
      return entries;
    });
  }

  /**
   * @param x a length, float32, not negative. Zero and denormals (flushed, D3D11.3 3.1.3.2) give the format's minimum,
   * infinity its maximum, and so does NaN: min(MaxLOD, NaN) is MaxLOD (7.18.11).
   * @returns an integer of the LOD format
   */
  log2<V>(s: Steps<V>, x: V): V {
    const { format, entries, entryBits, restBits, weightBits, droppedBits } = this;
    const bits = s.and(s.bits(x), s.constant(0x7fff_ffff));
    const exponent = s.shiftRight(bits, MANTISSA_BITS);
    const mantissa = s.and(bits, s.constant(MANTISSA));
    const index = s.shiftRight(mantissa, restBits);
    const entry = s.entryOfTwo(entries, index, 0, 0, this.entryOne);
    let fraction = entry;
    if (weightBits > 0) {
      const next = s.entryOfTwo(entries, index, 1, 0, this.entryOne);
      const weight = s.shiftRight(s.and(mantissa, s.constant(this.restMask)), droppedBits);
      const rise = s.subtract(next, entry);
      const part = this.narrow ? s.multiply(rise, weight) : s.multiply(s.double(rise), s.double(weight));
      const rounded = s.round(part, weightBits, 'nearest-up');
      fraction = s.add(entry, this.narrow ? rounded : s.saturated(rounded));
    }
    const whole = s.multiply(s.subtract(exponent, s.constant(EXPONENT_BIAS)), s.constant(this.entryOne));
    const value = s.round(s.add(whole, fraction), entryBits - format.fractionBits, this.rounding);
    const held = s.greatest(s.constant(format.min), s.least(s.constant(format.max), value));
    const flushed = s.select(s.equal(exponent, s.constant(0)), s.constant(format.min), held);
    return s.select(s.less(s.constant(254), exponent), s.constant(format.max), flushed);
  }
}
