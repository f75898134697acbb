import { sumOfRecords } from '../../../pipeline/counters/statistics.ts';
import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import { levelSize } from '../../../rtl-model/memory/level-size.ts';
import { type Dispatch, GROUP_THREADS, handsOver, planDispatches, TILE_LEVELS } from './dispatch-plan.ts';
import type { Arithmetic } from './reduction.ts';

/** The ways in which the threads of a group exchange texels: local memory alone, or shuffles within quads as well. */
export const EXCHANGES = ['local-memory', 'quad-shuffles'] as const;
export type Exchange = (typeof EXCHANGES)[number];

const NOTHING = {
  dispatches: 0,
  groups: 0,
  /** Texels that lanes read from memory and write to it. */
  reads: 0,
  writes: 0,
  /** Bytes transferred from and to memory: each texel that a dispatch reads counts once, and each that it writes. */
  bytesRead: 0,
  bytesWritten: 0,
  /** Accesses of lanes to local memory for texels and the broadcast counter, and their bytes. */
  localWrites: 0,
  localReads: 0,
  localBytes: 0,
  /** Texels that a lane gets from another lane of its quad. */
  shuffles: 0,
  /** Barriers of a group, summed over the groups. */
  barriers: 0,
  atomics: 0,
};

/** The cost of making the levels. A lane whose texel lies outside of its level does nothing. */
export type Cost = Readonly<typeof NOTHING>;

/** The image whose levels are made; its texels don't matter. */
export type CostedImage = Pick<ImageSource, 'format' | 'width' | 'height' | 'layers'>;

const COUNTER_BYTES = 4;
/** Side of the square of threads in a group of the level-by-level chain. */
const CHAIN_TILE = 16;

/** The cost of the single pass. @param levels number of levels of the image, the first included */
export function singlePassCost(image: CostedImage, levels: number, arithmetic: Arithmetic, exchange: Exchange): Cost {
  const registerBytes = image.format.order.length * (arithmetic === 'float16' ? 2 : 4);
  const dispatches = planDispatches(image.width, image.height, levels);
  const costs = dispatches.map((dispatch) => dispatchCost(dispatch, image, registerBytes, exchange));
  return sumOfRecords([NOTHING, ...costs]);
}

/** The cost of the classical chain: a pass for each level, a thread for each of its texels, four fetches a thread. */
export function levelByLevelCost(image: CostedImage, levels: number): Cost {
  const passes = Array.from({ length: levels - 1 }, (_, n) => {
    const [width, height] = [levelSize(image.width, n + 1), levelSize(image.height, n + 1)];
    const texels = width * height * image.layers;
    return {
      ...NOTHING,
      dispatches: 1,
      groups: Math.ceil(width / CHAIN_TILE) * Math.ceil(height / CHAIN_TILE) * image.layers,
      reads: 4 * texels,
      writes: texels,
      bytesRead: texelsRead(image, n + 1) * image.format.texelBytes,
      bytesWritten: texels * image.format.texelBytes,
    };
  });
  return sumOfRecords([NOTHING, ...passes]);
}

/** The share of the bytes from and to memory that the first way saves compared with the second. */
export function savedBytes(cost: Cost, than: Cost): number {
  return 1 - (cost.bytesRead + cost.bytesWritten) / (than.bytesRead + than.bytesWritten);
}

function dispatchCost(dispatch: Dispatch, image: CostedImage, registerBytes: number, exchange: Exchange): Cost {
  const { layers, format } = image;
  const { source, levels } = dispatch;
  const shuffled = exchange === 'quad-shuffles';
  const groups = dispatch.columns * dispatch.rows * layers;
  const texels = (k: number) => levelSize(dispatch.width, k) * levelSize(dispatch.height, k) * layers;
  const cost = { ...NOTHING, dispatches: 1, groups };
  /** Adds the cost of making level k from the level above, exchanged between threads. */
  const exchangeLevel = (k: number, throughMemory: boolean) => {
    if (shuffled) cost.shuffles += 3 * texels(k);
    if (!throughMemory) return;
    cost.localWrites += texels(k - 1);
    cost.localReads += 4 * texels(k);
  };
  const fetchLevel = (k: number) => {
    cost.reads += 4 * texels(k);
    cost.bytesRead += texelsRead(image, source + k) * format.texelBytes;
  };
  for (let k = 1; k <= levels; k++) cost.writes += texels(k);
  cost.bytesWritten = cost.writes * format.texelBytes;

  fetchLevel(1);
  for (let k = 2; k <= Math.min(levels, TILE_LEVELS); k++) {
    exchangeLevel(k, k > 2 || !shuffled);
    cost.barriers += groups * barriersBefore(k, shuffled);
  }
  if (handsOver(dispatch)) {
    cost.atomics += groups;
    cost.barriers += groups;
    fetchLevel(TILE_LEVELS + 1);
    // A thread holds the four texels of level 7 from which its texel of level 8 is made.
    for (let k = TILE_LEVELS + 3; k <= levels; k++) {
      exchangeLevel(k, true);
      cost.barriers += layers;
    }
  }
  cost.localBytes = (cost.localWrites + cost.localReads) * registerBytes;
  if (handsOver(dispatch)) {
    cost.localWrites += groups;
    cost.localReads += groups * GROUP_THREADS;
    cost.localBytes += groups * (1 + GROUP_THREADS) * COUNTER_BYTES;
  }
  return cost;
}

/**
 * The number of barriers before level k. Level 2 is made of 32x32 texels, four of each thread. Without shuffles they
 * pass through local memory in four parts, with a barrier before and after each part is read.
 */
function barriersBefore(k: number, shuffled: boolean): number {
  if (k > 2) return 1;
  return shuffled ? 0 : 8;
}

/**
 * The number of texels of level l - 1 that level l is made of. The last of an odd row or column is unused, unless it is
 * the only one.
 */
function texelsRead({ width, height, layers }: CostedImage, l: number): number {
  const columns = Math.min(2 * levelSize(width, l), levelSize(width, l - 1));
  const rows = Math.min(2 * levelSize(height, l), levelSize(height, l - 1));
  return columns * rows * layers;
}
