import { join } from 'node:path';
import type { Command } from 'commander';
import type { PipelineObserver } from '../../../pipeline/stages/observer.ts';
import type { Design } from '../../../rtl-model/design/design.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import { RequestWriter } from '../../../traces/requests/request-writer.ts';
import { AccessCapture } from '../../experiments/replay/capture.ts';
import type { Mode } from '../../simulate/sampling-unit.ts';
import { requestsTo } from '../files/trace-files.ts';
import type { OutputFiles } from '../files/output-files.ts';
import type { SceneTexture } from '../pictures/scene-texture.ts';
import {
  addStageTraceOptions,
  checkLimits,
  onceLaidOut,
  openStageTraces,
  type RequestTaker,
  type StageTraceOptions,
  stageTracesIn,
  texelFile,
  type Watching,
  watching,
} from './stage-traces.ts';
import { texelCapture } from './texel-output.ts';
import { UsageError } from '../files/usage-error.ts';

/** The traces of a simulation that are to be written. */
export interface TraceOptions extends StageTraceOptions {
  readonly mode: Mode;
  /** A file, or true for the usual one. */
  readonly requests?: string | true;
}

export function addTraceOptions(command: Command): Command {
  return addStageTraceOptions(command).option(
    '--requests [file]',
    'the requests, for texunit sample: .jsonl, .jsonl.gz or .parquet (default: requests.jsonl in the folder)',
  );
}

/** The run that is simulated. */
interface Simulated {
  readonly design: Design;
  /** The texture of each image, and the states, which name the images by number. */
  readonly textures: readonly SceneTexture[];
  readonly states: readonly TextureState[];
}

/**
 * Opens the traces that the options ask for.
 *
 * @throws UsageError as `openStageTraces`, and when the options ask for what the mode has not
 */
export function openTraces(
  options: TraceOptions,
  files: OutputFiles,
  { design, textures, states }: Simulated,
): Watching {
  checkMode(options);
  checkLimits(options);
  const images = textures.map(({ image }) => image);
  const names = textures.map(({ name }) => name);
  const takers: RequestTaker[] = [];
  const observers: PipelineObserver[] = [];
  if (options.requests !== undefined) takers.push(requestWriter(options, files, textures, states));
  if (options.mode === 'cycle') {
    observers.push(...openStageTraces(options, files, { design, images, names, states }, takers));
  } else if (options.texels !== undefined) {
    const capture = new AccessCapture(design, onceLaidOut(images, design)(), states, names);
    takers.push(texelCapture(files, texelFile(options), capture, options.quad));
  }
  return watching(observers, takers);
}

/** @throws UsageError for traces that need a clock where there is none */
function checkMode(options: TraceOptions): void {
  if (options.mode === 'cycle') return;
  const clocked = stageTracesIn(options).find((trace) => trace !== 'texels');
  if (clocked !== undefined) {
    throw new UsageError(`--${clocked} needs --mode cycle: the functional mode has no stages to trace`);
  }
  if (options.window !== undefined) {
    throw new UsageError('--window needs --mode cycle: the functional mode has no cycles');
  }
}

function requestWriter(
  { requests, out }: TraceOptions,
  files: OutputFiles,
  textures: readonly SceneTexture[],
  states: readonly TextureState[],
): RequestTaker {
  const path = typeof requests === 'string' ? requests : join(out, 'requests.jsonl');
  const { write } = files.stream(path, requestsTo);
  const images = textures.map(({ traced }, n) => ({ name: n === 0 ? 'texture' : `texture${n}`, source: traced }));
  const writer = new RequestWriter(write, images, states);
  return (batch) => writer.write(batch);
}
