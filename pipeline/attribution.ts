import type { Design } from '../rtl-model/design.ts';
import type { BusHistory } from './bus-history.ts';
import { CAUSE } from './causes.ts';
import { ACTIVITIES, ACTIVITY, STAGE, STAGES } from './stages.ts';
import { Stretches } from './stretches.ts';
import type { Timeline } from './timeline.ts';

/** Of an activity that gives the follower something, or that only hands on why it has nothing. */
const UPSTREAM = -1;
/** Of `memory`: the bus and the tag stage say which cause it is. */
const WAITS = -2;

/** The stages that may stand behind a cycle, from the last one up: what the others do hands on what came to them. */
const ASKED = [STAGE.result, STAGE.filter, STAGE.data, STAGE.tag, STAGE.address];

/**
 * Finds the cause of every cycle. Where the result stage takes no quad, the stage before it gave it none: it did not push
 * one its own latency ago. What that stage did then is the cause, or it had nothing itself and the stage before it is
 * asked, again its latency ago. So a cycle's cause lies in the past, at a fixed distance for each stage.
 */
export class Attribution {
  private readonly timeline: Timeline;
  private readonly bus: BusHistory;
  /** Of stage s: how far back it is asked. */
  private readonly lag: Float64Array;
  /** Of stage s: what it did, null where nobody asks. */
  private readonly stretches: readonly (Stretches | null)[];
  /** Of the tag stage, asked what it did while the data stage waited. */
  private readonly tagMeanwhile = new Stretches();
  /** Cycles before this one are attributed. */
  private settled = 0;

  constructor({ pipeline: { latency } }: Design, timeline: Timeline, bus: BusHistory) {
    this.timeline = timeline;
    this.bus = bus;
    this.lag = Float64Array.from(STAGES, (_, s) => STAGES.slice(s, -1).reduce((sum, stage) => sum + latency[stage], 0));
    this.stretches = STAGES.map((_, s) => (ASKED.includes(s) ? new Stretches() : null));
  }

  /** From the cycle on, no earlier than that of the stage's last call, the stage does this. */
  begin(stage: number, cycle: number, activity: number): void {
    this.stretches[stage]?.push(cycle, activity);
    if (stage === STAGE.tag) this.tagMeanwhile.push(cycle, activity);
  }

  /** As `ActivityHistory.waited`. */
  waited(stage: number, free: number, waiting: number, at: number): void {
    if (this.stretches[stage] === null) return;
    if (waiting > free) this.begin(stage, free, ACTIVITY.starved);
    if (at > waiting) this.begin(stage, waiting, ACTIVITY.blocked);
    this.begin(stage, at, ACTIVITY.busy);
  }

  /** Attributes every cycle before `cycle`, before which no stage will begin anything else. */
  settle(cycle: number): void {
    while (this.settled < cycle) this.settled = this.attribute(this.settled, cycle);
  }

  /** Attributes cycles from `from` on that have one cause. @returns the first that has another, or `before` */
  private attribute(from: number, before: number): number {
    const { lag, bus, stretches, tagMeanwhile } = this;
    let cause = CAUSE.input;
    let until = before;
    if (from < lag[STAGE.frontEnd]) {
      cause = CAUSE.fill;
      until = Math.min(until, lag[STAGE.frontEnd]);
    }
    for (let n = 0; n < ASKED.length; n++) {
      const stage = ASKED[n];
      const then = from - lag[stage];
      if (then < 0) break;
      const did = stretches[stage]!;
      const end = did.seek(then) + lag[stage];
      if (end < until) until = end;
      // The first cycle of a pass that needs more lines is its work: why it needs more cycles, the next one tells.
      const first = did.activity === ACTIVITY.busy && (stage === STAGE.data || stage === STAGE.tag);
      const found = CAUSE_OF[stage * ACTIVITIES.length + (first ? did.nextActivity : did.activity)];
      if (found === UPSTREAM) continue;
      cause = found;
      if (found !== WAITS) break;
      const tagEnd = tagMeanwhile.seek(then);
      cause = bus.movesAt(then) ? CAUSE.memoryBandwidth : LATENCY_BY_TAG[tagMeanwhile.activity];
      until = Math.min(until, bus.changesAt + lag[stage], tagEnd + lag[stage]);
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
