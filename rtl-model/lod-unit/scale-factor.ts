import type { LodDesign } from '../design/design.ts';

/**
 * Length of a derivative vector in texels, float32 (Vulkan: Scale Factor Operation, f_x and f_y). Every method is
 * continuous, rises with |u| and |v| and stays within max(|u|, |v|) and sqrt(2) (|u| + |v|).
 *
 * `ellipse` takes the length of a vector that was made orthogonal before.
 */
export function scaleFactor(u: number, v: number, lod: LodDesign): number {
  switch (lod.scaleFactor) {
    case 'ellipse':
    case 'euclidean':
      return Math.fround(Math.sqrt(u * u + v * v));
    case 'max-component':
      return Math.max(Math.abs(u), Math.abs(v));
    case 'component-sum':
      return Math.fround(Math.abs(u) + Math.abs(v));
    case 'alpha-max-beta-min': {
      const larger = Math.max(Math.abs(u), Math.abs(v));
      const smaller = Math.min(Math.abs(u), Math.abs(v));
      return Math.fround(lod.alpha * larger + lod.beta * smaller);
    }
  }
}

/** The same for a vector in a volume. */
export function volumeScaleFactor(u: number, v: number, w: number, lod: LodDesign): number {
  return Math.fround(volumeLength(u, v, w, lod));
}

/** The length before it is narrowed, float64; alpha-max-beta-min takes the two smaller components together. */
export function volumeLength(u: number, v: number, w: number, lod: LodDesign): number {
  const ofPlane = Math.max(Math.abs(u), Math.abs(v));
  const larger = Math.max(ofPlane, Math.abs(w));
  switch (lod.scaleFactor) {
    case 'ellipse':
    case 'euclidean':
      return Math.sqrt(u * u + v * v + w * w);
    case 'max-component':
      return larger;
    case 'component-sum':
      return Math.abs(u) + Math.abs(v) + Math.abs(w);
    case 'alpha-max-beta-min':
      return lod.alpha * larger + lod.beta * (Math.min(Math.abs(u), Math.abs(v)) + Math.min(ofPlane, Math.abs(w)));
  }
}
