import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { grouped, measured, withoutControls } from '../../../platform/pages/wording.ts';
import { terminalTable } from '../../../platform/pages/terminal-table.ts';
import { ChosenDesigns, type DesignCount } from '../../../experiments/sweep/chosen-designs.ts';
import type { DesignSpace } from '../../../experiments/sweep/plan/design-space.ts';
import { derivationsOf, type ParsedPlan, type Plan } from '../../../experiments/sweep/plan/parse-plan.ts';
import { EarlierRows } from '../../../experiments/sweep/rows/earlier-rows.ts';
import { FinishedRows } from '../../../experiments/sweep/rows/finished-rows.ts';
import { FolderLock } from '../../../experiments/sweep/rows/folder-lock.ts';
import { mergeHeaders, wholeTable } from '../../../experiments/sweep/whole-table.ts';
import { LogReader } from '../../../experiments/sweep/rows/log-reader.ts';
import { RowLog } from '../../../experiments/sweep/rows/row-log.ts';
import { keptTable, reportOfRows } from '../../../experiments/sweep/rows/study-rows.ts';
import { MOST_PAGE_DESIGNS, pageTable } from '../../../apps/sweep-page/page-table.ts';
import { csvTable, parquetTable, writeTables } from '../../../experiments/sweep/rows/row-table.ts';
import {
  type DesignSelection,
  MOST_SHARDS,
  type Shard,
  type SweepHeader,
  sweepHeader,
} from '../../../experiments/sweep/rows/sweep-header.ts';
import { QueuedDesigns } from '../../../experiments/sweep/queue/queued-designs.ts';
import { QueuedSweep } from '../../../experiments/sweep/queue/queued-sweeps.ts';
import { durationText, objectivesOf, runSweep } from '../../../experiments/sweep/run-sweep.ts';
import type { Row } from '../../../experiments/sweep/runs/design-row.ts';
import { undominated } from '../../../experiments/sweep/search/pareto-search.ts';
import { type DesignLimits, sweepThreads } from '../../../experiments/sweep/threads/sweep-threads.ts';
import { areaCacheOption } from '../../../inputs/options/area-options.ts';
import {
  designLimitsOptions,
  queueAddress,
  queueAuthorityOption,
  queueOption,
} from '../../../inputs/options/sweep-options.ts';
import {
  inspectorLink,
  inspectorOfPage,
  inspectorOption,
  requirePage,
} from '../../../inputs/options/inspector-links.ts';
import { coresOption } from '../../../inputs/options/common-options.ts';
import { countUpTo, MOST_SEED, parseFolder, valueReader, wholeNumber } from '../../../inputs/options/option-values.ts';
import { type OutputFiles, withOutputs } from '../../../inputs/files/output-files.ts';
import { UsageError } from '../../../inputs/files/usage-error.ts';
import { readPlan } from '../../../inputs/workloads/plan-file.ts';
import { readWorkloads } from '../../../inputs/workloads/sweep-workloads.ts';
import { sweepPictureCommand } from './sweep-picture-command.ts';
import { type GivenSweep, sweepVerifyCommand } from './sweep-verify-command.ts';
import { beforeEnd } from '../../run/before-end.ts';
import { drive } from '../../../platform/drive.ts';
import { conclude, say } from '../../run/standard-output.ts';
import { buildVersion } from '../../run/version.ts';

/** The most designs of a sweep. */
const MOST_DESIGNS = 10_000_000;
const MOST_SAMPLED = 1_000_000;
const MOST_SEARCHED = 100_000;

interface SweepOptions extends DesignLimits {
  readonly sample?: number;
  readonly search?: number;
  readonly seed: number;
  readonly shard: Shard;
  readonly cores: number;
  readonly queue?: string;
  readonly queueCa?: string;
  readonly resume?: true;
  readonly takeOver?: true;
  readonly cache: string;
  readonly out: string;
  readonly html?: string;
  readonly inspector?: string;
  readonly study?: StudyFiles;
  /** Files that no output may replace, beside the plan and its traces. */
  readonly inputs?: readonly string[];
}

