import { type ImageSource, levelSize } from '../../../rtl-model/memory/image.ts';
import { type Dispatch, GROUP_THREADS, handsOver, planDispatches, TILE_LEVELS } from './dispatch-plan.ts';
import type { Arithmetic } from './reduction.ts';

/** How the threads of a group pass texels to each other: through local memory alone, or within quads by shuffles. */
export const EXCHANGES = ['local-memory', 'quad-shuffles'] as const;
export type Exchange = (typeof EXCHANGES)[number];

/** What a way to make the levels costs. A lane whose texel lies outside of its level does nothing. */
export interface Cost {
  readonly dispatches: number;
  readonly groups: number;
  /** Texels that lanes fetch from memory and store to it. */
  readonly reads: number;
  readonly writes: number;
  /** Bytes that cross to memory: each texel that a dispatch reads once, and each that it writes. */
  readonly bytesRead: number;
  readonly bytesWritten: number;
  /** Accesses of lanes to local memory, texels and the broadcast counter, and their bytes. */
  readonly localWrites: number;
  readonly localReads: number;
  readonly localBytes: number;
  /** Texels that a lane takes from another one of its quad. */
  readonly shuffles: number;
  /** Barriers of a group, summed over the groups. */
  readonly barriers: number;
  readonly atomics: number;
}

/** The image whose levels are made; its texels are not looked at. */
export type CostedImage = Pick<ImageSource, 'format' | 'width' | 'height' | 'layers'>;

const COUNTER_BYTES = 4;
/** Side of the square of threads that the level-by-level chain gives a group. */
const CHAIN_TILE = 16;

/** The single pass. @param levels of the image, the first included */
export function singlePassCost(image: CostedImage, levels: number, arithmetic: Arithmetic, exchange: Exchange): Cost {
  const registerBytes = image.format.order.length * (arithmetic === 'float16' ? 2 : 4);
  const dispatches = planDispatches(image.width, image.height, levels);
  return sum(dispatches.map((dispatch) => dispatchCost(dispatch, image, registerBytes, exchange)));
}

/** The classical chain: a pass for each level, a thread for each texel of it, four fetches a thread. */
export function levelByLevelCost(image: CostedImage, levels: number): Cost {
  const passes: Cost[] = [];
  for (let l = 1; l < levels; l++) {
    const width = levelSize(image.width, l);
    const height = levelSize(image.height, l);
    const texels = width * height * image.layers;
    passes.push({
      ...NOTHING,
      dispatches: 1,
      groups: Math.ceil(width / CHAIN_TILE) * Math.ceil(height / CHAIN_TILE) * image.layers,
      reads: 4 * texels,
      writes: texels,
      bytesRead: texelsRead(image, l) * image.format.texelBytes,
      bytesWritten: texels * image.format.texelBytes,
    });
  }
  return sum(passes);
}

/** Which part of the bytes to and from memory the first way saves against the second. */
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
  /** Level k from the one above, exchanged between threads. */
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
    // A thread holds the four texels of level 7 that its texel of level 8 is made of.
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
 * Level 2 is made of 32x32 texels, four of each thread, that go through local memory in four parts, with a barrier
 * before and after each is read.
 */
function barriersBefore(k: number, shuffled: boolean): number {
  if (k > 2) return 1;
  return shuffled ? 0 : 8;
}

/** Texels of level l - 1 that level l is made of: all but the last of an odd row or column, unless it is the only one. */
function texelsRead({ width, height, layers }: CostedImage, l: number): number {
  const columns = Math.min(2 * levelSize(width, l), levelSize(width, l - 1));
  const rows = Math.min(2 * levelSize(height, l), levelSize(height, l - 1));
  return columns * rows * layers;
}

const NOTHING: Cost = {
  dispatches: 0,
  groups: 0,
  reads: 0,
  writes: 0,
  bytesRead: 0,
  bytesWritten: 0,
  localWrites: 0,
  localReads: 0,
  localBytes: 0,
  shuffles: 0,
  barriers: 0,
  atomics: 0,
};

function sum(costs: readonly Cost[]): Cost {
  const total: { -readonly [Field in keyof Cost]: number } = { ...NOTHING };
  for (const cost of costs) for (const field of COST_FIELDS) total[field] += cost[field];
  return total;
}

const COST_FIELDS = Object.keys(NOTHING) as readonly (keyof Cost)[];
