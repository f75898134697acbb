/** Samples of a pixel. 1 is a plain picture, for filters over neighbouring pixels. */
export const SAMPLE_COUNTS = [1, 2, 4, 8, 16] as const;

/** One sample that a resolved pixel reads. */
export interface Tap {
  /** Which pixel, counted from the resolved one; beyond the border the nearest pixel is read. */
  readonly dx: number;
  readonly dy: number;
  /** Which of the pixel's samples, from 0. */
  readonly sample: number;
  /** Finite; rounded to float32 before use. Weights that add up to 1 keep the brightness. */
  readonly weight: number;
}

/** Weights of the five-tap horizontal filter of the source, from the second pixel at the left to the second at the right. */
export const FIVE_TAPS = Object.freeze([0.1, 0.2, 0.4, 0.2, 0.1]);

/** The same weight for every sample. */
export function equalWeights(samples: number): readonly number[] {
  return Array.from({ length: samples }, () => 1 / samples);
}

/**
 * The taps of a resolve: pixels from left to right, in each its samples in their order. That is the order of the sums.
 *
 * @param sampleWeights one for each sample of a pixel
 * @param pixelWeights an odd number of them: the middle one is the resolved pixel's, its neighbours stand at its sides
 */
export function tapsOf(sampleWeights: readonly number[], pixelWeights: readonly number[] = [1]): readonly Tap[] {
  const middle = (pixelWeights.length - 1) / 2;
  return pixelWeights.flatMap((across, n) =>
    sampleWeights.map((weight, sample) => ({ dx: n - middle, dy: 0, sample, weight: weight * across })),
  );
}
