import type { CacheDesign, Design } from '../../rtl-model/design/design.ts';
import { foldedSet } from '../../rtl-model/texel-cache/set-index.ts';
import type { AccessBatch } from '../../traces/accesses/access-batch.ts';
import type { TracedImage } from '../../traces/accesses/image-table.ts';
import { BeladyOptimum } from './locality/belady.ts';
import { CacheReplay, type LookupListener } from './caches/cache-replay.ts';
import { LineStream } from './caches/line-stream.ts';
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
  private readonly replays: readonly DesignReplay[];
  private readonly lines: ReadonlyMap<number, LinesOfSize>;
  private readonly texels = new TexelStudy();
  private readonly images: readonly TracedImage[];

  /**
   * @param designs valid by `checkWidths`, at least one; the heat map shows the first
   * @param images the trace's images for the heat map; none if empty
   * @param optimum true to compute Belady's optimum for each geometry
   */
  constructor(designs: readonly Design[], images: readonly TracedImage[], optimum: boolean) {
    this.images = images;
    this.replays = designs.map((design, n) => new DesignReplay(design, n === 0 ? images : []));
    const sizes = new Set(designs.map(({ cache }) => cache.lineBytes));
    this.lines = new Map(
      Array.from(sizes, (bytes) => {
        const caches = designs.map(({ cache }) => cache).filter(({ lineBytes }) => lineBytes === bytes);
        return [bytes, new LinesOfSize(bytes, optimum ? caches : [])];
      }),
    );
  }

  take(batch: AccessBatch): void {
    this.texels.take(batch);
    for (const lines of this.lines.values()) lines.take(batch);
    for (const replay of this.replays) replay.take(batch);
  }

  findings() {
    const sizes = Array.from(this.lines.values()).sort((a, b) => a.lineBytes - b.lineBytes);
    const localities = new Map(sizes.map((size) => [size.lineBytes, size.locality()]));
    return {
      texels: this.texels.result(),
      streams: Array.from(localities, ([lineBytes, locality]) => streamReport(lineBytes, locality)),
      designs: this.replays.map((replay) => {
        const { lineBytes } = replay.cache;
        const optimum = this.lines.get(lineBytes)!.optimum(replay.cache);
        return replay.report(localities.get(lineBytes)!.curve, optimum);
      }),
      heat: this.images.length === 0 ? null : this.replays[0].heatReport(),
    };
  }
}

/** One design's replay, with its time line, heat map and classes. */
class DesignReplay {
  private readonly design: Design;
  private readonly replay: CacheReplay;
  private readonly timeLine = new TimeLine();
  private readonly heat: TexelHeat | null;
  private batch: AccessBatch | null = null;

  constructor(design: Design, images: readonly TracedImage[]) {
    const { cache, pipeline } = design;
    this.design = design;
    this.heat = images.length === 0 ? null : new TexelHeat(images);
    this.replay = new CacheReplay({ cache, memory: pipeline.memory }, this.onLookups);
  }

  take(batch: AccessBatch): void {
    this.batch = batch;
    this.replay.take(batch);
  }

  get cache(): CacheDesign {
    return this.design.cache;
  }

  report(curve: MissCurve, optimum: BeladyOptimum | null): DesignReport {
    const { name, cache } = this.design;
    const found = { curve, timeLine: this.timeLine.result(), ...(optimum && { optimum: optimum.misses }) };
    return designReport(name, cache, this.replay.totals(), found);
  }

  heatReport(): HeatReport {
    return { design: this.design.name, ...this.heat!.result() };
  }

  private readonly onLookups: LookupListener = (lookups, outcomes) => {
    this.timeLine.take(lookups.count, outcomes);
    this.heat?.take(this.batch!, { lineBytes: this.cache.sectorBytes, lookups, missed: outcomes.missed });
  };
}

/** The study of one line size, independent of caches, and the optimum of each geometry. */
class LinesOfSize {
  readonly lineBytes: number;
  private readonly stream: LineStream;
  private readonly study = new LineStudy();
  private readonly optima: ReadonlyMap<string, BeladyOptimum>;

  /** @param caches the caches whose optimum is computed */
  constructor(lineBytes: number, caches: readonly CacheDesign[]) {
    this.lineBytes = lineBytes;
    this.stream = new LineStream(lineBytes);
    this.optima = new Map(caches.map((cache) => [geometry(cache), optimumOf(cache)]));
  }

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

function geometry({ sets, ways, setIndex }: CacheDesign): string {
  return `${sets} ${ways} ${setIndex}`;
}

function optimumOf({ sets, ways, setIndex }: CacheDesign): BeladyOptimum {
  const folded = setIndex === 'xor-folded' ? (line: number) => foldedSet(line, sets) : undefined;
  return new BeladyOptimum(sets, ways, folded);
}
