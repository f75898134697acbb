import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { loadDesign } from '../../../../src/designs/load-design.ts';
import { SourceError } from '../../../../src/designs/json-source.ts';
import { MEASURES } from '../../../../src/experiments/sweep/measures/measure-table.ts';
import { DesignSpace } from '../../../../src/experiments/sweep/plan/design-space.ts';
import { RangeFault, valuesOfRange } from '../../../../src/experiments/sweep/plan/axis.ts';
import { parsePlan } from '../../../../src/experiments/sweep/plan/parse-plan.ts';
import { planSchema } from '../../../../src/experiments/sweep/plan/plan-schema.ts';
import { sharedColumns, sweepHeader } from '../../../../src/experiments/sweep/rows/sweep-header.ts';
import { hashOf } from '../../../../src/experiments/sweep/runs/design-row.ts';
import type { Design } from '../../../../rtl-model/design/design.ts';
import { L2 } from './made-sweep.ts';

const CHASE = { bytes: 64, stride: 4 };
const SCENE = { scene: 'globe', width: 8, height: 8 };

/** The same fields in the opposite order. */
function reversed(part: object): object {
  return Object.fromEntries(Object.entries(part).toReversed());
}

function planOf(fields: object) {
  return parsePlan(JSON.stringify({ designs: ['full-quality'], workloads: [SCENE], ...fields }), 'p.json', loadDesign)
    .plan;
}

function headerOf(plan: ReturnType<typeof planOf>) {
  const run = { program: '', node: '', command: '', source: { name: '' }, folder: '' };
  return sweepHeader(plan, [], { how: 'all', count: null, seed: 1 }, { index: 0, of: 1 }, run);
}

function faultsOf(fields: object): readonly string[] {
  try {
    planOf(fields);
  } catch (error) {
    if (error instanceof SourceError) return error.lines.map((line) => line.replace(/^p\.json:1:\d+: /, ''));
    throw error;
  }
  return [];
}

