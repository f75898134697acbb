import { evaluate, ONE_OVER_W, PLANE } from './plane-equations.ts';

/** Numbers of a tint: r, g and b. */
export const TINT = 3;

/** What is known of the requests of a batch beside what the texture unit is told: what their pixels are coloured by. */
export class QuadNotes {
  /** Of a request: number of the draw, and of the layer within it. */
  readonly draw: Uint32Array;
  readonly layer: Uint16Array;
  /** Of a lane, r, g, b at 3 * (4k + l): what multiplies the pixel's colour. Only with layer 0. */
  readonly tint: Float32Array;
  /** Of the requests to come. */
  currentDraw = 0;
  tinted = false;

  /** @param capacity of the batch */
  constructor(capacity: number) {
    this.draw = new Uint32Array(capacity);
    this.layer = new Uint16Array(capacity);
    this.tint = new Float32Array(4 * TINT * capacity);
  }

  /** @param tint where the equations of r/w, g/w and b/w stand */
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
