import { describe, expect, it } from 'vitest';
import { PASS_TAPS } from '../../../pipeline/cache/in-flight.ts';
import { NOTHING } from '../../../pipeline/stepped/fifo.ts';
import type { Design } from '../../../rtl-model/design/design.ts';
import { PRESETS } from '../../../src/designs/presets.ts';
import { Dice } from '../../oracle/dice.ts';
import { itFinds, itIsSynthesized, type Mutant } from '../module-tests.ts';
import { firstDifference, type Leaf, type Vectors } from '../verilated.ts';
import { FIFO_SOURCES } from '../pipeline/fifo-sources.ts';
import { isHit, ModelledCache } from './modelled-cache.ts';

/** Lines are known by ten bits and have two words, whatever their bytes in the design. */
const LINE_BITS = 10;
const LINE_BYTES = 16;
const CYCLES = 40_000;

interface Cache {
  readonly sets: number;
  readonly ways: number;
  readonly setIndex: 'modulo' | 'xor-folded';
  readonly banks: number;
  readonly tagsPerCycle: number;
  readonly outstandingMisses: number;
  readonly tagLatency: number;
  readonly fragments: number;
  readonly memoryLatency: number;
  readonly bytesPerCycle: number;
  /** Lines of the prefetch buffer, 0 for none. */
  readonly prefetched: number;
}

function cacheOf(
  [sets, ways]: readonly [number, number],
  setIndex: Cache['setIndex'],
  [banks, tagsPerCycle, outstandingMisses]: readonly [number, number, number],
  [tagLatency, fragments]: readonly [number, number],
  [memoryLatency, bytesPerCycle]: readonly [number, number],
  prefetched = 0,
): Cache {
  return {
    sets,
    ways,
    setIndex,
    banks,
    tagsPerCycle,
    outstandingMisses,
    tagLatency,
    fragments,
    memoryLatency,
    bytesPerCycle,
    prefetched,
  };
}

const CACHES: readonly Cache[] = [
  cacheOf([8, 2], 'modulo', [4, 4, 8], [2, 16], [40, 16]),
  cacheOf([16, 4], 'xor-folded', [2, 3, 3], [1, 8], [0, 16]),
  cacheOf([4, 1], 'modulo', [2, 1, 1], [4, 2], [7, 4]),
  cacheOf([1, 8], 'modulo', [8, 4, 32], [3, 64], [200, 16]),
  cacheOf([8, 3], 'xor-folded', [16, 5, 20], [6, 33], [1000, 8]),
];

const PREFETCHING: readonly Cache[] = [
  cacheOf([8, 2], 'modulo', [4, 4, 8], [2, 16], [40, 16], 6),
  cacheOf([16, 4], 'xor-folded', [2, 3, 3], [1, 8], [0, 16], 1),
  cacheOf([4, 1], 'modulo', [1, 1, 1], [4, 2], [7, 4], 2),
  cacheOf([1, 8], 'modulo', [8, 4, 32], [1, 64], [200, 16], 20),
  cacheOf([8, 3], 'xor-folded', [16, 5, 20], [6, 33], [300, 8], 3),
];

function designOf(cache: Cache): Design {
  const minimum = PRESETS.get('d3d11.3-minimum')!;
  const { sets, ways, setIndex, banks, tagsPerCycle, outstandingMisses, prefetched } = cache;
  const { fifoDepth, latency, memory } = minimum.pipeline;
  return {
    ...minimum,
    cache: {
      ...minimum.cache,
      lineBytes: LINE_BYTES,
      sectorBytes: LINE_BYTES,
      sets,
      ways,
      setIndex,
      banks,
      tagsPerCycle,
      outstandingMisses,
      prefetch: prefetched === 0 ? null : { next: 'line', sectors: prefetched },
    },
    pipeline: {
      ...minimum.pipeline,
      fifoDepth: { ...fifoDepth, fragment: cache.fragments },
      latency: { ...latency, tag: cache.tagLatency },
      memory: { ...memory, latency: cache.memoryLatency, bytesPerCycle: cache.bytesPerCycle },
    },
  };
}

