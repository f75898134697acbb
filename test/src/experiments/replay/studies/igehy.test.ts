import { describe, expect, it } from 'vitest';
import type { Design } from '../../../../../rtl-model/design/design.ts';
import { PRESETS } from '../../../../../src/designs/presets.ts';
import {
  BASE,
  IGEHY_GOAL,
  type IgehyOptions,
  igehyStudy,
  type IgehyRun,
} from '../../../../../src/experiments/replay/studies/igehy.ts';
import { igehyScenes } from '../../../../../src/experiments/replay/studies/igehy-scenes.ts';
import { igehyPage, igehyTable } from '../../../../../src/experiments/replay/studies/igehy-report.ts';
import { csvText } from '../../../../../src/experiments/replay/studies/study-page.ts';
import type { StudyScene } from '../../../../../src/experiments/replay/studies/study-scenes.ts';

const DESIGN = PRESETS.get('full-quality')!;
const LATENCY = 60;
const MEMORIES = [
  { latency: LATENCY, bytesPerCycle: 32 },
  { latency: LATENCY, bytesPerCycle: 8 },
];
const OPTIONS = { width: 160, height: 120, memories: MEMORIES, parts: [0, 0.5, 1, 2, 4] };
const SCENES = await igehyScenes();
const TUNNEL = SCENES.filter(({ name }) => name === 'tunnel');

function studyOf(design: Design, options: IgehyOptions, scenes: readonly StudyScene[]) {
  const steps = igehyStudy(design, options, scenes);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

describe("Igehy's experiment in small", () => {
  const study = studyOf(DESIGN, OPTIONS, SCENES);
  const groups = new Map<string, IgehyRun[]>();
  for (const run of study.runs) {
    const name = `${run.scene}, latency ${run.latency}, ${run.bytesPerCycle} bytes a cycle`;
    groups.set(name, [...(groups.get(name) ?? []), run]);
  }

  it('has every scene with every memory system, a model and an anisotropic filter among them', () => {
    expect(new Set(study.runs.map(({ scene }) => scene))).toEqual(
      new Set(['plane', 'tunnel', 'globe', 'tunnel 16x', 'knot']),
    );
    expect(groups.size).toBe(5 * MEMORIES.length);
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
    const row = igehyTable(study).rows[[...groups.values()].indexOf(runs)];
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
    const page = igehyPage(study);
    expect(page.match(/<svg /g)).toHaveLength(2 * MEMORIES.length);
    const { head, rows } = igehyTable(study);
    expect(rows).toHaveLength(groups.size);
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([head.length]));
    const lines = csvText(study.runs).split('\n');
    expect(lines[0]).toBe(
      'scene,latency,bytesPerCycle,cache,fragmentFifo,outstandingMisses,varied,part,quads,cycles,zeroLatencyCycles,' +
        'ofZeroLatency,memoryUtilization,lostTo',
    );
    expect(new Set(lines.slice(0, -1).map((line) => line.split(',').length))).toEqual(new Set([14]));
    expect(lines).toHaveLength(study.runs.length + 2);
  });
});

it('loses cycles to a short FIFO, to few misses, or to the bursts of misses that a longer FIFO evens out', () => {
  const options = { ...OPTIONS, memories: [{ latency: 200, bytesPerCycle: 16 }], parts: [0, 1, 4] };
  const knot = SCENES.filter(({ name }) => name === 'knot');
  const { runs } = studyOf(DESIGN, options, knot);
  const lost = (varied: string, part: number) => runs.find((run) => run.varied === varied && run.part === part)!.lostTo;
  expect(lost('fragmentFifo', 0)).toBe('fragmentFifo');
  expect(lost('outstandingMisses', 0)).toBe('missSlots');
  expect(lost('fragmentFifo', 1)).toBe('memoryBandwidth');
});

it('names the cause where no FIFO and no number of misses reaches the goal', () => {
  const { pipeline } = DESIGN;
  const memory = { ...pipeline.memory, requests: 'one-at-a-time' } as const;
  const design = { ...DESIGN, pipeline: { ...pipeline, memory } };
  const options = { ...OPTIONS, memories: [{ latency: LATENCY, bytesPerCycle: 32 }], parts: [0, 1, 4] };
  const { head, rows } = igehyTable(studyOf(design, options, TUNNEL));
  expect(rows[0].slice(head.indexOf('FIFO for 97 %'))).toEqual(['none: memory turn', 'none: memory turn']);
});
