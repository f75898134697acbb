import * as z from 'zod';
import { FIELDS } from '../../../../rtl-model/design/design-fields.ts';
import { docOf } from '../../../designs/design-docs.ts';
import { notPricedText } from '../../../forms/cost/not-priced.ts';
import { parseDesign } from '../../../designs/parse-design.ts';
import { measureOf } from '../measures/measure-table.ts';
import type { Workload } from '../runs/workload.ts';
import { canonicalJson, valueHash } from '../plan/canonical-json.ts';
import { type ParsedPlan, parsePlan, type Plan } from '../plan/parse-plan.ts';

/** The most shards of a sweep. */
export const MOST_SHARDS = 1_000_000;

/** The designs of a space that a sweep takes: all, a sample, or those that a search comes by. */
const selectionSchema = z.object({
  how: z.enum(['all', 'sample', 'search']),
  /** Designs of a sample or a search; null for all. */
  count: z.number().nullable(),
  seed: z.number(),
});
export type DesignSelection = Readonly<z.infer<typeof selectionSchema>>;

export const ALL_DESIGNS: DesignSelection = { how: 'all', count: null, seed: 1 };

/** A share of the designs: those whose place, counted from 0, is `index` modulo `of`. */
const shardSchema = z.object({ index: z.int().min(0), of: z.int().min(1).max(MOST_SHARDS) });
export type Shard = Readonly<z.infer<typeof shardSchema>>;

/** A column of the table. */
const columnSchema = z.object({
  name: z.string(),
  type: z.enum(['integer', 'number', 'flag', 'text']),
  /** The unit of a measure; null for other columns. */
  unit: z.string().nullable(),
  doc: z.string(),
});
export type RowColumn = Readonly<z.infer<typeof columnSchema>>;

/** The first line of rows.jsonl: everything that the rows share. */
export const headerSchema = z.object({
  texunit: z.literal('sweep'),
  version: z.literal(2),
  name: z.string(),
  /** Hash of the plan, its designs and the taking, without workloads' contents. */
  plan: z.string(),
  workloads: z.array(z.object({ name: z.string(), weight: z.number(), hash: z.string() })),
  taking: selectionSchema,
  shard: shardSchema,
  /** Versions of texunit and of Node. */
  program: z.string(),
  node: z.string(),
  /** The command without what changes no row: cores, folders, shards. */
  command: z.string(),
  /** The plan as its file has it, and the folder from which its paths start. */
  source: z.looseObject({ name: z.string() }),
  folder: z.string(),
  /** The base designs whole, as design files have them. */
  bases: z.array(z.looseObject({ name: z.string() })),
  objectives: z.array(z.object({ measure: z.string(), goal: z.enum(['least', 'most']) })),
  /** The columns of a row; rows.jsonl has those without the derived ones. */
  columns: z.array(columnSchema),
});
export type SweepHeader = Readonly<z.infer<typeof headerSchema>>;

/** The header of a sweep. @param command as in SweepHeader */
export function sweepHeader(
  plan: Plan,
  workloads: readonly Pick<Workload, 'name' | 'weight' | 'hash'>[],
  taking: DesignSelection,
  shard: Shard,
  { program, node, command, source, folder }: Pick<SweepHeader, 'program' | 'node' | 'command' | 'source' | 'folder'>,
): SweepHeader {
  return {
    texunit: 'sweep',
    version: 2,
    name: plan.name,
    plan: planHash(plan, taking),
    workloads: workloads.map(({ name, weight, hash }) => ({ name, weight, hash })),
    taking,
    shard,
    program,
    node,
    command,
    source,
    folder,
    bases: plan.bases.map((base) => ({ ...base })),
    objectives: [...plan.objectives],
    columns: [...columnsOf(plan)],
  };
}

/**
 * The plan of a header, read as the file of a plan and those of its designs are.
 *
 * @param file of the header, for errors
 * @throws SourceError; null where the parts of the header do not belong together
 */
