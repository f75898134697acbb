import { CAUSE } from '../causes.ts';
import { type Intervals, NONE } from '../intervals.ts';
import type { RunParts } from '../run-parts.ts';
import { ACTIVITIES, ACTIVITY, lags, STAGE, STAGE_RECORDS, STAGES } from '../stages.ts';
import type { Timeline } from '../timeline.ts';

/** The mark of an activity that gives the follower something, or that only hands on why it has nothing. */
const UPSTREAM = -1;

const RECORDS = STAGES.map((stage) => STAGE_RECORDS[stage]);
/** The stages that may stand behind a cycle, from the last one up: the others hand on what came to them. */
const ASKED = RECORDS.flatMap(({ causes }, s) => (Object.keys(causes).length === 0 ? [] : [s])).toReversed();
/** Stage s at [s]: 1 where the next cycle tells why a pass needs more of them. */
const WORKS_FIRST = Uint8Array.from(RECORDS, ({ worksFirst }) => (worksFirst ? 1 : 0));

/**
 * Counts what every stage does in every cycle, and finds the cause of each. Where the result stage takes no quad, the
 * stage before it gave it none: it did not push one its own latency ago. What that stage did then is the cause, or it had
 * nothing itself and the stage before it is asked, again its latency ago. So a cycle's cause lies in the past, at a fixed
 * distance for each stage.
 */
export class Attribution {
  /** Of stage s and activity a, at s * ACTIVITIES.length + a: its cycles. */
  readonly stageCycles = new Float64Array(STAGES.length * ACTIVITIES.length);
  private readonly timeline: Timeline;
  private readonly bus: Intervals;
  /** Of stage s: how far back it is asked. */
  private readonly lag: readonly number[];
  /** What the stages did in the last cycles: of stage s, from s * size on, around. */
  private readonly recent: Uint8Array;
  private readonly size: number;
  /** Where in `recent` the cycle at hand stands. */
  private at = 0;

  constructor({ design, timeline, bus }: RunParts) {
    this.timeline = timeline;
    this.bus = bus;
    this.lag = lags(design.pipeline);
    this.size = this.lag[STAGE.frontEnd] + 1;
    this.recent = new Uint8Array(STAGES.length * this.size);
  }

  /** What the stage does in the cycle at hand. */
  did(stage: number, activity: number): void {
    this.recent[stage * this.size + this.at] = activity;
    this.stageCycles[stage * ACTIVITIES.length + activity]++;
  }

  /** All stages have told what they do in the cycle; the next one follows. */
  attribute(cycle: number): void {
    this.timeline.add(cycle, cycle + 1, this.causeOf(cycle));
    this.bus.forget(cycle - this.lag[STAGE.data]);
    this.at = this.at + 1 === this.size ? 0 : this.at + 1;
  }

  private causeOf(cycle: number): number {
    const { lag } = this;
    for (const stage of ASKED) {
      if (cycle < lag[stage]) return CAUSE.fill;
      let activity = this.didBefore(stage, lag[stage]);
      if (activity === ACTIVITY.busy && WORKS_FIRST[stage] === 1) activity = this.didBefore(stage, lag[stage] - 1);
      const found = CAUSE_OF[stage * ACTIVITIES.length + activity];
      if (found === CAUSE.memoryLatency) return this.waitCause(cycle - lag[stage], lag[stage]);
      if (found !== UPSTREAM) return found;
    }
    return cycle < lag[STAGE.frontEnd] ? CAUSE.fill : CAUSE.input;
  }

  /** Why the data stage waited for memory in the cycle, so far back. */
  private waitCause(cycle: number, back: number): number {
    return this.bus.kindAt(cycle) !== NONE ? CAUSE.memoryBandwidth : LATENCY_BY_TAG[this.didBefore(STAGE.tag, back)];
  }

  private didBefore(stage: number, back: number): number {
    const { at, size } = this;
    return this.recent[stage * size + (at < back ? at + size : at) - back];
  }
}

/** The cause of stage s and activity a, at s * ACTIVITIES.length + a. */
const CAUSE_OF = Int8Array.from(
  RECORDS.flatMap(({ causes }) => ACTIVITIES.map((activity) => causes[activity])),
  (cause) => (cause === undefined ? UPSTREAM : CAUSE[cause]),
);

/** Why a wait for the memory's latency was not hidden: what the tag stage did meanwhile. */
const LATENCY_BY_TAG = new Int8Array(ACTIVITIES.length).fill(CAUSE.memoryLatency);
LATENCY_BY_TAG[ACTIVITY.blocked] = CAUSE.fragmentFifo;
LATENCY_BY_TAG[ACTIVITY.missSlots] = CAUSE.missSlots;
