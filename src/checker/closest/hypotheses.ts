import { ROUNDING_MODES, type RoundingMode } from '../../../rtl-model/fixed-point/rounding.ts';
import type { RequestId } from '../../../traces/requests/request-trace.ts';
import type { Evidence, Grid } from './fit-evidence.ts';
import type { MeasuredRequest } from '../judge/measured-trace.ts';
import { PROVING } from '../rule.ts';

/** The place of a request, for a list of those that contradict a hypothesis. */
export interface RequestPlace {
  readonly id: RequestId;
  readonly line: number;
}

const LISTED = 10;

/** The places of the first requests of a list. */
export function firstPlaces(requests: readonly MeasuredRequest[]): readonly RequestPlace[] {
  return requests.slice(0, LISTED).map(({ id, line }) => ({ id, line }));
}

/** The support of a set of requests for a fit. */
export interface Support {
  /** Requests of the fit. */
  readonly requests: number;
  /** Requests that it explains and that another hypothesis does not. */
  readonly says: number;
  /** Requests that it does not explain, and the first of them. */
  readonly contradicts: number;
  readonly against: readonly RequestPlace[];
  /** The tolerance of an explained result, in units of the format: the design's own filter narrows. */
  readonly slack: number;
}

/** A request, and its residual under each hypothesis, as `residual` has it. */
export interface Trial {
  readonly evidence: Evidence;
  readonly residuals: readonly number[];
}

/** The trials whose residual differs between hypotheses. */
export function distinguishing(trials: readonly Trial[]): readonly Trial[] {
  return trials.filter(({ residuals }) => residuals.some((value) => value !== residuals[0]));
}

/** The hypotheses that explain most, in the order in which they were given. */
export interface ChosenHypothesis<T> {
  readonly best: readonly T[];
  readonly support: Support;
}

/** Slacks that are tried, in units of the format: none but float64's own, then 2^-16 to a half. */
const SLACKS = [2 ** -20, ...Array.from({ length: 16 }, (_, n) => 2 ** (n - 16))];
/** The part of the requests that a hypothesis must explain for a slack to suffice. */
export const ENOUGH = 0.98;

/**
 * The hypotheses that explain the most requests, with the least slack at which one of them explains nearly all.
 *
 * @returns null without requests
 */
export function choose<T>(trials: readonly Trial[], hypotheses: readonly T[]): ChosenHypothesis<T> | null {
  const requests = trials.length;
  if (requests === 0) return null;
  const explainedWith = (slack: number) =>
    hypotheses.map((_, h) => trials.reduce((total, { residuals }) => total + Number(residuals[h] <= slack), 0));
  const enough = (slack: number) => explainedWith(slack).some((count) => count >= ENOUGH * requests);
  const slack = SLACKS.find(enough) ?? SLACKS[SLACKS.length - 1];
  const explained = explainedWith(slack);
  const most = Math.max(...explained);
  const chosen = explained.indexOf(most);
  const others = trials
    .filter(({ residuals }) => !(residuals[chosen] <= slack))
    .map(({ evidence }) => evidence.request);
  const says = trials.filter(
    ({ residuals }) => residuals[chosen] <= slack && residuals.some((value) => !(value <= slack)),
  ).length;
  return {
    best: hypotheses.filter((_, h) => explained[h] === most),
    support: { requests, says, contradicts: others.length, against: firstPlaces(others), slack },
  };
}

/** True if a hypothesis explains nearly all. */
export function explainsEnough({ contradicts, requests }: Support): boolean {
  return contradicts <= (1 - ENOUGH) * requests;
}

/** True if a hypothesis explains nearly all, and enough requests distinguish it from others. */
export function isProved(support: Support): boolean {
  return explainsEnough(support) && support.says >= PROVING;
}

/** The grid that numbers lie on, as the results show it. */
export interface GridFit extends Support {
  readonly bits: number;
  /** True if finer grids explain as much: no request needs a finer one, or the format hides it. */
  readonly atLeast: boolean;
  /** Roundings that explain the requests equally: without a tie, all nearest modes. */
  readonly rounding: readonly RoundingMode[];
}

/** The grid of the coordinates, and the tolerance of a level's sample. */
export interface CoordinateFit extends GridFit {
  /** Every grid that explains as many requests, the finer ones too. */
  readonly alike: readonly Grid[];
  /** The distance of a level's sample from that on the grid, in units of the format: its own filter narrows. */
  readonly off: number;
}

/** The fitted grid, or one of `bits` bits: with 16, coordinates are in effect not snapped. */
export function gridOf(fit: GridFit | null, bits: number): Grid {
  return fit === null ? { bits, rounding: 'nearest-even' } : { bits: fit.bits, rounding: fit.rounding[0] };
}

/** Every rounding to grids of 1 to `mostBits` fraction bits, the coarsest first. */
export function gridsTo(mostBits: number): readonly Grid[] {
  const widths = Array.from({ length: mostBits }, (_, n) => n + 1);
  return widths.flatMap((bits) => ROUNDING_MODES.map((rounding) => ({ bits, rounding })));
}

/** The coarsest grid and its roundings that explain the most requests; null without requests. */
export function fitGrid(trials: readonly Trial[], grids: readonly Grid[]): CoordinateFit | null {
  const choice = choose(trials, grids);
  if (choice === null) return null;
  const { bits } = choice.best[0];
  return {
    bits,
    atLeast: choice.best.some((grid) => grid.bits > bits),
    rounding: choice.best.filter((grid) => grid.bits === bits).map(({ rounding }) => rounding),
    ...choice.support,
    alike: choice.best,
    off: choice.support.slack,
  };
}
