import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openFile } from '../../../../src/inputs/files/file-input.ts';
import {
  confineFiles,
  FileError,
  readStart,
  readWholeFile,
  statOf,
} from '../../../../src/platform/files/whole-file.ts';
import { readPictureByRows } from '../../../../src/pictures/textures/read-picture.ts';

const base = mkdtempSync(join(tmpdir(), 'texunit-confined-'));
const plan = join(base, 'plan');
mkdirSync(join(plan, 'inner'), { recursive: true });
mkdirSync(join(base, 'plan-other'));
const at = (name: string) => join(plan, name);
writeFileSync(at('own'), 'own');
writeFileSync(join(base, 'secret'), 'secret');
writeFileSync(join(base, 'plan-other', 'secret'), 'secret');
symlinkSync(at('own'), at('inner/link'));
symlinkSync(join(base, 'secret'), at('out'));
symlinkSync(base, at('up'));
symlinkSync('/dev/zero', at('device'));
symlinkSync(plan, join(base, 'plan-link'));
spawnSync('mkfifo', [at('pipe')]);

/** All that opens a file that somebody names. */
const READERS: Readonly<Record<string, (path: string) => unknown>> = {
  readWholeFile,
  readStart: (path) => readStart(path, 3),
  statOf: (path) => statOf(path),
  openFile: async (path) => (await openFile(path)).close(),
  readPicture: (path) => readPictureByRows(path),
};

beforeEach(() => confineFiles([plan]));
afterEach(() => confineFiles(null));
afterAll(() => rmSync(base, { recursive: true }));

describe.each(Object.entries(READERS))('%s of a process whose files are below a folder', (name, read) => {
  it.each([
    [join(base, 'secret'), 'is outside of'],
    [at('../secret'), 'is outside of'],
    [at('inner/../../secret'), 'is outside of'],
    [join(base, 'plan-other/secret'), 'is outside of'],
    [at('out'), 'is outside of'],
    [at('up/secret'), 'is outside of'],
    ['/etc/passwd', 'is outside of'],
    ['/proc/self/environ', 'is outside of'],
    [at('device'), 'is a device, expected a file'],
    ['/dev/zero', 'is a device, expected a file'],
    [at('pipe'), 'is a pipe, expected a file'],
    [plan, 'is a folder, expected a file'],
    [at('nothing'), 'no such file'],
  ])('refuses %s', async (path, problem) => {
    const error = await Promise.resolve()
      .then(() => read(path))
      .then(
        () => null,
        (reason: unknown) => reason as Error,
      );
    expect(error?.message).toContain(problem);
    if (name !== 'readPicture') expect(error).toBeInstanceOf(FileError);
  });
});

it.each(Object.entries(READERS).filter(([name]) => name !== 'readPicture'))(
  '%s opens what is below the folder, through links within it too',
  async (_, read) => {
    for (const path of [at('own'), at('inner/link'), join(base, 'plan-link/own')]) await read(path);
    confineFiles([join(base, 'plan-link')]);
    await read(at('own'));
    confineFiles(null);
    await read(join(base, 'secret'));
  },
);

it('files below a folder that is not there are none', () => {
  expect(() => confineFiles([join(base, 'nowhere')])).toThrow(FileError);
});
