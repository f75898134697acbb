import { halfToFloat } from '../fixed-point/float16.ts';
import type { ComponentScale } from '../formats/blocks/component-scale.ts';
import type { TexelField, TexelTables } from '../texel-decoder/texel-decoder.ts';
import { FORM_BYTE_TABLES, FORM_FIELDS, FORM_HALVES, FORM_SIGNED, FORM_UNSIGNED } from './kernel-layout.ts';

/** The kernels that filter a state's texels: codes of 8 bits, codes of up to 16, floats. */
export type FilterKernel = 'bytes' | 'wide' | 'floats';

/** The texels of a state as the kernels see them. */
export interface TexelForm {
  readonly kernel: FilterKernel;
  /** FORM_*; any for bytes. */
  readonly form: number;
  /** The places of r, g, b, a among the four codes of a texel; any for bytes. */
  readonly places: readonly number[];
  readonly signed: boolean;
  /** r, g, b, a. */
  readonly fields: TexelTables['fields'];
  readonly border: Float32Array;
  /** True for components that are the same in every texel. */
  readonly constant: readonly boolean[];
}

/** The meaning of a component's values; `other` is a table's. */
type Meaning = 'unsigned' | 'signed' | 'half' | 'other';

/** The form of the texels that a decoder looks up. @param scales as the filter takes them */
export function texelForm({ fields, border }: TexelTables, scales: readonly ComponentScale[]): TexelForm {
  const constant = fields.map(isConstant);
  const stored = fields.filter((_, c) => !constant[c]);
  const floats = scales.some(({ bits }) => bits === 0);
  const width = (mask: number) => stored.every((field) => field.mask === mask && field.shift === 0);
  const means = (meaning: Meaning) => stored.every((field) => meaningOf(field) === meaning);
  const signed = scales.some((scale) => scale.signed);
  const places = fields.map(({ byte }) => byte / 2);
  const form = { fields, border, constant, signed, places };
  if (!floats && width(255) && (means('unsigned') || means('signed'))) return { ...form, kernel: 'bytes', form: 0 };
  const kernel = floats ? 'floats' : 'wide';
  const halfWords = width(65_535) && stored.every(({ byte }) => byte < 8);
  if (halfWords && floats && means('half')) return { ...form, kernel, form: FORM_HALVES };
  if (halfWords && !floats && means('unsigned')) return { ...form, kernel, form: FORM_UNSIGNED };
  if (halfWords && !floats && means('signed')) return { ...form, kernel, form: FORM_SIGNED };
  const bytes = width(255) && stored.every(({ byte }) => byte < 4);
  return { ...form, kernel, form: bytes ? FORM_BYTE_TABLES : FORM_FIELDS, places: [0, 1, 2, 3] };
}

function isConstant({ codes }: TexelField): boolean {
  return codes.length === 1 || (codes.length === 256 && codes.every((code) => code === codes[0]));
}

/** The meanings of tables that decoders share. */
const KNOWN = new WeakMap<Float32Array, Meaning>();

function meaningOf({ codes }: TexelField): Meaning {
  const known = KNOWN.get(codes);
  if (known !== undefined) return known;
  const { length } = codes;
  const is = (value: (code: number) => number) => codes.every((code, n) => Object.is(code, value(n)));
  const two = (n: number) => Math.max(n < length / 2 ? n : n - length, 1 - length / 2);
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
