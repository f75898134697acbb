import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { packageFolder } from '../../../../src/platform/files/package-folder.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'package-folder-')));
afterAll(() => rmSync(folder, { recursive: true }));

it.each([0, 1, 2, 3, 4, 5, 6])('a module %i folders below package.json finds it', (depth) => {
  writeFileSync(join(folder, 'package.json'), '{}');
  const below = join(folder, ...Array.from({ length: depth }, (_, n) => `room${n}`));
  mkdirSync(below, { recursive: true });
  const found = packageFolder(pathToFileURL(join(below, 'module.js')).href);
  expect(found.href).toBe(pathToFileURL(`${folder}/`).href);
});
