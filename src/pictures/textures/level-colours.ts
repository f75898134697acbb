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
  [0x44, 0x01, 0x54],
  [0x48, 0x21, 0x73],
  [0x43, 0x3e, 0x85],
  [0x38, 0x58, 0x8c],
  [0x2d, 0x70, 0x8e],
  [0x25, 0x85, 0x8e],
  [0x1e, 0x9b, 0x8a],
  [0x2b, 0xb0, 0x7f],
  [0x51, 0xc5, 0x6a],
  [0x85, 0xd5, 0x4a],
  [0xc2, 0xdf, 0x23],
  [0xfd, 0xe7, 0x25],
  [0xfd, 0xf0, 0x80],
  [0xfe, 0xf7, 0xb8],
  [0xff, 0xfd, 0xe8],
];

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
