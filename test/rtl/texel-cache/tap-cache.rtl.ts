import { describe, expect, it } from 'vitest';
import { PASS_TAPS } from '../../../pipeline/cache/in-flight.ts';
import { SOURCE } from '../../../pipeline/cache/texel-cache.ts';
import { NOTHING } from '../../../pipeline/stepped/fifo.ts';
import type { Design } from '../../../rtl-model/design/design.ts';
import { PRESETS } from '../../../src/designs/presets.ts';
import { Dice } from '../../oracle/dice.ts';
import { itFinds, type Mutant } from '../module-tests.ts';
import { firstDifference, type Leaf, type Vectors } from '../verilated.ts';
import { isHit, ModelledCache } from './modelled-cache.ts';

/** Lines are known by nine bits and have 16 words, so that four addresses are an exact integer. */
const LINE_BITS = 9;
const WORDS = 16;
const LINE_BYTES = 4 * WORDS;
const LINES = 2 ** LINE_BITS;
const SEEDS = 30;
const CYCLES = 3000;

/** A unit of a queue of requests, with tags of ways that are replaced in turn, and an MSHR for each tap. */
interface TapCache {
  readonly sets: number;
  readonly ways: number;
  readonly requests: number;
  readonly mshrs: number;
  readonly tagLatency: number;
  /** From a look-up to the request, and from there to the data. */
  readonly missLatency: number;
  readonly memoryLatency: number;
  readonly replays: boolean;
  /** Cycles of the write of a tag when its line comes; null where a look-up replaces the tag. */
  readonly late: number | null;
}

const CACHES: readonly TapCache[] = [
  cacheOf([64, 2], [2, 16], [1, 0, 20], false),
  cacheOf([64, 2], [2, 16], [2, 7, 200], true),
  cacheOf([4, 3], [1, 5], [2, 0, 7], false),
  cacheOf([1, 4], [5, 40], [4, 3, 28], true),
];

/** Caches whose tags are replaced when lines come. */
const LATE_CACHES: readonly TapCache[] = [
  { ...CACHES[1], late: 1 },
  { ...cacheOf([1, 2], [2, 16], [1, 0, 20], true), late: 1 },
  { ...cacheOf([4, 3], [3, 6], [3, 0, 9], true), late: 2 },
];

function cacheOf(
  [sets, ways]: readonly [number, number],
  [requests, mshrs]: readonly [number, number],
  [tagLatency, missLatency, memoryLatency]: readonly [number, number, number],
  replays: boolean,
): TapCache {
  return { sets, ways, requests, mshrs, tagLatency, missLatency, memoryLatency, replays, late: null };
}

/** The same unit by the fields of a design. */
function designOf({ sets, ways, requests, mshrs, tagLatency, missLatency, ...rest }: TapCache): Design {
  const minimum = PRESETS.get('d3d11.3-minimum')!;
  const { fifoDepth, latency, memory } = minimum.pipeline;
  return {
    ...minimum,
    cache: {
      ...minimum.cache,
      lineBytes: LINE_BYTES,
      sectorBytes: LINE_BYTES,
      sets,
      ways,
      setIndex: 'modulo',
      replacement: 'fifo',
      coalescing: 'none',
      replay: rest.replays ? 'look-up' : 'none',
      missLatency,
      portSharing: 'none',
      banks: 1,
      dataPorts: 1,
      tagsPerCycle: 1,
      missesPerCycle: 1,
      outstandingMisses: mshrs,
      fill: { ...minimum.cache.fill, ...(rest.late !== null && { tags: 'arrival', tagCycles: rest.late }) },
    },
    pipeline: {
      ...minimum.pipeline,
      requestsInFlight: requests,
      fifoDepth: { ...fifoDepth, fragment: requests },
      latency: { ...latency, tag: tagLatency },
      memory: { ...memory, latency: rest.memoryLatency, bytesPerCycle: LINE_BYTES, burstBytes: LINE_BYTES },
    },
  };
}

