import { createHash } from 'node:crypto';
import { dirname, resolve } from 'node:path';
import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { AccessBatch } from '../../../traces/accesses/access-batch.ts';
import { MemoryBudget } from '../../../traces/encodings/memory-budget.ts';
import { cameraAt, seededCamera } from '../../pictures/scenes/camera-path.ts';
import { drawRequests } from '../../pictures/scenes/draw-requests.ts';
import { SCENES } from '../../pictures/scenes/standard-scenes.ts';
import { DEFAULT_TILING } from '../../pictures/scenes/traversal.ts';
import { sharedData } from '../../platform/threads/shared-data.ts';
import { progressAs, type RunProgress } from '../../platform/progress.ts';
import { measureOf } from '../../experiments/sweep/measures/measure-table.ts';
import type { Plan, PlannedWorkload } from '../../experiments/sweep/plan/parse-plan.ts';
import {
  IDEAL_DESIGN,
  idealResults,
  QUAD_RESULTS,
  type RequestWorkload,
  type Workload,
} from '../../experiments/sweep/runs/workload.ts';
import { openAccesses, traceKind } from '../files/trace-files.ts';
import { OutputFiles } from '../files/output-files.ts';
import { pointerChase } from './pointer-chase.ts';
import { secondReading, survey } from './request-readings.ts';
import { MODEL_NAME, type SceneOptions } from '../options/scene-options.ts';
import { drawnScene } from '../pictures/drawn-scene.ts';
import { UsageError } from '../files/usage-error.ts';

/** Texel accesses of a batch. */
const BATCH_ACCESSES = 8192;

/**
 * Reads the traces, draws the scenes and makes the chases of a plan, each once for all designs.
 *
 * @param file the plan's, from whose folder paths start
 * @param withIdeal false where nobody compares results with those of the ideal design
 * @throws UsageError, TraceError, PictureError when one cannot be read; MemoryError
 */
export async function* readWorkloads(
  plan: Plan,
  file: string,
  withIdeal = true,
): AsyncGenerator<RunProgress, readonly Workload[]> {
  const isCompared = withIdeal && plan.measures.some((name) => measureOf(name).need === 'deviation');
  const budget = new MemoryBudget();
  const workloads: Workload[] = [];
  for (const workload of plan.workloads) {
    const read = workload.chase
      ? pointerChase(workload, workload.chase, budget)
      : yield* workload.trace === undefined
          ? drawn(workload, plan, file, budget)
          : traced(workload, resolve(dirname(file), workload.trace), plan, budget);
    if (read.kind === 'accesses' || !isCompared) workloads.push(read);
    else workloads.push({ ...read, ideal: yield* idealOf(read, budget) });
  }
  return workloads;
}

async function* traced(
  { name, weight }: PlannedWorkload,
  path: string,
  { bases, mode, study }: Plan,
  budget: MemoryBudget,
): AsyncGenerator<RunProgress, Workload> {
  if ((await traceKind(path)) === 'accesses') {
    if (mode === 'cache' && study === undefined) return yield* readAccesses({ name, weight }, path, budget);
    throw new UsageError(`${path}: holds texel accesses, expected requests, or the mode "cache" in the plan`);
  }
  const { work } = yield* survey({ file: path, designs: bases, partial: false });
  const kept = new KeptQuads(path, budget);
  yield* secondReading(path, work, (batch) => kept.take(batch));
  const { images, imageNames, states } = work;
  return requestWorkload({ name, weight, images, imageNames, states }, kept);
}

async function* readAccesses(
  named: { readonly name: string; readonly weight: number },
  path: string,
  budget: MemoryBudget,
): AsyncGenerator<RunProgress, Workload> {
  const input = await openAccesses(path);
  const batches: AccessBatch[] = [];
  const hash = createHash('sha256').update(JSON.stringify(input.images));
  for await (const batch of input.batches()) {
    for (let from = 0; from < batch.count; from += BATCH_ACCESSES) {
      const until = Math.min(batch.count, from + BATCH_ACCESSES);
      budget.take(AccessBatch.memoryBytes(until - from), `${path}: its accesses`);
      const memory = new SharedArrayBuffer(AccessBatch.memoryBytes(until - from));
      const kept = new AccessBatch(until - from, memory);
      kept.add(batch, from, until);
      for (const column of [kept.address, kept.bytes, kept.quad, kept.pass]) hash.update(bytesOf(column));
      batches.push(kept);
    }
    yield { what: `reading ${path}`, part: 0 };
  }
  return {
    kind: 'accesses',
    ...named,
    hash: hash.digest('hex').slice(0, 16),
    images: input.images,
    batches,
    rounds: null,
  };
}

