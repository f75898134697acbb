import type { ComponentScale } from '../../texel-decoder/component-scale.ts';

/** A component that a format lacks: 0, or 1 for alpha. BC1 with alpha has exactly these two alphas as well. */
export const CONSTANT_SCALE: ComponentScale = Object.freeze({ one: 1, bits: 1, signed: false });

/** Float components, whose values need no scale. */
export function floatScale(signed: boolean): ComponentScale {
  return Object.freeze({ one: 1, bits: 0, signed });
}

/** Codes 0 to `one`. */
export function unsignedScale(one: number): ComponentScale {
  return Object.freeze({ one, bits: bitLength(one), signed: false });
}

/** Codes -`one` to `one`. */
export function signedScale(one: number): ComponentScale {
  return Object.freeze({ one, bits: bitLength(one) + 1, signed: true });
}

function bitLength(n: number): number {
  return 32 - Math.clz32(n);
}
