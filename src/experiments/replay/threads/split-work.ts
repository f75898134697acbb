import type { LevelTotals, ReplayDesign } from '../caches/lookup-levels.ts';
import type { StreamTotals } from '../caches/replay-totals.ts';
import type { KeyedSectors } from './split-lists.ts';

/** The start data of a worker of a split replay. */
export interface SplitWork {
  /** The designs, and the list of sectors that each looks up. */
  readonly designs: readonly ReplayDesign[];
  readonly lists: readonly number[];
  readonly keyed: readonly KeyedSectors[];
  /** The worker's part of all parts. */
  readonly part: number;
  readonly parts: number;
  /** Shared memory: the schedule, the accesses of each slot, and the lists. */
  readonly schedule: SharedArrayBuffer;
  readonly batches: readonly SharedArrayBuffer[];
  readonly sectors: readonly SharedArrayBuffer[];
}

/**
 * A worker's counts for each design: `streams` in the blocks that it has distributed, `levels` in its part of all
 * blocks.
 */
export interface PartTotals {
  readonly streams: readonly StreamTotals[];
  readonly levels: readonly LevelTotals[];
}
