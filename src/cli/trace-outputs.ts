import { join } from 'node:path';
import type { Command } from 'commander';
import type { PipelineObserver } from '../../pipeline/observer.ts';
import type { Design } from '../../rtl-model/design.ts';
import type { QuadBatch } from '../../rtl-model/quad-batch.ts';
import type { Sampler } from '../../rtl-model/sampler.ts';
import { fanOut } from '../../traces/fan-out.ts';
import { KanataWriter } from '../../traces/kanata.ts';
import { PerfettoWriter } from '../../traces/perfetto.ts';
import { RequestWriter } from '../../traces/request-writer.ts';
import { TexelTraceWriter } from '../../traces/texel-trace.ts';
import type { TextSink } from '../../traces/text-sink.ts';
import { VcdWriter } from '../../traces/vcd.ts';
import { windowed } from '../../traces/window.ts';
import type { PassMap } from '../simulate/pass-map.ts';
import type { Mode } from '../simulate/sampling-unit.ts';
import { INSTRUCTION, type Simulation } from '../simulate/simulate.ts';
import { parseWindow, type Window } from './option-values.ts';
import type { OutputFiles } from './output-files.ts';
import type { SceneTexture } from './scene-texture.ts';
import { UsageError } from './usage-error.ts';

/** Which traces to write. */
export interface TraceOptions {
  readonly mode: Mode;
  readonly out: string;
  /** A file, or true for the usual one. */
  readonly vcd?: string | true;
  readonly kanata?: true;
  readonly perfetto?: true;
  readonly texels?: true;
  readonly requests?: true;
  readonly window?: Window;
}

export function addTraceOptions(command: Command): Command {
  return command
    .option('--vcd [file]', 'waveform (default: trace.vcd in the folder)')
    .option('--kanata', 'trace.kanata: the pipeline for the Konata viewer')
    .option('--perfetto', 'trace.perfetto.json: the pipeline for ui.perfetto.dev')
    .option('--texels', 'texels.jsonl: every texel access')
    .option('--requests', 'requests.jsonl: the requests, for texunit sample')
    .option('--window <first:end>', 'cycles that the traces cover (default: all)', parseWindow);
}

/** What the traces are of. */
interface Traced {
  readonly design: Design;
  readonly texture: SceneTexture;
  readonly sampler: Sampler;
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
  const { window } = options;
  const watchers = stageWatchers(options, traced);
  if (options.mode === 'functional' && watchers.length > 0) {
    throw new UsageError(`--${watchers[0].option} needs --mode cycle: the functional mode has no stages to trace`);
  }
  if (window !== undefined && watchers.length === 0) {
    throw new UsageError('--window needs a trace of the stages: --vcd, --kanata, --perfetto or --texels');
  }
  const observers: PipelineObserver[] = watchers.map(({ file, open }) => {
    const observer = open(files.text(file));
    return window === undefined ? observer : windowed(observer, window.from, window.to);
  });
  if (passes !== null) observers.push(passes);
  return {
    ...(observers.length > 0 && { observer: observers.length === 1 ? observers[0] : fanOut(observers) }),
    ...(options.requests && { onRequests: requestWriter(files.text(join(options.out, 'requests.jsonl')), traced) }),
  };
}

interface Watcher {
  readonly option: string;
  readonly file: string;
  readonly open: (sink: TextSink) => PipelineObserver;
}

function stageWatchers(options: TraceOptions, { design, texture }: Traced): readonly Watcher[] {
  const { vcd, out } = options;
  const vcdFile = typeof vcd === 'string' ? vcd : join(out, 'trace.vcd');
  const all: readonly Watcher[] = [
    { option: 'vcd', file: vcdFile, open: (sink) => new VcdWriter(sink, design) },
    { option: 'kanata', file: join(out, 'trace.kanata'), open: (sink) => new KanataWriter(sink, [texture.name]) },
    { option: 'perfetto', file: join(out, 'trace.perfetto.json'), open: (sink) => new PerfettoWriter(sink) },
    {
      option: 'texels',
      file: join(out, 'texels.jsonl'),
      open: (sink) => new TexelTraceWriter(sink, [texture.image.format.texelBytes]),
    },
  ];
  const { kanata, perfetto, texels } = options;
  const wanted: Readonly<Record<string, unknown>> = { vcd, kanata, perfetto, texels };
  return all.filter(({ option }) => wanted[option] !== undefined);
}

function requestWriter(sink: TextSink, { texture, sampler }: Traced): (batch: QuadBatch) => void {
  const image = { name: 'texture', source: texture.traced };
  const writer = new RequestWriter(sink, [image], [{ image: 0, sampler, instruction: INSTRUCTION }]);
  return (batch) => writer.write(batch);
}
