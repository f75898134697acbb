import { floatText, floatValue } from './float-text.ts';

/** The components of a texel, in its order. */
export const COMPONENTS = ['r', 'g', 'b', 'a'] as const;

/** The values that `componentValue` takes, for messages. */
export const COMPONENT_FORMS = 'a float32 number, an integer of 32 bits, "NaN", "Infinity" or "-Infinity"';

/**
 * JSON text of a component of a texel. Integers of 32 bits, signed or unsigned, have all their digits, whether they are
 * in a float32 or not, so that a reader need not know; everything else is as `floatText` has it.
 */
export function componentText(value: number): string {
  return isInteger32(value) && !Object.is(value, -0) ? String(value) : floatText(value);
}

/** `[r,g,b,a]`. */
export function componentListText(values: readonly number[]): string {
  return `[${values.map(componentText).join(',')}]`;
}

/**
 * The component that a parsed JSON value means: an integer of 32 bits as it is, any other number rounded to float32.
 *
 * @returns undefined for anything else, and for a number beyond the largest float32
 */
export function componentValue(value: unknown): number | undefined {
  return typeof value === 'number' && isInteger32(value) ? value : floatValue(value);
}

function isInteger32(value: number): boolean {
  return Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 32;
}
