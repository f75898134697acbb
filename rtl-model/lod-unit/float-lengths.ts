import { leadingBit } from '../fixed-point/truncation.ts';
import type { Steps } from '../steps/steps.ts';
import { truncated } from '../steps/truncated.ts';

/**
 * Lengths of vectors in floats of a few significant bits, alpha |larger| + beta |smaller|, as an NVIDIA GPU makes them
 * (pantheonsim, texture_grad.hpp, by five million fetches of an RTX 3060). Every value has the bits of `unit`, 2^(1 - bits).
 */
export class FloatLengths {
  constructor(
    private readonly unit: number,
    private readonly alpha: number,
    private readonly beta: number,
  ) {}

  /** `factor` times the length of a vector whose components are cut to the bits first. */
  length<V>(s: Steps<V>, u: V, v: V, factor: number): V {
    const { unit, alpha, beta } = this;
    const [sizeU, sizeV] = [u, v].map((x) => truncated(s, s.absolute(x), unit));
    const larger = truncated(s, this.product(s, s.larger(sizeU, sizeV), factor * alpha), unit);
    return truncated(s, s.add(larger, this.product(s, s.smaller(sizeU, sizeV), factor * beta)), unit);
  }

  /** a + b: of the smaller one, what is below the last place of the larger by more than a bit is cut off. */
  sum<V>(s: Steps<V>, a: V, b: V): V {
    const last = s.multiply(s.leadingBit(s.larger(s.absolute(a), s.absolute(b))), s.constant(this.unit / 2, 'float64'));
    return s.add(s.cutBelow(a, last), s.cutBelow(b, last));
  }

  /** A product that is rounded, ties up, to the last place of `x` times the leading bit of the coefficient. */
  private product<V>(s: Steps<V>, x: V, coefficient: number): V {
    const real = (value: number) => s.constant(value, 'float64');
    const last = s.multiply(s.leadingBit(x), real(this.unit * leadingBit(coefficient)));
    const sum = s.add(s.multiply(x, real(coefficient)), s.multiply(last, real(0.5)));
    return s.cutBelow(sum, last);
  }
}
