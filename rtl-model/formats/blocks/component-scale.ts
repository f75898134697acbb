/** The form in which a component travels through the filter: an integer code, or a float32. */
export interface ComponentScale {
  /** The code that represents 1: 2^n - 1, 2^(n-1) - 1 for SNORM, 32 for SFIXED5, 1 for integers, floats and constants. */
  readonly one: number;
  /** Width of the code, the sign included; 0 for floats. */
  readonly bits: number;
  readonly signed: boolean;
}

/** The scale of a component that a format lacks: 0, or 1 for alpha. The alphas of BC1 with alpha are 0 and 1 too. */
export const CONSTANT_SCALE: ComponentScale = Object.freeze({ one: 1, bits: 1, signed: false });

/** The scale of float components, whose values are final. */
export function floatScale(signed: boolean): ComponentScale {
  return Object.freeze({ one: 1, bits: 0, signed });
}

/** The scale of codes 0 to `one`. */
export function unsignedScale(one: number): ComponentScale {
  return Object.freeze({ one, bits: bitLength(one), signed: false });
}

/** The scale of codes -`one` to `one`. */
export function signedScale(one: number): ComponentScale {
  return Object.freeze({ one, bits: bitLength(one) + 1, signed: true });
}

function bitLength(n: number): number {
  return 32 - Math.clz32(n);
}
