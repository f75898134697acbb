import { describe, expect, it } from 'vitest';
import { Dice } from '../../oracle/dice.ts';
import { itFinds, itIsSynthesized, type Mutant } from '../module-tests.ts';
import { FIFO_SOURCES } from '../pipeline/fifo-sources.ts';
import { firstDifference, type Leaf, type Vectors } from '../verilated.ts';

const WIDTH = 6;
const CYCLES = 20_000;

interface Queue {
  readonly places: number;
  readonly writes: number;
  readonly reads: number;
}

function lanesOf({ writes, reads }: Queue): number {
  return 2 ** Math.ceil(Math.log2(Math.max(writes, reads)));
}

function leaf(queue: Queue): Leaf {
  const { places, writes, reads } = queue;
  const countBits = Math.log2(lanesOf(queue)) + 1;
  return {
    module: 'lane_queue',
    sources: FIFO_SOURCES.slice(0, -1),
    parameters: { WIDTH, PLACES: places, WRITES: writes, READS: reads },
    inputs: [
      { name: 'clock', width: 1 },
      { name: 'reset', width: 1 },
      { name: 'write_count', width: countBits },
      { name: 'write_items', width: WIDTH, count: writes },
      { name: 'read_count', width: countBits },
    ],
    outputs: [{ name: 'items', width: WIDTH, count: reads, sometimes: true }],
  };
}

/** Items that come and go at random, in stretches that fill the queue and empty it: two vectors a cycle, as its clock. */
function traffic({ places, writes, reads }: Queue): Vectors {
  const dice = new Dice(places);
  const held: number[] = [];
  const inputs = new Float64Array(2 + writes);
  let filling = 0.5;
  const look = (n: number, values: Float64Array) => {
    values.set([n % 2, n < 2 ? 1 : 0, ...inputs]);
    for (let k = 0; k < reads; k++) values[2 + inputs.length + k] = held[k] ?? NaN;
  };
  return {
    count: 2 * CYCLES,
    fill: (n, values) => {
      if (n % 2 === 0) {
        if (n % 128 === 0) filling = dice.pick([0, 0.2, 0.5, 0.8, 1]);
        const going = n > 1 && dice.chance(1 - filling) ? dice.integer(0, Math.min(reads, held.length)) : 0;
        // A place that is left can be taken in the same cycle.
        const room = Math.min(writes, places - held.length + going);
        inputs[0] = n > 1 && dice.chance(filling) ? dice.integer(0, room) : 0;
        for (let k = 0; k < writes; k++) inputs[1 + k] = dice.integer(0, 2 ** WIDTH - 1);
        inputs[1 + writes] = going;
      } else {
        held.splice(0, inputs[1 + writes]);
        held.push(...inputs.subarray(1, 1 + inputs[0]));
      }
      look(n, values);
    },
  };
}

// Lanes of 8 rows and more are SRAMs.
const QUEUES: readonly Queue[] = [
  { places: 1, writes: 1, reads: 1 },
  { places: 7, writes: 1, reads: 1 },
  { places: 8, writes: 1, reads: 1 },
  { places: 40, writes: 3, reads: 4 },
  { places: 100, writes: 3, reads: 8 },
  { places: 33, writes: 1, reads: 4 },
  { places: 20, writes: 5, reads: 16 },
];

describe('lane_queue', () => {
  it.each(QUEUES)('gives $reads items in their order, of $places that come $writes a cycle', async (queue) => {
    expect(await firstDifference(leaf(queue), traffic(queue))).toBeNull();
  });

  const mutants: readonly Mutant[] = [
    ['a write goes into the lane beside', ["(COUNT_BITS'(lane) - tail.lane)", "(COUNT_BITS'(lane + 1) - tail.lane)"]],
    ['an item is given for the one beside', ["(head.lane + COUNT_BITS'(n))", "(head.lane + COUNT_BITS'(n + 1))"]],
    ['lanes before the head stay a row behind', ['lane < place.lane ? following', 'lane <= place.lane ? following']],
    ['an item more than comes is written', ['number < write_count', 'number <= write_count']],
    ['the row that is read is that of the last cycle', ['(row_from(head_after,', '(row_from(head,']],
    ['a read does not find what the cycle writes', ['forwarded <= forwards;', "forwarded <= 1'b0;"]],
  ];
  const [, , , tested] = QUEUES;
  itFinds(mutants, () => [leaf(tested), traffic(tested)]);
  itIsSynthesized(() => [leaf(tested), traffic(tested)]);
});
