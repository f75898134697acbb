import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os, { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it, vi } from 'vitest';
import { undoJournal } from '../../../src/inputs/files/journal.ts';
import { start } from '../../../src/cli/run/start.ts';
import { PROGRAM } from '../../built-program.ts';
import { captureOutput } from './captured-output.ts';

const REQUESTS = fileURLToPath(new URL('../../../traces/examples/requests.jsonl', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'texunit-surroundings-'));
afterAll(() => rmSync(folder, { recursive: true }));
let reported = '';
captureOutput(
  () => {},
  (text) => (reported += text),
);

/** Runs a line of the shell, in which `$T` is texunit. */
function shell(line: string, env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync('bash', ['-c', line], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, T: `${process.execPath} ${PROGRAM}`, ...env },
  });
  return { status, stdout, stderr };
}

it('a process that may not open enough files says so in one line', () => {
  const refused = [2, 'texunit: cannot start (too many open files)\n'];
  // Node itself needs some twenty, and each of its versions another number.
  const ends = [24, 25, 26, 28, 30].map((most) => {
    const { status, stderr } = shell(`ulimit -n ${most}; $T designs`);
    return [status, stderr];
  });
  expect(ends).toContainEqual(refused);
  for (const end of ends) expect([refused, [0, '']]).toContainEqual(end);
});

it('a process that cannot be made is reported in one line, and so is a fault of a module', async () => {
  const code = process.exitCode;
  reported = '';
  await start(() => new Promise((_, reject) => void spawn(join(folder, 'none')).on('error', reject)));
  expect([process.exitCode, reported]).toEqual([2, 'texunit: cannot start (no such file or directory)\n']);
  reported = '';
  await start(async () => {
    throw new SyntaxError('Unexpected token\n  at');
  });
  expect([process.exitCode, reported]).toEqual([70, 'texunit: cannot start (Unexpected token)\n']);
  process.exitCode = code;
});

it('a working folder that is gone is reported in one line', () => {
  const gone = join(folder, 'gone');
  mkdirSync(gone);
  const { status, stderr } = shell(`cd ${gone}; rmdir ${gone}; $T designs`);
  expect([status, stderr]).toEqual([2, 'texunit: cannot start (no such file or directory: the working folder)\n']);
});

it("what one process of texunit tells the other does not come from the user's environment", () => {
  const plain = shell(`$T sample ${REQUESTS} --output plain.jsonl`);
  expect(plain).toMatchObject({ status: 0, stderr: '' });
  for (const journal of ['abc', '1']) {
    const same = shell(`$T sample ${REQUESTS} --output plain.jsonl`, { TEXUNIT_JOURNAL: journal });
    expect(same, journal).toEqual(plain);
  }
  expect(readdirSync(folder)).toEqual(['plain.jsonl']);
});

it('a user without a folder, whom the system does not know, has no cache of areas, and all commands', async () => {
  for (const name of ['XDG_CACHE_HOME', 'HOME', 'USERPROFILE']) vi.stubEnv(name, undefined);
  const real = os.homedir;
  os.homedir = () => {
    throw new Error('A system error occurred: uv_os_homedir returned ENOENT');
  };
  syncBuiltinESMExports();
  vi.resetModules();
  try {
    const { AREA_CACHE, KnownAreas } = await import('../../../src/forms/cost/known-areas.ts');
    const areas = new KnownAreas(AREA_CACHE, '1');
    const synthesis = { module: 'm' } as never;
    areas.put(synthesis, { cells: 1 } as never);
    expect(areas.gates(synthesis)).toBeNull();
  } finally {
    os.homedir = real;
    syncBuiltinESMExports();
    vi.unstubAllEnvs();
  }
});

it('a file that cannot be taken back is named, and the others are taken back', () => {
  const made = join(folder, 'made');
  mkdirSync(made);
  reported = '';
  const steps = [
    { remove: made },
    { remove: '/proc/self/comm' },
    { restore: '/proc/self/stat', from: '/proc/self/maps' },
  ];
  undoJournal(steps.map((step) => `${JSON.stringify(step)}\n`).join(''));
  expect(reported).toMatch(
    /^texunit: \/proc\/self\/stat: its backup \/proc\/self\/maps cannot be put back \([^\n)]+\)\ntexunit: \/proc\/self\/comm: cannot be removed \([^\n)]+\)\n$/,
  );
  expect(readdirSync(folder)).not.toContain('made');
});
