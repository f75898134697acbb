import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { FinishedRows } from '../../../../src/experiments/sweep/rows/finished-rows.ts';
import { LogReader } from '../../../../src/experiments/sweep/rows/log-reader.ts';
import { mergeHeaders } from '../../../../src/experiments/sweep/whole-table.ts';
import { RowLog } from '../../../../src/experiments/sweep/rows/row-log.ts';
import type { Row } from '../../../../src/experiments/sweep/runs/design-row.ts';
import { Dice } from '../../../oracle/dice.ts';
import { draws } from '../../../oracle/draws.ts';
import { acceptedDamages, headerOf, rowOf, tableOf, WORKLOADS, writeLog } from './logged-sweep.ts';

const folder = mkdtempSync(join(tmpdir(), 'texunit-rows-'));
afterAll(() => rmSync(folder, { recursive: true }));

let made = 0;
const newPath = () => join(folder, `${made++}.jsonl`);

/** Numbers from 0 to below `count`, far from their order; 7919 is no factor of it. */
const shuffled = (count: number) => Array.from({ length: count }, (_, n) => (n * 7919) % count);

/** The rows of designs with both workloads. */
const rowsOf = (...designs: readonly number[]) => designs.flatMap((design) => [rowOf(design, 0), rowOf(design, 1)]);

/** The numbers of the bad lines of a log, and what is wrong with them. */
function faultsIn(path: string): readonly (readonly [number, string])[] {
  const lines = [...new LogReader(path).lines(new FinishedRows(WORKLOADS))];
  return lines.flatMap((each) => ('fault' in each ? [[each.line, each.fault] as const] : []));
}

