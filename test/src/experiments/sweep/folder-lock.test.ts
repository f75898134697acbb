import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FolderLock } from '../../../../src/experiments/sweep/rows/folder-lock.ts';
import { RowsError } from '../../../../src/experiments/sweep/rows/log-reader.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'texunit-lock-'));
  file = join(folder, 'rows.lock');
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

/** A lock of another machine, with a sign of life at a time. */
const elsewhere = (time: string) => `node-7 4711 other-system pid:[1] 0123 ${time}\n`;
const SIGN = '2026-01-01T00:00:00.000Z';
/** Milliseconds without a sign of life after which the tests take a lock over. */
const AT_ONCE = 20;

describe('the lock of a folder', () => {
  it("is one process's until it gives it back, under any name of the folder, and another folder has another one", async () => {
    const other = mkdtempSync(join(tmpdir(), 'texunit-lock-'));
    const lock = await FolderLock.take(folder);
    const who = `process ${process.pid} on ${hostname()} writes its rows (its last sign of life: `;
    await Promise.all([
      expect(FolderLock.take(join(folder, '.'))).rejects.toThrow(`${folder}: ${who}`),
      expect(FolderLock.take(folder)).rejects.toThrow(RowsError),
    ]);
    (await FolderLock.take(other)).release();
    lock.release();
    expect(readdirSync(folder)).toEqual([]);
    (await FolderLock.take(folder)).release();
    rmSync(other, { recursive: true });
  });

  it('is a file with the host, the process and a sign of life every two seconds', async () => {
    vi.useFakeTimers({ now: Date.parse(SIGN) });
    const lock = await FolderLock.take(folder);
    const text = readFileSync(file, 'utf8');
    expect(text).toMatch(new RegExp(`^${hostname()} ${process.pid} \\S+ \\S+ [0-9a-f-]{36} ${SIGN}\n$`));
    vi.advanceTimersByTime(4000);
    expect(readFileSync(file, 'utf8')).toBe(text.replace(SIGN, '2026-01-01T00:00:04.000Z'));
    lock.hold();
    lock.release();
    vi.advanceTimersByTime(4000);
    expect(existsSync(file)).toBe(false);
  });

  it("is nobody's once its process on this machine has been killed", async () => {
    const module = new URL('../../../../dist/src/experiments/sweep/rows/folder-lock.js', import.meta.url).href;
    const program = `import { FolderLock } from '${module}'; await FolderLock.take(process.argv[1]); console.log('has it'); setInterval(() => {}, 1000);`;
    const words = ['--input-type=module', '--eval', program, folder];
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    await expect(FolderLock.take(folder)).rejects.toThrow(`: process ${child.pid} on `);
    child.kill('SIGKILL');
    await once(child, 'close');
    (await FolderLock.take(folder)).release();
  });

  it('of a process elsewhere is refused with its last sign of life, and taken over on request alone', async () => {
    writeFileSync(file, elsewhere(SIGN));
    await expect(FolderLock.take(folder)).rejects.toThrow(
      new RowsError(
        `${folder}: process 4711 on node-7 writes its rows (its last sign of life: ${SIGN}); expected one sweep in a folder at a time, or --take-over if that one has ended`,
      ),
    );
    expect(readFileSync(file, 'utf8')).toBe(elsewhere(SIGN));
    const lock = await FolderLock.take(folder, true, AT_ONCE);
    expect(readFileSync(file, 'utf8')).toContain(` ${process.pid} `);
    expect(readdirSync(folder)).toEqual(['rows.lock']);
    lock.release();
  });

  it('is not taken over while its process gives signs of life', async () => {
    writeFileSync(file, elsewhere(SIGN));
    const refused = expect(FolderLock.take(folder, true, 1e6)).rejects.toThrow('process 4711 on node-7');
    const text = elsewhere('2026-01-01T00:00:02.000Z');
    writeFileSync(file, text);
    await refused;
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('goes to one of several that take it over', async () => {
    writeFileSync(file, elsewhere(SIGN));
    const all = await Promise.allSettled(Array.from({ length: 5 }, () => FolderLock.take(folder, true, AT_ONCE)));
    const taken = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(taken).toHaveLength(1);
    taken[0].hold();
    taken[0].release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('that another process has taken over lets no more rows be written, and stays with that process', async () => {
    vi.useFakeTimers();
    const lock = await FolderLock.take(folder);
    // This process is stopped for longer than others wait for it, timers and all.
    writeFileSync(file, elsewhere(SIGN));
    vi.setSystemTime(Date.now() + 60_000);
    vi.spyOn(performance, 'now').mockReturnValue(1e9);
    expect(() => lock.hold()).toThrow(`${folder}: another process has taken its lock over`);
    vi.advanceTimersByTime(60_000);
    expect(() => lock.hold()).toThrow('another process');
    lock.release();
    expect(readFileSync(file, 'utf8')).toBe(elsewhere(SIGN));
    vi.restoreAllMocks();
  });

  it('that is damaged is of an unknown process', async () => {
    writeFileSync(file, '\n');
    await expect(FolderLock.take(folder)).rejects.toThrow(`${folder}: an unknown process writes its rows; expected`);
    (await FolderLock.take(folder, true, AT_ONCE)).release();
  });

  it('cannot be had in a folder that there is not', async () => {
    await expect(FolderLock.take(join(folder, 'none'))).rejects.toThrow(
      'none/rows.lock: cannot be locked (no such file',
    );
  });
});
