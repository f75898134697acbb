import { describe, expect, it } from 'vitest';
import { PRESETS } from '../../../../src/designs/presets.ts';
import {
  BASE,
  IGEHY_GOAL,
  type IgehyOptions,
  type IgehyRun,
  igehyStudy,
} from '../../../../src/experiments/studies/igehy.ts';
import { studyScenes } from '../../../../src/experiments/studies/study-scenes.ts';
import { plannedStudy, tableOf } from './planned-study.ts';

const DESIGN = PRESETS.get('full-quality')!;
const LATENCY = 60;
const BANDWIDTHS = [8];
const PARTS = [0, 1, 4];

/** The study of a latency with some bandwidths. */
function studyOf(latency: number, bandwidths: readonly number[], parts: readonly number[], more: object = {}) {
  const vary = { 'pipeline.memory.latency': [latency], 'pipeline.memory.bytesPerCycle': bandwidths };
  return plannedStudy('igehy', { vary, study: { parts }, ...more });
}

const study = await studyOf(LATENCY, BANDWIDTHS, PARTS);

describe("Igehy's experiment in small", () => {
  const groups = new Map<string, IgehyRun[]>();
  for (const run of study.runs) {
    const name = `${run.scene}, latency ${run.latency}, ${run.bytesPerCycle} bytes a cycle`;
    groups.set(name, [...(groups.get(name) ?? []), run]);
  }

  it('has every scene with every memory system, a model and an anisotropic filter among them', () => {
    expect(new Set(study.runs.map(({ scene }) => scene))).toEqual(
      new Set(['plane', 'tunnel', 'globe', 'tunnel 16x', 'knot']),
    );
    expect(groups.size).toBe(5 * BANDWIDTHS.length);
  });

  it.each([...groups])('%s: an ample cover of the latency reaches 97 %, none less, stalling least', (_, runs) => {
    const stalling = runs.find(({ cache }) => cache === 'stalling')!.ofZeroLatency;
    for (const varied of ['fragmentFifo', 'outstandingMisses'] as const) {
      const own = runs.filter((run) => run.varied === varied);
      expect(own.at(-1)!.ofZeroLatency).toBeGreaterThanOrEqual(IGEHY_GOAL);
      expect(own[0].ofZeroLatency).toBeLessThan(own.at(-1)!.ofZeroLatency);
      expect(stalling).toBeLessThan(own[0].ofZeroLatency);
    }
    expect(runs.find((run) => run.varied === 'fragmentFifo')!.ofZeroLatency).toBeLessThan(0.75);
  });

  it.each([...groups])('%s: has the least settings for 97 %, found to two entries of the FIFO', (_, runs) => {
    const byDepth = runs.filter((run) => run.varied === 'fragmentFifo');
    const least = byDepth.findLastIndex((run) => run.ofZeroLatency < IGEHY_GOAL) + 1;
    expect(byDepth[least].fragmentFifo - byDepth[least - 1].fragmentFifo).toBeLessThanOrEqual(2);
    const row = tableOf(study)[1 + [...groups.values()].indexOf(runs)];
    expect(row.some((cell) => cell.startsWith(`${byDepth[least].fragmentFifo} (covers `))).toBe(true);
  });

  it.each([...groups])('%s: the unit without latency has the same FIFO, misses and bandwidth', (_, runs) => {
    const depths = runs.filter((run) => run.varied === 'fragmentFifo');
    const without = depths.map((run) => run.zeroLatencyCycles);
    // A deeper FIFO evens out more of the bursts of misses, with latency or without.
    expect(without.at(-1)).toBeLessThanOrEqual(without[0]);
    for (const run of runs) expect(run.ofZeroLatency).toBe(run.zeroLatencyCycles / run.cycles);
  });

  it('takes an entry of the FIFO for each cycle of latency: the unit without has as many fewer, and the same cycles', () => {
    for (const { scene, bytesPerCycle, fragmentFifo, cycles } of study.runs) {
      if (fragmentFifo !== BASE + LATENCY || scene === 'knot') continue;
      const none = study.runs.find(
        (run) => run.scene === scene && run.bytesPerCycle === bytesPerCycle && run.varied === 'fragmentFifo',
      )!;
      expect(none.fragmentFifo).toBe(BASE);
      expect(cycles / none.zeroLatencyCycles, `${scene} ${bytesPerCycle}`).toBeGreaterThan(0.96);
      expect(cycles / none.zeroLatencyCycles, `${scene} ${bytesPerCycle}`).toBeLessThan(1.04);
    }
  });

  it('pays nearly the whole latency for every miss when it stalls', () => {
    const own = study.runs.find(({ cache }) => cache === 'stalling')!;
    // Every used line of the texture misses at least once.
    expect(own.cycles - own.zeroLatencyCycles).toBeGreaterThan(own.latency * 500);
  });

  it('has a page, a table and CSV', () => {
    expect(study.html.match(/<svg /g)).toHaveLength(2 * BANDWIDTHS.length);
    const [head, ...rows] = tableOf(study);
    expect(rows).toHaveLength(groups.size);
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([head.length]));
    const lines = study.csv.split('\n');
    expect(lines[0]).toBe(
      'scene,latency,bytesPerCycle,cache,fragmentFifo,outstandingMisses,varied,part,quads,cycles,zeroLatencyCycles,' +
        'ofZeroLatency,memoryUtilization,lostTo',
    );
    expect(new Set(lines.slice(0, -1).map((line) => line.split(',').length))).toEqual(new Set([14]));
    expect(lines).toHaveLength(study.runs.length + 2);
  });
});

it('finds in the sweep of its plan what it finds alone', () => {
  const tunnel = studyScenes().filter(({ name }) => name === 'tunnel');
  const [bytesPerCycle] = BANDWIDTHS;
  const memories = [{ latency: LATENCY, bytesPerCycle }];
  const options: IgehyOptions = { width: 160, height: 120, memories, parts: PARTS };
  const steps = igehyStudy(DESIGN, options, tunnel);
  let step = steps.next();
  while (!step.done) step = steps.next();
  expect(step.value.runs).toEqual(
    study.runs.filter((run) => run.scene === 'tunnel' && run.bytesPerCycle === bytesPerCycle),
  );
});

it('loses cycles to a short FIFO, to few misses, or to the bursts of misses that a longer FIFO evens out', async () => {
  const { runs } = await studyOf(200, [16], [0, 1], { scenes: ['knot'] });
  const lost = (varied: string, part: number) => runs.find((run) => run.varied === varied && run.part === part)!.lostTo;
  expect(lost('fragmentFifo', 0)).toBe('fragmentFifo');
  expect(lost('outstandingMisses', 0)).toBe('missSlots');
  expect(lost('fragmentFifo', 1)).toBe('memoryBandwidth');
});

it('names the cause where no FIFO and no number of misses reaches the goal', async () => {
  const { pipeline } = DESIGN;
  const memory = { ...pipeline.memory, requests: 'one-at-a-time' } as const;
  const design = { ...DESIGN, name: 'one at a time', pipeline: { ...pipeline, memory } };
  const [head, row] = tableOf(await studyOf(LATENCY, [32], [0, 1, 4], { scenes: ['tunnel'], design }));
  expect(row.slice(head.indexOf('FIFO for 97 %'))).toEqual(['none: memory turn', 'none: memory turn']);
});
