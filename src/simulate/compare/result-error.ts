/** Codes of 8 bits, the unit of errors: 1 is 255 of them. */
export const CODES = 255;

/** The differences of results, component by component, in codes of 8 bits. */
export class ResultError {
  /** The number of components. */
  components = 0;
  private sum = 0;
  private squares = 0;
  /** The largest difference, and the pixel that has it first. */
  largest = 0;
  x = 0;
  y = 0;

  /** Takes in the difference of two components of pixel (x, y). NaN differs from every number without a bound. */
  add(got: number, wanted: number, x: number, y: number): number {
    const error = Object.is(got, wanted) ? 0 : CODES * Math.abs(got - wanted);
    const known = Number.isNaN(error) ? Infinity : error;
    this.components++;
    this.sum += known;
    this.squares += known * known;
    if (known > this.largest) [this.largest, this.x, this.y] = [known, x, y];
    return known;
  }

  /** The mean of the differences' magnitudes. */
  get mean(): number {
    return this.components === 0 ? 0 : this.sum / this.components;
  }

  /** The peak signal-to-noise ratio in dB, with 1 as the peak; infinite where nothing differs. */
  get psnr(): number {
    return this.squares === 0 ? Infinity : 10 * Math.log10((CODES * CODES * this.components) / this.squares);
  }
}
