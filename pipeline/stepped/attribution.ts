import { CAUSE } from '../counters/causes.ts';
import { NONE } from '../counters/intervals.ts';
import type { RunParts } from '../cache/run-parts.ts';
import { ACTIVITIES, ACTIVITY, CAUSE_OF, lags, STAGE, STAGE_RECORDS, STAGES, UPSTREAM } from '../stages/stages.ts';

const RECORDS = STAGES.map((stage) => STAGE_RECORDS[stage]);
/** The stages with causes of their own, from the last one up. */
const WITH_CAUSES = RECORDS.flatMap(({ causes }, s) => (Object.keys(causes).length === 0 ? [] : [s])).toReversed();
/** 1 at [s] if the cycle after a pass's first one says why stage s needs more of them. */
const WORKS_FIRST = Uint8Array.from(RECORDS, ({ worksFirst }) => (worksFirst ? 1 : 0));

/**
 * Counts of every stage's activity in every cycle, and the cause of each cycle. Where the result stage takes no quad,
 * the stage before it pushed none as many cycles ago as its latency. The activity of that stage in that cycle is the
 * cause. If the stage was starved, the cause is that of the stage before, again its latency earlier. A cause therefore lies in
 * the past, at a fixed distance for each stage.
 */
export class Attribution {
  /** Cycles of stage s and activity a, at s * ACTIVITIES.length + a. */
  readonly stageCycles = new Float64Array(STAGES.length * ACTIVITIES.length);
  /** The distance in cycles at which the cause of each stage is read. */
  private readonly lag = lags(this.run.design.pipeline);
  /** The activities of the last cycles: a ring of `size` entries for each stage s, from s * size on. */
  private readonly size = this.lag[STAGE.frontEnd] + 1;
  private readonly recent = new Uint8Array(STAGES.length * this.size);
  /** The place of the current cycle in the rings. */
  private at = 0;

  constructor(private readonly run: RunParts) {}

  /** Notes the activity of a stage in the current cycle. */
  did(stage: number, activity: number): void {
    this.recent[stage * this.size + this.at] = activity;
    this.stageCycles[stage * ACTIVITIES.length + activity]++;
  }

  /** Finds the cause of the current cycle, all of whose activities are noted, and goes on to the next. */
  attribute(cycle: number): void {
    this.run.timeline.add(cycle, cycle + 1, this.causeOf(cycle));
    this.run.bus.forget(cycle - this.lag[STAGE.data]);
    this.at = this.at + 1 === this.size ? 0 : this.at + 1;
  }

  private causeOf(cycle: number): number {
    const { lag } = this;
    for (const stage of WITH_CAUSES) {
      if (cycle < lag[stage]) return CAUSE.fill;
      let activity = this.didBefore(stage, lag[stage]);
      if (activity === ACTIVITY.busy && WORKS_FIRST[stage] === 1) activity = this.didBefore(stage, lag[stage] - 1);
      const found = CAUSE_OF[stage * ACTIVITIES.length + activity];
      if (found === CAUSE.memoryLatency) return this.waitCause(cycle - lag[stage], lag[stage]);
      if (found !== UPSTREAM) return found;
    }
    return cycle < lag[STAGE.frontEnd] ? CAUSE.fill : CAUSE.input;
  }

  /** The cause of a wait of the data stage for memory, in a cycle that lies so far back. */
  private waitCause(cycle: number, back: number): number {
    const moving = this.run.bus.kindAt(cycle);
    if (moving !== NONE) return moving;
    const held = LATENCY_BY_TAG[this.didBefore(STAGE.tag, back)];
    if (held !== CAUSE.memoryLatency) return held;
    const unissued = CAUSE_OF[STAGE.frontEnd * ACTIVITIES.length + this.didBefore(STAGE.frontEnd, back)];
    return unissued === UPSTREAM ? held : unissued;
  }

  private didBefore(stage: number, back: number): number {
    const { at, size } = this;
    return this.recent[stage * size + (at < back ? at + size : at) - back];
  }
}

/** The cause of a wait for the memory's latency, by what the tag stage did meanwhile. */
const LATENCY_BY_TAG = new Int8Array(ACTIVITIES.length).fill(CAUSE.memoryLatency);
LATENCY_BY_TAG[ACTIVITY.blocked] = CAUSE.fragmentFifo;
LATENCY_BY_TAG[ACTIVITY.missSlots] = CAUSE.missSlots;
LATENCY_BY_TAG[ACTIVITY.missQueue] = CAUSE.missQueue;
