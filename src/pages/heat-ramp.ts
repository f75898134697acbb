/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number];

/** The colour of blocks without a count. */
export const NO_HEAT: Rgb = [0x14, 0x17, 0x1c];

/** A ramp from dark violet over red to pale yellow, with rising luminance. */
const RAMP: readonly Rgb[] = [
  [0x2d, 0x11, 0x60],
  [0x72, 0x1f, 0x81],
  [0xb6, 0x37, 0x7a],
  [0xf1, 0x60, 0x5d],
  [0xfe, 0xaf, 0x77],
  [0xfc, 0xfd, 0xbf],
];

/** The ramp as a CSS image, from left to right. */
export const HEAT_GRADIENT = `linear-gradient(90deg, ${RAMP.map((rgb) => `rgb(${rgb.join(' ')})`).join(', ')})`;

/** The colour of a share from 0 to 1, linear between the ramp's. */
export function heatColor(share: number): Rgb {
  const place = share * (RAMP.length - 1);
  const below = Math.min(Math.floor(place), RAMP.length - 2);
  const [from, to] = [RAMP[below], RAMP[below + 1]];
  const mixed = (c: number) => Math.round(from[c] + (to[c] - from[c]) * (place - below));
  return [mixed(0), mixed(1), mixed(2)];
}
