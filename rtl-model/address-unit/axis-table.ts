import type { AddressMode } from '../state/sampler.ts';
import { BORDER, wrap } from './wrap.ts';

/** Sum of a border entry and any offset within a texel memory of 2^30 bytes is negative. */
export const BORDER_OFFSET = -(2 ** 30);
/** Entries on either side of an axis that may leave it by a tap and a texel offset. */
export const AXIS_MARGIN = 16;

/** One axis of a level as the table needs it. */
export interface LevelAxis {
  readonly size: number;
  /** The offset of each texel along the axis, in texels (LevelLayout's column or row). */
  readonly offsets: Int32Array;
}

/** One axis of a level, ready to be looked up: byte offset of index i at entries[i - first], negative on the border. */
export interface AxisEntries {
  readonly first: number;
  readonly entries: Int32Array;
}

/**
 * Address mode and memory layout of one axis in one look-up, for every level: byte offset of the texel that an index
 * selects. The entries reach as far as range-reduced coordinates do.
 */
export function axisTable(axes: readonly LevelAxis[], mode: AddressMode, texelBytes: number): readonly AxisEntries[] {
  // A mirrored coordinate is reduced to two periods, every other one to one, clamped ones are held to the ends.
  const periods = mode === 'mirrored_repeat' ? 2 : 1;
  return axes.map(({ size, offsets }) => {
    const below = (mode === 'repeat' ? 0 : periods * size) + AXIS_MARGIN;
    const length = below + periods * size + AXIS_MARGIN;
    const offset = (i: number) => {
      const texel = wrap(i, size, mode);
      return texel === BORDER ? BORDER_OFFSET : offsets[texel] * texelBytes;
    };
    return { first: -below, entries: Int32Array.from({ length }, (_, k) => offset(k - below)) };
  });
}
