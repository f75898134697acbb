import { QUAD_LANES } from '../../rtl-model/registers/quad-batch.ts';
import type { Rows } from '../pictures/scenes/draw-requests.ts';

/** The number of passes of each 2x2 block of pixels, all its quads together. */
export class PassMap {
  /** Size in blocks. The passes of block (x, y) are at y * width + x. */
  readonly width = Math.ceil(this.pixelWidth / 2);
  readonly height = Math.ceil(this.pixelHeight / 2);
  readonly passes = new Uint32Array(this.width * this.height);

  constructor(
    private readonly pixelWidth: number,
    private readonly pixelHeight: number,
  ) {}

  /**
   * Adds a quad. It takes as many passes as the lane that needs most.
   *
   * @param x,y the quad's pixel
   * @param passes passes of its lanes, from index `first` on
   */
  add(x: number, y: number, passes: Int32Array, first: number): void {
    let most = 0;
    for (let lane = first; lane < first + QUAD_LANES; lane++) most = Math.max(most, passes[lane]);
    this.passes[(y >> 1) * this.width + (x >> 1)] += most;
  }

  /** The passes of the blocks in some rows of pixels. */
  rows({ from, until }: Rows): Uint32Array {
    return this.passes.subarray(this.width * (from >> 1), this.width * Math.ceil(until / 2));
  }

  /** Adds the passes of the blocks in some rows of pixels. */
  addRows(rows: Rows, passes: Uint32Array): void {
    const sums = this.rows(rows);
    for (let n = 0; n < sums.length; n++) sums[n] += passes[n];
  }
}
