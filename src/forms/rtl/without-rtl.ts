import type { CacheDesign, Design, L2Design } from '../../../rtl-model/design/design.ts';
import { DESIGN } from '../../../rtl-model/design/design-fields.ts';
import { fieldsIn, isAsLeftOut, valueAt } from '../../../rtl-model/design/field.ts';
import { idealFields } from '../../../rtl-model/design/ideal-fields.ts';
import { PLAIN_SAMPLING } from '../parameters/unit-widths.ts';

/** The first registers of the filter stage are those of the filter unit; a FIFO has one more. */
const FILTER_LATENCY = 4;

/** Registers in front of the L2's tags, after them, and in front of its data. */
const L2_LATENCY = 3;

/** The most ways: the order of use has a bit for each pair of them. */
export const MOST_WAYS = 64;

/** The most lines that are on their way or wait in the prefetch buffer: each has a place and a count of its own. */
export const MOST_SLOTS = 512;

/** Fields that modules have: tables, roundings, and the prefetch buffer. */
const HELD_FIELDS = [
  'lod.log2Table.rounding',
  'lod.log2Table.entries',
  'filter.srgbTable',
  'address.gatherRounding',
  'cache.prefetch',
  'cache.l2.ports',
  'cache.l2.dataLatency',
];

/** The other fields that a design may leave out, but those of a memory's rows, which go with the rows. */
const FREE_FIELDS = [...fieldsIn(DESIGN.fields)].filter(
  ([path, { free }]) => free !== undefined && !path.startsWith('pipeline.memory.rows.') && !HELD_FIELDS.includes(path),
);

const FILL_FIELDS = ['dataCycles', 'turnaroundCycles', 'tagCycles'] as const;

/**
 * The fields of a design whose values have no SystemVerilog, by their paths, and the values that have, in words; none for
 * a design whose unit can be built.
 *
 * @param sampling of the unit: one with blocks keeps them as they are stored
 */
export function fieldsWithoutRtl(design: Design, sampling = PLAIN_SAMPLING) {
  const { lod, cache, pipeline, text } = design;
  const slots = cache.prefetch === null ? 0 : cache.prefetch.sectors + cache.outstandingMisses;
  const lacks: readonly (readonly [lacks: boolean, field: string, expected: string])[] = [
    [text === 'vulkan-1.1', 'text', 'current'],
    ...idealFields(design).map((field) => [true, field, 'a number of bits'] as const),
    [lod.format.fractionBits < 1, 'lod.format.fractionBits', 'at least 1'],
    [lod.derivatives === 'diagonal', 'lod.derivatives', 'coarse or fine'],
    [falls(lod.log2Table), 'lod.log2Table.entries', 'null, or entries that do not fall where they are interpolated'],
    [cache.ways > 1 && cache.replacement !== 'lru', 'cache.replacement', 'lru, or one way'],
    [cache.ways > MOST_WAYS, 'cache.ways', `at most ${MOST_WAYS}`],
    [cache.sectorBytes !== cache.lineBytes, 'cache.sectorBytes', `the line's ${cache.lineBytes}`],
    [cache.victimLines > 0, 'cache.victimLines', '0'],
    [(cache.prefetch?.next ?? 'line') !== 'line', 'cache.prefetch.next', 'line'],
    [slots > MOST_SLOTS, 'cache.outstandingMisses', `at most ${MOST_SLOTS}, prefetched lines included`],
    ...(cache.l2 === null ? [] : lacksOfL2(cache.l2, cache)),
    [sampling.blocks && cache.blocks !== 'compressed', 'cache.blocks', 'compressed'],
    [cache.dataPorts !== 1, 'cache.dataPorts', '1'],
    [cache.portSharing !== 'pass', 'cache.portSharing', 'pass'],
    [cache.missesPerCycle < cache.tagsPerCycle, 'cache.missesPerCycle', `at least the ${cache.tagsPerCycle} look-ups`],
    [cache.missQueue < cache.outstandingMisses, 'cache.missQueue', `at least the ${cache.outstandingMisses} misses`],
    ...FILL_FIELDS.map((field) => [cache.fill[field] !== 0, `cache.fill.${field}`, '0'] as const),
    [pipeline.memory.requests !== 'pipelined', 'pipeline.memory.requests', 'pipelined'],
    [pipeline.latency.filter < FILTER_LATENCY, 'pipeline.latency.filter', `at least ${FILTER_LATENCY}`],
    [pipeline.memory.rows !== null, 'pipeline.memory.rows', 'null'],
    ...FREE_FIELDS.map(
      ([path, field]) => [!isAsLeftOut(design, path, field), path, JSON.stringify(field.free)] as const,
    ),
  ];
  const lacking = lacks.filter(([is]) => is);
  return lacking
    .filter(([, part]) => !lacking.some(([, field]) => field.startsWith(`${part}.`)))
    .map(([, field, expected]) => ({ field, value: valueAt(design, field), expected }));
}

/** The L2 makes a look-up in each cycle, in the order of the requests, behind registers. */
function lacksOfL2(l2: L2Design, { lineBytes }: CacheDesign): readonly (readonly [boolean, string, string])[] {
  return [
    [l2.allocation !== 'on-miss', 'cache.l2.allocation', 'on-miss'],
    [l2.ways > 1 && l2.replacement !== 'lru', 'cache.l2.replacement', 'lru, or one way'],
    [l2.lineBytes < lineBytes, 'cache.l2.lineBytes', `at least the texel cache's ${lineBytes}`],
    [l2.latency < L2_LATENCY, 'cache.l2.latency', `at least ${L2_LATENCY}`],
    [l2.ports !== 1, 'cache.l2.ports', '1'],
  ];
}

/** True for a table whose differences are negative. */
function falls({ entries, interpolationBits }: Design['lod']['log2Table']): boolean {
  return interpolationBits > 0 && entries !== null && entries.some((entry, n) => n > 0 && entry < entries[n - 1]);
}
