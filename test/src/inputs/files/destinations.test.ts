import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  ftruncateSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { journalTo, undoJournal } from '../../../../src/inputs/files/journal.ts';
import { OutputFiles } from '../../../../src/inputs/files/output-files.ts';
import { withFailing, withFullDisk } from './faulty-system.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'texunit-destinations-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const at = (name: string) => join(folder, name);

/** Writes a text as the only output of a run. */
function write(path: string, content: string): readonly string[] {
  const files = new OutputFiles();
  try {
    files.expect([path]);
    files.whole(path, content);
    return files.commit();
  } finally {
    files.discard();
  }
}

describe('an output', () => {
  it('to a device is written through', () => {
    const { rdev } = statSync('/dev/null');
    expect(write('/dev/null', 'text')).toEqual([]);
    expect(statSync('/dev/null')).toMatchObject({ rdev });
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
    expect(() => write('/dev/full', 'text')).toThrow(/^\/dev\/full: cannot be written \(no space left on device\)$/);
  });

  it('to a named pipe goes to its reader', async () => {
    spawnSync('mkfifo', [at('pipe')]);
    const reader = spawn('cat', [at('pipe')]);
    expect(write(at('pipe'), 'text')).toEqual([]);
    expect(await text(reader.stdout)).toBe('text');
    expect(lstatSync(at('pipe')).isFIFO()).toBe(true);
  });

  it('to a link replaces the file that the link leads to', () => {
    mkdirSync(at('far'));
    writeFileSync(at('far/file'), 'old');
    symlinkSync('far/file', at('first'));
    symlinkSync('first', at('second'));
    symlinkSync('far/new', at('dangling'));
    write(at('second'), 'new');
    write(at('dangling'), 'made');
    expect(readFileSync(at('far/file'), 'utf8')).toBe('new');
    expect(readFileSync(at('far/new'), 'utf8')).toBe('made');
    expect(['first', 'second', 'dangling'].map((name) => lstatSync(at(name)).isSymbolicLink())).toEqual([
      true,
      true,
      true,
    ]);
    symlinkSync('circle', at('circle'));
    expect(() => write(at('circle'), '')).toThrow(/^.*circle: cannot be written \(too many symbolic links\)$/);
  });

  it('keeps the permissions of the file that it replaces', () => {
    writeFileSync(at('private'), 'old');
    chmodSync(at('private'), 0o600);
    write(at('private'), 'new');
    expect(statSync(at('private')).mode & 0o777).toBe(0o600);
  });

  it('to a socket or a folder is refused', async () => {
    const server = createServer().listen(at('socket'));
    await new Promise((resolve) => server.once('listening', resolve));
    expect(() => write(at('socket'), '')).toThrow(/socket: is a socket, expected a file, a pipe or a device$/);
    server.close();
    expect(() => write(folder, '')).toThrow(/is a folder, expected the name of a file$/);
  });

  it('may have a name as long as the system allows', () => {
    const name = 'n'.repeat(255);
    write(at(name), 'text');
    expect(readdirSync(folder)).toEqual([name]);
  });

  it('that another output or an input names by another way is refused before anything is made', () => {
    writeFileSync(at('file'), 'old');
    symlinkSync('file', at('link'));
    linkSync(at('file'), at('twin'));
    const twice = /: two outputs would go to this file$/;
    for (const other of [at('link'), at('twin'), `${folder}/./file`]) {
      expect(() => new OutputFiles().expect([at('file'), other]), other).toThrow(twice);
    }
    expect(() => new OutputFiles().expect([at('new'), `${folder}/./new`])).toThrow(twice);
    expect(() => new OutputFiles().expect(['-', '/dev/stdout'])).toThrow(twice);
    expect(() => new OutputFiles([at('link')]).expect([at('file')])).toThrow(
      /file: is an input, too, expected another file$/,
    );
    new OutputFiles().expect(['/dev/null', '/dev/null']);
    expect(readdirSync(folder).sort()).toEqual(['file', 'link', 'twin']);
  });
});

const OLD = { a: 'old a', b: 'old b' };

/** Writes a, b and made/c as one run, and expects an error. @returns its message */
async function failingRun(wrap: (run: () => void) => Promise<void>): Promise<string> {
  for (const [name, content] of Object.entries(OLD)) writeFileSync(at(name), content);
  const files = new OutputFiles();
  const paths = ['a', 'made/c', 'b'].map(at);
  let message = '';
  await wrap(() => {
    try {
      files.expect(paths);
      paths.forEach((path, n) => files.whole(path, `new ${n} `.repeat(100)));
      files.commit();
    } catch (error) {
      message = (error as Error).message;
    }
  });
  files.discard();
  return message.replaceAll(`${folder}/`, '');
}

/** All that a failed run leaves: the older files. */
function expectOnlyOld(): void {
  expect(readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()).toEqual(['a', 'b']);
  for (const [name, content] of Object.entries(OLD)) expect(readFileSync(at(name), 'utf8')).toBe(content);
}

describe('the outputs of a run', () => {
  it('leave all older files as they were when the disk is full, at any byte', async () => {
    const all = 600 + 600 + 600;
    for (const bytes of [0, 1, 599, 600, 601, 1300, all - 1]) {
      const message = await failingRun((run) => withFullDisk(bytes, run));
      const output = ['a', 'made/c', 'b'][Math.floor(bytes / 600)];
      expect(message, `${bytes}`).toBe(`${output}: cannot be written (no space left on device)`);
      expectOnlyOld();
    }
    expect(await failingRun((run) => withFullDisk(all, run))).toBe('');
    expect(readFileSync(at('b'), 'utf8')).toBe('new 2 '.repeat(100));
  });

  it('leave all older files as they were when any call to the system fails, whichever output it is for', async () => {
    const fault = ['EIO', 'input/output error'] as const;
    for (const [call, times] of [
      ['writeSync', 3],
      ['closeSync', 3],
      ['renameSync', 3],
      ['openSync', 3],
      ['mkdirSync', 1],
    ] as const) {
      for (let nth = 0; nth < times; nth++) {
        const message = await failingRun((run) => withFailing(call, nth, fault, run));
        expect(message, `${call} ${nth}`).toMatch(/^(a|made\/c|b): cannot be written \(input\/output error\)$/);
        expectOnlyOld();
      }
    }
  });

  it('are taken back by the journal, wherever the process has ended between them', async () => {
    const journalFile = `${folder}.journal`;
    const journal = openSync(journalFile, 'a+');
    journalTo(journal);
    for (let nth = 0; nth < 3; nth++) {
      for (const [name, content] of Object.entries(OLD)) writeFileSync(at(name), content);
      ftruncateSync(journal);
      const files = new OutputFiles();
      const run = () => {
        for (const name of ['a', 'made/c', 'b']) files.whole(at(name), 'new');
        files.commit();
      };
      // The process would be gone here, so that nothing is discarded.
      await expect(withFailing('renameSync', nth, ['EIO', 'gone'], run)).rejects.toThrow('gone');
      journalTo(null);
      undoJournal(`${readFileSync(journalFile, 'utf8')}{"remo`);
      expectOnlyOld();
      journalTo(journal);
    }
    journalTo(null);
    closeSync(journal);
    rmSync(journalFile);
  });

  it('need no file system that gives a file two names', async () => {
    const message = await failingRun((run) => withFailing('linkSync', 0, ['EPERM', 'operation not permitted'], run));
    expect(message).toBe('');
    expect(readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()).toEqual(['a', 'b', 'made', 'made/c']);
    expect(existsSync(at('made/c'))).toBe(true);
  });
});
