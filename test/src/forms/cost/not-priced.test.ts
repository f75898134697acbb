import { describe, expect, it } from 'vitest';
import type { Design } from '../../../../rtl-model/design/design.ts';
import { DESIGN, L2 } from '../../../../rtl-model/design/design-fields.ts';
import { type Field, fieldsIn, freeValues, valueAt, withValue } from '../../../../rtl-model/design/field.ts';
import { CacheLevels } from '../../../../rtl-model/texel-cache/cache-levels.ts';
import { synthesesOf } from '../../../../src/forms/cost/area-of-design.ts';
import { energyOf, quadWork } from '../../../../src/forms/cost/energy.ts';
import { fieldLogic } from '../../../../src/forms/cost/field-logic.ts';
import { modulesOf } from '../../../../src/forms/cost/modules.ts';
import { NOT_PRICED, notPricedText } from '../../../../src/forms/cost/not-priced.ts';
import { memoriesOf, storesOf } from '../../../../src/forms/cost/storage.ts';
import { BASES } from '../../../../src/designs/bases.ts';
import { PRESETS } from '../../../../src/designs/presets.ts';
import { plainState } from '../../../../src/designs/plain-state.ts';

/** A design with every part of the caches. */
const full = Object.entries({
  'cache.victimLines': 2,
  'cache.prefetch': { next: 'line', sectors: 4 },
  'cache.tlb': { pageBytes: 4096, sets: 2, ways: 4, walkLatency: 100, walks: 2 },
  'cache.rrpvBits': 3,
  'cache.replacement': 'srrip',
  'cache.l2': {
    ...freeValues(L2),
    lineBytes: 64,
    sets: 64,
    ways: 4,
    setIndex: 'modulo',
    replacement: 'srrip',
    allocation: 'on-miss',
    latency: 20,
    bytesPerCycle: 32,
    outstandingMisses: 8,
  },
  'cache.l3': {
    lineBytes: 128,
    sets: 64,
    ways: 4,
    setIndex: 'modulo',
    indexBits: null,
    replacement: 'srrip',
    rrpvBits: 2,
    latency: 20,
    dataLatency: 10,
    bytesPerCycle: 32,
  },
}).reduce<Design>((design, [path, value]) => withValue(design, path, value), PRESETS.get('d3d11.3-synthesizable')!);

/** All that the design costs: gates by modules and fields, bits by memories, and the energy of work with events of every kind. */
function price(design: Design): string {
  const memories = memoriesOf(design, plainState(design));
  const counts = new CacheLevels(full.cache).totals();
  const cacheLevels = Object.keys(counts).reduce((all, name, n) => ({ ...all, [name]: n + 2 }), counts);
  const work = { ...quadWork(2, full), cacheLevels, memory: { bytes: 64, writeBytes: 32 } };
  return JSON.stringify([
    modulesOf(design),
    fieldLogic(design),
    storesOf(memories, design),
    energyOf(design, memories, work),
  ]);
}

/** Other values of a field, near and far. */
function others(field: Field, value: unknown): readonly unknown[] {
  if (field.kind === 'choice') return field.values.filter((other) => other !== value);
  if (field.kind === 'flag') return [value !== true];
  if (field.kind !== 'integer') return [];
  const { min, max } = field;
  return [min, max, 2 * Number(value), Number(value) / 2].filter((n) => n >= min && n <= max && Number.isInteger(n));
}

/** Fields that choose what is done rather than how fast hardware does it, and those outside of the unit. */
const NO_HARDWARE = [
  /^pipeline\.(memory|shader)\./,
  /^cache\.(l[23]\.)?(setIndex|indexBits)$/,
  /^cache\.(blocks|layout|tapOrder|prefetch\.next|l2\.bypass|l2\.inclusive)$/,
  /^pipeline\.units\.(distribution|tilePixels|batchQuads)$/,
];