async function* drawn(
  workload: PlannedWorkload,
  { bases, study }: Plan,
  file: string,
  budget: MemoryBudget,
): AsyncGenerator<RunProgress, RequestWorkload> {
  const { name, weight, traversal = 'tiles', frames = 1 } = workload;
  const options = sceneOptions(workload, file);
  const { width, height } = options.size;
  // A study draws its scenes whatever a design claims; the ideal design has the widest limits.
  const base = study === undefined ? bases[0] : IDEAL_DESIGN;
  const { drawing, textures, camera, path } = await drawnScene({ ...options, out: '.' }, base, new OutputFiles());
  const first = workload.seed === undefined ? camera : seededCamera(camera, workload.seed);
  const kept = new KeptQuads(name, budget);
  const batch = new QuadBatch();
  for (let frame = 0; frame < frames; frame++) {
    const view = cameraAt(first, workload.path ?? path, frame);
    for (const filled of drawRequests(
      drawing.draws,
      view,
      { width, height, traversal, tiling: DEFAULT_TILING },
      batch,
    )) {
      kept.take(filled);
      yield { what: `drawing ${name}`, part: frame / frames };
    }
  }
  const imageNames = textures.map((texture) => texture.name);
  return requestWorkload({ name, weight, images: drawing.images, imageNames, states: drawing.states }, kept);
}

/**
 * The scene of a workload as commands take it.
 *
 * @param file the plan's
 * @throws UsageError when there is no such scene
 */
export function sceneOptions(workload: PlannedWorkload, file: string): Omit<SceneOptions, 'out'> {
  const { width = 640, height = 480, texture, levels = 'picture', lodBias = 0 } = workload;
  const fromPlan = (path: string) => (/[/\\.]/.test(path) ? resolve(dirname(file), path) : path);
  const scene = fromPlan(workload.scene!);
  if (!SCENES.has(scene) && !MODEL_NAME.test(scene)) {
    throw new UsageError(`${workload.scene}: expected ${[...SCENES.keys()].join(', ')} or a glTF 2.0 file`);
  }
  return {
    ...workload,
    scene,
    ...(texture !== undefined && { texture: fromPlan(texture) }),
    levels,
    lodBias,
    size: { width, height },
  };
}

/** Requests that are kept for all designs. */
class KeptQuads {
  readonly batches: QuadBatch[] = [];
  readonly hash = createHash('sha256');
  quads = 0;

  constructor(
    private readonly name: string,
    private readonly budget: MemoryBudget,
  ) {}

  /** Takes a copy of a batch. */
  take(batch: QuadBatch): void {
    if (batch.count === 0) return;
    const kept = new QuadBatch(batch.count);
    kept.append(batch);
    const arrays = Object.values(kept).filter((value) => ArrayBuffer.isView(value));
    this.budget.take(
      arrays.reduce((sum, { byteLength }) => sum + byteLength, 0),
      `${this.name}: its requests`,
    );
    for (const array of arrays) this.hash.update(bytesOf(array));
    // In memory that the threads share: they need no copy.
    this.batches.push(sharedData(kept) as QuadBatch);
    this.quads += kept.count;
  }
}

function requestWorkload(
  sources: Pick<RequestWorkload, 'name' | 'weight' | 'images' | 'imageNames' | 'states'>,
  { hash, batches, quads }: KeptQuads,
): RequestWorkload {
  for (const image of sources.images) hashImage(hash, image);
  hash.update(
    JSON.stringify(sources.states.map(({ view, ...state }) => [state, view && { ...view, format: view.format.name }])),
  );
  return { kind: 'requests', ...sources, hash: hash.digest('hex').slice(0, 16), batches, quads, ideal: null };
}

function hashImage(hash: ReturnType<typeof createHash>, { levels, format, ...image }: ImageSource): void {
  hash.update(JSON.stringify({ ...image, format: format.name }));
  for (const level of levels) hash.update(bytesOf(level));
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function* idealOf(workload: RequestWorkload, budget: MemoryBudget): Generator<RunProgress, Float32Array> {
  budget.take(4 * QUAD_RESULTS * workload.quads, `${workload.name}: results of the ideal design`);
  const what = `${workload.name} with the ideal design`;
  return yield* progressAs(idealResults(workload), (part) => ({ what, part }));
}
