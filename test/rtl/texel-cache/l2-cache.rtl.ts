import { describe, expect, it } from 'vitest';
import { MissPath } from '../../../pipeline/cache/miss-path.ts';
import type { RunParts } from '../../../pipeline/cache/run-parts.ts';
import { sharedL2 } from '../../../pipeline/cache/shared-l2.ts';
import { Statistics } from '../../../pipeline/counters/statistics.ts';
import { CacheLevels } from '../../../rtl-model/texel-cache/cache-levels.ts';
import { PRESETS } from '../../../src/designs/presets.ts';
import { Dice } from '../../oracle/dice.ts';
import { itFinds, itIsSynthesized, type Mutant } from '../module-tests.ts';
import { firstDifference, type Leaf, type Vectors } from '../verilated.ts';
import { FIFO_SOURCES } from '../pipeline/fifo-sources.ts';
import { ToldMemory } from './modelled-cache.ts';

/** Lines of the texel cache are known by twelve bits, and have so many bits, whatever their bytes in the design. */
const LINE_BITS = 12;
const LINE_BYTES = 16;
const WIDTH = 13;
const CYCLES = 40_000;

interface L2 {
  readonly parts: number;
  readonly sets: number;
  readonly ways: number;
  readonly setIndex: 'modulo' | 'xor-folded';
  /** The most requests that are not answered. */
  readonly requests: number;
  readonly latency: number;
  readonly dataLatency: number;
  readonly bytesPerCycle: number;
  readonly memoryLatency: number;
}

const CACHES: readonly L2[] = [
  {
    parts: 2,
    sets: 16,
    ways: 4,
    setIndex: 'modulo',
    requests: 20,
    latency: 9,
    dataLatency: 0,
    bytesPerCycle: 16,
    memoryLatency: 40,
  },
  {
    parts: 1,
    sets: 8,
    ways: 3,
    setIndex: 'xor-folded',
    requests: 8,
    latency: 3,
    dataLatency: 5,
    bytesPerCycle: 8,
    memoryLatency: 0,
  },
  {
    parts: 4,
    sets: 1,
    ways: 5,
    setIndex: 'modulo',
    requests: 30,
    latency: 4,
    dataLatency: 90,
    bytesPerCycle: 3,
    memoryLatency: 7,
  },
  {
    parts: 2,
    sets: 32,
    ways: 1,
    setIndex: 'xor-folded',
    requests: 1,
    latency: 30,
    dataLatency: 1,
    bytesPerCycle: 64,
    memoryLatency: 200,
  },
];

function leaf({ parts, sets, ways, setIndex, requests, latency, dataLatency, bytesPerCycle }: L2): Leaf {
  return {
    module: 'l2_cache',
    sources: [
      ...FIFO_SOURCES.slice(0, -1),
      'texel-cache/set_index.sv',
      'registers/pulse_delay.sv',
      'texel-cache/l2_cache.sv',
    ],
    parameters: {
      LINE_BITS,
      WIDTH,
      PARTS: parts,
      SETS: sets,
      WAYS: ways,
      FOLDED: `1'b${setIndex === 'xor-folded' ? 1 : 0}`,
      REQUESTS: requests,
      LATENCY: latency,
      DATA_LATENCY: dataLatency,
      LINK_CYCLES: Math.ceil(LINE_BYTES / bytesPerCycle),
    },
    inputs: [
      { name: 'clock', width: 1 },
      { name: 'reset', width: 1 },
      { name: 'request_valid', width: 1 },
      { name: 'request_line', width: LINE_BITS },
      { name: 'memory_ready', width: 1 },
      { name: 'memory_response_valid', width: 1 },
      { name: 'memory_response_line', width: parts * WIDTH },
    ],
    outputs: [
      { name: 'memory_valid', width: 1, sometimes: true },
      { name: 'memory_line', width: LINE_BITS - Math.log2(parts), sometimes: true },
      { name: 'response_valid', width: 1, sometimes: true },
      { name: 'response_line', width: WIDTH, sometimes: true },
    ],
  };
}

/** Levels whose sectors are asked for without a texel cache in front. */
class AskedLevels extends CacheLevels {
  lookUp(line: number): number {
    return this.fetch(LINE_BYTES * line, LINE_BYTES, false);
  }
}

function bitsOf(line: number): number {
  return Math.imul(line + 1, 0x9e3779b1) >>> (32 - WIDTH);
}

