import { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { either } from '../../specification/answers/answer.ts';
import { textureView } from '../../specification/state/view.ts';
import type { Profile } from '../profiles.ts';
import type { Progress } from '../rule.ts';
import { type Changed, type Fault, HYPOTHESES, type Hypothesis } from './fault-hypotheses.ts';
import type { MeasuredTrace } from './measured-trace.ts';
import { isOpen } from './result-distance.ts';
import { faultOf, type ResultFault } from './result-fault.ts';
import { SpecificationOracle } from './specification-oracle.ts';

/** A wrong result: lane `lane` of request `quad`. */
export interface WrongLane extends ResultFault {
  readonly quad: number;
  readonly lane: number;
}

/** Results that are asked every hypothesis in a round. */
const EXAMINED = 32;
const MOST_ROUNDS = 24;

/**
 * Finds the fault that explains each wrong result.
 *
 * A hypothesis changes one thing of the question: the grid of the coordinate, the level, the address mode, the format.
 * It explains a result that the specification would permit as the answer to the changed question. A sample of the
 * results is asked every hypothesis. The one that explains the most of them, the smallest fault among equals, is the
 * fault of all results that it explains; the others go on to the next round.
 *
 * @returns the fault of each, null where no hypothesis explains it
 */
export function* attributeFaults(
  trace: MeasuredTrace,
  profile: Profile,
  wrong: readonly WrongLane[],
): Generator<Progress, ReadonlyMap<WrongLane, Fault>> {
  const faults = new Map<WrongLane, Fault>();
  const asker = new Asker(trace, profile);
  let left = wrong;
  for (let round = 0; round < MOST_ROUNDS && left.length > 0; round++) {
    const examined = evenly(left, EXAMINED);
    let [best, most] = [HYPOTHESES[0], 0];
    for (const hypothesis of HYPOTHESES) {
      const explained = examined.filter((lane) => asker.explains(hypothesis, lane)).length;
      if (explained > most) [best, most] = [hypothesis, explained];
      if (most === examined.length) break;
      yield (wrong.length - left.length) / wrong.length;
    }
    const rest: WrongLane[] = [];
    for (const [n, lane] of left.entries()) {
      if (n % EXAMINED === 0) yield (wrong.length - left.length) / wrong.length;
      if (most > 0 && asker.explains(best, lane)) faults.set(lane, best.fault);
      else if (most > 0 || !examined.includes(lane)) rest.push(lane);
    }
    left = rest;
  }
  return faults;
}

function evenly<T>(all: readonly T[], most: number): readonly T[] {
  const step = Math.max(1, all.length / most);
  return Array.from({ length: Math.min(all.length, most) }, (_, n) => all[Math.floor(n * step)]);
}

/** A changed question, with the oracle that answers it. */
interface Question {
  readonly changed: Changed;
  readonly oracle: SpecificationOracle;
}

/** Asks the changed questions of a trace; the oracles of a texture state are made once. */
class Asker {
  private readonly trace: MeasuredTrace;
  private readonly profile: Profile;
  private readonly questions = new Map<Hypothesis, (readonly (readonly Question[])[])[]>();
  private readonly batch = new QuadBatch(1);

  constructor(trace: MeasuredTrace, profile: Profile) {
    this.trace = trace;
    this.profile = profile;
    this.batch.count = 1;
  }

  explains(hypothesis: Hypothesis, { quad, lane, ulp }: WrongLane): boolean {
    const { trace, profile } = this;
    const state = trace.batch.state[quad];
    const texture = trace.states[state];
    const view = textureView(texture, trace.images);
    if (view === null) return false;
    const within = hypothesis.within?.({ texture, view, profile });
    if (within !== undefined) return ulp !== null && ulp <= within;
    const known = this.questions.get(hypothesis) ?? [];
    this.questions.set(hypothesis, known);
    known[state] ??= hypothesis.groups({ texture, view, profile }).map((group) =>
      group.map((changed) => {
        const textures = [changed.texture ?? texture];
        return { changed, oracle: new SpecificationOracle(changed.profile ?? profile, trace.images, textures) };
      }),
    );
    return known[state].some((group) => this.permits(group, quad, lane));
  }

  /** True if the answers to the questions of a group, or what is between them, hold the measured result. */
  private permits(group: readonly Question[], quad: number, lane: number): boolean {
    const { trace, batch } = this;
    const answers = group.map(({ changed, oracle }) => {
      batch.copyQuad(trace.batch, quad, 0);
      batch.state[0] = 0;
      changed.operands?.(batch);
      const from = changed.lane ?? lane;
      return (trace.batch.active[quad] >> from) & 1 ? oracle.answer(batch, 0, from) : null;
    });
    const answer = answers.reduce((a, b) => a && b && either(a, b, true));
    return answer !== null && !isOpen(answer) && faultOf(trace, quad, lane, answer) === null;
  }
}
