import type { Rule } from '../rule.ts';
import { ALL_RULES } from '../rules/all-rules.ts';
import { TOPICS } from '../rules/topics.ts';

const INTRODUCTION = `# What the checker demands

\`texunit check\` judges a design by these rules, or somebody's results by those of them that results can show. Each rule has
a limit in words and numbers, says how it is measured, and gives the worst that it found with the inputs of that case.
Where there are only so many cases all of them are tried; else corners chosen by hand, then seeded random cases, and from
the worst of these a search climbs: every climber goes to the worst of its neighbours while that is worse. The seed is
part of the finding, so each finding can be had again.

Rules of Vulkan are judged by the limits of a profile: those that 1.0 requires of every implementation (4 subtexel bits, 4
mipmap bits, LOD bias 2), those of 1.4 (8, 6 and 14), or what the design itself claims.

Measured results (\`--results\`) are held lane by lane to what the profile allows, whoever made the design: coordinates and
LODs on any grid of at least the profile's bits, every lerp rounded to the format, and operations on floats as exact as
float32 for D3D11.3, as 1 part in 10^5 for Vulkan; with the tolerance that D3D11.3 19.5.2 gives BC1 to BC5, and that Vulkan
gives border colours, implicit LODs, directions between faces and Y'CbCr conversions. What a specification leaves open or
undefined counts for nothing. Their rules, \`results/...\`, group the requests by what they exercise. Results of a GPU and of
two software implementations are in [traces/hardware](../traces/hardware/README.md) and
[traces/software](../traces/software/README.md).

The page is made from the rules: \`npx tsx src/checker/report/write-rules-page.ts\` writes it.
`;

/** docs/checker.md: all rules, by topic and by specification, in tables as prettier lays them out. */
export function rulesPage(): string {
  const topics = TOPICS.map(({ topic, specification, rules }) => [topic, specification, rules.map(code).join(', ')]);
  return [
    INTRODUCTION,
    `## Topics\n\n${table([['topic', 'specification', 'rules'], ...topics])}\n`,
    ...(['D3D11.3', 'Vulkan'] as const).map((specification) => rulesOf(specification)),
  ].join('\n');
}

function rulesOf(specification: Rule['specification']): string {
  const rows = ALL_RULES.filter((rule) => rule.specification === specification).map((rule) =>
    [code(rule.id), rule.section, rule.title, rule.limit, rule.unit].map(escaped),
  );
  return `## ${specification}\n\n${table([['rule', 'section', 'what it demands', 'limit', 'unit'], ...rows])}\n`;
}

function code(id: string): string {
  return `\`${id}\``;
}

function escaped(cell: string): string {
  return cell.replaceAll('|', '\\|').replaceAll('*', '\\*').replaceAll('_', '\\_').replaceAll('<', '&lt;');
}

/** @param rows the heading, then the rows below it */
function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const lines = rows.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`);
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}
