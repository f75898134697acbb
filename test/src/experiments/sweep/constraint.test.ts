import { describe, expect, it } from 'vitest';
import type { Design } from '../../../../rtl-model/design/design.ts';
import { FIELDS } from '../../../../rtl-model/design/design-fields.ts';
import type { IntegerField } from '../../../../rtl-model/design/field.ts';
import { UNIT_PROFILES } from '../../../../src/designs/bases.ts';
import { PRESETS } from '../../../../src/designs/presets.ts';
import { withFields } from '../../../../src/designs/with-fields.ts';
import { DRAMS } from '../../../../src/designs/drams.ts';
import {
  ConstraintError,
  type DerivedRow,
  parseConstraint,
  parseDerivation,
} from '../../../../src/experiments/sweep/plan/constraint.ts';

const design = PRESETS.get('full-quality')!;
const { cache } = design;
const wholeL2 = UNIT_PROFILES.get('attila')!.cache.l2;
const wholeRows = { ...UNIT_PROFILES.get('attila')!.pipeline.memory.rows, timing: DRAMS['ddr4-2400'] };

describe('a constraint', () => {
  // full-quality: 64 sets, 4 ways, 64-byte lines, LRU, no L2, an exact ellipse.
  it.each([
    ['cache.sets * cache.ways == 256', true],
    ['cache.sets * cache.ways < 256', false],
    ['cache.sets / cache.ways - 1 + 2 == 17', true],
    ['cache.sets % 3 == 1', true],
    ['-cache.ways == -4', true],
    ['log2(cache.sets) == 6 && pow(2, 6) == cache.sets', true],
    ['min(cache.ways, 3, 9) == 3 && max(cache.ways, 3) == 4', true],
    ['cache.replacement == "lru" || cache.ways > 100', true],
    ['cache.replacement != "lru"', false],
    ['!(cache.ways > 4)', true],
    ['address.rangeReduction', true],
    ['address.rangeReduction === false', false],
    ['cache.l2 == null', true],
    ['cache.l2 != null', false],
    ['lod.ellipseBits > 1000000', true],
    ['lod.ellipseBits == "exact" && "exact" == lod.lengthBits', true],
    ['pipeline.shader.warps >= 8', true],
    ['pipeline.shader.warps < 8', false],
    ['pipeline.shader.warps * 4 > cache.outstandingMisses', true],
    ['8 / pipeline.shader.warps == 0', true],
    ['min(pipeline.shader.warps, 16) == 16', true],
    ['log2(pipeline.shader.warps) + 1 > 1000000', true],
    ['pipeline.shader.warps == "unlimited"', true],
    ['pipeline.shader.warps != "unlimited"', false],
    ['pipeline.shader.warps >= "unlimited"', true],
    ['pipeline.shader.warps == lod.ellipseBits', true],
    ['cache.layout == "morton"', true],
  ])('%s: %s', (text, holds) => {
    expect(parseConstraint(text).holds(design)).toBe(holds);
  });

  it('takes fields of a part that is left out as no numbers', () => {
    for (const operator of ['<', '<=', '>', '>=', '==']) {
      expect(parseConstraint(`cache.l2.ways ${operator} 4`).holds(design), operator).toBe(false);
    }
    expect(parseConstraint('cache.l2.ways == null').holds(design)).toBe(true);
    const { setIndex, replacement, lineBytes, sets, ways } = cache;
    const l2 = { setIndex, replacement, lineBytes, sets, ways, allocation: 'on-miss', latency: 9, bytesPerCycle: 32 };
    const withL2 = { ...design, cache: { ...cache, l2 } } as Design;
    expect(parseConstraint('cache.l2.ways == 4').holds(withL2)).toBe(true);
    expect(parseConstraint('cache.l2.ways == null').holds(withL2)).toBe(false);
  });

  it.each([
    ['"a" + "b" == "ab"', 'column 5: + is for numbers, and one side is a text'],
    ['"a" + "a" == 2', 'column 5: + is for numbers, and one side is a text'],
    ['cache.layout + cache.replacement == "x"', '+ is for numbers, and one side is a text'],
    ['pipeline.shader.warps == "exact"', '== is for a number, and one side is a text'],
    ['cache.ways == "unlimited"', '== is for a number, and one side is a text'],
    ['pipeline.shader.warps == "Unlimited"', '== is for a number, and one side is a text'],
    ['0 / 0 == null', 'null is compared with fields'],
    ['lod.ellipseBits - lod.lengthBits != null', 'null is compared with fields'],
    ['limits.maxBoxFilterBlockSize == limits.maxBlockMatchRegion', '== is for null'],
    ['cache.wayz > 4', 'column 1: unknown field "cache.wayz"; did you mean cache.ways?'],
    ['1 +', 'column 4'],
    ['cache.ways', 'is a number; expected a condition'],
    ['cache.layout > 3', '> is for numbers, and one side is a text'],
    ['cache.layout == 3', 'and one side is a number'],
    ['cache.ways && true', '&& is for conditions'],
    ['sqrt(4) == 2', 'sqrt is no function of constraints; expected min, max, log2, pow'],
    ['constructor(4) == 2', 'constructor is no function'],
    ['log2(1, 2) == 0', 'log2 of 2 arguments; expected 1'],
    ['cache.ways > 2 3', 'expected one condition'],
    ['cache.ways & 3', '& is no operator of constraints'],
    ['cache["ways"] > 2', 'expected the path of a field'],
    ['this == null', 'ThisExpression is not in the language'],
    ['[1] == null', 'ArrayExpression is not in the language'],
    ['process.exit(1)', 'is no function of constraints'],
    [`${'('.repeat(2000)}true`, 'expected at most 1000'],
  ])('%s is refused with its place', (text, problem) => {
    expect(() => parseConstraint(text)).toThrow(ConstraintError);
    expect(() => parseConstraint(text)).toThrow(problem);
  });
});

