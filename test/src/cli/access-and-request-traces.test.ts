import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { texunit } from '../../../src/cli/program.ts';
import { writePng } from '../../../src/pictures/textures/write-png.ts';
import { openAccesses } from '../../../src/inputs/files/trace-files.ts';
import { ACCESS_FIELDS } from '../../../traces/accesses/access-batch.ts';
import { type Access, deliveredBy, randomAccesses } from '../../traces/accesses/random-accesses.ts';
import { Dice } from '../../oracle/dice.ts';
import { captureOutput } from './captured-output.ts';

let folder: string;
let said = '';
captureOutput((text) => (said += text));
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'texunit-accesses-'));
  const texels = Uint8Array.from({ length: 4 * 32 * 16 }, (_, n) => (41 * n) % 256);
  writePng(at('picture.png'), { width: 32, height: 16, texels });
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const at = (name: string) => join(folder, name);

async function run(...args: string[]): Promise<string> {
  said = '';
  expect(await texunit(args)).toEqual({ code: 0, message: null });
  return said;
}

const SMALL = ['simulate', '--scene', 'plane', '--texture', 'checker', '--size', '8x8'];

/** Runs `texunit simulate` on a small scene. */
function simulate(...args: string[]): Promise<string> {
  const scene = ['--scene', 'tunnel', '--texture', at('picture.png'), '--size', '12x10'];
  return run('simulate', ...scene, '--out', at('out'), ...args);
}

async function accessesOf(name: string) {
  const { images, batches } = await openAccesses(at(name));
  const { accesses, fault } = await deliveredBy(batches());
  expect(fault).toBeNull();
  return { images, accesses };
}

const ofQuads = (accesses: readonly Access[], from: number, to: number) =>
  accesses.filter(({ quad }) => quad >= from && quad < to);

