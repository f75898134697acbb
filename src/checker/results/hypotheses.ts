import type { RequestId } from '../../../traces/requests/request-trace.ts';
import type { Evidence } from './fit-evidence.ts';

/** The place of a request, for a list of those that contradict a hypothesis. */
export interface RequestPlace {
  readonly id: RequestId;
  readonly line: number;
}

/** The support of a set of requests for a fit. */
export interface Support {
  /** Requests that it explains and that another hypothesis does not. */
  readonly says: number;
  /** Requests that it does not explain, and the first of them. */
  readonly contradicts: number;
  readonly against: readonly RequestPlace[];
  /** A result counts as explained within this many units of the format: what the design's own filter narrows. */
  readonly slack: number;
}

/** The hypotheses that explain most, in the order in which they were given. */
export interface Choice<T> {
  readonly best: readonly T[];
  readonly support: Support;
}

/** Slacks that are tried, in units of the format: none but float64's own, then 2^-16 to a half. */
const SLACKS = [2 ** -20, ...Array.from({ length: 16 }, (_, n) => 2 ** (n - 16))];
/** A slack will do when a hypothesis explains this part of the requests with it. */
const ENOUGH = 0.98;
const LISTED = 10;

/**
 * The hypotheses that explain the most requests, with the least slack at which one of them explains nearly all.
 *
 * @param residuals of each hypothesis, for each request, as `residual` has it
 * @returns null without requests
 */
export function choose<T>(
  evidence: readonly Evidence[],
  hypotheses: readonly T[],
  residuals: readonly Float64Array[],
): Choice<T> | null {
  if (evidence.length === 0) return null;
  const slack = leastSlack(residuals, evidence.length);
  const explained = residuals.map((of) => count(of, (residual) => residual <= slack));
  const most = Math.max(...explained);
  const best = hypotheses.filter((_, h) => explained[h] === most);
  const chosen = residuals[explained.indexOf(most)];
  const against = evidence.filter((_, n) => !(chosen[n] <= slack)).map(({ request: { id, line } }) => ({ id, line }));
  const says = count(chosen, (own, n) => own <= slack && residuals.some((of) => !(of[n] <= slack)));
  return { best, support: { says, contradicts: against.length, against: against.slice(0, LISTED), slack } };
}

function leastSlack(residuals: readonly Float64Array[], requests: number): number {
  const enough = (slack: number) => residuals.some((of) => count(of, (r) => r <= slack) >= ENOUGH * requests);
  return SLACKS.find(enough) ?? SLACKS[SLACKS.length - 1];
}

function count(values: Float64Array, holds: (value: number, n: number) => boolean): number {
  return values.reduce((total, value, n) => total + (holds(value, n) ? 1 : 0), 0);
}

/** True if a hypothesis explains nearly all. */
export function explainsEnough({ contradicts }: Support, requests: number): boolean {
  return contradicts <= (1 - ENOUGH) * requests;
}
