import type { Design } from '../rtl-model/design.ts';
import type { BusHistory } from './bus-history.ts';
import { CAUSE } from './causes.ts';
import { ACTIVITIES, ACTIVITY, STAGE, STAGES } from './stages.ts';
import type { Stretches } from './stretches.ts';
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
  private readonly timeline: Timeline;
  private readonly bus: BusHistory;
  /** Of stage s: how far back it is asked. */
  private readonly lag: Int32Array;
  /** Of stage s: the stretch that it was asked about last. */
  private readonly cursor = new Int32Array(STAGES.length);
  /** The same of the tag stage, asked what it did while the data stage waited. */
  private tagCursor = 0;
  /** Cycles before this one are attributed. */
  private settled = 0;

  constructor({ pipeline: { latency } }: Design, timeline: Timeline, bus: BusHistory) {
    this.timeline = timeline;
    this.bus = bus;
    this.lag = Int32Array.from(STAGES, (_, s) => STAGES.slice(s, -1).reduce((sum, stage) => sum + latency[stage], 0));
  }

  /** Attributes every cycle before `cycle`, and drops those of the stages' stretches that are of no more use. */
  settle(stages: readonly Stretches[], cycle: number): void {
    while (this.settled < cycle) this.settled = this.attribute(stages, this.settled, cycle);
    for (let stage = 0; stage < STAGES.length; stage++) {
      const past = stages[stage].seek(this.cursor[stage], cycle - this.lag[stage]);
      stages[stage].dropFirst(past);
      this.cursor[stage] = 0;
      if (stage === STAGE.tag) this.tagCursor = Math.max(0, this.tagCursor - past);
    }
  }

  /** Attributes cycles from `from` on that have one cause. @returns the first that has another, or `before` */
  private attribute(stages: readonly Stretches[], from: number, before: number): number {
    const { cursor, lag } = this;
    let cause = CAUSE.input;
    let until = before;
    for (let stage = STAGE.result; stage >= 0; stage--) {
      const then = from - lag[stage];
      if (then < 0) {
        cause = CAUSE.fill;
        until = Math.min(until, lag[stage]);
        break;
      }
      const stretches = stages[stage];
      const k = stretches.seek(cursor[stage], then);
      cursor[stage] = k;
      until = Math.min(until, stretches.end(k) + lag[stage]);
      let activity = stretches.activities[k];
      // The first cycle of a pass that needs more lines is its work: why it needs more cycles, the next one tells.
      if (activity === ACTIVITY.busy && (stage === STAGE.data || stage === STAGE.tag) && k + 1 < stretches.count) {
        activity = stretches.activities[k + 1];
      }
      const found = CAUSE_OF[stage * ACTIVITIES.length + activity];
      if (found === UPSTREAM) continue;
      if (found !== WAITS) {
        cause = found;
        break;
      }
      const tag = stages[STAGE.tag];
      this.tagCursor = tag.seek(this.tagCursor, then);
      cause = this.bus.movesAt(then) ? CAUSE.memoryBandwidth : LATENCY_BY_TAG[tag.activities[this.tagCursor]];
      until = Math.min(until, Math.min(this.bus.changesAt, tag.end(this.tagCursor)) + lag[stage]);
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
