import { parentPort, workerData } from 'node:worker_threads';
import { AccessBatch } from '../../../../traces/accesses/access-batch.ts';
import type { PassAccesses } from '../caches/line-stream.ts';
import { lookupLevels } from '../caches/design-levels.ts';
import { LookupStreams } from '../caches/lookup-streams.ts';
import { accessesOf, BLOCK_ACCESSES } from './split-block.ts';
import { SplitLists } from './split-lists.ts';
import { type GivenBlock, slotOf, SplitSchedule } from './split-schedule.ts';
import type { PartTotals, SplitWork } from './split-work.ts';

/**
 * The number of accesses whose look-ups are made at a time, so few that they stay in the core's cache until
 * distributed.
 */
const PIECE = 2 ** 14;

/**
 * One of the threads of a split replay. It distributes blocks that no other does, and simulates its sets of every
 * design.
 */
const { designs, keyed, part, parts, ...shared } = workerData as SplitWork;
const schedule = new SplitSchedule(parts, shared.schedule);
const batches = shared.batches.map((memory) => new AccessBatch(BLOCK_ACCESSES, memory));
const lists = keyed.map((each, n) => new SplitLists(each, parts, shared.sectors[n]));
const lookups = new LookupStreams(designs);
const levels = designs.map(lookupLevels);

for (let next = 0; ;) {
  const changes = schedule.changes();
  if (schedule.isDealt(next)) {
    simulate(slotOf(next));
    schedule.simulated(part, next);
    next++;
    continue;
  }
  const block = schedule.claim(part);
  if (block !== null) deal(block);
  else if (schedule.hasEnded(next)) break;
  else schedule.wait(changes);
}
const totals: PartTotals = {
  streams: designs.map(({ cache }) => lookups.totals(cache)),
  levels: levels.map((each) => each.totals()),
};
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
parentPort!.postMessage(totals);

/** Distributes the look-ups of all passes that begin in a block to the lists of all parts. */
function deal({ slot, start, end, rest, goesOn }: GivenBlock): void {
  if (!goesOn) lookups.endPass();
  for (const list of lists) list.clear(slot);
  for (let from = start; from < end; from += PIECE) {
    dealAccesses(slot, accessesOf(batches[slot], from, Math.min(end, from + PIECE)));
  }
  if (rest > 0) dealAccesses(slot, accessesOf(batches[slotOf(slot + 1)], 0, rest));
  schedule.dealt(slot);
}

function dealAccesses(slot: number, accesses: PassAccesses): void {
  for (const { sectorBytes, lookups: made } of lookups.take(accesses)) {
    for (const list of lists) if (list.sectorBytes === sectorBytes) list.deal(slot, made);
  }
}

function simulate(slot: number): void {
  const own = lists.map((list) => list.of(slot, part));
  levels.forEach((each, n) => {
    const { sectors, count, marked } = own[shared.lists[n]];
    each.lookUp(sectors, count, null, marked);
  });
}
