import { describe, expect, it } from 'vitest';
import type { Design } from '../../../../../rtl-model/design/design.ts';
import { loadDesign } from '../../../../../src/designs/load-design.ts';
import { DesignSpace } from '../../../../../src/experiments/sweep/plan/design-space.ts';
import { parsePlan } from '../../../../../src/experiments/sweep/plan/parse-plan.ts';
import { keyOf, MessageError, QueuedSweep } from '../../../../../src/experiments/sweep/queue/queued-sweeps.ts';
import { type SweepHeader, sweepHeader } from '../../../../../src/experiments/sweep/rows/sweep-header.ts';
import { designRow, type Row } from '../../../../../src/experiments/sweep/runs/design-row.ts';
import { Dice } from '../../../../oracle/dice.ts';

const PLAN = {
  name: 'p',
  designs: ['full-quality'],
  vary: {
    'cache.ways': [1, 2, 4],
    'cache.replacement': ['lru', 'tree-plru'],
    'pipeline.shader.warps': [8, 'unlimited'],
  },
  constraints: ['cache.ways < 4'],
  measures: ['quads', 'psnr'],
  mode: 'function',
  workloads: [
    { scene: 'plane', name: 'a' },
    { trace: 't.jsonl', name: 'b', weight: 2 },
  ],
};
const { plan, source } = parsePlan(JSON.stringify(PLAN), 'p.json', loadDesign);
const space = new DesignSpace(plan);
const workloads = [
  { name: 'a', weight: 1, hash: '0123456789abcdef' },
  { name: 'b', weight: 2, hash: 'fedcba9876543210' },
];
const RUN = { program: '1', node: 'v', command: 'c', source, folder: '/f' };
const header = sweepHeader(plan, workloads, { how: 'all', count: null, seed: 1 }, { index: 0, of: 1 }, RUN);
const KEY = keyOf(header);
const TEXT = JSON.stringify(header);
const sweep = QueuedSweep.read(KEY, TEXT);
/** Lists within one another, more than a call stack holds. */
const DEEP = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
const TASKS = [
  { number: 1, workloads: [0, 1] },
  { number: 4, workloads: [1] },
];

function rowOf(number: number, workload: string) {
  return designRow({ space, plan }, { number, design: space.designAt(number) as Design, workload }, [7, 'inf'], null);
}

const rows = [rowOf(1, 'a'), rowOf(1, 'b'), rowOf(4, 'b')];

function withoutMeasures(row: Row): object {
  const own = Object.entries(row).filter(([name]) => !['quads', 'psnr', 'fault'].includes(name));
  return Object.fromEntries(own);
}

/** Values of all kinds within a value, each changed in some ways. */
function* damaged(value: unknown): Generator {
  yield* [null, 5, -1, 1e300, 'x', '\u001B[2J', true, [], {}, [[]], { __proto__: null, toString: 1 }];
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const others = Object.entries(value).filter(([other]) => other !== key);
    const made = (entries: readonly (readonly [string, unknown])[]) =>
      Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
    yield made(others);
    for (const wrong of damaged(inner)) {
      yield made(Object.entries(value).map(([other, item]) => [other, other === key ? wrong : item] as const));
    }
  }
}

describe('a sweep on a server', () => {
  it('is read as it was announced', () => {
    expect(sweep.header).toEqual(header);
    expect(sweep.plan).toEqual(plan);
  });

  it.each([
    ['{}', 'is no sweep: texunit'],
    ['5', 'is no sweep'],
    ['null', 'is no sweep'],
    ['', 'is no sweep'],
    ['{"header":', 'is no sweep'],
    ['[]', 'is no sweep'],
    [`{"a":${DEEP}}`, 'is no sweep'],
    [TEXT.replace('"designs":[', `"deep":${DEEP},"designs":[`), 'is no sweep'],
    [JSON.stringify({ ...header, bases: [] }), 'is no sweep'],
    [JSON.stringify({ ...header, bases: undefined }), 'is no sweep: bases'],
    [JSON.stringify({ ...header, workloads: [] }), 'do not belong together'],
    [JSON.stringify({ ...header, shard: { index: 1, of: 2 } }), 'do not belong together'],
    [JSON.stringify({ ...header, plan: '0123456789abcdef' }), 'its parts do not belong together'],
    [JSON.stringify({ ...header, source: { ...PLAN, constraints: ['cache.ways <'] } }), 'constraints[0]'],
    [JSON.stringify({ ...header, source: { ...PLAN, constraints: [] } }), 'its parts do not belong together'],
    [JSON.stringify({ ...header, source: { name: 'p' } }), 'designs: missing'],
  ])('%#: is refused where it is none', (text, problem) => {
    expect(() => QueuedSweep.read(KEY, text)).toThrow(MessageError);
    expect(() => QueuedSweep.read(KEY, text)).toThrow(problem);
  });

  it('has its own key', () => {
    for (const key of ['0123456789abcdef', '', 'a:b', `${KEY} `])
      expect(() => QueuedSweep.read(key, TEXT)).toThrow(MessageError);
  });

  it('is refused by a MessageError alone, or is the one that was announced, however it was damaged', () => {
    const dice = new Dice(3);
    const all = [...damaged({ ...header, bases: [{ name: 'full-quality' }], columns: header.columns.slice(0, 2) })];
    const texts = all.filter((_, n) => n % 5 === 0).map((value) => JSON.stringify(value));
    for (let n = 0; n < 60; n++) {
      const at = dice.integer(0, TEXT.length - 1);
      texts.push(TEXT.slice(0, at) + dice.pick(['', '"', '}', '0', '\\', '\u0000'] as const) + TEXT.slice(at + 1));
    }
    for (const text of texts) {
      let read: SweepHeader;
      try {
        read = QueuedSweep.read(KEY, text).header;
      } catch (error) {
        expect(error).toBeInstanceOf(MessageError);
        expect((error as Error).message.length).toBeLessThanOrEqual(300);
        continue;
      }
      expect({ ...read, command: '', folder: '', source: {} }).toEqual({
        ...header,
        command: '',
        folder: '',
        source: {},
      });
    }
  });
});

