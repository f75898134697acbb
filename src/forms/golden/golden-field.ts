import { bitsToFloat, SMALLEST_NORMAL } from '../../../rtl-model/fixed-point/float32.ts';

/** A field of a vector: its name, as the package spells it, and its bits. */
export interface GoldenField {
  readonly name: string;
  readonly width: number;
  /** True for two's complement. */
  readonly signed: boolean;
  /** True for the bits of a float32. */
  readonly float?: boolean;
  /** For the package. */
  readonly note: string;
}

export function unsignedField(name: string, width: number, note: string): GoldenField {
  return { name, width, signed: false, note };
}

/** Kinds of floats that arithmetic treats each in its own way. */
const KINDS = ['0', '-0', 'denormal', 'normal', 'infinity', '-infinity', 'NaN'] as const;

function kindOf(value: number): (typeof KINDS)[number] {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'infinity' : '-infinity';
  if (value === 0) return Object.is(value, 0) ? '0' : '-0';
  return Math.abs(value) < SMALLEST_NORMAL ? 'denormal' : 'normal';
}

/** The corners of a field that vectors have reached: its least and its greatest integer, or the kinds of its floats. */
export class FieldCorners {
  static readonly header = 'file,field,bits,least,greatest,least_seen,greatest_seen,floats_seen\n';
  private least = Infinity;
  private greatest = -Infinity;
  private readonly kinds = new Set<(typeof KINDS)[number]>();

  constructor(private readonly field: GoldenField) {}

  add(value: number): void {
    if (this.field.float) this.kinds.add(kindOf(bitsToFloat(value)));
    this.least = Math.min(this.least, value);
    this.greatest = Math.max(this.greatest, value);
  }

  /** A row of a table. @param file of the vectors */
  row(file: string): string {
    const { name, width, signed, float } = this.field;
    const seen = this.least > this.greatest;
    const range = signed ? [-(2 ** (width - 1)), 2 ** (width - 1) - 1] : [0, 2 ** width - 1];
    const integers = float ? ['', '', '', ''] : [...range, ...(seen ? ['', ''] : [this.least, this.greatest])];
    return `${[file, name, width, ...integers, KINDS.filter((kind) => this.kinds.has(kind)).join(' ')].join()}\n`;
  }
}