function leaf({ sets, ways, requests, mshrs, tagLatency, missLatency, memoryLatency, replays, late }: TapCache): Leaf {
  const module = late === null ? 'tap_cache' : 'late_tap_cache';
  return {
    module,
    sources: [`../test/rtl/texel-cache/${module}.sv`],
    parameters: {
      LINE_BITS,
      SETS: sets,
      WAYS: ways,
      REQUESTS: requests,
      MSHRS: mshrs,
      TAG_LATENCY: tagLatency,
      LATENCY: missLatency + memoryLatency,
      ...(late === null ? { REPLAYS: `1'b${replays ? 1 : 0}` } : { TAG_CYCLES: late }),
    },
    inputs: [
      { name: 'clock', width: 1 },
      { name: 'reset', width: 1 },
      { name: 'request_valid', width: 1 },
      { name: 'request_touches', width: PASS_TAPS },
      ...[0, 1, 2, 3].map((n) => ({ name: `request_addresses${n}`, width: 4 * (LINE_BITS + 4) })),
      { name: 'request_payload', width: 16 },
      { name: 'response_ready', width: 1 },
    ],
    outputs: [
      { name: 'request_taken', width: 1 },
      { name: 'look_up_made', width: 1 },
      { name: 'look_up_line', width: LINE_BITS },
      { name: 'look_up_sends', width: 1 },
      { name: 'look_up_waits', width: 1 },
      { name: 'response_valid', width: 1 },
      { name: 'response_payload', width: 16 },
      ...Array.from({ length: PASS_TAPS }, (_, tap) => ({ name: `word${tap}`, width: 32 })),
    ],
  };
}

/** The word in memory at a word address. */
function wordAt(address: number): number {
  return Math.imul(address + 1, 0x9e3779b1) >>> 0;
}

/** The word addresses of the taps of quads, NOTHING where there is no tap. */
type Stream = () => readonly number[];

/** Taps that lie near one another, or anywhere; some read no texel. */
function randomStream(dice: Dice, near: number): Stream {
  return () => {
    const base = dice.integer(0, near - 1);
    const spread = dice.pick([1, 2, 4, near]);
    const touched = dice.pick([1, 1, 0.5, 0]);
    return Array.from({ length: PASS_TAPS }, () => {
      const line = (base + dice.integer(0, spread - 1)) % LINES;
      return dice.chance(touched) ? WORDS * line + dice.integer(0, WORDS - 1) : NOTHING;
    });
  };
}

/** Bilinear or point samples along lines of a texture of 128x64 texels in rows, of quads beside each other. */
function walk(dice: Dice): Stream {
  const [width, height] = [128, 64];
  const [dx, dy] = dice.pick([
    [2, 0],
    [0, 2],
    [1, 1],
    [3, 2],
  ]);
  const reach = dice.pick([1, 2]);
  let [x, y] = [dice.integer(0, width - 1), dice.integer(0, height - 1)];
  return () => {
    const taps: number[] = [];
    for (let lane = 0; lane < 4; lane++) {
      for (let tap = 0; tap < 4; tap++) {
        const [u, v] = [x + (lane & 1) + (tap & 1), y + (lane >> 1) + (tap >> 1)];
        const reads = (tap & 1) < reach && tap >> 1 < reach;
        taps.push(reads ? (v % height) * width + (u % width) : NOTHING);
      }
    }
    x += dx;
    y += dy;
    return taps;
  };
}

/** Probabilities that no request is offered, and that the reader has no room, in a cycle. */
const STRETCHES: readonly [number, number][] = [
  [0, 0],
  [0, 0],
  [0, 0.9],
  [0.9, 0],
  [0.3, 0.3],
];

/** A run of a seed, two vectors a cycle: the low clock, and the high one behind the edge. */
function runOf(cache: TapCache, seed: number): (n: number, values: Float64Array) => void {
  const { inputs: ports, outputs: results } = leaf(cache);
  const slots = cache.requests + 3;
  const model = new ModelledCache(designOf(cache), slots);
  const { inFlight } = model;
  const dice = new Dice(seed);
  const stream = seed % 2 === 0 ? walk(dice) : randomStream(dice, 3 * cache.sets * cache.ways);
  const words = Array.from({ length: slots }, () => new Float64Array(PASS_TAPS));
  const inputs = new Float64Array(ports.length - 2);
  const outputs = new Float64Array(results.length);
  let next = 0;
  let waits = 0;
  let stalls = 0;

  function newRequest(slot: number): void {
    const { address } = inFlight.foot;
    inputs.fill(0, 1, 6);
    stream().forEach((word, tap) => {
      const touches = word !== NOTHING;
      address[PASS_TAPS * slot + tap] = touches ? 4 * word : -1;
      words[slot][tap] = touches ? wordAt(word) : 0;
      inputs[1] += touches ? 2 ** tap : 0;
      inputs[2 + Math.floor(tap / 4)] += touches ? word * 2 ** ((LINE_BITS + 4) * (tap % 4)) : 0;
    });
    inputs[6] = slot;
  }

  function cycleOf(cycle: number): void {
    if (cycle % 256 === 1) [waits, stalls] = dice.pick(STRETCHES);
    if (model.offered === NOTHING && !dice.chance(waits)) {
      model.offered = next;
      newRequest(next);
      next = (next + 1) % slots;
    }
    const { offered } = model;
    model.roomy = !dice.chance(stalls);
    inputs[0] = offered === NOTHING ? 0 : 1;
    inputs[7] = model.roomy ? 1 : 0;
    model.tick(cycle);
    outputs.fill(0);
    outputs[0] = offered !== NOTHING && model.offered === NOTHING ? 1 : 0;
    for (const lookUp of model.lookUps) {
      outputs.set([1, lookUp.line, lookUp.source === SOURCE.fetched ? 1 : 0, isHit(lookUp) ? 0 : 1], 1);
    }
    if (model.given === NOTHING) return;
    outputs[5] = 1;
    outputs[6] = model.given;
    outputs.set(words[model.given], 7);
  }

  return (n, values) => {
    values[0] = n % 2;
    values[1] = n < 2 ? 1 : 0;
    if (n >= 2 && n % 2 === 0) cycleOf(n / 2);
    values.set(inputs, 2);
    values.fill(0, 2 + inputs.length);
    if (n % 2 === 0) values.set(outputs, 2 + inputs.length);
  };
}