describe('the rows of a sweep', () => {
  it('come in the order of the designs and workloads, however they were done', () => {
    const count = 3000;
    const paths = [0, 1].map((index) => {
      const path = newPath();
      const own = shuffled(count).filter((design) => design % 2 === index);
      const rows = [...own.map((design) => rowOf(design, 1)), ...own.map((design) => rowOf(design, 0))];
      writeLog(path, headerOf(count, { shard: { index, of: 2 } }), rows);
      return path;
    });
    const [names, ...lines] = tableOf(paths.toReversed());
    expect(names).toBe(
      'workload,design,design_hash,base,pipeline.memory.latency,cycles,fault,' +
        'weight,trace_hash,texunit,node,command,seed,table_rows',
    );
    expect(lines).toHaveLength(2 * count);
    expect(lines.slice(0, 3)).toEqual([
      '"a, ""quoted""",0,0000000000000000,full-quality,0,0,,1,0,1.0.0,v20,texunit sweep p.json,1,6000',
      'b,0,0000000000000000,full-quality,0,1,,2,1,1.0.0,v20,texunit sweep p.json,1,6000',
      '"a, ""quoted""",1,0000000000000001,full-quality,1,10,,1,0,1.0.0,v20,texunit sweep p.json,1,6000',
    ]);
    const cycles = lines.map((line) => Number(/full-quality,\d+,(\d+),/.exec(line)![1]));
    expect(cycles).toEqual(Array.from({ length: 2 * count }, (_, n) => 10 * (n >> 1) + (n & 1)));
  });

  it('stand up to the last whole line, wherever the log was cut, and go on to the same bytes', () => {
    const path = newPath();
    const kept = newPath();
    writeLog(path, headerOf(2), rowsOf(0, 1));
    writeLog(kept, headerOf(2), [rowOf(0, 0)], false);
    const [whole, start] = [readFileSync(path), readFileSync(kept)];
    const end = whole.lastIndexOf('{"designs"');
    for (const length of [start.length, start.length + 1, end - 1, end, end + 5, whole.length]) {
      writeFileSync(path, whole);
      truncateSync(path, length);
      const finished = new FinishedRows(WORKLOADS, true);
      const resumed = RowLog.resume(path, headerOf(2), finished);
      const rows = rowsOf(0, 1);
      const standing = [0, 1].flatMap((design) => finished.rowsOf(design));
      expect(standing).toEqual(rows.slice(0, length < end - 1 ? 1 : length < end ? 3 : 4));
      resumed.append(rows.slice(standing.length));
      resumed.finish(2);
      resumed.close();
      expect(readFileSync(path)).toEqual(whole);
    }
  });

  it('are gone on with by the same plan, workloads, shard and program alone', () => {
    const path = newPath();
    RowLog.create(path, headerOf(2)).close();
    const resume = (other: ReturnType<typeof headerOf>) => () =>
      RowLog.resume(path, other, new FinishedRows(WORKLOADS));
    expect(() => RowLog.create(path, headerOf(2))).toThrow('holds the rows of a sweep');
    expect(resume(headerOf(3))).toThrow('holds rows of another plan');
    expect(resume(headerOf(2, { seed: 2 }))).toThrow('holds rows of another plan');
    expect(resume(headerOf(2, { shard: { index: 1, of: 2 } }))).toThrow('holds shard 1/1; expected 2/2');
    expect(resume({ ...headerOf(2), program: '2.0.0' })).toThrow('is of texunit 1.0.0; expected 2.0.0');
    const changed = WORKLOADS.map((workload, w) => ({ ...workload, hash: w === 1 ? '9' : workload.hash }));
    expect(resume({ ...headerOf(2), workloads: changed })).toThrow('its workload "b" was 1 and is 9 now');
  });

  const sound = rowOf(1, 0);
  const { cycles: _, ...lacking } = sound;
  it.each([
    ['another workload', { ...sound, workload: 'c' }, 'workload is "c"; expected one of the workloads'],
    ['half a design', { ...sound, design: 0.5 }, 'design is 0.5; expected the number of a design of this sweep'],
    ['a design behind the last', { ...sound, design: 999_999 }, 'design is 999999; expected the number of a design'],
    ['a design before the first', { ...sound, design: -1 }, 'design is -1; expected the number of a design'],
    ['a text for the design', { ...sound, design: '1' }, 'design is "1"; expected the number of a design'],
    [
      'the field of another design',
      { ...sound, 'pipeline.memory.latency': 2 },
      'latency is 2; expected 1, which design 1 has',
    ],
    [
      'a text for a field',
      { ...sound, 'pipeline.memory.latency': '1' },
      'latency is "1"; expected 1, which design 1 has',
    ],
    ['another base', { ...sound, base: 'mine' }, 'base is "mine"; expected "full-quality"'],
    ['no hash', { ...sound, design_hash: 'x' }, 'design_hash is "x"; expected 16 hexadecimal digits'],
    ['a text for a measure', { ...sound, cycles: '10' }, 'cycles is "10"; expected a number, "inf" or null'],
    ['a list for a measure', { ...sound, cycles: [10] }, 'cycles is [10]; expected a number, "inf" or null'],
    ['no measure', lacking, 'has no cycles'],
    ['a damaged key', { ...lacking, cyclex: 10 }, 'has a column "cyclex", which the sweep does not have'],
    ['__proto__', { ...sound, ['__proto__']: 1 }, 'has a column "__proto__", which the sweep does not have'],
    ['an empty fault', { ...sound, fault: '' }, 'fault is ""; expected null or a text'],
    ['a measure beside a fault', { ...sound, fault: 'levels: 17' }, 'cycles is 10; expected null beside a fault'],
    ['no columns at all', { 0: 'design' }, 'has a column "0", which the sweep does not have'],
    ['an end that is none', { designs: 1.5 }, 'has a column "designs", which the sweep does not have'],
  ])('are not read from a line with %s, though its checksum fits', (_, row, problem) => {
    const path = newPath();
    writeLog(path, headerOf(2), [rowOf(0, 0), row], false);
    expect(faultsIn(path)).toEqual([[3, expect.stringContaining(problem)]]);
    expect(() => tableOf([path])).toThrow(`${path}:3: `);
    expect(() => RowLog.resume(path, headerOf(2), new FinishedRows(WORKLOADS))).toThrow(
      `; texunit sweep verify ${folder} --repair runs what is bad again`,
    );
  });

  it('with a fault have no measures, and infinite ones have a word', () => {
    const path = newPath();
    writeLog(path, headerOf(1), [
      { ...rowOf(0, 0), cycles: null, fault: 'levels: 17' },
      { ...rowOf(0, 1), cycles: 'inf' },
    ]);
    expect(tableOf([path])).toHaveLength(3);
  });

  it('are bad where a line was changed, moved, repeated, taken away, or comes from another sweep', () => {
    const path = newPath();
    const [other, later] = [newPath(), newPath()];
    writeLog(path, headerOf(3), rowsOf(0, 1, 2));
    writeLog(other, headerOf(3, { seed: 2 }), rowsOf(2, 1, 0));
    writeLog(later, headerOf(3), rowsOf(2, 1, 0));
    const linesOf = (from: string) => readFileSync(from, 'utf8').split(/(?<=\n)/);
    const whole = linesOf(path);
    const faults = (change: (lines: string[]) => void) => {
      const lines = [...whole];
      change(lines);
      writeFileSync(path, lines.join(''));
      expect(() => tableOf([path])).toThrow();
      return faultsIn(path).map(([line]) => line);
    };
    const change = (at: number, from: string, to: string) => (lines: string[]) =>
      void (lines[at] = lines[at].replace(from, to));
    expect(faultsIn(path)).toEqual([]);
    expect(faults(change(3, '"cycles":10', '"cycles":11'))).toEqual([4]);
    expect(faults(change(3, '"design":1', '"design":2'))).toEqual([4]);
    expect(faults(change(3, ',', ', '))).toEqual([4]);
    expect(faults(change(3, '\n', ''))).toEqual([4]);
    // The line below depends on the checksum.
    expect(faults(change(3, '"check":"', '"check":"0'))).toEqual([4, 5]);
    expect(faults((lines) => lines.splice(3, 2, lines[4], lines[3]))).toEqual([4, 5, 6]);
    expect(faults((lines) => lines.splice(3, 0, lines[3]))).toEqual([5]);
    expect(faults((lines) => lines.splice(3, 1))).toEqual([4]);
    expect(faults((lines) => lines.splice(5, 0, ...lines.slice(1, 4)))).toEqual([6, 7, 8, 9]);
    expect(faults((lines) => lines.splice(1, 2, ...linesOf(other).slice(5, 7)))).toEqual([2, 3, 4]);
    expect(faults((lines) => lines.splice(1, 6, ...linesOf(later).slice(3, 7)))).toEqual([2, 6]);
    expect(faults((lines) => lines.push(lines[1]))).toEqual([9]);
    expect(faults((lines) => lines.push('{'))).toEqual([9]);
    expect(faults((lines) => lines.push(lines[7]))).toEqual([9]);
    expect(faults((lines) => lines.splice(7, 1, ...linesOf(other).slice(7)))).toEqual([8]);
    // Rows are missing, though each that is there is good.
    expect(faults((lines) => lines.splice(7, 1))).toEqual([]);
    expect(faults((lines) => lines.splice(6, 2))).toEqual([]);
  });

  it('of a log that was damaged by chance are never taken', () => {
    expect(acceptedDamages(folder, new Dice(30), draws(200))).toEqual([]);
  });

  it('that are bad are left out by a repair, which goes on with the others', () => {
    const path = newPath();
    writeLog(path, headerOf(3), rowsOf(0, 1, 2));
    const whole = readFileSync(path, 'utf8');
    const lines = whole.split(/(?<=\n)/);
    lines[2] = `${lines[2].slice(0, 40)}X${lines[2].slice(41)}`;
    lines.splice(5, 1);
    writeFileSync(path, lines.join(''));
    const finished = new FinishedRows(WORKLOADS);
    const log = RowLog.resume(path, headerOf(3), finished, new Set([2]));
    const missing = [0, 1, 2].map((design) => finished.missing(design));
    // The first line is given as bad, the second one is changed, the fifth is gone and so is no neighbour of the sixth.
    expect(missing).toEqual([[0, 1], [], [0, 1]]);
    log.append(rowsOf(0, 2));
    log.finish(3);
    log.close();
    expect(faultsIn(path)).toEqual([]);
    writeLog(join(folder, 'again.jsonl'), headerOf(3), rowsOf(0, 1, 2));
    expect(tableOf([path])).toEqual(tableOf([join(folder, 'again.jsonl')]));
  });

  it('need a whole header of this version', () => {
    const path = newPath();
    writeLog(path, headerOf(2), rowsOf(0, 1));
    const [first, ...rest] = readFileSync(path, 'utf8').split(/(?<=\n)/);
    const read = (text: string) => () => {
      writeFileSync(path, text);
      return new LogReader(path);
    };
    for (const text of ['', '\n', first.trimEnd(), '{"texunit":"requests"}\n', 'null\n', `\n${first}`]) {
      expect(read(text), text).toThrow('has no header of a sweep in its first line');
    }
    const damaged = `${path}:1: its header is damaged; expected the sweep to run again, in another folder`;
    expect(read([first.replace('p.json', 'q.json'), ...rest].join(''))).toThrow(damaged);
    expect(read(`${JSON.stringify(headerOf(2))}\n`)).toThrow(damaged);
    const { source: __, ...short } = headerOf(2);
    expect(read(`${JSON.stringify(short)}\n`)).toThrow(damaged);
    const old = `${path}: holds rows of an earlier texunit, which have no checksums; expected the sweep to run again`;
    expect(read(`${JSON.stringify({ ...headerOf(2), version: 1 })}\n`)).toThrow(old);
  });

  it('have a header that agrees with its own plan', () => {
    const { columns, workloads } = headerOf(2);
    const [first, ...others] = columns;
    const changes = [
      { plan: '0' },
      { columns: others },
      { columns: [{ ...first, type: 'integer' as const }, ...others] },
      { columns: [{ ...first, doc: 'x' }, ...others] },
      { source: headerOf(3).source },
      { workloads: workloads.slice(1) },
      { workloads: workloads.toReversed() },
      { name: 'other' },
      { bases: [] },
    ];
    for (const change of changes) {
      const path = newPath();
      writeLog(path, { ...headerOf(2), ...change }, [], false);
      expect(() => new LogReader(path), JSON.stringify(change)).toThrow(
        /:1: is a header of another texunit \(1\.0\.0\), or its parts do not|:1:1: .* expected an object/,
      );
    }
  });

  it('of shards join where each shard is there once', () => {
    const of = 30;
    const logs = Array.from({ length: of }, (_, index) => ({
      path: `share-${index}`,
      header: headerOf(60, { shard: { index, of } }),
    }));
    expect(mergeHeaders(logs, false).shard).toEqual({ index: 0, of: 1 });
    const some = (...missing: readonly number[]) => logs.filter((_, n) => !missing.includes(n));
    expect(() => mergeHeaders(some(4, 7), false)).toThrow(
      'share-0: without the shards 5/30, 8/30; expected the folders of all 30, or --partial',
    );
    const most = Array.from({ length: of - 1 }, (_, n) => n + 1);
    expect(() => mergeHeaders(some(...most), false)).toThrow('21/30 and 9 more; expected');
    expect(mergeHeaders(some(4, 7), true).shard).toEqual({ index: 0, of: 1 });
    expect(() =>
      mergeHeaders([...logs, { path: 'x', header: headerOf(60, { shard: { index: 0, of: 2 } }) }], true),
    ).toThrow('x: is of 2 shards and share-0 of 30');
    expect(() => mergeHeaders([...logs, { ...logs[4], path: 'copy' }], true)).toThrow(
      'copy: is shard 5/30, as share-4 is; expected each shard once',
    );
  });

  it('of shards that are not finished are refused with what is missing, or counted', () => {
    const paths = [0, 1, 2].map(() => newPath());
    const shares = [rowsOf(0, 3, 6), rowsOf(7, 1), rowsOf(2, 5)];
    for (const [index, rows] of shares.entries()) {
      writeLog(paths[index], headerOf(8, { shard: { index, of: 3 } }), rows.slice(0, index === 1 ? 3 : 6), index !== 1);
    }
    expect(() => tableOf(paths)).toThrow(
      `${paths[1]}: lacks 3 of 6 rows, the first of them design 1 with "b"; ` +
        'expected the rows of a finished sweep (--resume goes on), or --partial',
    );
    const partial = tableOf(paths, true).slice(1);
    expect(partial).toHaveLength(13);
    expect(partial.filter((line) => line.endsWith(',16'))).toHaveLength(13);
    // Also without a shard.
    const one = tableOf(paths.slice(0, 1), true).slice(1);
    expect(one.filter((line) => line.endsWith(',16'))).toHaveLength(6);
    // The table of a share has the rows of the share.
    const share = tableOf(paths.slice(0, 1), false, true).slice(1);
    expect(share.filter((line) => line.endsWith(',6'))).toHaveLength(6);
    writeLog(`${paths[1]}.all`, headerOf(8, { shard: { index: 1, of: 3 } }), rowsOf(7, 1, 4), false);
    expect(() => tableOf([paths[0], `${paths[1]}.all`, paths[2]])).toThrow(
      'has all 6 rows, but not the line at their end',
    );
  });

  it('are as many as the end of their log says', () => {
    const path = newPath();
    const log = RowLog.create(path, headerOf(2));
    log.append(rowsOf(0));
    log.finish(2);
    log.close();
    expect(() => tableOf([path])).toThrow(`${path}: has 2 rows; expected 4, as its end says`);
  });
});

