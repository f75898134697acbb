import type { AddressMode } from '../sampler.ts';
import { BORDER, wrap } from './wrap.ts';

/** Sum of a border entry and any offset within a texel memory of 2^30 bytes is negative. */
const BORDER_OFFSET = -(2 ** 30);
/** Entries on either side of an axis that may leave it by a tap and a texel offset. */
const MARGIN = 16;

/** What `position` says of indices that the entries do not hold. */
export const NOT_HELD = -1;

/** One axis of a level as the table needs it. */
export interface Axis {
  readonly size: number;
  /** Of each texel along the axis, in texels (LevelLayout's column or row). */
  readonly offsets: Int32Array;
}

/**
 * Address mode and memory layout of one axis in one look-up, for every level: byte offset of the texel that an index
 * selects, negative on the border. The entries reach as far as range-reduced coordinates do; beyond, `wrap` is asked.
 */
export class AxisTable {
  private readonly axes: readonly Axis[];
  private readonly mode: AddressMode;
  private readonly texelBytes: number;
  readonly entries: Int32Array;
  /** Of a level: where index 0 stands in the entries, and the first and one past the last index that they hold. */
  private readonly origin: Int32Array;
  private readonly from: Int32Array;
  private readonly until: Int32Array;

  constructor(axes: readonly Axis[], mode: AddressMode, texelBytes: number) {
    this.axes = axes;
    this.mode = mode;
    this.texelBytes = texelBytes;
    // A mirrored coordinate is reduced to two periods, every other one to one, clamped ones are held to the ends.
    const periods = mode === 'mirrored_repeat' ? 2 : 1;
    const below = axes.map(({ size }) => (mode === 'repeat' ? 0 : periods * size) + MARGIN);
    const above = axes.map(({ size }) => periods * size + MARGIN);
    this.from = Int32Array.from(below, (n) => -n);
    this.until = Int32Array.from(above);
    this.origin = new Int32Array(axes.length);
    let length = 0;
    axes.forEach((_, level) => {
      this.origin[level] = length + below[level];
      length += below[level] + above[level];
    });
    this.entries = new Int32Array(length);
    axes.forEach((_, level) => {
      for (let i = this.from[level]; i < this.until[level]; i++) {
        this.entries[this.origin[level] + i] = this.wrapped(level, i);
      }
    });
  }

  /** Where in `entries` index `i` of a level stands, if the next one stands behind it; else NOT_HELD. */
  position(level: number, i: number): number {
    return i >= this.from[level] && i + 1 < this.until[level] ? this.origin[level] + i : NOT_HELD;
  }

  /** Byte offset along the axis of texel index `i` of a level; negative for the border. */
  offset(level: number, i: number): number {
    return i >= this.from[level] && i < this.until[level]
      ? this.entries[this.origin[level] + i]
      : this.wrapped(level, i);
  }

  /** The entries of one level, and the index that the first of them stands for. */
  levelEntries(level: number): { readonly entries: Int32Array; readonly first: number } {
    const start = this.origin[level] + this.from[level];
    return {
      entries: this.entries.slice(start, this.origin[level] + this.until[level]),
      first: this.from[level],
    };
  }

  private wrapped(level: number, i: number): number {
    const { size, offsets } = this.axes[level];
    const texel = wrap(i, size, this.mode);
    return texel === BORDER ? BORDER_OFFSET : offsets[texel] * this.texelBytes;
  }
}
