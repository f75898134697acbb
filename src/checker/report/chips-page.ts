import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Design } from '../../../rtl-model/design/design.ts';
import { valueAt } from '../../../rtl-model/design/field.ts';
import { UNIT_PROFILES } from '../../designs/bases.ts';
import { isPart } from '../../designs/with-fields.ts';
import { drive } from '../../platform/drive.ts';
import { packageFolder } from '../../platform/files/package-folder.ts';
import { wrapped } from '../../platform/pages/markdown-list.ts';
import { reproduction } from '../closest/closest-preset.ts';
import { judgeLanes, oracleOf } from '../judge/judge-lanes.ts';
import { type MeasuredTrace, readMeasuredTrace } from '../judge/measured-trace.ts';
import { D3D11_3, type Profile, VULKAN_1_0 } from '../profiles.ts';
import type { DrawnDecoder } from './block-picture.ts';
import { chipPicture, lerpCurve, levelCurve } from './chip-picture.ts';

const ROOT = packageFolder(import.meta.url);

/** The evidence of a profile: src/designs/profiles/evidence/NAME.json. */
export interface ChipEvidence {
  readonly title: string;
  /** Traces in traces/hardware/. */
  readonly rows: readonly string[];
  /** Parts of the design and fields in them; the longest path that a field begins with counts. */
  readonly evidence: readonly {
    readonly kind: 'measured' | 'fitted' | 'formula' | 'unknown';
    readonly fields: readonly string[];
    readonly shown: string;
  }[];
  /** The reason why results are not allowed. */
  readonly refused?: string;
  /** Measured facts that no field expresses, and what was not measured. */
  readonly open: readonly string[];
  readonly sources: readonly { readonly source: string; readonly licence: string }[];
}

/** A profile with its evidence and results. */
export interface Chip {
  readonly design: Design;
  readonly evidence: ChipEvidence;
  readonly traces: readonly MeasuredTrace[];
}

/** Every profile of a real unit. */
export function chips(): readonly Chip[] {
  return [...UNIT_PROFILES].map(([name, design]) => {
    const file = new URL(`src/designs/profiles/evidence/${name}.json`, ROOT);
    const evidence = JSON.parse(readFileSync(file, 'utf8')) as ChipEvidence;
    return { design, evidence, traces: evidence.rows.map(hardwareTrace) };
  });
}

function hardwareTrace(name: string): MeasuredTrace {
  const bytes = readFileSync(new URL(`traces/hardware/${name}`, ROOT));
  const lines = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString().split('\n');
  return readMeasuredTrace(lines, name, () => {
    throw new Error(`${name}: names a picture`);
  });
}

/** The picture of a chip: the lerps that the evidence knows. Null where it knows none. */
export function pictureOf({ design, evidence, traces }: Chip): string | null {
  const known = evidence.evidence.flatMap(({ kind, fields }) => (kind === 'unknown' ? [] : fields));
  const knows = (part: string) => known.some((field) => field.startsWith(part));
  const curves = [
    ...(knows('filter.') ? [lerpCurve(design, traces)] : []),
    ...(knows('lod.') ? [levelCurve(design, traces)] : []),
  ];
  return curves.length === 0 ? null : chipPicture(curves);
}

/** Measured chips first. */
function inOrder(all: readonly Chip[]): readonly Chip[] {
  return all.toSorted((a, b) => Math.sign(b.traces.length) - Math.sign(a.traces.length));
}

/** The decoders of blocks that the evidence knows, each once. */
export function blockDecoders(all: readonly Chip[]): readonly DrawnDecoder[] {
  const decoders = new Map<string, DrawnDecoder>();
  for (const { design, evidence } of inOrder(all)) {
    const { bc } = design.decoder;
    const knows: DrawnDecoder['knows'] = (field) => kindOf(evidence, `decoder.bc.${field}`) !== 'unknown';
    if (bc === null || !knows('fiveBits.third')) continue;
    const key = JSON.stringify(bc);
    if (!decoders.has(key)) decoders.set(key, { title: evidence.title, bc, knows });
  }
  return [...decoders.values()];
}

/** The evidence of a field: that of the longest path that it begins with. */
function kindOf({ evidence }: ChipEvidence, field: string) {
  const paths = evidence.flatMap(({ kind, fields }) => fields.map((path) => ({ kind, path })));
  const own = paths.filter(({ path }) => `${field}.`.startsWith(`${path}.`));
  return own.toSorted((a, b) => b.path.length - a.path.length)[0]?.kind ?? 'unknown';
}

