import Table from 'cli-table3';
import pc from 'picocolors';
import { grouped } from '../../platform/pages/wording.ts';
import type { GatesOf } from '../minimize/gates-of-sweeps.ts';
import type { Minimum } from '../minimize/minimize.ts';
import type { Narrowing } from '../minimize/search.ts';
import { type Profile, profileTitle } from '../profiles.ts';
import { lastBitCost } from './width-costs.ts';

/** The gates of a search, in NAND2: of the widths alone, and of the design at the start and narrowed. */
export interface MinimumGates {
  readonly of: GatesOf;
  readonly start: number | null;
  readonly narrowest: number | null;
}

/** The gates in a sentence. */
export function minimumGatesText({ start, narrowest }: MinimumGates): string {
  const text = (gates: number | null) => (gates === null ? 'an unknown number of' : grouped(gates));
  return `The modules of the plain path have ${text(start)} NAND2 at the start, and ${text(narrowest)} narrowed (docs/area.md).`;
}

/**
 * The result of a search for the terminal: each width, its minimum alone and together with the others, and the rule
 * that one step less breaks.
 *
 * @param gates null where they were not requested
 * @param color true to mark important values with ANSI colours
 */
export function minimizeTerminal(
  start: string,
  profile: Profile,
  minimum: Minimum,
  gates: MinimumGates | null,
  color: boolean,
): string {
  const colors = pc.createColors(color);
  const [head, ...rows] = minimumRows(minimum, gates);
  const table = new Table({
    head: [...head],
    colAligns: head.map((_, n) => (n === 0 || n === head.length - 1 ? 'left' : 'right')),
    style: { head: [], border: [], compact: true },
  });
  table.push(...rows.map((row) => row.map((cell, n) => (n === TOGETHER ? colors.bold(cell) : cell))));
  const lines = [
    table.toString(),
    `${colors.bold(start)} narrowed until ${colors.bold(profileTitle(profile))} allows no less`,
    ...(gates === null ? [] : [minimumGatesText(gates)]),
  ];
  return lines.join('\n');
}

const TOGETHER = 3;

/** The head of the table of widths, and a row for each width. The last cell may have several lines. */
export function minimumRows({ alone, together }: Minimum, gates: MinimumGates | null): readonly (readonly string[])[] {
  const cost = gates === null ? [] : ['NAND2 of a bit'];
  const rows = together.map((narrowing) => {
    const { field } = narrowing.parameter;
    const single = alone.find(({ parameter }) => parameter.field === field)!;
    const bits = [single.start, single.narrowest, narrowing.narrowest].map(String);
    return [field, ...bits, ...(gates === null ? [] : [lastBitCost(single, gates.of)]), broken(narrowing)];
  });
  return [['field', 'start', 'alone', 'together', ...cost, 'one less breaks'], ...rows];
}

/** The broken rule and its witness, one line each. */
function broken({ obstacle, narrowest }: Narrowing): string {
  if (obstacle === null) return `nothing: ${narrowest} is the least there is`;
  const witness = obstacle.verdict?.finding.witness;
  if (witness === undefined || witness === null) return obstacle.reason;
  const inputs = Object.entries(witness.inputs).map(([name, value]) => `${name} ${value}`);
  return `${obstacle.reason}\n${inputs.slice(0, 4).join(', ')}: ${witness.got}, expected ${witness.expected}`;
}
