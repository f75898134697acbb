import type { Progress } from '../rule.ts';
import type { Subject } from '../subject.ts';
import { askRequests, type Operands, type Question } from './requests.ts';
import type { SeededBits } from './seeded-bits.ts';

/** Asks a subject some cases and tells how far off each is: the larger the worse, negative where something is left. */
export type Judge<Case> = (cases: readonly Case[]) => Generator<Progress, ArrayLike<number>>;

/** A case beside another one: the same but for a little. */
export type Nearby<Case> = (from: Case, bits: SeededBits) => Case;

/** Cases that climb, the worst of the first ones, and neighbours of each that a round tries. */
const CLIMBERS = 16;
const NEIGHBOURS = 16;

/**
 * Searches for the worst case: judges the first ones; then the worst of them climb, each by itself, to the worst of its
 * neighbours while that is worse. `judge` measures every case that is tried.
 */
export function* climb<Case>(
  first: readonly Case[],
  judge: Judge<Case>,
  nearby: Nearby<Case>,
  bits: SeededBits,
  rounds: number,
): Generator<Progress, void> {
  const each = Math.min(CLIMBERS, first.length) * NEIGHBOURS;
  const all = first.length + rounds * each;
  const errors = yield* partOf(0, first.length / all, judge(first));
  const order = [...first.keys()].sort((a, b) => errors[b] - errors[a]).slice(0, CLIMBERS);
  const climbers = order.map((n) => ({ at: first[n], error: errors[n] }));
  for (let round = 0; round < rounds; round++) {
    const cases = climbers.flatMap(({ at }) => Array.from({ length: NEIGHBOURS }, () => nearby(at, bits)));
    const done = first.length + round * each;
    const found = yield* partOf(done / all, (done + each) / all, judge(cases));
    for (const [n, neighbour] of cases.entries()) {
      const climber = climbers[Math.floor(n / NEIGHBOURS)];
      if (found[n] > climber.error) [climber.at, climber.error] = [neighbour, found[n]];
    }
  }
}

/**
 * Judges cases that share a state.
 *
 * @param read gives the error of a case by its r, g, b and a
 */
export function judgeOf<Case>(
  subject: Subject,
  question: Question,
  operands: (one: Case) => Operands,
  read: (color: Float32Array, one: Case) => number,
): Judge<Case> {
  return function* (cases) {
    const errors = new Float64Array(cases.length);
    const requests = { ...question, count: cases.length, operands: (n: number) => operands(cases[n]) };
    yield* askRequests(subject, requests, (result, at, n) => {
      errors[n] = read(result.subarray(at, at + 4), cases[n]);
    });
    return errors;
  };
}

/** Progress of some work as one from `from` to `to`. */
function* partOf<T>(from: number, to: number, work: Generator<Progress, T>): Generator<Progress, T> {
  let step = work.next();
  while (!step.done) {
    yield from + (to - from) * step.value;
    step = work.next();
  }
  return step.value;
}

/** A float32 beside another one: as far as 2^-1 of it or as near as the next one or two. */
export function nearbyFloat(x: number, bits: SeededBits): number {
  return Math.fround(x * (1 + bits.between(-1, 1) * 2 ** -(1 + bits.below(23))));
}

/** An integer from 0 to `last` beside another one: mostly the next ones, sometimes an end or any. */
export function nearbyInteger(n: number, last: number, bits: SeededBits): number {
  const beside = n + bits.pick([-1, 1]) * (1 + bits.below(4));
  return Math.max(0, Math.min(last, bits.pick([beside, beside, beside, bits.below(last + 1), bits.pick([0, last])])));
}