/** docs/chips.md: after the introduction, which is written there, a table of the results and a section for each chip. */
export async function chipsPage(all: readonly Chip[]): Promise<string> {
  const [introduction] = readFileSync(new URL('docs/chips.md', ROOT), 'utf8').split(/^(?=## Results$)/m);
  const rows = [];
  for (const chip of all.filter(({ traces }) => traces.length > 0)) rows.push(await resultsRow(chip));
  const head = ['chip', 'requests', 'equal', 'not allowed by Vulkan 1.0', 'by D3D11.3'];
  const sections = inOrder(all).map(section);
  return [introduction + '## Results\n', table(head, rows), '', sections.join('\n')].join('\n');
}

async function resultsRow({ design, evidence, traces }: Chip): Promise<readonly string[]> {
  const runs = traces.map((trace) => reproduction(trace, design));
  const counts = [runs.map(({ requests }) => requests), runs.map(({ reproduced }) => reproduced)];
  for (const profile of [VULKAN_1_0, D3D11_3]) {
    const refused = [];
    for (const trace of traces) refused.push(await refusedRequests(trace, profile));
    counts.push(refused);
  }
  const numbers = counts.map((parts) => parts.reduce((sum, part) => sum + part, 0).toLocaleString('en'));
  return [`[${evidence.title}](#${design.name})`, ...numbers];
}

/** Requests with a result that a profile does not allow. */
async function refusedRequests(trace: MeasuredTrace, profile: Profile): Promise<number> {
  const every = { from: 0, until: trace.requests.length };
  const work = judgeLanes(trace, oracleOf(trace, { kind: 'profile', profile }), every);
  const { wrong } = await drive(work, (part) => ({ what: trace.file, part }));
  return new Set(wrong.map(({ quad }) => quad)).size;
}

/** A table whose first column is text and whose others are numbers, with the spaces that Prettier gives it. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, n) => Math.max(...[head, ...rows].map((row) => row[n].length)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, n) => (n === 0 ? cell.padEnd(widths[n]) : cell.padStart(widths[n]))).join(' | ')} |`;
  const rule = widths.map((width, n) => (n === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

function section(chip: Chip): string {
  const { design, evidence } = chip;
  const { title, rows, refused, open, sources } = evidence;
  const { name } = design;
  const files = rows.map((file) => `[${file}](../traces/hardware/${file})`).join(', ');
  const made = rows.length > 0 ? `Results: ${files}.` : `How it was made and tested: [profiles](profiles.md#${name}).`;
  const alternative = `${title}: weights beside the ideal ones, and their differences`;
  const parts = [
    `## ${name}`,
    wrapped(`${title}. Design: [${name}.json](../src/designs/profiles/${name}.json). ${made}`),
    pictureOf(chip) === null ? '' : `![${alternative}](images/chips/${name}.svg)`,
    list(evidence.evidence.map(({ kind, fields, shown }) => `${shownFields(design, fields)}: **${kind}**. ${shown}`)),
    refused === undefined ? '' : wrapped(`**Not allowed.** ${refused}`),
    open.length === 0 ? '' : `**Not met, or not known**\n\n${list(open)}`,
    `**Sources**\n\n${list(sources.map(({ source, licence }) => `${source}. Licence: ${licence}.`))}`,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function list(items: readonly string[]): string {
  return items.map((item) => wrapped(item, '- ')).join('\n');
}

/** Tables that are longer have no place in a sentence. */
const LONGEST_LIST = 8;

/** Fields with their values, formats as i.f; parts and tables by their paths. */
function shownFields(design: Design, fields: readonly string[]): string {
  return fields.map((field) => `\`${field}\`${shownValue(valueAt(design, field))}`).join(', ');
}

function shownValue(value: unknown): string {
  if (Array.isArray(value)) return value.length > LONGEST_LIST ? '' : ` \`${JSON.stringify(value)}\``;
  if (!isPart(value)) return ` ${String(value)}`;
  const { integerBits, fractionBits } = value as { readonly integerBits?: number; readonly fractionBits?: number };
  return fractionBits === undefined ? '' : ` ${integerBits}.${fractionBits}`;
}
