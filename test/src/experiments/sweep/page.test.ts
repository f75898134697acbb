import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { differencesOf } from '../../../../src/designs/design-difference.ts';
import { stateFromAddress } from '../../../../src/apps/inspector/state/address.ts';
import { designsCsv, DesignTable, MEAN, sorted } from '../../../../src/apps/sweep-page/data/design-table.ts';
import { firstAxes } from '../../../../src/apps/sweep-page/data/first-axes.ts';
import { choiceFilter, parseFilter, rangeFilter } from '../../../../src/apps/sweep-page/data/filter.ts';
import { type Factor, mainEffects } from '../../../../src/apps/sweep-page/data/main-effects.ts';
import { parallelAxis, rankClasses, segments } from '../../../../src/apps/sweep-page/charts/parallel-axes.ts';
import { type Goal, paretoFront } from '../../../../src/apps/sweep-page/data/pareto-front.ts';
import { valueScale } from '../../../../src/apps/sweep-page/data/value-scale.ts';
import { PageColumns, sweepPage } from '../../../../src/apps/sweep-page/page-table.ts';
import { writeTables } from '../../../../src/experiments/sweep/rows/row-table.ts';
import { LogReader } from '../../../../src/experiments/sweep/rows/log-reader.ts';
import { hashOf, type Cell } from '../../../../src/experiments/sweep/runs/design-row.ts';
import { inspectorOfPage } from '../../../../src/inputs/options/inspector-links.ts';
import { Dice } from '../../../oracle/dice.ts';
import { writeMadeSweep } from './made-sweep.ts';

const folder = mkdtempSync(join(tmpdir(), 'texunit-page-'));
afterAll(() => rmSync(folder, { recursive: true }));

const GOALS: readonly Goal[] = ['least', 'most'];
const numbers = (count: number, value: (n: number) => number) =>
  Float64Array.from({ length: count }, (_, n) => value(n));

describe('the Pareto front', () => {
  const pairs = GOALS.flatMap((x) => GOALS.map((y) => [x, y] as const));

  it.each(pairs)('for %s and %s has exactly the designs that no other one beats', (goalX, goalY) => {
    const dice = new Dice(7);
    for (let run = 0; run < 200; run++) {
      const count = dice.integer(0, 40);
      const most = dice.pick([2, 6, 1000] as const);
      const value = () =>
        dice.pick([NaN, Infinity, ...Array.from({ length: 9 }, () => dice.integer(0, most))] as const);
      const [x, y] = [numbers(count, value), numbers(count, value)];
      const designs = Array.from({ length: count }, (_, d) => d).filter(() => dice.integer(0, 4) > 0);
      const asGood = (a: number, b: number, goal: Goal) => (goal === 'least' ? a <= b : a >= b);
      const beats = (a: number, b: number) =>
        asGood(x[a], x[b], goalX) && asGood(y[a], y[b], goalY) && (x[a] !== x[b] || y[a] !== y[b]);
      const expected = designs.filter(
        (d) => !Number.isNaN(x[d]) && !Number.isNaN(y[d]) && !designs.some((other) => beats(other, d)),
      );
      const found = paretoFront(designs, { values: x, goal: goalX }, { values: y, goal: goalY });
      expect(found.toSorted((a, b) => a - b)).toEqual(expected);
      const steps = found.slice(1).map((d, n) => asGood(x[found[n]], x[d], goalX));
      expect(steps.every((isRising) => isRising)).toBe(true);
    }
  });
});

