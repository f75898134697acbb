import type { Design } from '../../../rtl-model/design/design.ts';
import { CacheLevels } from '../../../rtl-model/texel-cache/cache-levels.ts';
import type { CacheTotals } from '../../../rtl-model/texel-cache/cache-totals.ts';
import type { MemoryTotals } from '../../../rtl-model/texel-cache/memory-traffic.ts';
import { QUAD_LANES } from '../../../rtl-model/registers/quad-batch.ts';
import { gatedClock } from './clock-energy.ts';
import { type FieldOperations, fieldOperations, lerps, lerpOfLevels } from './field-operations.ts';
import { add, lerp, multiply, NO_OPERATIONS, type Operations, picojoulesOf, sumOf, times } from './operations.ts';
import { cellArea, type Memories, type Storage } from './storage.ts';

/**
 * The energy of accesses in the process of `picojoulesOf` and its source, in picojoules.
 *
 * - Access of 64 bits: 10 in a memory of 8 KB, 20 in 32 KB, 100 in 1 MB. That grows as the square root of the capacity, as
 *   wires do: so it grows with cells that further ports make larger, too.
 * - DRAM: 1300 to 2600 for 64 bits. The middle is 30 a bit.
 */
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
  /** Uses of tag ports by look-ups. */
  readonly tagReads: number;
  readonly cacheLevels: CacheTotals;
  readonly memory: Pick<MemoryTotals, 'bytes' | 'writeBytes'>;
}

/** An estimate: the energy of a part of the unit in picojoules. */
export interface Energy {
  readonly part:
    | 'LOD'
    | 'address'
    | 'cache'
    | 'victim buffer'
    | 'prefetch buffer'
    | 'TLB'
    | 'L2'
    | 'L3'
    | 'FIFOs'
    | 'filter'
    | 'clock'
    | 'DRAM';
  readonly picojoules: number;
}

/** Bits of a float32's significand, and of the size of an image. */
const SIGNIFICAND = 24;
const SIZE = 16;
const ADDRESS = 32;
const COMPONENTS = 4;

/**
 * An estimate of the energy that work takes, by the widths of the design: multiplications and additions of the plain
 * path, accesses to the memories, the gated clock of registers, and DRAM. Decoding, control and leakage are left out.
 */
export function energyOf(design: Design, memories: Memories, work: Work): readonly Energy[] {
  const { pixels, samples, taps, memory } = work;
  const fields = fieldOperations(design, LENGTHS);
  const of = (place: FieldOperations['of'], own: Operations) =>
    picojoulesOf(sumOf(own, ...fields.flatMap((row) => (row.of === place ? row.operations : []))));
  return [
    { part: 'LOD', picojoules: pixels * (of('LOD', lodLane(design)) + of('level weight', NO_OPERATIONS)) },
    {
      part: 'address',
      picojoules: samples * of('coordinates', coordinates(design)) + taps * picojoulesOf(TAP_ADDRESS),
    },
    ...ofMemories(accesses(design, memories, work)),
    {
      part: 'filter',
      picojoules: samples * of('filter', filterSample(design)) + pixels * of('result', result(design)),
    },
    { part: 'clock', picojoules: gatedClock(design, memories, work) },
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
    tagReads: hits,
    cacheLevels: { ...new CacheLevels(cache).totals(), hits },
    memory: { bytes: 0, writeBytes: 0 },
  };
}

/** Accesses to a memory, if the design has it: part, number, and bits of each (a word if left out). */
type Accesses = readonly [part: Energy['part'], count: number, memory: Storage | undefined, bits?: number];

/** The energy of the parts whose memories are there. */
function ofMemories(all: readonly Accesses[]): readonly Energy[] {
  const parts = new Map<Energy['part'], number>();
  for (const [part, count, memory, some] of all) {
    if (memory === undefined) continue;
    const { words, bits, ports } = memory;
    const bit = SRAM_BIT * Math.sqrt((words * bits * cellArea(ports)) / SRAM_BITS);
    parts.set(part, (parts.get(part) ?? 0) + count * (some ?? bits) * bit);
  }
  return Array.from(parts, ([part, picojoules]) => ({ part, picojoules }));
}

