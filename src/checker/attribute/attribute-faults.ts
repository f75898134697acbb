import { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import type { Operation } from '../../../rtl-model/state/instruction.ts';
import { type Answer, either, OPEN } from '../../specification/answers/answer.ts';
import { textureView } from '../../specification/state/view.ts';
import type { Profile } from '../profiles.ts';
import type { Progress } from '../rule.ts';
import { type Changed, HYPOTHESES, type Hypothesis } from './fault-hypotheses.ts';
import type { Fault } from './faults.ts';
import type { MeasuredTrace } from '../judge/measured-trace.ts';
import { isOpen } from '../judge/result-distance.ts';
import { faultOf } from '../judge/result-fault.ts';
import { SpecificationOracle } from '../judge/specification-oracle.ts';
import type { WrongLane } from '../judge/judge-lanes.ts';

/** Wrong results that each round tries every hypothesis on. */
const EXAMINED = 32;
const MOST_ROUNDS = 24;

/** The cost, in bits, of a result that a hypothesis does not explain. */
const UNEXPLAINED = 32;

/**
 * Finds the fault that explains each wrong result.
 *
 * A hypothesis changes one thing of the question: the grid of the coordinate, the level, the address mode, the format.
 * It explains a result that the specification would permit as the answer to the changed question, and the better the
 * less else it would permit. Every hypothesis is tried on a sample of the results. The one that leaves the fewest bits to
 * be said of them (`Answers.bits`), the smallest fault among equals, is the fault of all results that it explains; the
 * others go on to the next round.
 *
 * A result that no hypothesis explains is a fault of its operation, where that has steps which no other operation has.
 *
 * @returns the fault of each, none where nothing explains it
 */
export function* attributeFaults(
  trace: MeasuredTrace,
  profile: Profile,
  wrong: readonly WrongLane[],
): Generator<Progress, ReadonlyMap<WrongLane, Fault>> {
  const faults = new Map<WrongLane, Fault>();
  const answers = new Answers(trace, profile);
  let left = wrong;
  for (let round = 0; round < MOST_ROUNDS && left.length > 0; round++) {
    const examined = evenly(left, EXAMINED);
    let best: Hypothesis | null = null;
    let least = UNEXPLAINED * examined.length;
    for (const hypothesis of HYPOTHESES) {
      // No result takes bits away, so that a hypothesis is out as soon as its sum reaches the least one.
      let bits = 0;
      for (let n = 0; n < examined.length && bits < least; n++) {
        bits += answers.bits(hypothesis, examined[n]) ?? UNEXPLAINED;
      }
      if (bits < least) [best, least] = [hypothesis, bits];
      yield (wrong.length - left.length) / wrong.length;
    }
    const rest: WrongLane[] = [];
    for (const [n, lane] of left.entries()) {
      if (n % EXAMINED === 0) yield (wrong.length - left.length) / wrong.length;
      if (best !== null && answers.bits(best, lane) !== null) faults.set(lane, best.fault);
      else if (best !== null || !examined.includes(lane)) rest.push(lane);
    }
    left = rest;
  }
  for (const lane of wrong) {
    const fault = faults.has(lane) ? undefined : faultOfOperation(trace, lane);
    if (fault !== undefined) faults.set(lane, fault);
  }
  return faults;
}

/** The faults of operations that have steps of their own. */
const OF_OPERATIONS: Readonly<Partial<Record<Operation, Fault>>> = {
  gather: 'address-unit/gather-order',
  footprint: 'address-unit/footprint',
  box_filter: 'filter-unit/box',
  sample_weighted: 'filter-unit/weight-image',
  block_match: 'filter-unit/block-match',
  atomic: 'texel-decoder/atomic',
  query_lod: 'lod-unit/query',
  query_size: 'lod-unit/query',
  query_levels: 'lod-unit/query',
  query_samples: 'lod-unit/query',
  sample_position: 'lod-unit/query',
};

/** A texel that differs from what was written to its image before is a fault of the writes. */
function faultOfOperation({ batch, states }: MeasuredTrace, { quad, channel }: WrongLane): Fault | undefined {
  const { image, instruction } = states[batch.state[quad]];
  const { op = 'sample' } = instruction;
  if (channel === 'resident') return 'address-unit/residency';
  const changed = (by: Operation) =>
    batch.state.subarray(0, quad).some((state) => states[state].image === image && states[state].instruction.op === by);
  if (op === 'read' && changed('atomic')) return 'texel-decoder/atomic';
  if (op === 'read' && changed('write')) return 'texel-decoder/write';
  return OF_OPERATIONS[op];
}

/** So many of a list, evenly spread. */
export function evenly<T>(all: readonly T[], most: number): readonly T[] {
  const step = Math.max(1, all.length / most);
  return Array.from({ length: Math.min(all.length, most) }, (_, n) => all[Math.floor(n * step)]);
}

/** A changed question, with the oracle that answers it. */
interface Question {
  readonly changed: Changed;
  readonly oracle: SpecificationOracle;
}

/** The answers to the changed questions of a trace; the oracles of a texture state are made once. */
class Answers {
  private readonly questions = new Map<Hypothesis, (readonly (readonly Question[])[])[]>();
  private readonly batch = new QuadBatch(1);

  constructor(
    private readonly trace: MeasuredTrace,
    private readonly profile: Profile,
  ) {
    this.batch.count = 1;
  }

  /**
   * log2 of the results that a hypothesis permits a lane, for each that the profile itself permits: its groups, times
   * the width of the one that holds the measured result. Null where it does not explain the result.
   */
  bits(hypothesis: Hypothesis, wrong: WrongLane): number | null {
    const { trace, profile } = this;
    const { quad, ulp } = wrong;
    const state = trace.batch.state[quad];
    const texture = trace.states[state];
    const view = textureView(texture, trace.images);
    if (view === null) return null;
    const image = trace.images[texture.image!];
    const given = { texture, image, view, profile };
    const within = hypothesis.within?.(given);
    if (within !== undefined) {
      return ulp === null || ulp > within ? null : bitsOf(wrong, 2 * within);
    }
    const known = this.questions.get(hypothesis) ?? [];
    this.questions.set(hypothesis, known);
    known[state] ??= hypothesis.groups(given).map((group) =>
      group.map((changed) => {
        const textures = [changed.texture ?? texture];
        const images = trace.images.with(texture.image!, changed.image ?? image);
        return { changed, oracle: new SpecificationOracle(changed.profile ?? profile, images, textures) };
      }),
    );
    const groups = known[state];
    for (const group of groups) {
      const answer = this.answer(group, wrong);
      if (answer !== null) return Math.log2(groups.length) + bitsOf(wrong, 0, answer);
    }
    return null;
  }

  /** The answers to the questions of a group, and what is between them; null if they do not hold the result. */
  private answer(group: readonly Question[], { quad, lane }: WrongLane): Answer | null {
    const { trace, batch } = this;
    const each = group.map(({ changed, oracle }) => {
      batch.copyQuad(trace.batch, quad, 0);
      batch.state[0] = 0;
      changed.operands?.(batch);
      const from = changed.lane ?? lane;
      return (trace.batch.active[quad] >> from) & 1 ? oracle.answer(batch, 0, from) : null;
    });
    const answer = each.reduce((a, b) => a && b && either(a, b, true));
    return answer === null || isOpen(answer) || faultOf(trace, quad, lane, answer) !== null ? null : answer;
  }
}

/**
 * log2 of the width of an answer in the wrong channel, and so many units of the last place, to the width of the right
 * one; 0 where no interval says it.
 */
function bitsOf({ channel, expected, distance, ulp }: WrongLane, more: number, { ways = [] }: Answer = OPEN): number {
  if (expected === null || distance === null || ulp === null) return 0;
  const c = 'rgba'.indexOf(channel);
  const right = expected.upper - expected.lower;
  const width = Math.max(right, ...ways.map((way) => way[c].upper - way[c].lower));
  const unit = distance / ulp;
  return Math.min(UNEXPLAINED / 2, Math.log2((width + (more + 1) * unit) / (right + unit)));
}