export function planOf(header: SweepHeader, file: string): ParsedPlan | null {
  const { source, bases, taking, shard, workloads: given } = header;
  let next = 0;
  const base = () => parseDesign(JSON.stringify(bases[next++] ?? null), file);
  const parsed = parsePlan(JSON.stringify(source), file, base);
  const workloads = parsed.plan.workloads.map((one, w) => ({ ...one, hash: given[w]?.hash ?? '' }));
  const own = sweepHeader(parsed.plan, workloads, taking, shard, header);
  return canonicalJson(own) === canonicalJson(header) ? parsed : null;
}

/** The first workload that is another one than in a sweep of the same plan, in a line; null where all are the same. */
export function workloadDifference(
  workloads: readonly Pick<Workload, 'name' | 'hash'>[],
  sweep: Pick<SweepHeader, 'workloads'>,
): string | null {
  const other = workloads.findIndex(({ hash }, w) => hash !== sweep.workloads[w].hash);
  if (other < 0) return null;
  const [{ name, hash }, was] = [workloads[other], sweep.workloads[other].hash];
  return `its workload "${name}" was ${was} and is ${hash} now; expected the same trace`;
}

function planHash(plan: Plan, taking: DesignSelection): string {
  const { name: _, ...decisive } = plan;
  return valueHash([decisive, taking]);
}

function columnsOf(plan: Plan): readonly RowColumn[] {
  const varied = plan.axes.flatMap(({ fields, values }) =>
    fields.map((name, n): RowColumn => ({
      name,
      type: typeOf(
        name,
        values.map((step) => step[n]),
      ),
      unit: null,
      doc: `${docOf(name)} ${notPricedText([name])}`.trimEnd(),
    })),
  );
  const measures = plan.measures.map((name): RowColumn => {
    const { unit, doc, isText } = measureOf(name);
    return { name, type: isText ? 'text' : 'number', unit, doc };
  });
  const derived = Object.entries(plan.derived ?? {}).map(([name, doc]): RowColumn => {
    return { name, type: 'number', unit: '', doc };
  });
  return [
    text('workload', 'Name of the workload.'),
    { name: 'design', type: 'integer', unit: null, doc: 'Number of the design in the space.' },
    text('design_hash', 'Hash of all fields of the design but its name and description.'),
    text('base', 'Base design.'),
    ...varied,
    ...measures,
    ...derived,
    text('fault', 'Why the design does not suit the workload, or was given up; empty where it has measures.'),
  ];
}

/** The columns that all rows share, after the others in a table. */
export function sharedColumns(): readonly RowColumn[] {
  return [
    { name: 'weight', type: 'number', unit: null, doc: 'Weight of the workload.' },
    text('trace_hash', 'Hash of the requests or accesses of the workload, with their images.'),
    text('texunit', 'Version of texunit.'),
    text('node', 'Version of Node.'),
    text('command', 'Command line without what changes no row.'),
    { name: 'seed', type: 'integer', unit: null, doc: 'Seed of the sample or the search.' },
    { name: 'table_rows', type: 'integer', unit: null, doc: 'Rows of the whole table; a partial one has fewer.' },
  ];
}

function text(name: string, doc: string): RowColumn {
  return { name, type: 'text', unit: null, doc };
}

/** The narrowest type that holds all values of a field; null fits every one, and a word beside numbers is infinite. */
function typeOf(path: string, values: readonly unknown[]): RowColumn['type'] {
  if (FIELDS.get(path)?.kind === 'integer' && values.some((value) => typeof value === 'string')) return 'number';
  const given = values.filter((value) => value !== null);
  if (given.every((value) => Number.isSafeInteger(value))) return 'integer';
  if (given.every((value) => typeof value === 'number')) return 'number';
  return given.every((value) => typeof value === 'boolean') ? 'flag' : 'text';
}