/** Requests by chance, in stretches, as long as fewer than the most are not answered; two vectors a cycle. */
function traffic(l2: L2): Vectors {
  const { parts, requests, memoryLatency, ...fields } = l2;
  const minimum = PRESETS.get('d3d11.3-minimum')!;
  const design = {
    ...minimum,
    cache: {
      ...minimum.cache,
      lineBytes: LINE_BYTES,
      sectorBytes: LINE_BYTES,
      l2: {
        ...fields,
        lineBytes: parts * LINE_BYTES,
        indexBits: null,
        replacement: 'lru',
        rrpvBits: 2,
        allocation: 'on-miss',
        bypass: 'none',
        inclusive: false,
        sharing: 'units',
        banks: 1,
        ports: 1,
        outstandingMisses: 'unlimited',
        busClock: { cycles: 1, unitCycles: 1 },
      },
    },
    pipeline: {
      ...minimum.pipeline,
      memory: { ...minimum.pipeline.memory, latency: memoryLatency, bytesPerCycle: 24 },
    },
  } as const;
  const memory = new ToldMemory(design.pipeline.memory, parts * LINE_BYTES);
  const shared = sharedL2(design.cache, memory.unknown)!;
  const run = { design, memory, l2: shared, tlb: null, l3: null, turns: null, statistics: new Statistics() };
  const levels = new AskedLevels(design.cache, { l2: shared.tags });
  const path = new MissPath(run as unknown as RunParts, levels);
  const asked: { readonly cycle: number; readonly line: number }[] = [];
  memory.watch = (cycle, address) => asked.push({ cycle: cycle + 1, line: address / (parts * LINE_BYTES) });
  const answers: { readonly cycle: number; readonly line: number }[] = [];
  const dice = new Dice(l2.sets + l2.latency);
  const near = 3 * parts * l2.sets * l2.ways;
  const ports = new Float64Array(9);
  let wish = 0;

  function cycleOf(cycle: number): void {
    if (cycle % 256 === 0) wish = dice.pick([0.01, 0.3, 1]);
    const line = dice.integer(0, 2 ** LINE_BITS - 1) % (dice.chance(0.9) ? near : 2 ** LINE_BITS);
    const requested = answers.length < requests && dice.chance(wish);
    // The look-up is in the cycle before.
    if (requested) answers.push({ cycle: path.arrival(cycle - 1, levels.lookUp(line), 0), line });
    const back = memory.back[0]?.cycle === cycle ? memory.back.shift()! : null;
    const memoryLine =
      back === null
        ? 0
        : Array.from({ length: parts }, (_, part) => bitsOf(parts * back.line + part) * 2 ** (WIDTH * part));
    ports.set([Number(requested), line, 1, Number(back !== null)]);
    ports[4] = memoryLine === 0 ? 0 : memoryLine.reduce((sum, bits) => sum + bits);
    const request = asked[0]?.cycle === cycle ? asked.shift()! : null;
    const answer = answers[0]?.cycle === cycle ? answers.shift()! : null;
    ports.set([Number(request !== null), request?.line ?? NaN], 5);
    ports.set([Number(answer !== null), answer === null ? NaN : bitsOf(answer.line)], 7);
  }

  return {
    count: 2 * CYCLES,
    fill: (n, values) => {
      values[0] = n % 2;
      values[1] = n < 2 ? 1 : 0;
      if (n >= 2 && n % 2 === 0) cycleOf(n / 2);
      values.set(ports, 2);
      if (n < 2 || n % 2 === 1) values.fill(NaN, 7);
    },
  };
}

describe('l2_cache', () => {
  it.each(CACHES)(
    'asks memory and answers in the cycles of the model ($sets sets of $ways, $parts lines in one, latency $latency + $dataLatency)',
    async (l2) => {
      expect(await firstDifference(leaf(l2), traffic(l2))).toBeNull();
    },
  );

  itIsSynthesized(() => [leaf(CACHES[1]), traffic(CACHES[1])]);

  const mutants: readonly Mutant[] = [
    ['a hit is no use', ['if (n > 0 && !passed)', 'if (n > 0 && !passed && !hit)']],
    ['the newest line goes', ['entries[(WAYS-1)*ENTRY_BITS+:WAY_BITS];', 'entries[WAY_BITS-1:0];']],
    ['the first part is read', ["read_line[32'(part_read)*WIDTH+:WIDTH]", 'read_line[WIDTH-1:0]']],
    ['the first part of a fill goes on', ["filled_line[32'(read_part)*WIDTH+:WIDTH]", 'filled_line[WIDTH-1:0]']],
    ['the link loses a cycle', ["LEFT_BITS'(LINK_CYCLES - 1)", "LEFT_BITS'(LINK_CYCLES)"]],
    ['memory is asked a cycle early', ['.CYCLES(LATENCY - 2)', '.CYCLES(LATENCY - 3)']],
    ['data are read a cycle late', ['.CYCLES(DATA_LATENCY)', '.CYCLES(DATA_LATENCY + 1)']],
    [
      'a set that is written is read before',
      ['.read_enable  (request_valid),', '.read_enable  (request_valid && !looks_up),'],
    ],
    ['a line that comes waits a cycle', ["returned != '0 || memory_response_valid;", "returned != '0;"]],
    ['lines of two ways have one row', ["* ROW_BITS'(WAYS) + ROW_BITS'(way)", "* ROW_BITS'(WAYS)"]],
  ];
  itFinds(mutants, () => {
    const l2 = { ...CACHES[0], bytesPerCycle: 6, dataLatency: 3 };
    return [leaf(l2), traffic(l2)];
  });
});
