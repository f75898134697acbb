import { expect, it } from 'vitest';
import type { Design, DramTiming } from '../../../rtl-model/design/design.ts';
import { CACHE, L2, MEMORY, ROWS, SHADER, UNITS_FIELDS } from '../../../rtl-model/design/design-fields.ts';
import { type Field, fieldsIn, freeValues, valueAt, withValue } from '../../../rtl-model/design/field.ts';
import { cacheText, designText } from '../../../src/designs/design-text.ts';
import { DRAMS } from '../../../src/designs/drams.ts';
import { PRESETS } from '../../../src/designs/presets.ts';

const FULL = PRESETS.get('full-quality')!;
const { cache, pipeline } = FULL;

/** A design in which every part of caches, memory, shader and units costs something. */
const RICH: Design = {
  ...FULL,
  cache: {
    ...cache,
    lineBytes: 128,
    sectorBytes: 32,
    ways: 2,
    replacement: 'brrip',
    setIndex: 'xor-folded',
    dataPorts: 2,
    portSharing: 'none',
    sectorsPerTag: 4,
    tapOrder: 'by-tap',
    coalescing: 'none',
    replay: 'look-up',
    writes: 'through',
    missLatency: 3,
    victimLines: 3,
    missQueue: 5,
    missesPerCycle: 1,
    fill: { dataCycles: 2, turnaroundCycles: 1, tagCycles: 3, tags: 'arrival' },
    prefetch: { next: 'line', sectors: 4 },
    tlb: { pageBytes: 4096, sets: 4, ways: 8, walkLatency: 120, walks: 2 },
    l2: {
      ...freeValues(L2),
      lineBytes: 128,
      sets: 256,
      ways: 8,
      setIndex: 'xor-folded',
      replacement: 'srrip',
      rrpvBits: 3,
      allocation: 'on-miss',
      bypass: 'written',
      sharing: 'none',
      latency: 20,
      dataLatency: 7,
      banks: 4,
      ports: 1,
      outstandingMisses: 8,
      bytesPerCycle: 16,
      busClock: { cycles: 2, unitCycles: 3 },
    },
    l3: {
      lineBytes: 256,
      sets: 512,
      ways: 16,
      setIndex: 'modulo',
      indexBits: null,
      replacement: 'srrip',
      rrpvBits: 2,
      latency: 30,
      dataLatency: 11,
      bytesPerCycle: 32,
    },
  },
  pipeline: {
    ...pipeline,
    requestsInFlight: 2,
    memory: {
      latency: 300,
      bytesPerCycle: 8,
      busClock: { cycles: 5, unitCycles: 4 },
      burstBytes: 64,
      requests: 'one-at-a-time',
      channels: { count: 4, interleaveBytes: 256 },
      rows: { ...freeValues(ROWS), banks: 8, rowBytes: 2048, policy: 'closed', activateCycles: 40, prechargeCycles: 9 },
      refresh: { interval: 7800, cycles: 350 },
      otherClient: { bytes: 50, interval: 160 },
    },
    shader: { warps: 8, quadsPerWarp: 4, instructionsBetween: 20 },
    units: {
      count: 4,
      distribution: 'tiles',
      tilePixels: 32,
      batchQuads: 64,
      arbitration: 'oldest-first',
      places: 16,
    },
  },
};

