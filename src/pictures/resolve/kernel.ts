/** The possible numbers of samples of a pixel. 1 is a plain picture, for filters over neighbouring pixels. */
export const SAMPLE_COUNTS = [1, 2, 4, 8, 16] as const;

/** One sample that a resolved pixel reads. */
export interface Tap {
  /** Distance to the pixel that is read; beyond the border the nearest pixel is read. */
  readonly dx: number;
  readonly dy: number;
  /** Number of the pixel's sample, from 0. */
  readonly sample: number;
  /** Finite; rounded to float32 before use. Weights that add up to 1 keep the brightness. */
  readonly weight: number;
}

/** Weights of the source's five-tap horizontal filter, from the second pixel on the left to the second on the right. */
export const FIVE_TAPS = Object.freeze([0.1, 0.2, 0.4, 0.2, 0.1]);

/** Equal weights for all samples. */
export function equalWeights(samples: number): readonly number[] {
  return Array.from({ length: samples }, () => 1 / samples);
}

/**
 * The taps of a resolve: pixels from left to right, and in each pixel its samples in their order. The sums have the
 * same order.
 *
 * @param sampleWeights one for each sample of a pixel
 * @param pixelWeights an odd number of weights: the middle one is the resolved pixel's, the others are its neighbours'
 */
export function tapsOf(sampleWeights: readonly number[], pixelWeights: readonly number[] = [1]): readonly Tap[] {
  const middle = (pixelWeights.length - 1) / 2;
  return pixelWeights.flatMap((across, n) =>
    sampleWeights.map((weight, sample) => ({ dx: n - middle, dy: 0, sample, weight: weight * across })),
  );
}
