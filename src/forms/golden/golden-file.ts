import type { TextSink } from '../../../traces/encodings/text-sink.ts';
import { FieldCorners, type GoldenField } from './golden-field.ts';
import { constantName, structText } from '../parameters/package-text.ts';

const HALF = 2 ** 32;
const HEXADECIMAL = new TextEncoder().encode('0123456789abcdef');
const [LINE_END] = new TextEncoder().encode('\n');
const TEXT = new TextDecoder();
const FLOAT64 = new Float64Array(1);
const FLOAT64_HALVES = new Uint32Array(FLOAT64.buffer);

/**
 * Vectors of one unit for `$readmemh`: a hexadecimal word a line, the fields side by side at their widths, the first one
 * at the most significant end, two's complement where they are signed.
 */
export class GoldenFile {
  /** The values of each field so far. */
  readonly corners = this.fields.map((field) => new FieldCorners(field));
  /** The integers of each field: those from `least` to below `beyond`. */
  private readonly ranges = this.fields.map(({ width }) => ({ least: -(2 ** (width - 1)), beyond: 2 ** width }));
  private readonly width = this.fields.reduce((sum, { width }) => sum + width, 0);
  private vectors = 0;
  /** The line of a vector, its digits so far; bits that make no digit yet, fewer than four; the field that comes next. */
  private readonly line = new Uint8Array(Math.ceil(this.width / 4) + 1).fill(LINE_END);
  private digits = 0;
  private bits = 0;
  private bitCount = 0;
  private next = 0;

  /** @param unit in lower case */
  constructor(
    readonly unit: string,
    private readonly fields: readonly GoldenField[],
    private readonly sink: TextSink,
  ) {
    this.begin();
  }

  /**
   * The next field.
   *
   * @throws RangeError when the integer needs more bits than the field has, as an unsigned and as a signed number
   */
  add(value: number): void {
    const { least, beyond } = this.ranges[this.next];
    if (!(Number.isSafeInteger(value) && value >= least && value < beyond)) {
      const { name, width } = this.fields[this.next];
      throw new RangeError(`${this.unit}.${name}: ${value} does not fit ${width} bits`);
    }
    this.corners[this.next].add(value);
    const high = Math.floor(value / HALF);
    this.addHalves(high, value - high * HALF);
  }

  /** The next field, of more than 32 bits, from its upper bits (of which those within the field count) and lower 32. */
  addHalves(high: number, low: number): void {
    const { width } = this.fields[this.next];
    if (width > 32) this.put(high, width - 32);
    this.put(low, Math.min(width, 32));
    this.close();
  }

  /** The next field, of 64 bits, from those of a float64. */
  addFloat64(value: number): void {
    FLOAT64[0] = value;
    this.addHalves(FLOAT64_HALVES[1], FLOAT64_HALVES[0]);
  }

  /** The next field, from bytes with the least significant one first. */
  addBytes(bytes: Uint8Array): void {
    const { width } = this.fields[this.next];
    for (let n = width / 8 - 1; n >= 0; n--) this.put(n < bytes.length ? bytes[n] : 0, 8);
    this.close();
  }

  /** The unit's part of the package. */
  declaration(): string {
    const members = this.fields.map(({ name, width, signed, note }) => ({ name, type: { width, signed }, note }));
    return [
      `\n  // ${this.unit}.mem\n`,
      `  localparam int ${constantName(this.unit)}_VECTORS = ${this.vectors};\n`,
      structText(`${this.unit}_vector_t`, members),
    ].join('');
  }

  private begin(): void {
    this.digits = 0;
    this.bits = 0;
    this.bitCount = (4 - (this.width % 4)) % 4;
    this.next = 0;
  }

  private close(): void {
    if (++this.next < this.fields.length) return;
    this.sink(TEXT.decode(this.line));
    this.vectors++;
    this.begin();
  }

  /** @param value of which the lower bits count  @param width at most 32 */
  private put(value: number, width: number): void {
    if (width > 16) this.putBits(value >>> 16, width - 16);
    this.putBits(value, Math.min(width, 16));
  }

  /** @param width at most 16 */
  private putBits(value: number, width: number): void {
    this.bits = (this.bits << width) | (value & ((1 << width) - 1));
    for (this.bitCount += width; this.bitCount >= 4;) {
      this.bitCount -= 4;
      this.line[this.digits++] = HEXADECIMAL[(this.bits >> this.bitCount) & 15];
    }
    this.bits &= 15;
  }
}
