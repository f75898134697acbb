import { join } from 'node:path';
import { Command } from 'commander';
import { grouped } from '../../../platform/pages/wording.ts';
import { ChosenDesigns } from '../../../experiments/sweep/chosen-designs.ts';
import { measureOf } from '../../../experiments/sweep/measures/measure-table.ts';
import type { ParsedPlan, Plan } from '../../../experiments/sweep/plan/parse-plan.ts';
import { FinishedRows } from '../../../experiments/sweep/rows/finished-rows.ts';
import { LogReader, type RowLine } from '../../../experiments/sweep/rows/log-reader.ts';
import { requireSamePlan } from '../../../experiments/sweep/rows/row-log.ts';
import {
  ALL_DESIGNS,
  type DesignSelection,
  type Shard,
  sweepHeader,
} from '../../../experiments/sweep/rows/sweep-header.ts';
import { runSweep } from '../../../experiments/sweep/run-sweep.ts';
import { hashOf, isGivenUp, type Row } from '../../../experiments/sweep/runs/design-row.ts';
import { choicesOf } from '../../../experiments/sweep/search/latin-hypercube.ts';
import { type DesignLimits, sweepThreads } from '../../../experiments/sweep/threads/sweep-threads.ts';
import { lackOf } from '../../../experiments/sweep/whole-table.ts';
import { areaCacheOption } from '../../../inputs/options/area-options.ts';
import { designLimitsOptions } from '../../../inputs/options/sweep-options.ts';
import { coresOption } from '../../../inputs/options/common-options.ts';
import { countUpTo, MOST_SEED, parseFolder } from '../../../inputs/options/option-values.ts';
import { readWorkloads } from '../../../inputs/workloads/sweep-workloads.ts';
import { drive } from '../../../platform/drive.ts';
import { print } from '../../run/standard-output.ts';
import { buildVersion } from '../../run/version.ts';

const MOST_SAMPLED = 1_000_000;

/** A sweep of a plan's file, or of the header of its rows. */
export interface GivenSweep extends ParsedPlan {
  readonly taking: DesignSelection;
  /** The plan's file. Its folder is where paths start. */
  readonly file: string;
  /** Lines of rows.jsonl that are left out; null where none may be bad. */
  readonly bad: ReadonlySet<number> | null;
}

interface VerifyOptions extends DesignLimits {
  readonly sample?: number;
  readonly seed: number;
  readonly repair?: true;
  readonly planFolder?: string;
  readonly cores: number;
  readonly cache: string;
}

/**
 * texunit sweep verify
 *
 * @param sweep runs what is missing in a folder, and writes its tables
 * @param fails is called when rows are bad
 */
export function sweepVerifyCommand(
  sweep: (given: GivenSweep, options: VerifyOptions & { shard: Shard; resume: true; out: string }) => Promise<void>,
  fails: () => void,
): Command {
  const command = new Command('verify')
    .description('Check the rows of a sweep line by line, run some of them again, and repair what is bad.')
    .argument('<folder>', 'folder of a sweep')
    .option('--sample <n>', 'run so many rows again and compare them', countUpTo(MOST_SAMPLED))
    .option('--seed <n>', 'seed of the sample', countUpTo(MOST_SEED), 1)
    .option('--repair', 'run what is bad or missing, and write the tables')
    .option('--plan-folder <folder>', 'where the paths of the plan start (default: where they did)', parseFolder)
    .addOption(coresOption('cores, each of which takes the next designs'));
  return areaCacheOption(designLimitsOptions(command))
    .addHelpText(
      'after',
      `
Names each line of rows.jsonl that is damaged, at the wrong place, or no row of this sweep, and says what is missing.
Exit code: 0 when all rows are there and good, or repaired; 1 when they are not; 2 when there is no header to read.

Examples:
  texunit sweep verify caches
  texunit sweep verify caches --sample 100 --seed 3
  texunit sweep verify caches --repair`,
    )
    .action(async (folder: string, options: VerifyOptions) => {
      const reader = new LogReader(join(folder, 'rows.jsonl'));
      const { parsed, header } = reader;
      const file = join(options.planFolder ?? header.folder, 'plan');
      const bad = await badLines(reader, file, options);
      if (bad === null) return;
      const { taking, shard } = header;
      if (options.repair)
        await sweep({ ...parsed, file, taking, bad }, { ...options, shard, resume: true, out: folder });
      else fails();
    });
}

/**
 * Says what is wrong with a log.
 *
 * @param file as in GivenSweep
 * @returns the numbers of the bad lines; null where none is bad and none is missing
 */
