import { ROUNDING_MODES, type RoundingMode } from '../../../rtl-model/fixed-point/rounding.ts';
import { type Evidence, type Grid, gridSample, residual, unitOf } from './fit-evidence.ts';
import { choose, type Support } from './hypotheses.ts';

/** The grid that linear weights lie on, as the results show it. */
export interface SubtexelFit extends Support {
  readonly bits: number;
  /** True if finer grids explain as much: nothing finer was asked, or can be seen through the format. */
  readonly atLeast: boolean;
  /** Roundings of the coordinate that explain it alike: where no tie was asked, all of the nearest. */
  readonly rounding: readonly RoundingMode[];
  /** Requests that were looked at. */
  readonly requests: number;
}

const MOST_BITS = 16;
const MOST_REQUESTS = 1024;
/** From a level or a half this far, no LOD grid of three bits or more can change the level. */
const FAR_FROM_TIE = 2 ** -3;

const GRIDS: readonly Grid[] = Array.from({ length: MOST_BITS }, (_, n) => n + 1).flatMap((bits) =>
  ROUNDING_MODES.map((rounding) => ({ bits, rounding })),
);

/** The coarsest grid and its roundings that explain the linear samples of single levels; null where none speaks. */
export function fitSubtexel(all: readonly Evidence[]): SubtexelFit | null {
  const usable = all.filter((evidence) => evidence.filter === 'linear' && singleLevel(evidence) !== null);
  const evidence: Evidence[] = [];
  const rows: number[][] = [];
  for (const one of thinned(usable, MOST_REQUESTS)) {
    const row = GRIDS.map((grid) => gridResidual(one, grid));
    if (row.every((value) => value === row[0])) continue;
    evidence.push(one);
    rows.push(row);
  }
  const residuals = GRIDS.map((_, h) => Float64Array.from(rows, (row) => row[h]));
  const choice = choose(evidence, GRIDS, residuals);
  if (choice === null) return null;
  const { bits } = choice.best[0];
  return {
    bits,
    atLeast: choice.best.some((grid) => grid.bits > bits),
    rounding: choice.best.filter((grid) => grid.bits === bits).map(({ rounding }) => rounding),
    requests: evidence.length,
    ...choice.support,
  };
}

function gridResidual(evidence: Evidence, grid: Grid): number {
  const sample = gridSample(evidence, singleLevel(evidence)!, 'linear', grid);
  return sample === null ? 0 : residual(evidence, sample.color, unitOf(evidence, sample.largest));
}

/** The level that is sampled alone, whatever the LOD's grid; null where that is not certain. */
export function singleLevel({ state: { sampler }, d, lambda }: Evidence): number | null {
  if (sampler.magFilter !== sampler.minFilter && Math.abs(lambda) < FAR_FROM_TIE && lambda !== 0) return null;
  if (sampler.mipmapMode === 'linear') return Number.isInteger(d) ? d : null;
  return Math.abs(d - Math.floor(d) - 0.5) < FAR_FROM_TIE ? null : Math.round(d);
}

/** Every k-th, so that at most `most` are left. */
export function thinned<T>(all: readonly T[], most: number): readonly T[] {
  const step = Math.max(1, all.length / most);
  return Array.from({ length: Math.min(all.length, most) }, (_, n) => all[Math.floor(n * step)]);
}
