import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { texunit } from '../../../src/cli/program.ts';
import { BACKGROUND } from '../../../src/simulate/framebuffer.ts';
import type { Picture } from '../../../src/pictures/textures/picture.ts';
import { readPicture } from '../../../src/pictures/textures/read-picture.ts';
import { PROGRAM } from '../../built-program.ts';
import { captureOutput } from './captured-output.ts';
import { checkVcd } from '../../../traces/stages/vcd-check.ts';

const examples = fileURLToPath(new URL('../../../traces/examples/', import.meta.url));

let printed = '';
captureOutput(
  (text) => (printed += text),
  () => {},
);
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'texunit-main-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Starts texunit with CI set, with which many programs colour their output in a pipe. */
function start(...args: string[]) {
  return spawn(process.execPath, [PROGRAM, ...args], { env: { ...process.env, CI: 'true' } });
}

/** Runs a command to its end. */
async function run(args: readonly string[], input = '') {
  const child = start(...args);
  child.stdin.end(input);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, stdout, stderr };
}

/** Runs a command to its end in this process, where the process is not what is tested. */
async function runHere(...args: readonly string[]) {
  printed = '';
  const { code, message } = await texunit([...args, ...(args[0] === 'simulate' ? ['--cores', '1'] : [])]);
  return { code, stdout: printed, stderr: message ?? '' };
}

