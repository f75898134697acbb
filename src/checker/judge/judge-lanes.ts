import type { Design } from '../../../rtl-model/design/design.ts';
import { OperationOracle } from '../../specification/operations/operation-oracle.ts';
import type { Profile } from '../profiles.ts';
import type { Progress } from '../rule.ts';
import type { MeasuredTrace } from './measured-trace.ts';
import { everyDecoding } from './permitted-readings.ts';
import { isLeftOpen } from './result-distance.ts';
import { faultOf, type ResultFault } from './result-fault.ts';
import { SpecificationOracle } from './specification-oracle.ts';

/** The standard of results: a specification, or a design that is known. */
export type Standard =
  { readonly kind: 'profile'; readonly profile: Profile } | { readonly kind: 'design'; readonly design: Design };

/** The standard that a profile stands for: `claimed` is the design itself. */
export function standardOf(profile: Profile, design: Design): Standard {
  return profile.name === 'claimed' ? { kind: 'design', design } : { kind: 'profile', profile };
}

const PROGRESS_REQUESTS = 64;

/** A wrong result: lane `lane` of request `quad`. */
export interface WrongLane extends ResultFault {
  readonly quad: number;
  readonly lane: number;
}

/** The results that a standard allows the requests of a trace. */
export function oracleOf({ images, states }: MeasuredTrace, standard: Standard): SpecificationOracle | OperationOracle {
  return standard.kind === 'profile'
    ? new SpecificationOracle(standard.profile, images, states)
    : new OperationOracle(standard.design, images, states, { decodings: everyDecoding('described') });
}

/** The requests of a trace from number `from` up to, but without, `until`. */
export interface RequestRange {
  readonly from: number;
  readonly until: number;
}

/** The results of some requests' lanes, each by itself. */
export interface LaneVerdicts {
  /** One of LANE_VERDICT of lane l of request n of the range at 4n + l. */
  readonly lanes: Uint8Array;
  readonly wrong: readonly WrongLane[];
}

export const LANE_VERDICT = { unmeasured: 0, right: 1, open: 2, wrong: 3 } as const;

/** Judges the results of some requests, each by itself. Yields often, so that a check can stop. */
export function* judgeLanes(
  trace: MeasuredTrace,
  oracle: SpecificationOracle | OperationOracle,
  { from, until }: RequestRange,
): Generator<Progress, LaneVerdicts> {
  const { batch, requests } = trace;
  const lanes = new Uint8Array(4 * (until - from));
  const wrong: WrongLane[] = [];
  for (let quad = from; quad < until; quad++) {
    if ((quad - from) % PROGRESS_REQUESTS === 0) yield (quad - from) / (until - from);
    if (requests[quad].results === null) continue;
    for (let lane = 0; lane < 4; lane++) {
      if (!((batch.active[quad] >> lane) & 1)) continue;
      const answer = oracle.answer(batch, quad, lane);
      const fault = faultOf(trace, quad, lane, answer);
      if (fault !== null) wrong.push({ quad, lane, ...fault });
      lanes[4 * (quad - from) + lane] =
        fault !== null ? LANE_VERDICT.wrong : isLeftOpen(answer) ? LANE_VERDICT.open : LANE_VERDICT.right;
    }
  }
  return { lanes, wrong };
}
