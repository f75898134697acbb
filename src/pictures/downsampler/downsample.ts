import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import { levelSize } from '../../../rtl-model/memory/level-size.ts';
import { fullLevels, planDispatches, TILE_LEVELS } from './dispatch-plan.ts';
import { componentMeaning, isDownsampled, storedLevel } from './stored-level.ts';
import type { Arithmetic, Reduction } from './reduction.ts';
import { type RowPair, rowReduction } from './row-reductions.ts';
import { reduceSlice } from './slice-reduction.ts';

export interface DownsampleOptions {
  readonly reduction?: Reduction;
  /** float16 is packed arithmetic; only formats of halves allow it. */
  readonly arithmetic?: Arithmetic;
  /** Number of levels of the result, the source's included; all down to 1x1 if absent. */
  readonly levels?: number;
}

/**
 * The levels below level 0, made as by the single-pass downsampler (docs/downsampler.md). Level l is floor(size / 2^l)
 * texels wide and high, at least 1. Its texel i is reduced from texels 2i and 2i + 1 of the level above, indices
 * clamped to its edge. Levels 1 to 6 are reduced from level 0 in registers and rounded once each when they are stored.
 * Levels 7 to 12 are made in the same way from the stored level 6, and so on.
 *
 * @param image its level 0 is read; every layer (array slice or cube face) is one slice
 * @throws RangeError when the format is neither of 8 bits nor float, level 0 has the wrong size, the arithmetic does
 * not fit the format, there are fewer levels than requested, or a weight is invalid
 */
export function downsample(image: ImageSource, options: DownsampleOptions = {}): ImageSource {
  const { width, height, layers, format } = image;
  const { reduction = 'average', arithmetic = 'float32', levels = fullLevels(width, height) } = options;
  checkImage(image, levels);
  if (arithmetic === 'float16' && format.componentBits !== 16) {
    throw new RangeError(`${format.name}: float16 arithmetic is for components that are halves`);
  }
  const texels = Array.from({ length: levels }, (_, l) => {
    const size = levelSize(width, l) * levelSize(height, l) * layers * format.texelBytes;
    return l === 0 ? image.levels[0] : new Uint8Array(size);
  });
  const result = { ...image, levels: texels };
  if ((reduction === 'min' || reduction === 'max') && format.componentBits === 8) fillWithExtremes(result, reduction);
  else fillLevels(result, reduction, arithmetic);
  return result;
}

/** Fills the levels below level 0 from registers. */
function fillLevels(image: ImageSource, reduction: Reduction, arithmetic: Arithmetic): void {
  const { width, height, layers, format } = image;
  const stored = image.levels.map((texels) => storedLevel(format, texels));
  const reduce = rowReduction(reduction, arithmetic, componentMeaning(format));
  const averaged = reduction === 'average' && arithmetic === 'float32';
  for (const { source, count } of tileReductions(width, height, stored.length)) {
    const chain = stored.slice(source, source + count + 1);
    const size = [levelSize(width, source), levelSize(height, source)] as const;
    const shortCut = averaged ? chain[0].average : undefined;
    for (let slice = 0; slice < layers; slice++) {
      reduceSlice(chain, size, slice, format.order.length, reduce, shortCut);
    }
  }
}

/**
 * Fills the levels below level 0 with the smallest or largest stored code of 2x2 texels in each component. No code is
 * decoded and nothing is rounded, so a level made of the stored level above equals one made of registers.
 */
function fillWithExtremes({ width, height, layers, levels, format }: ImageSource, extreme: 'min' | 'max'): void {
  const codes = levels.map(({ buffer, byteOffset, length }) =>
    format.componentType === 'snorm'
      ? new Int8Array(buffer, byteOffset, length)
      : new Uint8Array(buffer, byteOffset, length),
  );
  const components = format.order.length;
  for (let l = 1; l < levels.length; l++) {
    const [columns, rows] = [levelSize(width, l), levelSize(height, l)];
    const [texels, lines] = [levelSize(width, l - 1), levelSize(height, l - 1)];
    const pitch = texels * components;
    const pair = { upper: 0, lower: 0, right: texels === 1 ? 0 : components, components, texels: columns };
    for (let row = 0; row < layers * rows; row++) {
      pair.upper = (Math.floor(row / rows) * lines + 2 * (row % rows)) * pitch;
      pair.lower = lines === 1 ? pair.upper : pair.upper + pitch;
      reduceCodes(codes[l - 1], pair, codes[l], row * columns * components, extreme);
    }
    if (codes[l] instanceof Int8Array) dropSecondMinusOne(codes[l]);
  }
}

/** Replaces -128, which means -1 like -127 and is not stored (D3D11.3 3.2.3.4). */
function dropSecondMinusOne(codes: Uint8Array | Int8Array): void {
  for (let n = 0; n < codes.length; n++) if (codes[n] === -128) codes[n] = -127;
}

function reduceCodes(
  codes: Uint8Array | Int8Array,
  { upper, lower, right, components, texels }: RowPair,
  below: Uint8Array | Int8Array,
  at: number,
  extreme: 'min' | 'max',
): void {
  // The complement reverses the order of integers: the largest integer has the smallest complement.
  const flip = extreme === 'max' ? -1 : 0;
  const step = 2 * components;
  for (let c = 0; c < components; c++) {
    const end = at + texels * components;
    for (let to = at + c, p = upper + c, q = lower + c; to < end; to += components, p += step, q += step) {
      const above = Math.min(codes[p] ^ flip, codes[p + right] ^ flip);
      const least = Math.min(above, codes[q] ^ flip, codes[q + right] ^ flip);
      below[to] = least ^ flip;
    }
  }
}

/** The parts of the reduction, at most six levels each: those of the tiles, or those of the last group's tile. */
function* tileReductions(width: number, height: number, levels: number) {
  for (const dispatch of planDispatches(width, height, levels)) {
    for (let done = 0; done < dispatch.levels; done += TILE_LEVELS) {
      yield { source: dispatch.source + done, count: Math.min(TILE_LEVELS, dispatch.levels - done) };
    }
  }
}

function checkImage({ format, width, height, layers, levels: [texels] }: ImageSource, levels: number): void {
  if (!isDownsampled(format)) throw new RangeError(`${format.name}: 8-bit and float formats are downsampled`);
  const bytes = width * height * layers * format.texelBytes;
  if (texels.length !== bytes) {
    throw new RangeError(`level 0 (${width}x${height}x${layers}) needs ${bytes} bytes, has ${texels.length}`);
  }
  const most = fullLevels(width, height);
  if (!(Number.isInteger(levels) && levels >= 1 && levels <= most)) {
    throw new RangeError(`levels: ${levels}, expected 1 to ${most} for ${width}x${height} texels`);
  }
}
