import { describe, expect, it } from 'vitest';
import { MemoryPort } from '../../../pipeline/memory/memory-port.ts';
import { Dice } from '../../oracle/dice.ts';
import { preset } from '../../pipeline/random-work.ts';
import { itFinds, type Mutant } from '../module-tests.ts';
import { FIFO_SOURCES } from './fifo-sources.ts';
import { firstDifference, type Leaf, type Vectors } from '../verilated.ts';

const LINE_BITS = 10;
const LINE_BYTES = 64;
const LOOK_UPS = 4;
const CYCLES = 100_000;

interface Memory {
  readonly latency: number;
  readonly bytesPerCycle: number;
  readonly burstBytes: number;
  /** The most that are outstanding at once. */
  readonly requests: number;
}

const MEMORIES: readonly Memory[] = [
  { latency: 0, bytesPerCycle: 64, burstBytes: 64, requests: 8 },
  { latency: 0, bytesPerCycle: 24, burstBytes: 32, requests: 1 },
  { latency: 7, bytesPerCycle: 32, burstBytes: 256, requests: 5 },
  { latency: 200, bytesPerCycle: 32, burstBytes: 32, requests: 32 },
  { latency: 1000, bytesPerCycle: 4096, burstBytes: 1, requests: 100 },
];

function leaf({ latency, bytesPerCycle, burstBytes, requests }: Memory): Leaf {
  return {
    module: 'memory_port_bench',
    sources: [
      ...FIFO_SOURCES.slice(0, -1),
      '../pipeline/memory/request_queue.sv',
      '../pipeline/memory/memory_port.sv',
      '../test/rtl/pipeline/memory_port_bench.sv',
    ],
    parameters: {
      LINE_BITS,
      LOOK_UPS,
      REQUESTS: requests,
      LATENCY: latency,
      LINE_CYCLES: Math.ceil(Math.max(LINE_BYTES, burstBytes) / bytesPerCycle),
    },
    inputs: [
      { name: 'clock', width: 1 },
      { name: 'reset', width: 1 },
      { name: 'miss_valid', width: LOOK_UPS },
      { name: 'miss_lines', width: LOOK_UPS * LINE_BITS },
    ],
    outputs: [
      { name: 'response_valid', width: 1 },
      { name: 'response_line', width: LINE_BITS },
    ],
  };
}

/** Requests by chance, in stretches, as long as fewer than the most are outstanding; two vectors a cycle. */
function traffic({ requests, ...memory }: Memory): Vectors {
  const port = new MemoryPort({ ...preset('full-quality').pipeline.memory, ...memory, requests: 'pipelined' });
  const dice = new Dice(memory.latency + requests);
  const back: { readonly cycle: number; readonly line: number }[] = [];
  const ports = new Float64Array(4);
  let wish = 0;

  function cycleOf(cycle: number): void {
    if (cycle % 256 === 0) wish = dice.pick([0, 0.01, 0.3, 1]);
    ports.fill(0);
    if (back[0]?.cycle === cycle) ports.set([1, back.shift()!.line], 2);
    for (let n = 0; n < LOOK_UPS; n++) {
      const line = dice.integer(0, 2 ** LINE_BITS - 1);
      ports[1] += line * 2 ** (LINE_BITS * n);
      if (back.length === requests || !dice.chance(wish)) continue;
      ports[0] += 2 ** n;
      back.push({ cycle: port.request(cycle, LINE_BYTES * line, LINE_BYTES), line });
    }
  }

  return {
    count: 2 * CYCLES,
    fill: (n, values) => {
      values[0] = n % 2;
      values[1] = n < 2 ? 1 : 0;
      if (n >= 2 && n % 2 === 0) cycleOf(n / 2);
      values.set(ports, 2);
      if (n % 2 === 1) values.fill(0, 4);
    },
  };
}

describe('memory_port behind request_queue', () => {
  it.each(MEMORIES)(
    'answers in the cycles of the model, latency $latency, $bytesPerCycle bytes a cycle, bursts of $burstBytes',
    async (memory) => {
      expect(await firstDifference(leaf(memory), traffic(memory))).toBeNull();
    },
  );

  const mutants: readonly Mutant[] = [
    ['the latency begins when the bus is free', ["(busy > TIME_BITS'(LATENCY) ? busy :", "(1'b0 ? busy :"]],
    ['the bus loses a cycle', ["+ TIME_BITS'(LINE_CYCLES);", "+ TIME_BITS'(LINE_CYCLES + 1);"]],
    ['the bus stays busy when nothing moves', ["busy - TIME_BITS'(busy != '0)", 'busy']],
    ['a line is lost when two are asked for', ["count += 1'b1;", "count |= 1'b1;"]],
    ['all misses of a cycle have one place', ["COUNT_BITS'(k) == count", "COUNT_BITS'(k) == '0"]],
    ['a request is taken twice', [".read_count (COUNT_BITS'(taken))", ".read_count (COUNT_BITS'(0))"]],
  ];
  itFinds(mutants, () => {
    const memory = MEMORIES[2];
    return [leaf(memory), traffic(memory)];
  });
});
