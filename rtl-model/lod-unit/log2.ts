import type { LodDesign } from '../design/design.ts';
import { type FixedFormat, fixed, saturate } from '../fixed-point/format.ts';
import { roundShift, roundToInteger } from '../fixed-point/rounding.ts';

const MANTISSA_BITS = 23;
const EXPONENT_BIAS = 127;
const NEGATIVE_ZERO = 0x8000_0000;

/** The format of a LOD. */
export function lodFormat({ format }: LodDesign): FixedFormat {
  return fixed('lod', format.integerBits, format.fractionBits);
}

/** Tables that are there: those of wide designs take longer to make than a quad to sample. */
const TABLES = new WeakMap<LodDesign['log2Table'], Float64Array>();

function log2Table(parameters: LodDesign['log2Table']): Float64Array {
  const entries = 2 ** parameters.indexBits;
  const table =
    TABLES.get(parameters) ??
    new Float64Array(entries + 1).map((_, k) =>
      roundToInteger(Math.log2(1 + k / entries) * 2 ** parameters.entryBits, 'nearest-even'),
    );
  TABLES.set(parameters, table);
  return table;
}

/**
 * log2 of a float32 as hardware takes it: the exponent is the leading one, a table of 2^indexBits + 1 entries gives
 * the mantissa's part, interpolated linearly by the highest interpolationBits of the mantissa's rest, if any. The result is narrowed to the LOD format once.
 */
export class Log2Unit {
  readonly format: FixedFormat;
  private readonly operand = new Float32Array(1);
  private readonly operandBits = new Uint32Array(this.operand.buffer);
  readonly table: Float64Array;
  readonly entryBits: number;
  private readonly entryOne: number;
  readonly restBits: number;
  private readonly restMask: number;
  /** Bits of the rest that interpolate, and those below them. */
  readonly weightBits: number;
  readonly droppedBits: number;

  constructor(private readonly lod: LodDesign) {
    const { indexBits, entryBits, interpolationBits } = lod.log2Table;
    this.format = lodFormat(lod);
    this.entryBits = entryBits;
    this.entryOne = 2 ** entryBits;
    this.restBits = MANTISSA_BITS - indexBits;
    this.restMask = (1 << this.restBits) - 1;
    this.weightBits = Math.min(interpolationBits, this.restBits);
    this.droppedBits = this.restBits - this.weightBits;
    this.table = log2Table(lod.log2Table);
  }

  /**
   * @param x a length, float32. Zero and denormals (flushed, D3D11.3 3.1.3.2) give the format's minimum, +infinity its
   * maximum, and so does NaN: min(MaxLOD, NaN) is MaxLOD (7.18.11).
   * @returns an integer of the LOD format
   */
  log2(x: number): number {
    this.operand[0] = x;
    return this.log2OfBits(this.operandBits[0]);
  }

  /** The same of a float32's bits: a float that is passed by value costs an allocation. */
  log2OfBits(bits: number): number {
    const exponent = bits >>> MANTISSA_BITS;
    if (exponent === 0 || bits === NEGATIVE_ZERO) return this.format.min;
    if (exponent > 254) return this.format.max;
    const mantissa = bits & 0x7f_ffff;
    const index = mantissa >>> this.restBits;
    const entry = this.table[index];
    const weight = (mantissa & this.restMask) >>> this.droppedBits;
    const fraction = entry + roundShift((this.table[index + 1] - entry) * weight, this.weightBits, 'nearest-up');
    const value = (exponent - EXPONENT_BIAS) * this.entryOne + fraction;
    return saturate(roundShift(value, this.entryBits - this.format.fractionBits, this.lod.rounding), this.format);
  }
}
