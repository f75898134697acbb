import { CAUSE_RECORDS } from '../../../../pipeline/counters/causes.ts';
import { linearScale } from '../../../platform/pages/chart-scale.ts';
import { measured, percent } from '../../../platform/pages/wording.ts';
import { BASE, IGEHY_GOAL, type IgehyRun, type IgehyStudy, leastRun, type MemorySystem } from './igehy.ts';
import { type CurvePlot, type StudyTable, studyPage } from './study-page.ts';

/** The runs of one scene and one memory system. */
interface Case {
  readonly scene: string;
  readonly memory: MemorySystem;
  readonly stalling: IgehyRun;
  /** The runs in the order of the covered part of the latency, rising. */
  readonly byDepth: readonly IgehyRun[];
  readonly byMisses: readonly IgehyRun[];
}

function casesOf({ runs }: IgehyStudy): readonly Case[] {
  return runs
    .filter(({ cache }) => cache === 'stalling')
    .map((stalling) => {
      const { scene, latency, bytesPerCycle } = stalling;
      const own = runs.filter(
        (run) => run.scene === scene && run.latency === latency && run.bytesPerCycle === bytesPerCycle,
      );
      return {
        scene,
        memory: { latency, bytesPerCycle },
        stalling,
        byDepth: own.filter(({ varied }) => varied === 'fragmentFifo'),
        byMisses: own.filter(({ varied }) => varied === 'outstandingMisses'),
      };
    });
}

/** The results, one row for each scene and memory system. */
export function igehyTable(study: IgehyStudy): StudyTable {
  const rows = casesOf(study).map(({ scene, memory, stalling, byDepth, byMisses }) => {
    const covered = byDepth.find(({ part }) => part >= 1)!;
    return [
      scene,
      String(memory.latency),
      String(memory.bytesPerCycle),
      percent(stalling.ofZeroLatency),
      percent(covered.ofZeroLatency),
      percent(covered.memoryUtilization),
      CAUSE_RECORDS[covered.lostTo].title,
      goalAt(byDepth, ({ fragmentFifo }) => fragmentFifo),
      goalAt(byMisses, ({ outstandingMisses }) => outstandingMisses),
    ];
  });
  return {
    head: [
      'scene',
      'latency',
      'bytes a cycle',
      'stalling',
      'FIFO covers the latency',
      'bus in use',
      'most of the rest lost to',
      `FIFO for ${100 * IGEHY_GOAL} %`,
      `misses for ${100 * IGEHY_GOAL} %`,
    ],
    rows,
  };
}

/** The least setting that reaches the goal; or, if none does, the cause of what the largest loses. */
function goalAt(runs: readonly IgehyRun[], shown: (run: IgehyRun) => number): string {
  const least = leastRun(runs);
  if (least === undefined) return `none: ${CAUSE_RECORDS[runs.at(-1)!.lostTo].title}`;
  return `${shown(least)} (covers ${measured(least.part)})`;
}

/** Sentences that put the results beside the published figures: the abstract's 97 %. */
export function igehyPublished(study: IgehyStudy): readonly string[] {
  const covered = casesOf(study).map(({ byDepth }) => byDepth.find(({ part }) => part >= 1)!.ofZeroLatency);
  const reach = covered.filter((share) => share >= IGEHY_GOAL).length;
  return [
    'Published: at least 97 % of the performance of a memory without latency, for six scenes and four memory systems.',
    `Here ${reach} of ${covered.length} cases reach it with a FIFO that covers the latency; the least is ${percent(Math.min(...covered))}.`,
    'The scenes are not those of Igehy, Eldridge and Proudfoot (1998), whose figure is from the abstract.',
  ];
}

/** The study as a page, igehy.html. */
export function igehyPage(study: IgehyStudy): string {
  const cases = casesOf(study);
  const memories = new Map(cases.map(({ memory }) => [`${memory.latency}/${memory.bytesPerCycle}`, memory]));
  const of = ({ latency, bytesPerCycle }: MemorySystem) =>
    cases.filter(({ memory }) => memory.latency === latency && memory.bytesPerCycle === bytesPerCycle);
  const plots = (
    runsOf: (one: Case) => readonly IgehyRun[],
    label: (memory: MemorySystem) => string,
  ): readonly CurvePlot[] =>
    Array.from(memories.values(), (memory) => {
      const curves = of(memory).map((one) => ({
        name: one.scene,
        points: runsOf(one).map((run) => [run.part, run.ofZeroLatency] as const),
      }));
      const [parts, shares] = [0, 1].map((n) => curves.flatMap(({ points }) => points.map((point) => point[n])));
      const stalling = of(memory).map(({ scene, stalling: run }) => ({
        name: `${scene}, stalling`,
        of: scene,
        y: run.ofZeroLatency,
      }));
      return {
        title: `latency ${memory.latency}, ${memory.bytesPerCycle} bytes a cycle`,
        x: { label: label(memory), scale: linearScale(0, Math.max(...parts)) },
        y: {
          label: 'throughput, share of zero latency',
          scale: linearScale(0, Math.max(1, ...shares), percentTick),
        },
        curves,
        levels: [...stalling, { name: `goal of ${100 * IGEHY_GOAL} %`, y: IGEHY_GOAL }],
      };
    });
  const sections = [
    {
      title: 'How deep the fragment FIFO must be',
      note:
        'Throughput of a unit as a share of that of the same unit without latency, over the part of the latency that the ' +
        `fragment FIFO covers: ${BASE} passes cover none, and a pass more covers a cycle. The outstanding misses are ample. ` +
        'Dashed in black the goal of 97 %; in colours, at the bottom, a cache that stalls at each miss. Cycles that are ' +
        'lost to a bus which is idle at other times are bursts of misses, which a deeper FIFO evens out.',
      plots: plots(
        ({ byDepth }) => byDepth,
        ({ latency }) => `(fragment FIFO - ${BASE}) / ${latency}`,
      ),
    },
    {
      title: 'How many misses must be outstanding',
      note:
        `The same over the part of latency times bandwidth that the outstanding misses cover: ${BASE} cover none, and one ` +
        'more covers a line on the bus. The fragment FIFO is ample.',
      plots: plots(
        ({ byMisses }) => byMisses,
        ({ latency, bytesPerCycle }) => `(outstanding misses - ${BASE}) x line / (${latency} x ${bytesPerCycle})`,
      ),
    },
  ];
  return studyPage(
    "Igehy's experiment: what hides the memory's latency",
    `${study.design} · ${study.width}x${study.height} pixels in tiles order · trilinear, 16x where named`,
    sections,
    igehyTable(study),
    igehyPublished(study),
  );
}

/** A share as a whole percentage: 50 %. */
function percentTick(share: number): string {
  return `${Math.round(100 * share)} %`;
}