/** The squares and the sum of two lengths. */
const LENGTHS = sumOf(times(4, multiply(SIGNIFICAND, SIGNIFICAND)), times(2, add(2 * SIGNIFICAND)));

/** Four scaled derivatives, their lengths, and the interpolation of log2's table. */
function lodLane({ lod }: Design): Operations {
  const { entryBits, interpolationBits } = lod.log2Table;
  const derivatives = times(4, multiply(SIGNIFICAND, SIZE));
  const bounds = times(2, add(lod.format.integerBits + entryBits));
  return sumOf(derivatives, LENGTHS, lerp(entryBits, interpolationBits), bounds);
}

/** The product of coordinate and size, half a texel and the wrap of both texels, along two axes. */
function coordinates({ address: { coordinate } }: Design): Operations {
  const bits = coordinate.integerBits + coordinate.fractionBits;
  return times(2, sumOf(multiply(SIGNIFICAND, SIZE), add(bits), times(2, add(coordinate.integerBits))));
}

/** A texel's address: row times pitch plus column plus base. */
const TAP_ADDRESS = sumOf(multiply(SIZE, SIZE), times(2, add(ADDRESS)));

function accesses(
  { cache, pipeline }: Design,
  memories: Memories,
  { cacheLevels, ...work }: Work,
): readonly Accesses[] {
  const { tags, data, outcomes, responses, victims, ahead, tlb, l2, l3, fifos } = memories;
  const { hits, victimHits, lineMisses, prefetches, prefetchHits, writeBackBytes, l2Hits, l2Misses } = cacheLevels;
  const { tlbHits, tlbMisses, l2Probes, l2Drops, l3Hits, l3Misses } = cacheLevels;
  const misses = cacheLevels.sectorMisses + lineMisses;
  const lookups = hits + victimHits + misses;
  // A miss gives a line to the victim buffer; a swap moves one each way.
  const moves = 2 * victimHits + lineMisses;
  const { allocation, ways, lineBytes } = cache.l2 ?? { allocation: 'none', ways: 0, lineBytes: 1 };
  const onMiss = allocation === 'on-miss';
  const units = cache.l2?.sharing === 'none' ? 1 : pipeline.units.count;
  /** Bytes of a request to the L3. */
  const requested = onMiss ? lineBytes : cache.sectorBytes;
  const kept = onMiss ? (l2Misses - cacheLevels.l2Bypasses) * lineBytes : cacheLevels.l2WriteBytes;
  const read = (cacheLevels.l2ReadBytes * l2Hits) / Math.max(1, l2Hits + l2Misses);
  return [
    ['cache', work.tagReads * cache.ways + misses, tags],
    // A line that an inclusive L2 gives up is looked for in the sets of all units; the marks of its sectors go.
    ['cache', l2Probes * units * (lineBytes / cache.lineBytes) * cache.ways + l2Drops, tags],
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
    ['TLB', (tlbHits + tlbMisses) * (cache.tlb?.ways ?? 0) + tlbMisses, tlb?.tags],
    ['TLB', tlbHits + tlbMisses, tlb?.data],
    ['L2', (l2Hits + l2Misses) * ways + kept / lineBytes, l2?.tags],
    // Bytes that are written back go into an L2 of kept misses, and out of it.
    ['L2', read + kept + (onMiss ? 2 * writeBackBytes : 0), l2?.data, 8],
    ['L3', (l3Hits + l3Misses) * (cache.l3?.ways ?? 0) + l3Misses, l3?.tags],
    ['L3', l3Hits * requested + l3Misses * (cache.l3?.lineBytes ?? 0), l3?.data, 8],
    ...fifos.map((fifo): Accesses => ['FIFOs', 2 * work[fifo.items], fifo]),
  ];
}

/** The lerps of a sample, and the sum over samples of each component. */
function filterSample(design: Design): Operations {
  return sumOf(lerps(design), times(COMPONENTS, add(design.filter.accumulatorBits)));
}

/** The average over samples and the lerp between levels, of each component. */
function result(design: Design): Operations {
  const { reciprocalBits, accumulatorBits } = design.filter;
  const reciprocal = reciprocalBits === 'exact' ? SIGNIFICAND : reciprocalBits;
  return times(COMPONENTS, sumOf(multiply(accumulatorBits, reciprocal), lerpOfLevels(design)));
}
