import { floatToHalf, halfToFloat } from '../../../rtl-model/fixed-point/float16.ts';
import type { StoredLevel } from './stored-level.ts';

/** The float32 value of every half, by its bits. */
let halves: Float32Array | undefined;

/** A level of 16-bit floats. */
export function halfLevel(texels: Uint16Array): StoredLevel {
  const values = (halves ??= Float32Array.from({ length: 2 ** 16 }, (_, bits) => halfToFloat(bits)));
  return {
    load: (from, result, at, count) => {
      for (let k = 0; k < count; k++) result[at + k] = values[texels[from + k]];
    },
    store: (registers, from, at, count) => {
      for (let k = 0; k < count; k++) texels[at + k] = floatToHalf(registers[from + k], 'nearest-even');
    },
  };
}

/** A level of 32-bit floats, stored as registers hold them. */
export function floatLevel(texels: Float32Array): StoredLevel {
  return {
    registers: texels,
    load: (from, result, at, count) => result.set(texels.subarray(from, from + count), at),
    store: (registers, from, at, count) => texels.set(registers.subarray(from, from + count), at),
  };
}