describe('the designs of a job', () => {
  it('are read as they were added', () => {
    expect(sweep.tasksIn({ tasks: TASKS })).toEqual(TASKS);
  });

  it.each([
    [{ tasks: [{ number: space.size, workloads: [0] }] }, `names design ${space.size}, which the sweep has not`],
    [{ tasks: [{ number: 8, workloads: [0] }] }, 'names design 8, which the sweep has not'],
    [{ tasks: [{ number: 1, workloads: [2] }] }, 'other workloads'],
    [{ tasks: [{ number: 1, workloads: [0, 0] }] }, 'other workloads'],
    [{ tasks: Array.from({ length: 257 }, () => TASKS[0]) }, 'is no job: tasks'],
  ])('%o are refused', (data, problem) => {
    expect(() => sweep.tasksIn(data)).toThrow(MessageError);
    expect(() => sweep.tasksIn(data)).toThrow(problem);
  });

  it('are designs of the sweep, or refused by a MessageError alone', () => {
    for (const data of damaged({ tasks: TASKS })) {
      try {
        for (const { number, workloads } of sweep.tasksIn(data)) {
          expect(space.designAt(number)).not.toHaveProperty('refused');
          for (const w of workloads) expect(plan.workloads[w]).toBeDefined();
        }
      } catch (error) {
        expect(error).toBeInstanceOf(MessageError);
      }
    }
  });
});

describe('the result of a job', () => {
  it('has a row of each design and workload, in any order', () => {
    const result = { rows: rows.toReversed(), seconds: 2 };
    expect(sweep.resultIn(result, TASKS)).toEqual(result);
  });

  it.each([
    [rows.slice(1), '1 rows are missing'],
    [[...rows, rows[0]], 'another row, of design 1'],
    [[...rows, rowOf(0, 'a')], 'another row, of design 0'],
    [[{ ...rows[0], design_hash: '0123456789abcdef' }, ...rows.slice(1)], 'design_hash is 0123456789abcdef; expected'],
    [[{ ...rows[0], 'cache.ways': 4 }, ...rows.slice(1)], 'cache.ways'],
    [[{ ...rows[0], 'pipeline.shader.warps': 8 }, ...rows.slice(1)], 'pipeline.shader.warps'],
    [[{ ...rows[0], quads: 'many' }, ...rows.slice(1)], 'quads'],
    [[{ ...rows[0], quads: JSON.parse(DEEP) }, ...rows.slice(1)], 'is no result'],
    [[{ ...rows[0], more: 1 }, ...rows.slice(1)], 'has a column "more"'],
    [[{ ...rows[0], workload: 'c' }, ...rows.slice(1)], 'workload'],
  ])('%#: is refused with other rows', (others, problem) => {
    expect(() => sweep.resultIn({ rows: others, seconds: 1 }, TASKS)).toThrow(MessageError);
    expect(() => sweep.resultIn({ rows: others, seconds: 1 }, TASKS)).toThrow(problem);
  });

  it('gives other measures at most, however it was damaged', () => {
    let accepted = 0;
    for (const value of damaged({ rows, seconds: 1 })) {
      try {
        for (const row of sweep.resultIn(value, TASKS).rows) {
          const fields = withoutMeasures(row);
          expect(rows.map(withoutMeasures)).toContainEqual(fields);
        }
        accepted++;
      } catch (error) {
        expect(error).toBeInstanceOf(MessageError);
      }
    }
    expect(accepted).toBeGreaterThan(0);
  });
});
