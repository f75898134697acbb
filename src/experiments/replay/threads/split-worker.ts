import { serveTasks } from '../../../platform/threads/serve-tasks.ts';
import type { PassAccesses } from '../caches/line-stream.ts';
import { lookupLevels } from '../caches/design-levels.ts';
import type { LevelTotals, ReplayDesign, StreamTotals } from '../caches/lookup-levels.ts';
import { LookupStreams } from '../caches/lookup-streams.ts';
import { accessesOf, type GivenBlock, slotOf } from './split-block.ts';
import { type KeyedSectors, SplitLists } from './split-lists.ts';

/** The data of a thread of a split replay, which all of its tasks use. */
export interface SplitWork {
  /** The designs, and the list of sectors that each looks up. */
  readonly designs: readonly ReplayDesign[];
  readonly lists: readonly number[];
  readonly keyed: readonly KeyedSectors[];
  /** The thread's part of all parts. */
  readonly part: number;
  readonly parts: number;
  /** The accesses of each slot, and the memory of the lists: shared by all threads. */
  readonly batches: readonly PassAccesses[];
  readonly sectors: readonly Uint8Array[];
}

/** Deals a block, simulates the own part of the block in a slot, or counts at the end. */
export type SplitTask = { readonly deal: GivenBlock } | { readonly simulate: number } | 'count';

/** A thread's counts for each design: `streams` in the blocks that it has dealt, `levels` in its part of all blocks. */
export interface PartTotals {
  readonly streams: readonly StreamTotals[];
  readonly levels: readonly LevelTotals[];
}

/**
 * The number of accesses whose look-ups are made at a time, so few that they stay in the core's cache until they are
 * dealt.
 */
const PIECE = 2 ** 14;

/** One of the threads of a split replay: deals some of the blocks, and simulates its sets of every design. */
serveTasks(({ designs, lists: listOf, keyed, part, parts, batches, sectors: memory }: SplitWork) => {
  const lists = keyed.map((each, n) => new SplitLists(each, parts, memory[n]));
  const lookups = new LookupStreams(designs);
  const levels = designs.map(lookupLevels);

  /** Deals the look-ups of all passes that begin in a block to the lists of all parts. */
  const deal = ({ slot, start, end, rest, goesOn }: GivenBlock) => {
    if (!goesOn) lookups.endPass();
    for (const list of lists) list.clear(slot);
    for (let from = start; from < end; from += PIECE) {
      dealAccesses(slot, accessesOf(batches[slot], from, Math.min(end, from + PIECE)));
    }
    if (rest > 0) dealAccesses(slot, accessesOf(batches[slotOf(slot + 1)], 0, rest));
  };
  const dealAccesses = (slot: number, accesses: PassAccesses) => {
    for (const { of, lookups: made } of lookups.take(accesses)) {
      for (const list of lists) if (list.lookUps === of) list.deal(slot, made);
    }
  };
  const simulate = (slot: number) => {
    const own = lists.map((list) => list.of(slot, part));
    levels.forEach((each, n) => {
      const { sectors, count, marked } = own[listOf[n]];
      each.lookUp(sectors, count, null, marked);
    });
  };

  return async (task: SplitTask): Promise<PartTotals | null> => {
    if (task === 'count') {
      return {
        streams: designs.map(({ cache }) => lookups.totals(cache)),
        levels: levels.map((each) => each.totals()),
      };
    }
    if ('deal' in task) deal(task.deal);
    else simulate(task.simulate);
    return null;
  };
});
