import { join } from 'node:path';
import type { Command } from 'commander';
import type { PipelineObserver } from '../../pipeline/observer.ts';
import type { Design } from '../../rtl-model/design.ts';
import type { QuadBatch } from '../../rtl-model/quad-batch.ts';
import type { TextureState } from '../../rtl-model/texture-unit.ts';
import { fanOut } from '../../traces/fan-out.ts';
import { layOutImages } from '../../rtl-model/image.ts';
import { GoldenVectors } from '../../traces/golden-vectors.ts';
import { KanataWriter } from '../../traces/kanata.ts';
import { PerfettoWriter } from '../../traces/perfetto.ts';
import { RequestWriter } from '../../traces/request-writer.ts';
import { TexelTraceWriter } from '../../traces/texel-trace.ts';
import type { TextSink } from '../../traces/text-sink.ts';
import { VcdWriter } from '../../traces/vcd.ts';
import type { PassMap } from '../simulate/pass-map.ts';
import type { Mode } from '../simulate/sampling-unit.ts';
import type { Simulation } from '../simulate/simulate.ts';
import type { OutputFiles } from './output-files.ts';
import type { SceneTexture } from './scene-texture.ts';
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
  readonly texels?: true;
  readonly requests?: true;
  /** A folder, or true for the usual one. */
  readonly golden?: string | true;
}

export function addTraceOptions(command: Command): Command {
  const traces = command
    .option('--vcd [file]', 'waveform (default: trace.vcd in the folder)')
    .option('--kanata', 'trace.kanata: the pipeline for the Konata viewer')
    .option('--perfetto', 'trace.perfetto.json: the pipeline for ui.perfetto.dev')
    .option('--texels', 'texels.jsonl: every texel access')
    .option('--requests', 'requests.jsonl: the requests, for texunit sample')
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
 * @throws UsageError when the options ask for what the mode has not, or a file cannot be made
 */
export function openTraces(
  options: TraceOptions,
  files: OutputFiles,
  traced: Traced,
  passes: PassMap | null,
): Watching {
  const watchers = stageWatchers(options, traced);
  if (options.mode === 'functional' && watchers.length > 0) {
    throw new UsageError(`--${watchers[0].option} needs --mode cycle: the functional mode has no stages to trace`);
  }
  checkLimits(options, watchers);
  const observers: PipelineObserver[] = watchers.map(({ open }) => limited(open(files), options));
  if (passes !== null) observers.push(passes);
  return {
    ...(observers.length > 0 && { observer: observers.length === 1 ? observers[0] : fanOut(observers) }),
    ...(options.requests && { onRequests: requestWriter(files.text(join(options.out, 'requests.jsonl')), traced) }),
  };
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

function stageWatchers(options: TraceOptions, { design, textures, states }: Traced): readonly Watcher[] {
  const { vcd, golden, out, stage } = options;
  const vcdFile = typeof vcd === 'string' ? vcd : join(out, 'trace.vcd');
  const goldenFolder = typeof golden === 'string' ? golden : join(out, 'golden');
  const sampled = states.map(({ image }) => textures[image!]);
  const names = sampled.map(({ name }) => name);
  const sizes = sampled.map(({ image }) => image.format.texelBytes);
  const images = textures.map(({ image }) => image);
  const all: readonly Watcher[] = [
    { option: 'vcd', open: (files) => new VcdWriter(files.text(vcdFile), design, stage) },
    { option: 'kanata', open: (files) => new KanataWriter(files.text(join(out, 'trace.kanata')), names, stage) },
    { option: 'perfetto', open: (files) => new PerfettoWriter(files.text(join(out, 'trace.perfetto.json')), stage) },
    { option: 'texels', open: (files) => new TexelTraceWriter(files.text(join(out, 'texels.jsonl')), sizes) },
    {
      option: 'golden',
      open: (files) => {
        const memory = layOutImages(images, design.cache.layout);
        return new GoldenVectors(design, memory, states, (name) => files.text(join(goldenFolder, name)));
      },
    },
  ];
  const { kanata, perfetto, texels } = options;
  const wanted: Readonly<Record<string, unknown>> = { vcd, kanata, perfetto, texels, golden };
  return all.filter(({ option }) => wanted[option] !== undefined);
}

function requestWriter(sink: TextSink, { textures, states }: Traced): (batch: QuadBatch) => void {
  const images = textures.map(({ traced }, n) => ({ name: n === 0 ? 'texture' : `texture${n}`, source: traced }));
  const writer = new RequestWriter(sink, images, states);
  return (batch) => writer.write(batch);
}