describe('a plan', () => {
  it('is JSON with comments and trailing commas, whose faults are reported at their lines', () => {
    const text =
      '{\n  // bases\n  "designs": ["full-quality"], /* " { */\n  "vary": { "cache.wayz": [1], },\n  "workloads": [{ "scene": "globe" }]\n}';
    expect(() => parsePlan(text, 'p.json', loadDesign)).toThrow(
      'p.json:4:13: vary.cache.wayz: unknown field; did you mean "cache.ways"?',
    );
  });

  it('has a study whose measures it has beside its own', () => {
    const study = { measures: ['quads'], study: { name: 'warps' } };
    expect(planOf(study).measures).toEqual(['quads', 'cycles', 'warps_waiting', 'bound_by']);
  });

  it('derives columns from its measures and fields, which objectives may name', () => {
    const measures = ['quads', 'cycles'];
    const objectives = [{ measure: 'rate', goal: 'most' }];
    const plan = planOf({ measures, derived: { rate: 'quads / cycles * cache.ways' }, objectives });
    expect(plan.derived).toEqual({ rate: 'quads / cycles * cache.ways' });
    expect(planOf({ measures })).not.toHaveProperty('derived');
    const header = headerOf(plan);
    expect(header.columns.find(({ name }) => name === 'rate')?.doc).toBe('quads / cycles * cache.ways');
    for (const { name } of [...header.columns, ...sharedColumns()].filter(({ name }) => name !== 'rate'))
      expect(faultsOf({ measures, derived: { [name]: 'quads' } }), name).toEqual([
        `derived.${name}: is a column already; expected a name of its own`,
      ]);
  });

  it('has a baseline of values that vary, which its derived columns need to compare', () => {
    const vary = { 'cache.ways': [1, 2, 4], 'cache.sets': [8, 16] };
    const zip = [{ 'cache.lineBytes': [64, 128, 256], 'cache.banks': [4, 8, 16] }];
    const given = { designs: ['full-quality', 'vortex'], vary, zip, measures: ['cycles'] };
    const derived = { speedup: 'baseline(cycles) / cycles' };
    const space = (baseline: object) => new DesignSpace(planOf({ ...given, derived, baseline }));
    const open = space({ 'cache.ways': 2, 'cache.lineBytes': 256 });
    expect(open.baseline).toBe(null);
    expect(open.digits(open.baselineOf(open.numberOf([1, 2, 1, 0])))).toEqual([1, 1, 1, 2]);
    const whole = space({ base: 'vortex', 'cache.ways': 4, 'cache.sets': 8, 'cache.banks': 16 });
    expect(whole.digits(whole.baseline!)).toEqual([1, 2, 0, 2]);
    const faults = (fields: object) => faultsOf({ ...given, ...fields }).join('\n');
    expect(faults({ derived })).toContain('derived.speedup: compares with a baseline; expected "baseline" in the plan');
    const none = 'is none of the values of a field that varies';
    expect(faults({ baseline: { 'cache.ways': 3 } })).toBe(`baseline.cache.ways: 3 ${none}`);
    expect(faults({ baseline: { 'cache.latency': 3 } })).toBe(`baseline.cache.latency: 3 ${none}`);
    expect(faults({ baseline: { base: 'tmu2' } })).toContain(
      'baseline.base: "tmu2" is none of the designs full-quality, vortex',
    );
    expect(faults({ baseline: { 'cache.lineBytes': 64, 'cache.banks': 8 } })).toContain(
      'baseline.cache.lineBytes: is of another step of its zip than the other fields; expected values of one step',
    );
  });

  it.each([
    [
      { rate: 'quads / cycle' },
      'derived.rate: "quads / cycle" at column 9: unknown measure or field "cycle"; did you mean cycles?',
    ],
    [{ rate: 'quads / psnr' }, 'unknown measure or field "psnr"'],
    [{ 'a b': 'quads' }, 'derived.a b: is no name of a column; expected small letters, digits and _'],
    [{ rate: 3 }, 'derived.rate: 3; expected an expression such as "quads / cycles"'],
    ['quads', 'expected an object from names of columns to expressions'],
  ])('refuses to derive %j', (derived, problem) => {
    expect(faultsOf({ measures: ['quads', 'cycles'], derived }).join('\n')).toContain(problem);
  });

  it('varies fields in its own order, the last one fastest, before those that go together', () => {
    const space = new DesignSpace(
      planOf({
        designs: ['full-quality', 'd3d11.3-minimum'],
        vary: { 'cache.ways': [1, 2], 'cache.layout': ['linear', 'morton'] },
        zip: [{ 'cache.sets': [16, 32, 64], 'cache.banks': { from: 1, to: 4, times: 2 } }],
      }),
    );
    expect([space.size, space.fields]).toEqual([24, ['cache.ways', 'cache.layout', 'cache.sets', 'cache.banks']]);
    expect(space.valuesAt(0)).toEqual({ base: 'full-quality', values: [1, 'linear', 16, 1] });
    expect(space.valuesAt(1)).toEqual({ base: 'full-quality', values: [1, 'linear', 32, 2] });
    expect(space.valuesAt(3).values).toEqual([1, 'morton', 16, 1]);
    expect(space.valuesAt(23)).toEqual({ base: 'd3d11.3-minimum', values: [2, 'morton', 64, 4] });
    for (let n = 0; n < space.size; n++) expect(space.numberOf(space.digits(n))).toBe(n);
    const { cache } = space.designAt(4) as Design;
    expect([cache.ways, cache.layout, cache.sets, cache.banks]).toEqual([1, 'morton', 32, 2]);
  });

  it('and its designs have the same hashes, whatever the order of the keys of a part or a workload', () => {
    const hashes = [L2, reversed(L2)].map((part, n) => {
      const plan = planOf({ vary: { 'cache.l2': [null, part] }, workloads: [n === 0 ? SCENE : reversed(SCENE)] });
      return [headerOf(plan).plan, hashOf(new DesignSpace(plan).designAt(1) as Design)];
    });
    expect(hashes[1]).toEqual(hashes[0]);
    expect(faultsOf({ vary: { 'cache.l2': [L2, reversed(L2)] } })[0]).toMatch(
      'is listed twice; expected each value once',
    );
  });

  it('has no design that its constraints or the widths refuse', () => {
    const space = new DesignSpace(
      planOf({
        vary: { 'cache.replacement': ['lru', 'tree-plru'], 'cache.ways': [2, 3, 4] },
        constraints: ['cache.ways < 4'],
      }),
    );
    const found = Array.from({ length: space.size }, (_, n) => space.designAt(n));
    expect(found.map((one) => ('refused' in one ? one.refused : 'in'))).toEqual([
      'in',
      'in',
      'cache.ways < 4 does not hold',
      'in',
      'cache.ways: 3; expected a power of two for tree-plru',
      'cache.ways < 4 does not hold',
    ]);
  });

  it('sets a part before the fields within it, and keeps lines of one sector', () => {
    const space = new DesignSpace(
      planOf({ vary: { 'cache.l2.ways': [8], 'cache.lineBytes': [128], 'cache.l2': [null, L2] } }),
    );
    expect(space.designAt(0)).toHaveProperty('refused');
    const { cache } = space.designAt(1) as Design;
    expect([cache.l2?.ways, cache.lineBytes, cache.sectorBytes]).toEqual([8, 128, 128]);
  });

  it.each([
    [{ from: 1, to: 4, step: 1 }, [1, 2, 3, 4]],
    [{ from: 0, to: 0.3, step: 0.1 }, [0, 0.1, 0.2, 0.3]],
    [{ from: 4, to: 0, step: -2 }, [4, 2, 0]],
    [{ from: 16, to: 100, times: 2 }, [16, 32, 64]],
    [{ from: 3, to: 3, step: 1 }, [3]],
  ])('takes the range %o', (range, values) => {
    expect(valuesOfRange(range)).toEqual(values);
  });

  it.each([
    { from: 1, to: 4, step: 0 },
    { from: 1, to: 4, step: -1 },
    { from: 1, to: 4 },
    { from: 1, to: 4, step: 1, times: 2 },
    { from: 0, to: 4, times: 2 },
    { from: 1, to: 4, times: 1 },
    { from: 1, to: 1e9, step: 1 },
  ])('refuses the range %o', (range) => {
    expect(() => valuesOfRange(range)).toThrow(RangeFault);
  });

  it.each([
    [{ vary: { 'cache.ways': { from: 1, to: 4, step: 0 } } }, 'vary.cache.ways: step 0 never leads from 1 to 4'],
    [{ vary: { 'cache.ways': [1, 'x'] } }, 'vary.cache.ways[1]: "x"; expected an integer from 1 to 512'],
    [{ vary: { 'cache.ways': [1, 1] } }, 'vary.cache.ways[1]: 1 is listed twice; expected each value once'],
    [{ vary: { 'cache.ways': [] } }, 'vary.cache.ways: []; expected at least one value'],
    [
      { vary: { 'cache.ways': [1] }, zip: [{ 'cache.ways': [2] }] },
      'zip[0].cache.ways: varies twice; expected each field once',
    ],
    [
      { zip: [{ 'cache.ways': [1, 2], 'cache.sets': [1] }] },
      'zip[0].cache.sets: has 1 values and cache.ways 2; expected as many',
    ],
    [{ measures: ['cyles'] }, 'measures[0]: "cyles"; did you mean "cycles"? Expected one of'],
    [{ mode: 'cache', measures: ['cycles'] }, 'measures[0]: cycles is not known in mode cache'],
    [{ measures: ['quads', 'quads'] }, 'measures[1]: quads is listed twice'],
    [{ objectives: [{ measure: 'psnr', goal: 'most' }] }, 'objectives[0].measure: psnr is none of the measures'],
    [{ workloads: [SCENE, SCENE] }, 'workloads[1]: two workloads are named "globe"'],
    [{ name: 'a\nb' }, String.raw`name: "a\nb"; expected a name: one line of 1 to 80 characters`],
    [{ workloads: [{ trace: 'a', scene: 'b' }] }, 'workloads[0]: expected either "trace", "scene" or "chase"'],
    [{ workloads: [{ trace: 'a', width: 3 }] }, 'workloads[0].width: is for scenes, not for a trace'],
    [{ mode: 'cache', workloads: [{ chase: CHASE, width: 3 }] }, 'workloads[0].width: is for scenes, not for a chase'],
    [
      { workloads: [{ chase: CHASE }] },
      'workloads[0].chase: has accesses alone; expected the mode "cache", and no study',
    ],
    [
      { mode: 'cache', study: { name: 'hakura-gupta' }, workloads: [{ chase: CHASE }] },
      'workloads[0].chase: has accesses alone; expected the mode "cache", and no study',
    ],
    [
      { mode: 'cache', workloads: [{ chase: { bytes: 100, stride: 32 } }] },
      'workloads[0].chase.bytes: is 100; expected a multiple of the stride from 64 to 1073741824',
    ],
    [
      { mode: 'cache', workloads: [{ chase: { bytes: { from: 32, to: 64, step: 32 }, stride: 32 } }] },
      'workloads[0].chase.bytes: makes 32; expected a multiple of the stride from 64 to 1073741824',
    ],
    [
      { mode: 'cache', workloads: [{ chase: { bytes: 2 ** 31, stride: 32 } }] },
      'workloads[0].chase.bytes: is 2147483648; expected a multiple of the stride',
    ],
    [
      { mode: 'cache', workloads: [{ chase: { bytes: { from: 64, to: 32, step: 32 }, stride: 32 } }] },
      'workloads[0].chase.bytes: step 32 never leads from 64 to 32',
    ],
    [
      { mode: 'cache', workloads: [{ chase: { bytes: 64, stride: 6 } }] },
      'workloads[0].chase.stride: 6; expected a multiple of 4 from 4 to 536870912',
    ],
    [
      { mode: 'cache', workloads: [{ chase: CHASE }, { chase: CHASE }] },
      'workloads[1]: two workloads are named "chase of 64 bytes by 4"',
    ],
    [{ designs: ['full-qualty'] }, 'designs[0]: no design "full-qualty": did you mean full-quality?'],
    [{ designs: ['full-quality', 'full-quality'] }, 'designs[1]: two designs are named "full-quality"'],
    [{ constraints: ['cache.wayz > 1'] }, 'constraints[0]: "cache.wayz > 1" at column 1: unknown field'],
  ])('with %o is refused in one line', (fields, line) => {
    const faults = faultsOf(fields);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(line);
  });

  it('has a schema for editors with a sentence for each field', () => {
    const silent = Object.entries(planSchema.shape).filter(
      ([, field]) => (field as z.ZodType).description === undefined,
    );
    expect(silent).toEqual([]);
  });
});

describe('the measures', () => {
  it('have a unit, a sentence, and stand with both in docs/sweeps.md', () => {
    const page = readFileSync(new URL('../../../../docs/sweeps.md', import.meta.url), 'utf8');
    for (const [name, { unit, doc }] of Object.entries(MEASURES)) {
      expect(page).toMatch(new RegExp(`^\\| \`${name}\` +\\| ${unit} +\\|`, 'm'));
      expect(doc).toMatch(/\.$/);
    }
  });
});
