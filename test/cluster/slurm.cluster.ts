import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROGRAM } from '../built-program.ts';
import { Slurm } from './slurm.ts';
import { ROWS, Swept } from './swept.ts';

const SCRIPT = fileURLToPath(new URL('../../docs/examples/sweep-array.sh', import.meta.url));
const SHARES = 4;

const swept = new Swept();
let slurm: Slurm;
beforeAll(async () => {
  slurm = await Slurm.start();
});
afterAll(async () => {
  await slurm.remove();
  swept.remove();
});

/** Submits tasks of the array, waits for their end, and tells what they have printed. */
function submit(tasks: string): string {
  const words = [`--array=${tasks}`, '--cpus-per-task=1', '--wait', '--output=task-%a.txt', SCRIPT];
  const env = { TEXUNIT: `${process.execPath} ${PROGRAM}` };
  slurm.command('sbatch', [...words, 'plan.json', 'array', String(SHARES)], swept.folder, env);
  const printed = readdirSync(swept.folder).filter((name) => name.startsWith('task-'));
  return printed.map((name) => readFileSync(join(swept.folder, name), 'utf8')).join('');
}

function merge() {
  const shares = readdirSync(join(swept.folder, 'array')).map((name) => join('array', name));
  return spawnSync(process.execPath, [PROGRAM, 'sweep', 'merge', ...shares, '--out', 'merged'], {
    cwd: swept.folder,
    encoding: 'utf8',
  });
}

describe('sweep-array.sh', () => {
  it('runs a share in each task of a Slurm array, and the shares are the bytes of the whole', async () => {
    const local = swept.sweep('local');
    submit(`1-${SHARES - 1}`);
    expect(merge().stderr).toContain(`without the shards ${SHARES}/${SHARES}`);
    // A task that is submitted again has nothing left to do.
    const printed = submit(`1,${SHARES}`);
    expect(printed).toMatch(/rows: 30, of which 30 are there/);
    expect(printed).toContain('Written: array/share-4/rows.csv');
    expect(merge().stdout).toContain(`plan: ${ROWS} rows`);
    expect(await local.end).toBe(0);
    expect(swept.bytes('merged')).toEqual(swept.bytes('local'));
  });
});
