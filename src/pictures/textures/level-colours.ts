import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import { componentCodes } from './component-code.ts';

/** The share of the image that remains visible under the level's colour: none, or half. */
export type LevelColouring = 'flat' | 'half';

const ALPHA = 3;
const OPAQUE = 255;

/**
 * r, g, b of level 0 (deep violet) to level 14 (nearly white). Luminance rises from level to level and the hue changes
 * through blue and green to yellow, so that the order is readable with any kind of colour vision and in grey.
 */
export const LEVEL_COLOURS: readonly (readonly [number, number, number])[] = [
  0x440154, 0x482173, 0x433e85, 0x38588c, 0x2d708e, 0x25858e, 0x1e9b8a, 0x2bb07f, 0x51c56a, 0x85d54a, 0xc2df23,
  0xfde725, 0xfdf080, 0xfef7b8, 0xfffde8,
].map((rgb) => [rgb >> 16, (rgb >> 8) & 0xff, rgb & 0xff] as const);

/**
 * Replaces each level by one colour, so that an image shows which levels it was filtered from. The colours are bytes of
 * a picture, as componentCodes() takes them. `half` keeps the image visible: the mean of the texel and the colour, in
 * linear light for sRGB formats. Alpha becomes opaque in both. Levels past the last colour repeat it.
 *
 * @throws RangeError when the format's components are not 8 bits wide
 */
export function colourLevels(image: ImageSource, colouring: LevelColouring): ImageSource {
  const { format } = image;
  const codes = componentCodes(format);
  const levels = image.levels.map((texels, l) => {
    const colour = [...LEVEL_COLOURS[Math.min(l, LEVEL_COLOURS.length - 1)], OPAQUE];
    const coloured = new Uint8Array(texels.length);
    codes.forEach(({ stored, value, nearest }, c) => {
      const component = format.order[c];
      const flat = stored[colour[component]];
      const keeps = colouring === 'half' && component !== ALPHA;
      const blend = Uint8Array.from(value, (texel) => (keeps ? nearest((texel + value[flat]) / 2) : flat));
      for (let n = c; n < texels.length; n += codes.length) coloured[n] = blend[texels[n]];
    });
    return coloured;
  });
  return { ...image, levels };
}

/** An image half under the colours of its levels, where its format has 8-bit components; as it is otherwise. */
export function tintedLevels(image: ImageSource): ImageSource {
  const { codec, componentBits } = image.format;
  return codec === null && componentBits === 8 ? colourLevels(image, 'half') : image;
}
