import type { TexelWeight } from '../../../../src/pictures/downsampler/reduction.ts';
import type { TexelFormat } from '../../../../rtl-model/formats/texel-format.ts';
import type { Round, Texel } from './own-arithmetic.ts';

/** A reduction of four texels to one, in the order upper left, upper right, lower left, lower right. */
export type Reduce4 = (a: Texel, b: Texel, c: Texel, d: Texel) => Texel;

/** The mean with every step rounded. */
export function ownAverage(round: Round): Reduce4 {
  return (a, b, c, d) => a.map((x, k) => round(round(round(round(x + b[k]) + c[k]) + d[k]) / 4));
}

function ownExtreme(extreme: (a: number, b: number) => number): Reduce4 {
  return (...texels) =>
    texels[0].map((_, k) => {
      const numbers = texels.map((texel) => texel[k]).filter((x) => !Number.isNaN(x));
      return numbers.length === 0 ? NaN : numbers.reduce(extreme);
    });
}

/** -0 is less than 0. */
const isLess = (a: number, b: number) => a < b || (a === b && Object.is(a, -0));
export const ownMin: Reduce4 = ownExtreme((a, b) => (isLess(a, b) ? a : b));
export const ownMax: Reduce4 = ownExtreme((a, b) => (isLess(a, b) ? b : a));

/** The weighted mean with every step rounded. */
export function ownWeighted(format: TexelFormat, weight: TexelWeight, round: Round): Reduce4 {
  const scale = (component: number) => {
    if (format.componentBits !== 8 || (format.componentType === 'srgb' && component !== 3)) return 1;
    return format.componentType === 'snorm' ? 127 : 255;
  };
  const channel = (texel: Texel, component: number) => {
    const k = format.order.indexOf(component);
    return k < 0 ? (component === 3 ? 1 : 0) : texel[k] / scale(component);
  };
  return (...texels) => {
    const given = texels.map((texel, corner) => {
      const [r, g, b, a] = [0, 1, 2, 3].map((component) => channel(texel, component));
      return round(weight(r, g, b, a, corner));
    });
    const weights = given.some((w) => w !== 0) ? given : [1, 1, 1, 1];
    const total = weights.reduce((sum, w) => round(sum + w));
    return texels[0].map((_, k) => {
      const products = texels.map((texel, corner) => round(texel[k] * weights[corner]));
      return round(products.reduce((sum, product) => round(sum + product)) / total);
    });
  };
}
