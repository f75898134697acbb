import { describe, expect, it } from 'vitest';
import { type Design, DesignError } from '../../../../rtl-model/design/design.ts';
import { DESIGN } from '../../../../rtl-model/design/design-fields.ts';
import { fieldsIn, type Part, valueAt } from '../../../../rtl-model/design/field.ts';
import { loadDesign } from '../../../../src/designs/load-design.ts';
import { BASES } from '../../../../src/designs/bases.ts';
import { parseDesign } from '../../../../src/designs/parse-design.ts';
import { PRESETS } from '../../../../src/designs/presets.ts';
import { withFields } from '../../../../src/designs/with-fields.ts';
import { designFromAddress } from '../../../../src/apps/inspector/state/design-address.ts';
import { DesignSpace } from '../../../../src/experiments/sweep/plan/design-space.ts';
import { parsePlan } from '../../../../src/experiments/sweep/plan/parse-plan.ts';
import { sweepHeader } from '../../../../src/experiments/sweep/rows/sweep-header.ts';
import { hashOf } from '../../../../src/experiments/sweep/runs/design-row.ts';
import { L2 } from './made-sweep.ts';

const FULL = PRESETS.get('full-quality')!;

const { signedRamp: _, ...BC } = BASES.get('sony-psp')!.decoder.bc!;

const L3 = {
  lineBytes: 256,
  sets: 64,
  ways: 8,
  setIndex: 'modulo',
  replacement: 'lru',
  latency: 20,
  bytesPerCycle: 32,
};

/** Parts that may be null, with the fields that they need. */
const SHORT: Readonly<Record<string, object>> = {
  'decoder.bc': BC,
  'filter.alignedSum': { guardBits: 4, srgbBits: 8, srgbExponentBits: 5, rounding: 'nearest-away' },
  'filter.rate.factors': { over32Bits: 2, over64Bits: 1, linear32: 2, blocks: 1, volume: 1, cube: 1, comparison: 1 },
  'cache.prefetch': { next: 'line', sectors: 4 },
  'cache.tlb': { pageBytes: 4096, sets: 1, ways: 8, walkLatency: 100 },
  'cache.l2': L2,
  'cache.l3': L3,
  'pipeline.memory.channels': { count: 2, interleaveBytes: 256 },
  'pipeline.memory.rows': { banks: 8, rowBytes: 2048 },
  'pipeline.memory.refresh': { interval: 1000, cycles: 10 },
  'pipeline.memory.otherClient': { bytes: 32, interval: 100 },
};
/** The same with the defaults of docs/designs.md. */
const WHOLE: typeof SHORT = {
  ...SHORT,
  'decoder.bc': { ...BC, signedRamp: null },
  'cache.tlb': { ...SHORT['cache.tlb'], walks: 1 },
  'cache.l2': {
    ...L2,
    indexBits: null,
    rrpvBits: 2,
    bypass: 'none',
    inclusive: false,
    sharing: 'units',
    dataLatency: 0,
    banks: 1,
    ports: 'unlimited',
    outstandingMisses: 'unlimited',
    busClock: { cycles: 1, unitCycles: 1 },
  },
  'cache.l3': { ...L3, indexBits: null, rrpvBits: 2, dataLatency: 0 },
  'pipeline.memory.rows': {
    ...SHORT['pipeline.memory.rows'],
    ranks: 1,
    policy: 'open',
    activateCycles: 0,
    prechargeCycles: 0,
    window: 1,
    queue: null,
    timing: null,
    hitLimit: 'unlimited',
  },
};

function planOf(fields: object) {
  const file = { designs: ['full-quality'], workloads: [{ scene: 'plane' }], ...fields };
  return parsePlan(JSON.stringify(file), 'p.json', loadDesign).plan;
}

function headerOf(fields: object) {
  const run = { program: '', node: '', command: '', source: { name: '' }, folder: '' };
  return sweepHeader(planOf(fields), [], { how: 'all', count: null, seed: 1 }, { index: 0, of: 1 }, run);
}

function designsOf(fields: object): readonly Design[] {
  const space = new DesignSpace(planOf(fields));
  return Array.from({ length: space.size }, (_, n) => {
    const found = space.designAt(n);
    if ('refused' in found) throw new Error(found.refused);
    return found;
  });
}

/** A design file with a value at a path. */
function fileOf(path: string, value: unknown): Design {
  const nested = path.split('.').reduceRight((inner, name) => ({ [name]: inner }), value);
  return parseDesign(JSON.stringify({ extends: 'full-quality', ...(nested as object) }), 'f.json');
}

