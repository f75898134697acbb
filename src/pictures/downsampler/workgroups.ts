import { levelSize } from '../../../rtl-model/memory/level-size.ts';
import { type Dispatch, handsOver, TILE_LEVELS, TILE_SIZE } from './dispatch-plan.ts';

/** Texels of a level: the first one, and the size of the region, which may be 0. */
export interface Region {
  readonly level: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The place of a group, and the texels that it wrote. */
interface GroupEvent {
  /** Number of the dispatch, and of the group in it: slice after slice, rows from top to bottom. */
  readonly dispatch: number;
  readonly group: number;
  readonly slice: number;
  /** The texels that it wrote, level by level. */
  readonly regions: readonly Region[];
}

/** The event that a group has written its tile's levels. */
export interface TileEvent extends GroupEvent {
  /** The result of the atomic add to the slice's counter; null if the dispatch has no last group. */
  readonly counter: number | null;
}

/**
 * The event that a slice's last group has found the counter complete, reset it to 0 and written the remaining levels.
 */
export interface HandOverEvent extends GroupEvent {
  /** The number of groups that had finished before. */
  readonly before: number;
}

export interface GroupObserver {
  tile(event: TileEvent): void;
  handOver(event: HandOverEvent): void;
}

/** The order in which the groups of a dispatch finish their tiles: each number from 0 to `groups` - 1 once. */
export type FinishingOrder = (groups: number) => Iterable<number>;

const AS_DISPATCHED: FinishingOrder = function* (groups) {
  for (let group = 0; group < groups; group++) yield group;
};

/**
 * The groups of dispatches in the order in which they finish. Each adds itself to its slice's counter. The last group
 * of a slice continues. The texels don't depend on which one it is, because it reads stored texels alone.
 *
 * @returns the counters of the slices as one dispatch leaves them to the next: 0
 * @throws RangeError when the order does not contain each group once
 */
export function runGroups(
  dispatches: readonly Dispatch[],
  slices: number,
  observer: GroupObserver,
  order: FinishingOrder = AS_DISPATCHED,
): Uint32Array {
  const counters = new Uint32Array(slices);
  dispatches.forEach((dispatch, number) => {
    const tiles = dispatch.columns * dispatch.rows;
    for (const group of permutation(order, tiles * slices)) {
      const slice = Math.floor(group / tiles);
      const tile = group % tiles;
      const counter = handsOver(dispatch) ? counters[slice]++ : null;
      observer.tile({ dispatch: number, group, slice, regions: tileRegions(dispatch, tile), counter });
      if (counter !== tiles - 1) continue;
      counters[slice] = 0;
      observer.handOver({ dispatch: number, group, slice, before: counter, regions: lastRegions(dispatch) });
    }
  });
  return counters;
}

function permutation(order: FinishingOrder, groups: number): readonly number[] {
  const numbers = [...order(groups)];
  const valid = numbers.every((group) => Number.isInteger(group) && group >= 0 && group < groups);
  if (!valid || numbers.length !== groups || new Set(numbers).size !== groups) {
    throw new RangeError(`finishing order: expected each group from 0 to ${groups - 1} once`);
  }
  return numbers;
}

function tileRegions(dispatch: Dispatch, tile: number): readonly Region[] {
  const column = tile % dispatch.columns;
  const row = Math.floor(tile / dispatch.columns);
  return Array.from({ length: Math.min(dispatch.levels, TILE_LEVELS) }, (_, n) => {
    const size = TILE_SIZE / 2 ** (n + 1);
    const [x, y] = [column * size, row * size];
    const width = Math.max(0, Math.min(size, levelSize(dispatch.width, n + 1) - x));
    const height = Math.max(0, Math.min(size, levelSize(dispatch.height, n + 1) - y));
    return { level: dispatch.source + n + 1, x, y, width, height };
  });
}

function lastRegions(dispatch: Dispatch): readonly Region[] {
  return Array.from({ length: dispatch.levels - TILE_LEVELS }, (_, n) => {
    const k = TILE_LEVELS + 1 + n;
    const size = { width: levelSize(dispatch.width, k), height: levelSize(dispatch.height, k) };
    return { level: dispatch.source + k, x: 0, y: 0, ...size };
  });
}