it('every word beside the numbers of a field counts as more than all of its numbers', () => {
  const words = [...FIELDS].filter(([, field]) => field.kind === 'integer' && field.or !== undefined);
  expect(words.length).toBeGreaterThan(10);
  const base = withFields(design, [
    ['cache.l2', wholeL2],
    ['pipeline.memory.rows', wholeRows],
  ]);
  for (const [path, field] of words) {
    const { or, max } = field as IntegerField;
    const having = (value: unknown) => withFields(base, [[path, value]]);
    for (const [text, ofWord, ofMost] of [
      [`${path} > ${max}`, true, false],
      [`${path} <= ${max}`, false, true],
      [`${path} == "${or}"`, true, false],
      [`${path} - 1 >= ${max}`, true, false],
      [`${path} == null`, false, false],
    ] as const) {
      const { holds } = parseConstraint(text);
      expect([text, holds(having(or)), holds(having(max))]).toEqual([text, ofWord, ofMost]);
    }
  }
});

describe('what a column is derived from', () => {
  const names = new Set(['quads', 'cycles', 'sram_bits']);
  const of = (text: string, measures: Readonly<Record<string, number>>) =>
    parseDerivation(text, names).of(rowOf(measures));
  const rowOf = (measures: Readonly<Record<string, number>>, others: Partial<DerivedRow> = {}): DerivedRow => ({
    design,
    measured: (name) => measures[name],
    baseline: () => undefined,
    workloads: () => [],
    ...others,
  });

  it('is a number of measures and fields, or a condition that counts 1 and 0', () => {
    const row = { quads: 512, cycles: 2048, sram_bits: 4096 };
    expect(of('quads / cycles / (sram_bits / 1024)', row)).toBe(1 / 16);
    expect(of('cycles * cache.ways', row)).toBe(2048 * design.cache.ways);
    expect(of('sram_bits <= 4096 && cycles > 1', row)).toBe(1);
    expect(of('sram_bits < 4096', row)).toBe(0);
  });

  it('is no number where a measure has none', () => {
    expect(of('max(quads, cycles)', { quads: NaN, cycles: 4 })).toBeNaN();
  });

  it('compares with the row of the baseline, and has no number without it', () => {
    const { compares, of: speedup } = parseDerivation('baseline(cycles * cache.ways) / cycles', names);
    const baseline = rowOf({ cycles: 300 });
    expect(compares).toBe(true);
    expect(parseDerivation('geomean(cycles) / quads', names).compares).toBe(false);
    expect(speedup(rowOf({ cycles: 100 }, { baseline: () => baseline }))).toBe(3 * design.cache.ways);
    expect(speedup(rowOf({ cycles: 100 }))).toBeNaN();
  });

  it('has the geometric mean over the workloads by their weights, of positive numbers alone', () => {
    const { of: mean } = parseDerivation('geomean(cycles / quads)', names);
    const over = (...cycles: readonly number[]) =>
      mean(
        rowOf({}, { workloads: () => cycles.map((n, w) => ({ row: rowOf({ cycles: n, quads: 2 }), weight: w + 1 })) }),
      );
    // The weights are 1 and 2: the cube root of 1 * 4 * 4.
    expect(over(2, 8)).toBeCloseTo(Math.cbrt(16), 12);
    expect(over(2, Infinity)).toBe(Infinity);
    for (const wrong of [0, -8, NaN]) expect(over(2, wrong), String(wrong)).toBeNaN();
    expect(over()).toBeNaN();
  });

  it('compares over all workloads: the mean of ratios is the ratio of means', () => {
    const rows = (...cycles: readonly number[]) => {
      const all: readonly DerivedRow[] = cycles.map((n) => rowOf({ cycles: n }, { workloads: () => weighted }));
      const weighted = all.map((row) => ({ row, weight: 1 }));
      return all;
    };
    const baseline = rows(8, 18);
    const compared = rows(2, 2).map((row, w) => ({ ...row, baseline: () => baseline[w] }));
    const weighted = compared.map((row) => ({ row, weight: 1 }));
    const row = { ...compared[0], workloads: () => weighted };
    expect(parseDerivation('geomean(baseline(cycles) / cycles)', names).of(row)).toBeCloseTo(6, 12);
    expect(parseDerivation('baseline(geomean(cycles)) / geomean(cycles)', names).of(row)).toBeCloseTo(6, 12);
  });

  it.each([
    ['cycle / quads', 'column 1: unknown measure or field "cycle"; did you mean cycles?'],
    ['cache.layout', 'is a text; expected a number such as quads / cycles'],
    ['"quads"', 'is a text; expected a number'],
    ['quads + bound_by', 'unknown measure or field "bound_by"'],
    ['null', 'is null; expected a number'],
    ['geomean(cycles, quads)', 'column 1: geomean of 2 arguments; expected 1'],
    ['baseline(cycles > 1)', 'column 1: baseline is for numbers'],
    ['mean(cycles)', 'mean is no function of derived columns; expected min, max, log2, pow, baseline, geomean'],
  ])('%s is refused with its place', (text, problem) => {
    expect(() => parseDerivation(text, names)).toThrow(problem);
  });
});
