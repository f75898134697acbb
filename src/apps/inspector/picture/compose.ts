import { BACKGROUND } from '../../../simulate/framebuffer.ts';
import { screenByte } from '../../components/screen-byte.ts';
import { CHANNELS, type InspectorState, quantityOf, type ValueRange } from '../state/inspector-state.ts';
import { type PaintedPixels, paintQuantity, rangeOf, shareOf } from './false-colours.ts';
import type { IncomingPicture, pictures } from '../state/pictures.ts';

type Pictures = typeof pictures;
/** The state that the colours of a picture depend on. */
export type ShownState = Pick<
  InspectorState,
  'view' | 'channels' | 'blend' | 'gain' | 'scale' | 'curve' | 'coloursOf' | 'second'
>;

/** The picture whose values a pane shows, and the one that is subtracted from it. @param pane 1 is the right one of two */
function operands(view: ShownState['view'], { first, second, captured, map }: Pictures, pane: number) {
  if (quantityOf(view) !== null) return { of: map, minus: null };
  if (view === 'difference') return { of: first, minus: second };
  if (view === 'captured-difference') return { of: first, minus: captured };
  if (view === 'captured') return { of: captured, minus: null };
  return { of: view === 'second' || pane === 1 ? second : first, minus: null };
}

/** The values that are black, or the first colour, and white, or the last one; null for a picture without values. */
export function rangeShown({ view, scale, gain }: ShownState, all: Pictures): ValueRange | null {
  if (scale !== null) return scale;
  if (quantityOf(view) !== null) return rangeOf(all.map);
  return [0, operands(view, all, 0).minus === null ? 1 : 1 / gain];
}

/** Paints a pane of what a state shows. @param pane 1 is the right one of two */
export function paint(state: ShownState, all: Pictures, pixels: PaintedPixels, pane = 0): void {
  const { view, blend, curve } = state;
  const { of, minus } = operands(view, all, pane);
  const range = rangeShown(state, all);
  if (of === all.map) return paintQuantity(of, range, curve, pixels);
  paintResults(state, range!, of, minus, pixels);
  const second = (over: PutOver) => paintResults(state, range!, all.second, null, pixels, over);
  const border = Math.max(1, Math.round((1 - blend) * of.width));
  if (view === 'mixed') second((before, byte, _x, covered) => before + (covered ? blend * (byte - before) : 0));
  if (view === 'split') second((before, byte, x) => (x < border ? before : byte));
}

/** The byte of a column that replaces the one before. */
type PutOver = (before: number, byte: number, x: number, covered: boolean) => number;

/** Results, or the distances of two, as bytes of the screen. */
function paintResults(
  { channels, curve }: ShownState,
  range: ValueRange,
  picture: IncomingPicture,
  minus: IncomingPicture | null,
  { bytes, from, until }: PaintedPixels,
  over: PutOver = (_before, byte) => byte,
): void {
  const { values, width, linear } = picture;
  const shown = CHANNELS[channels];
  for (let pixel = from, at = 4 * from; pixel < until; pixel++, at += 4) {
    const covered = picture.has(pixel) && (minus === null || minus.has(pixel));
    for (let c = 0; c < 3; c++) {
      const place = at + shown[c];
      const value = minus === null ? values[place] : Math.abs(values[place] - minus.values[place]);
      // Alpha and differences are no light.
      const isLight = linear && shown[c] < 3 && minus === null;
      const byte = covered ? screenByte(shareOf(value, range, curve), isLight) : minus === null ? BACKGROUND[c] : 0;
      bytes[at + c] = over(bytes[at + c], byte, pixel % width, covered);
    }
    bytes[at + 3] = 255;
  }
}

/** How often values are in a picture, or in both of a view of two. */
export interface Histogram {
  /** Counts in the bins of equal width between the least and the largest value. */
  readonly counts: Uint32Array;
  readonly domain: ValueRange;
}

const BINS = 160;
/** The most pixels that are counted: of a larger picture, one of every few. */
const COUNTED = 2 ** 18;

/** The histogram of the values that a state shows; of results, from 0 to 1 at least. Null without values. */
export function histogramOf(state: ShownState, all: Pictures): Histogram | null {
  const { view, channels } = state;
  const { of, minus } = operands(view, all, 0);
  const isTwo = view === 'beside' || view === 'split' || view === 'mixed';
  const numbers = of.numbers === 1 ? [0] : [...new Set(CHANNELS[channels])];
  const pixels = of.width * of.height;
  const step = Math.max(1, Math.floor(pixels / COUNTED));
  const panes = isTwo ? [of, all.second] : [of];
  const found = new Float64Array(panes.length * numbers.length * Math.ceil(pixels / step));
  let count = 0;
  for (const picture of panes) {
    for (let pixel = 0; pixel < pixels; pixel += step) {
      if (!picture.has(pixel) || minus?.has(pixel) === false) continue;
      for (const c of numbers) {
        const place = of.numbers * pixel + c;
        const value = minus === null ? picture.values[place] : Math.abs(picture.values[place] - minus.values[place]);
        if (Number.isFinite(value)) found[count++] = value;
      }
    }
  }
  const isQuantity = of.numbers === 1;
  let [least, most] = isQuantity || minus !== null ? [Infinity, -Infinity] : [0, 1];
  for (let n = 0; n < count; n++) {
    if (found[n] < least) least = found[n];
    if (found[n] > most) most = found[n];
  }
  if (least > most) return null;
  const counts = new Uint32Array(BINS);
  const scale = BINS / (most - least || 1);
  for (let n = 0; n < count; n++) counts[Math.min(BINS - 1, Math.floor((found[n] - least) * scale))]++;
  return { counts, domain: [least, most] };
}
