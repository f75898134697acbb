import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import type { Design } from '../../../rtl-model/design/design.ts';
import { loadDesign } from '../../designs/load-design.ts';
import { MOST_DESIGNS, parseVariation, type Variation, variationCount, varyDesign } from '../../designs/vary-design.ts';
import {
  pipelineHtml,
  pipelineJson,
  type PipelineReport,
  pipelineSummary,
} from '../../experiments/replay/report/pipeline-report.ts';
import { replayHtml } from '../../experiments/replay/report/replay-html.ts';
import { replayJson } from '../../experiments/replay/report/replay-json.ts';
import type { ReplayReport } from '../../experiments/replay/report/replay-report.ts';
import { replaySummary } from '../../experiments/replay/report/replay-terminal.ts';
import type { Findings, ReplayExtent } from '../../experiments/replay/replayer.ts';
import { type AccessCommandOptions, accessOptions, addAccessOptions } from '../../inputs/options/table-options.ts';
import { inputName } from '../../inputs/files/file-input.ts';
import { traceKind } from '../../inputs/files/trace-files.ts';
import { pictureUri } from '../../pictures/textures/write-png.ts';
import { drive } from '../../platform/drive.ts';
import { conclude } from '../run/standard-output.ts';
import { choiceOption, designsOption, outOption, parseCores } from '../../inputs/options/common-options.ts';
import { type OutputFiles, withOutputs } from '../../inputs/files/output-files.ts';
import {
  replayAccesses,
  replayAccessPipelines,
  replayPipelines,
  replayRequestAccesses,
} from '../../inputs/workloads/replay-trace.ts';
import type { Replayed } from '../../inputs/workloads/request-readings.ts';
import { inspectorLink, inspectorOption, requirePage } from '../../inputs/options/inspector-links.ts';
import { openTraces } from '../../inputs/captures/open-traces.ts';
import {
  addStageTraceOptions,
  checkLimits,
  type StageTraceOptions,
  stageTracesIn,
} from '../../inputs/options/stage-options.ts';
import { UsageError } from '../../inputs/files/usage-error.ts';
import { VERSION } from '../run/version.ts';

const LEVELS = ['pipeline', 'cache'] as const;
type Level = (typeof LEVELS)[number];

interface ReplayOptions extends StageTraceOptions, AccessCommandOptions {
  readonly design: readonly string[];
  readonly vary?: readonly Variation[];
  readonly level?: Level;
  readonly optimum?: true;
  readonly totals?: true;
  readonly cores?: number;
  readonly partial?: true;
  readonly json?: string;
  readonly html?: string;
  readonly inspector?: string;
}

/** texunit replay */
export function replayCommand(command: Command): Command {
  const vary = `each design with each of the values; several multiply, up to ${MOST_DESIGNS} designs`;
  const level = 'with a clock, or caches and memory alone (default: pipeline for requests, cache for accesses)';
  const cores =
    'for requests: cores for the designs (default: all); with --totals: cores that share the sets of each (default: 1)';
  command
    .argument('<trace>', 'requests or texel accesses (traces/FORMAT.md): .jsonl, .parquet, .din, .csv, gzip or not')
    .addOption(designsOption('presets or design files'))
    .option('--vary <field=values>', vary, variations)
    .addOption(choiceOption('--level <level>', level, LEVELS))
    .option('--optimum', "Belady's optimum for each geometry, too")
    .option('--totals', 'totals of the designs alone, no locality: many times as fast')
    .option('--cores <n>', cores, parseCores);
  addAccessOptions(command)
    .option('--partial', 'of a faulty trace, report what comes before the fault; the exit code stays 2')
    .option('--json <file>', 'everything in numbers')
    .option('--html <file>', 'everything as one page with plots')
    .addOption(inspectorOption())
    .addOption(outOption('where traces of the stages go'));
  return addStageTraceOptions(command)
    .addHelpText(
      'after',
      `
Examples:
  texunit replay texels.jsonl --html caches.html
  texunit replay texels.parquet --vary cache.sets=16,32,64,128 --vary cache.ways=1,2,4 --optimum
  texunit replay requests.jsonl --vary pipeline.fifoDepth.fragment=16,64,256
  texunit replay requests.jsonl --design mine.json --vcd --golden --out run
  texunit replay accesses.csv --map cycle=tick --level pipeline --html pipeline.html
  texunit replay requests.jsonl --level cache --vary cache.layout=linear,tiled-4x4,morton
  texunit replay gem5.csv.gz --map address=addr,bytes=size --totals --cores 2`,
    )
    .action(run);
}

async function run(file: string, options: ReplayOptions): Promise<void> {
  requirePage(options);
  const designs = designsOf(options);
  const requests = (await traceKind(file)) === 'requests';
  const pipelines = (options.level ?? (requests ? 'pipeline' : 'cache')) === 'pipeline';
  checkOptions(options, designs.length, requests, pipelines);
  const replayed: Replayed = { file, designs, partial: options.partial === true };
  const paths = { inputs: [file, ...options.design], outputs: [options.json, options.html] };
  const fault = await withOutputs(paths, (files) =>
    pipelines ? runPipelines(files, replayed, requests, options) : runCaches(files, replayed, requests, options),
  );
  if (fault !== null) throw fault;
}

