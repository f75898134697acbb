import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import { levelSize } from '../../../rtl-model/memory/level-size.ts';
import { reduceToExtreme } from './code-extremes.ts';
import { fullLevels, planDispatches, TILE_LEVELS } from './dispatch-plan.ts';
import { componentMeaning, isDownsampled, storedLevel } from './stored-level.ts';
import type { Arithmetic, Reduction } from './reduction.ts';
import { rowReduction } from './row-reductions.ts';
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
      reduceSlice(chain, ...size, slice, format.order.length, reduce, shortCut);
    }
  }
}

/** Fills the levels below level 0 from stored 8-bit codes. */
function fillWithExtremes(image: ImageSource, extreme: 'min' | 'max'): void {
  const { layers, levels, format } = image;
  const signed = format.componentType === 'snorm';
  const codes = levels.map(({ buffer, byteOffset, length }) =>
    signed ? new Int8Array(buffer, byteOffset, length) : new Uint8Array(buffer, byteOffset, length),
  );
  for (let l = 1; l < levels.length; l++) {
    const size = { width: levelSize(image.width, l - 1), height: levelSize(image.height, l - 1) };
    const above = { codes: codes[l - 1], ...size, layers, components: format.order.length };
    reduceToExtreme(above, codes[l], extreme);
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
