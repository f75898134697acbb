import type { Account, UnitAccount } from '../../../pipeline/stages/account.ts';
import { type Cause, CAUSES } from '../../../pipeline/counters/causes.ts';
import { STAGES, type Stage } from '../../../pipeline/stages/stages.ts';
import type { Design } from '../../../rtl-model/design/design.ts';
import type { Sampler } from '../../../rtl-model/state/sampler.ts';
import type { Mode } from '../sampling-unit.ts';

/** The scene of a report: image, traversal order and texture. */
export interface ReportedScene {
  readonly name: string;
  /** Size of the image in pixels. */
  readonly width: number;
  readonly height: number;
  readonly traversal: string;
  /** The texture: its source, size in texels, levels and format. */
  readonly texture: string;
  readonly textureWidth: number;
  readonly textureHeight: number;
  readonly textureLevels: number;
  readonly textureFormat: string;
}

/** report.json: a run in numbers. Within a version, fields are only added. */
export interface Report {
  readonly format: 'texunit-report';
  readonly version: 1;
  /** The version of texunit that wrote the report. */
  readonly texunit: string;
  readonly mode: Mode;
  readonly scene: ReportedScene;
  readonly sampler: Sampler;
  /** The scale of passes.png: 0 is dark, so many passes of a block and more are palest; and the most of any block. */
  readonly passMap: { readonly palest: number; readonly most: number };
  /** The number of quads and of their active lanes. A pixel counts as often as it was drawn. */
  readonly quads: number;
  readonly pixels: number;
  /** The cycle mode's account and its ratios; null in the functional mode. */
  readonly account: Account | null;
  readonly ratios: Ratios | null;
  readonly design: Design;
}

/** Ratios of an account's counts; 0 if nothing was counted. @param texelBytes size of a texel of the texture in bytes */
export function ratiosOf(account: Account, texelBytes: number) {
  const { cycles, quads, pixels } = account;
  return {
    pixelsPerCycle: ratio(pixels, cycles),
    quadsPerCycle: ratio(quads, cycles),
    passesPerQuad: ratio(account.passes, quads),
    samplesPerPixel: ratio(account.samples, pixels),
    tapsPerPixel: ratio(account.taps, pixels),
    /** Texels that memory delivered, used by a tap or not. */
    fetchedTexelsPerPixel: ratio(account.memoryBytes / texelBytes, pixels),
    fetchedBytesPerPixel: ratio(account.memoryBytes, pixels),
    /** The share of tag look-ups that hit, and of cycles in which the memory's bus moved data: 0 to 1. */
    cacheHitRate: ratio(account.cache.hits, account.cache.lookups),
    /** Misses over texel accesses, which compares layouts, and over quads. */
    missesPerAccess: ratio(account.cache.misses, account.taps),
    missesPerQuad: ratio(account.cache.misses, quads),
    memoryUtilization: ratio(account.memoryBusyCycles, cycles),
    /** The stage that was least often starved or blocked. It need not be the one that held the quads up. */
    bottleneck: bottleneck(account),
    /** The cause of most of the cycles in which no quad came back, which limits the throughput; null without such cycles. */
    boundBy: boundBy(account),
  };
}

export type Ratios = Readonly<ReturnType<typeof ratiosOf>>;

function bottleneck({ stages }: Account): Stage {
  const idle = (stage: Stage) => stages[stage].starved + stages[stage].blocked;
  return STAGES.reduce((most, stage) => (idle(stage) < idle(most) ? stage : most));
}

/** The cause of the most cycles, without those in which a quad came back; null if all of them are such. */
export function boundBy({ causes }: UnitAccount): Cause | null {
  const others = CAUSES.filter((cause) => cause !== 'returned');
  const bound = others.reduce((most, cause) => (causes[cause] > causes[most] ? cause : most));
  return causes[bound] === 0 ? null : bound;
}

function ratio(count: number, of: number): number {
  return of === 0 ? 0 : count / of;
}
