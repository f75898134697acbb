import { type Command, InvalidArgumentError } from 'commander';
import { type Stage, STAGES } from '../../../pipeline/stages/stages.ts';
import { UsageError } from '../files/usage-error.ts';
import { parseFolder, type Window, windowReader } from './option-values.ts';

/** The traces of the stages that are to be written, and their limits. */
export interface StageTraceOptions {
  readonly out: string;
  /** A file, or true for the usual one. */
  readonly vcd?: string | true;
  readonly kanata?: true;
  readonly perfetto?: true;
  /** A file, or true for the usual one. */
  readonly texels?: string | true;
  /** A file, or true for the usual one. */
  readonly traffic?: string | true;
  /** A folder, or true for the usual one. */
  readonly golden?: string | true;
  readonly window?: Window;
  /** Serial numbers of quads. */
  readonly quad?: Window;
  readonly stage?: readonly Stage[];
}

const STAGE_TRACES = ['vcd', 'kanata', 'perfetto', 'texels', 'traffic', 'golden'] as const;
export type StageTrace = (typeof STAGE_TRACES)[number];
/** Traces that can leave stages out. */
const WITHOUT_STAGES: ReadonlySet<StageTrace> = new Set(['vcd', 'kanata', 'perfetto']);

export function addStageTraceOptions(command: Command): Command {
  const texels =
    'every texel access, as the name ends: .jsonl, .parquet or .din, .gz after it for gzip (default: texels.jsonl in the folder)';
  const traffic =
    'every request to memory with its cycle, as the name ends: .csv, .parquet, .dramsim3, .ramulator2 or .gem5 (default: traffic.csv in the folder)';
  const golden = 'inputs and outputs of each unit for RTL test benches (default: golden in the folder)';
  const quads = 'quads that the traces cover, in the order of the run (default: all)';
  return command
    .option('--vcd [file]', 'waveform, and a .gtkw view beside it (default: trace.vcd in the folder)')
    .option('--kanata', 'trace.kanata: the pipeline for the Konata viewer')
    .option('--perfetto', 'trace.perfetto.json: the pipeline for ui.perfetto.dev')
    .option('--texels [file]', texels)
    .option('--traffic [file]', traffic)
    .option('--golden [folder]', golden, parseFolder)
    .option(
      '--window <first:end>',
      'cycles that the traces cover (default: all)',
      windowReader('cycles such as 1000:2000'),
    )
    .option('--quad <first:end>', quads, parseQuads)
    .option('--stage <names>', `stages of the waveform, log and timeline: of ${STAGES.join(', ')}`, parseStages);
}

/** The traces that the options ask for. */
export function stageTracesIn(options: StageTraceOptions): readonly StageTrace[] {
  return STAGE_TRACES.filter((trace) => options[trace] !== undefined);
}

/** @throws UsageError for a limit that no trace obeys */
export function checkLimits(options: StageTraceOptions): void {
  const traces = stageTracesIn(options);
  const limit = (['window', 'quad', 'stage'] as const).find((name) => options[name] !== undefined);
  if (limit !== undefined && traces.length === 0) {
    throw new UsageError(
      `--${limit} needs a trace of the stages: --vcd, --kanata, --perfetto, --texels, --traffic or --golden`,
    );
  }
  if (options.stage !== undefined && !traces.some((trace) => WITHOUT_STAGES.has(trace))) {
    throw new UsageError('--stage needs a trace that has stages: --vcd, --kanata or --perfetto');
  }
}

/** 100:200. */
export const parseQuads = windowReader('quads such as 100:200');

/** tag,data: in the order of the pipeline. */
export function parseStages(text: string): readonly Stage[] {
  const names = new Set(text.split(',').map((name) => name.trim()));
  const unknown = [...names].find((name) => !STAGES.some((stage) => stage === name));
  if (unknown === undefined) return STAGES.filter((stage) => names.has(stage));
  throw new InvalidArgumentError(`"${unknown}" is no stage, expected some of ${STAGES.join(', ')}.`);
}