/** The options of what a sweep runs, and how. */
export type RunOptions = Omit<SweepOptions, 'sample' | 'search' | 'seed'>;

/** The files of a study's report. */
type StudyFiles = Readonly<Record<'html' | 'json' | 'csv', string>>;

/** The outputs of rows. */
interface TableFiles {
  /** Folder of rows.csv and rows.parquet. */
  readonly out?: string;
  readonly html?: string;
  readonly inspector?: string;
  /** Where the report of the plan's study goes; in the folder, if left out. */
  readonly study?: StudyFiles;
  /** True where rows may be missing. */
  readonly partial?: boolean;
}

const PAGE = 'one page: Pareto front, main effects, parallel coordinates, table';

/** 3/16 */
const parseShard = valueReader('a share such as 3/16, the third of 16', (text): Shard | null => {
  const [index, of, ...more] = text.split('/').map(wholeNumber);
  return more.length === 0 && index >= 1 && index <= of && of <= MOST_SHARDS ? { index: index - 1, of } : null;
});

/** texunit sweep. @param fails is called when rows are bad, or a design was given up */
export function sweepCommand(command: Command, fails: () => void): Command {
  command
    // An option after `merge`, `verify` or `picture` is one of these.
    .enablePositionalOptions()
    .argument('<plan>', 'designs, fields that vary, workloads and measures (docs/sweeps.md)')
    .option('--sample <n>', 'so many designs of the space: a seeded Latin hypercube', countUpTo(MOST_SAMPLED))
    .option('--search <n>', "so many designs on the way to the plan's objectives: NSGA-II", countUpTo(MOST_SEARCHED))
    .option('--seed <n>', 'seed of the sample or the search', countUpTo(MOST_SEED), 1);
  return runOptions(command)
    .option('--out <folder>', 'where rows.jsonl, rows.csv and rows.parquet go', parseFolder, 'out')
    .option('--html <file>', PAGE)
    .addOption(inspectorOption())
    .addHelpText(
      'after',
      `
Rows are appended to rows.jsonl while the sweep runs, and --resume goes on with them after any end. rows.csv and
rows.parquet are written at the end. docs/sweeps.md has plans, constraints, columns and queries.

Examples:
  texunit sweep caches.json --out caches
  texunit sweep caches.json --out caches --html caches.html
  texunit sweep caches.json --out caches --resume
  texunit sweep widths.json --sample 500 --seed 7
  texunit sweep widths.json --search 400
  texunit sweep caches.json --queue redis://queue.example:6379 --out caches
  texunit sweep caches.json --shard 3/16 --out share-3
  texunit sweep merge share-1 share-2 share-3 --out caches
  texunit sweep merge caches --html caches.html
  texunit sweep verify caches --sample 100
  texunit sweep picture caches.json 17 --out caches-17`,
    )
    .addCommand(mergeCommand(fails))
    .addCommand(sweepVerifyCommand((sweep, options) => sweepAll(sweep, options, fails), fails))
    .addCommand(sweepPictureCommand())
    .action((file: string, options: SweepOptions) => run(file, options, fails));
}

/** Adds the options of how a sweep runs. */
export function runOptions(command: Command): Command {
  command
    .addOption(
      new Option('--shard <i/n>', 'the i-th of n shares of the designs, for batch systems')
        .argParser(parseShard)
        .default({ index: 0, of: 1 }, '1/1'),
    )
    .addOption(coresOption('cores, each of which takes the next designs'))
    .addOption(queueOption('workers on other machines run the designs (texunit worker)'))
    .addOption(queueAuthorityOption())
    .option('--resume', 'go on with the rows that are in the folder')
    .option('--take-over', 'also where another process has the folder, if that gives no sign of life for 30 s');
  return areaCacheOption(designLimitsOptions(command));
}

