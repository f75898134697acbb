import type { CacheDesign, TexelLayout } from '../../../../rtl-model/design/design.ts';
import type { ReplayDesign, ReplayTotals } from '../caches/lookup-levels.ts';
import type { LineLocality } from '../locality/line-study.ts';
import { type Knee, type MissClasses, missClasses, type MissCurve } from '../locality/miss-curve.ts';
import type { QuadReuse } from '../locality/quad-locality.ts';
import type { ReuseOctave, WorkingSetSize } from '../locality/reuse-times.ts';
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

/** A point of the miss curve: the misses of a fully associative LRU cache of so many lines. */
export interface CurvePoint {
  readonly lines: number;
  readonly misses: number;
}

/** The look-ups of one line size and layout, independent of caches. */
export interface StreamReport {
  readonly lineBytes: number;
  /** The layout of the texels in memory; null if all designs leave them in place. */
  readonly layout: TexelLayout | null;
  readonly lookups: number;
  /** The number of different lines: the compulsory misses. */
  readonly lines: number;
  /** The fewest lines with which a fully associative LRU cache misses at most 5 % more than the compulsory misses. */
  readonly workingSetLines: number;
  readonly knees: readonly Knee[];
  /** Every size up to 16 lines, then 16 sizes an octave, up to the size with only compulsory misses. */
  readonly curve: readonly CurvePoint[];
  readonly reuse: readonly ReuseOctave[];
  readonly workingSets: readonly WorkingSetSize[];
  readonly quads: QuadReuse;
}

/** The result of a trace on one design. */
export interface DesignReport {
  /** Unique in the report. */
  readonly name: string;
  readonly cache: CacheDesign;
  readonly memory: ReplayDesign['memory'];
  readonly totals: ReplayTotals;
  /** The line misses by class, relative to a fully associative LRU cache of `capacityLines`; null if not computed. */
  readonly classes: MissClasses | null;
  /** Misses of Belady's optimum with the same sets and ways; null if not computed. */
  readonly optimum: number | null;
  readonly timeLine: Windows | null;
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

/** The study of the look-ups of one line size, in the report's form. */
export function streamReport(lineBytes: number, { curve, reuse, workingSets, quads }: LineLocality): StreamReport {
  return {
    lineBytes,
    layout: null,
    lookups: curve.lookups,
    lines: curve.lines,
    workingSetLines: curve.workingSet,
    knees: curve.knees,
    curve: curve.sizes().map((lines) => ({ lines, misses: curve.misses(lines) })),
    reuse,
    workingSets,
    quads,
  };
}

/** The replay of one design, in the report's form. */
export function designReport(
  { name, cache, memory }: Pick<DesignReport, 'name'> & ReplayDesign,
  totals: ReplayTotals,
  found: { readonly curve?: MissCurve; readonly optimum?: number; readonly timeLine?: Windows } = {},
): DesignReport {
  const { curve, optimum = null, timeLine = null } = found;
  const classes = curve === undefined ? null : missClasses(totals.cache.lineMisses, capacityLines(cache), curve);
  const { burstBytes, channels, rows } = memory;
  return { name, cache, memory: { burstBytes, channels, rows }, totals, classes, optimum, timeLine };
}

/** The number of lines of a texel cache and its victim buffer together. */
export function capacityLines({ sets, ways, victimLines }: CacheDesign): number {
  return sets * ways + victimLines;
}
