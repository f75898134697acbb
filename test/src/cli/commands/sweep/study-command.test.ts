import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WarpsRun } from '../../../../../src/experiments/studies/warps.ts';
import { texunit } from '../../../../../src/cli/program.ts';
import { checkerboard } from '../../../../../src/pictures/textures/checkerboard.ts';
import { writePng } from '../../../../../src/pictures/textures/write-png.ts';
import { captureOutput } from '../../captured-output.ts';

captureOutput(
  () => {},
  () => {},
);

const home = process.cwd();
const folder = mkdtempSync(join(tmpdir(), 'texunit-study-'));
const TRACE = join('drawn', 'requests.jsonl');
const done = { code: 0, message: null };
beforeAll(async () => {
  process.chdir(folder);
  writePng('texture.png', checkerboard(64, 8));
  const small = [
    '--scene',
    'plane',
    '--texture',
    'texture.png',
    '--size',
    '16x8',
    '--mode',
    'functional',
    '--cores',
    '1',
  ];
  expect(await texunit(['simulate', ...small, '--requests', '--out', 'drawn'])).toEqual(done);
});
afterAll(() => {
  process.chdir(home);
  rmSync(folder, { recursive: true });
});

const study = (...words: readonly string[]) => texunit(['study', ...words, '--quick', '--cores', '1']);
const read = (name: string) => readFileSync(name, 'utf8');
const json = (name: string) => JSON.parse(read(name));

async function warps(name: string, ...words: readonly string[]): Promise<readonly WarpsRun[]> {
  expect(await study('warps', '--out', name, '--json', `${name}.json`, ...words)).toEqual(done);
  return json(`${name}.json`).runs;
}

it('a seed draws the scene from a camera of its own, the same one each time', async () => {
  const runs = await warps('seeds', '--scene', 'plane', '--seed', '1', '2');
  const [first, second] = [runs.slice(0, runs.length / 2), runs.slice(runs.length / 2)];
  expect(first[0].scene).toBe('plane seed 1');
  expect(second[0].scene).toBe('plane seed 2');
  expect(await warps('seeds', '--scene', 'plane', '--seed', '1', '1')).toEqual(first);
  expect(second.map(({ cycles }) => cycles)).not.toEqual(first.map(({ cycles }) => cycles));
});

it('the shares of a study join to what it is alone', async () => {
  const name = 'warps';
  expect(await study(name, '--trace', TRACE, '--out', 'alone')).toEqual(done);
  for (const n of [1, 2]) {
    expect(await study(name, '--trace', TRACE, '--shard', `${n}/2`, '--out', `share-${n}`)).toEqual(done);
  }
  const folders = [1, 2].map((n) => join(`share-${n}`, name));
  expect(await texunit(['sweep', 'merge', ...folders, '--out', 'joined'])).toEqual(done);
  for (const ending of ['html', 'json', 'csv']) {
    const [joined, alone] = ['joined', 'alone'].map((out) => read(join(out, `${name}.${ending}`)));
    expect(joined).toBe(alone);
  }
  // The page of the study has the links: --html would be the table's.
  expect(await texunit(['sweep', 'merge', ...folders, '--out', 'linked', '--inspector', 'page.html'])).toEqual(done);
  expect(read(join('linked', `${name}.html`))).toContain('page.html#');
});

it('goes on with the rows of a study that has ended early', async () => {
  const words = ['units', '--trace', TRACE, '--out', 'resumed'];
  expect(await study(...words)).toEqual(done);
  const rows = join('resumed', 'units', 'rows.jsonl');
  const [before, report] = [read(rows), json('resumed/units.json')];
  writeFileSync(rows, before.split('\n').slice(0, 4).join('\n'));
  expect(await study(...words, '--resume')).toEqual(done);
  expect(read(rows).split('\n', 4)).toEqual(before.split('\n', 4));
  expect(json('resumed/units.json')).toEqual(report);
  expect(report.design).toBe('full-quality');
});

it('a trace takes the cycles that a replay of it takes, on each design', async () => {
  const designs = ['full-quality', 'd3d11.3-minimum'];
  const runs = await warps('traced', '--trace', TRACE, '--design', ...designs);
  expect(new Set(runs.map(({ scene }) => scene))).toEqual(new Set(designs.map((name) => `${TRACE} (${name})`)));
  const vary = ['--vary', 'pipeline.fifoDepth.fragment=32'];
  await texunit(['replay', TRACE, '--design', ...designs, ...vary, '--cores', '1', '--json', 'replay.json']);
  for (const [n, name] of designs.entries()) {
    const { account } = json('replay.json').designs[n];
    const run = runs.find((one) => one.scene.endsWith(`(${name})`) && one.fragmentFifo === 32 && one.warps === null)!;
    expect([run.cycles, run.quads]).toEqual([account.cycles, account.quads]);
  }
});

it.each([
  [['--scene', 'nowhere'], '--scene: nowhere; expected plane, tunnel, globe, or a glTF 2.0 file'],
  [['--seed', '0'], "option '--seed <n...>' argument '0' is invalid. Expected a whole number from 1 to 2147483647."],
  [['--trace', 'none.jsonl'], 'none.jsonl: no such file'],
])('%j is refused', async (words, message) => {
  const outcome = await texunit(['study', 'warps', ...words]);
  expect(outcome).toEqual({ code: 2, message: expect.stringContaining(message) });
});
