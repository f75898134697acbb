import type { PassMap } from '../simulate/pass-map.ts';
import type { Picture } from '../textures/picture.ts';

/** No passes, and from one pass to the most: dark violet over red to pale yellow, rising in luminance. */
const EMPTY = [0x14, 0x17, 0x1c];
const RAMP = [
  [0x2d, 0x11, 0x60],
  [0x72, 0x1f, 0x81],
  [0xb6, 0x37, 0x7a],
  [0xf1, 0x60, 0x5d],
  [0xfe, 0xaf, 0x77],
  [0xfc, 0xfd, 0xbf],
];

/** The passes of each 2x2 block of pixels as a picture, one texel a block, and how many passes the palest stands for. */
export function heatMap(map: PassMap): { readonly picture: Picture; readonly most: number } {
  const { width, height, passes } = map;
  const most = passes.reduce((a, b) => Math.max(a, b), 1);
  const texels = new Uint8Array(4 * width * height);
  passes.forEach((count, n) => texels.set([...(count === 0 ? EMPTY : heat(count / most)), 255], 4 * n));
  return { picture: { width, height, texels }, most };
}

/** The colour of a share from 0 to 1, linear between the ramp's. */
function heat(share: number): number[] {
  const place = share * (RAMP.length - 1);
  const below = Math.min(Math.floor(place), RAMP.length - 2);
  return RAMP[below].map((from, c) => Math.round(from + (RAMP[below + 1][c] - from) * (place - below)));
}
