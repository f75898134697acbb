import { roundToInteger } from '../../../rtl-model/fixed-point/rounding.ts';
import type { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { type Camera, transform, viewProjection } from './camera.ts';
import { Clipper, VERTEX } from './clip.ts';
import type { Draw } from './draw.ts';
import { PlaneEquations } from './plane-equations.ts';
import { type QuadNotes, TINT } from './quad-notes.ts';
import { GUARD_BAND, Rasterizer, type RasterRows, SUBPIXELS } from './rasterizer.ts';
import type { Tiling, TraversalOrder } from './traversal.ts';

export type { RasterRows as Rows } from './rasterizer.ts';

/** The image size, the order and the progress report of a frame. */
export interface FrameOptions {
  /** Size of the image in pixels. */
  readonly width: number;
  readonly height: number;
  readonly traversal: TraversalOrder;
  /** For the traversal `tiles`; 8x8 pixels, row by row, if absent. */
  readonly tiling?: Tiling;
  /** The rows of pixels that are drawn; all if absent. */
  readonly rows?: RasterRows;
  /** Called before each batch is handed out, and at the end. */
  readonly onProgress?: (trianglesDone: number, triangles: number) => void;
}

/** The largest width and height of an image, chosen so that the guard band extends at least as far beyond each side. */
export const MAX_IMAGE_SIZE = 2 ** 14;

/**
 * The requests of drawing a frame: draw after draw, triangle after triangle, quad after quad in the order of the
 * traversal, and for each quad its textures in turn. Back faces are culled unless the draw is double-sided. The same
 * batch is filled and yielded repeatedly, full except for the last time; the caller must use it before the next one, and
 * may keep the last one.
 * Pixels that no active lane covers show the background. The same draws, camera and options give the same requests.
 *
 * @param batch its quads are overwritten; offsets, layers, LOD biases and minimum LODs become zero, divisors one
 * @param notes takes further facts about each request; its capacity is the batch's
 * @throws RangeError when the width or height is no integer from 1 to 16384
 */
export function* drawRequests(
  draws: readonly Draw[],
  camera: Camera,
  options: FrameOptions,
  batch: QuadBatch,
  notes?: QuadNotes,
): Generator<QuadBatch, void, void> {
  const { width, height, onProgress } = options;
  checkSize('width', width);
  checkSize('height', height);
  reset(batch);
  const trianglesOf = triangleDrawer(options, viewProjection(camera, width / height), batch, notes);
  const triangles = draws.reduce((sum, { indices }) => sum + indices.length / 3, 0);
  let before = 0;
  for (let number = 0; number < draws.length; number++) {
    const draw = draws[number];
    if (notes !== undefined) notes.currentDraw = number;
    for (const done of trianglesOf(draw)) {
      onProgress?.(before + done, triangles);
      yield batch;
      batch.count = 0;
    }
    before += draw.indices.length / 3;
  }
  if (batch.count > 0) {
    onProgress?.(triangles, triangles);
    yield batch;
  }
  onProgress?.(triangles, triangles);
}

/**
 * Draws with what the draws of a frame share: the rasterizer with its depth, and work storage. Yields the number of
 * complete triangles each time the batch is full.
 */
function triangleDrawer(options: FrameOptions, matrix: Float64Array, batch: QuadBatch, notes?: QuadNotes) {
  const { width, height, traversal, tiling, rows } = options;
  const clipper = new Clipper((2 * GUARD_BAND) / Math.max(width, height) - 1);
  const rasterizer = new Rasterizer(width, height, traversal, tiling, rows);
  /** A clipped polygon on the rasterizer's grid: the viewport transform, rounded to nearest even. */
  const x = new Float64Array(8);
  const y = new Float64Array(8);
  const snap = ({ vertices, count }: Clipper) => {
    for (let n = 0; n < count; n++) {
      const at = VERTEX * n;
      const w = vertices[at + 3];
      x[n] = roundToInteger(((SUBPIXELS * width) / 2) * (1 + vertices[at] / w), 'nearest-even');
      y[n] = roundToInteger(((SUBPIXELS * height) / 2) * (1 - vertices[at + 1] / w), 'nearest-even');
    }
  };
  return function* (draw: Draw): Generator<number, void, void> {
    const { indices, layers, tint, doubleSided } = draw;
    const positions = transform(matrix, draw.positions);
    const planes = new PlaneEquations(width, height, 2 * layers.length + TINT);
    const states = layers.map(({ state }) => state);
    const tinted = notes !== undefined && tint !== null;
    if (notes !== undefined) notes.tinted = tinted;
    const triangles = indices.length / 3;
    for (let triangle = 0; triangle < triangles; triangle++) {
      const a = indices[3 * triangle];
      let b = indices[3 * triangle + 1];
      let c = indices[3 * triangle + 2];
      if (!planes.solve(positions, a, b, c)) {
        if (!doubleSided || !planes.solve(positions, a, c, b)) continue;
        [b, c] = [c, b];
      }
      for (let l = 0; l < layers.length; l++) planes.solveAttributes(2 * l, layers[l].coordinates, 2, a, b, c);
      if (tinted) planes.solveAttributes(2 * layers.length, tint, TINT, a, b, c);
      clipper.clip(positions, a, b, c);
      snap(clipper);
      // Counter-clockwise triangles are clockwise on the screen, where y points down and the fan runs backwards.
      for (let n = 2; n < clipper.count; n++) {
        if (!rasterizer.begin(x[0], y[0], x[n], y[n], x[n - 1], y[n - 1])) continue;
        while (!rasterizer.appendQuads(batch, planes, states, notes)) yield triangle;
      }
    }
  };
}

function checkSize(name: string, size: number): void {
  if (!Number.isInteger(size) || size < 1 || size > MAX_IMAGE_SIZE) {
    throw new RangeError(`image ${name} ${size}: an integer from 1 to ${MAX_IMAGE_SIZE} is expected`);
  }
}

function reset(batch: QuadBatch): void {
  batch.count = 0;
  batch.q.fill(1);
  for (const field of ['offsetU', 'offsetV', 'layer', 'lod', 'minLod'] as const) batch[field].fill(0);
}