describe('main effects', () => {
  /** A field whose design d has the value of index `at(d)`. */
  const factor = (name: string, count: number, labels: number, at: (d: number) => number, ordered = true): Factor => ({
    name,
    labels: Array.from({ length: labels }, (_, n) => String(10 * n)),
    at: Array.from({ length: count }, (_, d) => at(d)),
    ordered,
  });

  it('share the variance of a sum of fields among these in full, the largest first', () => {
    const factors = [
      factor('none', 24, 3, (d) => Math.floor(d / 8)),
      factor('two', 24, 2, (d) => d % 2),
      factor('four', 24, 4, (d) => Math.floor(d / 2) % 4),
    ];
    const effects = mainEffects(
      factors,
      Array.from({ length: 24 }, (_, d) => d),
      numbers(24, (d) => 3 * (d % 2) + 5 * (Math.floor(d / 2) % 4)),
    );
    // Variances: 9 / 4 of the field of two values, 25 * 15 / 12 of that of four.
    expect(effects.map(({ field }) => field)).toEqual(['four', 'two', 'none']);
    expect(effects.map(({ share }) => share)).toEqual([
      expect.closeTo(31.25 / 33.5, 12),
      expect.closeTo(2.25 / 33.5, 12),
      expect.closeTo(0, 12),
    ]);
    expect(effects[0].groups.map(({ label, mean, count }) => [label, mean, count])).toEqual([
      ['0', 1.5, 6],
      ['10', 6.5, 6],
      ['20', 11.5, 6],
      ['30', 16.5, 6],
    ]);
    expect(effects[1].groups.map(({ spread }) => spread)).toEqual([
      expect.closeTo(Math.sqrt(31.25), 12),
      expect.closeTo(Math.sqrt(31.25), 12),
    ]);
  });

  it('are one less the variance within values over the whole, for values of any designs', () => {
    const dice = new Dice(3);
    for (let run = 0; run < 50; run++) {
      const count = dice.integer(3, 60);
      const labels = dice.integer(1, 8);
      const at = Array.from({ length: count }, () => dice.integer(0, labels - 1));
      const values = numbers(count, () =>
        dice.pick([NaN, Infinity, dice.integer(0, 99), dice.integer(0, 99)] as const),
      );
      const designs = Array.from({ length: count }, (_, d) => d).filter((d) => d % 7 !== 3);
      const [{ share, groups }] = mainEffects([factor('f', count, labels, (d) => at[d])], designs, values);
      const known = designs.filter((d) => Number.isFinite(values[d]));
      // Sums of squares from the differences of all pairs, without any mean.
      const squares = (list: readonly number[]) =>
        list.reduce((sum, a) => sum + list.reduce((part, b) => part + (values[a] - values[b]) ** 2, 0), 0) /
        (2 * Math.max(1, list.length));
      const whole = squares(known);
      const within = Array.from({ length: labels }, (_, v) => squares(known.filter((d) => at[d] === v)));
      expect(share).toBeCloseTo(whole === 0 ? 0 : 1 - within.reduce((a, b) => a + b, 0) / whole, 9);
      expect(groups.reduce((sum, group) => sum + group.count, 0)).toBe(known.length);
    }
  });

  it('put neighbouring values of a sampled field together, so that twelve groups at most remain', () => {
    const count = 600;
    const [{ share, groups }] = mainEffects(
      [factor('f', count, count, (d) => d)],
      Array.from({ length: count }, (_, d) => d),
      numbers(count, (d) => (d * 7919) % 601),
    );
    expect(groups.map(({ count }) => count)).toEqual(Array.from({ length: 12 }, () => 50));
    expect(groups[1].label).toBe('500–990');
    // Each value by itself would explain all.
    expect(share).toBeLessThan(0.1);
  });
});

describe('the front with which a page opens', () => {
  const page = (names: string, objectives: string, constant = '') => ({
    objectives: objectives.split(' ').filter((name) => name !== ''),
    measures: names.split(' ').map((name) => {
      const values = [
        [constant.includes(name) ? 1 : null, 1],
        [1, constant.includes(name) ? 1 : 2],
      ];
      return { name, unit: '', doc: '', goal: 'least' as const, values };
    }),
  });
  const MANY = 'cycles cycles_per_quad l1_misses dram_efficiency area_nand2 sram_bits';

  it.each([
    ['the objectives of the plan', page(MANY, 'sram_bits l1_misses cycles'), ['sram_bits', 'l1_misses']],
    ['cycles and area without any', page(MANY, ''), ['cycles_per_quad', 'area_nand2']],
    ['cycles and memory bits where no gates vary', page(MANY, '', 'area_nand2'), ['cycles_per_quad', 'sram_bits']],
    ['one objective over the cycles', page(MANY, 'l1_misses'), ['l1_misses', 'cycles_per_quad']],
    ['an objective of the area over the cycles', page(MANY, 'area_nand2'), ['area_nand2', 'cycles_per_quad']],
    ['the cycles alone, without an area', page('psnr cycles failed_rules', ''), ['cycles']],
    ['none, without both', page('psnr failed_rules dram_efficiency', ''), []],
  ])('is of %s', (_, data, axes) => {
    expect(firstAxes(data)).toEqual(axes);
  });
});