describe('the finished rows', () => {
  it('tell the workloads that a design lacks, among many, and take no row twice', () => {
    const finished = new FinishedRows(WORKLOADS);
    for (const design of shuffled(70_001)) {
      if (design % 3 !== 0) finished.add(rowOf(design, 0));
      if (design % 2 !== 0) finished.add(rowOf(design, 1));
    }
    for (const design of [0, 1, 2, 3, 4, 69_999, 70_000, 70_001]) {
      const there = design <= 70_000;
      const missing = [there && design % 3 !== 0 ? [] : [0], there && design % 2 !== 0 ? [] : [1]].flat();
      expect(finished.missing(design), String(design)).toEqual(missing);
      const taken = WORKLOADS.map((__, w) => finished.add(rowOf(design, w)));
      expect(taken).toEqual([0, 1].map((w) => missing.includes(w)));
    }
    expect(finished.count).toBe(46_667 + 35_000 + 9);
  });

  it('keep the rows of a design in the order of the workloads, for a search', () => {
    const finished = new FinishedRows(WORKLOADS, true);
    for (const row of [rowOf(4, 1), rowOf(2, 0), rowOf(4, 0)] satisfies Row[]) finished.add(row);
    expect([finished.designs, finished.rowsOf(4), finished.rowsOf(3)]).toEqual([[4, 2], rowsOf(4), []]);
  });
});