describe('a part that leaves out what it may', () => {
  it('is one of these', () => {
    const nullable = [...fieldsIn(DESIGN.fields)].filter(([, field]) => field.kind === 'part' && field.nullable);
    // What is in another one is in its value.
    const parts = nullable.filter(([path]) => !nullable.some(([other]) => path.startsWith(`${other}.`)));
    expect(parts.map(([path]) => path)).toEqual(Object.keys(SHORT));
    for (const [path, field] of parts) {
      const needed = Object.entries((field as Part).fields).filter(([, { free }]) => free === undefined);
      expect(Object.keys(SHORT[path]).toSorted()).toEqual(needed.map(([name]) => name).toSorted());
    }
  });

  it.each(Object.keys(SHORT))('%s is the whole one, however it comes into a design', (path) => {
    const [short, whole] = [SHORT[path], WHOLE[path]];
    const file = fileOf(path, short);
    expect(valueAt(file, path)).toEqual(whole);
    const zip = [{ [path]: [null, short], 'cache.ways': [2, FULL.cache.ways] }];
    for (const plan of [{ vary: { [path]: [null, short] } }, { zip }]) {
      const designs = designsOf(plan);
      expect(valueAt(designs[1], path)).toEqual(whole);
      expect(hashOf(designs[1])).toBe(hashOf(file));
    }
    const address = designFromAddress(`full-quality~${path}=${JSON.stringify(short)}`).design;
    expect(valueAt(address, path)).toEqual(whole);
    expect(hashOf(address)).toBe(hashOf(file));
  });

  it('makes the rows and the plan of the whole one, and is no other value beside it', () => {
    for (const [path, short] of Object.entries(SHORT)) {
      const plans = [short, WHOLE[path]].map((part) => ({ vary: { [path]: [null, part] } }));
      const [one, other] = plans.map((plan) => new DesignSpace(planOf(plan)).valuesAt(1));
      expect(one).toEqual(other);
      expect(one.values).toEqual([WHOLE[path]]);
      expect(headerOf(plans[0])).toEqual(headerOf(plans[1]));
    }
    expect(() => planOf({ vary: { 'cache.l2': [L2, WHOLE['cache.l2']] } })).toThrow('is listed twice');
  });

  it('has the fields that it leaves out beside it, within parts too', () => {
    const vary = {
      'cache.l2.busClock.cycles': [1, 3],
      'cache.l2.ports': [2, 'unlimited'],
      'cache.l2': [SHORT['cache.l2']],
    };
    const found = designsOf({ vary }).map(({ cache: { l2 } }) => [l2?.busClock, l2?.ports]);
    const clock = (cycles: number) => ({ cycles, unitCycles: 1 });
    expect(found).toEqual([[clock(1), 2], [clock(1), 'unlimited'], [clock(3), 2], [clock(3), 'unlimited']]); // prettier-ignore
    const parts = `cache.l2=${JSON.stringify(L2)}~cache.l2.busClock.cycles=3`;
    expect(designFromAddress(`full-quality~${parts}`).design.cache.l2?.busClock).toEqual(clock(3));
  });
});

describe('a value of a plan', () => {
  it.each([
    ['cache.ways', { from: 0, to: 4, step: 1 }, 'vary.cache.ways: makes 0; expected an integer from 1 to 512'],
    ['cache.ways', { from: 1, to: 2, step: 0.5 }, 'vary.cache.ways: makes 1.5; expected an integer from 1 to 512'],
    ['lod.alpha', { from: 1, to: 3, step: 0.5 }, 'vary.lod.alpha: makes 2.5; expected a number from 0 to 2'],
  ])('%s: %o is refused where its field never takes it', (path, range, message) => {
    expect(() => planOf({ vary: { [path]: range } })).toThrow(message);
    expect(() => planOf({ zip: [{ [path]: range }] })).toThrow(message.replace('vary', 'zip[0]'));
  });

  it('is in the design that its row names, also where sectors would follow the lines', () => {
    for (const paths of [
      ['cache.sectorBytes', 'cache.lineBytes'],
      ['cache.lineBytes', 'cache.sectorBytes'],
    ]) {
      const all = { 'cache.sectorBytes': [32, 64], 'cache.lineBytes': [64, 128] };
      const vary = Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => paths.indexOf(a) - paths.indexOf(b)));
      const space = new DesignSpace(planOf({ vary }));
      for (let n = 0; n < space.size; n++) {
        const design = space.designAt(n) as Design;
        expect(space.fields.map((field) => valueAt(design, field))).toEqual(space.valuesAt(n).values);
      }
    }
  });
});

describe('values at paths of a design', () => {
  it('are set at once, parts before the fields in them', () => {
    const changed = withFields(FULL, [['cache.l2.ways', 2], ['cache.l2', WHOLE['cache.l2']], ['cache.lineBytes', 128]]); // prettier-ignore
    expect(changed.cache.l2?.ways).toBe(2);
    expect(changed.cache.sectorBytes).toBe(128);
    expect(FULL.cache.l2).toBeNull();
  });

  it('are refused where the design has no such field', () => {
    for (const path of [
      'cache.l2.ways',
      'cache.wayz',
      'cache.ways.x',
      'nothing.here.at.all',
      '__proto__.x',
      'cache.constructor',
    ]) {
      expect(() => withFields(FULL, [[path, 1]])).toThrow(
        new DesignError(path, 'design full-quality has no such field'),
      );
    }
  });
});

describe('an address of a design', () => {
  it.each(['cache.l2=5~cache.l2.ways=3', 'lod.anisotropicRates.0=1', 'cache.constructor=1'])(
    '%s is refused',
    (fields) => {
      expect(() => designFromAddress(`full-quality~${fields}`)).toThrow('expected the path of a field');
    },
  );
});
