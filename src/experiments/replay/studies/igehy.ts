import type { Account } from '../../../../pipeline/stages/account.ts';
import { type Cause, CAUSES } from '../../../../pipeline/counters/causes.ts';
import { PASS_TAPS } from '../../../../pipeline/cache/in-flight.ts';
import type { Design } from '../../../../rtl-model/design/design.ts';
import { layOutImages, type TexelMemory } from '../../../../rtl-model/memory/lay-out-images.ts';
import type { Study } from './study-page.ts';
import { runScene, type StudyScene, studyScenes } from './study-scenes.ts';
import type { RunProgress } from '../../../platform/progress.ts';
import { keptForLast, performed, type StudyPlan } from './study-plan.ts';

/**
 * The experiment of Igehy, Eldridge and Proudfoot (Prefetching in a Texture Cache Architecture, 1998): the throughput
 * with memory latency, as a share of the throughput of the same unit without: the same fragment FIFO, the same
 * outstanding misses and the same bandwidth.
 *
 * - `prefetching`: a fragment FIFO and outstanding misses that cover a part of the latency
 * - `stalling`: one outstanding miss and the shortest path from the tags to the data store. A miss stops the look-ups
 * behind it until its line arrives, except for the passes that fit into that path. One entry in the FIFO and one in the
 * tag stage's register may be looked up meanwhile, so two cycles of a miss are hidden.
 */
const CACHE_KINDS = ['prefetching', 'stalling'] as const;
export type CacheKind = (typeof CACHE_KINDS)[number];

const VARIED = ['fragmentFifo', 'outstandingMisses'] as const;
export type Varied = (typeof VARIED)[number];

export interface MemorySystem {
  /** Latency in cycles. */
  readonly latency: number;
  readonly bytesPerCycle: number;
}

export interface IgehyRun extends MemorySystem {
  readonly scene: string;
  readonly cache: CacheKind;
  /** Entries of the fragment FIFO. */
  readonly fragmentFifo: number;
  readonly outstandingMisses: number;
  /** The varied setting, while the other one is ample, and the part of the latency that it covers. */
  readonly varied: Varied | 'neither';
  readonly part: number;
  readonly quads: number;
  readonly cycles: number;
  /** Cycles of the same unit without latency. */
  readonly zeroLatencyCycles: number;
  /** Throughput relative to that of the same unit without latency. */
  readonly ofZeroLatency: number;
  /** The part of the cycles in which the memory's bus moves data. */
  readonly memoryUtilization: number;
  /** The cause of most of the cycles that the latency adds. */
  readonly lostTo: Cause;
}

export type IgehyStudy = Study<'texunit-igehy-study', IgehyRun, 2>;

export interface IgehyOptions {
  readonly width: number;
  readonly height: number;
  readonly memories: readonly MemorySystem[];
  /** Parts of the latency that the fragment FIFO covers, and then the outstanding misses; rising. */
  readonly parts: readonly number[];
}

/** The whole study. `QUICK_IGEHY` is a smaller version that takes a few seconds. */
export const IGEHY: IgehyOptions = {
  width: 640,
  height: 480,
  memories: [
    { latency: 50, bytesPerCycle: 32 },
    { latency: 200, bytesPerCycle: 32 },
    { latency: 800, bytesPerCycle: 32 },
    { latency: 200, bytesPerCycle: 8 },
    { latency: 200, bytesPerCycle: 4 },
  ],
  parts: [0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4],
};

export const QUICK_IGEHY: IgehyOptions = {
  width: 192,
  height: 144,
  memories: [{ latency: 100, bytesPerCycle: 32 }],
  parts: [0, 1, 2, 4],
};

/** Share of the throughput without latency that a prefetching cache must reach. */
export const IGEHY_GOAL = 0.97;

/** The fragment FIFO and the outstanding misses that cover no latency: the number of lines of a pass. */
export const BASE = PASS_TAPS;

/** The part of the latency that one setting covers while the other is varied. */
const AMPLE = 4;

/** The least settings that reach the goal are found to this part of the latency. */
const RESOLUTION = 1 / 32;

/** Runs scene after scene and memory after memory; yields its progress. */
export function igehyStudy(
  design: Design,
  options: IgehyOptions,
  scenes: readonly StudyScene[] = studyScenes(),
): Generator<RunProgress, IgehyStudy> {
  return performed(igehyPlan(design, options, scenes));
}

/** The parts of the study: a scene with a memory system. */
export function igehyPlan(
  design: Design,
  options: IgehyOptions,
  scenes: readonly StudyScene[],
): StudyPlan<IgehyRun, IgehyStudy> {
  const { width, height, memories } = options;
  const texelsOf = keptForLast(({ images, design: own = design }: StudyScene) =>
    layOutImages(images, own.cache.layout),
  );
  return {
    parts: scenes.flatMap((scene) =>
      memories.map((memory) => ({
        what: `${scene.name}, latency ${memory.latency}, ${memory.bytesPerCycle} bytes a cycle`,
        run: () =>
          runsOf(new StudyCase(scene.design ?? design, texelsOf(scene), scene, memory, options), options.parts),
      })),
    ),
    result: (runs) => ({ format: 'texunit-igehy-study', version: 2, design: design.name, width, height, runs }),
  };
}

