import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { PROGRAM } from '../built-program.ts';
import { tellsPassword } from './redis-server.ts';
import { Started, until } from './started.ts';

const REQUESTS = fileURLToPath(new URL('../../traces/examples/requests.jsonl', import.meta.url));

/** Two workloads, and designs that take some seconds on one core. */
const PLAN = {
  designs: ['full-quality'],
  vary: {
    'cache.ways': [1, 2, 3, 4],
    'cache.sets': { from: 4, to: 32, times: 2 },
    'cache.layout': ['linear', 'morton'],
    'pipeline.memory.latency': [100, 200],
  },
  constraints: ['cache.sets * cache.ways >= 8'],
  mode: 'cycle',
  measures: ['cycles_per_quad', 'latency_p99', 'l1_misses', 'sram_bits', 'psnr'],
  objectives: [
    { measure: 'cycles_per_quad', goal: 'least' },
    { measure: 'sram_bits', goal: 'least' },
  ],
  workloads: [
    { scene: 'globe', width: 192, height: 144, weight: 2 },
    { trace: 'requests.jsonl', name: 'requests' },
  ],
};
/** Designs of the plan: those of 4 * 4 * 2 * 2 whose cache has 8 lines. */
const DESIGNS = 60;
export const ROWS = 2 * DESIGNS;

/** Sweeps of a plan in a folder, each in a folder of its own. */
export class Swept {
  readonly folder = mkdtempSync(join(tmpdir(), 'texunit-cluster-'));
  private readonly started: Started[] = [];

  constructor() {
    copyFileSync(REQUESTS, join(this.folder, 'requests.jsonl'));
    writeFileSync(join(this.folder, 'plan.json'), JSON.stringify(PLAN));
  }

  /** Starts texunit in the folder. */
  start(...words: readonly string[]): Started {
    const started = new Started(process.execPath, [PROGRAM, ...words], this.folder);
    this.started.push(started);
    return started;
  }

  sweep(out: string, ...words: readonly string[]): Started {
    return this.start('sweep', 'plan.json', '--out', out, ...words);
  }

  /** A worker with one core, whose jobs go to others after a second without a sign of it. */
  worker(url: string, ...words: readonly string[]): Started {
    return this.start('worker', '--queue', url, '--threads', '1', '--stalled-after', '1', ...words);
  }

  /** The keys of the rows in a log, in the order in which they came. */
  keys(out: string): readonly string[] {
    const log = join(this.folder, out, 'rows.jsonl');
    if (!existsSync(log)) return [];
    const lines = readFileSync(log, 'utf8').split('\n').slice(1, -1);
    return lines
      .filter((line) => line.startsWith('{"design":'))
      .map((line) => {
        const { design, workload } = JSON.parse(line) as { design: number; workload: string };
        return `${design} ${workload}`;
      });
  }

  /** Waits until a log has more rows than now. */
  async grows(out: string, rows = 8): Promise<void> {
    const before = this.keys(out).length;
    const said = () => this.started.map(({ said }) => said).join('\n');
    await until(
      () => this.keys(out).length >= before + rows,
      () => `rows of ${out}: ${said()}`,
    );
  }

  bytes(out: string): readonly string[] {
    return ['rows.csv', 'rows.parquet'].map((name) => readFileSync(join(this.folder, out, name)).toString('base64'));
  }

  /** Expects that a sweep ends, has every row once, and has the bytes of another one. */
  async expectSame(sweep: Started, out: string, other: string): Promise<void> {
    expect([await sweep.end, sweep.said]).toEqual([0, expect.stringContaining('Written: ')]);
    expect(new Set(this.keys(out)).size).toBe(ROWS);
    expect(this.keys(out)).toHaveLength(ROWS);
    expect(this.bytes(out)).toEqual(this.bytes(other));
  }

  /** Ends what runs still, and expects that nothing has told a password. */
  async rest(): Promise<void> {
    for (const started of this.started) await started.kill();
    expect(this.started.filter(({ said }) => tellsPassword(said))).toEqual([]);
    this.started.length = 0;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}
