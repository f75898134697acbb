import { join } from 'node:path';
import type { Design } from '../../../../rtl-model/design/design.ts';
import { loadDesign } from '../../../../src/designs/load-design.ts';
import { DesignSpace } from '../../../../src/experiments/sweep/plan/design-space.ts';
import { parsePlan } from '../../../../src/experiments/sweep/plan/parse-plan.ts';
import { RowLog } from '../../../../src/experiments/sweep/rows/row-log.ts';
import { sweepHeader } from '../../../../src/experiments/sweep/rows/sweep-header.ts';
import { cellOf, hashOf, type Row } from '../../../../src/experiments/sweep/runs/design-row.ts';

/** An L2 as plans write it. */
export const L2 = {
  lineBytes: 256,
  sets: 64,
  ways: 4,
  setIndex: 'modulo',
  replacement: 'lru',
  allocation: 'on-miss',
  latency: 30,
  bytesPerCycle: 64,
};

const PLAN = {
  name: 'made',
  designs: ['full-quality', 'd3d11.3-minimum'],
  vary: {
    'cache.ways': [1, 2, 3, 4, 5],
    'cache.sets': [4, 8, 16, 32, 64],
    'cache.layout': ['linear', 'morton'],
    'pipeline.memory.latency': { from: 50, to: 975, step: 25 },
    'cache.l2': [null, L2],
  },
  zip: [{ 'cache.lineBytes': [64, 128, 256], 'cache.banks': [4, 8, 16] }],
  workloads: [
    { scene: 'globe', weight: 2 },
    { scene: 'tunnel', weight: 1 },
  ],
  measures: ['quads', 'cycles_per_quad', 'latency_p99', 'l1_miss_ratio', 'memory_bytes', 'sram_bits', 'psnr'],
  objectives: [
    { measure: 'sram_bits', goal: 'least' },
    { measure: 'cycles_per_quad', goal: 'least' },
  ],
};
const WORKLOADS = [
  { name: 'globe', weight: 2, hash: '0' },
  { name: 'tunnel', weight: 1, hash: '1' },
];

/** Writes the rows of a sweep of so many designs whose measures are made by formulas. @returns the rows */
export function writeMadeSweep(folder: string, designs: number): readonly Row[] {
  const { plan, source } = parsePlan(JSON.stringify(PLAN), 'made.json', loadDesign);
  const space = new DesignSpace(plan);
  const run = { program: '0.1.0', node: 'v20', command: 'texunit sweep made.json', source, folder };
  const log = RowLog.create(
    join(folder, 'rows.jsonl'),
    sweepHeader(plan, WORKLOADS, { how: 'all', count: null, seed: 1 }, { index: 0, of: 1 }, run),
  );
  const numbers = Array.from({ length: designs }, (_, n) => Math.floor((n * space.size) / designs));
  const refused = numbers.flatMap((number) => {
    const design = space.designAt(number);
    return 'refused' in design ? [design.refused] : [];
  });
  if (refused.length > 0) throw new Error(refused[0]);
  const rows = numbers.flatMap((number) => {
    const design = space.designAt(number) as Design;
    return WORKLOADS.map((workload, w) => madeRow(number, design, space.valuesAt(number), workload.name, w));
  });
  log.append(rows);
  log.finish(designs);
  log.close();
  return rows;

  function madeRow(
    number: number,
    design: Design,
    { base, values }: ReturnType<DesignSpace['valuesAt']>,
    workload: string,
    w: number,
  ): Row {
    const { ways, sets, lineBytes, layout } = design.cache;
    const noise = 0.3 * Math.sin(number * 12.9898 + 7 * w);
    const faulty = number % 97 === 3 && w === 1;
    const misses = (0.4 + 0.2 * w) / Math.sqrt((ways * sets * lineBytes) / 256) + (layout === 'linear' ? 0.1 : 0);
    const cycles = 4 + misses * design.pipeline.memory.latency * 0.05 + noise;
    const measures = {
      quads: 4800,
      cycles_per_quad: cycles,
      latency_p99: Math.round(40 * cycles),
      l1_miss_ratio: misses,
      memory_bytes: Math.round(4800 * misses * lineBytes),
      sram_bits: 8 * ways * sets * lineBytes + (design.cache.l2 === null ? 0 : 8 * 64 * 4 * 128),
      psnr: base === 'full-quality' ? 'inf' : 50 + 10 * noise,
    };
    return {
      design: number,
      workload,
      design_hash: hashOf(design),
      base,
      ...Object.fromEntries(space.fields.map((field, n) => [field, cellOf(values[n])])),
      ...Object.fromEntries(Object.entries(measures).map(([name, value]) => [name, faulty ? null : value])),
      fault: faulty ? 'levels: 17; expected at most 16' : null,
    };
  }
}