/**
 * The stalling cache, then each setting over the parts of the latency and over the parts between that lead to the least
 * one which reaches the goal.
 */
function* runsOf(one: StudyCase, parts: readonly number[]): Generator<number, readonly IgehyRun[]> {
  const runs = [one.stalling()];
  for (const [half, varied] of VARIED.entries()) {
    const own: IgehyRun[] = [];
    for (const [n, part] of parts.entries()) {
      yield (half + n / parts.length) / VARIED.length;
      own.push(one.prefetching(varied, part));
    }
    const least = own.findLastIndex((run) => !reaches(run)) + 1;
    if (least > 0 && least < own.length) {
      let [below, above] = [parts[least - 1], parts[least]];
      while (above - below > RESOLUTION) {
        const run = one.prefetching(varied, (below + above) / 2);
        own.push(run);
        if (reaches(run)) above = run.part;
        else below = run.part;
      }
    }
    runs.push(...own.toSorted((a, b) => a.part - b.part));
  }
  return runs;
}

function reaches({ ofZeroLatency }: IgehyRun): boolean {
  return ofZeroLatency >= IGEHY_GOAL;
}

/** The run with the least setting that reaches the goal with all that are larger; none if the largest does not. */
export function leastRun(runs: readonly IgehyRun[]): IgehyRun | undefined {
  return runs[runs.findLastIndex((run) => !reaches(run)) + 1];
}

type Setting = Pick<IgehyRun, 'cache' | 'fragmentFifo' | 'outstandingMisses' | 'varied' | 'part'>;

/** A scene with a memory system. */
class StudyCase {
  private readonly design: Design;
  private readonly texels: TexelMemory;
  private readonly scene: StudyScene;
  private readonly memory: MemorySystem;
  private readonly options: IgehyOptions;

  constructor(design: Design, texels: TexelMemory, scene: StudyScene, memory: MemorySystem, options: IgehyOptions) {
    this.design = design;
    this.texels = texels;
    this.scene = scene;
    this.memory = memory;
    this.options = options;
  }

  stalling(): IgehyRun {
    return this.run({ cache: 'stalling', fragmentFifo: 1, outstandingMisses: 1, varied: 'neither', part: 0 });
  }

  /** The run in which one setting covers a part of the latency, and the other is ample. */
  prefetching(varied: Varied, part: number): IgehyRun {
    const covered = (setting: Varied) => (setting === varied ? part : AMPLE);
    return this.run({
      cache: 'prefetching',
      fragmentFifo: this.fragmentFifo(covered('fragmentFifo')),
      outstandingMisses: this.outstandingMisses(covered('outstandingMisses')),
      varied,
      part,
    });
  }

  /** The FIFO entries for the passes that enter during the given part of the latency. */
  private fragmentFifo(part: number): number {
    return BASE + Math.round(part * this.memory.latency);
  }

  /** The misses that keep the bus busy over the given part of the latency: latency times bandwidth, in lines. */
  private outstandingMisses(part: number): number {
    const { latency, bytesPerCycle } = this.memory;
    return BASE + Math.ceil((part * latency * bytesPerCycle) / this.design.cache.lineBytes);
  }

  /** The unit with the setting, and the same unit without latency. */
  private run(setting: Setting): IgehyRun {
    const account = this.account(setting, this.memory.latency);
    const without = this.account(setting, 0);
    const { cycles, quads, causes } = account;
    const lost = (cause: Cause) => causes[cause] - without.causes[cause];
    return {
      scene: this.scene.name,
      ...this.memory,
      ...setting,
      quads,
      cycles,
      zeroLatencyCycles: without.cycles,
      ofZeroLatency: without.cycles / cycles,
      memoryUtilization: account.memoryBusyCycles / cycles,
      lostTo: CAUSES.reduce((most, cause) => (lost(cause) > lost(most) ? cause : most)),
    };
  }

  private account({ cache: kind, fragmentFifo, outstandingMisses }: Setting, latency: number): Account {
    const { cache, pipeline } = this.design;
    const design = {
      ...this.design,
      cache: { ...cache, outstandingMisses },
      pipeline: {
        ...pipeline,
        fifoDepth: { ...pipeline.fifoDepth, fragment: fragmentFifo },
        latency: kind === 'stalling' ? { ...pipeline.latency, tag: 1 } : pipeline.latency,
        memory: { ...pipeline.memory, latency, bytesPerCycle: this.memory.bytesPerCycle },
      },
    };
    return runScene(design, this.texels, this.scene, this.options);
  }
}