describe('a filter', () => {
  const passes = (text: string, values: readonly (string | number)[]) => {
    const holds = parseFilter(text)!;
    const isPassing = (value: string | number) =>
      holds({ text: String(value), number: typeof value === 'number' ? value : null });
    return values.filter(isPassing);
  };

  it.each([
    ['4..8', [3, 4, 6.5, 8, 9, 'null'], [4, 6.5, 8]],
    ['8 .. -4', [-5, -4, 8, 9], [-4, 8]],
    ['>= 4', [3, 4, 5, Infinity], [4, 5, Infinity]],
    ['<4', [3, 4, 'exact'], [3]],
    ['!=4', [3, 4, 'exact'], [3]],
    ['4', [4, 40, '4x'], [4]],
    ['1e3', [1000, 999], [1000]],
    ['2 | 8 | null', [1, 2, 8, 'null'], [2, 8, 'null']],
    ['linear', ['trilinear', 'Linear', 'morton'], ['trilinear', 'Linear']],
    ['=linear', ['trilinear', 'Linear', 'morton'], ['Linear']],
    ['*', ['a', ''], ['a']],
  ])('%s of %j leaves %j', (text, values, left) => {
    expect(passes(text, values)).toEqual(left);
  });

  it('that is empty is none', () => {
    expect([parseFilter(''), parseFilter(' | ')]).toEqual([null, null]);
  });

  it('of a range or of some values, as a brush writes it, leaves these', () => {
    expect(passes(rangeFilter(0.25, 12.5), [0.2, 0.25, 12.5, 12.6])).toEqual([0.25, 12.5]);
    expect(passes(rangeFilter(1e-7, 2e9), [0, 1e-7, 2e9, 3e9])).toEqual([1e-7, 2e9]);
    expect(passes(rangeFilter(4, Infinity), [3, 4, Infinity])).toEqual([4, Infinity]);
    expect(passes(choiceFilter(['null', '4', 'tiled-4x4']), ['null', 4, 44, 'tiled-4x4', 'tiled'])).toEqual([
      'null',
      4,
      'tiled-4x4',
    ]);
  });
});

