import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { writePng } from '../../../src/pictures/textures/write-png.ts';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
export const REQUESTS = path('../../../traces/examples/requests.jsonl');
const ROWS = path('../../../traces/examples/console-rows.csv');
const TEXELS = path('../../../traces/examples/texels.jsonl');

/** The signals that end a command. */
export const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A place where a command is stopped, its words, and an output of it. */
type Case = readonly [at: 'partial' | 'work' | 'print', words: readonly string[], output: string];

export const CASES: Readonly<Record<string, Case>> = {
  simulate: [
    'partial',
    ['--scene', 'plane', '--size', '8x8', '--mode', 'functional', '--cores', '1', '--out', 'new'],
    'new/image.png',
  ],
  sample: ['partial', [REQUESTS, '--output', 'out.jsonl'], 'out.jsonl'],
  compare: ['partial', ['--scene', 'plane', '--size', '8x8', '--out', 'new'], 'new/compare.html'],
  explain: ['partial', [REQUESTS, '--html', 'new/out.html'], 'new/out.html'],
  inspect: ['print', ['--no-open'], 'none'],
  replay: ['partial', [TEXELS, '--json', 'out.json'], 'out.json'],
  sweep: ['work', ['../plan.json', '--cores', '1', '--out', 'new'], 'new/rows.csv'],
  // It is stuck before it has connected: what it gives back after that, test/cluster/ shows.
  worker: ['work', ['--queue', 'redis://127.0.0.1:1'], 'none'],
  convert: ['partial', [TEXELS, 'new/out.din'], 'new/out.din'],
  study: ['work', ['igehy', '--quick', '--scene', 'plane', '--cores', '1', '--out', 'new'], 'new/igehy.html'],
  check: ['work', ['--cores', '1', '--json', 'out.json'], 'out.json'],
  fit: ['work', [ROWS, '--json', 'out.json'], 'out.json'],
  minimize: ['work', ['--cores', '1', '--output', 'out.json'], 'out.json'],
  area: ['work', ['--cores', '1', '--cache', 'none', '--json', 'out.json'], 'out.json'],
  rtl: ['partial', ['d3d11.3-synthesizable', '--out', 'new'], 'new/texture_unit.f'],
  golden: ['partial', ['vulkan-1.0-minimum', '--out', 'new'], 'new/corners.csv'],
  c: ['partial', ['vulkan-1.0-minimum', '--out', 'new'], 'new/README.md'],
  shader: ['partial', ['vulkan-1.0-minimum', '--language', 'glsl', '--out', 'out.glsl'], 'out.glsl'],
  mips: ['partial', ['../picture.png', '--output', 'out.ktx2'], 'out.ktx2'],
  resolve: ['partial', ['edge', '--output', 'new/out.png'], 'new/out.png'],
  'vcd-check': ['print', ['../empty.vcd'], 'none'],
  designs: ['print', [], 'none'],
};

/** A plan of one design and a small picture. */
const SWEEP = { designs: ['full-quality'], workloads: [{ scene: 'plane', width: 8, height: 8 }] };

/** A command that a signal has ended: its exit code, and what lies in its folder then. */
export interface Ended {
  readonly code: number | null;
  readonly left: string;
  readonly contents: string;
}

/** What every command must leave: its older output where there was one, and nothing else. */
export function expectedOf(name: string, signal: NodeJS.Signals): Ended {
  const [, , output] = CASES[name];
  const isNew = output.startsWith('new/');
  const code = 128 + constants.signals[signal];
  return { code, left: isNew ? '' : output, contents: isNew ? '' : 'old' };
}

/** The files and messages of a command whose threads are ended as they start. */
export const KILLED = {
  code: 70,
  reported: expect.stringMatching(/^texunit: [^\n]*thread ended before its work was done \(exit code 3\)\n$/),
  left: [],
};

/** Commands that are stuck in synchronous work, in a folder of their own. */
export class StuckCommands {
  readonly folder = mkdtempSync(join(tmpdir(), 'texunit-interrupts-'));
  /** The words that start texunit, with stuck.js before it. */
  readonly node: readonly string[];
  private readonly program: readonly string[];

  /** @param program words that start texunit */
  constructor(program: readonly string[]) {
    this.program = program;
    this.node = ['--import', path('stuck.js'), ...program];
    writePng(join(this.folder, 'picture.png'), { width: 2, height: 2, texels: new Uint8Array(16) });
    writeFileSync(join(this.folder, 'empty.vcd'), '');
    writeFileSync(join(this.folder, 'plan.json'), JSON.stringify(SWEEP));
  }

  /** Runs a command whose threads are ended as they start. */
  killedThread(words: readonly string[]) {
    const cwd = mkdtempSync(join(this.folder, 'thread-'));
    const node = ['--import', path('killed-thread.js'), ...this.program];
    const { status, stderr } = spawnSync(process.execPath, [...node, ...words], { cwd, encoding: 'utf8' });
    return { code: status, reported: stderr, left: readdirSync(cwd, { recursive: true, encoding: 'utf8' }).toSorted() };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }

  /** Starts a command, and ends it by a signal once it is stuck. */
  async ended(name: string, signal: NodeJS.Signals): Promise<Ended> {
    const [at, words, output] = CASES[name];
    const cwd = join(this.folder, `${name}-${signal}`);
    mkdirSync(cwd);
    if (!output.startsWith('new/')) writeFileSync(join(cwd, output), 'old');
    const env = { ...process.env, STUCK_AT: at };
    const child = spawn(process.execPath, [...this.node, name, ...words], { cwd, env });
    await once(child.stderr, 'data');
    child.kill(signal);
    await once(child, 'close');
    const left = readdirSync(cwd, { recursive: true, encoding: 'utf8' });
    const contents = left.map((file) => readFileSync(join(cwd, file), 'utf8'));
    return { code: child.exitCode, left: left.join(), contents: contents.join() };
  }
}
