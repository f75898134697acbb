import type { Design } from '../../rtl-model/design/design.ts';
import type { AccessBatch } from '../../traces/accesses/access-batch.ts';
import { type BatchLender, oneBatch } from '../../traces/accesses/access-source.ts';
import type { TracedImage } from '../../traces/accesses/image-table.ts';
import { ManyReplays } from './caches/many-replays.ts';
import { ReplayStudy } from './replay-study.ts';
import type { ReplayTotals } from './caches/replay-totals.ts';
import { designReport, type ReplayReport } from './report/replay-report.ts';
import { SplitReplay } from './threads/split-replay.ts';

/** What a replay finds, but for what was replayed. */
export type Findings = Pick<ReplayReport, 'texels' | 'streams' | 'designs' | 'heat'>;

/** Replays one stream of accesses against designs. */
export interface Replayer {
  /** What it lends is taken without a copy. */
  readonly lender: BatchLender;
  /** The batch may be used again once it has resolved. */
  take(batch: AccessBatch): void | Promise<void>;
  /** What it has found, once. */
  finish(): Findings | Promise<Findings>;
  /** Gives a replay up before its end. */
  stop(): void | Promise<void>;
}

/** How much a replay looks at. */
export interface ReplayExtent {
  /** Totals of the designs alone: many times as fast. */
  readonly totalsOnly: boolean;
  /** Belady's optimum of each geometry. */
  readonly optimum: boolean;
  /** For totals: cores that share the sets of each design. */
  readonly cores: number;
}

/** @param images of the accesses, for the heat map; empty for none */
export function replayer(
  designs: readonly Design[],
  images: readonly TracedImage[],
  { totalsOnly, optimum, cores }: ReplayExtent,
): Replayer {
  if (!totalsOnly) return studied(new ReplayStudy(designs, images, optimum));
  const parts = designs.map(({ cache, pipeline }) => ({ cache, memory: pipeline.memory }));
  if (cores === 1) {
    const replays = new ManyReplays(parts);
    return {
      lender: oneBatch(),
      take: (batch) => replays.take(batch),
      finish: () => totalsFound(designs, replays.totals()),
      stop: () => {},
    };
  }
  const split = new SplitReplay(parts, cores);
  return {
    lender: split,
    take: (batch) => split.take(batch),
    finish: async () => totalsFound(designs, await split.finish()),
    stop: () => split.stop(),
  };
}

function studied(study: ReplayStudy): Replayer {
  return { lender: oneBatch(), take: (batch) => study.take(batch), finish: () => study.findings(), stop: () => {} };
}

function totalsFound(designs: readonly Design[], totals: readonly ReplayTotals[]): Findings {
  return {
    texels: null,
    streams: [],
    designs: designs.map(({ name, cache }, n) => designReport(name, cache, totals[n])),
    heat: null,
  };
}
