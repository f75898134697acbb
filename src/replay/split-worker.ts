import { parentPort, workerData } from 'node:worker_threads';
import { lookupLevels } from './lookup-levels.ts';
import { LookupStreams } from './lookup-streams.ts';
import { AccessBlock } from './split-block.ts';
import { SplitLists } from './split-lists.ts';
import { type GivenBlock, slotOf, SplitSchedule } from './split-schedule.ts';
import type { SplitAnswer, SplitWork } from './split-work.ts';

/** One of the threads of a split replay: deals blocks that no other does, and simulates its sets of every design. */
const { designs, keyed, part, parts, ...shared } = workerData as SplitWork;
const schedule = new SplitSchedule(parts, shared.schedule);
const blocks = shared.blocks.map((memory) => new AccessBlock(memory));
const lists = keyed.map((each, n) => new SplitLists(each, parts, shared.sectors[n]));
const lookups = new LookupStreams(designs);
const levels = designs.map(lookupLevels);

for (let next = 0; ;) {
  const changes = schedule.changes();
  if (schedule.isDealt(next)) {
    simulate(slotOf(next));
    if (schedule.simulated(part, next)) answer({ totals: null });
    next++;
    continue;
  }
  const block = schedule.claim(part);
  if (block !== null) deal(block);
  else if (schedule.hasEnded(next)) break;
  else schedule.wait(changes);
}
answer({
  totals: { streams: designs.map(({ cache }) => lookups.totals(cache)), levels: levels.map((each) => each.totals()) },
});

/** The look-ups of all passes of a block, to the lists of all parts. */
function deal(block: GivenBlock): void {
  if (!block.goesOn) lookups.endPass();
  for (const { sectorBytes, lookups: made } of lookups.take(blocks[block.slot].accesses(block))) {
    for (const list of lists) if (list.sectorBytes === sectorBytes) list.deal(block.slot, made);
  }
  schedule.dealt(block.slot);
}

function simulate(slot: number): void {
  const own = lists.map((list) => list.of(slot, part));
  levels.forEach((each, n) => {
    const { sectors, count } = own[shared.lists[n]];
    each.lookUp(sectors, count, null);
  });
}

function answer(what: SplitAnswer): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
  parentPort!.postMessage(what);
}
