import { join } from 'node:path';
import type { Command } from 'commander';
import type { PipelineObserver } from '../../pipeline/observer.ts';
import type { Design } from '../../rtl-model/design.ts';
import { layOutImages, type TexelMemory } from '../../rtl-model/image.ts';
import type { QuadBatch } from '../../rtl-model/quad-batch.ts';
import type { TextureState } from '../../rtl-model/texture-unit.ts';
import { fanOut } from '../../traces/fan-out.ts';
import { GoldenVectors } from '../../traces/golden-vectors.ts';
import { KanataWriter } from '../../traces/kanata.ts';
import { PerfettoWriter } from '../../traces/perfetto.ts';
import { RequestWriter } from '../../traces/request-writer.ts';
import { TapAccesses } from '../../traces/tap-accesses.ts';
import { VcdWriter } from '../../traces/vcd.ts';
import { AccessCapture } from '../replay/capture.ts';
import type { PassMap } from '../simulate/pass-map.ts';
import type { Mode } from '../simulate/sampling-unit.ts';
import type { Simulation } from '../simulate/simulate.ts';
import { requestOutput } from '../traces-io/request-output.ts';
import type { OutputFiles } from './output-files.ts';
import type { SceneTexture } from './scene-texture.ts';
import { texelCapture, texelObserver } from './texel-output.ts';
import { addLimitOptions, limited, type TraceLimits } from './trace-limits.ts';
import { UsageError } from './usage-error.ts';

/** Which traces to write. */
export interface TraceOptions extends TraceLimits {
  readonly mode: Mode;
  readonly out: string;
  /** A file, or true for the usual one. */
  readonly vcd?: string | true;
  readonly kanata?: true;
  readonly perfetto?: true;
  /** Files, or true for the usual ones. */
  readonly texels?: string | true;
  readonly requests?: string | true;
  /** A folder, or true for the usual one. */
  readonly golden?: string | true;
}

export function addTraceOptions(command: Command): Command {
  const traces = command
    .option('--vcd [file]', 'waveform (default: trace.vcd in the folder)')
    .option('--kanata', 'trace.kanata: the pipeline for the Konata viewer')
    .option('--perfetto', 'trace.perfetto.json: the pipeline for ui.perfetto.dev')
    .option(
      '--texels [file]',
      'every texel access, as the name ends: .jsonl, .parquet or .din, .gz behind it for gzip (default: texels.jsonl in the folder)',
    )
    .option(
      '--requests [file]',
      'the requests, for texunit sample: .jsonl, .jsonl.gz or .parquet (default: requests.jsonl in the folder)',
    )
    .option(
      '--golden [folder]',
      'inputs and outputs of each unit for RTL test benches (default: golden in the folder)',
    );
  return addLimitOptions(traces);
}

/** What the traces are of. */
interface Traced {
  readonly design: Design;
  /** Of each image, and the states that name the images by number. */
  readonly textures: readonly SceneTexture[];
  readonly states: readonly TextureState[];
}

/** What a simulation tells the traces. */
export type Watching = Pick<Simulation, 'observer' | 'onRequests'>;

/**
 * Opens the traces that the options ask for.
 *
 * @param passes watches too, where there is a clock
 * @throws UsageError when the options ask for what the mode has not, a file cannot be made, or the textures outgrow the
 *   texel memory
 */
export function openTraces(
  options: TraceOptions,
  files: OutputFiles,
  traced: Traced,
  passes: PassMap | null,
): Watching {
  const memory = onceLaidOut(traced);
  const takers: ((batch: QuadBatch) => void)[] = [];
  const watchers = stageWatchers(options, traced, memory, takers);
  checkMode(options, watchers);
  checkLimits(options, watchers);
  if (options.requests !== undefined) takers.push(requestWriter(options, files, traced));
  const observers: PipelineObserver[] = [];
  if (options.mode === 'cycle') observers.push(...watchers.map(({ open }) => limited(open(files), options)));
  else if (options.texels !== undefined) {
    const capture = new AccessCapture(traced.design, memory(), traced.states, namesOf(traced));
    takers.push(texelCapture(files, texelFile(options), capture, options.quad));
  }
  if (passes !== null) observers.push(passes);
  return {
    ...(observers.length > 0 && { observer: observers.length === 1 ? observers[0] : fanOut(observers) }),
    ...(takers.length > 0 && { onRequests: (batch) => takers.forEach((take) => take(batch)) }),
  };
}

