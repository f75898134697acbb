import { heatColor } from '../../../platform/pages/heat-picture.ts';
import { BACKGROUND } from '../../../simulate/framebuffer.ts';
import type { Curve, Quantity, ValueRange } from '../state/inspector-state.ts';
import type { IncomingPicture } from '../state/pictures.ts';

/** The bytes r, g, b, a of a picture, and its pixels `from` to `until - 1`, row by row, that are painted. */
export interface PaintedPixels {
  readonly bytes: Uint8ClampedArray;
  readonly from: number;
  readonly until: number;
}

/** A quantity in words. */
export const QUANTITY_WORDS: Readonly<Record<Quantity, { readonly title: string; readonly unit: string }>> = {
  lod: { title: 'LOD', unit: 'level' },
  anisotropy: { title: 'Anisotropy', unit: 'samples along the axis' },
  passes: { title: 'Passes', unit: 'passes of the lane' },
  misses: { title: 'Misses', unit: 'lines that the quad misses' },
  latency: { title: 'Latency', unit: 'cycles of the quad' },
};

/** The range of the values that are there; null without any. */
export function rangeOf(picture: IncomingPicture): ValueRange | null {
  const { values } = picture;
  let [least, most] = [Infinity, -Infinity];
  for (let pixel = 0; pixel < values.length; pixel++) {
    if (!picture.has(pixel)) continue;
    least = Math.min(least, values[pixel]);
    most = Math.max(most, values[pixel]);
  }
  return least > most ? null : [least, most];
}

/** A value with at most three decimals. */
export function colourValue(value: number): string {
  return String(Number(value.toFixed(3)));
}

/** Steps of the ramp. */
const STEPS = 255;
const RAMP = Array.from({ length: STEPS + 1 }, (_, n) => heatColor(n / STEPS));

/** The share of a value between the two ends of a range, 0 to 1: as it is, or as log2(1 + 255 share) / 8. */
export function shareOf(value: number, range: ValueRange, curve: Curve): number {
  const [least, most] = [range[0], range[1]];
  const share = most === least ? 0 : Math.min(1, Math.max(0, (value - least) / (most - least)));
  return curve === 'linear' ? share : Math.log2(1 + 255 * share) / 8;
}

/** The colour of a share of the range. */
export function rampColor(share: number): readonly number[] {
  return RAMP[Math.round(STEPS * share)];
}

/** Paints a quantity. */
export function paintQuantity(
  picture: IncomingPicture,
  range: ValueRange | null,
  curve: Curve,
  { bytes, from, until }: PaintedPixels,
): void {
  const { values } = picture;
  for (let pixel = from, at = 4 * from; pixel < until; pixel++, at += 4) {
    const hasValue = range !== null && picture.has(pixel);
    const color = hasValue ? rampColor(shareOf(values[pixel], range, curve)) : BACKGROUND;
    for (let c = 0; c < 3; c++) bytes[at + c] = color[c];
    bytes[at + 3] = 255;
  }
}
