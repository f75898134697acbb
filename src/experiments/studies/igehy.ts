import { group as groupsOf } from 'd3-array';
import { PASS_TAPS } from '../../../pipeline/cache/in-flight.ts';
import { type Cause, CAUSE_RECORDS, CAUSES } from '../../../pipeline/counters/causes.ts';
import { Pipeline } from '../../../pipeline/pipeline.ts';
import type { Account } from '../../../pipeline/stages/account.ts';
import type { Design } from '../../../rtl-model/design/design.ts';
import { texelMemory } from '../../../rtl-model/memory/lay-out-images.ts';
import { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { withFields } from '../../designs/with-fields.ts';
import { linearScale } from '../../platform/pages/chart-scale.ts';
import { measured, percent } from '../../platform/pages/wording.ts';
import type { RunProgress } from '../../platform/progress.ts';
import type { Study, StudyDescription } from './study-report.ts';
import { sceneRequests, type StudyScene, studyScenes } from './study-scenes.ts';

/**
 * The experiment of Igehy, Eldridge and Proudfoot (Prefetching in a Texture Cache Architecture, 1998): the throughput
 * with memory latency, as a share of the throughput of the same unit without: the same fragment FIFO, the same
 * outstanding misses and the same bandwidth.
 *
 * - `prefetching`: a fragment FIFO and outstanding misses that cover a part of the latency
 * - `stalling`: one outstanding miss and the shortest path from the tags to the data store. A miss stops the look-ups
 * after it until its line arrives, except for the passes that fit into that path. One entry in the FIFO and one in the
 * tag stage's register may be looked up meanwhile, so two cycles of a miss are hidden.
 */
type CacheKind = 'prefetching' | 'stalling';

const VARIED = ['fragmentFifo', 'outstandingMisses'] as const;
type Varied = (typeof VARIED)[number];

/** What a run changes of the unit. */
interface Setting {
  readonly cache: CacheKind;
  /** Entries of the fragment FIFO. */
  readonly fragmentFifo: number;
  readonly outstandingMisses: number;
  /** The varied setting, while the other one is ample, and the part of the latency that it covers. */
  readonly varied: Varied | 'neither';
  readonly part: number;
}

/** Gives the accounts of designs with a scene. */
type RunDesigns = (designs: readonly Design[]) => readonly Account[];

export interface IgehyOptions {
  readonly width: number;
  readonly height: number;
  /** Latencies in cycles. */
  readonly memories: readonly { readonly latency: number; readonly bytesPerCycle: number }[];
  /** Parts of the latency that the fragment FIFO covers, and then the outstanding misses; rising. */
  readonly parts: readonly number[];
}

/** Share of the throughput without latency that a prefetching cache must reach. */
export const IGEHY_GOAL = 0.97;

/** The fragment FIFO and the outstanding misses that cover no latency: the number of lines of a pass. */
export const BASE = PASS_TAPS;

/** The parts of the latency of the whole experiment. */
export const IGEHY_PARTS: readonly number[] = [0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];

/** The part of the latency that one setting covers while the other is varied. */
const AMPLE = 4;

/** The least settings that reach the goal are found to this part of the latency. */
const RESOLUTION = 1 / 32;

/** Runs scene after scene and memory after memory; yields its progress. */
export function* igehyStudy(
  design: Design,
  { width, height, memories, parts }: IgehyOptions,
  scenes: readonly StudyScene[] = studyScenes(),
): Generator<RunProgress, Study<IgehyRun>> {
  const frame = { width, height, traversal: 'tiles' } as const;
  const runs: IgehyRun[] = [];
  for (const [s, scene] of scenes.entries()) {
    const texels = texelMemory(design, scene.images);
    const run = (one: Design) => {
      const unit = new Pipeline(one, texels, scene.states, () => {});
      for (const batch of sceneRequests(scene, frame, new QuadBatch())) unit.run(batch);
      return unit.finish();
    };
    for (const [m, { latency, bytesPerCycle }] of memories.entries()) {
      yield {
        what: `${scene.name}, latency ${latency}, ${bytesPerCycle} bytes a cycle`,
        part: (s + m / memories.length) / scenes.length,
      };
      const { pipeline } = design;
      const memory = { ...pipeline.memory, latency, bytesPerCycle };
      runs.push(
        ...igehyRuns(scene.name, { ...design, pipeline: { ...pipeline, memory } }, parts, (some) => some.map(run)),
      );
    }
  }
  return { format: 'texunit-igehy-study', version: IGEHY.version, design: design.name, width, height, runs };
}

/**
 * The runs of a scene with a memory system: the stalling cache, then each setting over the parts of the latency and over
 * the parts between that lead to the least one which reaches the goal.
 *
 * @param design with the memory system
 */
export function igehyRuns(
  scene: string,
  design: Design,
  parts: readonly number[],
  run: RunDesigns,
): readonly IgehyRun[] {
  const ran = (setting: Setting) => compared(scene, design, setting, run);
  const runs = [ran({ cache: 'stalling', fragmentFifo: 1, outstandingMisses: 1, varied: 'neither', part: 0 })];
  for (const varied of VARIED) {
    const own = parts.map((part) => ran(prefetching(design, varied, part)));
    const least = own.findLastIndex((one) => !reaches(one)) + 1;
    if (least > 0 && least < own.length) {
      let [below, above] = [parts[least - 1], parts[least]];
      while (above - below > RESOLUTION) {
        const middle = ran(prefetching(design, varied, (below + above) / 2));
        own.push(middle);
        if (reaches(middle)) above = middle.part;
        else below = middle.part;
      }
    }
    runs.push(...own.toSorted((a, b) => a.part - b.part));
  }
  return runs;
}

function reaches({ ofZeroLatency }: IgehyRun): boolean {
  return ofZeroLatency >= IGEHY_GOAL;
}

/** One setting covers a part of the latency, and the other is ample. */
function prefetching({ cache, pipeline }: Design, varied: Varied, part: number): Setting {
  const { latency, bytesPerCycle } = pipeline.memory;
  const covered = (setting: Varied) => (setting === varied ? part : AMPLE) * latency;
  return {
    cache: 'prefetching',
    // The passes that enter during that time, and the lines that the bus moves in it.
    fragmentFifo: BASE + Math.round(covered('fragmentFifo')),
    outstandingMisses: BASE + Math.ceil((covered('outstandingMisses') * bytesPerCycle) / cache.lineBytes),
    varied,
    part,
  };
}

/** The unit with the setting, and the same unit without latency. */
function compared(scene: string, design: Design, setting: Setting, run: RunDesigns) {
  const { latency, bytesPerCycle } = design.pipeline.memory;
  const changed = withFields(design, [
    ['cache.outstandingMisses', setting.outstandingMisses],
    ['pipeline.fifoDepth.fragment', setting.fragmentFifo],
    ...(setting.cache === 'stalling' ? [['pipeline.latency.tag', 1] as const] : []),
  ]);
  const [account, without] = run([changed, withFields(changed, [['pipeline.memory.latency', 0]])]);
  const { cycles, quads, causes } = account;
  const lost = (cause: Cause) => causes[cause] - without.causes[cause];
  return {
    scene,
    latency,
    bytesPerCycle,
    ...setting,
    quads,
    cycles,
    /** Cycles of the same unit without latency. */
    zeroLatencyCycles: without.cycles,
    /** Throughput relative to that of the same unit without latency. */
    ofZeroLatency: without.cycles / cycles,
    /** The part of the cycles in which the memory's bus moves data. */
    memoryUtilization: account.memoryBusyCycles / cycles,
    /** The cause of most of the cycles that the latency adds. */
    lostTo: CAUSES.reduce((most, cause) => (lost(cause) > lost(most) ? cause : most)),
  };
}

export type IgehyRun = Readonly<ReturnType<typeof compared>>;

/** The experiment with each scene and memory system. */
export const IGEHY: StudyDescription<IgehyRun> = {
  version: 2,
  measures: ['cycles', 'study_runs'],
  question: "How much of a memory's latency a prefetching texture cache hides (Igehy, Eldridge, Proudfoot 1998).",
  title: "Igehy's experiment: what hides the memory's latency",
  setting: () => ' in tiles order · trilinear, 16x where named',
  sections: (runs) => [
    {
      title: 'How deep the fragment FIFO must be',
      note:
        'Throughput of a unit as a share of that of the same unit without latency, over the part of the latency that the ' +
        `fragment FIFO covers: ${BASE} passes cover none, and a pass more covers a cycle. The outstanding misses are ample. ` +
        'Dashed in black the goal of 97 %; in colours, at the bottom, a cache that stalls at each miss. Cycles that are ' +
        'lost to a bus which is idle at other times are bursts of misses, which a deeper FIFO evens out.',
      ...overParts(runs, 'fragmentFifo', ({ latency }) => `(fragment FIFO - ${BASE}) / ${latency}`),
    },
    {
      title: 'How many misses must be outstanding',
      note:
        `The same over the part of latency times bandwidth that the outstanding misses cover: ${BASE} cover none, and one ` +
        'more covers a line on the bus. The fragment FIFO is ample.',
      ...overParts(
        runs,
        'outstandingMisses',
        ({ latency, bytesPerCycle }) => `(outstanding misses - ${BASE}) x line / (${latency} x ${bytesPerCycle})`,
      ),
    },
  ],
  caseOf,
  columns: () => [
    ['scene', ([{ scene }]) => scene],
    ['latency', ([{ latency }]) => String(latency)],
    ['bytes a cycle', ([{ bytesPerCycle }]) => String(bytesPerCycle)],
    ['stalling', ([stalling]) => percent(stalling.ofZeroLatency)],
    ['FIFO covers the latency', (runs) => percent(coveredRun(runs).ofZeroLatency)],
    ['bus in use', (runs) => percent(coveredRun(runs).memoryUtilization)],
    ['most of the rest lost to', (runs) => CAUSE_RECORDS[coveredRun(runs).lostTo].title],
    [`FIFO for ${100 * IGEHY_GOAL} %`, (runs) => goalAt(runs, 'fragmentFifo')],
    [`misses for ${100 * IGEHY_GOAL} %`, (runs) => goalAt(runs, 'outstandingMisses')],
  ],
  // The published figure is from the abstract.
  published(runs) {
    const covered = Array.from(groupsOf(runs, caseOf).values(), (own) => coveredRun(own).ofZeroLatency);
    const reach = covered.filter((share) => share >= IGEHY_GOAL).length;
    return [
      'Published: at least 97 % of the performance of a memory without latency, for six scenes and four memory systems.',
      `Here ${reach} of ${covered.length} cases reach it with a FIFO that covers the latency; the least is ${percent(Math.min(...covered))}.`,
      'The scenes are not those of Igehy, Eldridge and Proudfoot (1998), whose figure is from the abstract.',
    ];
  },
};

function caseOf({ scene, latency, bytesPerCycle }: IgehyRun): string {
  return `${scene} ${latency} ${bytesPerCycle}`;
}

/** The run with the least FIFO that covers the latency, or else the deepest. */
function coveredRun(runs: readonly IgehyRun[]): IgehyRun {
  const byDepth = runs.filter(({ varied }) => varied === 'fragmentFifo');
  return byDepth.find(({ part }) => part >= 1) ?? byDepth.at(-1)!;
}

/**
 * The least setting from which on every setting reaches the goal. Where even the largest does not, the cause of most of
 * its loss.
 */
function goalAt(runs: readonly IgehyRun[], varied: Varied): string {
  const own = runs.filter((run) => run.varied === varied);
  const least = own.at(own.findLastIndex((run) => !reaches(run)) + 1);
  if (least === undefined) return `none: ${CAUSE_RECORDS[own.at(-1)!.lostTo].title}`;
  return `${least[varied]} (covers ${measured(least.part)})`;
}

/** The plots of the throughput over the covered part of the latency, one for each memory system. */
function overParts(runs: readonly IgehyRun[], varied: Varied, label: (run: IgehyRun) => string) {
  return {
    runs: runs.filter((run) => run.varied === varied || run.varied === 'neither'),
    plot: ({ latency, bytesPerCycle }: IgehyRun) => `latency ${latency}, ${bytesPerCycle} bytes a cycle`,
    curve: ({ scene }: IgehyRun) => scene,
    x: {
      label,
      of: ({ part }: IgehyRun) => part,
      scale: (parts: readonly number[]) => linearScale(0, Math.max(...parts)),
    },
    y: {
      label: 'throughput, share of zero latency',
      of: ({ ofZeroLatency }: IgehyRun) => ofZeroLatency,
      scale: (shares: readonly number[]) =>
        linearScale(0, Math.max(1, ...shares), (share) => `${Math.round(100 * share)} %`),
    },
    level: ({ scene, cache }: IgehyRun) => (cache === 'stalling' ? `${scene}, stalling` : null),
    goal: { name: `goal of ${100 * IGEHY_GOAL} %`, at: () => IGEHY_GOAL },
  };
}
