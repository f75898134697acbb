/** Red, green and blue, 0 to 255. */
type Rgb = readonly [number, number, number];

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

/**
 * The scales from counts to colours: proportional to the count, or to log(1 + count), which shows low counts beside
 * high ones.
 */
export type HeatScale = 'linear' | 'log';

/**
 * Counts as a picture of one texel a cell, the count of its brightest colour, and the largest one. Cells without a count
 * are dark.
 *
 * @param counts of width x height cells, in rows
 * @param fixed the count from which on the colour is the brightest; the largest count if left out
 */
export function heatPicture(
  counts: ArrayLike<number>,
  width: number,
  height: number,
  scale: HeatScale = 'linear',
  fixed?: number,
) {
  let largest = 1;
  for (let cell = 0; cell < counts.length; cell++) largest = Math.max(largest, counts[cell]);
  const most = fixed ?? largest;
  const whole = scale === 'log' ? Math.log1p(most) : most;
  const texels = new Uint8Array(4 * width * height);
  for (let cell = 0; cell < counts.length; cell++) {
    const count = counts[cell];
    const share = Math.min(1, (scale === 'log' ? Math.log1p(count) : count) / whole);
    texels.set([...(count === 0 ? NO_HEAT : heatColor(share)), 255], 4 * cell);
  }
  return { picture: { width, height, texels }, most, largest };
}

/** The ramp as the sign of a legend's entry, in SVG. */
export const HEAT_SIGN = RAMP.map(
  (rgb, n) =>
    `<rect x="${-10 + (20 / RAMP.length) * n}" y="-5" width="${20 / RAMP.length}" height="10" fill="rgb(${rgb.join()})"/>`,
).join('');

/** The colour of a share from 0 to 1, linear between the ramp's. */
export function heatColor(share: number): Rgb {
  const place = share * (RAMP.length - 1);
  const below = Math.min(Math.floor(place), RAMP.length - 2);
  const [from, to] = [RAMP[below], RAMP[below + 1]];
  const mixed = (c: number) => Math.round(from[c] + (to[c] - from[c]) * (place - below));
  return [mixed(0), mixed(1), mixed(2)];
}
