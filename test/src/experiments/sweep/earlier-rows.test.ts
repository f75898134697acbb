import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Design } from '../../../../rtl-model/design/design.ts';
import { loadDesign } from '../../../../src/designs/load-design.ts';
import { DesignSpace } from '../../../../src/experiments/sweep/plan/design-space.ts';
import { parsePlan } from '../../../../src/experiments/sweep/plan/parse-plan.ts';
import { EarlierRows } from '../../../../src/experiments/sweep/rows/earlier-rows.ts';
import { sweepHeader } from '../../../../src/experiments/sweep/rows/sweep-header.ts';
import { designRow } from '../../../../src/experiments/sweep/runs/design-row.ts';
import { writeLog } from './logged-sweep.ts';

const folder = mkdtempSync(join(tmpdir(), 'texunit-earlier-'));
afterAll(() => rmSync(folder, { recursive: true }));

const RUN = { program: '1.0.0', node: 'v20', command: 'texunit sweep p.json', folder: '/p' };

/** A plan of so many ways. @param run what its header has otherwise  @param hashes of the contents of its workloads */
function sweepOf(ways: readonly number[], fields: object = {}, run: object = {}, hashes = ['0', '1']) {
  const file = {
    designs: ['full-quality'],
    vary: { 'cache.ways': ways },
    measures: ['cycles', 'area_nand2'],
    workloads: hashes.map((_, w) => ({ trace: 't', name: `w${w}` })),
    ...fields,
  };
  const { plan, source } = parsePlan(JSON.stringify(file), 'p.json', loadDesign);
  const workloads = plan.workloads.map((one, w) => ({ ...one, hash: hashes[w] }));
  const taking = { how: 'all', count: null, seed: 1 } as const;
  return { plan, header: sweepHeader(plan, workloads, taking, { index: 0, of: 1 }, { ...RUN, source, ...run }) };
}

let made = 0;
/** A folder with the log of a sweep over 1 and 2 ways, whose cycles are 10 and 20, and 11 and 21 for the second workload. */
function loggedFolder(area: number | null = 5): string {
  const { plan, header } = sweepOf([1, 2]);
  const space = new DesignSpace(plan);
  const at = join(folder, String(made++));
  mkdirSync(at);
  const rows = [0, 1].flatMap((number) =>
    [0, 1].map((w) => {
      const place = { number, design: space.designAt(number) as Design, workload: `w${w}` };
      return designRow({ plan, space }, place, [10 * (number + 1) + w, area], null);
    }),
  );
  writeLog(join(at, 'rows.jsonl'), header, rows);
  return at;
}

/** The cycles that a sweep finds for one of its designs. */
function foundIn(at: string, { plan, header }: ReturnType<typeof sweepOf>, number: number) {
  const earlier = EarlierRows.open(join(at, 'rows.jsonl'), plan, header);
  try {
    return earlier.of(number, [0, 1]).map(({ design, workload, cycles }) => [design, workload, cycles]);
  } finally {
    earlier.close();
  }
}

describe('the rows that other plans have made', () => {
  it('have the number of the design and the name of the workload in the new plan', () => {
    const workloads = [
      { trace: 't', name: 'b' },
      { trace: 't', name: 'a' },
    ];
    const sweep = sweepOf([8, 4, 2], { workloads, measures: ['cycles'] }, {}, ['1', '0']);
    const at = loggedFolder();
    expect(foundIn(at, sweep, 2)).toEqual([
      [2, 'b', 21],
      [2, 'a', 20],
    ]);
    expect(foundIn(at, sweep, 1)).toEqual([]);
  });

  it('are not those of another content, texunit, Node, mode, profile or study, or without a measure', () => {
    const others = {
      content: sweepOf([2], {}, {}, ['2', '1']),
      program: sweepOf([2], {}, { program: '1.0.1' }),
      node: sweepOf([2], {}, { node: 'v22' }),
      mode: sweepOf([2], { mode: 'cache', measures: ['area_nand2'] }),
      profile: sweepOf([2], { profile: 'vulkan-1.4' }),
      study: sweepOf([2], { study: { name: 'warps' } }),
      measures: sweepOf([2], { measures: ['cycles', 'pixels'] }),
    };
    const found = Object.entries(others).map(([name, sweep]) => [name, foundIn(loggedFolder(), sweep, 0).length]);
    expect(Object.fromEntries(found)).toEqual({
      ...Object.fromEntries(Object.keys(others).map((name) => [name, 0])),
      content: 1,
    });
    expect(foundIn(loggedFolder(), sweepOf([2]), 0)).toHaveLength(2);
    expect(foundIn(loggedFolder(null), sweepOf([2]), 0), 'an area that was not known').toEqual([]);
  });

  it('stay in the folder by the hash of their plan, which goes on with them when it comes back', () => {
    const at = loggedFolder();
    const before = readFileSync(join(at, 'rows.jsonl'));
    foundIn(at, sweepOf([2]), 0);
    const [name, ...more] = readdirSync(at);
    expect([name, more]).toEqual([expect.stringMatching(/^rows-[0-9a-f]{16}\.jsonl$/), []]);
    // A damaged line, and a log that is none, are not trusted.
    writeFileSync(join(at, name), before.toString().replace('"cycles":20', '"cycles":99'));
    writeFileSync(join(at, 'rows-0123456789abcdef.jsonl'), 'torn');
    expect(foundIn(at, sweepOf([2]), 0)).toEqual([[0, 'w1', 21]]);
    renameSync(join(at, name), join(at, 'away'));
    writeFileSync(join(at, name), before);
    expect(foundIn(at, sweepOf([1, 2]), 0)).toEqual([]);
    expect(readFileSync(join(at, 'rows.jsonl'))).toEqual(before);
    expect(readdirSync(at)).not.toContain(name);
  });
});
