import { roundToInteger } from '../../rtl-model/fixed-point/rounding.ts';
import type { QuadBatch } from '../../rtl-model/quad-batch.ts';
import type { Sampler } from '../../rtl-model/sampler.ts';
import { type Camera, transform, viewProjection } from './camera.ts';
import { Clipper, VERTEX } from './clip.ts';
import type { Mesh } from './mesh.ts';
import { PlaneEquations } from './plane-equations.ts';
import { GUARD_BAND, Rasterizer, SUBPIXELS } from './rasterizer.ts';
import type { TraversalOrder } from './traversal.ts';

/** Something to look at: what a texture unit gets its requests from. */
export interface Scene {
  readonly name: string;
  /** Size of the image unless the caller wants another, in pixels. */
  readonly width: number;
  readonly height: number;
  readonly mesh: Mesh;
  readonly camera: Camera;
  /** Which picture it is made for. */
  readonly texture: 'earth' | 'checker';
  /** How its coordinates want to be addressed. */
  readonly sampler: Pick<Sampler, 'addressModeU' | 'addressModeV'>;
}

export interface RequestOptions {
  /** Size of the image, in pixels. */
  readonly width: number;
  readonly height: number;
  readonly traversal: TraversalOrder;
  /** The texture state that every quad names. */
  readonly state: number;
  /** Told before each batch is handed out, and at the end. */
  readonly onProgress?: (trianglesDone: number, triangles: number) => void;
}

/** The largest width and height of an image: the guard band then reaches at least as far beyond it on each side. */
export const MAX_IMAGE_SIZE = 2 ** 14;

/**
 * The requests that drawing the scene makes: triangle after triangle, those that show their back culled. The one batch
 * is filled and handed out over and over, full but for the last time, and must be used up before the next is asked
 * for. Pixels that no active lane names show the background. The same scene and options give the same requests.
 *
 * @param batch whose quads are overwritten; offsets, layers, LOD biases and minimum LODs become zero, divisors one
 * @throws RangeError when the width or height is no integer from 1 to 16384
 */
export function* requests(scene: Scene, options: RequestOptions, batch: QuadBatch): Generator<QuadBatch, void, void> {
  const { width, height, traversal, state } = options;
  checkSize('width', width);
  checkSize('height', height);
  reset(batch);
  const { indices, coordinates } = scene.mesh;
  const positions = transform(viewProjection(scene.camera, width / height), scene.mesh.positions);
  const planes = new PlaneEquations(width, height);
  const clipper = new Clipper((2 * GUARD_BAND) / Math.max(width, height) - 1);
  const rasterizer = new Rasterizer(width, height, traversal);
  const snapped = new Snapped(width, height);
  const triangles = indices.length / 3;
  for (let triangle = 0; triangle < triangles; triangle++) {
    const a = indices[3 * triangle];
    const b = indices[3 * triangle + 1];
    const c = indices[3 * triangle + 2];
    if (!planes.solve(positions, coordinates, a, b, c)) continue;
    clipper.clip(positions, a, b, c);
    snapped.take(clipper.vertices, clipper.count);
    const { x, y } = snapped;
    // Counter-clockwise in space is clockwise on the screen once y points down and the fan runs backwards.
    for (let n = 2; n < clipper.count; n++) {
      if (!rasterizer.begin(x[0], y[0], x[n], y[n], x[n - 1], y[n - 1])) continue;
      while (!rasterizer.appendQuads(batch, planes, state)) {
        options.onProgress?.(triangle, triangles);
        yield batch;
        batch.count = 0;
      }
    }
  }
  if (batch.count > 0) {
    options.onProgress?.(triangles, triangles);
    yield batch;
    batch.count = 0;
  }
  options.onProgress?.(triangles, triangles);
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

/** A clipped polygon on the rasterizer's grid: the viewport transform, rounded to nearest even. */
class Snapped {
  readonly x = new Float64Array(8);
  readonly y = new Float64Array(8);
  private readonly halfWidth: number;
  private readonly halfHeight: number;

  constructor(width: number, height: number) {
    this.halfWidth = (SUBPIXELS * width) / 2;
    this.halfHeight = (SUBPIXELS * height) / 2;
  }

  take(vertices: Float64Array, count: number): void {
    for (let n = 0; n < count; n++) {
      const at = VERTEX * n;
      const w = vertices[at + 3];
      this.x[n] = roundToInteger(this.halfWidth * (1 + vertices[at] / w), 'nearest-even');
      this.y[n] = roundToInteger(this.halfHeight * (1 - vertices[at + 1] / w), 'nearest-even');
    }
  }
}
