import type { CacheDesign, TexelLayout } from '../../../../rtl-model/design/design.ts';
import type { ReplayDesign, ReplayTotals } from '../caches/lookup-levels.ts';
import type { LineLocality } from '../locality/line-study.ts';
import { missClasses, type MissCurve } from '../locality/miss-curve.ts';
import type { LevelHeat } from '../locality/texel-heat.ts';
import type { TexelLocality } from '../locality/texel-study.ts';
import type { Windows } from '../locality/time-line.ts';

/** The trace of a replay. */
export interface ReplayedTrace {
  readonly name: string;
  readonly accesses: number;
  readonly passes: number;
  /** Accesses to no texel of the image table, which kept their addresses in a new layout. */
  readonly unmoved: number;
  /** The reason and the record at which the trace ends early; null if it is complete. */
  readonly cut: string | null;
}

/** The accesses and misses of one design by place. */
export interface HeatReport {
  readonly design: string;
  /** Accesses outside of all images of the trace's table. */
  readonly outside: number;
  readonly levels: readonly LevelHeat[];
}

/** replay.json: a trace against designs, in numbers. Within a version, fields are only added. */
export interface ReplayReport {
  readonly format: 'texunit-replay';
  readonly version: 1;
  /** The version of texunit that wrote the report. */
  readonly texunit: string;
  readonly trace: ReplayedTrace;
  /** Null if only look-ups were replayed. */
  readonly texels: TexelLocality | null;
  /** One for each line size and layout of the designs. */
  readonly streams: readonly StreamReport[];
  readonly designs: readonly DesignReport[];
  readonly heat: HeatReport | null;
}

/** The look-ups of one line size, independent of caches. */
export function streamReport(lineBytes: number, { curve, reuse, workingSets, quads }: LineLocality) {
  return {
    lineBytes,
    /** The layout of the texels in memory; null if all designs leave them in place. */
    layout: null as TexelLayout | null,
    lookups: curve.lookups,
    /** The number of different lines: the compulsory misses. */
    lines: curve.lines,
    /** The fewest lines with which a fully associative LRU cache misses at most 5 % more than the compulsory misses. */
    workingSetLines: curve.workingSet,
    knees: curve.knees,
    /**
     * The misses of a fully associative LRU cache of so many lines: every size up to 16 lines, then 16 sizes an octave, up
     * to the size with only compulsory misses.
     */
    curve: curve.sizes().map((lines) => ({ lines, misses: curve.misses(lines) })),
    reuse,
    workingSets,
    quads,
  };
}

export type StreamReport = Readonly<ReturnType<typeof streamReport>>;

/** The result of a trace on one design. @param name unique in the report */
export function designReport(
  { name, cache, memory }: ReplayDesign,
  totals: ReplayTotals,
  found: { readonly curve?: MissCurve; readonly optimum?: number; readonly timeLine?: Windows } = {},
) {
  const { curve, optimum = null, timeLine = null } = found;
  /** The line misses by class, relative to a fully associative LRU cache of `capacityLines`; null if not computed. */
  const classes = curve === undefined ? null : missClasses(totals.cache.lineMisses, capacityLines(cache), curve);
  const { burstBytes, channels, rows } = memory;
  // The optimum is Belady's with the same sets and ways; null if not computed.
  return { name, cache, memory: { burstBytes, channels, rows }, totals, classes, optimum, timeLine };
}

export type DesignReport = Readonly<ReturnType<typeof designReport>>;

/** The number of lines of a texel cache and its victim buffer together. */
export function capacityLines({ sets, ways, victimLines }: CacheDesign): number {
  return sets * ways + victimLines;
}
