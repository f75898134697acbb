import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { floatBits } from '../../rtl-model/fixed-point/float32.ts';
import { PROGRAM } from '../built-program.ts';
import { loadDesign } from '../../src/designs/load-design.ts';
import { directedRun } from '../../src/forms/rtl/directed-run.ts';
import { WHOLE_SAMPLING } from '../rtl/units/unit-designs.ts';
import { Dice } from '../oracle/dice.ts';

const folder = mkdtempSync(join(tmpdir(), 'texunit-rtl-'));
const unit = join(folder, 'unit');
afterAll(() => rmSync(folder, { recursive: true }));

function texunit(...args: readonly string[]): string {
  return execFileSync(process.execPath, [PROGRAM, ...args], { encoding: 'utf8' });
}

/** Quads and single lanes of random images, formats, samplers and operands of the plain path. */
function trace(seed: number, count: number): string {
  const dice = new Dice(seed);
  const real = (size: number) => Math.fround(dice.real(-size, size));
  const formats = { r8g8b8a8_srgb: 4, r5g6b5_unorm_pack16: 2, r8g8_snorm: 2 };
  const modes = ['repeat', 'mirrored_repeat', 'clamp_to_edge', 'clamp_to_border', 'mirror_clamp_to_edge'];
  const lines: object[] = [{ texunit: 'requests', version: 1 }];
  for (const [format, size] of Object.entries(formats)) {
    const levels = [13 * 6, 6 * 3, 3, 1].map((texels) =>
      Buffer.from(Array.from({ length: texels * size * 3 }, () => dice.integer(0, 255))).toString('base64'),
    );
    lines.push({ image: { name: format, format, width: 13, height: 6, layers: 3, levels } });
  }
  for (const [n, mode] of modes.entries()) {
    const anisotropy = { anisotropyEnable: n > 2, maxAnisotropy: 4 * n };
    lines.push({ sampler: { name: mode, addressModeU: mode, addressModeV: modes[(n + 2) % 5], ...anisotropy } });
  }
  for (let id = 0; id < count; id++) {
    const lod =
      id % 2 === 0 ? { grad: { dx: [real(0.5), real(0.5)], dy: [real(0.5), real(0.5)] } } : { lod: dice.real(-1, 4) };
    const image = dice.pick(Object.keys(formats));
    // Few states: the unit holds 16.
    const sampler = modes[(Object.keys(formats).indexOf(image) + 2 * (id % 2) + 1) % 5];
    lines.push({ id: `${id}`, image, sampler, coord: [real(3), real(3), dice.real(0, 3)], ...lod });
  }
  const file = join(folder, 'trace.jsonl');
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return file;
}

/** Writes a unit with a trace of its own for the bench of the first test, which has as many states. @returns the run */
function traced(requests: string): string {
  const folder = join(unit, 'traced');
  texunit('rtl', DESIGN, '--out', folder, '--states', String(DIRECTED.states.length), '--requests', requests);
  return join(folder, 'run');
}

const DESIGN = 'd3d11.3-synthesizable';
const DIRECTED = directedRun(loadDesign(DESIGN));
const OPTIONS = Object.keys(WHOLE_SAMPLING).map((name) => `--${name}`);

describe('the folder that texunit rtl writes', () => {
  it.each([
    ['the directed quads', unit, [], DIRECTED],
    ['the quads of every option', join(unit, 'options'), OPTIONS, directedRun(loadDesign(DESIGN), WHOLE_SAMPLING)],
  ])('runs %s with Verilator: the results and cycles of the model, line by line', (_, folder, options, { batch }) => {
    texunit('rtl', DESIGN, '--out', folder, '--directed', ...options);
    const made = spawnSync('make', ['run'], { cwd: folder, encoding: 'utf8' });
    expect(made.status, made.stdout + made.stderr).toBe(0);
    const [, lines] = /^(\d+) lines agree$/m.exec(made.stdout)!;
    // Each quad enters six stages, and has a line for each active lane's result.
    const lanes = batch.active.reduce((sum, active) => sum + [0, 1, 2, 3].filter((l) => (active >> l) & 1).length, 0);
    expect(Number(lines)).toBeGreaterThan(6 * batch.count + lanes);
  });

  it('runs a trace: results of texunit sample', () => {
    const requests = trace(1, 200);
    const run = traced(requests);
    expect(spawnSync('./bench', [run], { cwd: unit, encoding: 'utf8' }).stdout).toMatch(/^\d+ lines agree$/m);

    // Without the log that is expected, the bench writes its own.
    rmSync(join(run, 'expected.log'));
    const log = spawnSync('./bench', [run], { cwd: unit, encoding: 'utf8' }).stdout;
    const results = log.split('\n').flatMap((line) => {
      const [, event, quad, ...colors] = line.split(' ');
      // The stage of that name has a line without a quad.
      return event === 'result' && quad !== undefined ? [[Number(quad), colors.slice(0, 4)] as const] : [];
    });
    const sampled = texunit('sample', requests, '--design', DESIGN).trim().split('\n').slice(1);
    expect(results).toEqual(
      sampled.map((line, n) => {
        const { texel } = JSON.parse(line) as { texel: readonly number[] };
        return [n, texel.map((value) => floatBits(value).toString(16).padStart(8, '0'))];
      }),
    );
  });

  it('says which line differs', () => {
    const run = traced(trace(1, 200));
    const log = join(run, 'expected.log');
    const text = readFileSync(log, 'utf8');
    writeFileSync(
      log,
      text.replace(/ result 7 \w/, (found) => `${found.slice(0, -1)}e`),
    );
    const { status, stdout } = spawnSync('./bench', [run], { cwd: unit, encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stdout).toMatch(/^line \d+ differs:\n {2}got {6}\d+ result 7 .*\n {2}expected \d+ result 7 e/);
  });
});
