import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadDesign } from '../../../src/designs/load-design.ts';
import { FinishedRows } from '../../../src/sweep/finished-rows.ts';
import { parsePlan } from '../../../src/sweep/plan/parse-plan.ts';
import { mergeHeaders } from '../../../src/sweep/rows/merge-headers.ts';
import { readHeader, RowLog } from '../../../src/sweep/rows/row-log.ts';
import { csvTable, writeTables } from '../../../src/sweep/rows/row-table.ts';
import { type Shard, sweepHeader } from '../../../src/sweep/rows/sweep-header.ts';
import type { Row } from '../../../src/sweep/runs/design-runs.ts';

const folder = mkdtempSync(join(tmpdir(), 'texunit-rows-'));
afterAll(() => rmSync(folder, { recursive: true }));

const WORKLOADS = [
  { name: 'a, "quoted"', weight: 1, hash: '0' },
  { name: 'b', weight: 2, hash: '1' },
];
const RUN = { program: '1.0.0', node: 'v20', command: 'texunit sweep p.json' };

function header(shard: Shard = { index: 0, of: 1 }, ways: readonly number[] = [1, 2], seed = 1) {
  const workloads = WORKLOADS.map(({ name }) => ({ trace: 't', name }));
  const file = { designs: ['full-quality'], vary: { 'cache.ways': ways }, measures: ['cycles'], workloads };
  const { plan } = parsePlan(JSON.stringify(file), 'p.json', loadDesign);
  return sweepHeader(plan, WORKLOADS, { how: 'all', count: null, seed }, shard, RUN);
}

function row(design: number, w: number): Row {
  const fields = { base: 'full-quality', 'cache.ways': 1 + (design % 2), cycles: 10 * design + w, fault: null };
  return { design, workload: WORKLOADS[w].name, design_hash: String(design), ...fields };
}

/** Numbers from 0 to below `count`, far from their order; 7919 is no factor of it. */
const shuffled = (count: number) => Array.from({ length: count }, (_, n) => (n * 7919) % count);

function table(...paths: readonly string[]): readonly string[] {
  let text = '';
  writeTables(paths, header(), [csvTable((piece) => (text += piece), header())]);
  return text.trimEnd().split('\n');
}

