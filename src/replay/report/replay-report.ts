import type { CacheDesign, TexelLayout } from '../../../rtl-model/design/design.ts';
import type { LineLocality } from '../locality/line-study.ts';
import { type MissClasses, missClasses } from '../locality/miss-classes.ts';
import type { Knee, MissCurve } from '../locality/miss-curve.ts';
import type { QuadReuse } from '../locality/quad-locality.ts';
import type { ReuseOctave, WorkingSetSize } from '../locality/reuse-times.ts';
import type { LevelHeat } from '../locality/texel-heat.ts';
import type { TexelLocality } from '../locality/texel-study.ts';
import type { Windows } from '../locality/time-line.ts';
import type { ReplayTotals } from '../caches/replay-totals.ts';

/** What was replayed. */
export interface ReplayedTrace {
  readonly name: string;
  readonly accesses: number;
  readonly passes: number;
  /** Accesses to no texel of the image table: they kept their addresses where texels were laid out anew. */
  readonly unmoved: number;
  /** Why and at which record the trace ends early; null where it is whole. */
  readonly cut: string | null;
}

/** A point of the miss curve: a fully associative LRU cache of so many lines. */
export interface CurvePoint {
  readonly lines: number;
  readonly misses: number;
}

/** The look-ups of one line size and layout, whatever the cache. */
export interface StreamReport {
  readonly lineBytes: number;
  /** How the texels lie in memory; null where the designs differ in nothing that would move them. */
  readonly layout: TexelLayout | null;
  readonly lookups: number;
  /** Different lines: the compulsory misses. */
  readonly lines: number;
  /** The fewest lines with which a fully associative LRU cache misses at most 5 % more than the compulsory misses. */
  readonly workingSetLines: number;
  readonly knees: readonly Knee[];
  /** Every size up to 16 lines, then 16 sizes an octave, up to the size that leaves the compulsory misses only. */
  readonly curve: readonly CurvePoint[];
  readonly reuse: readonly ReuseOctave[];
  readonly workingSets: readonly WorkingSetSize[];
  readonly quads: QuadReuse;
}

/** What a trace did to one design. */
export interface DesignReport {
  /** Unique in the report. */
  readonly name: string;
  readonly cache: CacheDesign;
  readonly totals: ReplayTotals;
  /** Of the line misses, against a fully associative LRU cache of `capacityLines`; null where they were not split. */
  readonly classes: MissClasses | null;
  /** Misses that Belady's optimum has with the same sets and ways; null where it was not replayed. */
  readonly optimum: number | null;
  readonly timeLine: Windows | null;
}

/** Where one design was touched and missed. */
export interface HeatReport {
  readonly design: string;
  /** Accesses that fell into no image of the trace's table. */
  readonly outside: number;
  readonly levels: readonly LevelHeat[];
}

/** replay.json: a trace against designs, in numbers. Fields are only added within a version. */
export interface ReplayReport {
  readonly format: 'texunit-replay';
  readonly version: 1;
  /** The version of texunit that made it. */
  readonly texunit: string;
  readonly trace: ReplayedTrace;
  /** Null where only look-ups were replayed. */
  readonly texels: TexelLocality | null;
  /** One for each line size and layout of the designs. */
  readonly streams: readonly StreamReport[];
  readonly designs: readonly DesignReport[];
  readonly heat: HeatReport | null;
}

/** What a study of the look-ups of one line size found, as the report holds it. */
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

/** What a replay of one design found, as the report holds it. */
export function designReport(
  name: string,
  cache: CacheDesign,
  totals: ReplayTotals,
  found: { readonly curve?: MissCurve; readonly optimum?: number; readonly timeLine?: Windows } = {},
): DesignReport {
  const { curve, optimum = null, timeLine = null } = found;
  const classes = curve === undefined ? null : missClasses(totals.cache.lineMisses, capacityLines(cache), curve);
  return { name, cache, totals, classes, optimum, timeLine };
}

/** Lines that a texel cache and its victim buffer hold together. */
export function capacityLines({ sets, ways, victimLines }: CacheDesign): number {
  return sets * ways + victimLines;
}

/** Misses a look-up, 0 to 1: what the victim buffer serves is none. */
export function missRatio({ totals }: DesignReport): number {
  return totals.lookups === 0 ? 0 : totals.misses / totals.lookups;
}

/** Bytes from memory a look-up. */
export function bytesPerLookup({ totals }: DesignReport): number {
  return totals.lookups === 0 ? 0 : totals.memory.bytes / totals.lookups;
}