function mergeCommand(fails: () => void): Command {
  return new Command('merge')
    .description('Join the rows of shards of one plan, or make the page of a sweep again.')
    .argument('<folders...>', 'folders of sweeps')
    .option('--out <folder>', 'where the joined rows.csv and rows.parquet go', parseFolder)
    .option('--html <file>', PAGE)
    .addOption(inspectorOption())
    .option('--partial', 'also where shards or rows are missing; the column table_rows has how many there should be')
    .action((folders: readonly string[], options: TableFiles) => merge(folders, options, fails));
}

async function run(file: string, options: SweepOptions, fails: () => void): Promise<void> {
  requirePage(options);
  await sweepAll({ ...readPlan(file), file, taking: selectionOf(options), bad: null }, options, fails);
}

/** Runs the designs that have no rows yet, and writes the tables. */
export async function sweepAll(
  { plan, source, errorAt, file, taking, bad }: GivenSweep,
  options: RunOptions,
  fails: () => void,
): Promise<void> {
  const address = options.queue === undefined ? null : queueAddress(options.queue, options.queueCa);
  if (taking.how === 'search' && plan.objectives.length === 0) {
    throw errorAt([], '--search needs "objectives", a list such as [{"measure": "cycles", "goal": "least"}]');
  }
  if (taking.how === 'search' && options.shard.of > 1) {
    throw new UsageError('--search and --shard exclude one another: each generation follows from the one before');
  }
  const size = plan.axes.reduce((product, { values }) => product * values.length, plan.bases.length);
  if (size > Number.MAX_SAFE_INTEGER || (taking.how === 'all' && size > MOST_DESIGNS)) {
    const most = taking.how === 'all' ? `${MOST_DESIGNS}, or --sample or --search` : String(Number.MAX_SAFE_INTEGER);
    throw errorAt(['vary'], `makes ${size} designs; expected at most ${most}`);
  }
  const chosen = new ChosenDesigns(plan, taking, options.shard);
  requireBaseline(plan, taking, chosen.space, errorAt);
  const count = chosen.count();
  if (count.exact && count.designs === 0 && options.shard.of === 1) throw errorAt([], nothingLeft(count));
  requirePageSize(options, count.designs);
  const outputs = outputsOf(options);
  const traces = plan.workloads.flatMap(({ trace }) => (trace === undefined ? [] : resolve(dirname(file), trace)));
  await withOutputs({ inputs: [file, ...traces, ...(options.inputs ?? [])], outputs }, async (files) => {
    // The workers of a queue compute the ideal results that they need.
    const workloads = await drive(readWorkloads(plan, file, address === null), (progress) => progress);
    const header = sweepHeader(plan, workloads, taking, options.shard, {
      program: buildVersion(),
      node: process.version,
      command: options.study === undefined ? commandOf(file, taking) : `texunit study ${plan.name}`,
      source,
      folder: resolve(dirname(file)),
    });
    const finished = new FinishedRows(workloads, taking.how === 'search');
    const tell = (text: string) => options.study === undefined && say(`${plan.name}: ${text}`);
    // One producer at a time has the sweep.
    const queue = address && (await QueuedDesigns.open(address, new QueuedSweep(header, plan), tell));
    let close = () => {};
    beforeEnd(async () => {
      close();
      await queue?.stop();
    });
    const pool = queue ?? sweepThreads({ plan, workloads, areaCache: options.cache }, options.cores, options);
    const path = join(options.out, 'rows.jsonl');
    const open = () => {
      // Rows that are repaired run again.
      const earlier = options.resume && bad === null ? EarlierRows.open(path, plan, header) : null;
      const log =
        existsSync(path) && options.resume
          ? RowLog.resume(path, header, finished, bad)
          : RowLog.create(path, header, options.study !== undefined);
      return { log, earlier };
    };
    const { log, earlier, lock } = await openLog(path, options.takeOver, open).catch(async (error: unknown) => {
      await pool.stop();
      throw error;
    });
    close = () => {
      lock.release();
      log.close();
      earlier?.close();
    };
    tell(countText(count, plan, finished.count));
    try {
      const sweep = {
        ...(earlier !== null && { earlier }),
        plan,
        workloads,
        taking,
        chosen,
        designs: count.designs,
        pool,
        finished,
        // A row that comes again is the same one.
        append: (rows: Parameters<RowLog['append']>[0]) => {
          lock.hold();
          log.append(rows.filter((row) => finished.add(row)));
        },
        onEstimate: (seconds: number) =>
          tell(`about ${durationText(seconds)} on ${queue?.coresText ?? `${options.cores} cores`}`),
      };
      log.finish(await drive(runSweep(sweep), (progress) => progress));
    } finally {
      close();
    }
    if (earlier !== null && earlier.taken > 0)
      tell(`rows that other plans have made in the folder: ${grouped(earlier.taken)}`);
    // The rows tell their own header: that of the run that began them.
    const reader = new LogReader(path);
    const { rows, givenUp, found } = writeRows(files, [reader], reader.header, options);
    if (rows === 0 && options.shard.of === 1) {
      log.discard();
      throw errorAt([], nothingLeft({ ...count, ...chosen.refusals }));
    }
    const front = (color: boolean) => (taking.how === 'search' ? frontTable(plan, finished, color) : '');
    conclude(files, (color) => `${found(color)}${front(color)}${givenUpText(givenUp)}`);
    if (givenUp.length > 0) fails();
  });
}

