import { basename, dirname, join } from 'node:path';
import type { PipelineObserver } from '../../../pipeline/stages/observer.ts';
import type { Design } from '../../../rtl-model/design/design.ts';
import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import { texelMemory, type TexelMemory } from '../../../rtl-model/memory/lay-out-images.ts';
import type { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { registersOfStates } from '../../../rtl-model/registers/state-registers.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import type { AccessBatch } from '../../../traces/accesses/access-batch.ts';
import { AccessObserver } from '../../../traces/accesses/access-observer.ts';
import { TrafficObserver } from '../../../traces/accesses/traffic-observer.ts';
import { TapAccesses } from '../../../traces/accesses/tap-accesses.ts';
import { withoutBreaks } from '../../../traces/encodings/names.ts';
import type { NamedImage } from '../../../traces/requests/request-trace.ts';
import { RequestWriter } from '../../../traces/requests/request-writer.ts';
import { gtkwaveFiles, isGtkwaveName } from '../../../traces/stages/gtkw.ts';
import { KanataWriter } from '../../../traces/stages/kanata.ts';
import { fanOut, ofQuads, windowed } from '../../../traces/stages/observers.ts';
import { PerfettoWriter } from '../../../traces/stages/perfetto.ts';
import { RegisterCheck } from '../../../traces/stages/register-check.ts';
import { VcdWriter } from '../../../traces/stages/vcd.ts';
import { AccessCapture } from '../../experiments/replay/capture.ts';
import { GoldenVectors } from '../../forms/golden/golden-vectors.ts';
import type { Mode } from '../../simulate/sampling-unit.ts';
import type { OutputFiles } from '../files/output-files.ts';
import { accessesTo, accessEncodingOf, requestsTo } from '../files/trace-files.ts';
import { refused, UsageError } from '../files/usage-error.ts';
import type { Window } from '../options/option-values.ts';
import { checkLimits, type StageTrace, type StageTraceOptions, stageTracesIn } from '../options/stage-options.ts';

/** The run that is traced. */
export interface TracedRun {
  readonly design: Design;
  readonly images: readonly ImageSource[];
  /** Name of each image. */
  readonly names: readonly string[];
  /** Name the images by number. */
  readonly states: readonly TextureState[];
}

/** Takes requests before they are run. */
type RequestTaker = (batch: QuadBatch) => void;

/** The observers of a run. */
export interface RunObservers {
  readonly observer?: PipelineObserver;
  readonly onRequests?: RequestTaker;
}

/** The traces of a run that are to be written. */
export interface TraceOptions extends StageTraceOptions {
  /** A file, or true for the usual one. */
  readonly requests?: string | true;
}

/**
 * Opens the traces that the options ask for. A run whose stages are traced holds every register to its format, too.
 *
 * @param sources the images in a trace of requests
 * @throws UsageError when a file cannot be made, the images outgrow the texel memory, or the options ask for what the
 *   mode has not
 */
export function openTraces(
  options: TraceOptions,
  files: OutputFiles,
  run: TracedRun,
  mode: Mode,
  sources: readonly NamedImage['source'][] = [],
): RunObservers {
  if (mode === 'functional') checkUnclocked(options);
  checkLimits(options);
  const { design, images, names, states } = run;
  const memory = onceLaidOut(images, design);
  const takers: RequestTaker[] = [];
  if (options.requests !== undefined) {
    const { write } = files.stream(pathOf(options, 'requests', 'requests.jsonl'), requestsTo);
    const named = sources.map((source, n) => ({ name: n === 0 ? 'texture' : `texture${n}`, source }));
    const writer = new RequestWriter(write, named, states);
    takers.push((batch) => writer.write(batch));
  }
  const observers = mode === 'cycle' ? stageObservers(options, files, run, memory, takers) : [];
  if (mode === 'functional' && options.texels !== undefined) {
    takers.push(texelTaker(options, files, new AccessCapture(design, memory(), states, names)));
  }
  return {
    ...(observers.length > 0 && { observer: fanOut(observers) }),
    ...(takers.length > 0 && { onRequests: (batch) => takers.forEach((take) => take(batch)) }),
  };
}

/** @throws UsageError for traces that need a clock */
function checkUnclocked(options: TraceOptions): void {
  const clocked = stageTracesIn(options).find((trace) => trace !== 'texels');
  if (clocked !== undefined) {
    throw new UsageError(`--${clocked} needs --mode cycle: the functional mode has no stages to trace`);
  }
  if (options.window !== undefined) {
    throw new UsageError('--window needs --mode cycle: the functional mode has no cycles');
  }
}

/** The traces of the stages, of a run with a clock. @param takers get what sees the requests, too */
function stageObservers(
  options: TraceOptions,
  files: OutputFiles,
  { design, names, states }: TracedRun,
  memory: () => TexelMemory,
  takers: RequestTaker[],
): readonly PipelineObserver[] {
  const { out, stage } = options;
  const traces = stageTracesIn(options);
  if (traces.length === 0) return [];
  const { count } = design.pipeline.units;
  if (count > 1) {
    throw new UsageError(
      `--${traces[0]} traces one unit: design ${design.name} has ${count}, expected pipeline.units.count 1`,
    );
  }
  const registers = () => registersOfStates(design, memory(), states);
  const open: Readonly<Record<StageTrace, () => PipelineObserver>> = {
    vcd: () => {
      const file = pathOf(options, 'vcd', 'trace.vcd');
      const writer = new VcdWriter(files.text(file), design, registers(), stage);
      // A view needs a file that GTKWave can open.
      if (!isGtkwaveName(basename(file)))
        throw new UsageError(`--vcd: ${withoutBreaks(file)}: expected no quotes or line ends`);
      const view = file.endsWith('.vcd') ? gtkwaveFiles(basename(file, '.vcd'), writer.shown) : [];
      for (const { name, text } of view) files.text(join(dirname(file), name))(text);
      return writer;
    },
    kanata: () => {
      const ofState = states.map(({ image }) => (image === null ? 'null' : names[image]));
      return new KanataWriter(files.text(join(out, 'trace.kanata')), ofState, stage);
    },
    perfetto: () => new PerfettoWriter(files.text(join(out, 'trace.perfetto.json')), stage),
    texels: () => texelObserver(options, files, new TapAccesses(memory(), states, design.cache, names)),
    traffic: () =>
      files.stream(pathOf(options, 'traffic', 'traffic.csv'), (file) => {
        const output = accessesTo(file, []);
        const observer = new TrafficObserver((requests) => output.write(requests));
        const end = () => {
          observer.complete();
          output.end();
        };
        return { observer, end };
      }).observer,
    golden: () => {
      const folder = pathOf(options, 'golden', 'golden');
      const vectors = new GoldenVectors(design, memory(), states, (name) => files.text(join(folder, name)));
      takers.push((batch) => vectors.take(batch));
      return vectors;
    },
  };
  const observers = traces.map((trace) => limited(open[trace](), options));
  return [new RegisterCheck(registers()), ...observers];
}

/** The file or folder of a trace: the one that the user names, or the usual one in the output folder. */
function pathOf(
  options: TraceOptions,
  trace: 'vcd' | 'texels' | 'traffic' | 'golden' | 'requests',
  usual: string,
): string {
  const path = options[trace];
  return typeof path === 'string' ? path : join(options.out, usual);
}

/** An observer that sees only the window and the quads. */
function limited(observer: PipelineObserver, { window, quad }: StageTraceOptions): PipelineObserver {
  const inWindow = window === undefined ? observer : windowed(observer, window.from, window.to);
  return quad === undefined ? inWindow : ofQuads(inWindow, quad.from, quad.to);
}

/** Writes the texel accesses of a run with a clock. */
function texelObserver(options: TraceOptions, files: OutputFiles, taps: TapAccesses): PipelineObserver {
  return files.stream(pathOf(options, 'texels', 'texels.jsonl'), (file) => {
    const { observe } = accessEncodingOf(file);
    if (observe !== undefined) return { observer: observe(file.text, taps), end: () => {} };
    const output = accessesTo(file, taps.images);
    return { observer: new AccessObserver(taps, (accesses) => output.write(accesses)), end: () => output.end() };
  }).observer;
}

/** Writes the texel accesses of requests without a clock. */
function texelTaker(options: TraceOptions, files: OutputFiles, capture: AccessCapture): RequestTaker {
  const output = files.stream(pathOf(options, 'texels', 'texels.jsonl'), (file) => accessesTo(file, capture.images));
  return (batch) => {
    for (const accesses of capture.accesses(batch)) {
      if (options.quad !== undefined) keepQuads(accesses, options.quad);
      output.write(accesses);
    }
  };
}

function keepQuads(batch: AccessBatch, { from, to }: Window): void {
  const { address, bytes, quad, pass, lane } = batch;
  let kept = 0;
  for (let n = 0; n < batch.count; n++) {
    if (quad[n] < from || quad[n] >= to) continue;
    for (const column of [address, bytes, quad, pass, lane]) column[kept] = column[n];
    kept++;
  }
  batch.count = kept;
}

/** The images as the design's cache has them, laid out when the first trace wants them. */
function onceLaidOut(images: readonly ImageSource[], design: Design): () => TexelMemory {
  let memory: TexelMemory | undefined;
  return () => (memory ??= refused(RangeError, 'the texture is too large: ', () => texelMemory(design, images)));
}
