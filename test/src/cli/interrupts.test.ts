import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../../src/cli/command-table.ts';
import { writePng } from '../../../src/pictures/textures/write-png.ts';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const MAIN = path('../../../src/cli/main.ts');
const REQUESTS = path('../../../traces/examples/requests.jsonl');
const TEXELS = path('../../../traces/examples/texels.jsonl');
/** The loader of sources, by its path, because commands run in folders from which no package is found. */
const TSX = path('../../../node_modules/tsx/dist/loader.mjs');
const NODE = ['--import', TSX, '--import', path('stuck.js'), MAIN];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'texunit-interrupts-'));
  writePng(join(folder, 'picture.png'), { width: 2, height: 2, texels: new Uint8Array(16) });
  writeFileSync(join(folder, 'empty.vcd'), '');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A place where a command is stopped, its words, and an output of it. */
type Case = readonly [at: 'partial' | 'work' | 'print', words: readonly string[], output: string];

const CASES: Readonly<Record<string, Case>> = {
  simulate: ['partial', ['--size', '8x8', '--mode', 'functional', '--cores', '1', '--out', 'new'], 'new/image.png'],
  sample: ['partial', [REQUESTS, '--out', 'out.jsonl'], 'out.jsonl'],
  explain: ['partial', [REQUESTS, '--html', 'new/out.html'], 'new/out.html'],
  replay: ['partial', [TEXELS, '--json', 'out.json'], 'out.json'],
  convert: ['partial', [TEXELS, 'new/out.din'], 'new/out.din'],
  study: ['work', ['igehy', '--quick', '--cores', '1', '--out', 'new'], 'new/igehy.html'],
  check: ['work', ['--cores', '1', '--json', 'out.json'], 'out.json'],
  minimize: ['work', ['--cores', '1', '--out', 'out.json'], 'out.json'],
  mips: ['partial', ['../picture.png', '--out', 'out.ktx2'], 'out.ktx2'],
  resolve: ['partial', ['edge', '--out', 'new/out.png'], 'new/out.png'],
  'vcd-check': ['print', ['../empty.vcd'], 'none'],
  designs: ['print', [], 'none'],
};

/** Ends a command that is stuck in synchronous work. @returns its exit code, and all that lies in its folder then */
async function ended(name: string, signal: NodeJS.Signals) {
  const [at, words, output] = CASES[name];
  const cwd = join(folder, `${name}-${signal}`);
  mkdirSync(cwd);
  if (!output.startsWith('new/')) writeFileSync(join(cwd, output), 'old');
  const child = spawn(process.execPath, [...NODE, name, ...words], { cwd, env: { ...process.env, STUCK_AT: at } });
  await once(child.stderr, 'data');
  const start = performance.now();
  child.kill(signal);
  await once(child, 'close');
  const left = readdirSync(cwd, { recursive: true, encoding: 'utf8' });
  const contents = left.map((file) => readFileSync(join(cwd, file), 'utf8'));
  return {
    code: child.exitCode,
    quick: performance.now() - start < 1000,
    left: left.join(),
    contents: contents.join(),
  };
}

describe('a command in the midst of synchronous work', () => {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

  it('is tried for every command', () => {
    expect(Object.keys(CASES)).toEqual(COMMANDS.map(({ name }) => name));
  });

  for (const [n, name] of Object.keys(CASES).entries()) {
    const signal = signals[n % signals.length];
    it(`of ${name} ends within a second of ${signal} and leaves all files as they were`, async () => {
      const [, , output] = CASES[name];
      const isNew = output.startsWith('new/');
      expect(await ended(name, signal)).toEqual({
        code: 128 + constants.signals[signal],
        quick: true,
        left: isNew ? '' : output,
        contents: isNew ? '' : 'old',
      });
    });
  }

  it('says so when the system has ended it, and leaves no file', async () => {
    const cwd = join(folder, 'killed');
    mkdirSync(cwd);
    const words = ['sample', REQUESTS, '--out', 'out.jsonl'];
    const child = spawn(process.execPath, [...NODE, ...words], { cwd, env: { ...process.env, STUCK_AT: 'partial' } });
    let stderr = '';
    child.stderr.on('data', (text) => (stderr += text));
    await once(child.stderr, 'data');
    const [inner] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim().split(' ');
    process.kill(Number(inner), 'SIGKILL');
    await once(child, 'close');
    expect([child.exitCode, stderr, readdirSync(cwd)]).toEqual([
      137,
      'works for ever\ntexunit: was ended by SIGKILL\n',
      [],
    ]);
  });

  it('ends in one line, and leaves no file, when a thread of it is killed', async () => {
    const cwd = join(folder, 'thread');
    mkdirSync(cwd);
    const words = ['simulate', '--size', '64x64', '--mode', 'functional', '--cores', '2'];
    const node = ['--import', TSX, '--import', path('killed-thread.js'), MAIN];
    const { status, stderr } = spawnSync(process.execPath, [...node, ...words], { cwd, encoding: 'utf8' });
    expect(stderr).toBe('texunit: a thread ended before its work was done (exit code 3)\n');
    expect([status, readdirSync(cwd)]).toEqual([70, []]);
  });

  it('gives the terminal back its cursor and its lines', async () => {
    const words = [process.execPath, ...NODE, 'study', 'igehy', '--quick', '--out', join(folder, 'terminal')];
    const inner = `${words.join(' ')} & sleep 0.1; while ! grep -q 'works fo[r] ever' typescript; do sleep 0.1; done; kill -INT $!; wait $!`;
    const { stdout } = spawnSync('script', ['-qefc', inner, 'typescript'], {
      cwd: folder,
      env: { ...process.env, STUCK_AT: 'work' },
      encoding: 'utf8',
    });
    const [before, after] = stdout.split('works for ever');
    expect(before).toContain('\u001B[?25l');
    expect(after).toContain('\u001B[?25h\u001B[?7h');
  });
});
