import { evaluate, ONE_OVER_W, PLANE } from './plane-equations.ts';

/** The number of values of a tint: r, g and b. */
export const TINT = 3;

/** Facts about the requests of a batch that colour their pixels and that the texture unit does not need. */
export class QuadNotes {
  /** Number of each request's draw, and of its layer within the draw. */
  readonly draw: Uint32Array;
  readonly layer: Uint16Array;
  /** Factor r, g, b of lane l of request k's pixel colour, at 3 * (4k + l). Only set for layer 0. */
  readonly tint: Float32Array;
  /** The draw of the next requests, and true if it has tints. */
  currentDraw = 0;
  tinted = false;

  /** @param capacity the batch's capacity */
  constructor(capacity: number) {
    this.draw = new Uint32Array(capacity);
    this.layer = new Uint16Array(capacity);
    this.tint = new Float32Array(4 * TINT * capacity);
  }

  /** @param tint index of the equations of r/w, g/w and b/w */
  take(quad: number, layer: number, x: number, y: number, planes: Float64Array, tint: number): void {
    this.draw[quad] = this.currentDraw;
    this.layer[quad] = layer;
    if (layer > 0 || !this.tinted) return;
    for (let lane = 0; lane < 4; lane++) {
      const i = x + (lane & 1) + 0.5;
      const j = y + (lane >> 1) + 0.5;
      const oneOverW = evaluate(planes, ONE_OVER_W, i, j);
      for (let c = 0; c < TINT; c++) {
        this.tint[TINT * (4 * quad + lane) + c] = evaluate(planes, tint + c * PLANE, i, j) / oneOverW;
      }
    }
  }
}
