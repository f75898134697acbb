import { parentPort, workerData } from 'node:worker_threads';
import { lookupLevels } from './lookup-levels.ts';
import { BLOCK_SECTORS } from './split-stream.ts';
import type { SplitAnswer, SplitOrder, SplitWork } from './split-work.ts';

/** One part of a split replay: simulates its sets of every design, block by block in the order of the orders. */
const { designs, streams, blocks, part } = workerData as SplitWork;
const levels = designs.map(lookupLevels);
const sectors = blocks.map((ofStream) =>
  ofStream.map((block) => new Float64Array(block, 8 * BLOCK_SECTORS * part, BLOCK_SECTORS)),
);

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
parentPort!.on('message', (order: SplitOrder) => parentPort!.postMessage(answer(order)));

function answer(order: SplitOrder): SplitAnswer {
  if (order.stream === null) return { stream: null, totals: levels.map((each) => each.totals()) };
  const { stream, block } = order;
  levels.forEach((each, n) => {
    if (streams[n] === stream) each.lookUp(sectors[stream][block], order.sectors, null);
  });
  return { stream, block };
}