/** @throws SourceError where rows would be compared with a design that the sweep does not have */
function requireBaseline(plan: Plan, { how }: DesignSelection, space: DesignSpace, errorAt: ParsedPlan['errorAt']) {
  const { baseline } = space;
  if (![...derivationsOf(plan).values()].some(({ compares }) => compares)) return;
  if (how !== 'all' && baseline === null)
    throw errorAt(
      ['baseline'],
      `leaves some fields open; with --${how} expected a value of each that varies, and "base"`,
    );
  const design = baseline === null ? null : space.designAt(baseline);
  if (design !== null && 'refused' in design) throw errorAt(['baseline'], `is no design: ${design.refused}`);
}

function selectionOf({ sample, search, seed }: SweepOptions): DesignSelection {
  if (sample !== undefined && search !== undefined) throw new UsageError('--sample and --search exclude one another');
  if (sample !== undefined) return { how: 'sample', count: sample, seed };
  return search === undefined ? { how: 'all', count: null, seed } : { how: 'search', count: search, seed };
}

function commandOf(file: string, { how, count, seed }: DesignSelection): string {
  return how === 'all' ? `texunit sweep ${file}` : `texunit sweep ${file} --${how} ${count} --seed ${seed}`;
}

/** Opens the log of rows in a folder, which is locked until it is closed. */
async function openLog<Opened>(path: string, takeOver: true | undefined, open: () => Opened) {
  const lock = await FolderLock.take(dirname(path), takeOver);
  try {
    return { ...open(), lock };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function nothingLeft({ refused, first }: Pick<DesignCount, 'refused' | 'first'>): string {
  return `no design is left: ${grouped(refused)} are refused, the first is ${first}`;
}

/** designs: 200, workloads: 2, rows: 400; refused: 12, the first of them #3: ... */
function countText({ designs, refused, first, exact }: DesignCount, { workloads }: Plan, standing: number): string {
  const upTo = exact ? '' : 'up to ';
  const rows = `${upTo}${grouped(designs * workloads.length)}`;
  const present = standing === 0 ? '' : `, of which ${grouped(standing)} are there`;
  const refusals = refused === 0 ? '' : `; refused: ${grouped(refused)}, the first of them ${first}`;
  return `designs: ${upTo}${grouped(designs)}, workloads: ${workloads.length}, rows: ${rows}${present}${refusals}`;
}

/** @throws UsageError when a page would have more designs than it can */
function requirePageSize({ html }: TableFiles, designs: number): void {
  if (html === undefined || designs <= MOST_PAGE_DESIGNS) return;
  throw new UsageError(
    `--html: a page has at most ${grouped(MOST_PAGE_DESIGNS)} designs; these are ${grouped(designs)}`,
  );
}

function outputsOf({ out, html, study }: TableFiles): readonly (string | undefined)[] {
  const tables = out === undefined ? [] : [join(out, 'rows.csv'), join(out, 'rows.parquet')];
  return [...tables, html, ...Object.values(study ?? {})];
}

function writeRows(files: OutputFiles, logs: readonly LogReader[], header: SweepHeader, options: TableFiles) {
  const { out, html, inspector, study, partial = false } = options;
  const { plan } = logs[0];
  const isWhole = header.taking.how === 'all' && header.shard.of === 1 && !partial;
  const isStudy = plan.study !== undefined && out !== undefined && isWhole;
  // A study has a page of its own.
  if (!isStudy) requirePage(options);
  const kept: Row[] = [];
  const tables = [
    ...(isStudy ? [keptTable(kept, header)] : []),
    ...(out === undefined ? [] : [csvTable(files.text(join(out, 'rows.csv')), header)]),
    ...(out === undefined ? [] : [parquetTable(files.open(join(out, 'rows.parquet')).bytes, header)]),
    ...(html === undefined ? [] : [pageTable(files.text(html), header, inspectorOfPage(inspector, plan.bases))]),
  ];
  const { rows, shown, givenUp } = writeTables(
    logs,
    header,
    (finished) => wholeTable(logs, header, finished, partial),
    tables,
  );
  if (!isStudy || kept.length === 0 || givenUp.length > 0)
    return { rows, givenUp, found: () => `${withoutControls(plan.name.replaceAll(/\s+/g, ' '))}: ${shown}` };
  const report = reportOfRows(plan, kept, (design) => inspectorLink(inspector, design));
  for (const form of ['html', 'json', 'csv'] as const) {
    files.whole(study?.[form] ?? join(out, `${plan.study.name}.${form}`), report[form]);
  }
  return { rows, givenUp, found: report.text };
}

function givenUpText(rows: readonly Row[]): string {
  if (rows.length === 0) return '';
  const [{ design, workload, fault }] = rows;
  const first = withoutControls(`#${design} with ${workload}: ${fault}`);
  return `\nRows of designs that were given up: ${grouped(rows.length)}, the first of them ${first}`;
}

/** The designs of a search's Pareto front. */
function frontTable(plan: Plan, finished: FinishedRows, color: boolean): string {
  const objectivesAt = objectivesOf(plan, finished);
  const scored = finished.designs.flatMap((number) => {
    const objectives = objectivesAt(number);
    return objectives === null ? [] : [{ number, objectives }];
  });
  const front = undominated(scored).toSorted((a, b) => a.objectives[0] - b.objectives[0]);
  const cells = front.map(({ number, objectives }) => [
    String(number),
    ...objectives.map((value) => (Number.isFinite(value) ? measured(Math.abs(value)) : 'inf')),
  ]);
  const table = terminalTable(['design', ...plan.objectives.map(({ measure }) => measure)], cells, color);
  return `\nDesigns that none is better than in every objective:\n${table}`;
}

async function merge(folders: readonly string[], options: TableFiles, fails: () => void): Promise<void> {
  if (options.out === undefined && options.html === undefined) {
    throw new UsageError('expected --out FOLDER for the joined tables, --html FILE for a page, or both');
  }
  const logs = folders.map((folder) => join(folder, 'rows.jsonl'));
  await withOutputs({ inputs: logs, outputs: outputsOf(options) }, async (files) => {
    const readers = logs.map((path) => new LogReader(path));
    const header = mergeHeaders(readers, options.partial === true);
    const { givenUp, found } = writeRows(files, readers, header, options);
    conclude(files, (color) => `${found(color)}${givenUpText(givenUp)}`);
    if (givenUp.length > 0) fails();
  });
}
