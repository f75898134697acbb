import { ResultError } from '../../../simulate/compare/result-error.ts';

/** The distance of results from those of the ideal design: largest and mean in codes of 8 bits, PSNR in dB. */
export type Deviation = Pick<ResultError, 'largest' | 'mean' | 'psnr'>;

/**
 * Takes in the active lanes of a quad: r, g, b, a of lane l at 4l from each start. Values are clamped to 0 and 1, and NaN
 * is 0, as in the conversion to UNORM (D3D11.3 3.2.3.6), but they are not rounded.
 */
export function addQuad(
  error: ResultError,
  active: number,
  a: Float32Array,
  fromA: number,
  b: Float32Array,
  fromB: number,
): void {
  for (let lane = 0; lane < 4; lane++) {
    if (((active >> lane) & 1) === 0) continue;
    for (let c = 4 * lane; c < 4 * lane + 4; c++) error.add(unorm(a[fromA + c]), unorm(b[fromB + c]), 0, 0);
  }
}

function unorm(value: number): number {
  return value > 0 ? Math.min(value, 1) : 0;
}
