import { BACKGROUND } from '../../../simulate/framebuffer.ts';
import { screenByte } from '../../components/screen-byte.ts';
import { type InspectorState, QUANTITIES } from '../state/inspector-state.ts';
import { paintQuantity, rangeOf } from './false-colours.ts';
import type { IncomingPicture, pictures } from '../state/pictures.ts';

/** Results as bytes of the screen, in columns from `from` on. */
function paintColors(picture: IncomingPicture, bytes: Uint8ClampedArray, from = 0): void {
  const { values, linear, width } = picture;
  for (let pixel = 0, at = 0; at < bytes.length; pixel++, at += 4) {
    if (from > 0 && pixel % width < from) continue;
    const covered = picture.has(pixel);
    for (let c = 0; c < 3; c++) bytes[at + c] = covered ? screenByte(values[at + c], linear) : BACKGROUND[c];
    bytes[at + 3] = 255;
  }
}

/** Mixes a second picture into the bytes. @param share of it, 0 to 1 */
function mixIn(second: IncomingPicture, share: number, bytes: Uint8ClampedArray): void {
  const { values, linear } = second;
  for (let pixel = 0, at = 0; at < bytes.length; pixel++, at += 4) {
    if (!second.has(pixel)) continue;
    for (let c = 0; c < 3; c++) bytes[at + c] += share * (screenByte(values[at + c], linear) - bytes[at + c]);
  }
}

/** The difference of two pictures, each component times the gain: equal results are black. */
function paintDifference(
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

/** Paints a pane of what a state shows. @param bytes r, g, b, a of each pixel  @param pane 1 is the right one of two */
export function paint(state: InspectorState, all: typeof pictures, bytes: Uint8ClampedArray, pane = 0): void {
  const { first, second, captured, map } = all;
  const { view, blend, gain, scale } = state;
  if (QUANTITIES.some((quantity) => quantity === view)) paintQuantity(map, scale ?? rangeOf(map), bytes);
  else if (view === 'difference') paintDifference(first, second, gain, bytes);
  else if (view === 'captured') paintColors(captured, bytes);
  else if (view === 'captured-difference') paintDifference(first, captured, gain, bytes);
  else if (view === 'second' || pane === 1) paintColors(second, bytes);
  else {
    paintColors(first, bytes);
    if (view === 'mixed') mixIn(second, blend, bytes);
    if (view === 'split') paintColors(second, bytes, Math.max(1, Math.round((1 - blend) * first.width)));
  }
}