describe('the designs of a page', () => {
  const rows = writeMadeSweep(folder, 300);
  const log = new LogReader(join(folder, 'rows.jsonl'));
  const { header } = log;
  const columns = new PageColumns(header);
  const collector = {
    write: (part: readonly (readonly Cell[])[]) => part.forEach((row) => columns.add(row)),
    end: () => {},
  };
  writeTables([log], header, () => 2 * 300, [collector]);
  // What a page reads is JSON.
  const table = new DesignTable(JSON.parse(JSON.stringify(columns.data())));
  const all = Array.from({ length: table.count }, (_, d) => d);

  it('are whole: each has the hash that its rows have, by its base and its fields', () => {
    expect(table.count).toBe(300);
    const hashes = new Map(rows.map(({ design, design_hash }) => [design, design_hash]));
    expect(all.map((d) => hashOf(table.design(d)))).toEqual(table.data.designs.map((number) => hashes.get(number)));
    expect(new Set(all.map((d) => table.base(d).name))).toEqual(new Set(['full-quality', 'd3d11.3-minimum']));
  });

  it('have the number of the space in their name, and say in which fields they differ from their base', () => {
    for (const d of all.filter((place) => place % 29 === 0)) {
      const [{ name, description }, base] = [table.design(d), table.base(d)];
      expect(name).toBe(`${base.name} #${table.data.designs[d]}`);
      const paths = differencesOf(base, { ...table.design(d), name: base.name, description: base.description });
      for (const { path, to } of paths) expect(description).toContain(`${path} ${JSON.stringify(to)} instead of `);
      expect(description.split(' instead of ')).toHaveLength(paths.length + 1);
    }
  });

  it('are linked, and their bases, to an inspector that shows exactly them, where its address is known', () => {
    expect(table.link(0, table.design(0))).toEqual({});
    const bases = log.plan.bases.map((base) => ({ ...base, name: 'mine' }));
    const data = { ...table.data, inspector: inspectorOfPage('a.html', bases) };
    const page = new DesignTable(JSON.parse(JSON.stringify(data)));
    const shown = (link: object) => {
      const [address, hash] = (link as { readonly href: string }).href.split('#');
      const { state, faults } = stateFromAddress(hash);
      expect([address, faults, state.second]).toEqual(['a.html', [], 'none']);
      return state.first.design;
    };
    for (const d of all.filter((place) => place % 29 === 0)) {
      for (const design of [page.design(d), page.base(d)]) expect(shown(page.link(d, design))).toEqual(design);
    }
  });

  it('come with a note on the varied fields that have no price, and so do their columns', () => {
    const [, note] = /<p class="note">(.*?)<\/p>/.exec(sweepPage(columns.data(), '', ''))!;
    expect(note).toMatch(/^Not priced in .*: cache\.l2\.latency, .*cache\.l2\.busClock\.$/);
    const docOf = (name: string) => header.columns.find((column) => column.name === name)!.doc;
    expect(docOf('cache.l2')).toMatch(/Not priced in .*: cache\.l2\.latency, .*cache\.l2\.busClock\.$/);
    expect(docOf('cache.ways')).not.toContain('Not priced');
  });

  it('differ from their base in the fields that vary, and in those that follow them', () => {
    const named = ['name', 'description'];
    const known = new Set([...table.data.fields.map(({ name }) => name), ...named, 'cache.sectorBytes']);
    const paths = all.flatMap((d) => differencesOf(table.base(d), table.design(d)).map(({ path }) => path));
    expect(paths.filter((path) => !known.has(path) && !path.startsWith('cache.l2'))).toEqual([]);
    expect(paths).toContain('cache.sectorBytes');
    expect(differencesOf({ a: { b: 1, c: [1] } }, { a: { b: 2, c: [1] } })).toEqual([{ path: 'a.b', from: 1, to: 2 }]);
    expect(differencesOf({ a: null }, { a: { b: 2 } })).toEqual([{ path: 'a', from: null, to: { b: 2 } }]);
  });

  it('have the measures of a workload, or their weighted mean; none where a row is faulty', () => {
    const cell = (number: number, workload: string, name: string) => {
      const value = rows.find((row) => row.design === number && row.workload === workload)![name];
      return value === 'inf' ? Infinity : value === null ? NaN : Number(value);
    };
    for (const measure of table.data.measures) {
      for (const d of all.filter((place) => place % 17 === 0)) {
        const [globe, tunnel] = ['globe', 'tunnel'].map((name) => cell(table.data.designs[d], name, measure.name));
        expect(table.value(measure, 0, d)).toBe(globe);
        expect(table.value(measure, 1, d)).toBe(tunnel);
        const mean = table.value(measure, MEAN, d);
        if (Number.isFinite(globe + tunnel)) expect(mean).toBeCloseTo((2 * globe + tunnel) / 3, 9);
        else expect(mean).toBe(globe + tunnel);
      }
    }
    const faulty = rows.filter(({ fault }) => fault !== null);
    expect(faulty.length).toBeGreaterThan(0);
    expect(table.data.faults.map(([d, w]) => `${table.data.designs[d]} ${w}`)).toEqual(
      faulty.map(({ design }) => `${design} 1`),
    );
  });

  it('are filtered by all columns together, and sorted by one', () => {
    const shown = [table.number, ...table.fields, ...table.measures(0)];
    const found = table.filtered({ 'cache.ways': '>= 4', 'cache.layout': 'morton', l1_miss_ratio: '< 0.2' }, shown);
    const design = (d: number) => table.design(d).cache;
    const [ratio] = table.measures(0).filter(({ name }) => name === 'l1_miss_ratio');
    expect(found.length).toBeGreaterThan(3);
    expect(found).toEqual(
      all.filter((d) => design(d).ways >= 4 && design(d).layout === 'morton' && ratio.number(d) < 0.2),
    );
    for (const isRising of [true, false]) {
      const values = sorted(found, ratio, isRising).map(ratio.number);
      expect(values).toEqual(values.toSorted((a, b) => (isRising ? a - b : b - a)));
    }
    const [tunnel] = table.measures(1).slice(1);
    expect(sorted(all, tunnel, true).map(tunnel.number).findLastIndex(Number.isFinite)).toBe(
      table.count - table.data.faults.length - 1,
    );
  });

  it('are saved as CSV with all their digits', () => {
    const [names, ...lines] = designsCsv([3, 5], [table.number, ...table.fields, ...table.measures(0)])
      .trim()
      .split('\n');
    expect(names).toBe(
      'design,base,cache.ways,cache.sets,cache.layout,pipeline.memory.latency,cache.l2,cache.lineBytes,cache.banks,' +
        'quads,cycles_per_quad,latency_p99,l1_miss_ratio,memory_bytes,sram_bits,psnr',
    );
    const [row] = rows.filter(({ design }) => design === table.data.designs[3]);
    expect(lines[0]).toContain(`,${row.cycles_per_quad},`);
    expect(lines).toHaveLength(2);
  });

  it('stand on the axes of the parallel coordinates, whose brushes leave the designs between two positions', () => {
    for (const column of [...table.fields, ...table.measures(1)]) {
      const { shares, between } = parallelAxis(column, table.count);
      const [low, high] = [0.301, 0.702];
      const text = between(low, high);
      const left = table.filtered({ [column.name]: text }, [column]);
      // The bounds of a range have six digits.
      const clear = all.filter((d) => Math.abs(shares[d] - low) > 1e-4 && Math.abs(shares[d] - high) > 1e-4);
      const expected = clear.filter((d) => shares[d] > low && shares[d] < high);
      // A brush that meets no value is none.
      expect([column.name, left]).toEqual([column.name, text === '' ? all : expected]);
    }
  });

  it('are lines whose equal pieces are drawn once', () => {
    const left = Float64Array.of(10, 10.4, 30, NaN, 10);
    const right = Float64Array.of(20, 20.3, 20, 20, 21);
    expect(segments([0, 1, 2, 3, 4], left, right, Uint8Array.of(0, 3, 2, 1, 4))).toEqual([
      { from: 10, to: 20, mean: 1.5 },
      { from: 30, to: 20, mean: 2 },
      { from: 10, to: 21, mean: 4 },
    ]);
    expect([...rankClasses(Float64Array.of(50, 10, 40, 20, 30))]).toEqual([4, 0, 3, 1, 2]);
  });
});

describe('a scale of values', () => {
  it.each([
    [[3, 900], false],
    [[3, 900], true],
    [[3, 900, Infinity], true],
    [[0, 5, Infinity], false],
    [[7, 7], false],
    [[-4, 12], true],
  ])('of %j, logarithmic %s, gives the values at its positions', (values, logarithmic) => {
    const scale = valueScale(values, logarithmic);
    for (const value of values) {
      const share = scale.share(value);
      expect(share).toBeGreaterThanOrEqual(0);
      expect(share).toBeLessThanOrEqual(1);
      expect(scale.at(share)).toBeCloseTo(value, 6);
    }
    expect(scale.ticks.length).toBeGreaterThan(1);
    const shares = scale.ticks.map(({ at }) => scale.share(at));
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  });
});
