import type { Rows } from '../../pictures/scenes/draw-requests.ts';
import { TaskPool, type TaskProgress } from '../../platform/threads/task-pool.ts';
import type { FrameSimulation, RunResult } from '../simulate.ts';
import type { BandResult, BandRun, BandTask } from './band-task.ts';

const BAND_WORKER = new URL('./band-worker', import.meta.url);
/** Bands for each thread: some are empty, and others take long. */
const BANDS_PER_THREAD = 4;

/**
 * Draws frames in the functional mode on threads, each band of rows by itself. Pictures, passes and counts are those of
 * `simulateFrames`.
 *
 * @param simulation without an observer and `onRequests`: requests have an order, bands have none
 * @throws RangeError when the texture outgrows the texel memory
 */
export async function* simulateOnThreads(
  { design, drawing, frame, cameras, passes, onFrame }: FrameSimulation,
  threads: number,
): AsyncGenerator<TaskProgress, RunResult> {
  const { width, height } = frame;
  const bands = bandsOf(height, Math.ceil((BANDS_PER_THREAD * threads) / cameras.length));
  const tasks = cameras.flatMap((camera) => bands.map((rows): BandTask => ({ camera, rows })));
  const run: BandRun = { design, drawing, frame };
  let [quads, pixels] = [0, 0];
  let texels = new Uint8Array(0);
  const pool = new TaskPool<BandTask, BandResult>(BAND_WORKER, threads, run);
  yield* pool.all(tasks, (band, n) => {
    const rows = bands[n % bands.length];
    if (rows.from === 0) texels = new Uint8Array(4 * width * height);
    texels.set(band.texels, 4 * width * rows.from);
    passes?.addRows(rows, band.passes);
    quads += band.quads;
    pixels += band.pixels;
    if (rows.until === height) onFrame?.({ width, height, texels }, Math.floor(n / bands.length));
  });
  return { quads, pixels, account: null };
}

/** The rows of an image in bands of nearly equal height, each of whole quads. */
function bandsOf(height: number, count: number): readonly Rows[] {
  const rows = 2 * Math.ceil(height / 2 / count);
  return Array.from({ length: Math.ceil(height / rows) }, (_, n) => {
    return { from: n * rows, until: Math.min((n + 1) * rows, height) };
  });
}
