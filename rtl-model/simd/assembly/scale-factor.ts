import { lengthOf, sumOfProducts } from './float64.ts';
import { LodRecord } from './lod-record.ts';

// Numbers of SCALE_FACTORS.
export const ELLIPSE = 0;
const EUCLIDEAN = 1;
const MAX_COMPONENT = 2;
const COMPONENT_SUM = 3;

/** `scaleFactor` of two vectors, before it is rounded to float32. */
export function vectorLength(u: v128, v: v128, r: LodRecord): v128 {
  if (r.scaleFactor <= EUCLIDEAN) return lengthOf(u, v);
  const sizeU = f64x2.abs(u);
  const sizeV = f64x2.abs(v);
  if (r.scaleFactor === COMPONENT_SUM) return f64x2.add(sizeU, sizeV);
  const larger = f64x2.max(sizeU, sizeV);
  if (r.scaleFactor === MAX_COMPONENT) return larger;
  return sumOfProducts(f64x2.splat(r.alpha), larger, f64x2.splat(r.beta), f64x2.min(sizeU, sizeV));
}