describe('the rows of a sweep', () => {
  it('come in the order of the designs and workloads, however they were done, each of them once', () => {
    const count = 3000;
    const [one, two] = ['one.jsonl', 'two.jsonl'].map((name) => join(folder, name));
    const first = RowLog.create(one, header());
    first.append(shuffled(count).map((design) => row(design, 1)));
    first.close();
    const second = RowLog.create(two, header());
    second.append(
      shuffled(count).flatMap((design) => (design < 10 ? [row(design, 0), row(design, 1)] : [row(design, 0)])),
    );
    second.close();
    const [names, ...lines] = table(one, two);
    expect(names).toBe(
      'workload,design,design_hash,base,cache.ways,cycles,fault,weight,trace_hash,texunit,node,command,seed',
    );
    expect(lines).toHaveLength(2 * count);
    expect(lines.slice(0, 3)).toEqual([
      '"a, ""quoted""",0,0,full-quality,1,0,,1,0,1.0.0,v20,texunit sweep p.json,1',
      'b,0,0,full-quality,1,1,,2,1,1.0.0,v20,texunit sweep p.json,1',
      '"a, ""quoted""",1,1,full-quality,2,10,,1,0,1.0.0,v20,texunit sweep p.json,1',
    ]);
    const cycles = lines.map((line) => Number(/full-quality,\d,(\d+),/.exec(line)![1]));
    expect(cycles).toEqual(Array.from({ length: 2 * count }, (_, n) => 10 * (n >> 1) + (n & 1)));
  });

  it('stand up to the last whole line, wherever the log was cut', () => {
    const path = join(folder, 'cut.jsonl');
    const log = RowLog.create(path, header());
    log.append([row(0, 0)]);
    const kept = readFileSync(path);
    log.append([row(1, 0)]);
    log.close();
    const whole = readFileSync(path);
    for (const length of [kept.length, kept.length + 1, whole.length - 1]) {
      truncateSync(path, length);
      const standing: Row[] = [];
      const resumed = RowLog.resume(path, header(), (one) => standing.push(one));
      expect(standing).toEqual([row(0, 0)]);
      resumed.append([row(1, 0)]);
      resumed.close();
      expect(readFileSync(path)).toEqual(whole);
    }
  });

  it('are gone on with by the same plan, workloads, shard and program alone', () => {
    const path = join(folder, 'same.jsonl');
    RowLog.create(path, header()).close();
    const resume = (other: ReturnType<typeof header>) => () => RowLog.resume(path, other, () => {});
    expect(() => RowLog.create(path, header())).toThrow('holds the rows of a sweep');
    expect(resume(header(undefined, [1, 2, 4]))).toThrow('holds rows of another plan');
    expect(resume(header(undefined, undefined, 2))).toThrow('holds rows of another plan');
    expect(resume(header({ index: 1, of: 2 }))).toThrow('holds shard 1/1; expected 2/2');
    expect(resume({ ...header(), program: '2.0.0' })).toThrow('is of texunit 1.0.0; expected 2.0.0');
    const changed = WORKLOADS.map((workload, w) => ({ ...workload, hash: w === 1 ? '9' : workload.hash }));
    expect(resume({ ...header(), workloads: changed })).toThrow('its workload "b" was 1 and is 9 now');
  });

  it.each([
    ['no JSON', '{"design": 1', 'damaged.jsonl:3: is no row of this sweep'],
    ['another workload', JSON.stringify({ ...row(1, 0), workload: 'c' }), 'damaged.jsonl:3: is no row of this sweep'],
    ['no number', JSON.stringify({ ...row(1, 0), design: 0.5 }), 'damaged.jsonl:3: is no row of this sweep'],
    ['null', 'null', 'damaged.jsonl:3: is no row of this sweep'],
  ])('are not read from a line with %s', (_, line, problem) => {
    const path = join(folder, 'damaged.jsonl');
    writeFileSync(path, [JSON.stringify(header()), JSON.stringify(row(0, 0)), line, ''].join('\n'));
    expect(() => table(path)).toThrow(problem);
  });

  it('need a whole header', () => {
    const path = join(folder, 'headless.jsonl');
    const { columns: _, ...rest } = header();
    for (const text of ['', '\n', JSON.stringify(header()), `${JSON.stringify(rest)}\n`, '{"texunit":"requests"}\n']) {
      writeFileSync(path, text);
      expect(() => readHeader(path), text).toThrow('has no header of a sweep in its first line');
    }
  });

  it('of shards join where all shards are there', () => {
    const of = 30;
    const logs = Array.from({ length: of }, (_, index) => ({ path: `share-${index}`, header: header({ index, of }) }));
    expect(mergeHeaders(logs).shard).toEqual({ index: 0, of: 1 });
    const without =
      (...missing: readonly number[]) =>
      () =>
        mergeHeaders(logs.filter((_, n) => !missing.includes(n)));
    expect(without(4, 7)).toThrow('share-0: without the shards 5/30, 8/30; expected the folders of all 30');
    expect(without(...Array.from({ length: of - 1 }, (_, n) => n + 1))).toThrow('21/30 and 9 more; expected');
    expect(() => mergeHeaders([...logs, { path: 'x', header: header({ index: 0, of: 2 }) }])).toThrow(
      'x: is of 2 shards and share-0 of 30',
    );
  });
});

describe('the finished rows', () => {
  it('tell the workloads that a design lacks, among many', () => {
    const finished = new FinishedRows(['a, "quoted"', 'b'], false);
    for (const design of shuffled(70_001)) {
      if (design % 3 !== 0) finished.add(row(design, 0));
      if (design % 2 !== 0) finished.add(row(design, 1));
    }
    for (const design of [0, 1, 2, 3, 4, 69_999, 70_000, 70_001]) {
      const there = design <= 70_000;
      const missing = [there && design % 3 !== 0 ? [] : [0], there && design % 2 !== 0 ? [] : [1]].flat();
      expect(finished.missing(design), String(design)).toEqual(missing);
    }
    expect(finished.count).toBe(46_667 + 35_000);
  });
});
