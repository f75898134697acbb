import { halfToFloat } from '../fixed-point/float16.ts';
import type { ComponentScale } from '../formats/blocks/component-scale.ts';
import type { TexelDecoder, TexelField, TexelTables, TexelWords } from '../texel-decoder/texel-decoder.ts';

/** The texels of a state as they lie in memory, and as they are filtered. */
export interface TexelForm {
  /**
   * Codes of 8 bits, codes of 16 bits, depths of 24 bits, halves, and floats or integers of 32 bits that lie in memory as
   * they are; codes of up to 16 bits, and halves, that tables give.
   */
  readonly kind: 'bytes' | 'words' | 'depths' | 'halves' | 'floats' | 'codeTables' | 'halfTables';
  /** r, g, b, a: the place in the texel of a component as it is filtered, in units of its size. */
  readonly places: readonly number[];
  readonly signed: boolean;
  /** The least and the greatest code of components that differ from texel to texel; of floats any. */
  readonly low: number;
  readonly high: number;
  /** r, g, b, a. */
  readonly fields: TexelTables['fields'];
  readonly border: Float32Array | Int32Array;
  /** The divisor of codes of more than 16 bits, as they are stored: a power of two, 1 for forms that have none. */
  readonly over: number;
  /** True for components that are the same in every texel. */
  readonly constant: readonly boolean[];
}

/** True if texels are filtered as floats. */
export function isFloatForm({ kind }: TexelForm): boolean {
  return kind === 'halves' || kind === 'floats' || kind === 'halfTables';
}

/** Bits of a code as kernels read it. */
const CODE_BITS = 16;

/** The meaning of a component's values; `other` is a table's. */
type Meaning = 'unsigned' | 'signed' | 'half' | 'other';

/**
 * The form of a decoder's texels; null for those that no kernel reads.
 *
 * @param scales as the filter takes them  @param changed codes by code of each component as the filter takes them, or null
 */
export function texelForm(
  { tables, words: whole }: TexelDecoder,
  scales: readonly ComponentScale[],
  changed: readonly (Float32Array | null)[],
): TexelForm | null {
  if (whole !== undefined) return wholeForm(whole);
  if (tables === null) return null;
  const over = Math.max(1, ...scales.map(({ bits }) => 2 ** (bits - CODE_BITS)));
  const isWide = (c: number) => scales[c].bits > CODE_BITS;
  const changedBy = (c: number) => (code: number) => (changed[c]?.[code] ?? code) / (isWide(c) ? over : 1);
  const isChanged = over > 1 || changed.some((codes) => codes !== null);
  const fields = isChanged
    ? eachComponent((c) => ({ ...tables.fields[c], codes: tables.fields[c].codes.map(changedBy(c)) }))
    : tables.fields;
  const border = isChanged ? tables.border.map((code, c) => changedBy(c)(code)) : tables.border;
  const constant = fields.map(({ codes }) => codes.length === 1);
  const stored = fields.filter((_, c) => !constant[c]);
  const isFloat = scales.some(({ bits }) => bits === 0);
  const isWhole = () => [border, ...fields.map(({ codes }) => codes)].every((codes) => codes.every(Number.isInteger));
  if (over > 1 && !isWhole()) return null;
  const width = (mask: number) => stored.every((field) => field.mask === mask && field.shift === 0);
  const means = (meaning: Meaning) => stored.every((field) => meaningOf(field) === meaning);
  const ranges = isFloat ? [] : stored.map(({ codes }) => rangeOf(codes));
  const low = Math.min(0, ...ranges.map(([least]) => least));
  const form = {
    fields,
    border,
    constant,
    signed: low < 0,
    low,
    high: Math.max(1, ...ranges.map(([, high]) => high)),
    over,
  };
  const bytes = fields.map(({ byte }) => byte);
  const words = bytes.map((byte) => byte / 2);
  if (!isFloat && width(255) && (means('unsigned') || means('signed')))
    return { ...form, kind: 'bytes', places: bytes };
  const halfWords = width(65_535) && stored.every(({ byte }) => byte < 8);
  if (halfWords && isFloat && means('half')) return { ...form, kind: 'halves', places: words };
  if (halfWords && !isFloat && (means('unsigned') || means('signed'))) return { ...form, kind: 'words', places: words };
  return { ...form, kind: isFloat ? 'halfTables' : 'codeTables', places: [0, 1, 2, 3] };
}

/** Components of 32 bits, one after the other, or a depth. */
function wholeForm({ order, bits, border }: TexelWords): TexelForm {
  const places = [0, 1, 2, 3].map((c) => order.indexOf(c));
  const field = (c: number): TexelField => ({
    byte: 0,
    shift: 0,
    mask: 0,
    exponent: 0,
    codes: MISSING.subarray(c, c + 1),
  });
  const fields = eachComponent(field);
  const constant = places.map((place) => place < 0);
  const own = { places, low: 0, fields, border, constant, over: 1 };
  if (bits === 24) return { ...own, kind: 'depths', signed: false, high: 2 ** bits - 1 };
  return { ...own, kind: 'floats', signed: true, high: 0 };
}

function eachComponent<Of>(of: (component: number) => Of): readonly [Of, Of, Of, Of] {
  return [of(0), of(1), of(2), of(3)];
}

/** The components that a format lacks. */
const MISSING = Float32Array.of(0, 0, 0, 1);

/** The ranges of tables that decoders share. */
const RANGES = new WeakMap<Float32Array, readonly [number, number]>();

function rangeOf(codes: Float32Array): readonly [number, number] {
  let range = RANGES.get(codes);
  if (range === undefined) {
    range = [codes.reduce((a, b) => Math.min(a, b)), codes.reduce((a, b) => Math.max(a, b))];
    RANGES.set(codes, range);
  }
  return range;
}

/** The meanings of tables that decoders share. */
const KNOWN = new WeakMap<Float32Array, Meaning>();

function meaningOf({ codes }: TexelField): Meaning {
  const known = KNOWN.get(codes);
  if (known !== undefined) return known;
  const { length } = codes;
  const is = (value: (code: number) => number) => codes.every((code, n) => Object.is(code, value(n)));
  // SNORM has two codes of -1.
  const two = (n: number) => Math.max(n < length / 2 ? n : n - length, codes[length / 2]);
  const meaning = is((n) => n)
    ? 'unsigned'
    : is(two)
      ? 'signed'
      : length === 65_536 && is(halfToFloat)
        ? 'half'
        : 'other';
  KNOWN.set(codes, meaning);
  return meaning;
}