it('describes a design by what costs something, and by nothing else', () => {
  expect(designText(FULL)).toBe(
    '16 KiB, 64-byte lines, 64 sets of 4 ways, LRU, morton; memory 200 cycles away, 32 bytes a cycle, bursts of 32 bytes',
  );
  expect(designText(RICH)).toBe(
    '16 KiB, 128-byte lines, 32-byte sectors, 64 sets of 2 ways, 2-bit BRRIP, xor-folded index, morton, ' +
      'victim buffer of 3, prefetch of the next line into 4 sectors, ' +
      'TLB of 32 pages of 4 KiB (4 sets of 8 ways), ' +
      'L2 (256 KiB, 128-byte lines, 256 sets of 8 ways, 3-bit SRRIP, xor-folded index, bypassed by writes, one for each unit), L3 (2 MiB, 256-byte lines, 512 sets of 16 ways, 2-bit SRRIP), ' +
      '4 channels of 256 B in turn, 8 banks of 2 KiB rows, closed; ' +
      '4 banks of 2 ports, a read for each tap, 4 look-ups of a line on a tag port, first taps of all lanes first, a look-up for each tap, ' +
      'misses looked up again, writes through, ' +
      'misses sent 3 cycles later, 1 miss a cycle, miss queue of 5, fills of 2 cycles on the data ports, ' +
      '1 cycle to turn them around, fills of 3 cycles on the tag ports, tags replaced when lines come, ' +
      '2 page walks of 120 cycles, ' +
      'L2 20 cycles away, its data 7 more, 16 bytes a cycle of a clock of 2/3, 4 banks of 1 port, 8 outstanding, ' +
      'L3 30 cycles away, its data 11 more, 32 bytes a cycle; ' +
      'memory 300 cycles away, 8 bytes a cycle of a clock of 5/4, bursts of 64 bytes, one request at a time, ' +
      "40 cycles to open a row, 9 to close it, refresh of 350 in 7800 cycles, another client's 50 bytes in 160 cycles; " +
      '2 requests in flight; 8 warps of 4 quads, 20 instructions between; 4 units, tiles of 32 pixels, oldest-first; ' +
      '16 misses at a time',
  );
});

/** Parts of a memory's rows that few designs have. */
const PARTS = [
  ['pipeline.memory.rows.timing', DRAMS['ddr4-2400']],
  ['pipeline.memory.rows.queue', { transactions: 32, commands: 8, writes: { entries: 32, low: 16 } }],
] as const;

it('describes a DRAM by its name, or by its limits where it has none', () => {
  const withTiming = (timing: DramTiming) => designText(withValue(FULL, 'pipeline.memory.rows', { ...rows, timing }));
  const rows = { ...freeValues(ROWS), banks: 16, rowBytes: 8192 };
  const timing = DRAMS['ddr4-2400'];
  expect(withTiming(timing)).toContain('commands of ddr4-2400');
  expect(withTiming({ ...timing, tFAW: 27 })).toContain(
    'commands of bankGroups 4 tRCD 17 tRP 17 tRAS 39 tCL 17 tCWL 12',
  );
});

it('leaves out what a cache of one set, or of one way, does not have', () => {
  const odd = { sets: 1, ways: 8, sectorBytes: 32, replacement: 'fifo', layout: 'linear', victimLines: 2 } as const;
  expect(cacheText({ ...cache, ...odd, setIndex: 'xor-folded' })).toBe(
    '512 B, 64-byte lines, 32-byte sectors, fully associative, FIFO, linear, victim buffer of 2',
  );
  expect(cacheText({ ...cache, ways: 1 })).toBe('4 KiB, 64-byte lines, 64 sets of 1 way, morton');
});

it('describes a cache without ports and times for a replay that has none', () => {
  expect(cacheText(RICH.cache)).not.toMatch(/port|cycle|queue|channel/);
  expect(cacheText(RICH.cache, RICH.pipeline.memory)).toContain('4 channels of 256 B in turn');
});

/** Another value of a field. */
function other(field: Field, value: unknown): unknown {
  if (field.kind === 'choice') return field.values.find((one) => one !== value);
  if (field.kind === 'list') return [7, 8];
  return typeof value === 'number' ? 2 * value : 1;
}

/** Fields that say how many are busy at a time, or that count in another design: of batches, and of decoded blocks. */
const LEFT_OUT = ['cache.outstandingMisses', 'cache.tagsPerCycle', 'cache.blocks', 'pipeline.units.batchQuads'];

it.each(
  [
    ...fieldsIn(CACHE.fields, 'cache.'),
    ...fieldsIn(MEMORY.fields, 'pipeline.memory.'),
    ...fieldsIn(SHADER.fields, 'pipeline.shader.'),
    ...fieldsIn(UNITS_FIELDS.fields, 'pipeline.units.'),
  ].filter(([path, { kind }]) => kind !== 'part' && !LEFT_OUT.includes(path)),
)('says %s', (path, field) => {
  const part = PARTS.find(([name]) => path.startsWith(`${name}.`));
  const base = part === undefined ? RICH : withValue(RICH, part[0], part[1]);
  const value = valueAt(base, path);
  expect(designText(withValue(base, path, other(field, value)))).not.toBe(designText(base));
});