function leaf(cache: Cache): Leaf {
  const { sets, ways, setIndex, banks, tagsPerCycle, outstandingMisses, prefetched, tagLatency, fragments } = cache;
  return {
    module: 'texel_cache_bench',
    sources: [
      ...FIFO_SOURCES,
      'texel-cache/set_index.sv',
      'texel-cache/tag_store.sv',
      'texel-cache/pass_lines.sv',
      '../pipeline/memory/request_queue.sv',
      'texel-cache/line_slots.sv',
      'texel-cache/prefetch_buffer.sv',
      'texel-cache/texel_cache.sv',
      '../test/rtl/texel-cache/texel_cache_bench.sv',
    ],
    parameters: {
      LINE_BITS,
      SETS: sets,
      WAYS: ways,
      FOLDED: `1'b${setIndex === 'xor-folded' ? 1 : 0}`,
      BANKS: banks,
      LOOK_UPS: tagsPerCycle,
      OUTSTANDING_MISSES: outstandingMisses,
      PREFETCHED: prefetched,
      TAG_LATENCY: tagLatency,
      FRAGMENTS: fragments,
    },
    inputs: [
      { name: 'clock', width: 1 },
      { name: 'reset', width: 1 },
      { name: 'pass_valid', width: 1 },
      { name: 'pass_touches', width: PASS_TAPS },
      ...[0, 1, 2, 3].map((n) => ({ name: `pass_addresses${n}`, width: 4 * (LINE_BITS + 1) })),
      { name: 'pass_payload', width: 16 },
      { name: 'response_valid', width: 1 },
      { name: 'response_line', width: 64 },
      { name: 'read_ready', width: 1 },
    ],
    outputs: [
      { name: 'pass_taken', width: 1 },
      { name: 'miss_valid', width: tagsPerCycle },
      { name: 'miss_lines', width: tagsPerCycle * LINE_BITS },
      { name: 'missed_valid', width: tagsPerCycle },
      { name: 'ahead_valid', width: tagsPerCycle },
      { name: 'ahead_lines', width: tagsPerCycle * LINE_BITS },
      { name: 'read_valid', width: 1 },
      { name: 'read_payload', width: 16 },
      ...Array.from({ length: PASS_TAPS }, (_, tap) => ({ name: `word${tap}`, width: 32 })),
    ],
  };
}

/** The word in memory, 20 bits: a line of two then is an exact integer. */
function wordAt(line: number, word: number): number {
  return (Math.imul(2 * line + word + 1, 0x9e3779b1) >>> 12) & 0xfffff;
}

/** Two vectors a cycle: the low clock, and the high one behind the edge. */
function traffic(cache: Cache): Vectors {
  const slots = cache.tagLatency + cache.fragments + 4;
  const model = new ModelledCache(designOf(cache), slots);
  const { inFlight, memory } = model;
  const dice = new Dice(cache.sets * 1000 + cache.memoryLatency);
  const near = 3 * cache.sets * cache.ways;
  const words = Array.from({ length: slots }, () => new Float64Array(PASS_TAPS));
  const inputs = new Float64Array(leaf(cache).inputs.length - 2);
  const outputs = new Float64Array(leaf(cache).outputs.length);
  let next = 0;
  let waits = 0;
  let stalls = 0;

  function newPass(slot: number): void {
    const { address } = inFlight.foot;
    // Taps of a pass lie near one another, or anywhere; some read no texel.
    const base = dice.integer(0, near - 1);
    const spread = dice.pick([1, 4, 16, near]);
    const touched = dice.pick([1, 0.9, 0]);
    inputs.fill(0, 1, 6);
    for (let tap = 0; tap < PASS_TAPS; tap++) {
      const line = (base + dice.integer(0, spread - 1)) % 2 ** LINE_BITS;
      const word = dice.integer(0, 1);
      const touches = dice.chance(touched);
      address[PASS_TAPS * slot + tap] = touches ? LINE_BYTES * line + 8 * word : -1;
      words[slot][tap] = touches ? wordAt(line, word) : 0;
      inputs[1] += touches ? 2 ** tap : 0;
      inputs[2 + Math.floor(tap / 4)] += (2 * line + word) * 2 ** ((LINE_BITS + 1) * (tap % 4));
    }
    inputs[6] = slot;
  }

  function cycleOf(cycle: number): void {
    if (cycle % 256 === 0) [waits, stalls] = dice.pick(STRETCHES);
    if (model.offered === NOTHING && !dice.chance(waits)) {
      model.offered = next;
      newPass(next);
      next = (next + 1) % slots;
    }
    const offered = model.offered;
    model.roomy = !dice.chance(stalls);
    inputs[0] = offered === NOTHING ? 0 : 1;
    const back = memory.back[0]?.cycle === cycle ? memory.back.shift()! : null;
    inputs[7] = back === null ? 0 : 1;
    inputs[8] = back === null ? 0 : wordAt(back.line, 0) + wordAt(back.line, 1) * 2 ** 32;
    inputs[9] = model.roomy ? 1 : 0;
    outputs.fill(0);
    // The words of a pass are there in the cycle after its last read.
    if (model.given !== NOTHING) {
      outputs[7] = model.given;
      outputs.set(words[model.given], 8);
    }
    const before = memory.back.length;
    model.tick(cycle);
    const requested = memory.back.slice(before).map(({ line }) => line);
    outputs[0] = offered !== NOTHING && model.offered === NOTHING ? 1 : 0;
    for (const [n, lookUp] of model.lookUps.entries()) {
      if (isHit(lookUp)) continue;
      outputs[1] += 2 ** n;
      outputs[2] += lookUp.line * 2 ** (LINE_BITS * n);
      if (requested[0] === lookUp.line) {
        outputs[3] += 2 ** n;
        requested.shift();
      }
      if (cache.prefetched === 0 || requested[0] !== lookUp.line + 1) continue;
      outputs[4] += 2 ** n;
      outputs[5] += requested.shift()! * 2 ** (LINE_BITS * n);
    }
    if (requested.length > 0) throw new Error(`requests without a miss: ${requested.join(' ')}`);
    outputs[6] = model.given === NOTHING ? 0 : 1;
  }

  return {
    count: 2 * CYCLES,
    fill: (n, values) => {
      values[0] = n % 2;
      values[1] = n < 2 ? 1 : 0;
      if (n >= 2 && n % 2 === 0) cycleOf(n / 2);
      values.set(inputs, 2);
      values.fill(0, 2 + inputs.length);
      if (n % 2 === 0) values.set(outputs, 2 + inputs.length);
    },
  };
}

