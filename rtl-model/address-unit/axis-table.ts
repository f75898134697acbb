import type { AddressMode } from '../state/sampler.ts';
import { BORDER, wrap } from './wrap.ts';

/** Sum of a border entry and any offset within a texel memory of 2^30 bytes is negative. */
export const BORDER_OFFSET = -(2 ** 30);
/** Entries on either side of an axis that may leave it by a tap and a texel offset. */
const MARGIN = 16;

/** One axis of a level as the table needs it. */
export interface LevelAxis {
  readonly size: number;
  /** The offset of each texel along the axis, in texels (LevelLayout's column or row). */
  readonly offsets: Int32Array;
}

/** One axis of a level, ready to be looked up: byte offset of index i at entries[i - first], negative on the border. */
export interface AxisEntries {
  readonly size: number;
  readonly first: number;
  readonly entries: Int32Array;
}

/**
 * Address mode and memory layout of one axis in one look-up, for every level: byte offset of the texel that an index
 * selects. The entries reach as far as range-reduced coordinates do; beyond, `wrap` computes them.
 */
export class AxisTable {
  readonly levels: readonly AxisEntries[];

  constructor(
    private readonly axes: readonly LevelAxis[],
    private readonly mode: AddressMode,
    private readonly texelBytes: number,
  ) {
    // A mirrored coordinate is reduced to two periods, every other one to one, clamped ones are held to the ends.
    const periods = mode === 'mirrored_repeat' ? 2 : 1;
    this.levels = axes.map(({ size }, level) => {
      const below = (mode === 'repeat' ? 0 : periods * size) + MARGIN;
      const length = below + periods * size + MARGIN;
      return { size, first: -below, entries: Int32Array.from({ length }, (_, k) => this.wrapped(level, k - below)) };
    });
  }

  /** Byte offset along the axis of texel index `i` of a level; negative for the border. */
  offset(level: number, i: number): number {
    const { first, entries } = this.levels[level];
    const at = i - first;
    return at >= 0 && at < entries.length ? entries[at] : this.wrapped(level, i);
  }

  private wrapped(level: number, i: number): number {
    const { size, offsets } = this.axes[level];
    const texel = wrap(i, size, this.mode);
    return texel === BORDER ? BORDER_OFFSET : offsets[texel] * this.texelBytes;
  }
}
