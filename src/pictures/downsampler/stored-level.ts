import { floatToHalf, halfToFloat } from '../../../rtl-model/fixed-point/float16.ts';
import { roundToInteger } from '../../../rtl-model/fixed-point/rounding.ts';
import type { TexelFormat } from '../../../rtl-model/formats/texel-format.ts';
import { componentCodes } from '../textures/component-code.ts';
import { averageCodesRow, type ComponentMeaning, type RowPair } from './row-reductions.ts';

/**
 * A level of texels in memory. Components are decoded for the reduction: 8-bit unorm and snorm to their codes as
 * integers, 8-bit sRGB to linear light rounded to float32 (alpha to its code), floats to themselves.
 */
export interface StoredLevel {
  /** Decodes `count` components from index `from` on; both at the start of a texel. */
  readonly load: (from: number, result: Float32Array, at: number, count: number) => void;
  /** Rounds registers once to the nearest stored value (ties to even) and stores them from index `at` on. */
  readonly store: (registers: Float32Array, from: number, at: number, count: number) => void;
  /** The texels, if memory and registers hold them in the same form. */
  readonly registers?: Float32Array;
  /** The texels as words, if each texel is four codes of 8 bits. */
  readonly words?: Uint32Array;
  /**
   * A faster path for loading, averaging in float32 and storing, with the same registers and the same texels.
   *
   * @param to index of the row's first component in the target
   */
  readonly average?: (pair: RowPair, result: Float32Array, at: number, target: StoredLevel, to: number) => void;
}

/** True for the formats that can be downsampled: 8-bit or float components. */
export function isDownsampled({ componentBits, componentType }: TexelFormat): boolean {
  return componentBits === 8 || componentType === 'sfloat';
}

/**
 * @param format a format for which isDownsampled() is true
 * @param texels without padding; copied if their alignment does not fit the format's components
 */
export function storedLevel(format: TexelFormat, texels: Uint8Array): StoredLevel {
  const { buffer, byteOffset, length } = texels.byteOffset % 4 === 0 ? texels : texels.slice();
  if (format.componentBits === 16) return halfLevel(new Uint16Array(buffer, byteOffset, length / 2));
  if (format.componentBits === 32) return floatLevel(new Float32Array(buffer, byteOffset, length / 4));
  const bytes = new Uint8Array(buffer, byteOffset, length);
  return format.componentType === 'unorm' ? unormLevel(bytes) : codedLevel(format, bytes);
}

/** The properties of a format that the weights depend on. */
export function componentMeaning({ order, componentBits, componentType }: TexelFormat): ComponentMeaning {
  const one = order.map((component) => {
    if (componentBits !== 8 || (componentType === 'srgb' && component < 3)) return 1;
    return componentType === 'snorm' ? 127 : 255;
  });
  return { order, one };
}

/** The float32 value of every half, by its bits. */
let halves: Float32Array | undefined;

/** A level of 16-bit floats. */
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

/** A level of 32-bit floats, stored as registers hold them. */
function floatLevel(texels: Float32Array): StoredLevel {
  return {
    registers: texels,
    load: (from, result, at, count) => result.set(texels.subarray(from, from + count), at),
    store: (registers, from, at, count) => texels.set(registers.subarray(from, from + count), at),
  };
}

/** A level of 8-bit unorm: the codes themselves are reduced. */
function unormLevel(texels: Uint8Array): StoredLevel {
  const level: StoredLevel = {
    words: new Uint32Array(texels.buffer, texels.byteOffset, Math.floor(texels.length / 4)),
    load: (from, result, at, count) => result.set(texels.subarray(from, from + count), at),
    store: (registers, from, at, count) => {
      for (let k = 0; k < count; k++) texels[at + k] = roundToInteger(registers[from + k], 'nearest-even');
    },
    average: (pair, result, at, target, to) => {
      if (pair.components === 4) averageWords(level.words!, pair, result, at, target.words!, to / 4);
      else {
        averageCodesRow(texels, pair, result, at);
        target.store(result, at, to, pair.texels * pair.components);
      }
    },
  };
  return level;
}

/** A mask of every other byte of a word, so that each has 16 bits for its sum. */
const BYTES = 0x00ff00ff;
/** 1 in each of the two fields. */
const ONES = 0x00010001;

/**
 * The mean of texels of four components, two sums of 10 bits at a time. To round a quarter to nearest even, 1 is added
 * to the sum, or 2 if the quarter's integer part is odd, and the two low bits are dropped.
 */
function averageWords(
  source: Uint32Array,
  { upper, lower, right, texels }: RowPair,
  result: Float32Array,
  at: number,
  target: Uint32Array,
  to: number,
): void {
  const next = right / 4;
  for (let i = 0, p = upper / 4, q = lower / 4, r = at; i < texels; i++, p += 2, q += 2, r += 4) {
    const a = source[p];
    const b = source[p + next];
    const c = source[q];
    const d = source[q + next];
    const even = (a & BYTES) + (b & BYTES) + (c & BYTES) + (d & BYTES);
    const odd = ((a >>> 8) & BYTES) + ((b >>> 8) & BYTES) + ((c >>> 8) & BYTES) + ((d >>> 8) & BYTES);
    result[r] = (even & 0xffff) * 0.25;
    result[r + 1] = (odd & 0xffff) * 0.25;
    result[r + 2] = (even >>> 16) * 0.25;
    result[r + 3] = (odd >>> 16) * 0.25;
    const low = ((even + ONES + ((even >>> 2) & ONES)) >>> 2) & BYTES;
    const high = ((odd + ONES + ((odd >>> 2) & ONES)) >>> 2) & BYTES;
    target[to + i] = low | (high << 8);
  }
}

/** A level of 8-bit snorm or sRGB, whose codes are decoded. */
function codedLevel(format: TexelFormat, texels: Uint8Array): StoredLevel {
  const codes = componentCodes(format);
  const values = codes.map(({ value }) => Float32Array.from(value));
  const components = codes.length;
  return {
    load: (from, result, at, count) => {
      for (let c = 0; c < components; c++) {
        const value = values[c];
        for (let k = c; k < count; k += components) result[at + k] = value[texels[from + k]];
      }
    },
    store: (registers, from, at, count) => {
      for (let c = 0; c < components; c++) {
        const { nearest } = codes[c];
        for (let k = c; k < count; k += components) texels[at + k] = nearest(registers[from + k]);
      }
    },
    average: (pair, result, at, target, to) => {
      averageDecoded(values, texels, pair, result, at);
      target.store(result, at, to, pair.texels * components);
    },
  };
}

/** The mean (((a + b) + c) + d) / 4, each sum rounded to float32. */
function averageDecoded(
  values: readonly Float32Array[],
  source: Uint8Array,
  { upper, lower, right, components, texels }: RowPair,
  result: Float32Array,
  at: number,
): void {
  const step = 2 * components;
  for (let c = 0; c < components; c++) {
    const value = values[c];
    const end = at + texels * components;
    for (let to = at + c, p = upper + c, q = lower + c; to < end; to += components, p += step, q += step) {
      const sum = Math.fround(Math.fround(value[source[p]] + value[source[p + right]]) + value[source[q]]);
      result[to] = Math.fround(sum + value[source[q + right]]) * 0.25;
    }
  }
}
