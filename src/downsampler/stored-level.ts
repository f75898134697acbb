import { floatToHalf, halfToFloat } from '../../rtl-model/fixed-point/float16.ts';
import type { TexelFormat } from '../../rtl-model/texel-decoder/texel-format.ts';
import type { ComponentMeaning, RowPair } from './row-reductions.ts';
import { codedLevel, unormLevel } from './stored-bytes.ts';

/**
 * A level of texels in memory. Components are decoded to what is reduced: 8-bit unorm and snorm to their codes as
 * integers, 8-bit sRGB to linear light rounded to float32 (alpha to its code), floats to themselves.
 */
export interface StoredLevel {
  /** Decodes `count` components from index `from` on; both at the start of a texel. */
  readonly load: (from: number, result: Float32Array, at: number, count: number) => void;
  /** Rounds registers once to the nearest stored value (ties to even) and stores them from index `at` on. */
  readonly store: (registers: Float32Array, from: number, at: number, count: number) => void;
  /** The texels where they are stored as registers have them. */
  readonly registers?: Float32Array;
  /** The texels as words, where each is four codes of 8 bits. */
  readonly words?: Uint32Array;
  /**
   * A short cut through loading, averaging in float32 and storing, with the same registers and the same texels.
   *
   * @param to index of the row's first component in the target
   */
  readonly average?: (pair: RowPair, result: Float32Array, at: number, target: StoredLevel, to: number) => void;
}

/** Whether a format is one of those that are downsampled: 8-bit or float components. */
export function isDownsampled({ componentBits, componentType }: TexelFormat): boolean {
  return componentBits === 8 || componentType === 'sfloat';
}

/**
 * @param format one that isDownsampled()
 * @param texels tight; copied where they do not lie as the format's components need it
 */
export function storedLevel(format: TexelFormat, texels: Uint8Array): StoredLevel {
  const { buffer, byteOffset, length } = texels.byteOffset % 4 === 0 ? texels : texels.slice();
  if (format.componentBits === 16) return halfLevel(new Uint16Array(buffer, byteOffset, length / 2));
  if (format.componentBits === 32) return floatLevel(new Float32Array(buffer, byteOffset, length / 4));
  const bytes = new Uint8Array(buffer, byteOffset, length);
  return format.componentType === 'unorm' ? unormLevel(bytes) : codedLevel(format, bytes);
}

/** What the weights need to know of a format. */
export function componentMeaning({ order, componentBits, componentType }: TexelFormat): ComponentMeaning {
  const one = order.map((component) => {
    if (componentBits !== 8 || (componentType === 'srgb' && component < 3)) return 1;
    return componentType === 'snorm' ? 127 : 255;
  });
  return { order, one };
}

/** The float32 of every half. */
let halves: Float32Array | undefined;

function halfLevel(texels: Uint16Array): StoredLevel {
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

function floatLevel(texels: Float32Array): StoredLevel {
  return {
    registers: texels,
    load: (from, result, at, count) => result.set(texels.subarray(from, from + count), at),
    store: (registers, from, at, count) => texels.set(registers.subarray(from, from + count), at),
  };
}
