/**
 * Holds a step that was worked out again to the register in which it ended.
 *
 * @throws Error when it did not: a fault of the program
 */
export function sameBits(step: string, found: number, register: number): void {
  if (Object.is(found, register) || found === register) return;
  throw new Error(`${step}: ${found} does not end in the register's ${register}`);
}
