import { isUserError } from '../../../../src/cli/run/user-errors.ts';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { UsageError } from '../../../../src/inputs/files/usage-error.ts';
import { type AccessOptions, accessWriter, openAccesses } from '../../../../src/inputs/files/trace-files.ts';
import { TraceError } from '../../../../traces/encodings/trace-error.ts';
import { Dice } from '../../../oracle/dice.ts';
import { type Access, batchesOf, deliveredBy, randomAccesses } from '../../../traces/accesses/random-accesses.ts';

const folder = mkdtempSync(join(tmpdir(), 'accesses-'));
afterAll(() => rmSync(folder, { recursive: true }));

function put(name: string, bytes: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

function write(name: string, accesses: readonly Access[]): string {
  const path = join(folder, name);
  const writer = accessWriter(path, []);
  for (const batch of batchesOf(accesses)) writer.write(batch);
  writer.end();
  return path;
}

async function read(path: string, options: AccessOptions = {}) {
  try {
    const input = await openAccesses(path, options);
    const { batches, ...rest } = input;
    return { ...rest, ...(await deliveredBy(batches())), bytes: input.bytesRead() };
  } catch (fault) {
    return { accesses: [], fault, bytes: 0, encoding: null, total: null };
  }
}

const ACCESSES = randomAccesses(new Dice(12), 12_000);

describe('access files', () => {
  it.each(['a.jsonl', 'a.jsonl.gz', 'a.csv', 'a.csv.gz', 'a.parquet'])(
    'are read back from %s without change',
    async (name) => {
      const path = write(name, ACCESSES);
      const { accesses, fault, total, bytes } = await read(path);
      expect(fault).toBeNull();
      expect(accesses).toEqual(ACCESSES);
      expect(total).toBe(name === 'a.parquet' ? ACCESSES.length : null);
      // A footer may not have been counted.
      expect(bytes).toBeGreaterThanOrEqual(readFileSync(path).length - 1000);
    },
  );

  it.each(['a.din', 'a.din.gz'])('are read back from %s with their addresses', async (name) => {
    const { accesses, fault } = await read(write(name, ACCESSES), { size: 1 });
    expect(fault).toBeNull();
    expect(accesses.map(({ address }) => address)).toEqual(ACCESSES.map(({ address }) => address));
  });

  it('are gzip files of one member that other programs can read', () => {
    const text = gunzipSync(readFileSync(write('b.din.gz', ACCESSES))).toString();
    expect(text).toBe(ACCESSES.map(({ address, write }) => `${write} ${address.toString(16)}\n`).join(''));
    const { length } = readFileSync(join(folder, 'b.din.gz'));
    expect(length).toBeLessThan(text.length / 2);
  });

  it('are recognised by their bytes, then by their names', async () => {
    const rows = '0 10\n1 20\n';
    const encodings = async (name: string, bytes: string | Uint8Array, options: AccessOptions = {}) => {
      const { encoding, fault, accesses } = await read(put(name, bytes), options);
      return encoding === null ? String(fault) : `${encoding} ${accesses.length}`;
    };
    expect(await encodings('x1', rows)).toBe('din 2');
    expect(await encodings('x2.din', gzipSync(rows))).toBe('din 2');
    expect(await encodings('x3', 'address\n1\n')).toBe('csv 1');
    expect(await encodings('x4.csv.gz', 'address\n1\n')).toBe('csv 1');
    expect(await encodings('x5.din', '{"texunit":"texels","version":1}\n')).toBe('jsonl 0');
    expect(await encodings('x6.DIN', '')).toBe('din 0');
    expect(await encodings('x7', '0\n5\n', { names: { address: '0' }, encoding: 'csv' })).toBe('csv 1');
    expect(await encodings('x8.csv', readFileSync(write('b.parquet', ACCESSES)))).toBe('parquet 12000');
    expect(await encodings('x9', '')).toContain('UsageError: ');
  });

  it('that are cut short within gzip give an error at the record where they stop', async () => {
    const whole = readFileSync(write('c.jsonl.gz', ACCESSES.slice(0, 400)));
    for (let length = 2; length < whole.length; length += 43) {
      const { fault, accesses } = await read(put('cut.jsonl.gz', whole.subarray(0, length)));
      expect(fault, `${length} bytes`).toBeInstanceOf(TraceError);
      expect(accesses).toEqual(ACCESSES.slice(0, accesses.length));
    }
    const din = gzipSync('0 10\n0 20\n0 30\n');
    const { fault, accesses } = await read(put('cut.din.gz', din.subarray(0, -3)));
    expect(accesses.map(({ address }) => address)).toEqual([0x10, 0x20, 0x30]);
    expect(String(fault)).toMatch(/cut\.din\.gz:4: line: is cut short: the gzip data has no end$/);
  });

  it('with bytes after the gzip data, or damaged ones, give an error', async () => {
    const din = gzipSync('0 10\n');
    const behind = await read(put('behind.din.gz', Buffer.concat([din, Buffer.from('0 20\n')])));
    expect(String(behind.fault)).toMatch(/behind\.din\.gz:\d: line: is damaged gzip data/);
    const zeros = await read(put('zeros.din.gz', Buffer.concat([din, Buffer.alloc(9)])));
    expect(zeros.accesses).toHaveLength(1);
    expect(String(zeros.fault)).toContain('zeros.din.gz:2: line: is followed by bytes after the end');
    const members = await read(put('members.din.gz', Buffer.concat([din, din])));
    expect([members.fault, members.accesses.length]).toEqual([null, 2]);
    const damaged = Buffer.from(gzipSync('0 10\n'.repeat(50)));
    damaged[damaged.length - 6] ^= 1;
    expect(String((await read(put('bad.din.gz', damaged))).fault)).toContain('line: is damaged gzip data');
  });

  it('within damaged gzip give an error at a record near the fault', async () => {
    const MOST_LINES_OFF = 2 ** 14 / '0 1234567\n'.length;
    const dice = new Dice(77);
    const text = Array.from({ length: 100_000 }, () => `0 ${dice.integer(2 ** 24, 2 ** 28 - 1).toString(16)}\n`).join(
      '',
    );
    const whole = gzipSync(text);
    let near = 0;
    for (let n = 0; n < 12; n++) {
      const damaged = Buffer.from(whole);
      const at = dice.integer(100_000, whole.length - 100_000);
      damaged[at] ^= 1 << dice.integer(0, 7);
      const good = gunzipSync(whole.subarray(0, at), { finishFlush: constants.Z_SYNC_FLUSH }).toString();
      const line = good.split('\n').length;
      const { fault, accesses } = await read(put('bit.din.gz', damaged));
      expect(fault).toBeInstanceOf(TraceError);
      const told = fault as TraceError;
      expect(told.line).toBe(accesses.length + 1);
      // A fault that leaves valid lines behind shows in the checksum alone.
      if (told.message.includes('in a line before this one (incorrect data check)')) continue;
      expect(Math.abs(told.line - line), `${told.message}, line ${line}`).toBeLessThan(MOST_LINES_OFF);
      near++;
    }
    expect(near).toBeGreaterThan(6);
  });

  it('that do not exist, or are folders, or Parquet within gzip, give errors of usage', async () => {
    const parquet = gzipSync(readFileSync(write('d.parquet', ACCESSES.slice(0, 5))));
    for (const [path, message] of [
      [join(folder, 'none.din'), 'no such file'],
      [folder, 'is a folder, expected a file'],
      [put('d.parquet.gz', parquet), 'is Parquet within gzip'],
    ]) {
      const { fault } = await read(path);
      expect(isUserError(fault)).toBe(true);
      expect(String(fault)).toContain(message);
    }
  });

  it('are written in the encoding of their names', () => {
    for (const name of ['a.tsv', 'a.txt', 'a.parquet.gz', 'jsonl']) {
      expect(() => accessWriter(join(folder, name), []), name).toThrow(UsageError);
    }
    expect(() => accessWriter(join(folder, 'no', 'a.din'), [])).toThrow(UsageError);
    expect(existsSync(join(folder, 'a.tsv'))).toBe(false);
  });

  it('are closed when the reader stops early', async () => {
    const open = () => readdirSync('/proc/self/fd').length;
    const paths = [write('e.parquet', ACCESSES), write('e.jsonl', ACCESSES), write('e.din.gz', ACCESSES)];
    await read(paths[0]);
    const before = open();
    for (const path of [...paths, ...paths]) {
      for await (const { count } of (await openAccesses(path)).batches()) if (count > 0) break;
    }
    await vi.waitFor(() => expect(open()).toBeLessThanOrEqual(before), { timeout: 60_000 });
  });
});
