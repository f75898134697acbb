import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WarpsRun } from '../../../../src/experiments/studies/warps.ts';
import { PROGRAM } from '../../../built-program.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'texunit-study-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function texunit(...words: string[]) {
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM, ...words], { cwd: folder, encoding: 'utf8' });
  return { status, stderr };
}

const json = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'));

function warps(name: string, ...words: string[]): readonly WarpsRun[] {
  const options = ['--quick', '--cores', '1', '--out', name, '--json', `${name}.json`];
  expect(texunit('study', 'warps', ...options, ...words)).toMatchObject({ status: 0 });
  return json(`${name}.json`).runs;
}

it('a seed draws the scene from a camera of its own, the same one each time', () => {
  const runs = warps('seeds', '--scene', 'plane', '--seed', '1', '2');
  const [first, second] = [runs.slice(0, runs.length / 2), runs.slice(runs.length / 2)];
  expect(first[0].scene).toBe('plane seed 1');
  expect(second[0].scene).toBe('plane seed 2');
  expect(warps('seeds', '--scene', 'plane', '--seed', '1', '1')).toEqual(first);
  expect(second.map(({ cycles }) => cycles)).not.toEqual(first.map(({ cycles }) => cycles));
});

it('the shares of a study join to what it is alone', () => {
  const name = 'warps';
  const study = ['study', name, '--quick', '--scene', 'plane', '--cores', '1'];
  const share = (n: number) => texunit(...study, '--shard', `${n}/2`, '--out', `share-${n}`);
  expect(texunit(...study, '--out', 'alone')).toMatchObject({ status: 0 });
  expect([share(1), share(2)]).toMatchObject([{ status: 0 }, { status: 0 }]);
  const folders = [1, 2].map((n) => join(`share-${n}`, name));
  expect(texunit('sweep', 'merge', ...folders, '--out', 'joined')).toMatchObject({ status: 0 });
  for (const ending of ['html', 'json', 'csv']) {
    const [joined, alone] = ['joined', 'alone'].map((out) =>
      readFileSync(join(folder, out, `${name}.${ending}`), 'utf8'),
    );
    expect(joined).toBe(alone);
  }
});

it('goes on with the rows of a study that has ended early', () => {
  const study = ['study', 'units', '--quick', '--scene', 'plane', '--cores', '1', '--out', 'resumed'];
  expect(texunit(...study)).toMatchObject({ status: 0 });
  const rows = join(folder, 'resumed', 'units', 'rows.jsonl');
  const [before, report] = [readFileSync(rows, 'utf8'), json('resumed/units.json')];
  writeFileSync(rows, before.split('\n').slice(0, 4).join('\n'));
  expect(texunit(...study, '--resume')).toMatchObject({ status: 0 });
  expect(readFileSync(rows, 'utf8').split('\n', 4)).toEqual(before.split('\n', 4));
  expect(json('resumed/units.json')).toEqual(report);
  expect(report.design).toBe('full-quality');
});

it('a trace takes the cycles that a replay of it takes, on each design', () => {
  texunit('simulate', '--scene', 'plane', '--size', '48x32', '--mode', 'functional', '--requests', '--out', 'drawn');
  const trace = join('drawn', 'requests.jsonl');
  const designs = ['full-quality', 'd3d11.3-minimum'];
  const runs = warps('traced', '--trace', trace, '--design', ...designs);
  expect(new Set(runs.map(({ scene }) => scene))).toEqual(new Set(designs.map((name) => `${trace} (${name})`)));
  texunit('replay', trace, '--design', ...designs, '--vary', 'pipeline.fifoDepth.fragment=32', '--json', 'replay.json');
  for (const [n, name] of designs.entries()) {
    const { account } = json('replay.json').designs[n];
    const run = runs.find((one) => one.scene.endsWith(`(${name})`) && one.fragmentFifo === 32 && one.warps === null)!;
    expect([run.cycles, run.quads]).toEqual([account.cycles, account.quads]);
  }
});

it.each([
  [['--scene', 'nowhere'], '--scene: nowhere; expected plane, tunnel, globe, or a glTF 2.0 file'],
  [
    ['--seed', '0'],
    "error: option '--seed <n...>' argument '0' is invalid. Expected a whole number from 1 to 2147483647.",
  ],
  [['--trace', 'none.jsonl'], 'none.jsonl: no such file'],
])('%j is refused', (words, message) => {
  const { status, stderr } = texunit('study', 'warps', ...words);
  expect(status).toBe(2);
  expect(stderr).toContain(message.replace('error: ', ''));
});
