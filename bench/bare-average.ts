import { floatToHalf } from '../rtl-model/fixed-point/float16.ts';
import type { ComponentCode } from '../src/pictures/textures/component-code.ts';

/*
 * The bare loop: a level of RGBA from the level above by the mean of 2x2 texels, written by hand for one fixed case of
 * the downsampler. Sizes are even.
 *
 * width, height: size of the level above
 */

export function bareBytes(source: Uint8Array, width: number, height: number, result: Uint8Array): void {
  const row = 4 * width;
  for (let j = 0, to = 0, p = 0; j < height / 2; j++, p += row) {
    for (const end = p + row; p < end; p += 8, to += 4) {
      result[to] = (source[p] + source[p + 4] + source[p + row] + source[p + row + 4] + 2) >> 2;
      result[to + 1] = (source[p + 1] + source[p + 5] + source[p + row + 1] + source[p + row + 5] + 2) >> 2;
      result[to + 2] = (source[p + 2] + source[p + 6] + source[p + row + 2] + source[p + row + 6] + 2) >> 2;
      result[to + 3] = (source[p + 3] + source[p + 7] + source[p + row + 3] + source[p + row + 7] + 2) >> 2;
    }
  }
}

export function bareFloats(source: Float32Array, width: number, height: number, result: Float32Array): void {
  const row = 4 * width;
  for (let j = 0, to = 0, p = 0; j < height / 2; j++, p += row) {
    for (const end = p + row; p < end; p += 8, to += 4) {
      result[to] = (source[p] + source[p + 4] + source[p + row] + source[p + row + 4]) * 0.25;
      result[to + 1] = (source[p + 1] + source[p + 5] + source[p + row + 1] + source[p + row + 5]) * 0.25;
      result[to + 2] = (source[p + 2] + source[p + 6] + source[p + row + 2] + source[p + row + 6]) * 0.25;
      result[to + 3] = (source[p + 3] + source[p + 7] + source[p + row + 3] + source[p + row + 7]) * 0.25;
    }
  }
}

/** The bare loop for codes with a table of their values, such as sRGB. */
export function bareCoded(codes: readonly ComponentCode[]) {
  return (source: Uint8Array, width: number, height: number, result: Uint8Array): void => {
    const row = 4 * width;
    codes.forEach(({ value, nearest }, c) => {
      for (let j = 0, to = c, p = c; j < height / 2; j++, p += row) {
        for (const end = p + row; p < end; p += 8, to += 4) {
          const upper = value[source[p]] + value[source[p + 4]];
          result[to] = nearest((upper + value[source[p + row]] + value[source[p + row + 4]]) * 0.25);
        }
      }
    });
  };
}

/** The bare loop for halves with a table of their values. With `packed`, every sum is rounded to a half too. */
export function bareHalves(values: Float32Array, packed: boolean) {
  const round = packed ? (x: number) => values[floatToHalf(x, 'nearest-even')] : (x: number) => x;
  return (source: Uint16Array, width: number, height: number, result: Uint16Array): void => {
    const row = 4 * width;
    for (let j = 0, to = 0, p = 0; j < height / 2; j++, p += row) {
      for (const end = p + row; p < end; p += 4) {
        for (const texel = to + 4; to < texel; to++, p++) {
          const upper = round(values[source[p]] + values[source[p + 4]]);
          const sum = round(round(upper + values[source[p + row]]) + values[source[p + row + 4]]);
          result[to] = floatToHalf(sum * 0.25, 'nearest-even');
        }
      }
    }
  };
}