async function badLines(reader: LogReader, file: string, options: VerifyOptions): Promise<ReadonlySet<number> | null> {
  const { path, plan } = reader;
  const { sample = 0, seed } = options;
  const say = (text: string) => print(`${path}${text}\n`);
  const bad = new Set<number>();
  const blame = (line: number, problem: string) => {
    bad.add(line);
    say(`:${line}: ${problem}`);
  };
  const finished = new FinishedRows(plan.workloads);
  const random = choicesOf(seed);
  const sampled: RowLine[] = [];
  for (const each of reader.lines(finished, designFaults(reader))) {
    if ('fault' in each) {
      blame(each.line, each.fault);
      continue;
    }
    // Every row is as likely in the sample as any other (J. S. Vitter 1985, algorithm R).
    const place = sampled.length < sample ? sampled.length : random.below(finished.count);
    if (place < sample) sampled[place] = each;
  }
  const damaged = bad.size;
  if (sampled.length > 0) await compareAgain(reader, sampled, file, options, blame);
  const again =
    sample === 0 ? '' : `; run again: ${grouped(sampled.length)}, of which ${grouped(bad.size - damaged)} differ`;
  const isShort = finished.count !== (reader.designs ?? NaN) * plan.workloads.length;
  const lack = isShort ? `; ${lackOf(reader, finished)}` : '';
  say(`: good rows: ${grouped(finished.count)}, bad lines: ${grouped(damaged)}${again}${lack}`);
  return bad.size === 0 && !isShort ? null : bad;
}

/** A check of rows: the fault of one whose design the sweep does not have, or has with other fields; null for none. */
function designFaults({ plan, header: { taking, shard } }: LogReader): (row: Row) => string | null {
  const chosen = new ChosenDesigns(plan, taking, shard);
  const sample = taking.how === 'sample' ? new Set(chosen.numbers()) : null;
  return (row) => {
    const { design: number, design_hash: hash, fault } = row;
    if (isGivenUp(row)) return String(fault);
    const design = chosen.space.designAt(number);
    if ('refused' in design || sample?.has(number) === false) return `the sweep has no design ${number}`;
    const expected = hashOf(design);
    return hash === expected ? null : `design_hash is ${hash}; expected ${expected}, that of design ${number}`;
  };
}

/**
 * Runs rows again.
 *
 * @param blame is called with the line of a row that differs, and how
 * @throws RowsError where the traces or the program are others
 */
async function compareAgain(
  { path, plan, header }: LogReader,
  sampled: readonly RowLine[],
  file: string,
  options: VerifyOptions,
  blame: (line: number, problem: string) => void,
): Promise<void> {
  const workloads = await drive(readWorkloads(plan, file), (progress) => progress);
  const { taking, shard } = header;
  requireSamePlan(path, header, sweepHeader(plan, workloads, taking, shard, { ...header, program: buildVersion() }));
  const lines = new Map(sampled.map((each) => [`${each.row.design} ${each.row.workload}`, each]));
  const numbers = [...new Set(sampled.map(({ row }) => row.design))].toSorted((a, b) => a - b);
  // Rows outside of the sample count as done, so that only those in it run.
  const finished = new FinishedRows(workloads);
  for (const design of numbers) {
    for (const { name: workload } of workloads)
      if (!lines.has(`${design} ${workload}`)) finished.add({ design, workload } as Row);
  }
  const append = (rows: readonly Row[]) => {
    for (const row of rows) {
      finished.add(row);
      const { line, row: logged } = lines.get(`${row.design} ${row.workload}`)!;
      const problem = difference(logged, row, plan);
      if (problem !== null) blame(line, problem);
    }
  };
  const pool = sweepThreads({ plan, workloads, areaCache: options.cache }, options.cores, options);
  const chosen = new ChosenDesigns(plan, ALL_DESIGNS, { index: 0, of: 1 }, Float64Array.from(numbers));
  const work = { plan, workloads, taking: ALL_DESIGNS, chosen, designs: numbers.length };
  await drive(runSweep({ ...work, pool, finished, append, onEstimate: () => {} }), (progress) => progress);
}

/** The first difference of a row and the one that ran again. An area may have become known between the two. */
function difference(row: Row, again: Row, plan: Plan): string | null {
  const mayDiffer = new Set<string>(plan.measures.filter((name) => measureOf(name).need === 'gates'));
  const isKnown = (name: string) => row[name] !== null && again[name] !== null;
  const name = Object.keys(again).find((key) => row[key] !== again[key] && (!mayDiffer.has(key) || isKnown(key)));
  return name === undefined ? null : `${name} is ${row[name]}; it is ${again[name]} when it runs again`;
}
