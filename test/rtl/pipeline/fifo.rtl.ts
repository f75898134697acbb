import { describe, expect, it } from 'vitest';
import { Fifo, NOTHING } from '../../../pipeline/stepped/fifo.ts';
import { Dice } from '../../oracle/dice.ts';
import { itFinds, type Mutant } from '../module-tests.ts';
import { firstDifference, type Leaf, type Vectors } from '../verilated.ts';
import { FIFO_SOURCES } from './fifo-sources.ts';

const WIDTH = 16;
const CYCLES = 100_000;

function leaf(latency: number, depth: number, late = 0, cutsReady = false): Leaf {
  return {
    module: 'fifo_bench',
    sources: [...FIFO_SOURCES, '../test/rtl/pipeline/fifo_bench.sv'],
    parameters: { WIDTH, LATENCY: latency, DEPTH: depth, LATE: late, CUTS_READY: `1'b${cutsReady ? 1 : 0}` },
    inputs: [
      { name: 'clock', width: 1 },
      { name: 'reset', width: 1 },
      { name: 'push_valid', width: 1 },
      { name: 'push_item', width: WIDTH },
      { name: 'pop_ready', width: 1 },
    ],
    outputs: [
      { name: 'push_ready', width: 1 },
      { name: 'pop_valid', width: 1 },
      { name: 'pop_item', width: WIDTH },
    ],
  };
}

/**
 * Pushes and pops at random, in stretches in which one of them is more frequent: the FIFO runs full and empty. A reset comes
 * at any time, and whatever is pushed with it is lost. A cycle is two vectors, the low clock and the high one behind the
 * edge, where the same push and pop would meet what they left.
 */
function traffic(latency: number, depth: number, cutsReady = false): Vectors {
  let fifo = new Fifo(latency + depth);
  const dice = new Dice(latency * 100 + depth);
  let [pushes, pops] = [0, 0];
  const push = { wanted: false, item: 0 };
  let pop = false;
  let reset = true;
  const look = (cycle: number, values: Float64Array) => {
    const head = fifo.head(cycle);
    const arrived = head !== NOTHING;
    const ready = !fifo.full || (arrived && pop && !cutsReady);
    values.set([push.wanted ? 1 : 0, push.item, pop ? 1 : 0, ready ? 1 : 0, arrived ? 1 : 0, arrived ? head : 0], 2);
    return { arrived, ready };
  };
  return {
    count: 2 * CYCLES,
    fill: (n, values) => {
      const cycle = Math.floor(n / 2);
      if (n % 2 === 0) reset = cycle === 0 || dice.chance(0.005);
      values[0] = n % 2;
      values[1] = Number(reset);
      if (n % 2 === 0) {
        if (cycle % 64 === 0) [pushes, pops] = dice.pick(STRETCHES);
        push.wanted = cycle > 0 && dice.chance(pushes);
        push.item = dice.integer(0, 2 ** WIDTH - 1);
        pop = cycle > 0 && dice.chance(pops);
        look(cycle, values);
        return;
      }
      const { arrived, ready } = look(cycle, values);
      if (reset) fifo = new Fifo(latency + depth);
      // The model pops first: a freed slot can be filled in the same cycle.
      else if (arrived && pop) fifo.pop();
      if (!reset && ready && push.wanted) fifo.push(push.item, cycle + latency);
      look(cycle + 1, values);
    },
  };
}

/** Probabilities of a push and of a pop in a cycle. */
const STRETCHES: readonly [number, number][] = [
  [1, 0.2],
  [0.2, 1],
  [0.5, 0.5],
  [1, 1],
  [1, 0],
];

describe('fifo', () => {
  it.each([
    [1, 1],
    [1, 4],
    [2, 3],
    [6, 2],
    [9, 128],
    // A loop of more than 64 steps is not unrolled.
    [100, 2],
  ])('takes and gives items as the model does, %i cycles of latency and %i entries', async (latency, depth) => {
    expect(await firstDifference(leaf(latency, depth), traffic(latency, depth))).toBeNull();
  });

  it.each([
    [6, 2, 3],
    [4, 5, 3],
    [2, 1, 1],
    // The item comes in the cycle in which it can be popped.
    [1, 1, 1],
    [3, 9, 3],
  ])('with latency %i and %i entries takes an item %i cycles after its push', async (latency, depth, late) => {
    expect(await firstDifference(leaf(latency, depth, late), traffic(latency, depth))).toBeNull();
  });

  it.each([
    [1, 1],
    [3, 6],
  ])(
    'with latency %i and %i entries waits a cycle for a slot that is popped, where the path is cut',
    async (latency, depth) => {
      expect(await firstDifference(leaf(latency, depth, 0, true), traffic(latency, depth, true))).toBeNull();
    },
  );

  const mutants: readonly Mutant[] = [
    ['it keeps its count at a reset', ['held    <= reset ?', "held    <= 1'b0 ?"]],
    ['it keeps its items at a reset', ['arrived <= reset ?', "arrived <= 1'b0 ?"]],
    ['it keeps what is on its way at a reset', ['valid <= reset ?', "valid <= 1'b0 ?"]],
    ['it holds an item fewer', ["COUNT_BITS'(CAPACITY) || (pop", "COUNT_BITS'(CAPACITY - 1) || (pop"]],
    ['a freed slot waits for the next cycle', [' || (pop && !CUTS_READY);', ';']],
    ['items arrive a cycle early', ['if (LATENCY == 1)', 'if (LATENCY <= 2)']],
    ['items come a cycle late', ['LATENCY - 1 - LATE;', 'LATENCY - LATE;']],
    ['the rows wrap one early', ["row == ROW_BITS'(ROWS - 1)", "row == ROW_BITS'(ROWS - 2)"]],
  ];
  itFinds(mutants, () => [leaf(2, 3), traffic(2, 3)]);

  // With 12 places the items lie in an SRAM.
  const deepMutants: readonly Mutant[] = [
    ['a read does not find what is written', ['forwarded <= forwards;', "forwarded <= 1'b0;"]],
    ['every read finds what is written', ['write_enable && write_address == read_address', 'write_enable']],
    ['the address is that of the last cycle', ['(row_from(head_after,', '(row_from(head,']],
    ['the memory is never written', ['if (write_enable) words', "if (1'b0) words"]],
    ['an item is written a row late', ['.write_address(write_row)', '.write_address(following(write_row))']],
  ];
  itFinds(deepMutants, () => [leaf(2, 10), traffic(2, 10)]);

  const lateMutants: readonly Mutant[] = [
    ['an item that comes late waits in the memory', ["comes && arrived == COUNT_BITS'(1)", "1'b0"]],
    ['an item that comes late overtakes others', ["comes && arrived == COUNT_BITS'(1)", 'comes']],
  ];
  itFinds(lateMutants, () => [leaf(3, 9, 3), traffic(3, 9)]);
});
