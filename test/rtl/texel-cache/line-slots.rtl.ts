import { describe, expect, it } from 'vitest';
import { Dice } from '../../oracle/dice.ts';
import { itFinds, type Mutant } from '../module-tests.ts';
import { FIFO_SOURCES } from '../pipeline/fifo-sources.ts';
import { firstDifference, type Leaf, type Vectors } from '../verilated.ts';

const WIDTH = 8;
const CYCLES = 20_000;

interface Slots {
  readonly slots: number;
  readonly requests: number;
  readonly writes: number;
  readonly reads: number;
}

function leaf({ slots, requests, writes, reads }: Slots): Leaf {
  const width = Math.max(1, Math.ceil(Math.log2(slots)));
  return {
    module: 'line_slots',
    sources: [...FIFO_SOURCES.slice(0, -1), '../pipeline/memory/request_queue.sv', 'texel-cache/line_slots.sv'],
    parameters: { WIDTH, SLOTS: slots, REQUESTS: requests, WRITES: writes, READS: reads },
    inputs: [
      { name: 'clock', width: 1 },
      { name: 'reset', width: 1 },
      { name: 'request_valid', width: writes },
      { name: 'request_slots', width, count: writes },
      { name: 'response_valid', width: 1 },
      { name: 'response_line', width: WIDTH },
      { name: 'next_valid', width: reads },
      { name: 'next_slots', width, count: reads },
      { name: 'slots', width, count: reads },
    ],
    outputs: [
      { name: 'is_there', width: 1, count: reads, sometimes: true },
      { name: 'lines', width: WIDTH, count: reads, sometimes: true },
    ],
  };
}

/** Requests for any slots, those among them whose lines are not back, and lines in their order: two vectors a cycle, as its clock. */
function traffic({ slots, requests, writes, reads }: Slots): Vectors {
  const dice = new Dice(slots);
  /** The slots of the requests that are not answered, the lines in all slots, and the slots that reads have in this cycle. */
  const asked: number[] = [];
  const held = new Array<number>(slots).fill(NaN);
  let shown: number[] = new Array<number>(reads).fill(0);
  let isRead: boolean[] = new Array<boolean>(reads).fill(false);
  let inputs: number[] = [];
  let outputs: number[] = [];
  let then = () => {};
  const anySlots = (count: number) => Array.from({ length: count }, () => dice.integer(0, slots - 1));
  const bits = (all: readonly boolean[]) => all.reduce((sum, bit, n) => sum + (bit ? 2 ** n : 0), 0);
  const cycle = (isReset: boolean, chance: number) => {
    const wanted = anySlots(writes);
    let room = isReset ? 0 : requests - asked.length;
    const asks = wanted.map(() => dice.chance(chance) && room-- > 0);
    const comes = asked.length > 0 && dice.chance(0.5);
    const line = dice.integer(0, 2 ** WIDTH - 1);
    const next = anySlots(reads);
    const reading = next.map(() => dice.chance(0.8));
    inputs = [isReset ? 1 : 0, bits(asks), ...wanted, comes ? 1 : 0, line, bits(reading), ...next, ...shown];
    const left = (slot: number) => asked.filter((one, n) => one === slot && (n > 0 || !comes)).length;
    const isHere = (slot: number) => comes && asked[0] === slot;
    outputs = [
      ...shown.map((slot) => (left(slot) === 0 ? 1 : 0)),
      ...shown.map((slot, n) => (left(slot) > 0 ? NaN : isHere(slot) ? line : isRead[n] ? held[slot] : NaN)),
    ];
    then = () => {
      if (comes) held[asked.shift()!] = line;
      asked.push(...wanted.filter((_, n) => asks[n]));
      [shown, isRead] = [next, reading];
    };
  };
  let chance = 0.5;
  return {
    count: 2 * CYCLES,
    fill: (n, values) => {
      if (n % 256 === 0) chance = dice.pick([0, 0.1, 0.5, 1]);
      if (n % 2 === 0) cycle(n < 2, chance);
      else then();
      values.set([n % 2, ...inputs, ...(n % 2 === 0 && n > 1 ? outputs : outputs.map(() => NaN))]);
    },
  };
}

const ALL: readonly Slots[] = [
  { slots: 2, requests: 3, writes: 1, reads: 1 },
  { slots: 3, requests: 8, writes: 2, reads: 2 },
  { slots: 40, requests: 72, writes: 8, reads: 4 },
];

describe('line_slots', () => {
  it.each(ALL)('has the last line of each of $slots slots, and says if it is back', async (slots) => {
    expect(await firstDifference(leaf(slots), traffic(slots))).toBeNull();
  });

  const mutants: readonly Mutant[] = [
    [
      'a line that has lost its place is that of the slot',
      ["coming_here == REQUEST_BITS'(comes)", "comes || coming_here == '0"],
    ],
    ['a line that comes is not there', ["coming_here == REQUEST_BITS'(comes)", "coming_here == '0"]],
    ['a line that comes is read from the memory', ['= comes ? response_line : line', '= line']],
    [
      'a line belongs to the slot that is asked for',
      ['.write_address(response_slot)', '.write_address(request_slots[SLOT_BITS-1:0])'],
    ],
    ['a slot is asked for once', ['+= REQUEST_BITS', '= REQUEST_BITS']],
  ];
  itFinds(mutants, () => [leaf(ALL[1]), traffic(ALL[1])]);
});
