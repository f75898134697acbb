import { levelSize } from '../../../rtl-model/memory/level-size.ts';

/** Width and height of a group's tile in texels, and the number of levels that the group makes of it. */
export const TILE_SIZE = 64;
export const TILE_LEVELS = 6;
/** Threads of a group. */
export const GROUP_THREADS = 256;
/** The most levels of one dispatch: those of the tiles, then those of the last group's tile. */
const MOST_LEVELS = 2 * TILE_LEVELS;

/** One dispatch: groups of 256 threads, one for each 64x64 tile of the source level, in every slice. */
export interface Dispatch {
  /** The level that is read, and its size in texels. */
  readonly source: number;
  readonly width: number;
  readonly height: number;
  /** The number of levels written below it, 1 to 12. */
  readonly levels: number;
  /** Tiles of a slice across and down; each tile has one group. */
  readonly columns: number;
  readonly rows: number;
}

/** The number of levels of an image down to 1x1: floor(log2(larger size)) + 1. */
export function fullLevels(width: number, height: number): number {
  return Math.floor(Math.log2(Math.max(width, height))) + 1;
}

/**
 * The dispatches that make an image's levels 1 to `levels` - 1. One is enough if its sixth level fits the one tile of
 * the last group: up to 4159 texels in a dimension, twelve levels below the source. A larger image is first reduced by
 * six levels in a dispatch without a last group.
 */
export function planDispatches(width: number, height: number, levels: number): readonly Dispatch[] {
  const dispatches: Dispatch[] = [];
  for (let source = 0; source < levels - 1; source += dispatches.at(-1)!.levels) {
    const size = { width: levelSize(width, source), height: levelSize(height, source) };
    const largest = levelSize(Math.max(size.width, size.height), TILE_LEVELS);
    const most = largest <= TILE_SIZE ? MOST_LEVELS : TILE_LEVELS;
    dispatches.push({
      source,
      ...size,
      levels: Math.min(most, levels - 1 - source),
      columns: Math.ceil(size.width / TILE_SIZE),
      rows: Math.ceil(size.height / TILE_SIZE),
    });
  }
  return dispatches;
}

/** True if a last group continues after the tiles. */
export function handsOver(dispatch: Dispatch): boolean {
  return dispatch.levels > TILE_LEVELS;
}
