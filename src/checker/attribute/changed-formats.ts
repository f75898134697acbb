import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import type { TexelFormat } from '../../../rtl-model/formats/texel-format.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import type { ComponentMapping, ImageView } from '../../../rtl-model/state/image-view.ts';
import { sourceOf } from '../../validity/state-facts.ts';
import { interval } from '../../specification/exact/interval.ts';
import { srgbLinear } from '../../specification/texels/srgb.ts';
import {
  each,
  type Groups,
  type GroupsOf,
  type Hypothesis,
  type JudgedState,
  ofSamples,
  type Returned,
  variantsOf,
  withView,
} from './changed-questions.ts';

const COMPONENTS = ['r', 'g', 'b', 'a'] as const;

/** Other orders, missing components, an alpha of 0 or 1, and the swizzle of the view applied twice or the other way round. */
function otherMappings({ components, format }: ImageView): readonly ComponentMapping[] {
  const sources = [0, 1, 2, 3].map((c) => sourceOf(components, c));
  const twice = sources.map((from, c) =>
    from === null ? components[c] : (COMPONENTS[sources[from] ?? -1] ?? components[from]),
  );
  const inverse = [0, 1, 2, 3].map((c) => COMPONENTS[sources.indexOf(c)] ?? 'zero');
  const filled = sources.map((from, c) =>
    from === null || from === 3 || format.order.includes(from) ? components[c] : 'one',
  );
  const [alphaOne, alphaZero] = (['one', 'zero'] as const).map((instead) =>
    sources.map((from, c) => (from === 3 ? instead : components[c])),
  );
  const made = [twice, inverse, filled, alphaOne, alphaZero];
  return [...MAPPINGS, ...made.map(([r, g, b, a]): ComponentMapping => [r, g, b, a])];
}

const MAPPINGS: readonly ComponentMapping[] = [
  ['b', 'g', 'r', 'a'],
  ['a', 'b', 'g', 'r'],
  ['identity', 'identity', 'identity', 'one'],
  ['identity', 'identity', 'identity', 'zero'],
  ['r', 'r', 'r', 'r'],
  ['r', 'r', 'r', 'one'],
  ['r', 'r', 'r', 'a'],
  ['r', 'g', 'b', 'a'],
  ['a', 'identity', 'identity', 'one'],
  ['a', 'identity', 'identity', 'identity'],
];

const CONVERSIONS = ['unorm', 'snorm', 'srgb', 'uint', 'sint', 'sfloat', 'uscaled', 'sscaled'] as const;

/** The image's format in place of the view's, if the two differ. */
function formatOfImage({ texture, image, view }: JudgedState): Groups {
  const { format } = image;
  return format === view.format || format.planes !== null ? [] : [[withView(texture, view, { format })]];
}

/** Formats of the same bits: `r8_snorm` for `r8_unorm`, and `r16_unorm` for `r10x6_unorm_pack16`, whose padding counts. */
function otherFormats({ texture, image, view }: JudgedState) {
  const { name, componentType } = view.format;
  const padded = name.replaceAll(/10x6|12x4|14x2/g, '16').replace(/_[234]?pack16(_arm)?$/, '');
  const names = [...CONVERSIONS.map((other) => name.replace(componentType, other)), padded];
  // The planes of an image are those of its own format.
  const changed = ({ planes }: TexelFormat) => planes !== null && view.format === image.format;
  return names.map((other) => {
    const format = TEXEL_FORMATS.get(other);
    if (format === undefined || other === name) return null;
    return [{ ...withView(texture, view, { format }), ...(changed(format) && { image: { ...image, format } }) }];
  });
}

/** Components of two or more bytes: in reverse byte order, without the lowest byte, or from other bytes. */
function otherBytes({ image, view }: JudgedState): Groups {
  const [bits] = view.format.bits;
  const bytes = bits / 8;
  // 24 bits in four bytes: the upper three of them.
  const upper = (level: Uint8Array) => level.map((byte, n) => (n % 4 < 3 ? level[n + 1] : byte));
  if (bits === 24 && view.format.texelBytes === 4) return [[{ image: withBytes(image, upper) }]];
  if (view.format.codec !== null || bits < 16 || bits % 8 !== 0 || view.format.bits.some((one) => one !== bits))
    return [];
  return each([(n: number) => bytes - 1 - n, (n: number) => (n === 0 ? null : n)], (from) => ({
    image: withBytes(image, (level) =>
      level.map((_, n) => {
        const place = from(n % bytes);
        return place === null ? 0 : level[n - (n % bytes) + place];
      }),
    ),
  }));
}

/** Halves that a device misreads: denormals as zeros, negative numbers as positive ones, every number as its double. */
const HALVES: readonly ((code: number) => number)[] = [
  (code) => ((code & 0x7c00) === 0 ? code & 0x8000 : code),
  (code) => code & 0x7fff,
  doubledHalf,
];

/** The double of a half; a half whose double overflows is unchanged. */
function doubledHalf(code: number): number {
  const exponent = code & 0x7c00;
  if (exponent === 0) return (code & 0x8000) + 2 * (code & 0x3ff);
  return exponent < 0x7800 ? code + 0x400 : code;
}

function otherHalves(other: (code: number) => number): GroupsOf {
  const changed = (level: Uint8Array) => {
    // A slice of a Buffer would share its memory.
    const bytes = Uint8Array.from(level);
    const view = new DataView(bytes.buffer);
    for (let at = 0; at < bytes.length; at += 2) view.setUint16(at, other(view.getUint16(at, true)), true);
    return bytes;
  };
  const isHalf = ({ componentType, bits }: TexelFormat) =>
    componentType === 'sfloat' && bits.every((one) => one === 16);
  return ({ image, view, second }) => {
    const own = isHalf(view.format) ? { image: withBytes(image, changed) } : null;
    const beside = second && isHalf(second.format) ? { second: withBytes(second, changed) } : null;
    return own === null && beside === null ? [] : [[{ ...own, ...beside }]];
  };
}

export function withBytes(image: ImageSource, changed: (level: Uint8Array) => Uint8Array): ImageSource {
  return { ...image, levels: image.levels.map(changed) };
}

/** sRGB codes that are filtered before they are made linear. */
function linearAfterFilter({ texture, view }: JudgedState) {
  const { name, componentType } = view.format;
  const plain = TEXEL_FORMATS.get(name.replace('srgb', 'unorm'));
  if (componentType !== 'srgb' || plain === undefined) return [];
  const returned: Returned = (codes) =>
    codes.map(({ lower, upper }, c) =>
      [0, 1, 2].includes(sourceOf(view.components, c) ?? 3)
        ? interval(srgbLinear(Math.max(0, lower)), srgbLinear(Math.max(0, upper)))
        : interval(lower, upper),
    );
  return [[{ ...withView(texture, view, { format: plain }), returned }]];
}

/** Texels of another format, byte order or swizzle, or filtered before they are converted. */
export const OTHER_FORMATS: readonly Hypothesis[] = [
  ...variantsOf('texel-decoder/components', MAPPINGS.length + 5, ({ texture, view }) =>
    each(otherMappings(view), (components) => withView(texture, view, { components })),
  ),
  { fault: 'texel-decoder/view-format', groups: formatOfImage },
  ...variantsOf('texel-decoder/conversion', CONVERSIONS.length + 1, otherFormats),
  { fault: 'texel-decoder/conversion', groups: otherBytes },
  ...HALVES.map((other): Hypothesis => ({ fault: 'texel-decoder/conversion', groups: otherHalves(other) })),
  { fault: 'texel-decoder/conversion', groups: ofSamples(linearAfterFilter) },
];
