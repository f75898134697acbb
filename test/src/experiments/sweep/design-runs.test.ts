import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { version } from '@yowasp/yosys';
import { describe, expect, it } from 'vitest';
import { L2 } from '../../../../rtl-model/design/design-fields.ts';
import { freeValues } from '../../../../rtl-model/design/field.ts';
import { plainState } from '../../../../src/designs/plain-state.ts';
import { synthesesOf } from '../../../../src/forms/cost/area-of-design.ts';
import { energyOf } from '../../../../src/forms/cost/energy.ts';
import { KnownAreas } from '../../../../src/forms/cost/known-areas.ts';
import { modulesOf } from '../../../../src/forms/cost/modules.ts';
import { fieldLogic, nand2Of } from '../../../../src/forms/cost/field-logic.ts';
import { memoriesOf } from '../../../../src/forms/cost/storage.ts';
import type { Gates } from '../../../../src/forms/cost/synthesis/synthesis.ts';
import { loadDesign } from '../../../../src/designs/load-design.ts';
import { QuadBatch } from '../../../../rtl-model/registers/quad-batch.ts';
import type { TextureState } from '../../../../rtl-model/state/texture-state.ts';
import { DEFAULT_SAMPLER } from '../../../../rtl-model/state/sampler.ts';
import type { ImageSource } from '../../../../rtl-model/memory/image.ts';
import { TEXEL_FORMATS } from '../../../../rtl-model/formats/texel-formats.ts';
import { PipelineReplay } from '../../../../src/experiments/replay/pipelines/pipeline-replay.ts';
import { ResultError } from '../../../../src/simulate/compare/result-error.ts';
import { addQuad } from '../../../../src/experiments/sweep/measures/deviation.ts';
import type { MeasureName, SweepMode } from '../../../../src/experiments/sweep/measures/measure-table.ts';
import { parsePlan } from '../../../../src/experiments/sweep/plan/parse-plan.ts';
import { DesignSpace } from '../../../../src/experiments/sweep/plan/design-space.ts';
import { givenUpRows, isGivenUp, type Row } from '../../../../src/experiments/sweep/runs/design-row.ts';
import { DerivedColumns } from '../../../../src/experiments/sweep/rows/derived-columns.ts';
import { DesignRuns } from '../../../../src/experiments/sweep/runs/design-runs.ts';
import { IDEAL_DESIGN, idealResults, type RequestWorkload } from '../../../../src/experiments/sweep/runs/workload.ts';
import type { Design } from '../../../../rtl-model/design/design.ts';

const SIZE = 64;
const image: ImageSource = {
  format: TEXEL_FORMATS.get('r8g8b8a8_unorm')!,
  width: SIZE,
  height: SIZE,
  layers: 1,
  levels: [Uint8Array.from({ length: 4 * SIZE * SIZE }, (_, n) => (97 * n) % 251)],
};
const states: readonly TextureState[] = [
  {
    image: 0,
    sampler: {
      ...DEFAULT_SAMPLER,
      magFilter: 'linear',
      minFilter: 'linear',
      addressModeU: 'repeat',
      addressModeV: 'repeat',
    },
    instruction: { lod: 'implicit', projected: false },
  },
];

/** Quads at places that leave lines and come back to them. */
function quads(count: number): QuadBatch {
  const batch = new QuadBatch(count);
  for (let quad = 0; quad < count; quad++) {
    batch.active[quad] = 15;
    for (let lane = 0; lane < 4; lane++) {
      batch.s[4 * quad + lane] = ((quad * 7) % 61) / 53 + (lane & 1) / 97;
      batch.t[4 * quad + lane] = ((quad * 3) % 47) / 41 + (lane >> 1) / 97;
    }
    batch.count++;
  }
  return batch;
}

const batches = [quads(300), quads(41)];
const sources = { images: [image], states, batches, quads: 341 };
const workload: RequestWorkload = {
  kind: 'requests',
  name: 'quads',
  weight: 1,
  hash: '',
  imageNames: ['image'],
  ideal: null,
  ...sources,
};

function planOf(
  mode: SweepMode,
  measures: readonly MeasureName[],
  vary: object = { 'cache.ways': [1, 2, 4], 'cache.sets': [4, 16] },
) {
  const file = { designs: ['full-quality'], vary, mode, measures, workloads: [{ trace: 'quads' }] };
  return parsePlan(JSON.stringify(file), 'p.json', loadDesign).plan;
}

/** The groups of rows, as they come out. */
async function groupsOf(steps: AsyncIterable<readonly Row[]>): Promise<readonly (readonly Row[])[]> {
  const groups: (readonly Row[])[] = [];
  for await (const rows of steps) groups.push(rows);
  return groups;
}

