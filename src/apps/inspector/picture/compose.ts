import { BACKGROUND } from '../../../simulate/framebuffer.ts';
import { screenByte } from '../../components/screen-byte.ts';
import { CHANNELS, type InspectorState, QUANTITIES } from '../state/inspector-state.ts';
import { paintQuantity, rangeOf } from './false-colours.ts';
import type { IncomingPicture, pictures } from '../state/pictures.ts';

/** The components that red, green and blue of the screen show. */
type Shown = (typeof CHANNELS)[keyof typeof CHANNELS];

/** A component of a pixel as a byte of the screen. Alpha is no light. */
function shownByte({ values, linear }: IncomingPicture, at: number, component: number): number {
  return screenByte(values[at + component], linear && component < 3);
}

/** Results as bytes of the screen, in columns from `from` on. */
function paintColors(picture: IncomingPicture, shown: Shown, bytes: Uint8ClampedArray, from = 0): void {
  const { width } = picture;
  for (let pixel = 0, at = 0; at < bytes.length; pixel++, at += 4) {
    if (from > 0 && pixel % width < from) continue;
    const covered = picture.has(pixel);
    for (let c = 0; c < 3; c++) bytes[at + c] = covered ? shownByte(picture, at, shown[c]) : BACKGROUND[c];
    bytes[at + 3] = 255;
  }
}

/** Mixes a second picture into the bytes. @param share of it, 0 to 1 */
function mixIn(second: IncomingPicture, shown: Shown, share: number, bytes: Uint8ClampedArray): void {
  for (let pixel = 0, at = 0; at < bytes.length; pixel++, at += 4) {
    if (!second.has(pixel)) continue;
    for (let c = 0; c < 3; c++) bytes[at + c] += share * (shownByte(second, at, shown[c]) - bytes[at + c]);
  }
}

/** The difference of two pictures, each component times the gain: equal results are black. */
function paintDifference(
  first: IncomingPicture,
  second: IncomingPicture,
  shown: Shown,
  gain: number,
  bytes: Uint8ClampedArray,
): void {
  for (let pixel = 0, at = 0; at < bytes.length; pixel++, at += 4) {
    const both = first.has(pixel) && second.has(pixel);
    for (let c = 0; c < 3; c++) {
      const of = at + shown[c];
      bytes[at + c] = both ? 255 * gain * Math.abs(first.values[of] - second.values[of]) : 0;
    }
    bytes[at + 3] = 255;
  }
}

/** Paints a pane of what a state shows. @param bytes r, g, b, a of each pixel  @param pane 1 is the right one of two */
export function paint(state: InspectorState, all: typeof pictures, bytes: Uint8ClampedArray, pane = 0): void {
  const { first, second, captured, map } = all;
  const { view, blend, gain, scale } = state;
  const shown = CHANNELS[state.channels];
  if (QUANTITIES.some((quantity) => quantity === view)) paintQuantity(map, scale ?? rangeOf(map), bytes);
  else if (view === 'difference') paintDifference(first, second, shown, gain, bytes);
  else if (view === 'captured') paintColors(captured, shown, bytes);
  else if (view === 'captured-difference') paintDifference(first, captured, shown, gain, bytes);
  else if (view === 'second' || pane === 1) paintColors(second, shown, bytes);
  else {
    paintColors(first, shown, bytes);
    if (view === 'mixed') mixIn(second, shown, blend, bytes);
    if (view === 'split') paintColors(second, shown, bytes, Math.max(1, Math.round((1 - blend) * first.width)));
  }
}