async function runPipelines(files: OutputFiles, replayed: Replayed, requests: boolean, options: ReplayOptions) {
  const { result, fault } = requests
    ? await drive(pipelinesOfRequests(files, replayed, options), (progress) => progress)
    : await drive(replayAccessPipelines(replayed, accessOptions(options)), (progress) => progress);
  const { accounts, ...counts } = result;
  const report: PipelineReport = {
    format: 'texunit-pipeline-replay',
    version: 1,
    texunit: VERSION,
    trace: { name: replayed.file, requests: accounts[0].quads, ...counts, cut: fault?.message ?? null },
    designs: replayed.designs.map((design, n) => ({ design, account: accounts[n] })),
  };
  finish(files, options, {
    json: () => pipelineJson(report),
    html: () => pipelineHtml(report, linksOf(options, replayed)),
    summary: (color) => pipelineSummary(report, color),
  });
  return fault;
}

function pipelinesOfRequests(files: OutputFiles, replayed: Replayed, options: ReplayOptions) {
  return replayPipelines(
    replayed,
    ({ images, imageNames: names, states }) =>
      openTraces(options, files, { design: replayed.designs[0], images, names, states }, 'cycle'),
    options.cores ?? availableParallelism(),
  );
}

async function runCaches(files: OutputFiles, replayed: Replayed, requests: boolean, options: ReplayOptions) {
  const { optimum, totals, cores = 1 } = options;
  const extent: ReplayExtent = { totalsOnly: totals === true, optimum: optimum === true, cores };
  const steps = requests
    ? replayRequestAccesses(replayed, extent)
    : replayAccesses(replayed, accessOptions(options), extent);
  const { result, fault } = await drive(steps, (progress) => progress);
  const report = cacheReport(inputName(replayed.file), result, fault?.message ?? null);
  finish(files, options, {
    json: () => replayJson(report),
    html: () => replayHtml(report, pictureUri, linksOf(options, replayed)),
    summary: (color) => replaySummary(report, color),
  });
  return fault;
}

function linksOf({ inspector }: ReplayOptions, { designs }: Replayed): readonly (string | null)[] {
  return designs.map((design) => inspectorLink(inspector, design));
}

function cacheReport(
  name: string,
  { unmoved, ...findings }: Findings & { readonly unmoved: number },
  cut: string | null,
): ReplayReport {
  const { accesses, passes } = findings.designs[0].totals;
  return {
    format: 'texunit-replay',
    version: 1,
    texunit: VERSION,
    trace: { name, accesses, passes, unmoved, cut },
    ...findings,
  };
}

function finish(
  files: OutputFiles,
  { json, html }: ReplayOptions,
  texts: { json: () => string; html: () => string; summary: (color: boolean) => string },
): void {
  if (json !== undefined) files.whole(json, texts.json());
  if (html !== undefined) files.whole(html, texts.html());
  conclude(files, texts.summary);
}

function variations(text: string, before: readonly Variation[] = []): readonly Variation[] {
  return [...before, parseVariation(text)];
}

/** @throws UsageError when two designs have one name: reports could not tell them apart */
function designsOf({ design, vary = [] }: ReplayOptions): readonly Design[] {
  variationCount(vary, design.length);
  const designs = design.flatMap((name) => varyDesign(loadDesign(name), vary));
  const names = new Set<string>();
  for (const { name } of designs) {
    if (names.has(name)) throw new UsageError(`two designs are named "${name}": expected different names`);
    names.add(name);
  }
  return designs;
}

function checkOptions(options: ReplayOptions, designs: number, requests: boolean, pipelines: boolean): void {
  const { optimum, totals, cores = 1 } = options;
  checkLimits(options);
  const [trace] = stageTracesIn(options);
  if (trace !== undefined && !(requests && pipelines)) {
    throw new UsageError(`--${trace} needs a trace of requests and --level pipeline: nothing else has stages`);
  }
  if (trace !== undefined && designs > 1) throw new UsageError(`--${trace} traces one design, not ${designs}`);
  if (cores > 1 && pipelines && !requests) {
    throw new UsageError('--cores needs requests or --level cache: accesses with a clock take one core');
  }
  if (cores > 1 && totals !== true && !pipelines) {
    throw new UsageError('--cores needs --totals: locality follows all look-ups in one order');
  }
  if (optimum === true && totals === true) throw new UsageError('--optimum and --totals exclude one another');
  if (pipelines && (optimum === true || totals === true)) {
    throw new UsageError(`--${optimum === true ? 'optimum' : 'totals'} needs --level cache: the pipeline has a clock`);
  }
}
