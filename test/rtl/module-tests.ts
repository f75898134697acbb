import { expect, it } from 'vitest';
import { firstDifference, type Leaf, type Vectors } from './verilated.ts';

/** A module and the vectors that it must agree with. */
type Tested = readonly [module: Leaf, vectors: Vectors];

/** A mutant: its fault, the values that select its module, and the text that replaces another. */
export type Mutant<Choice extends readonly unknown[] = readonly []> = readonly [
  wrong: string,
  ...choice: Choice,
  replace: readonly [string, string],
];

/** Tests that the module agrees as the netlist that Yosys makes of it. @param which of several modules */
export function itIsSynthesized(tested: () => Tested, which = ''): void {
  it(`computes the same in the netlist that Yosys makes of it${which}`, async () => {
    const [module, vectors] = tested();
    expect(await firstDifference({ ...module, netlist: true }, vectors)).toBeNull();
  });
}

/** Tests that the vectors, or the assertions, find each mutant of a module. */
export function itFinds<Choice extends readonly unknown[] = readonly []>(
  mutants: readonly Mutant<Choice>[],
  tested: (...choice: Choice) => Tested,
): void {
  it.each(mutants.map((mutant) => [mutant[0], mutant] as const))('is found where %s', async (_, mutant) => {
    const [module, vectors] = tested(...(mutant.slice(1, -1) as unknown as Choice));
    const replace = mutant.at(-1) as readonly [string, string];
    expect(await firstDifference({ ...module, replace }, vectors)).toMatch(/got .*\n.*expected|Assertion failed/);
  });
}
