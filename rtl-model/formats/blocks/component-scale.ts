/** The form in which a component travels through the filter: an integer code, or a float32. */
export interface ComponentScale {
  /** The code that represents 1: 2^n - 1, 2^(n-1) - 1 for SNORM, 1 for integers, floats and constants. */
  readonly one: number;
  /** Width of the code, the sign included; 0 for floats. */
  readonly bits: number;
  readonly signed: boolean;
}