describe('texunit simulate --texels', () => {
  it('writes the same accesses in every encoding, with a clock or without', async () => {
    const all = ['--textures', 'all'];
    await simulate('--texels', at('a.parquet'), ...all);
    const whole = await accessesOf('a.parquet');
    expect(whole.accesses.length).toBeGreaterThan(1000);
    expect(whole.images.map(({ name }) => name)).toEqual([at('picture.png'), 'light map', 'detail map']);
    const others: readonly (readonly [string, ...string[]])[] = [
      ['b.jsonl.gz'],
      ['c.jsonl', '--mode', 'functional'],
      ['d.parquet', '--mode', 'functional'],
    ];
    for (const [name, ...options] of others) {
      await simulate('--texels', at(name), ...all, ...options);
      const clocked = !options.includes('functional');
      const accesses = clocked ? whole.accesses : whole.accesses.map((access) => ({ ...access, cycle: 0 }));
      expect(await accessesOf(name)).toEqual({ ...whole, accesses });
    }
    // A din file has the addresses alone.
    for (const [name, mode] of [
      ['e.din', 'cycle'],
      ['f.din.gz', 'functional'],
    ]) {
      await simulate('--texels', at(name), ...all, '--mode', mode);
      const addresses = (await accessesOf(name)).accesses.map(({ address }) => address);
      expect(addresses).toEqual(whole.accesses.map(({ address }) => address));
    }
  });

  it('writes the cycles of the look-ups in JSON Lines, in the cycle mode', async () => {
    await simulate('--texels', at('clock.jsonl.gz'));
    const lines = gunzipSync(readFileSync(at('clock.jsonl.gz')))
      .toString()
      .trimEnd()
      .split('\n');
    expect(lines.at(-1)).toMatch(/^\{"end":/);
    const cycles = lines.slice(1, -1).map((line) => (JSON.parse(line) as { cycle: number }).cycle);
    expect(cycles.every((cycle, n) => cycle > (cycles[n - 1] ?? -1))).toBe(true);
    await simulate('--texels', at('none.jsonl'), '--mode', 'functional');
    expect(readFileSync(at('none.jsonl'), 'utf8')).not.toContain('"cycle"');
  });

  it('keeps the selected quads in both modes, and the cycles of a window', async () => {
    await simulate('--texels', at('whole.parquet'));
    const { accesses } = await accessesOf('whole.parquet');
    const some = ofQuads(accesses, 3, 20);
    expect(some.length).toBeGreaterThan(50);
    for (const mode of ['cycle', 'functional']) {
      await simulate('--texels', at(`${mode}.parquet`), '--quad', '3:20', '--mode', mode);
      const clocked = mode === 'cycle' ? some : some.map((access) => ({ ...access, cycle: 0 }));
      expect((await accessesOf(`${mode}.parquet`)).accesses).toEqual(clocked);
    }
    await simulate('--texels', at('window.parquet'), '--window', '100:300');
    const { accesses: seen } = await accessesOf('window.parquet');
    expect([seen.length > 0, seen.length < accesses.length]).toEqual([true, true]);
    const text = (access: Access) => ACCESS_FIELDS.map((key) => access[key]).join();
    expect(accesses.map(text).join(' ')).toContain(seen.map(text).join(' '));
  });

  it('writes no file if the name has no known encoding, or the mode has no cycles', async () => {
    const refused = async (...args: string[]) => {
      const { code, message } = await texunit([...SMALL, '--out', at('refused'), ...args]);
      expect([code, existsSync(at('refused')) ? readdirSync(at('refused')) : []]).toEqual([2, []]);
      return message!.replaceAll(`${folder}/`, '');
    };
    const names =
      'expected a name in .jsonl, .jsonl.gz, .din, .din.gz, .dramsim3, .dramsim3.gz, .ramulator2, .ramulator2.gz, .gem5, .gem5.gz, .csv, .csv.gz or .parquet';
    for (const mode of ['cycle', 'functional']) {
      for (const name of ['x.txt', 'x.tsv', 'x.parquet.gz']) {
        const message = await refused('--texels', at(`refused/${name}`), '--mode', mode);
        expect(message).toBe(`texunit: refused/${name}: cannot be written, ${names}`);
      }
    }
    expect(await refused('--texels', '--window', '1:2', '--mode', 'functional')).toBe(
      'texunit: --window needs --mode cycle: the functional mode has no cycles',
    );
  });
});

describe('texunit simulate --requests', () => {
  it('writes the same requests in every encoding, to any place; texunit sample and explain read them', async () => {
    const write = (name: string, mode = 'cycle') => simulate('--requests', at(name), '--mode', mode);
    await write('r.jsonl');
    expect(readFileSync(at('r.jsonl'), 'utf8')).toContain('"file":"picture.png"');
    const results = await run('sample', at('r.jsonl'));
    const explanation = await run('explain', at('r.jsonl'), '--id', '7');
    expect(results.split('\n').length).toBeGreaterThan(30);
    for (const [name, mode] of [
      ['r.jsonl.gz', 'cycle'],
      ['deep/er/r.parquet', 'functional'],
    ]) {
      await write(name, mode);
      expect(await run('sample', at(name))).toBe(results);
      expect(await run('explain', at(name), '--id', '7')).toBe(explanation);
    }
  });
});

describe('texunit convert', () => {
  it('keeps the accesses with their writes, cycles and units from encoding to encoding', async () => {
    const accesses = randomAccesses(new Dice(3), 4000).filter(({ address }) => address <= 2 ** 53 - 4);
    const rows = accesses.map((access) => ACCESS_FIELDS.map((field) => access[field]).join());
    writeFileSync(at('0.csv'), `${[ACCESS_FIELDS.join(), ...rows].join('\n')}\n`);
    const names = ['0.csv', '1.jsonl', '2.parquet', '3.csv.gz', '4.parquet', '5.jsonl.gz', '6.csv'];
    for (const [n, name] of names.slice(1).entries()) await run('convert', at(names[n]), at(name));
    expect(await accessesOf('6.csv')).toEqual({ images: [], accesses });
    expect(readFileSync(at('6.csv'), 'utf8')).toBe(readFileSync(at('0.csv'), 'utf8'));
    await run('convert', at('6.csv'), at('7.din'));
    const kept = (await accessesOf('7.din')).accesses.map(({ address, write }) => [address, write]);
    expect(kept).toEqual(accesses.map(({ address, write }) => [address, write]));
  });

  it('has requests in binary of request traces alone, and says so', async () => {
    writeFileSync(at('requests.csv'), 'id,s,t\n1,0.5,0.5\n');
    const { code, message } = await texunit(['convert', at('requests.csv'), at('requests.bin')]);
    expect([code, message]).toEqual([
      2,
      `texunit: ${at('requests.csv')}: is no trace of requests, which .bin needs: .jsonl or .parquet (traces/FORMAT.md)`,
    ]);
  });
});
