import type { LevelTotals, ReplayDesign } from '../caches/lookup-levels.ts';
import type { StreamTotals } from '../caches/replay-totals.ts';
import type { KeyedSectors } from './split-lists.ts';

/** What a worker of a split replay is started with. */
export interface SplitWork {
  /** The designs, and which lists of sectors each looks up. */
  readonly designs: readonly ReplayDesign[];
  readonly lists: readonly number[];
  readonly keyed: readonly KeyedSectors[];
  /** The worker's part of them all. */
  readonly part: number;
  readonly parts: number;
  /** What all share: the schedule, the accesses of each slot, and the lists. */
  readonly schedule: SharedArrayBuffer;
  readonly batches: readonly SharedArrayBuffer[];
  readonly sectors: readonly SharedArrayBuffer[];
}

/** What a worker has counted of each design: in the blocks that it has dealt, and in its part of all. */
export interface PartTotals {
  readonly streams: readonly StreamTotals[];
  readonly levels: readonly LevelTotals[];
}
