import type { Design } from '../rtl-model/design.ts';
import type { BusHistory } from './bus-history.ts';
import { CAUSE } from './causes.ts';
import { ACTIVITY, activityOf, STAGE, type Stretches } from './stage-clock.ts';
import { ACTIVITIES, STAGES } from './stages.ts';
import type { Timeline } from './timeline.ts';

/** Of an activity that gives the follower something, or that only hands on why it has nothing. */
const UPSTREAM = -1;
/** Of `memory`: the bus and the tag stage say which cause it is. */
const WAITS = -2;

/**
 * Finds the cause of every cycle. Where the result stage takes no quad, the stage before it gave it none: it did not push
 * one its own latency ago. What that stage did then is the cause, or it had nothing itself and the stage before it is
 * asked, again its latency ago. So a cycle's cause lies in the past, at a fixed distance for each stage.
 */
export class Attribution {
  /** Cycles from the first stage to the last: how far back a cause can lie. */
  readonly reach: number;
  private readonly timeline: Timeline;
  private readonly bus: BusHistory;
  /** Of stage s: how far back it is asked. */
  private readonly lag: readonly number[];
  /** Of stage s: the stretch that it was asked about last. */
  private readonly cursor = new Int32Array(STAGES.length);
  /** Cycles before this one are attributed. */
  private settled = 0;

  constructor({ pipeline: { latency } }: Design, timeline: Timeline, bus: BusHistory) {
    this.timeline = timeline;
    this.bus = bus;
    this.lag = STAGES.map((_, s) => STAGES.slice(s, -1).reduce((sum, stage) => sum + latency[stage], 0));
    this.reach = this.lag[0] + 1;
  }

  /**
   * Attributes every cycle before `cycle`.
   *
   * @returns how many of the stretches are of no more use
   */
  settle(stretches: Stretches, cycle: number): number {
    while (this.settled < cycle) this.settled = this.attribute(stretches, this.settled, cycle);
    let past = 0;
    while (stretches.end(past, cycle) <= cycle - this.reach) past++;
    for (let stage = 0; stage < STAGES.length; stage++) this.cursor[stage] = Math.max(0, this.cursor[stage] - past);
    return past;
  }

  /** Attributes cycles from `from` on that have one cause. @returns the first that has another, or `before` */
  private attribute(stretches: Stretches, from: number, before: number): number {
    const { cursor, lag } = this;
    const { starts, words, count } = stretches;
    let cause = CAUSE.input;
    let until = before;
    for (let stage = STAGE.result; stage >= 0; stage--) {
      const then = from - lag[stage];
      if (then < 0) {
        cause = CAUSE.fill;
        until = Math.min(until, lag[stage]);
        break;
      }
      let k = cursor[stage];
      while (k + 1 < count && starts[k + 1] <= then) k++;
      cursor[stage] = k;
      if (k + 1 < count) until = Math.min(until, starts[k + 1] + lag[stage]);
      let activity = activityOf(words[k], stage);
      // The first cycle of a pass that needs more lines is its work: why it needs more cycles, the next one tells.
      if (activity === ACTIVITY.busy && (stage === STAGE.data || stage === STAGE.tag) && k + 1 < count) {
        activity = activityOf(words[k + 1], stage);
      }
      const found = CAUSE_OF[stage * ACTIVITIES.length + activity];
      if (found === UPSTREAM) continue;
      if (found !== WAITS) {
        cause = found;
        break;
      }
      cause = this.bus.movesAt(then) ? CAUSE.memoryBandwidth : LATENCY_BY_TAG[activityOf(words[k], STAGE.tag)];
      until = Math.min(until, this.bus.changesAt + lag[stage]);
      break;
    }
    this.timeline.add(from, until, cause);
    return until;
  }
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