/** @throws UsageError for traces that need a clock where there is none */
function checkMode({ mode, window }: TraceOptions, watchers: readonly Watcher[]): void {
  if (mode === 'cycle') return;
  const clocked = watchers.find(({ option }) => option !== 'texels');
  if (clocked !== undefined) {
    throw new UsageError(`--${clocked.option} needs --mode cycle: the functional mode has no stages to trace`);
  }
  if (window !== undefined) throw new UsageError('--window needs --mode cycle: the functional mode has no cycles');
}

/** @throws UsageError for a limit that no trace obeys */
function checkLimits(options: TraceOptions, watchers: readonly Watcher[]): void {
  const limit = (['window', 'quad', 'stage'] as const).find((name) => options[name] !== undefined);
  if (limit !== undefined && watchers.length === 0) {
    throw new UsageError(`--${limit} needs a trace of the stages: --vcd, --kanata, --perfetto, --texels or --golden`);
  }
  if (options.stage !== undefined && !watchers.some(({ option }) => STAGE_TRACES.has(option))) {
    throw new UsageError('--stage needs a trace that has stages: --vcd, --kanata or --perfetto');
  }
}

/** Those that can leave stages out. */
const STAGE_TRACES: ReadonlySet<string> = new Set(['vcd', 'kanata', 'perfetto']);

interface Watcher {
  readonly option: string;
  readonly open: (files: OutputFiles) => PipelineObserver;
}

/** @param takers get what sees the requests, too, when it is opened */
function stageWatchers(
  options: TraceOptions,
  traced: Traced,
  memory: () => TexelMemory,
  takers: ((batch: QuadBatch) => void)[],
): readonly Watcher[] {
  const { design, textures, states } = traced;
  const { vcd, golden, out, stage } = options;
  const vcdFile = typeof vcd === 'string' ? vcd : join(out, 'trace.vcd');
  const goldenFolder = typeof golden === 'string' ? golden : join(out, 'golden');
  const names = states.map(({ image }) => textures[image!].name);
  const all: readonly Watcher[] = [
    { option: 'vcd', open: (files) => new VcdWriter(files.text(vcdFile), design, stage) },
    { option: 'kanata', open: (files) => new KanataWriter(files.text(join(out, 'trace.kanata')), names, stage) },
    { option: 'perfetto', open: (files) => new PerfettoWriter(files.text(join(out, 'trace.perfetto.json')), stage) },
    {
      option: 'texels',
      open: (files) => {
        const taps = new TapAccesses(memory(), states, design.cache, namesOf(traced));
        return texelObserver(files, texelFile(options), taps);
      },
    },
    {
      option: 'golden',
      open: (files) => {
        const golden = new GoldenVectors(design, memory(), states, (name) => files.text(join(goldenFolder, name)));
        takers.push((batch) => golden.take(batch));
        return golden;
      },
    },
  ];
  const { kanata, perfetto, texels } = options;
  const wanted: Readonly<Record<string, unknown>> = { vcd, kanata, perfetto, texels, golden };
  return all.filter(({ option }) => wanted[option] !== undefined);
}

/** The images as the design's cache has them, laid out when the first trace wants them. */
function onceLaidOut({ design, textures }: Traced): () => TexelMemory {
  let memory: TexelMemory | undefined;
  return () => {
    try {
      return (memory ??= layOutImages(
        textures.map(({ image }) => image),
        design.cache.layout,
      ));
    } catch (cause) {
      if (!(cause instanceof RangeError)) throw cause;
      throw new UsageError(`the texture is too large: ${cause.message}`, { cause });
    }
  };
}

function namesOf({ textures }: Traced): readonly string[] {
  return textures.map(({ name }) => name);
}

function texelFile({ texels, out }: TraceOptions): string {
  return typeof texels === 'string' ? texels : join(out, 'texels.jsonl');
}

function requestWriter(
  { requests, out }: TraceOptions,
  files: OutputFiles,
  { textures, states }: Traced,
): (batch: QuadBatch) => void {
  const path = typeof requests === 'string' ? requests : join(out, 'requests.jsonl');
  const { write } = files.stream(path, (partial) => requestOutput(partial, path));
  const images = textures.map(({ traced }, n) => ({ name: n === 0 ? 'texture' : `texture${n}`, source: traced }));
  const writer = new RequestWriter(write, images, states);
  return (batch) => writer.write(batch);
}