async function rowsOf(
  plan: ReturnType<typeof planOf>,
  ...workloads: readonly RequestWorkload[]
): Promise<readonly Row[]> {
  const numbers = Array.from({ length: new DesignSpace(plan).size }, (_, n) => n);
  const tasks = numbers.map((number) => ({ number, workloads: [...workloads.keys()] }));
  const rows = (await groupsOf(new DesignRuns(plan, workloads, 'none').rows(tasks))).flat();
  return rows.toSorted((a, b) => a.design - b.design);
}

const column = (rows: readonly Row[], name: string) => rows.map((row) => row[name]);

describe('the rows of a sweep', () => {
  it('have the cycles and the counts of the account of each design alone', async () => {
    const vary = { 'cache.ways': [1, 4], 'cache.sets': [4, 16], 'cache.layout': ['linear', 'morton'] };
    const plan = planOf('cycle', ['quads', 'cycles', 'latency_p99', 'l1_misses', 'memory_bytes'], vary);
    const rows = await rowsOf(plan, workload);
    const space = new DesignSpace(plan);
    const expected = rows.map(({ design }) => {
      const replay = new PipelineReplay([space.designAt(design) as Design], { images: [image], states });
      for (const batch of batches) replay.run(batch);
      const [{ cycles, latency, cache, memory }] = replay.finish();
      return [341, cycles, latency.p99, cache.misses, memory.bytes];
    });
    const found = rows.map((row) => plan.measures.map((name) => row[name]));
    expect(found).toEqual(expected);
    expect(new Set(column(rows, 'cycles')).size).toBeGreaterThan(3);
  });

  it('give the table what the plan derives from measures and fields: empty without a number, inf beyond all', async () => {
    const derived = {
      rate: 'quads / cycles',
      bits: 'sram_bits / (cache.ways * cache.sets)',
      small: 'cache.ways * cache.sets <= 16',
      none: '0 / (quads - 341)',
      without_end: '1 / (quads - 341)',
    };
    const measures = ['quads', 'cycles', 'sram_bits'] as const;
    const plan = { ...planOf('cycle', measures), derived };
    const columns = new DerivedColumns(plan);
    const rows = (await rowsOf(plan, workload)).flatMap((row) => columns.of([row], () => []));
    for (const row of rows) {
      const lines = Number(row['cache.ways']) * Number(row['cache.sets']);
      expect([row['rate'], row['bits'], row['small'], row['none'], row['without_end']]).toEqual([
        341 / Number(row['cycles']),
        Number(row['sram_bits']) / lines,
        Number(lines <= 16),
        null,
        'inf',
      ]);
    }
    expect(new Set(column(rows, 'small'))).toEqual(new Set([0, 1]));
  });

  it('have the same look-ups without a clock, several designs together', async () => {
    const misses = ['l1_misses', 'l1_misses_per_access', 'l1_misses_per_quad', 'l1_miss_ratio', 'l2_misses'] as const;
    const levels = ['lookups', ...misses, 'memory_requests', 'memory_bytes'] as const;
    const timed = await rowsOf(planOf('cycle', levels), workload);
    expect(await rowsOf(planOf('cache', levels), workload)).toEqual(timed);
  });

  it('have misses by what no layout changes: the texel accesses of bilinear quads, and the quads', async () => {
    const measures = ['lookups', 'l1_misses', 'l1_misses_per_access', 'l1_misses_per_quad', 'l1_miss_ratio'] as const;
    const plan = planOf('cache', measures, { 'cache.layout': ['linear', 'morton'] });
    const rows = await rowsOf(plan, workload);
    expect(new Set(column(rows, 'lookups')).size).toBe(2);
    for (const row of rows) {
      const misses = row.l1_misses as number;
      // Four taps of each of four lanes.
      expect(row.l1_misses_per_access).toBe(misses / (16 * 341));
      expect(row.l1_misses_per_quad).toBe(misses / 341);
      expect(row.l1_miss_ratio).toBe(misses / (row.lookups as number));
    }
  });

  it('have another energy where an L2 serves, takes and gives', async () => {
    const l2 = { lineBytes: 64, sets: 64, ways: 4, setIndex: 'modulo', replacement: 'lru', allocation: 'on-miss' };
    const vary = { 'cache.l2': [null, { ...freeValues(L2), ...l2, latency: 20, bytesPerCycle: 32 }] };
    const plan = planOf('cycle', ['energy_per_quad', 'memory_bytes', 'l2_hits'], { 'cache.sets': [1], ...vary });
    const [without, served] = await rowsOf(plan, workload);
    expect(served.l2_hits).toBeGreaterThan(100);
    const dram = ({ memory_bytes: bytes }: Row) => ((bytes as number) * 8 * 30) / 341;
    const inside = (row: Row) => (row.energy_per_quad as number) - dram(row);
    expect(inside(served)).toBeGreaterThan(inside(without));
    expect(served.energy_per_quad).toBeLessThan(without.energy_per_quad as number);
  });

  it('have the errors of a design against the ideal one, with a clock and without', async () => {
    const steps = idealResults(sources);
    let step = steps.next();
    while (!step.done) step = steps.next();
    const measured = { ...workload, ideal: step.value };
    const vary = { 'filter.weightBits': [2, 5, 8] };
    const errors = ['error_max', 'error_mean', 'psnr'] as const;
    const rows = await rowsOf(planOf('function', errors, vary), measured);
    expect(await rowsOf(planOf('cycle', errors, vary), measured)).toEqual(rows);
    const [two, five, eight] = column(rows, 'psnr') as number[];
    expect(two).toBeLessThan(five - 10);
    expect(five).toBeLessThan(eight - 5);
    // A weight of 2 bits is off by 1/8 on each axis at most, and by that of its coordinate.
    const [worst] = column(rows, 'error_max') as number[];
    expect(worst).toBeGreaterThan(10);
    expect(worst).toBeLessThan(255 / 4 + 2);
    // The ideal design itself is not off at all.
    const self = idealResults(sources, IDEAL_DESIGN);
    let again = self.next();
    while (!again.done) again = self.next();
    expect(again.value).toEqual(step.value);
  });

  it('come out as designs end, the more of them together the less time they take', async () => {
    const vary = { 'pipeline.memory.latency': { from: 50, to: 120, step: 10 } };
    const plan = planOf('cycle', ['cycles'], vary);
    const tasks = Array.from({ length: 8 }, (_, number) => ({ number, workloads: [0] }));
    /** The times at which rows come out, on a clock on which every group takes so many seconds. */
    const times = async (seconds: number) => {
      let time = 0;
      let reads = 0;
      const clock = () => (reads++ % 2 === 1 ? (time += 1000 * seconds) : time);
      const found: number[] = [];
      for await (const rows of new DesignRuns(plan, [workload], 'none', clock).rows(tasks)) {
        for (const _ of rows) found.push(time / 1000);
      }
      return found;
    };
    // The first one shows how long they take: the next group is to take half a minute at most.
    expect(await times(40)).toEqual([40, 80, 120, 160, 200, 240, 280, 320]);
    expect(await times(12)).toEqual([12, 24, 24, 36, 36, 36, 36, 36]);
    expect(await times(1)).toEqual([1, 2, 2, 2, 2, 2, 2, 2]);
  });

  it('say why a design does not suit a workload, and go on', async () => {
    const rows = await rowsOf(planOf('cycle', ['cycles'], { 'limits.maxImageDimension2D': [32, 64] }), workload);
    expect(rows.map(({ cycles, fault }) => [typeof cycles, fault])).toEqual([
      ['object', expect.stringContaining('is 64, expected 1 to 32')],
      ['number', null],
    ]);
    const together = await rowsOf(planOf('cache', ['lookups'], { 'limits.maxImageDimension2D': [32, 64] }), workload);
    expect(column(together, 'fault')).toEqual(column(rows, 'fault'));
  });

  it('have the efficiency of the memory, which is the share of busy cycles where bursts fill them', async () => {
    const channels = [null, { count: 2, interleaveBytes: 256 }];
    const vary = {
      'pipeline.memory.channels': channels,
      'pipeline.memory.busClock.unitCycles': [1, 2],
    };
    const rows = await rowsOf(planOf('cycle', ['dram_efficiency', 'memory_utilization'], vary), workload);
    const busy = column(rows, 'memory_utilization') as number[];
    expect(new Set(busy).size).toBe(4);
    (column(rows, 'dram_efficiency') as number[]).forEach((share, n) => expect(share).toBeCloseTo(busy[n], 12));
  });

  it('have the energy of a quad of the account', async () => {
    const plan = planOf('cycle', ['energy_per_quad'], { 'cache.ways': [2] });
    const [{ energy_per_quad: energy }] = await rowsOf(plan, workload);
    const design = new DesignSpace(plan).designAt(0) as Design;
    const replay = new PipelineReplay([design], { images: [image], states });
    for (const batch of batches) replay.run(batch);
    const parts = energyOf(design, memoriesOf(design, plainState(design)), replay.finish()[0]);
    expect(energy).toBeCloseTo(parts.reduce((sum, { picojoules }) => sum + picojoules, 0) / 341, 9);
  });

  it('have the energy of the commands of a DRAM by kind, and none where its currents are not known', async () => {
    const kinds = ['activate', 'read', 'write', 'refresh', 'standby'] as const;
    const measures = ['cycles', 'row_misses', ...kinds.map((kind) => `dram_${kind}_energy` as const)] as const;
    const channel = { 'pipeline.memory.bytesPerCycle': [16], 'pipeline.memory.burstBytes': [64] };
    const rows = ['ddr4-2400', 'lpddr4-3200'].map((timing) => ({ banks: 16, rowBytes: 8192, timing }));
    const [ddr4, other] = await rowsOf(
      planOf('cycle', measures, { ...channel, 'pipeline.memory.rows': rows }),
      workload,
    );
    const { pipeline } = loadDesign('full-quality');
    const { cycles: busCycles, unitCycles } = pipeline.memory.busClock;
    // 8 devices at 1.2 V: 433 mA cycles an activation, and 43 mA in all cycles, each of 1 / 1.2 ns.
    expect(ddr4.dram_activate_energy).toBeCloseTo(((ddr4.row_misses as number) * 433 * 8) / 341, 6);
    expect(ddr4.dram_standby_energy).toBeCloseTo(((ddr4.cycles as number) * busCycles * 43 * 8) / unitCycles / 341, 6);
    for (const kind of kinds) expect(other[`dram_${kind}_energy`]).toBeNull();
  });

  it('have the gates of a design where all its modules have been synthesized, and none otherwise', async () => {
    const cache = mkdtempSync(join(tmpdir(), 'texunit-sweep-area-'));
    const plan = planOf('cache', ['area_nand2'], { 'cache.ways': [2] });
    expect(column(await rowsOf(plan, workload), 'area_nand2')).toEqual([null]);
    const design = new DesignSpace(plan).designAt(0) as Design;
    const modules = modulesOf(design);
    synthesesOf(design, modules).forEach((one) => new KnownAreas(cache, version).put(one, { nand2: 7 } as Gates));
    const rows = await groupsOf(new DesignRuns(plan, [workload], cache).rows([{ number: 0, workloads: [0] }]));
    const ofModules = 7 * modules.reduce((sum, { count }) => sum + count, 0);
    expect(column(rows.flat(), 'area_nand2')).toEqual([ofModules + nand2Of(fieldLogic(design))]);
    rmSync(cache, { recursive: true });
  });

  it('of a design that was given up have its fields, no measures, and why', async () => {
    const vary = { 'cache.ways': [2], 'cache.l2': [null] };
    const plan = planOf('cycle', ['cycles', 'quads'], vary);
    const [made] = await rowsOf(plan, workload);
    const space = new DesignSpace(plan);
    const rows = givenUpRows({ plan, space }, { number: 0, workloads: [0] }, 'failed 3 times: why');
    const workload0 = plan.workloads[0].name;
    const fault = 'given up: failed 3 times: why';
    expect(rows).toEqual([{ ...made, workload: workload0, cycles: null, quads: null, fault }]);
    expect(Object.keys(rows[0])).toEqual(Object.keys(made));
    expect([...rows, made, { fault: 'levels: 17, expected 16' }].map(isGivenUp)).toEqual([true, false, false]);
  });

  it('tell designs apart by a hash of all fields but the name', async () => {
    const rows = await rowsOf(planOf('cache', ['quads']), workload);
    expect(new Set(column(rows, 'design_hash')).size).toBe(6);
  });
});

describe('a deviation', () => {
  it('is the largest, the mean and the power of the differences of active lanes, in codes of 8 bits', () => {
    const error = new ResultError();
    const a = Float32Array.of(...Array.from({ length: 16 }, () => 0.5));
    const b = a.slice();
    a[0] = 0.75;
    a[5] = NaN;
    b[15] = 1;
    addQuad(error, 0b0011, a, 0, b, 0);
    const { largest, mean, psnr } = error;
    expect(largest).toBeCloseTo(255 / 2, 9);
    expect(mean).toBeCloseTo((255 * 0.75) / 8, 9);
    expect(psnr).toBeCloseTo(-10 * Math.log10((0.25 ** 2 + 0.5 ** 2) / 8), 9);
  });

  it('is none of what lies above 1 and below 0 on both sides', () => {
    const error = new ResultError();
    addQuad(error, 1, Float32Array.of(2, -1, NaN, 1), 0, Float32Array.of(1, 0, 0, Infinity), 0);
    expect([error.largest, error.mean, error.psnr]).toEqual([0, 0, Infinity]);
  });
});