const priced = [...fieldsIn(DESIGN.fields)].flatMap(([path, field]) => {
  const value = valueAt(full, path);
  if (field.kind === 'part' || value === undefined || !/^(cache|pipeline|filter\.rate|address\.taps)/.test(path))
    return [];
  const changes = [
    full,
    withValue(full, 'cache.sectorBytes', full.cache.lineBytes / 2),
    withValue(full, 'cache.replacement', 'lru'),
    withValue(full, 'pipeline.units.count', 2),
  ].some((design) => others(field, value).some((other) => price(withValue(design, path, other)) !== price(design)));
  return [{ path, changes, named: NOT_PRICED.some((name) => `${path}.`.startsWith(`${name}.`)) }];
});

/** A design with the parts of real chips, and other values of their fields that are no numbers of bits and no choices. */
const chip = ['decoder.bc', 'filter.alignedSum'].reduce<Design>(
  (design, path) => withValue(design, path, valueAt(BASES.get('nvidia-h100')!, path)),
  full,
);
const OTHERS: Readonly<Record<string, unknown>> = {
  'lod.diagonals': 0.5,
  'lod.levelWeightSlopes': [1, 1.5],
  'lod.log2Table.entries': valueAt(BASES.get('nvidia-h100')!, 'lod.log2Table.entries'),
  'filter.srgbTable': valueAt(BASES.get('nvidia-h100')!, 'filter.srgbTable'),
  'filter.alignedSum': null,
  'decoder.bc': null,
  decoder: { codeBits: 16, bc: null },
};

/** With the tables of its modules. */
const priceOfChip = (design: Design) => price(design) + JSON.stringify(synthesesOf(design, modulesOf(design)));

/** The fields of real chips: those that a design may leave out, and the scale of weights. */
const ofChips = [...fieldsIn(DESIGN.fields)].filter(([path, { free, kind }]) => {
  const isOwn = free !== undefined || path === 'filter.weightScale' || path.startsWith('filter.alignedSum.');
  return /^(address|lod|decoder|filter)/.test(path) && isOwn && (kind !== 'part' || path in OTHERS);
});

describe('the fields of real chips', () => {
  it.each(ofChips)('change gates, bits or energy, or are in the list: %s', (path, field) => {
    const tried = path in OTHERS ? [OTHERS[path]] : others(field, valueAt(chip, path));
    expect(tried.length).toBeGreaterThan(0);
    const before = priceOfChip(chip);
    const moves = tried.some((other) => priceOfChip(withValue(chip, path, other)) !== before);
    expect(moves).toBe(!NOT_PRICED.some((name) => path === name));
  });
});

describe('the fields without a price', () => {
  it('are all fields of caches, rates and pipeline that change neither gates, nor bits, nor energy', () => {
    expect(priced.length).toBeGreaterThan(50);
    const unnamed = priced.filter(({ path, changes, named }) => {
      return !changes && !named && !NO_HARDWARE.some((outside) => outside.test(path));
    });
    expect(unnamed.map(({ path }) => path)).toEqual([]);
  });

  it('change nothing, but for replacement state', () => {
    expect(priced.filter(({ changes, named }) => changes && named).map(({ path }) => path)).toEqual([
      'cache.replacement',
    ]);
  });

  it('are fields of a design', () => {
    for (const path of NOT_PRICED) expect(valueAt(chip, path), path).toBeDefined();
  });

  it('are named for the fields that vary, and for those of a part that does', () => {
    expect(notPricedText(['cache.sets', 'cache.replay', 'pipeline.units.arbitration'])).toBe(
      'Not priced in gates, bits and energy (docs/area.md): cache.replay, pipeline.units.arbitration.',
    );
    expect(notPricedText(['cache.l2'])).toContain('cache.l2.dataLatency, cache.l2.busClock');
    expect(notPricedText(['cache.l2'])).not.toContain('cache.replay');
    expect(notPricedText(['cache.sets', 'cache.bank'])).toBe('');
  });
});
