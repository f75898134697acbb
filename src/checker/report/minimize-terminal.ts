import Table from 'cli-table3';
import pc from 'picocolors';
import type { Minimum } from '../minimize/minimize.ts';
import type { Narrowing } from '../minimize/search.ts';
import { type Profile, profileTitle } from '../profiles.ts';

/**
 * The result of a search for the terminal: each width, its minimum alone and together with the others, and the rule
 * that one step less breaks.
 *
 * @param color true to mark important values with ANSI colours
 */
export function minimizeTerminal(
  start: string,
  profile: Profile,
  { alone, together }: Minimum,
  color: boolean,
): string {
  const colors = pc.createColors(color);
  const table = new Table({
    head: ['field', 'start', 'alone', 'together', 'one less breaks'],
    colAligns: ['left', 'right', 'right', 'right', 'left'],
    style: { head: [], border: [], compact: true },
  });
  for (const narrowing of together) {
    const { field } = narrowing.parameter;
    const single = alone.find(({ parameter }) => parameter.field === field)!;
    table.push([field, single.start, single.narrowest, colors.bold(String(narrowing.narrowest)), broken(narrowing)]);
  }
  return `${table.toString()}\n${colors.bold(start)} narrowed until ${colors.bold(profileTitle(profile))} allows no less`;
}

/** The broken rule and its witness, one line each. */
export function broken({ obstacle, narrowest }: Narrowing): string {
  if (obstacle === null) return `nothing: ${narrowest} is the least there is`;
  const witness = obstacle.verdict?.finding.witness;
  if (witness === undefined || witness === null) return obstacle.reason;
  const inputs = Object.entries(witness.inputs).map(([name, value]) => `${name} ${value}`);
  return `${obstacle.reason}\n${inputs.slice(0, 4).join(', ')}: ${witness.got}, expected ${witness.expected}`;
}
