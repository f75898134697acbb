import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OutputFiles } from '../../../../src/inputs/files/output-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'texunit-output-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('output files', () => {
  it('appear together when all are complete, in folders made for them', () => {
    const files = new OutputFiles();
    const path = (name: string) => join(folder, 'a', 'b', name);
    const write = files.text(path('long.txt'));
    const lines = Array.from({ length: 20_000 }, (_, n) => `line ${n}\n`);
    lines.forEach(write);
    files.whole(path('whole.txt'), 'whole');
    const partials = readdirSync(join(folder, 'a', 'b'));
    expect(partials.every((name) => name.endsWith('.partial'))).toBe(true);
    expect(files.commit()).toEqual([path('long.txt'), path('whole.txt')]);
    expect(readdirSync(join(folder, 'a', 'b')).sort()).toEqual(['long.txt', 'whole.txt']);
    expect(readFileSync(path('long.txt'), 'utf8')).toBe(lines.join(''));
    expect(readFileSync(path('whole.txt'), 'utf8')).toBe('whole');
    files.discard();
    expect(readdirSync(join(folder, 'a', 'b'))).toHaveLength(2);
  });

  it('of a separate writer are closed before they are renamed', () => {
    const files = new OutputFiles();
    const path = join(folder, 'stream.txt');
    const { put } = files.stream(path, ({ text }) => ({
      put: text,
      end: () => text(existsSync(path) ? 'late' : 'end'),
    }));
    put('begin ');
    const write = files.text(join(folder, 'zipped.txt.gz'));
    write('text');
    files.commit();
    expect(readFileSync(path, 'utf8')).toBe('begin end');
    expect(gunzipSync(readFileSync(join(folder, 'zipped.txt.gz'))).toString()).toBe('text');
  });

  it('leave existing files unchanged when they are discarded', () => {
    const path = join(folder, 'kept.txt');
    writeFileSync(path, 'old');
    const files = new OutputFiles();
    files.text(path)('new');
    files.text(join(folder, 'other.txt'))('x'.repeat(100_000));
    files.discard();
    expect(readdirSync(folder)).toEqual(['kept.txt']);
    expect(readFileSync(path, 'utf8')).toBe('old');
  });

  it('remove folders made for them when discarded, unless they contain other files', () => {
    const path = (name: string) => join(folder, name);
    const files = new OutputFiles();
    files.text(path('made/within/one.txt'));
    files.text(path('made/used/two.txt'));
    writeFileSync(path('made/used/other.txt'), 'stays');
    files.discard();
    expect(existsSync(path('made/within'))).toBe(false);
    expect(readdirSync(path('made/used'))).toEqual(['other.txt']);
  });

  it('give an error with the file that cannot be written', () => {
    const files = new OutputFiles();
    writeFileSync(join(folder, 'file'), '');
    expect(() => files.text(join(folder, 'file', 'x.txt'))).toThrow(
      /file\/x\.txt: .*file is a file, expected a folder$/,
    );
    files.text(join(folder, 'taken'))('text');
    mkdirSync(join(folder, 'taken'));
    expect(() => new OutputFiles().text(join(folder, 'taken'))).toThrow(/is a folder, expected the name of a file/);
    expect(() => files.commit()).toThrow(/taken: cannot be written \(.*directory.*\)$/);
    files.discard();
    expect(readdirSync(folder).sort()).toEqual(['file', 'taken']);
  });

  it('cannot be two with the same name', () => {
    const files = new OutputFiles();
    files.text(join(folder, 'a.txt'));
    expect(() => files.text(`${folder}/./a.txt`)).toThrow('two outputs would go to this file');
    files.discard();
  });
});
