import { basename, dirname, join } from 'node:path';
import type { Command } from 'commander';
import type { PipelineObserver } from '../../../pipeline/stages/observer.ts';
import type { Design } from '../../../rtl-model/design/design.ts';
import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import { layOutImages, type TexelMemory } from '../../../rtl-model/memory/lay-out-images.ts';
import type { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { registersOfStates } from '../../../rtl-model/registers/state-registers.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import { oneLine } from '../../../traces/encodings/names.ts';
import { fanOut } from '../../../traces/stages/observers.ts';
import { GoldenVectors } from '../../forms/golden/golden-vectors.ts';
import { gtkwaveFiles, isGtkwaveName } from '../../../traces/stages/gtkw.ts';
import { KanataWriter } from '../../../traces/stages/kanata.ts';
import { PerfettoWriter } from '../../../traces/stages/perfetto.ts';
import { RegisterCheck } from '../../../traces/stages/register-check.ts';
import { TapAccesses } from '../../../traces/accesses/tap-accesses.ts';
import { VcdWriter } from '../../../traces/stages/vcd.ts';
import type { OutputFiles } from '../files/output-files.ts';
import { texelObserver } from './texel-output.ts';
import { parseFolder } from '../options/option-values.ts';
import { addLimitOptions, limited, type TraceLimits } from '../options/trace-limits.ts';
import { refused, UsageError } from '../files/usage-error.ts';

/** The traces of the stages that are to be written. */
export interface StageTraceOptions extends TraceLimits {
  readonly out: string;
  /** A file, or true for the usual one. */
  readonly vcd?: string | true;
  readonly kanata?: true;
  readonly perfetto?: true;
  /** A file, or true for the usual one. */
  readonly texels?: string | true;
  /** A folder, or true for the usual one. */
  readonly golden?: string | true;
}

const STAGE_TRACES = ['vcd', 'kanata', 'perfetto', 'texels', 'golden'] as const;
export type StageTrace = (typeof STAGE_TRACES)[number];

export function addStageTraceOptions(command: Command): Command {
  const traces = command
    .option('--vcd [file]', 'waveform, and a .gtkw view beside it (default: trace.vcd in the folder)')
    .option('--kanata', 'trace.kanata: the pipeline for the Konata viewer')
    .option('--perfetto', 'trace.perfetto.json: the pipeline for ui.perfetto.dev')
    .option(
      '--texels [file]',
      'every texel access, as the name ends: .jsonl, .parquet or .din, .gz behind it for gzip (default: texels.jsonl in the folder)',
    )
    .option(
      '--golden [folder]',
      'inputs and outputs of each unit for RTL test benches (default: golden in the folder)',
      parseFolder,
    );
  return addLimitOptions(traces);
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
    throw new UsageError(`--${limit} needs a trace of the stages: --vcd, --kanata, --perfetto, --texels or --golden`);
  }
  if (options.stage !== undefined && !traces.some((trace) => WITHOUT_STAGES.has(trace))) {
    throw new UsageError('--stage needs a trace that has stages: --vcd, --kanata or --perfetto');
  }
}

/** Traces that can leave stages out. */
const WITHOUT_STAGES: ReadonlySet<StageTrace> = new Set(['vcd', 'kanata', 'perfetto']);

/** The run that is traced. */
export interface Traced {
  readonly design: Design;
  readonly images: readonly ImageSource[];
  /** Name of each image. */
  readonly names: readonly string[];
  /** Name the images by number. */
  readonly states: readonly TextureState[];
}

/** Takes requests before they are run. */
export type RequestTaker = (batch: QuadBatch) => void;

/** The observers of a run. */
export interface Watching {
  readonly observer?: PipelineObserver;
  readonly onRequests?: RequestTaker;
}

/** All observers as one, and all takers as one; each is left out where there is none. */
export function watching(observers: readonly PipelineObserver[], takers: readonly RequestTaker[]): Watching {
  return {
    ...(observers.length > 0 && { observer: observers.length === 1 ? observers[0] : fanOut(observers) }),
    ...(takers.length > 0 && { onRequests: (batch) => takers.forEach((take) => take(batch)) }),
  };
}

/**
 * Opens the traces of the stages that the options ask for, of a run with a clock. A run that is traced holds every
 * register to its format, too.
 *
 * @param takers get what sees the requests, too
 * @throws UsageError when a file cannot be made, or the images outgrow the texel memory
 */
export function openStageTraces(
  options: StageTraceOptions,
  files: OutputFiles,
  { design, images, names, states }: Traced,
  takers: RequestTaker[],
): readonly PipelineObserver[] {
  const { vcd, golden, out, stage } = options;
  const [trace] = stageTracesIn(options);
  const { count } = design.pipeline.units;
  if (trace !== undefined && count > 1) {
    throw new UsageError(
      `--${trace} traces one unit: design ${design.name} has ${count}, expected pipeline.units.count 1`,
    );
  }
  const memory = onceLaidOut(images, design);
  const registers = () => registersOfStates(design, memory(), states);
  const open: Readonly<Record<StageTrace, () => PipelineObserver>> = {
    vcd: () => {
      const file = typeof vcd === 'string' ? vcd : join(out, 'trace.vcd');
      const writer = new VcdWriter(files.text(file), design, registers(), stage);
      // A view needs a file that GTKWave can open.
      if (!isGtkwaveName(basename(file)))
        throw new UsageError(`--vcd: ${oneLine(file)}: expected no quotes or line ends`);
      const view = file.endsWith('.vcd') ? gtkwaveFiles(basename(file, '.vcd'), writer.shown) : [];
      for (const { name, text } of view) files.text(join(dirname(file), name))(text);
      return writer;
    },
    kanata: () => {
      const ofState = states.map(({ image }) => (image === null ? 'null' : names[image]));
      return new KanataWriter(files.text(join(out, 'trace.kanata')), ofState, stage);
    },
    perfetto: () => new PerfettoWriter(files.text(join(out, 'trace.perfetto.json')), stage),
    texels: () => texelObserver(files, texelFile(options), new TapAccesses(memory(), states, design.cache, names)),
    golden: () => {
      const folder = typeof golden === 'string' ? golden : join(out, 'golden');
      const vectors = new GoldenVectors(design, memory(), states, (name) => files.text(join(folder, name)));
      takers.push((batch) => vectors.take(batch));
      return vectors;
    },
  };
  const traces = stageTracesIn(options).map((trace) => limited(open[trace](), options));
  return traces.length === 0 ? [] : [new RegisterCheck(registers()), ...traces];
}

export function texelFile({ texels, out }: StageTraceOptions): string {
  return typeof texels === 'string' ? texels : join(out, 'texels.jsonl');
}

/** The images as the design's cache has them, laid out when the first trace wants them. */
export function onceLaidOut(images: readonly ImageSource[], design: Design): () => TexelMemory {
  let memory: TexelMemory | undefined;
  return () =>
    (memory ??= refused(RangeError, 'the texture is too large: ', () => layOutImages(images, design.cache.layout)));
}
