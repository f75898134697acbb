import type { Cases, CheckEnd, Effort, Finding, Plot, Progress, Rule, Witness } from '../rule.ts';
import { verdictOf } from '../rule.ts';

/** The choice of the cases of a rule. */
export type ChosenCases = Omit<Cases, 'tried'>;

export const EXHAUSTIVE: ChosenCases = { exhaustive: true, seed: null };
/** Corners by hand. */
export const DIRECTED: ChosenCases = { exhaustive: false, seed: null };

export function seeded(seed: number): ChosenCases {
  return { exhaustive: false, seed };
}

/** The worst error of a rule's cases so far, and the first case that had it. */
export class Measurement {
  tried = 0;
  /** Cases that the specification leaves open. */
  open = 0;
  worst = 0;
  witness: Witness | null = null;

  /** @param unit of errors: with `cases` each that is not 0 is a wrong case */
  constructor(private readonly unit: Rule['unit'] = 'value') {}

  /** A case that is `error` away from what it must be; NaN is infinitely far. */
  add(error: number, witness: () => Witness): void {
    if (this.unit === 'cases') return this.judge(error === 0, witness);
    this.tried++;
    if (error <= this.worst) return;
    this.worst = Number.isNaN(error) ? Infinity : error;
    this.witness = witness();
  }

  /** A case that is right or wrong: the wrong ones are counted, the first is the witness. */
  judge(right: boolean, witness: () => Witness): void {
    this.tried++;
    if (right) return;
    this.worst++;
    this.witness ??= witness();
  }

  /** The finding: pass if the worst error is at most `required`, open without a judged case. */
  atMost(required: number, chosen: ChosenCases, plots?: readonly Plot[]): Finding {
    return {
      verdict: this.tried === 0 ? 'open' : verdictOf(this.worst <= required),
      required,
      measured: this.worst,
      margin: required - this.worst,
      witness: this.witness,
      cases: { tried: this.tried, ...(this.open > 0 && { open: this.open }), ...chosen },
      ...(plots && { plots }),
    };
  }
}

/** The work of a rule up to its end: with `failure`, the first step that decides the failure. */
export function* endedAt(
  end: CheckEnd | undefined,
  work: Generator<Progress, void>,
  fails: () => boolean,
): Generator<Progress, void> {
  for (const part of work) {
    yield part;
    if (end === 'failure' && fails()) return;
  }
}

/** The finding of a quantity that must be `required` or more. */
export function atLeast(
  required: number,
  measured: number,
  { witness, cases, plots }: Pick<Finding, 'witness' | 'cases' | 'plots'>,
): Finding {
  const verdict = verdictOf(measured >= required);
  return { verdict, required, measured, margin: measured - required, witness, cases, ...(plots && { plots }) };
}

/** The choice of cases of a rule that tries all there are for `full`, and some of them for `quick`. */
export function allForFull(effort: Effort): ChosenCases {
  return effort === 'full' ? EXHAUSTIVE : DIRECTED;
}

export type PlottedPoint = readonly [x: number, y: number];

export type Curves = Readonly<Record<string, readonly PlottedPoint[]>>;

/** A plot of curves, each from left to right, with its title and its axes. */
export function plotOf(words: Omit<Plot, 'series'>, curves: Curves): Plot {
  const series = Object.entries(curves).map(([name, points]) => ({
    name,
    points: points.toSorted(([a], [b]) => a - b),
  }));
  return { ...words, series };
}

/** The expected curve of a weight that equals the fraction. */
export const DIAGONAL: readonly PlottedPoint[] = [
  [0, 0],
  [1, 1],
];
