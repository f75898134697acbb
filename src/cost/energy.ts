import type { Design } from '../../rtl-model/design/design.ts';
import { filterWidths } from '../../rtl-model/design/filter-widths.ts';
import { CacheLevels } from '../../rtl-model/texel-cache/cache-levels.ts';
import type { CacheTotals } from '../../rtl-model/texel-cache/cache-totals.ts';
import type { MemoryTotals } from '../../rtl-model/texel-cache/memory-traffic.ts';
import { QUAD_LANES } from '../../rtl-model/registers/quad-batch.ts';
import { plainCodeBits } from '../../traces/golden/plain-state.ts';
import type { Lines, Memories, Storage } from './storage.ts';

/**
 * The energy of operations in a 45 nm process at 0.9 V: M. Horowitz, "Computing's energy problem (and what we can do
 * about it)", ISSCC 2014, figure 1.1.9. In picojoules.
 *
 * - Multiplication of integers: 0.2 for 8 x 8 bits, 3.1 for 32 x 32. Both are 0.003 for each pair of bits.
 * - Addition of integers: 0.03 for 8 bits, 0.1 for 32. Both are 0.003 to 0.004 a bit.
 * - Access of 64 bits: 10 in a memory of 8 KB, 20 in 32 KB, 100 in 1 MB. That grows as the square root of the capacity.
 * - DRAM: 1300 to 2600 for 64 bits. The middle is 30 a bit.
 */
const MULTIPLY_BIT_PAIR = 0.003;
const ADD_BIT = 0.0035;
const SRAM_BIT = 10 / 64;
const SRAM_BITS = 8 * 8192;
const DRAM_BIT = 30;

/** Counts of a run, as in its account. */
export interface Work {
  readonly quads: number;
  readonly passes: number;
  /** Lanes that want a result. */
  readonly pixels: number;
  /** Point or bilinear samples of lanes. */
  readonly samples: number;
  readonly taps: number;
  readonly cacheLevels: CacheTotals;
  readonly memory: Pick<MemoryTotals, 'bytes' | 'writeBytes'>;
}

/** An estimate: the energy of a part of the unit in picojoules. */
export interface Energy {
  readonly part: 'LOD' | 'address' | 'cache' | 'victim buffer' | 'prefetch buffer' | 'L2' | 'filter' | 'FIFOs' | 'DRAM';
  readonly picojoules: number;
}

/** Bits of a float32's significand, and of the size of an image. */
const SIGNIFICAND = 24;
const SIZE = 16;
const ADDRESS = 32;
const COMPONENTS = 4;

/**
 * An estimate of the energy that work takes, by the widths of the design: multiplications and additions of the plain
 * path, accesses to the memories, and DRAM. Decoding, control, clock and leakage are left out.
 */
export function energyOf(design: Design, memories: Memories, work: Work): readonly Energy[] {
  const { pixels, samples, taps, cacheLevels, memory } = work;
  return [
    { part: 'LOD', picojoules: pixels * lodLane(design) },
    { part: 'address', picojoules: samples * addressSample(design) + taps * tapAddress() },
    ...caches(design, memories, cacheLevels),
    { part: 'filter', picojoules: samples * filterSample(design) + pixels * filterLane(design) },
    // A FIFO is written and read once for every item.
    { part: 'FIFOs', picojoules: memories.fifos.reduce((sum, fifo) => sum + 2 * work[fifo.items] * access(fifo), 0) },
    { part: 'DRAM', picojoules: 8 * (memory.bytes + memory.writeBytes) * DRAM_BIT },
  ];
}

/** The work of bilinear quads whose samples all hit the cache: what the unit itself takes. */
export function quadWork(levels: 1 | 2, { cache }: Design): Work {
  const samples = QUAD_LANES * levels;
  // Neighbouring lanes share a line where it holds a block of 4 x 4 texels of 4 bytes.
  const hits = levels * Math.max(1, Math.ceil(64 / cache.lineBytes));
  return {
    quads: 1,
    passes: levels,
    pixels: QUAD_LANES,
    samples,
    taps: 4 * samples,
    cacheLevels: { ...new CacheLevels(cache).totals(), hits },
    memory: { bytes: 0, writeBytes: 0 },
  };
}

function multiply(a: number, b: number): number {
  return a * b * MULTIPLY_BIT_PAIR;
}

function add(bits: number): number {
  return bits * ADD_BIT;
}

/** A lerp is a difference, a product and a sum. */
function lerp(value: number, weight: number): number {
  return add(value) + multiply(value, weight) + add(value + weight);
}

/** One access to a word, or to some of its bits. */
function access({ words, bits }: Storage, accessed = bits): number {
  return accessed * SRAM_BIT * Math.sqrt((words * bits) / SRAM_BITS);
}

