import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { texunit } from '../../src/cli/program.ts';
import { Dice } from '../oracle/dice.ts';
import { captureOutput } from '../src/cli/captured-output.ts';
import { acceptedDamages } from '../src/experiments/sweep/logged-sweep.ts';
import { L2 } from '../src/experiments/sweep/made-sweep.ts';
import { SEED } from './seed.ts';

const DAMAGES = 10_000;
/** Designs of a sweep with three workloads, and rows of it that run again. */
const DESIGNS = 340;
const ROWS = 1000;

const folder = mkdtempSync(join(tmpdir(), 'texunit-sweep-rows-'));
afterAll(() => rmSync(folder, { recursive: true }));
let output = '';
captureOutput((text) => (output += text));

/** Fields of every kind: integers, words, numbers, flags, choices, lists, parts that leave out what they may, null. */
const VARY = {
  'cache.ways': [1, 2, 4],
  'cache.sets': { from: 4, to: 64, times: 2 },
  'cache.layout': ['linear', 'morton'],
  'cache.l2': [null, L2],
  'cache.tlb': [null, { pageBytes: 4096, sets: 1, ways: 8, walkLatency: 100, walks: 2 }],
  'cache.prefetch': [null, { next: 'line', sectors: 4 }],
  'pipeline.memory.channels': [null, { count: 2, interleaveBytes: 256 }],
  'pipeline.memory.rows': [null, { banks: 8, rowBytes: 2048, activateCycles: 40 }],
  'pipeline.memory.refresh': [null, { interval: 1000, cycles: 10 }],
  'pipeline.memory.otherClient': [null, { bytes: 32, interval: 100 }],
  'pipeline.shader.warps': ['unlimited', 8],
  'filter.reciprocalBits': [12, 'exact'],
  'lod.alphaBetaBits': ['exact', 8],
  'lod.beta': { from: 0.3, to: 0.5, step: 0.1 },
  'lod.levelWeightCurve': [
    null,
    [
      [0, 0],
      [0.5, 0.25],
      [1, 1],
    ],
  ],
  'lod.anisotropicRates': [[1, 2, 4, 8, 16]],
  'address.rangeReduction': [true, false],
  'limits.maxBoxFilterBlockSize': [
    [64, 64],
    [32, 32],
  ],
};

describe('the rows of a sweep', () => {
  it('are the same when they run again, over all kinds of fields', async () => {
    const plan = join(folder, 'plan.json');
    const size = { width: 24, height: 16, filter: 'anisotropic' };
    const workloads = ['plane', 'tunnel', 'globe'].map((scene) => ({ scene, ...size }));
    const measures = ['cycles', 'latency_p99', 'l1_misses', 'memory_bytes', 'sram_bits', 'psnr', 'energy_per_quad'];
    writeFileSync(plan, JSON.stringify({ designs: ['full-quality'], vary: VARY, measures, workloads }));
    const out = join(folder, 'out');
    const words = (count: number) => ['--sample', String(count), '--seed', String(SEED + 1)];
    expect(await texunit(['sweep', plan, ...words(DESIGNS), '--out', out])).toEqual({ code: 0, message: null });
    output = '';
    const { code } = await texunit(['sweep', 'verify', out, ...words(ROWS)]);
    expect([code, output]).toEqual([
      0,
      `${out}/rows.jsonl: good rows: 1 020, bad lines: 0; run again: 1 000, of which 0 differ\n`,
    ]);
  });

  it('of a log that was damaged by chance are never taken', () => {
    expect(acceptedDamages(folder, new Dice(SEED + 1), DAMAGES)).toEqual([]);
  });
});
