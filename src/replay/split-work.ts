import type { LevelTotals, ReplayDesign } from './lookup-levels.ts';

/** What a worker of a split replay is started with. */
export interface SplitWork {
  /** The designs, and which stream of look-ups each is on. */
  readonly designs: readonly ReplayDesign[];
  readonly streams: readonly number[];
  /** Blocks of each stream: sectors, BLOCK_SECTORS for each part one after the other. */
  readonly blocks: readonly (readonly SharedArrayBuffer[])[];
  /** The worker's part. */
  readonly part: number;
}

/** To a worker: the first sectors of its part of a block are there; or all have been, and the totals are asked for. */
export type SplitOrder =
  { readonly stream: number; readonly block: number; readonly sectors: number } | { readonly stream: null };

/** From a worker: it is done with its part of a block; or what its part of each design has counted. */
export type SplitAnswer =
  | { readonly stream: number; readonly block: number }
  | { readonly stream: null; readonly totals: readonly LevelTotals[] };