/** Probabilities that no pass is offered, and that the reader has no room, in a cycle. */
const STRETCHES: readonly [number, number][] = [
  [0, 0],
  [0, 0.9],
  [0.9, 0],
  [0.3, 0.3],
];

describe('texel_cache', () => {
  it.each([...CACHES, ...PREFETCHING])(
    'takes, requests, reads and gives on in the cycles of the stepped clock ($sets sets of $ways, memory $memoryLatency, $prefetched lines ahead)',
    async (cache) => {
      expect(await firstDifference(leaf(cache), traffic(cache))).toBeNull();
    },
  );

  itIsSynthesized(() => [leaf(CACHES[2]), traffic(CACHES[2])]);

  const mutants: readonly Mutant[] = [
    ['the fragment FIFO holds an entry fewer', ['.DEPTH  (FRAGMENTS)', '.DEPTH  (FRAGMENTS - 1)']],
    ['a look-up is seen early', ['arriving = delayed[(TAG_LATENCY-2)*MADE_BITS+:MADE_BITS]', 'arriving = made_count']],
    ['a miss too few is outstanding', ["MISS_BITS'(OUTSTANDING_MISSES) -", "MISS_BITS'(OUTSTANDING_MISSES - 1) -"]],
    ['a bank is used twice a cycle', ['stopped |= bank_used[banks[n]];', "stopped |= 1'b0;"]],
    ['a line that comes back waits a cycle', ["returned + MISS_BITS'(response_valid))", 'returned)']],
    ['a line is found among the taps that read none', ['if (touches[n] && line_of_tap', 'if (line_of_tap']],
    ['a tap takes the first line of its pass', ['|= place[n];', '|= place[0];']],
    ['taps take the word beside theirs', ['[{word[tap', '[{~word[tap']],
  ];
  itFinds(mutants, () => {
    const cache = CACHES[2];
    return [leaf(cache), traffic(cache)];
  });

  // Mutants of prefetch_buffer, line_slots, and what is around them.
  const prefetchMutants: readonly Mutant[] = [
    [
      'a line is fetched ahead that the cache has',
      ['miss_valid[n] && !followed[n] && !has_next', 'miss_valid[n] && !has_next'],
    ],
    ['a line is fetched ahead twice', ['!followed[n] && !has_next', '!followed[n]']],
    [
      'the line that came last goes',
      [
        'line_slots_after[SLOT_BITS-1:0];\n      if (moves)',
        'line_slots_after[LINES*SLOT_BITS-1-:SLOT_BITS];\n      if (moves)',
      ],
    ],
    ['the oldest line stays', ["from      = '1;", "from      = {LINES{1'b1}} << 1;"]],
    ['a miss keeps its slot', ['if (miss_valid[n]) miss_slots[', "if (1'b0) miss_slots["]],
    ['a line that was fetched ahead is read as early as a hit', ['(!is_back[n] || is_later[n])', '!is_back[n]']],
    ['a line that comes waits a cycle', ["coming_here == REQUEST_BITS'(comes)", "coming_here == '0"]],
    [
      'a line is read from the slot of this cycle',
      ['shown_slots[(n+k)*SLOT_BITS+:SLOT_BITS];', 'shown_slots[n*SLOT_BITS+:SLOT_BITS];'],
    ],
  ];
  itFinds(prefetchMutants, () => {
    const cache = PREFETCHING[0];
    return [leaf(cache), traffic(cache)];
  });

  const dataMutants: readonly Mutant[] = [
    ['taps take the line of another bank', ['bank_there    <= bank_read;', 'bank_there    <= ~bank_read;']],
    ['words of earlier lines are lost', ["words         <= reading ? read_words : '0;", "words         <= '0;"]],
    ['words of the pass before stay', ["words         <= reading ? read_words : '0;", 'words         <= read_words;']],
    ['a bank is not written', ['.write_enable (is_filled)', ".write_enable (1'b0)"]],
    ['a fill comes from the wrong response', ['line = responses[fill];', 'line = responses[0];']],
    ['a fill waits for its response in the queue', ['&& fill_of[n] != returned) line', ') line']],
    ['lines of two ways have one row', ["* ROW_BITS'(WAYS) + ROW_BITS'(ways", "* ROW_BITS'(WAYS) & ROW_BITS'(ways"]],
    ['the rows of a bank are those of half of the sets', ["(32'(index) / BANK_SETS)", "(32'(index) / BANK_SETS / 2)"]],
  ];
  itFinds(dataMutants, () => {
    const cache = CACHES[0];
    return [leaf(cache), traffic(cache)];
  });
});
