import type { Outcome } from './rule.ts';
import { RULE_GROUPS, type RuleGroup } from './rules.ts';

const INTRODUCTION = `# Which states and requests are valid

Not every image, view, sampler and instruction go together. These are the rules of Vulkan and D3D11.3 that \`texunit\` looks
at, each with what comes of breaking it:

- **error**: the object may not be created, or the instruction may not run. \`checkState\` throws a \`ValidityError\`.
- **undefined**: the specification leaves the result open. What is done then is a matter of policy, see below; the table
  says what the model's units give.
- **defined**: one specification leaves the result open, or to an optional feature, and another one, or the feature,
  defines it. The units give that, under every policy.

\`stateViolations(state, limits)\` and \`requestViolations(state, batch, quad, lane, limits)\` list all that is broken. Limits
are those that the design claims. Features that the units have (reductions, cubic filters, custom border colours, address
mode mirror_clamp_to_edge, non-seamless cubes, and so on) count as enabled. A sampler is looked at only where the
instruction uses one, and of a null descriptor only sampler and instruction are.

## Undefined results

| policy  | a result that is undefined                                                |
| ------- | ------------------------------------------------------------------------- |
| \`error\` | is refused: \`checkState\` and \`checkRequest\` throw                         |
| \`zero\`  | is 0 in every component                                                   |
| \`nan\`   | is NaN in every component; of an integer format the same bits, 0x7fc00000 |
| \`model\` | is what the model's units give, as the tables say: the default            |

A state is checked once, before it is bound: \`checkState\` returns what it breaks without being an error, and where
\`isUndefined\` of that holds, every lane of every request that uses the state is undefined. The rules on requests are
checked lane by lane. \`undefinedResult(policy, result, at)\` then replaces the lane's result.

The tables are made from the rules: \`npx tsx src/checker/validity/write-rules-page.ts\` writes this page.
`;

/** docs/validity.md: all rules, in tables as prettier lays them out. */
export function rulesPage(): string {
  return [INTRODUCTION, ...RULE_GROUPS.map(groupSection)].join('\n');
}

function groupSection({ title, rules }: RuleGroup): string {
  const rows = rules.map((rule) => [`\`${rule.id}\``, rule.section, rule.text, outcomeOf(rule)].map(escapeBars));
  return `## ${title}\n\n${table([['rule', 'section', 'what must hold', 'otherwise'], ...rows])}\n`;
}

function outcomeOf(rule: Outcome): string {
  if (rule.consequence === 'error') return 'error';
  if (rule.consequence === 'undefined') return `undefined; the model: ${rule.model}`;
  return `defined: ${rule.consequence.value}`;
}

function escapeBars(cell: string): string {
  return cell.replaceAll('|', '\\|').replaceAll('*', '\\*');
}

/** @param rows the heading first */
function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const lines = rows.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`);
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}