/** The runs of all seeds, one after the other, each from a reset on. */
function runs(cache: TapCache): Vectors {
  let run = runOf(cache, 1);
  return {
    count: SEEDS * 2 * CYCLES,
    fill: (n, values) => {
      const at = n % (2 * CYCLES);
      if (at === 0) run = runOf(cache, 1 + n / (2 * CYCLES));
      run(at, values);
    },
  };
}

describe('a cache of requests, whose taps are looked up one by one and have an MSHR each', () => {
  it.each(CACHES)(
    'has the cycles and the words of the model with the same fields ($requests requests, $mshrs MSHRs, replays: $replays)',
    async (cache) => {
      expect(await firstDifference(leaf(cache), runs(cache))).toBeNull();
    },
  );

  const mutants: readonly Mutant<readonly [replays: boolean]>[] = [
    ['the queue holds a request more', false, ['(finishes) < REQUESTS', '(finishes) < REQUESTS + 1']],
    [
      'a tap joins a line on its way without an MSHR',
      false,
      ['wants         = !hit || on_its_way', 'wants         = !hit'],
    ],
    [
      'a tap of a line that has come takes an MSHR',
      false,
      ['pending[back.slot] <= 1', 'pending[back.slot] <= pending[back.slot] | 1'],
    ],
    ['an MSHR is free a cycle later', false, ["mshrs_taken - COUNT_BITS'(leaves) < MSHRS", 'mshrs_taken < MSHRS']],
    ['a look-up is made beside a replay', true, ['REPLAYS && leaves', "1'b0"]],
    ['the first way is replaced always', false, ["'0 : turn[set] + 1'b1;", "'0 : turn[set];"]],
    ['memory answers a cycle early', false, ['back = fetches[LATENCY]', 'back = fetches[LATENCY-1]']],
  ];
  itFinds(mutants, (replays) => {
    const cache = { ...CACHES[2], replays };
    return [leaf(cache), runs(cache)];
  });
});

describe('the same cache, whose tags are replaced when lines come', () => {
  it.each(LATE_CACHES)(
    'has the cycles and the words of the model with the same fields ($sets sets, $mshrs MSHRs, $late cycles for a tag)',
    async (cache) => {
      expect(await firstDifference(leaf(cache), runs(cache))).toBeNull();
    },
  );

  const mutants: readonly Mutant[] = [
    ['a look-up is made beside a replay', ['ports         = !replays && ', 'ports         = ']],
    ['a tag is written beside a replay', ['begins_write = !replays && ', 'begins_write = ']],
    [
      'a tag is replaced at the look-up',
      ['mshrs        <= mshrs_next;', "mshrs <= mshrs_next; if (sent.valid) filled[set*WAYS+32'(turn[set])] <= 1'b0;"],
    ],
    [
      'the lines that have come are written in another order',
      ["waiting != '0 ? come[0] : back.line", 'back.valid ? back.line : come[0]'],
    ],
    [
      'a request leaves before its last tap',
      [
        "(touches[oldest] & ~has_now) == '0",
        "(touches[oldest] & ~has_now & ((touches[oldest] & ~has_now) - 1'b1)) == '0",
      ],
    ],
  ];
  itFinds(mutants, () => [leaf(LATE_CACHES[2]), runs(LATE_CACHES[2])]);
});
