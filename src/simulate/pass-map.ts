import { QUAD_LANES } from '../../rtl-model/registers/quad-batch.ts';

/** How many passes each 2x2 block of pixels cost, all quads of it together. */
export class PassMap {
  /** Size in blocks, and the passes of block (x, y) at y * width + x. */
  readonly width: number;
  readonly height: number;
  readonly passes: Uint32Array;

  /** @param width,height of the image, in pixels */
  constructor(width: number, height: number) {
    this.width = Math.ceil(width / 2);
    this.height = Math.ceil(height / 2);
    this.passes = new Uint32Array(this.width * this.height);
  }

  /**
   * Adds a quad, which takes as many passes as the lane that needs most.
   *
   * @param x,y its pixel  @param passes of its lanes, from lane `first` on
   */
  add(x: number, y: number, passes: Int32Array, first: number): void {
    let most = 0;
    for (let lane = first; lane < first + QUAD_LANES; lane++) most = Math.max(most, passes[lane]);
    this.passes[(y >> 1) * this.width + (x >> 1)] += most;
  }
}
