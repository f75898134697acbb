import { FLOAT16 } from '../fixed-point/float16.ts';
import { decodeFloat } from '../fixed-point/float-format.ts';
import { SHARED_EXPONENT_ULP } from '../fixed-point/shared-exponent.ts';
import { FLOAT10, FLOAT11 } from '../fixed-point/small-float.ts';
import { srgbLinearTable } from '../fixed-point/srgb.ts';
import { replicated } from '../formats/blocks/bits.ts';
import type { TexelFormat } from '../formats/texel-format.ts';
import type { TexelField } from './texel-decoder.ts';

const ALPHA = 3;

/**
 * The look-up of a component, 0 to 3 for r, g, b, a.
 *
 * @param format of components that have at most 16 bits and are no integers
 * @param second true for the second of two components of one name
 */
export function componentField(
  format: TexelFormat,
  component: number,
  srgbLinearBits: number,
  second = false,
): TexelField {
  const stored = second ? format.order.lastIndexOf(component) : format.order.indexOf(component);
  if (stored < 0)
    return { byte: 0, shift: 0, mask: 0, exponent: 0, codes: Float32Array.of(component === ALPHA ? 1 : 0) };
  const codes = codeTable(format, stored, srgbLinearBits);
  const first = format.shifts[stored];
  const values = 2 ** format.bits[stored];
  return { byte: first >>> 3, shift: first & 7, mask: values - 1, exponent: codes.length - values, codes };
}

/**
 * The meaning of each stored value of a component: a code of the component's scale, or a float. The second -1 of SNORM
 * has the code of the first (D3D11.3 3.2.3.3).
 *
 * @param stored index of the format's stored component, which has at most 16 bits and is no integer
 * @returns 2^bits entries; of a shared exponent 2^bits for each exponent
 */
export function codeTable(format: TexelFormat, stored: number, srgbLinearBits: number): Float32Array {
  const { componentType: type, order, bits, codec, widened = 0, sumsWidened = false, linear } = format;
  if (type === 'srgb' && order[stored] !== ALPHA) {
    const one = codec === null ? 255 : codec.scales[order[stored]].one;
    const table = linear ?? srgbLinearTable(srgbLinearBits, one);
    if (table.length === 2 ** bits[stored]) return table;
    const padded = new Float32Array(2 ** bits[stored]);
    padded.set(table);
    return padded;
  }
  const floats = codec !== null && codec.scales[order[stored]].bits === 0;
  const indexBits = bits[stored] + format.sharedExponentBits;
  const key = `${floats ? 'sfloat' : type}${indexBits}${widened > indexBits ? ` in ${widened}` : ''}${sumsWidened ? ' of sums' : ''}`;
  const known = TABLES.get(key);
  if (known !== undefined) return known;
  const table = Float32Array.from({ length: 2 ** indexBits }, floats ? halfOf : meaning(format, bits[stored]));
  TABLES.set(key, table);
  return table;
}

/** Shared tables, those that depend on nothing but type and width. */
const TABLES = new Map<string, Float32Array>();

/** The value of a half, the stored form of every codec's floats whatever the format's name says. */
const halfOf = (_: unknown, code: number) => decodeFloat(code, FLOAT16);

function meaning(
  { name, componentType, sharedExponentBits, widened = 0, sumsWidened = false }: TexelFormat,
  bits: number,
): (_: unknown, code: number) => number {
  const half = 2 ** (bits - 1);
  switch (componentType) {
    case 'unorm':
      return widened > bits ? (_, code) => replicated(code, bits, widened) : (_, code) => code;
    case 'srgb':
    case 'uscaled':
    case 'uint':
      return (_, code) => code;
    case 'snorm':
      return (_, code) => Math.max(code < half ? code : code - 2 * half, sumsWidened ? -half : 1 - half);
    case 'sscaled':
    case 'sint':
    case 'sfixed5':
      return (_, code) => (code < half ? code : code - 2 * half);
    case 'sfloat':
      return (_, code) => decodeFloat(code, FLOAT16);
    case 'ufloat':
      if (sharedExponentBits > 0) return (_, code) => (code % (2 * half)) * SHARED_EXPONENT_ULP[code >>> bits];
      return (_, code) => decodeFloat(code, bits === 16 ? FLOAT16 : bits === 11 ? FLOAT11 : FLOAT10);
    default:
      throw new RangeError(`${name}: integers have no codes`);
  }
}
