import type { Design } from '../../../rtl-model/design/design.ts';
import type { MemoryBudget } from '../../../traces/encodings/memory-budget.ts';
import type { AccessBatch } from '../../../traces/accesses/access-batch.ts';
import type { BatchLender } from '../../../traces/accesses/access-source.ts';
import type { TracedImage } from '../../../traces/accesses/image-table.ts';
import { ManyReplays } from './caches/many-replays.ts';
import { ReplayStudy } from './replay-study.ts';
import { type ReplayDesign, replayPart, type ReplayTotals } from './caches/lookup-levels.ts';
import { designReport, type ReplayReport } from './report/replay-report.ts';
import { SplitReplay } from './threads/split-replay.ts';

/** The findings of a replay: its report without the trace. */
export type Findings = Pick<ReplayReport, 'texels' | 'streams' | 'designs' | 'heat'>;

/** A replay of one stream of accesses against designs. */
export interface Replayer {
  /** Lends batches that are taken without a copy; left out where any batch is. */
  readonly lender?: BatchLender;
  /** Takes a batch. The caller may reuse it after the promise resolves. */
  take(batch: AccessBatch): void | Promise<void>;
  /** The findings; called once. */
  finish(): Findings | Promise<Findings>;
  /** Stops a replay before its end; left out where nothing goes on by itself. */
  readonly stop?: () => Promise<void>;
}

/** The extent of a replay. */
export interface ReplayExtent {
  /** True for the totals of the designs alone, which are many times as fast. */
  readonly totalsOnly: boolean;
  /** True to compute Belady's optimum of each geometry. */
  readonly optimum: boolean;
  /** For totals: the number of cores that share the sets of each design. */
  readonly cores: number;
}

/**
 * @param images the images of the accesses, for the heat map; none if empty
 * @param budget takes all that grows with the accesses
 */
export function replayer(
  designs: readonly Design[],
  images: readonly TracedImage[],
  { totalsOnly, optimum, cores }: ReplayExtent,
  budget: MemoryBudget,
): Replayer {
  if (!totalsOnly) {
    const study = new ReplayStudy(designs, images, optimum, budget);
    return { take: (batch) => study.take(batch), finish: () => study.findings() };
  }
  const parts = designs.map(replayPart);
  if (cores === 1) {
    const replays = new ManyReplays(parts);
    return { take: (batch) => replays.take(batch), finish: () => totalsFound(parts, replays.totals()) };
  }
  const split = new SplitReplay(parts, cores);
  return {
    lender: split,
    take: (batch) => split.take(batch),
    finish: async () => totalsFound(parts, await split.finish()),
    stop: () => split.stop(),
  };
}

function totalsFound(parts: readonly ReplayDesign[], totals: readonly ReplayTotals[]): Findings {
  return {
    texels: null,
    streams: [],
    designs: parts.map((part, n) => designReport(part, totals[n])),
    heat: null,
  };
}
