/** Messages of RangeErrors that JavaScript itself throws where memory or the stack does not suffice. */
const NO_MEMORY =
  /^(Array buffer allocation failed|Invalid (typed )?array length|Invalid string length|(Map|Set) maximum size exceeded|Cannot create a )/;
const NO_STACK = /^Maximum call stack size exceeded/;

/**
 * The words for an error that JavaScript itself throws because an input is too large for it; null for any other error.
 */
export function outgrown(error: unknown): string | null {
  if (!(error instanceof Error) || !(error instanceof RangeError || 'code' in error)) return null;
  if (NO_STACK.test(error.message)) return 'the input is nested too deeply';
  return NO_MEMORY.test(error.message) ? 'the input needs more memory than there is' : null;
}

/** True for an error that JavaScript itself throws: no message of it is meant for a user. */
export function isEngineError(error: unknown): boolean {
  return (
    error instanceof TypeError ||
    error instanceof ReferenceError ||
    error instanceof SyntaxError ||
    outgrown(error) !== null ||
    (error instanceof RangeError && /out of bounds|outside the bounds|^offset/i.test(error.message))
  );
}
