import type { CacheDesign, Design } from '../../../rtl-model/design/design.ts';
import { setsOf } from '../../../rtl-model/texel-cache/set-index.ts';
import { MemoryBudget } from '../../../traces/encodings/memory-budget.ts';
import type { AccessBatch } from '../../../traces/accesses/access-batch.ts';
import type { TracedImage } from '../../../traces/accesses/image-table.ts';
import { BeladyOptimum } from './locality/belady.ts';
import { LineStream, type PassLineBatch } from './caches/line-stream.ts';
import { type Outcomes, replayPart, type ReplayTotals } from './caches/lookup-levels.ts';
import { ManyReplays } from './caches/many-replays.ts';
import { type LineLocality, LineStudy } from './locality/line-study.ts';
import type { MissCurve } from './locality/miss-curve.ts';
import { TexelHeat } from './locality/texel-heat.ts';
import { TexelStudy } from './locality/texel-study.ts';
import { TimeLine } from './locality/time-line.ts';
import { type DesignReport, designReport, type HeatReport, streamReport } from './report/replay-report.ts';

/**
 * The full study of accesses and designs in one pass: the totals of each design with a time line, the locality of each
 * line size, the accesses and misses of texels, and the optimum of each geometry.
 */
export class ReplayStudy {
  private readonly replays: ManyReplays;
  private readonly designs: readonly DesignStudy[];
  private readonly lines: ReadonlyMap<number, LinesOfSize>;
  private readonly texels: TexelStudy;
  /** The accesses whose look-ups are made. */
  private batch: AccessBatch | null = null;

  /**
   * @param designs valid by `checkWidths`, at least one; the heat map shows the first
   * @param images the trace's images for the heat map; none if empty
   * @param optimum true to compute Belady's optimum for each geometry
   * @param budget takes all that grows with the accesses
   */
  constructor(
    designs: readonly Design[],
    private readonly images: readonly TracedImage[],
    optimum: boolean,
    budget: MemoryBudget = new MemoryBudget(),
  ) {
    this.texels = new TexelStudy(budget);
    this.designs = designs.map((design, n) => new DesignStudy(design, n === 0 ? images : [], budget));
    this.replays = new ManyReplays(designs.map(replayPart), (lookups, outcomes, n) =>
      this.designs[n].take(this.batch!, lookups, outcomes),
    );
    const sizes = new Set(designs.map(({ cache }) => cache.lineBytes));
    this.lines = new Map(
      Array.from(sizes, (bytes) => {
        const caches = designs.map(({ cache }) => cache).filter(({ lineBytes }) => lineBytes === bytes);
        return [bytes, new LinesOfSize(bytes, optimum ? caches : [], budget)];
      }),
    );
  }

  take(batch: AccessBatch): void {
    this.texels.take(batch);
    for (const lines of this.lines.values()) lines.take(batch);
    this.batch = batch;
    this.replays.take(batch);
  }

  findings() {
    const sizes = Array.from(this.lines.values()).sort((a, b) => a.lineBytes - b.lineBytes);
    const localities = new Map(sizes.map((size) => [size.lineBytes, size.locality()]));
    return {
      texels: this.texels.result(),
      streams: Array.from(localities, ([lineBytes, locality]) => streamReport(lineBytes, locality)),
      designs: this.replays.totals().map((totals, n) => {
        const { cache } = this.designs[n].design;
        const optimum = this.lines.get(cache.lineBytes)!.optimum(cache);
        return this.designs[n].report(totals, localities.get(cache.lineBytes)!.curve, optimum);
      }),
      heat: this.images.length === 0 ? null : this.designs[0].heatReport(),
    };
  }
}

/** One design's time line, heat map and classes. */
class DesignStudy {
  private readonly timeLine = new TimeLine();
  private readonly heat = this.images.length === 0 ? null : new TexelHeat(this.images, this.budget);

  constructor(
    readonly design: Design,
    private readonly images: readonly TracedImage[],
    private readonly budget: MemoryBudget,
  ) {}

  /** @param batch the accesses that make the look-ups */
  take(batch: AccessBatch, lookups: PassLineBatch, outcomes: Outcomes): void {
    this.timeLine.take(lookups.count, outcomes);
    this.heat?.take(batch, { lineBytes: this.design.cache.sectorBytes, lookups, missed: outcomes.missed });
  }

  report(totals: ReplayTotals, curve: MissCurve, optimum: BeladyOptimum | null): DesignReport {
    const found = { curve, timeLine: this.timeLine.result(), ...(optimum && { optimum: optimum.misses }) };
    return designReport(replayPart(this.design), totals, found);
  }

  heatReport(): HeatReport {
    return { design: this.design.name, ...this.heat!.result() };
  }
}

/** The study of one line size, independent of caches, and the optimum of each geometry. */
class LinesOfSize {
  private readonly stream = new LineStream(this.lineBytes);
  private readonly study = new LineStudy(this.budget);
  private readonly optima = new Map(this.caches.map((cache) => [geometry(cache), optimumOf(cache, this.budget)]));

  /** @param caches the caches whose optimum is computed */
  constructor(
    readonly lineBytes: number,
    private readonly caches: readonly CacheDesign[],
    private readonly budget: MemoryBudget,
  ) {}

  take(batch: AccessBatch): void {
    const lookups = this.stream.take(batch);
    this.study.take(lookups);
    for (const optimum of this.optima.values()) optimum.take(lookups);
  }

  locality(): LineLocality {
    return this.study.result();
  }

  optimum(cache: CacheDesign): BeladyOptimum | null {
    return this.optima.get(geometry(cache)) ?? null;
  }
}

function geometry({ sets, ways, setIndex, indexBits }: CacheDesign): string {
  return `${sets} ${ways} ${setIndex} ${String(indexBits)}`;
}

function optimumOf(cache: CacheDesign, budget: MemoryBudget): BeladyOptimum {
  return new BeladyOptimum(cache.sets, cache.ways, setsOf(cache), budget);
}
