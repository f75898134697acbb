import type { Design } from '../../../rtl-model/design/design.ts';
import type { Aspect, TexelFormat } from '../../../rtl-model/formats/texel-format.ts';
import { codeOfOne, componentCode, componentRange, sharedExponentValue } from './numeric-formats.ts';
import { linearCode } from './srgb.ts';

/** r, g, b, a: integer codes of `ones`, the values of a float format, or integers. */
export type DecodedTexel = readonly number[];

/** The meaning of a format's bytes. */
export interface Decoding {
  /** Fixed: codes, which a filter narrows; float: values, which it rounds; integer: nothing filters them. */
  readonly kind: 'fixed' | 'float' | 'integer';
  /** The code that represents 1, of r, g, b, a; 1 for floats and integers, and where a component is not stored. */
  readonly ones: readonly number[];
  /** The stored components, of r, g, b, a (0 to 3). */
  readonly stored: readonly number[];
  /** Smallest and largest value of a stored component: a border colour is held to them. */
  readonly range: readonly [number, number];
  /** Decodes the texel, or texel (x, y) of the block, that begins at byte `at` of a level. */
  readonly texel: (level: DataView, at: number, x: number, y: number) => DecodedTexel;
}

/** Knows the meaning of some formats; undefined for the others. */
export type DecodingOf = (format: TexelFormat, aspect: Aspect, design: Design) => Decoding | undefined;

/**
 * The decoding of every format that is not compressed: a texel is a little-endian number, its components are bit fields
 * of it (D3D11.3 3.2.3, 19.1.3.3, 19.3, 19.4; Vulkan: Interpretation of Numeric Format). A texel of a 4:2:2 pair has
 * its own g. The decoding of a multi-planar format is that of its first plane.
 */
export const recordDecoding: DecodingOf = (format, aspect, design) => {
  if (format.codec !== null) return undefined;
  const { componentType, sharedExponentBits, texelBytes, block } = format;
  const fields = fieldsOf(format, aspect);
  const type = aspect === 'stencil' ? 'uint' : componentType;
  const { srgbLinearBits } = design.filter;
  const isLinearised = (component: number) => type === 'srgb' && component < 3;
  return {
    kind: kindOf(type),
    ones: [0, 1, 2, 3].map((c) => {
      const field = fields.find(({ component }) => component === c);
      if (field === undefined) return 1;
      return isLinearised(c) ? 2 ** srgbLinearBits - 1 : codeOfOne(type, field.bits);
    }),
    stored: [...new Set(fields.map(({ component }) => component))],
    range: componentRange(type, Math.max(...fields.map(({ bits }) => bits))),
    texel: (level, at, x) => {
      const word = wordAt(level, at, texelBytes);
      const exponent = Number(word >> BigInt(8 * texelBytes - sharedExponentBits));
      const texel = [0, 0, 0, 1];
      for (const { component, bits, shift } of block === null ? fields : fieldsOfPair(fields, x)) {
        const code = Number((word >> BigInt(shift)) & (2n ** BigInt(bits) - 1n));
        if (sharedExponentBits > 0) texel[component] = sharedExponentValue(code, exponent);
        else if (isLinearised(component)) texel[component] = linearCode(code, 255, srgbLinearBits);
        else texel[component] = componentCode(type, bits, code);
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
