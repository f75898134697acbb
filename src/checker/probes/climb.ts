import type { Effort, Progress } from '../rule.ts';
import { progressAs } from '../../platform/progress.ts';
import type { Subject } from '../subject.ts';
import type { Measurement } from './measurement.ts';
import { type AddError, type MeasuredStep, measureSteps, type Operands, type Question, stepOf } from './requests.ts';
import type { SeededBits } from '../../platform/seeded-bits.ts';

/** The errors of some cases of a subject, negative while a margin is left. */
export type Judge<Case> = (cases: readonly Case[]) => Generator<Progress, ArrayLike<number>>;

/** A case that differs slightly from another. */
export type Nearby<Case> = (from: Case, bits: SeededBits) => Case;

/** The number of climbing cases, and of the neighbours that a round tries for each. */
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
  const errors = yield* progressAs(judge(first), (part) => (part * first.length) / all);
  const order = [...first.keys()].sort((a, b) => errors[b] - errors[a]).slice(0, CLIMBERS);
  const climbers = order.map((n) => ({ at: first[n], error: errors[n] }));
  for (let round = 0; round < rounds; round++) {
    const cases = climbers.flatMap(({ at }) => Array.from({ length: NEIGHBOURS }, () => nearby(at, bits)));
    const done = first.length + round * each;
    const found = yield* progressAs(judge(cases), (part) => (done + part * each) / all);
    for (const [n, neighbour] of cases.entries()) {
      const climber = climbers[Math.floor(n / NEIGHBOURS)];
      if (found[n] > climber.error) [climber.at, climber.error] = [neighbour, found[n]];
    }
  }
}

/** Cases that share a state, with their operands and the measure of their errors. */
export interface ClimbStep<Case> extends Question {
  readonly cases: readonly Case[];
  readonly nearby: Nearby<Case>;
  /** Lanes of a case, from the first of a quad on; 1 if left out. */
  readonly lanes?: number;
  readonly operands: (one: Case, lane: number) => Operands;
  /** Measures a case by its r, g, b and a: its error, in the rule's unit, and what a witness shows of it. */
  readonly measure: (color: Float32Array, one: Case, off: AddError) => void;
}

/** Measures the cases of some steps and those that each step climbs to, one step after the other. */
export function* climbSteps<Case>(
  subject: Subject,
  steps: readonly ClimbStep<Case>[],
  off: Measurement,
  bits: SeededBits,
  effort: Effort,
): Generator<Progress, void> {
  for (const [k, step] of steps.entries()) {
    const { lanes = 1, operands, measure } = step;
    const judge: Judge<Case> = function* (cases) {
      const errors = new Float64Array(cases.length).fill(-Infinity);
      const one = (n: number) => Math.floor(n / lanes);
      const requests: MeasuredStep = {
        ...step,
        count: lanes * cases.length,
        operands: (n) => operands(cases[one(n)], n % lanes),
        measure: (color, n, add) =>
          measure(color, cases[one(n)], (error, shown) => {
            errors[one(n)] = Math.max(errors[one(n)], error);
            add(error, shown);
          }),
      };
      yield* measureSteps(subject, [requests], off);
      return errors;
    };
    yield* stepOf(k, steps.length, climb(step.cases, judge, step.nearby, bits, effort === 'full' ? 16 : 2));
  }
}

/** A float32 near another: from half of it away to one or two ULP. */
export function nearbyFloat(x: number, bits: SeededBits): number {
  return Math.fround(x * (1 + bits.between(-1, 1) * 2 ** -(1 + bits.below(23))));
}

/** An integer from 0 to `last` near another: mostly within 4, sometimes an end or any. */
export function nearbyInteger(n: number, last: number, bits: SeededBits): number {
  const beside = n + bits.pick([-1, 1]) * (1 + bits.below(4));
  return Math.max(0, Math.min(last, bits.pick([beside, beside, beside, bits.below(last + 1), bits.pick([0, last])])));
}
