import { PASS_TAPS } from '../../../pipeline/in-flight.ts';
import type { Design } from '../../../rtl-model/design/design.ts';
import { layOutImages } from '../../../rtl-model/memory/image.ts';
import { ratiosOf } from '../../simulate/report/report.ts';
import type { Study } from './study-page.ts';
import { runScene, type StudyScene, studyScenes } from './study-scenes.ts';
import type { Standing } from '../standing.ts';
import { keptForLast, performed, type StudyPlan } from './study-plan.ts';

/**
 * The experiment of Igehy, Eldridge and Proudfoot (Prefetching in a Texture Cache Architecture, 1998): the throughput
 * with memory latency, as a share of the throughput without, for caches that hide the latency in different ways.
 *
 * - `zero-latency`: the bound, the same bandwidth without latency, with a fragment FIFO and outstanding misses for one
 * pass
 * - `prefetching`: more of either, enough to cover a part of the latency
 * - `stalling`: one outstanding miss and the shortest path from the tags to the data store. A miss stops the look-ups
 * behind it until its line arrives, except for the passes that fit into that path. One entry in the FIFO and one in the
 * tag stage's register may be looked up meanwhile, so two cycles of a miss are hidden.
 */
const CACHE_KINDS = ['zero-latency', 'prefetching', 'stalling'] as const;
export type CacheKind = (typeof CACHE_KINDS)[number];

export type Varied = 'fragmentFifo' | 'outstandingMisses';

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
  /** The varied setting, while the other one covers the latency, and the part of the latency that it covers. */
  readonly varied: Varied | 'neither';
  readonly part: number;
  readonly quads: number;
  readonly cycles: number;
  /** Throughput relative to that of the same scene and bandwidth without latency. */
  readonly ofZeroLatency: number;
  /** The cause of most of the cycles without a result. */
  readonly boundBy: string;
}

export type IgehyStudy = Study<'texunit-igehy-study', IgehyRun>;

export interface IgehyOptions {
  readonly width: number;
  readonly height: number;
  readonly memories: readonly MemorySystem[];
  /** Parts of the latency that the fragment FIFO covers, and then the outstanding misses. */
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
  ],
  parts: [0, 0.125, 0.25, 0.5, 0.75, 0.875, 1, 1.125, 1.25, 1.5],
};

export const QUICK_IGEHY: IgehyOptions = {
  ...IGEHY,
  width: 320,
  height: 240,
  memories: [{ latency: 200, bytesPerCycle: 32 }],
  parts: [0, 0.25, 0.5, 1, 1.25],
};

/** Share of the throughput without latency that a prefetching cache must reach. */
export const IGEHY_GOAL = 0.97;

/**
 * The fragment FIFO and the outstanding misses of the unit without latency: the number of lines of a pass, whose misses
 * remain outstanding until the last of them is written to the data store.
 */
export const BASE = PASS_TAPS;

/** The FIFO entries for the passes that enter during the given part of the latency. */
function fragmentFifo({ latency }: MemorySystem, part: number): number {
  return BASE + Math.round(part * latency);
}

/** The misses that keep the bus busy over the given part of the latency: the latency times the bandwidth, in lines. */
function outstandingMisses({ cache }: Design, { latency, bytesPerCycle }: MemorySystem, part: number): number {
  return BASE + Math.ceil((part * latency * bytesPerCycle) / cache.lineBytes);
}

/** The part of the latency that one setting covers while the other is varied. */
const COVERING = 1.25;

/** Runs scene after scene and memory after memory; yields its progress. */
export function igehyStudy(design: Design, options: IgehyOptions): Generator<Standing, IgehyStudy> {
  return performed(igehyPlan(design, options));
}

/** A run by itself, which does not know the one without latency. */
type LoneRun = Omit<IgehyRun, 'ofZeroLatency'>;

/** The parts of the study: its runs. */
export function igehyPlan(design: Design, options: IgehyOptions): StudyPlan<LoneRun, IgehyStudy> {
  const { width, height, memories, parts } = options;
  const texelsOf = keptForLast(({ image }: StudyScene) => layOutImages([image], design.cache.layout));
  return {
    parts: studyScenes().flatMap((scene) =>
      memories.flatMap((memory) =>
        settingsOf(design, memory, parts).map((setting) => ({
          what: `${scene.scene.name}, latency ${memory.latency}, ${setting.cache}`,
          // oxlint-disable-next-line require-yield
          *run() {
            const account = runScene(designWith(design, memory, setting), texelsOf(scene), scene, options);
            const { cycles, quads } = account;
            const { boundBy } = ratiosOf(account, scene.image.format.texelBytes);
            return [{ scene: scene.scene.name, ...memory, ...setting, quads, cycles, boundBy }];
          },
        })),
      ),
    ),
    result(all) {
      let bound = 0;
      const runs = all.map(({ boundBy, ...run }): IgehyRun => {
        if (run.cache === 'zero-latency') bound = run.cycles;
        return { ...run, ofZeroLatency: bound / run.cycles, boundBy };
      });
      return { format: 'texunit-igehy-study', version: 1, design: design.name, width, height, runs };
    },
  };
}

type Setting = Pick<IgehyRun, 'cache' | 'fragmentFifo' | 'outstandingMisses' | 'varied' | 'part'>;

/** The settings, first the one without latency. */
function settingsOf(design: Design, memory: MemorySystem, parts: readonly number[]): readonly Setting[] {
  const covering = {
    fragmentFifo: fragmentFifo(memory, COVERING),
    outstandingMisses: outstandingMisses(design, memory, COVERING),
  };
  const varying = (varied: Varied, entries: number, part: number): Setting => ({
    cache: 'prefetching',
    ...covering,
    [varied]: entries,
    varied,
    part,
  });
  const none = { varied: 'neither', part: 0 } as const;
  return [
    { cache: 'zero-latency', fragmentFifo: BASE, outstandingMisses: BASE, ...none },
    ...parts.map((part) => varying('fragmentFifo', fragmentFifo(memory, part), part)),
    ...parts.map((part) => varying('outstandingMisses', outstandingMisses(design, memory, part), part)),
    { cache: 'stalling', fragmentFifo: 1, outstandingMisses: 1, ...none },
  ];
}

function designWith(design: Design, memory: MemorySystem, setting: Setting): Design {
  const { cache, pipeline } = design;
  const { latency, bytesPerCycle } = memory;
  return {
    ...design,
    cache: { ...cache, outstandingMisses: setting.outstandingMisses },
    pipeline: {
      ...pipeline,
      fifoDepth: { ...pipeline.fifoDepth, fragment: setting.fragmentFifo },
      latency: setting.cache === 'stalling' ? { ...pipeline.latency, tag: 1 } : pipeline.latency,
      memory: { ...pipeline.memory, latency: setting.cache === 'zero-latency' ? 0 : latency, bytesPerCycle },
    },
  };
}
