import type { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { createTraversal } from './create-traversal.ts';
import { ATTRIBUTES, evaluate, ONE_OVER_W, PLANE, Z_OVER_W, type PlaneEquations } from './plane-equations.ts';
import type { QuadNotes } from './quad-notes.ts';
import type { PixelRegion, QuadBlock, Tiling, Traversal, TraversalOrder } from './traversal.ts';

/** Vertices lie on a grid of 1/256 pixel: 16.8 screen coordinates. */
export const SUBPIXELS = 256;
/**
 * The largest distance of vertices from the origin in x and in y, in pixels. With it no term of an edge function
 * exceeds 2^49, so edge functions are exact integers.
 */
export const GUARD_BAND = 2 ** 15;
/** Edge function e(x, y) = dx * x + dy * y + at0, in 1/256^2 pixels, for the centre of pixel (x, y). */
const EDGE = 3;
const LEFT_LANES = 0b0101;
const UPPER_LANES = 0b0011;

const NO_QUADS: QuadBlock = [0, 0, -1, -1];

/** Rows of pixels from an even one up to, but without, another even one or the image's height. */
export interface RasterRows {
  readonly from: number;
  readonly until: number;
}

/**
 * Rasterizes triangles to quads with the top-left rule and an early depth test. Each pixel centre therefore belongs to
 * exactly one of the triangles that share an edge. Lanes that the triangle does not cover or that fail the depth test
 * are helpers. Their coordinates come from the same plane equations at their own pixel's centre, extrapolated outside
 * of the triangle. Where 1/w <= 0, beyond the horizon, they are the result of the division.
 */
export class Rasterizer implements PixelRegion {
  private readonly width: number;
  private readonly height: number;
  private readonly rows: RasterRows;
  private readonly traversal: Traversal;
  /** The blocks of the triangle that are still to be visited, and the present one. */
  private blocks: Iterator<QuadBlock, void>;
  private block = NO_QUADS;
  /** Depth of the rows as float32, compared with LESS; +infinity before the first draw. */
  private readonly depth: Float32Array;
  private readonly edges = new Float64Array(3 * EDGE);
  /** The quad whose requests are being made, and the number of its remaining requests. */
  private x = 0;
  private y = 0;
  private active = 0;
  private layersLeft = 0;

  /** @param width,height size of the image in pixels  @param rows quads of other rows are left out */
  constructor(width: number, height: number, order: TraversalOrder, tiling?: Tiling, rows?: RasterRows) {
    this.width = width;
    this.height = height;
    this.rows = rows ?? { from: 0, until: height };
    this.traversal = createTraversal(order, Math.ceil(width / 2), Math.ceil(height / 2), this, tiling);
    this.blocks = this.traversal(...NO_QUADS);
    this.depth = new Float32Array(width * (this.rows.until - this.rows.from)).fill(Infinity);
  }

  /**
   * Begins a triangle. Positions are integers in 1/256 pixel, x right and y down, clockwise on the screen.
   *
   * @returns false if it is counter-clockwise, has no area, or no pixel centre of the image in its bounding box
   */
  begin(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): boolean {
    if ((bx - ax) * (cy - ay) - (cx - ax) * (by - ay) <= 0) return false;
    this.setEdge(0, ax, ay, bx, by);
    this.setEdge(1, bx, by, cx, cy);
    this.setEdge(2, cx, cy, ax, ay);
    const left = Math.max(firstCentre(Math.min(ax, bx, cx)), 0);
    const top = Math.max(firstCentre(Math.min(ay, by, cy)), this.rows.from);
    const right = Math.min(lastCentre(Math.max(ax, bx, cx)), this.width - 1);
    const bottom = Math.min(lastCentre(Math.max(ay, by, cy)), this.rows.until - 1);
    if (left > right || top > bottom) return false;
    this.blocks = this.traversal(left >> 1, top >> 1, right >> 1, bottom >> 1);
    this.block = NO_QUADS;
    this.layersLeft = 0;
    return true;
  }

  /**
   * Sets the edge from a to b, positive to its right. Centres on a top or left edge are inside; for other edges e is 1
   * less.
   */
  private setEdge(n: number, ax: number, ay: number, bx: number, by: number): void {
    const right = bx - ax;
    const down = by - ay;
    const topLeft = down < 0 || (down === 0 && right > 0);
    const half = SUBPIXELS / 2;
    this.edges[EDGE * n] = -down * SUBPIXELS;
    this.edges[EDGE * n + 1] = right * SUBPIXELS;
    this.edges[EDGE * n + 2] = right * (half - ay) - down * (half - ax) - (topLeft ? 0 : 1);
  }

  /** True if a block of quads can contain a part of the triangle: each edge has a corner pixel of the block inside. */
  touches(left: number, top: number, right: number, bottom: number): boolean {
    for (let n = 0; n < 3 * EDGE; n += EDGE) {
      const dx = this.edges[n];
      const dy = this.edges[n + 1];
      const x = dx > 0 ? 2 * right + 1 : 2 * left;
      const y = dy > 0 ? 2 * bottom + 1 : 2 * top;
      if (dx * x + dy * y + this.edges[n + 2] < 0) return false;
    }
    return true;
  }

  /**
   * Appends the triangle's next requests to the batch: x, y, state, active, s and t. Each quad makes one request for
   * each state in turn. A quad without an active lane makes none.
   *
   * @param planes s and t of layer l are attributes 2l and 2l + 1; the attributes for `notes` follow the layers
   * @param states texture states of the layers
   * @param notes takes further facts about each request, if given
   * @returns true when the triangle is done, false when the batch is full
   */
  appendQuads(batch: QuadBatch, planes: PlaneEquations, states: readonly number[], notes?: QuadNotes): boolean {
    const { coefficients } = planes;
    const layers = states.length;
    while (!batch.full) {
      if (this.layersLeft === 0) {
        if (!this.nextQuad(coefficients)) return true;
        this.layersLeft = layers;
      }
      const layer = layers - this.layersLeft--;
      const { x, y } = this;
      const quad = batch.count++;
      batch.state[quad] = states[layer];
      batch.active[quad] = this.active;
      batch.x[quad] = x;
      batch.y[quad] = y;
      interpolate(batch, quad, x, y, coefficients, ATTRIBUTES + 2 * PLANE * layer);
      notes?.take(quad, layer, x, y, coefficients, ATTRIBUTES + 2 * PLANE * layers);
    }
    return false;
  }

  /** Moves to the next quad of the traversal; false if there is none. */
  private step(): boolean {
    this.x += 2;
    if (this.x <= 2 * this.block[2]) return true;
    this.x = 2 * this.block[0];
    this.y += 2;
    if (this.y <= 2 * this.block[3]) return true;
    const next = this.blocks.next();
    if (next.done) return false;
    this.block = next.value;
    this.x = 2 * this.block[0];
    this.y = 2 * this.block[1];
    return true;
  }

  /** Moves to the next quad with an active lane; false if there is none. */
  private nextQuad(planes: Float64Array): boolean {
    const { edges } = this;
    while (this.step()) {
      const { x, y } = this;
      const covered =
        lanesInside(edges[0] * x + edges[1] * y + edges[2], edges[0], edges[1]) &
        lanesInside(edges[3] * x + edges[4] * y + edges[5], edges[3], edges[4]) &
        lanesInside(edges[6] * x + edges[7] * y + edges[8], edges[6], edges[7]) &
        (x + 1 < this.width ? ~0 : LEFT_LANES) &
        (y + 1 < this.height ? ~0 : UPPER_LANES);
      if (covered === 0) continue;
      this.active = this.depthTest(covered, x, y, planes);
      if (this.active !== 0) return true;
    }
    return false;
  }

  /** The covered lanes that pass the depth test; their depth is written. */
  private depthTest(covered: number, x: number, y: number, planes: Float64Array): number {
    let passed = 0;
    for (let lane = 0; lane < 4; lane++) {
      if (((covered >> lane) & 1) === 0) continue;
      const i = x + (lane & 1);
      const j = y + (lane >> 1);
      const z = Math.fround(evaluate(planes, Z_OVER_W, i + 0.5, j + 0.5));
      const pixel = (j - this.rows.from) * this.width + i;
      if (z < this.depth[pixel]) {
        this.depth[pixel] = z;
        passed |= 1 << lane;
      }
    }
    return passed;
  }
}

/**
 * Interpolates s and t (equations at `s`) of all four lanes, helpers included: divided by 1/w in each lane, then
 * rounded to float32.
 */
function interpolate(batch: QuadBatch, quad: number, x: number, y: number, planes: Float64Array, s: number): void {
  const { s: batchS, t: batchT } = batch;
  const wx = planes[ONE_OVER_W];
  const wy = planes[ONE_OVER_W + 1];
  const w0 = planes[ONE_OVER_W + 2];
  const sx = planes[s];
  const sy = planes[s + 1];
  const s0 = planes[s + 2];
  const tx = planes[s + PLANE];
  const ty = planes[s + PLANE + 1];
  const t0 = planes[s + PLANE + 2];
  for (let lane = 0; lane < 4; lane++) {
    const i = x + (lane & 1) + 0.5;
    const j = y + (lane >> 1) + 0.5;
    const oneOverW = wx * i + wy * j + w0;
    batchS[4 * quad + lane] = (sx * i + sy * j + s0) / oneOverW;
    batchT[4 * quad + lane] = (tx * i + ty * j + t0) / oneOverW;
  }
}

/** The lanes inside an edge: bit l is set if the edge function, e at lane 0, is not negative at lane l. */
function lanesInside(e: number, dx: number, dy: number): number {
  return (
    (e >= 0 ? 0b0001 : 0) | (e + dx >= 0 ? 0b0010 : 0) | (e + dy >= 0 ? 0b0100 : 0) | (e + dx + dy >= 0 ? 0b1000 : 0)
  );
}

/** The first pixel whose centre is at or after a position (lastCentre: the last one at or before it). */
function firstCentre(position: number): number {
  return Math.ceil(position / SUBPIXELS - 0.5);
}

function lastCentre(position: number): number {
  return Math.floor(position / SUBPIXELS - 0.5);
}
