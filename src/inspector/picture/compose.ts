import { linearToSrgb } from '../../../rtl-model/fixed-point/srgb.ts';
import { BACKGROUND } from '../../simulate/framebuffer.ts';
import type { InspectorState } from '../state/inspector-state.ts';
import type { IncomingPicture, pictures } from './pictures.ts';

/** Colours of the 12-bit linear light that a screen's bytes are looked up by. */
const STEPS = 4096;
const ENCODED = Uint8Array.from({ length: STEPS + 1 }, (_, n) => linearToSrgb(n / STEPS));

function toByte(value: number, linear: boolean): number {
  const share = value > 0 ? Math.min(value, 1) : 0;
  return linear ? ENCODED[Math.round(STEPS * share)] : Math.round(255 * share);
}

/** Results as bytes of the screen. */
export function paintColors(picture: IncomingPicture, bytes: Uint8ClampedArray): void {
  const { values, linear } = picture;
  for (let pixel = 0, at = 0; at < bytes.length; pixel++, at += 4) {
    const covered = picture.has(pixel);
    for (let c = 0; c < 3; c++) bytes[at + c] = covered ? toByte(values[at + c], linear) : BACKGROUND[c];
    bytes[at + 3] = 255;
  }
}

/** Two pictures mixed on the screen. @param share of the second one, 0 to 1 */
export function paintMixed(
  first: IncomingPicture,
  second: IncomingPicture,
  share: number,
  bytes: Uint8ClampedArray,
): void {
  paintColors(first, bytes);
  for (let pixel = 0, at = 0; at < bytes.length; pixel++, at += 4) {
    if (!second.has(pixel)) continue;
    for (let c = 0; c < 3; c++) bytes[at + c] += share * (toByte(second.values[at + c], second.linear) - bytes[at + c]);
  }
}

/** The difference of two pictures, each component times the gain: equal results are black. */
export function paintDifference(
  first: IncomingPicture,
  second: IncomingPicture,
  gain: number,
  bytes: Uint8ClampedArray,
): void {
  for (let pixel = 0, at = 0; at < bytes.length; pixel++, at += 4) {
    const both = first.has(pixel) && second.has(pixel);
    for (let c = 0; c < 3; c++) {
      bytes[at + c] = both ? 255 * gain * Math.abs(first.values[at + c] - second.values[at + c]) : 0;
    }
    bytes[at + 3] = 255;
  }
}

/** Paints what a state shows. @param bytes r, g, b, a of each pixel */
export function paint({ view, blend, gain }: InspectorState, all: typeof pictures, bytes: Uint8ClampedArray): void {
  const { first, second, captured } = all;
  if (view === 'mixed') paintMixed(first, second, blend, bytes);
  else if (view === 'difference') paintDifference(first, second, gain, bytes);
  else if (view === 'captured') paintColors(captured, bytes);
  else paintColors(view === 'second' ? second : first, bytes);
}
