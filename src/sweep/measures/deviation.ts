/** The distance of results from those of the ideal design. */
export interface Deviation {
  /** In codes of 8 bits, 0 to 255. */
  readonly max: number;
  readonly mean: number;
  /** In dB; Infinity where nothing is off. */
  readonly psnr: number;
}

const CODES = 255;

/** Sums the differences of results, component by component. */
export class DeviationSum {
  private max = 0;
  private sum = 0;
  private squares = 0;
  private count = 0;

  /**
   * Adds the active lanes of a quad: r, g, b, a of lane l at 4l from each start. Values are clamped to 0 and 1, and NaN
   * is 0, as in the conversion to UNORM (D3D11.3 3.2.3.6), but they are not rounded.
   */
  add(active: number, a: Float32Array, fromA: number, b: Float32Array, fromB: number): void {
    for (let lane = 0; lane < 4; lane++) {
      if (((active >> lane) & 1) === 0) continue;
      for (let c = 4 * lane; c < 4 * lane + 4; c++) this.component(unorm(a[fromA + c]) - unorm(b[fromB + c]));
    }
  }

  private component(difference: number): void {
    const off = Math.abs(difference);
    if (off > this.max) this.max = off;
    this.sum += off;
    this.squares += off * off;
    this.count++;
  }

  result(): Deviation {
    const { max, sum, squares, count } = this;
    const all = Math.max(1, count);
    return { max: CODES * max, mean: (CODES * sum) / all, psnr: -10 * Math.log10(squares / all) };
  }
}

function unorm(value: number): number {
  return value > 0 ? Math.min(value, 1) : 0;
}
