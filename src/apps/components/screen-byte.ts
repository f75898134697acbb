import { linearToSrgb } from '../../../rtl-model/fixed-point/srgb.ts';

/** A colour of a result: r, g, b from 0 to 1. */
export interface ShownColor {
  readonly rgb: ArrayLike<number>;
  /** True if it is linear light, which a screen takes sRGB-encoded. */
  readonly linear: boolean;
}

/** Steps of linear light by which a screen's bytes are looked up. */
const STEPS = 2 ** 15;
const ENCODED = Uint8Array.from({ length: STEPS + 1 }, (_, n) => linearToSrgb(n / STEPS));

/** A component of a result as a byte of the screen: the one conversion of pictures and swatches. */
export function screenByte(value: number, linear: boolean): number {
  const share = value > 0 ? Math.min(value, 1) : 0;
  return linear ? ENCODED[Math.round(STEPS * share)] : Math.round(255 * share);
}

/** A colour of a result in CSS, as the picture has it. */
export function screenColor({ rgb, linear }: ShownColor): string {
  return `rgb(${Array.from(rgb, (value) => screenByte(value, linear)).join(' ')})`;
}
