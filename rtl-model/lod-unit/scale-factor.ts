import type { LodDesign } from '../design/design.ts';
import type { Steps } from '../steps/steps.ts';
import { norm, sumOfProducts } from './ellipse.ts';

/** Fields of a design that decide the length of a vector. */
export type ScaleFactorDesign = Pick<LodDesign, 'scaleFactor' | 'alpha' | 'beta'>;

/**
 * Length of a derivative vector in texels, before it is narrowed, float64 (Vulkan: Scale Factor Operation, f_x and f_y).
 * Every method is continuous, rises with |u| and |v| and stays within max(|u|, |v|) and sqrt(2) (|u| + |v|).
 *
 * `ellipse` takes the length of a vector that was made orthogonal before.
 *
 * @param u,v float64 that hold float32
 */
export function planeLength<V>(s: Steps<V>, u: V, v: V, { scaleFactor, alpha, beta }: ScaleFactorDesign): V {
  const [sizeU, sizeV] = [s.absolute(u), s.absolute(v)];
  switch (scaleFactor) {
    case 'ellipse':
    case 'euclidean':
      return s.squareRoot(sumOfProducts(s, u, u, v, v));
    case 'max-component':
      return s.larger(sizeU, sizeV);
    case 'component-sum':
      return s.add(sizeU, sizeV);
    case 'alpha-max-beta-min':
      return weighed(s, s.larger(sizeU, sizeV), s.smaller(sizeU, sizeV), alpha, beta);
  }
}

/** The same of a vector in a volume; alpha-max-beta-min takes the two smaller components together. */
export function volumeLength<V>(s: Steps<V>, u: V, v: V, w: V, { scaleFactor, alpha, beta }: ScaleFactorDesign): V {
  const [sizeU, sizeV, sizeW] = [s.absolute(u), s.absolute(v), s.absolute(w)];
  const ofPlane = s.larger(sizeU, sizeV);
  const larger = s.larger(ofPlane, sizeW);
  switch (scaleFactor) {
    case 'ellipse':
    case 'euclidean':
      return norm(s, u, v, w);
    case 'max-component':
      return larger;
    case 'component-sum':
      return s.add(s.add(sizeU, sizeV), sizeW);
    case 'alpha-max-beta-min':
      return weighed(s, larger, s.add(s.smaller(sizeU, sizeV), s.smaller(ofPlane, sizeW)), alpha, beta);
  }
}

function weighed<V>(s: Steps<V>, larger: V, smaller: V, alpha: number, beta: number): V {
  return sumOfProducts(s, s.constant(alpha, 'float64'), larger, s.constant(beta, 'float64'), smaller);
}
