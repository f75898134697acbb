import type { Design } from '../../../rtl-model/design/design.ts';
import { filterWidths } from '../../../rtl-model/design/filter-widths.ts';
import { CacheLevels } from '../../../rtl-model/texel-cache/cache-levels.ts';
import type { CacheTotals } from '../../../rtl-model/texel-cache/cache-totals.ts';
import type { MemoryTotals } from '../../../rtl-model/texel-cache/memory-traffic.ts';
import { QUAD_LANES } from '../../../rtl-model/registers/quad-batch.ts';
import { plainCodeBits } from '../../designs/plain-state.ts';
import type { Memories, Storage } from './storage.ts';

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
  readonly part: 'LOD' | 'address' | 'cache' | 'victim buffer' | 'prefetch buffer' | 'L2' | 'FIFOs' | 'filter' | 'DRAM';
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
  const { pixels, samples, taps, memory } = work;
  return [
    { part: 'LOD', picojoules: pixels * lodLane(design) },
    { part: 'address', picojoules: samples * addressSample(design) + taps * tapAddress() },
    ...ofMemories(accesses(design, memories, work)),
    { part: 'filter', picojoules: samples * filterSample(design) + pixels * filterLane(design) },
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

/** Accesses to a memory, if it is there: the part, how many, and the bits of each, all of a word if left out. */
type Accesses = readonly [part: Energy['part'], count: number, memory: Storage | undefined, bits?: number];

/** The energy of the parts whose memories are there. */
function ofMemories(all: readonly Accesses[]): readonly Energy[] {
  const parts = new Map<Energy['part'], number>();
  for (const [part, count, memory, some] of all) {
    if (memory === undefined) continue;
    const { words, bits } = memory;
    const bit = SRAM_BIT * Math.sqrt((words * bits) / SRAM_BITS);
    parts.set(part, (parts.get(part) ?? 0) + count * (some ?? bits) * bit);
  }
  return Array.from(parts, ([part, picojoules]) => ({ part, picojoules }));
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

function accesses({ cache }: Design, memories: Memories, { cacheLevels, ...work }: Work): readonly Accesses[] {
  const { tags, data, outcomes, responses, victims, ahead, l2, fifos } = memories;
  const { hits, victimHits, lineMisses, prefetches, prefetchHits, writeBackBytes, l2Hits, l2Misses } = cacheLevels;
  const misses = cacheLevels.sectorMisses + lineMisses;
  const lookups = hits + victimHits + misses;
  // A miss gives a line to the victim buffer; a swap moves one each way.
  const moves = 2 * victimHits + lineMisses;
  const { allocation, ways, lineBytes } = cache.l2 ?? { allocation: 'none', ways: 0, lineBytes: 1 };
  const onMiss = allocation === 'on-miss';
  const kept = onMiss ? (l2Misses - cacheLevels.l2Bypasses) * lineBytes : cacheLevels.l2WriteBytes;
  const read = (cacheLevels.l2ReadBytes * l2Hits) / Math.max(1, l2Hits + l2Misses);
  return [
    ['cache', lookups * cache.ways + misses, tags],
    ['cache', lookups, data],
    ['cache', misses, data, 8 * cache.sectorBytes],
    ['cache', writeBackBytes, data, 8],
    ['cache', 2 * lookups, outcomes],
    ['cache', 2 * (misses - prefetchHits), responses],
    ['victim buffer', (victimHits + misses) * (victims?.tags.words ?? 0) + moves, victims?.tags],
    ['victim buffer', moves, victims?.data],
    ['victim buffer', moves, victims && data],
    ['prefetch buffer', (misses + prefetches) * (ahead?.tags.words ?? 0) + prefetches, ahead?.tags],
    ['prefetch buffer', prefetches + prefetchHits, ahead?.data],
    ['L2', (l2Hits + l2Misses) * ways + kept / lineBytes, l2?.tags],
    // Bytes that are written back go into an L2 of kept misses, and out of it.
    ['L2', read + kept + (onMiss ? 2 * writeBackBytes : 0), l2?.data, 8],
    ...fifos.map((fifo): Accesses => ['FIFOs', 2 * work[fifo.items], fifo]),
  ];
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
