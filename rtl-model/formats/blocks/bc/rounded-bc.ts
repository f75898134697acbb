import type { BcDesign } from '../../../design/design.ts';
import { ConstantTable, type Steps } from '../../../steps/steps.ts';
import { repeated } from '../bits.ts';
import { signedScale, unsignedScale } from '../component-scale.ts';
import { type BcValues, type RampValues, stepOrRangeEnd } from './bc-values.ts';
import { exactRamp } from './bc4-bc5.ts';

type Blend = BcDesign['fiveBits']['third'];

const COLOR_SCALE = unsignedScale(255);

/**
 * The values of BC1 to BC5 as a design rounds them: colours are codes of 8 bits, ramps of as many as it has. D3D11.3 19.5.2
 * allows such decoders within a tolerance. Signed ramps are exact in designs without rules for them.
 */
export function roundedValues(bc: BcDesign): BcValues {
  return {
    colorScales: [COLOR_SCALE, COLOR_SCALE, COLOR_SCALE],
    alphaScale: COLOR_SCALE,
    threeColors: bc.threeColors === 'all',
    ramps: {
      alpha: roundedRamp('alpha', bc.alpha),
      unorm: roundedRamp('unorm', bc.ramp),
      snorm: bc.signedRamp === null ? exactRamp(true) : signedRamp(bc.signedRamp),
    },
    color: (s, bits, end0, end1, code) => {
      const { of, third, half } = bits === 5 ? bc.fiveBits : bc.sixBits;
      const [wide0, wide1] = [end0, end1].map((end) => endOf(s, bc, end, bits));
      const [a, b] = of === 'codes' ? [end0, end1] : [wide0, wide1];
      const four = s.less(code, s.constant(4));
      const third0 = s.select(four, blended(s, third, a, b), blended(s, half, a, b));
      const third1 = s.select(four, blended(s, third, b, a), s.constant(0));
      const palette = [wide0, wide1, third0, third1];
      const entry = s.lowBits(code, 2);
      return palette.reduceRight((others, own, n) => s.select(s.equal(entry, s.constant(n)), own, others));
    },
    alpha: (s, code) => endOf(s, bc, code, 4),
  };
}

/** An end of 4, 5 or 6 bits as a code of 8 bits. */
function endOf<V>(s: Steps<V>, { ends }: BcDesign, code: V, bits: number): V {
  return ends === 'shifted' ? s.multiply(code, s.constant(2 ** (8 - bits))) : repeated(s, code, bits, 8);
}

function blended<V>(s: Steps<V>, { first, second, added, divisor }: Blend, a: V, b: V): V {
  const sum = s.add(s.multiply(s.constant(first), a), s.multiply(s.constant(second), b));
  return divided(s, s.add(sum, s.constant(added)), s.constant(divisor));
}

/** The quotient of two integers, not negative, without its fraction. */
function divided<V>(s: Steps<V>, a: V, b: V): V {
  return s.saturated(s.floor(s.divide(s.double(a), s.double(b))));
}

/** A number of the codes of 8 values from entry 0 on, then of those of 6. */
function tableOf(name: string, eight: readonly number[], six: readonly number[]): ConstantTable {
  return new ConstantTable(`bc ${name}`, () => Int32Array.of(0, 0, ...eight, 0, 0, ...six, 0, 0));
}

/** The component (D3D11.3 19.5.9) with the design's steps between the ends. */
function roundedRamp(name: string, { bits, eightSteps, sixSteps }: BcDesign['ramp']): RampValues {
  const scale = unsignedScale(2 ** bits - 1);
  const weights = tableOf(name, eightSteps.weights, sixSteps.weights);
  return {
    scale,
    value: (s, end0, end1, code) => {
      const eight = s.less(end1, end0);
      const [total, added, divisor] = (['total', 'added', 'divisor'] as const).map((of) =>
        s.select(eight, s.constant(eightSteps[of]), s.constant(sixSteps[of])),
      );
      const weight = ofCode(s, weights, eight, code);
      const sum = s.add(s.multiply(weight, end0), s.multiply(s.subtract(total, weight), end1));
      const step = divided(s, s.add(sum, added), divisor);
      const [wide0, wide1] = [end0, end1].map((end) => repeated(s, end, 8, bits));
      return endOrStep(s, code, wide0, wide1, stepOrRangeEnd(s, eight, code, step, 0, scale.one));
    },
  };
}

/** The same with signed ends of 16 bits, -1 to 1 (D3D11.3 19.5.10). */
function signedRamp({ total, eightSteps, sixSteps }: NonNullable<BcDesign['signedRamp']>): RampValues {
  const scale = signedScale(2 ** 15 - 1);
  const weights = tableOf('snorm', eightSteps.weights, sixSteps.weights);
  const rests = tableOf('snorm rests', eightSteps.rests, sixSteps.rests);
  return {
    scale,
    value: (s, stored0, stored1, code) => {
      const eight = s.less(stored1, stored0);
      const [end0, end1] = [stored0, stored1].map((end) => s.greatest(s.constant(-127), end));
      const [wide0, wide1] = [end0, end1].map((end) => signedEnd(s, end));
      const weight = ofCode(s, weights, eight, code);
      const ofFirst = s.equal(ofCode(s, rests, eight, code), s.constant(1));
      const sum = s.add(s.multiply(weight, end0), s.multiply(s.subtract(s.constant(total), weight), end1));
      const whole = s.multiply(s.constant(total), s.select(ofFirst, end0, end1));
      const step = s.add(sum, s.subtract(s.select(ofFirst, wide0, wide1), whole));
      return endOrStep(s, code, wide0, wide1, stepOrRangeEnd(s, eight, code, step, -scale.one, scale.one));
    },
  };
}

function ofCode<V>(s: Steps<V>, table: ConstantTable, eight: V, code: V): V {
  const entry = s.add(code, s.select(eight, s.constant(0), s.constant(8)));
  return s.entryOf(table, entry, 0, 65_536);
}

/** The ends have the codes 0 and 1. */
function endOrStep<V>(s: Steps<V>, code: V, end0: V, end1: V, step: V): V {
  return s.select(s.equal(code, s.constant(0)), end0, s.select(s.equal(code, s.constant(1)), end1, step));
}

/** The magnitude's 7 bits, repeated to 15. */
function signedEnd<V>(s: Steps<V>, code: V): V {
  const none = s.constant(0);
  const negative = s.subtract(none, code);
  const wide = repeated(s, s.greatest(code, negative), 7, 15);
  return s.select(s.less(code, none), s.subtract(none, wide), wide);
}
