import type { Explanation } from '../../explain/explanation.ts';

/** An explanation, and the texels around each of its footprints; undefined where they are not drawn. */
export interface PixelExplanation extends Explanation {
  readonly around: readonly (Float32Array | undefined)[];
}

/** The explanations of a pixel with both designs. */
export interface Explanations {
  readonly pixel: readonly [number, number];
  /** Null for a pixel that no request covers. */
  readonly first: PixelExplanation | null;
  readonly second: PixelExplanation | null;
  /** False while the requests before have not yet filled the cache: hits, misses and cycles will change. */
  readonly afterAll: boolean;
}