describe('texunit', () => {
  it('prints its help', async () => {
    const [top, simulate, bad] = await Promise.all([
      run(['--help']),
      run(['simulate', '--help']),
      run(['simulate', '--size', '1']),
    ]);
    expect(top.code).toBe(0);
    expect(top.stdout).toMatch(/^Usage: texunit [^]*simulate[^]*sample[^]*designs/);
    expect(simulate.code).toBe(0);
    expect(simulate.stdout).toMatch(/Examples:\n {2}texunit simulate\n/);
    expect(bad).toEqual({
      code: 2,
      stdout: '',
      stderr:
        "texunit: option '--size <WxH>' argument '1' is invalid. Expected WxH such as 640x480, each from 1 to 16384.\n",
    });
  });

  it('simulates, traces, and samples its own requests to the same image in either mode', async () => {
    const out = join(folder, 'tunnel');
    const options = ['--scene', 'tunnel', '--size', '17x9', '--design', 'd3d11.3-minimum', '--texture', 'checker'];
    const traces = ['--vcd', '--kanata', '--perfetto', '--texels', '--requests'];
    const simulated = await run(['simulate', ...options, ...traces, '--out', out]);
    expect(simulated.stderr).toBe('');
    expect(simulated.code).toBe(0);
    expect(simulated.stdout).toMatch(/^tunnel 17x9 on d3d11\.3-minimum, tiles; checker 1024x1024 r8g8b8a8_unorm;/);
    expect(readdirSync(out).sort()).toEqual([
      'image.png',
      'passes.png',
      'report.html',
      'report.json',
      'requests.jsonl',
      'texels.jsonl',
      'trace.activity.txt',
      'trace.address.txt',
      'trace.filter.txt',
      'trace.gtkw',
      'trace.kanata',
      'trace.perfetto.json',
      'trace.vcd',
    ]);
    const read = (name: string) => readFileSync(join(out, name), 'utf8');
    expect(checkVcd(read('trace.vcd')).faults).toEqual([]);
    expect(() => JSON.parse(read('trace.perfetto.json'))).not.toThrow();
    expect(JSON.parse(read('report.json'))).toMatchObject({ format: 'texunit-report', version: 1, mode: 'cycle' });
    expect(read('report.html')).toContain(
      `src="data:image/png;base64,${readFileSync(join(out, 'image.png'), 'base64')}"`,
    );

    const requests = join(out, 'requests.jsonl');
    const design = ['--design', 'd3d11.3-minimum'];
    const cycle = await run(['sample', '-', '--mode', 'cycle', ...design], readFileSync(requests, 'utf8'));
    const functional = await runHere('sample', requests, ...design);
    const plain = await runHere('simulate', ...options, '--mode', 'functional', '--out', join(folder, 'plain'));
    expect([functional.stderr, cycle.stderr, plain.stderr]).toEqual(['', '', '']);
    expect(cycle.stdout).toBe(functional.stdout);
    expect(readdirSync(join(folder, 'plain')).sort()).toEqual([
      'image.png',
      'passes.png',
      'report.html',
      'report.json',
    ]);
    const image = readPicture(join(out, 'image.png'));
    expect(readPicture(join(folder, 'plain', 'image.png'))).toEqual(image);
    expect(pixelsOf(read('requests.jsonl'), functional.stdout, image)).toEqual(
      Array.from({ length: 17 * 9 }, (_, n) => [...image.texels.subarray(4 * n, 4 * n + 3)]),
    );
  });

  it('samples the example trace equally in both modes', async () => {
    const example = join(examples, 'requests.jsonl');
    const functional = await runHere('sample', example);
    const cycle = await runHere('sample', example, '--mode', 'cycle');
    expect([functional.code, functional.stderr]).toEqual([0, '']);
    expect(functional.stdout).toMatch(/^\{"texunit":"results","version":2\}\n\{"id":"nearest","texel":\[/);
    expect(cycle).toEqual(functional);
  });

  it('answers the requests before a faulty line', async () => {
    const lines = readFileSync(join(examples, 'requests.jsonl'), 'utf8').split('\n');
    const first = lines.findIndex((line) => line.startsWith('{"id"'));
    const { code, stdout, stderr } = await run(['sample', '-'], [...lines.slice(0, first + 2), '{}'].join('\n'));
    expect(code).toBe(2);
    expect(stdout.trimEnd().split('\n')).toHaveLength(3);
    expect(stderr).toMatch(new RegExp(`^texunit: standard input:${first + 3}: [^\\n]*\\n$`));
  });

  it('ends when a design is refused after a Parquet trace was opened', async () => {
    const trace = join(folder, 'accesses.parquet');
    const design = join(folder, 'ahead.json');
    writeFileSync(
      design,
      '{"extends": "full-quality", "name": "ahead", "cache": {"prefetch": {"next": "line-and-mip", "sectors": 4}}}',
    );
    const taken = await runHere('simulate', '--scene', 'plane', '--size', '16x16', '--texels', trace, '--out', folder);
    expect(taken.code).toBe(0);
    expect(await run(['replay', trace, '--design', design])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'texunit: cache.prefetch.next of ahead: line-and-mip; expected line for accesses without images\n',
    });
  });

  it('ends quietly when its output pipe is closed', async () => {
    const child = start('sample', '-');
    child.stdin.on('error', () => {});
    const trace = readFileSync(join(examples, 'requests.jsonl'), 'utf8');
    const request = trace.split('\n').find((line) => line.startsWith('{"id"'));
    child.stdin.end(trace + `${request}\n`.repeat(5000));
    const stderr = text(child.stderr);
    await once(child.stdout, 'data');
    child.stdout.destroy();
    await once(child, 'exit');
    expect([child.exitCode, await stderr]).toEqual([0, '']);
  });

  it('leaves no file behind when it is interrupted', async () => {
    const out = join(folder, 'interrupted');
    const child = start('simulate', '--scene', 'plane', '--size', '2000x2000', '--vcd', '--out', out);
    const stderr = text(child.stderr);
    while (!existsSync(out) || readdirSync(out).length === 0) await delay(20);
    child.kill('SIGINT');
    await once(child, 'exit');
    expect([child.exitCode, await stderr, existsSync(out)]).toEqual([130, '', false]);
  });
});

/** r, g and b of every pixel in bytes, computed from the requests of a view and their results. */
function pixelsOf(requests: string, results: string, { width, height }: Picture): readonly (readonly number[])[] {
  const pixels: (readonly number[])[] = new Array(width * height).fill(BACKGROUND);
  const quads = requests
    .trim()
    .split('\n')
    .filter((line) => line.startsWith('{"id"'));
  const answers = results.trim().split('\n').slice(1);
  expect(answers).toHaveLength(quads.length);
  quads.forEach((line, n) => {
    const { id, pixel = [0, 0] } = JSON.parse(line);
    const { id: answered, texels } = JSON.parse(answers[n]);
    expect(answered).toBe(id);
    for (let lane = 0; lane < 4; lane++) {
      if (texels[lane] === null) continue;
      const at = (pixel[1] + (lane >> 1)) * width + pixel[0] + (lane & 1);
      pixels[at] = texels[lane].slice(0, 3).map((value: number) => Math.floor(Math.fround(value) * 255 + 0.5));
    }
  });
  return pixels;
}
