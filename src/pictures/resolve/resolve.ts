import type { Tap } from './kernel.ts';
import type { LightPicture, MultisamplePicture } from './multisample-picture.ts';
import { type ReciprocalPrecision, reciprocalUnit } from './reciprocal.ts';

/**
 * The methods: a plain weighted sum, or one whose weights are reduced by the sample's brightness (max3 or luma) and
 * which is inverted after the sum.
 */
export const RESOLVE_METHODS = ['box', 'tonemapped', 'luma'] as const;
export type ResolveMethod = (typeof RESOLVE_METHODS)[number];

export interface ResolveSettings {
  readonly method: ResolveMethod;
  /** The taps in the order in which they are added. */
  readonly taps: readonly Tap[];
  readonly reciprocal: ReciprocalPrecision;
  /**
   * False for sums that stay tone-mapped, between 0 and 1: the source's second variant, a filter whose result a later
   * pass inverts or shows. True if absent.
   */
  readonly inverse?: boolean;
}

const fround = Math.fround;

/** The largest of three float32 values. A number wins over a NaN, as in D3D11.3 3.1.3.1; three NaNs give NaN. */
export function max3(r: number, g: number, b: number): number {
  let largest = r;
  if (g > largest || Number.isNaN(largest)) largest = g;
  if (b > largest || Number.isNaN(largest)) largest = b;
  return largest;
}

/** ITU-R BT.709 weights of red, green and blue in linear light, as float32. */
const RED = fround(0.2126);
const GREEN = fround(0.7152);
const BLUE = fround(0.0722);

/** Luma of a linear colour: one product and two multiply-adds, every step rounded to float32. NaN propagates. */
function luma(r: number, g: number, b: number): number {
  return fround(fround(fround(r * RED) + fround(g * GREEN)) + fround(b * BLUE));
}

/**
 * Resolves a multisampled picture. Every operation is float32, rounded to nearest even, denormals kept (Vulkan leaves
 * that open):
 *
 *     weight of a tap    k = w * reciprocal(m + 1), m = max3(r, g, b) or luma(r, g, b); k = w for `box`
 *     sum, tap by tap    c = c + component * k, product and sum rounded each; the first tap is a product alone
 *     inverse            c * reciprocal(1 - m) with m of the sums; none for `box`, or if `inverse` is false
 *
 * Alpha is the plain weighted sum in every method. Infinities, NaN, m = 1 and m > 1 are not treated specially
 * (docs/resolve.md lists the results).
 *
 * @throws RangeError when there is no tap, or a tap names a sample that does not exist or has a weight that is not
 * finite
 */
export function resolve(picture: MultisamplePicture, settings: ResolveSettings): LightPicture {
  const { width, height, samples } = picture;
  const { taps } = settings;
  checkTaps(taps, samples);
  const resolveRow = rowResolver(picture, settings);
  const values = new Float32Array(4 * width * height);
  for (let y = 0; y < height; y++) {
    const rows = Int32Array.from(taps, ({ dy }) => 4 * within(y + dy, height) * width * samples);
    resolveRow(rows, values, 4 * y * width);
  }
  return { width, height, samples: 1, values };
}

function checkTaps(taps: readonly Tap[], samples: number): void {
  if (taps.length === 0) throw new RangeError('a resolve without taps');
  taps.forEach(({ dx, dy, sample, weight }, n) => {
    if (!Number.isInteger(dx) || !Number.isInteger(dy)) {
      throw new RangeError(`tap ${n} is at ${dx}, ${dy}; expected whole pixels`);
    }
    if (!Number.isInteger(sample) || sample < 0 || sample >= samples) {
      throw new RangeError(`tap ${n} is of sample ${sample}; the picture has samples 0 to ${samples - 1}`);
    }
    if (!Number.isFinite(fround(weight))) throw new RangeError(`tap ${n} weighs ${weight}; expected a finite float32`);
  });
}

/**
 * Resolves a row of pixels to `result` from `first` on. The sums begin with -0, because -0 plus the first product leaves
 * the product unchanged.
 *
 * @param rows the start of each tap's row
 */
type RowResolver = (rows: Int32Array, result: Float32Array, first: number) => void;

function rowResolver(
  { values, width, samples }: MultisamplePicture,
  { method, taps, reciprocal: precision, inverse: inverted = true }: ResolveSettings,
): RowResolver {
  const reciprocal = reciprocalUnit(precision);
  const isPlain = method === 'box';
  const byLuma = method === 'luma';
  const inverts = inverted && !isPlain;
  const weights = Float32Array.from(taps, ({ weight }) => weight);
  /** The position in its row of the sample of pixel x and tap n, at x * taps + n. */
  const columns = Int32Array.from({ length: width * taps.length }, (_, k) => {
    const { dx, sample } = taps[k % taps.length];
    return 4 * (within(Math.floor(k / taps.length) + dx, width) * samples + sample);
  });
  return (rows, result, first) => {
    for (let x = 0, column = 0, to = first; x < width; x++, to += 4) {
      let r = -0;
      let g = -0;
      let b = -0;
      let a = -0;
      for (let n = 0; n < weights.length; n++) {
        const at = rows[n] + columns[column++];
        const red = values[at];
        const green = values[at + 1];
        const blue = values[at + 2];
        const w = weights[n];
        const m = isPlain ? 0 : byLuma ? luma(red, green, blue) : max3(red, green, blue);
        const k = isPlain ? w : fround(w * reciprocal(fround(m + 1)));
        r = fround(r + fround(red * k));
        g = fround(g + fround(green * k));
        b = fround(b + fround(blue * k));
        a = fround(a + fround(values[at + 3] * w));
      }
      // A product with 1 changes nothing.
      const inverse = inverts ? reciprocal(fround(1 - (byLuma ? luma(r, g, b) : max3(r, g, b)))) : 1;
      result[to] = fround(r * inverse);
      result[to + 1] = fround(g * inverse);
      result[to + 2] = fround(b * inverse);
      result[to + 3] = a;
    }
  };
}

/** The index, clamped to 0 to size - 1. */
function within(index: number, size: number): number {
  return Math.max(0, Math.min(index, size - 1));
}