/** A comparison of the tags of so many ways: by default all of them, as in a buffer of one set. */
function search({ tags }: Lines, ways = tags.words): number {
  return ways * access(tags);
}

/** Four scaled derivatives, the squares and the sum of a length, and the interpolation of log2's table. */
function lodLane({ lod }: Design): number {
  const { entryBits, interpolationBits } = lod.log2Table;
  const derivatives = 4 * multiply(SIGNIFICAND, SIZE);
  const length = 4 * multiply(SIGNIFICAND, SIGNIFICAND) + 2 * add(2 * SIGNIFICAND);
  return derivatives + length + lerp(entryBits, interpolationBits) + 2 * add(lod.format.integerBits + entryBits);
}

/** The product of coordinate and size, half a texel and the wrap of both texels, along two axes. */
function addressSample({ address: { coordinate } }: Design): number {
  const bits = coordinate.integerBits + coordinate.fractionBits;
  return 2 * (multiply(SIGNIFICAND, SIZE) + add(bits) + 2 * add(coordinate.integerBits));
}

/** Row times pitch plus column plus base. */
function tapAddress(): number {
  return multiply(SIZE, SIZE) + 2 * add(ADDRESS);
}

/**
 * The texel cache and the levels behind it.
 *
 * - A look-up reads the tags of every way and the line's data, and its outcome goes through a queue. A miss writes a tag
 *   and a sector. One that comes from beyond goes through the queue of responses. What is written back is read.
 * - A miss searches the victim buffer and gives it a line, which is read, written, and has its tag written. A swap moves
 *   two lines.
 * - A miss and a prefetch search the prefetch buffer. A prefetch writes a tag and a sector there, which a hit reads.
 * - A look-up of the L2 reads the tags of every way, and a hit its bytes over the link. A line that the L2 keeps is
 *   written, with its tag. What is written back goes into an L2 of kept misses, and out of it.
 */
function caches({ cache }: Design, memories: Memories, totals: CacheTotals): readonly Energy[] {
  const { tags, data, outcomes, responses, victims, ahead, l2 } = memories;
  const { hits, victimHits, prefetchHits, prefetches, lineMisses, l2Hits, l2Misses, writeBackBytes } = totals;
  const missed = totals.sectorMisses + lineMisses;
  const parts: Energy[] = [
    {
      part: 'cache',
      picojoules:
        (hits + victimHits + missed) * (search(memories, cache.ways) + access(data) + 2 * access(outcomes)) +
        missed * (access(tags) + access(data, 8 * cache.sectorBytes)) +
        (missed - prefetchHits) * 2 * access(responses) +
        access(data, 8 * writeBackBytes),
    },
  ];
  if (victims !== null) {
    const move = access(data) + access(victims.data) + access(victims.tags);
    const picojoules = (victimHits + missed) * search(victims) + (2 * victimHits + lineMisses) * move;
    parts.push({ part: 'victim buffer', picojoules });
  }
  if (ahead !== null) {
    const moves = prefetches * (access(ahead.tags) + access(ahead.data)) + prefetchHits * access(ahead.data);
    parts.push({ part: 'prefetch buffer', picojoules: (missed + prefetches) * search(ahead) + moves });
  }
  if (l2 !== null) {
    const { ways, lineBytes, allocation } = cache.l2!;
    const onMiss = allocation === 'on-miss';
    const lookups = l2Hits + l2Misses;
    const read = (totals.l2ReadBytes * l2Hits) / Math.max(1, lookups);
    const kept = onMiss ? (l2Misses - totals.l2Bypasses) * lineBytes : totals.l2WriteBytes;
    const moved = access(l2.data, 8 * (read + kept + (onMiss ? 2 * writeBackBytes : 0)));
    parts.push({ part: 'L2', picojoules: lookups * search(l2, ways) + (kept / lineBytes) * access(l2.tags) + moved });
  }
  return parts;
}

/** Two lerps along u, one along v, and the sum over samples, of each component. */
function filterSample(design: Design): number {
  const { weightBits, afterU } = filterWidths(design);
  const code = plainCodeBits(design);
  return (
    COMPONENTS * (2 * lerp(code, weightBits) + lerp(code + afterU, weightBits) + add(design.filter.accumulatorBits))
  );
}

/** The average over samples and the lerp between levels, of each component. */
function filterLane(design: Design): number {
  const { afterV, levelWeightBits } = filterWidths(design);
  const { reciprocalBits, accumulatorBits } = design.filter;
  const reciprocal = reciprocalBits === 'exact' ? SIGNIFICAND : reciprocalBits;
  return COMPONENTS * (multiply(accumulatorBits, reciprocal) + lerp(plainCodeBits(design) + afterV, levelWeightBits));
}
