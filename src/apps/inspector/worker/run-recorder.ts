import { Pipeline } from '../../../../pipeline/pipeline.ts';
import { Timeline } from '../../../../pipeline/counters/timeline.ts';
import type { PassView } from '../../../../pipeline/stages/observer.ts';
import { type Activity, ACTIVITY, type Stage, STAGE } from '../../../../pipeline/stages/stages.ts';
import type { Design } from '../../../../rtl-model/design/design.ts';
import { texelMemory } from '../../../../rtl-model/memory/lay-out-images.ts';
import { SilentObserver } from '../../../../traces/stages/observers.ts';
import { OutstandingMisses } from '../../../../traces/stages/occupancy.ts';
import { withOneUnit } from '../../../explain/explain-trace.ts';
import type { CycleSpan } from '../state/protocol.ts';
import { addBins, addCycles, advance, BIN_CYCLES, EVENT, firstMarks, type LogPiece } from '../state/run-log.ts';
import { PIECE_CYCLES, SUM } from '../state/run-log.ts';
import type { RepeatableRequests } from '../state/time-window.ts';

/** Pieces that are given together, so that the page is not busy with messages. */
const TOGETHER = 8;

/**
 * Runs all requests once. Yields pieces of the log as they are known, the first of them early, and then with more cycles again;
 * and nothing where more cycles are needed.
 *
 * @param detail the cycles that are kept one by one; of others, sums  @throws DesignError, RangeError as Pipeline
 */
export function* recordedRun(
  { images, states, batches }: RepeatableRequests,
  design: Design,
  detail: CycleSpan,
): Generator<readonly LogPiece[]> {
  const recorder = new RunRecorder(detail);
  const options = { timesOnly: true, timeline: new CauseFeed(recorder) };
  const pipeline = new Pipeline(withOneUnit(design), texelMemory(design, images), states, () => {}, recorder, options);
  let isFirst = true;
  for (const batch of batches()) {
    pipeline.run(batch);
    yield recorder.take(isFirst ? 0 : TOGETHER, isFirst);
    isFirst = false;
  }
  pipeline.finish();
  yield recorder.take(0, true);
}

/** Gives the cause of each cycle, which is the last that is known of it. */
class CauseFeed extends Timeline {
  constructor(private readonly recorder: RunRecorder) {
    super();
  }

  override add(from: number, to: number, cause: number): void {
    super.add(from, to, cause);
    for (let cycle = from; cycle < to; cycle++) this.recorder.closeCycle(cause);
  }
}

/** Notes what happens in every cycle. */
class RunRecorder extends SilentObserver {
  private done: LogPiece[] = [];
  /** The piece that is being filled, and its cycles so far. */
  private number = 0;
  private count = 0;
  private readonly detail = {
    activities: new Uint32Array(PIECE_CYCLES),
    events: new Uint32Array(PIECE_CYCLES),
    misses: new Uint16Array(PIECE_CYCLES),
  };
  private readonly marks = firstMarks();
  private before = this.marks.slice();
  private places: number[] = [];
  private active: number[] = [];
  private readonly outstanding = new OutstandingMisses(true);
  /** Those of the cycle that is not over. */
  private activities = 0;
  private event = 0;
  private missed = 0;

  constructor(private readonly kept: CycleSpan) {
    super();
  }

  override enter(_cycle: number, stage: Stage, { pass, passes, x, y, active }: PassView): void {
    const s = STAGE[stage];
    this.event |= 1 << s;
    if (s >= STAGE.address && s <= STAGE.filter && pass === passes - 1) {
      this.event |= 1 << (EVENT.last + s - STAGE.address);
    }
    if (s !== STAGE.frontEnd) return;
    this.places.push(x, y);
    this.active.push(active);
  }

  override leave(_cycle: number, stage: Stage): void {
    if (stage !== 'result') this.event |= 1 << (EVENT.left + STAGE[stage]);
  }

  override activity(_cycle: number, stage: Stage, activity: Activity): void {
    this.activities |= ACTIVITY[activity] << (4 * STAGE[stage]);
  }

  override miss(_cycle: number, address: number): void {
    this.missed++;
    this.outstanding.miss(address);
  }

  override fill(_cycle: number, address: number): void {
    this.outstanding.fill(address);
  }

  /** All of a cycle is known with its cause. */
  closeCycle(cause: number): void {
    const { detail, count, event } = this;
    detail.activities[count] = this.activities;
    detail.events[count] = event | (cause << EVENT.cause) | (this.missed << EVENT.missed);
    detail.misses[count] = this.outstanding.count!;
    if (event !== 0) advance(this.marks, event);
    this.activities = 0;
    this.event = 0;
    this.missed = 0;
    this.count++;
    if (this.count < PIECE_CYCLES) return;
    this.done.push(this.piece());
    this.number++;
    this.count = 0;
    this.before = this.marks.slice();
    this.places = [];
    this.active = [];
  }

  /** The pieces that are done since, if they are enough, and with `all` the one that is being filled. */
  take(enough: number, all: boolean): readonly LogPiece[] {
    const { done } = this;
    if (done.length < enough) return [];
    this.done = [];
    return all && this.count > 0 ? [...done, this.piece()] : done;
  }

  private piece(): LogPiece {
    const { number, count, before, detail, kept } = this;
    const start = number * PIECE_CYCLES;
    const bins = BIN_CYCLES.map((bin) => new Float32Array(Math.ceil(count / bin) * SUM.size));
    const each = BIN_CYCLES[1] / BIN_CYCLES[0];
    addCycles({ detail, before }, 0, count, bins[0], BIN_CYCLES[0]);
    addBins(bins[0], 0, bins[0].length / SUM.size, bins[1], (bin) => Math.floor(bin / each));
    const { activities, events, misses } = detail;
    const isKept = start + count > kept.from && start < kept.to;
    return {
      number,
      cycles: count,
      detail: isKept
        ? { activities: activities.slice(0, count), events: events.slice(0, count), misses: misses.slice(0, count) }
        : null,
      before,
      places: Uint16Array.from(this.places),
      active: Uint8Array.from(this.active),
      bins: [bins[0], bins[1]],
    };
  }
}
