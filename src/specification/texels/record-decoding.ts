import type { Aspect, TexelFormat } from '../../../rtl-model/formats/texel-format.ts';
import type { Decoding, DecodingOf } from './decoding.ts';
import { linearCodes } from './srgb-curve.ts';

/**
 * What the record of a format says that its bytes mean, for every format that is not compressed: a texel is a
 * little-endian number, its components are bit fields of it (D3D11.3 3.2.3, 19.1.3.3, 19.3, 19.4; Vulkan: Interpretation
 * of Numeric Format). Of a 4:2:2 pair the texel asked for has its own g; of several planes the first is meant.
 */
export const recordDecoding: DecodingOf = (format, aspect, design) => {
  if (format.codec !== null) return undefined;
  const { componentType: type, sharedExponentBits, texelBytes, block } = format;
  const fields = fieldsOf(format, aspect);
  const kind = aspect === 'stencil' ? 'uint' : type;
  const linearBits = design.filter.srgbLinearBits;
  const linear = kind === 'srgb' ? linearCodes(linearBits) : [];
  const stored = [...new Set(fields.map(({ component }) => component))];
  return {
    kind: kindOf(kind),
    ones: [0, 1, 2, 3].map((c) => {
      const field = fields.find(({ component }) => component === c);
      return field === undefined ? 1 : kind === 'srgb' && c < 3 ? 2 ** linearBits - 1 : oneOf(kind, field.bits);
    }),
    stored,
    range: rangeOf(kind, Math.max(...fields.map(({ bits }) => bits))),
    texel: (level, at, x) => {
      const word = wordAt(level, at, texelBytes);
      const texel = [0, 0, 0, 1];
      const seen = block === null ? fields : fieldsOfPair(fields, x);
      const scale = sharedExponentBits === 0 ? 1 : sharedScale(word, sharedExponentBits, texelBytes);
      for (const { component, bits, shift } of seen) {
        const code = Number((word >> BigInt(shift)) & (2n ** BigInt(bits) - 1n));
        if (sharedExponentBits > 0) texel[component] = code * scale;
        else if (kind === 'srgb' && component < 3) texel[component] = linear[code];
        else texel[component] = valueOf(kind, bits, code);
      }
      return texel;
    },
  };
};

/** A component's bits within a texel. */
interface Field {
  readonly component: number;
  readonly bits: number;
  readonly shift: number;
}

/** Stencil is r, right above the depth that the record describes. */
function fieldsOf({ order, bits, shifts, aspects }: TexelFormat, aspect: Aspect): readonly Field[] {
  if (aspect === 'stencil' && aspects.length > 1) return [{ component: 0, bits: 8, shift: bits[0] }];
  return order.map((component, n) => ({ component, bits: bits[n], shift: shifts[n] }));
}

/** A pair lists g twice, the even texel's first. */
function fieldsOfPair(fields: readonly Field[], x: number): readonly Field[] {
  const luma = fields.filter(({ component }) => component === 1);
  return [luma[x], ...fields.filter(({ component }) => component !== 1)];
}

function wordAt(level: DataView, at: number, bytes: number): bigint {
  let word = 0n;
  for (let n = bytes - 1; n >= 0; n--) word = word * 256n + BigInt(level.getUint8(at + n));
  return word;
}

/** 2^(e - 15), and the mantissas are fractions of nine bits (19.3.2). */
function sharedScale(word: bigint, exponentBits: number, bytes: number): number {
  const exponent = Number(word >> BigInt(8 * bytes - exponentBits));
  return 2 ** (exponent - 15 - 9);
}

function kindOf(type: string): Decoding['kind'] {
  switch (type) {
    case 'sfloat':
    case 'ufloat':
      return 'float';
    case 'uint':
    case 'sint':
      return 'integer';
    default:
      return 'fixed';
  }
}

function oneOf(type: string, bits: number): number {
  switch (type) {
    case 'unorm':
    case 'srgb':
      return 2 ** bits - 1;
    case 'snorm':
      return 2 ** (bits - 1) - 1;
    default:
      return 1;
  }
}

function valueOf(type: string, bits: number, code: number): number {
  const signed = code < 2 ** (bits - 1) ? code : code - 2 ** bits;
  switch (type) {
    case 'snorm':
      // The two smallest codes both mean -1.
      return Math.max(signed, 1 - 2 ** (bits - 1));
    case 'sint':
    case 'sscaled':
      return signed;
    case 'sfloat':
      return bits === 32 ? single(code) : (code < 2 ** 15 ? 1 : -1) * smallFloat(code % 2 ** 15, 10);
    case 'ufloat':
      return smallFloat(code, bits - 5);
    default:
      return code;
  }
}

function single(code: number): number {
  return new Float32Array(Uint32Array.of(code).buffer)[0];
}

/** A magnitude with five bits of exponent, biased by 15 (D3D11.3 3.1.5, 19.3.3). */
function smallFloat(code: number, fractionBits: number): number {
  const one = 2 ** fractionBits;
  const [exponent, fraction] = [Math.floor(code / one), code % one];
  if (exponent === 31) return fraction === 0 ? Infinity : NaN;
  return exponent === 0 ? (fraction / one) * 2 ** -14 : (1 + fraction / one) * 2 ** (exponent - 15);
}

function rangeOf(type: string, bits: number): readonly [number, number] {
  switch (type) {
    case 'snorm':
      return [-1, 1];
    case 'sfloat':
      return bits === 16 ? [-65_504, 65_504] : [-Infinity, Infinity];
    case 'ufloat':
      return [0, Infinity];
    case 'uint':
    case 'uscaled':
      return [0, 2 ** bits - 1];
    case 'sint':
    case 'sscaled':
      return [-(2 ** (bits - 1)), 2 ** (bits - 1) - 1];
    default:
      return [0, 1];
  }
}
