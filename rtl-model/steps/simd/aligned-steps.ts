import type { StepNode } from '../step.ts';
import type { AlignedDetail, ExponentClass } from '../texel-codes.ts';
import { halvesOf } from './float-steps.ts';
import { HALF_LIMIT } from './float-parts.ts';
import { type SimdEmitter, type Locals } from './simd-emitter.ts';
import * as SIMD from './simd-opcodes.ts';

/** The exponent of a float32. */
const EXPONENT = 0x7f800000;
const FRACTION_BITS = 23;
const BIAS = 127;

/** Texels that are cut to the greatest exponent of their pass. */
export class AlignedSteps {
  constructor(
    private readonly e: SimdEmitter,
    private readonly leaveUnless: (masks: Locals) => void,
  ) {}

  /**
   * Texels of a pass as multiples of one unit, toward zero; 0 for those without a weight. Lanes whose unit is no float32, or
   * that have a texel which is not finite, are left to the units.
   */
  aligned({ operands, detail }: StepNode): Locals {
    const { e } = this;
    const { kept, single, classes } = detail as AlignedDetail;
    const [taps, weights] = halvesOf(operands);
    const none = e.integers(0);
    const unweighted = weights.map((weight) =>
      e.once(`no weight ${weight.id}`, () => e.beside(e.binary(SIMD.equal32, e.value(weight)[0], none))),
    );
    const least = e.integers(kept << FRACTION_BITS);
    const sure: number[] = [];
    const vectors = e.vectors.map((v) => {
      const texels = taps.map((tap, n) => e.binary(SIMD.andNot, e.value(tap)[v], unweighted[n][v]));
      const most = texels.map((texel) => e.unary(SIMD.absF32, texel)).reduce((a, b) => e.binary(SIMD.max32, a, b));
      if (classes === undefined) {
        const finite = e.binary(SIMD.lessF32, most, e.floats(single ? Infinity : HALF_LIMIT));
        sure.push(single ? e.binary(SIMD.and, finite, this.hasUnit(most, least)) : finite);
      }
      const own = classes === undefined ? e.binary(SIMD.and, most, e.integers(EXPONENT)) : this.ofClass(most, classes);
      const exponent = e.binary(SIMD.max32, own, least);
      const unit = e.binary(SIMD.subtract32, exponent, e.integers((kept - 1) << FRACTION_BITS));
      const units = e.binary(SIMD.subtract32, e.integers((2 * BIAS + kept - 1) << FRACTION_BITS), exponent);
      return texels.map((texel) => {
        const whole = e.unary(SIMD.truncF32, e.binary(SIMD.multiplyF32, texel, units));
        return e.binary(SIMD.multiplyF32, whole, unit);
      });
    });
    if (sure.length > 0) this.leaveUnless(sure);
    return [0, 1, 2, 3].flatMap((tap) => vectors.map((texels) => texels[tap]));
  }

  /** The exponent of the class of a float32, in its place. */
  private ofClass(most: number, classes: readonly ExponentClass[]): number {
    const { e } = this;
    const first = e.integers((classes[0].exponent + BIAS) << FRACTION_BITS);
    return classes.slice(1).reduce((exponent, { least, exponent: own }, n) => {
      const more = own - classes[n].exponent;
      if (more === 0) return exponent;
      const reaches = e.binary(SIMD.lessOrEqualF32, e.floats(least), most);
      return e.binary(SIMD.add32, exponent, e.binary(SIMD.and, reaches, e.integers(more << FRACTION_BITS)));
    }, first);
  }

  /** True where the unit is a float32, or where no texel counts: denormals are zeros in sums. */
  private hasUnit(most: number, least: number): number {
    const { e } = this;
    return e.binary(
      SIMD.or,
      e.binary(SIMD.greater32, e.integers(1 << FRACTION_BITS), most),
      e.unary(SIMD.not, e.binary(SIMD.greater32, least, most)),
    );
  }
}
