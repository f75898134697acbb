import { fixedPoint, integer } from './field.ts';

const sets = integer(1, 65536, 'sets', { powerOfTwo: true });
const banks = integer(1, 64, 'banks', { powerOfTwo: true });
const ofBursts = {
  powerOfTwo: true,
  atLeast: { field: 'pipeline.memory.burstBytes', words: "a burst's #" },
} as const;

const ofCoordinate = {
  atMost: { field: 'address.coordinate.fractionBits', words: "the coordinate's # fraction bits" },
} as const;

/** The most bits of a cubic weight: what a filter knows of it that has none itself. */
export const MOST_CUBIC_BITS = 12;

/**
 * The fields of a design, by their paths, that are powers of two, whose bound is another field, or whose bits add up to a
 * word: no schema of a single field can check them. A unit needs no other fields to check a design.
 */
export const BOUNDED = {
  'address.coordinate': fixedPoint(integer(2, 31, 'bits'), integer(1, 16, 'bits', { narrows: { turn: 7 } })),
  'address.pointFractionBits': integer(2, 16, 'bits', { or: 'same', ...ofCoordinate }),
  'lod.format': fixedPoint(integer(1, 31, 'bits'), integer(0, 15, 'bits', { narrows: { turn: 8 } })),
  'lod.log2Table.entryBits': integer(1, 24, 'bits', {
    atLeast: { field: 'lod.format.fractionBits', words: "the LOD's # fraction bits" },
    narrows: { turn: 17 },
  }),
  'lod.bias': fixedPoint(integer(1, 16, 'bits'), integer(0, 16, 'bits')),
  'lod.clamp': fixedPoint(integer(0, 16, 'bits'), integer(0, 16, 'bits')),
  'filter.weightBits': integer(1, 16, 'bits', { ...ofCoordinate, narrows: { turn: 1 } }),
  'cache.lineBytes': integer(16, 1024, 'bytes', { powerOfTwo: true }),
  'cache.sets': sets,
  'cache.sectorBytes': integer(16, 1024, 'bytes', {
    powerOfTwo: true,
    atMost: { field: 'cache.lineBytes', words: "the line's #" },
  }),
  'cache.banks': banks,
  'cache.tlb.pageBytes': integer(1024, 2 ** 30, 'bytes', { powerOfTwo: true }),
  'cache.tlb.sets': sets,
  'cache.l2.lineBytes': integer(16, 1024, 'bytes', {
    powerOfTwo: true,
    atLeast: { field: 'cache.lineBytes', words: "the texel cache's #" },
  }),
  'cache.l2.sets': sets,
  'cache.l2.banks': banks,
  'cache.l3.lineBytes': integer(16, 4096, 'bytes', {
    powerOfTwo: true,
    atLeast: { field: 'cache.lineBytes', words: "the texel cache's #" },
  }),
  'cache.l3.sets': sets,
  'pipeline.memory.burstBytes': integer(1, 4096, 'bytes', { powerOfTwo: true }),
  'pipeline.memory.channels.count': integer(2, 64, 'channels', { powerOfTwo: true }),
  'pipeline.memory.channels.interleaveBytes': integer(16, 1048576, 'bytes', ofBursts),
  'pipeline.memory.rows.banks': integer(1, 1024, 'banks', { powerOfTwo: true }),
  'pipeline.memory.rows.rowBytes': integer(16, 65536, 'bytes', ofBursts),
  'pipeline.memory.rows.ranks': integer(1, 16, 'ranks', {
    powerOfTwo: true,
    atMost: { field: 'pipeline.memory.rows.banks', words: 'the # banks' },
  }),
  'pipeline.memory.rows.timing.bankGroups': integer(1, 1024, 'groups', {
    powerOfTwo: true,
    atMost: { field: 'pipeline.memory.rows.banks', words: 'the # banks' },
  }),
  'pipeline.units.tilePixels': integer(2, 4096, 'pixels', { powerOfTwo: true }),
} as const;
