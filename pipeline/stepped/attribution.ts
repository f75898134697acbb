import type { Design } from '../../rtl-model/design/design.ts';
import { CAUSE } from '../causes.ts';
import { type Intervals, NONE } from '../intervals.ts';
import type { RunParts } from '../run-parts.ts';
import { ACTIVITIES, ACTIVITY, STAGE, STAGES } from '../stages.ts';
import type { Timeline } from '../timeline.ts';

/** Of an activity that gives the follower something, or that only hands on why it has nothing. */
const UPSTREAM = -1;
/** Of `memory`: the bus and the tag stage say which cause it is. */
const WAITS = -2;

/** The stages that may stand behind a cycle, from the last one up: what the others do hands on what came to them. */
const ASKED = [STAGE.result, STAGE.filter, STAGE.data, STAGE.tag, STAGE.address];

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
    this.lag = lags(design);
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
      // The first cycle of a pass that needs more lines is its work: why it needs more cycles, the next one tells.
      const works = activity === ACTIVITY.busy && (stage === STAGE.data || stage === STAGE.tag);
      if (works) activity = this.didBefore(stage, lag[stage] - 1);
      const found = CAUSE_OF[stage * ACTIVITIES.length + activity];
      if (found === WAITS) return this.waitCause(cycle - lag[stage], lag[stage]);
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

function lags({ pipeline: { latency } }: Design): readonly number[] {
  return STAGES.map((_, s) => STAGES.slice(s, -1).reduce((sum, stage) => sum + latency[stage], 0));
}

/** Of stage s and activity a, at s * ACTIVITIES.length + a. */
const CAUSE_OF = new Int8Array(STAGES.length * ACTIVITIES.length).fill(UPSTREAM);
CAUSE_OF[STAGE.result * ACTIVITIES.length + ACTIVITY.busy] = CAUSE.returned;
CAUSE_OF[STAGE.filter * ACTIVITIES.length + ACTIVITY.busy] = CAUSE.filter;
CAUSE_OF[STAGE.data * ACTIVITIES.length + ACTIVITY.bankConflict] = CAUSE.bankConflict;
CAUSE_OF[STAGE.data * ACTIVITIES.length + ACTIVITY.memory] = WAITS;
CAUSE_OF[STAGE.tag * ACTIVITIES.length + ACTIVITY.tagPorts] = CAUSE.tagPorts;
CAUSE_OF[STAGE.tag * ACTIVITIES.length + ACTIVITY.missSlots] = CAUSE.missSlots;
CAUSE_OF[STAGE.address * ACTIVITIES.length + ACTIVITY.busy] = CAUSE.address;

/** Why a wait for the memory's latency was not hidden: what the tag stage did meanwhile. */
const LATENCY_BY_TAG = new Int8Array(ACTIVITIES.length).fill(CAUSE.memoryLatency);
LATENCY_BY_TAG[ACTIVITY.blocked] = CAUSE.fragmentFifo;
LATENCY_BY_TAG[ACTIVITY.missSlots] = CAUSE.missSlots;
