import { heatColor } from '../../../platform/pages/heat-picture.ts';
import { BACKGROUND } from '../../../simulate/framebuffer.ts';
import type { Quantity, ValueRange } from '../state/inspector-state.ts';
import type { IncomingPicture } from '../state/pictures.ts';

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

/** Paints a quantity. @param bytes r, g, b, a of each pixel */
export function paintQuantity(picture: IncomingPicture, range: ValueRange | null, bytes: Uint8ClampedArray): void {
  const { values } = picture;
  const [least, most] = range ?? [0, 0];
  for (let pixel = 0, at = 0; at < bytes.length; pixel++, at += 4) {
    const share = most === least ? 0 : Math.min(1, Math.max(0, (values[pixel] - least) / (most - least)));
    const color = range === null || !picture.has(pixel) ? BACKGROUND : RAMP[Math.round(STEPS * share)];
    for (let c = 0; c < 3; c++) bytes[at + c] = color[c];
    bytes[at + 3] = 255;
  }
}
