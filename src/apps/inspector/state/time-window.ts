import type { Account } from '../../../../pipeline/stages/account.ts';
import { type Cause, CAUSES } from '../../../../pipeline/counters/causes.ts';
import type { PassView } from '../../../../pipeline/stages/observer.ts';
import { Pipeline } from '../../../../pipeline/pipeline.ts';
import type { Activity, Stage } from '../../../../pipeline/stages/stages.ts';
import { Timeline } from '../../../../pipeline/counters/timeline.ts';
import type { Design } from '../../../../rtl-model/design/design.ts';
import type { ImageSource } from '../../../../rtl-model/memory/image.ts';
import { texelMemory } from '../../../../rtl-model/memory/lay-out-images.ts';
import type { QuadBatch } from '../../../../rtl-model/registers/quad-batch.ts';
import type { TextureState } from '../../../../rtl-model/state/texture-state.ts';
import { type Slice, SliceWriter } from '../../../../traces/stages/cycle-writer.ts';
import { FIFO_STAGES } from '../../../../traces/stages/occupancy.ts';
import { withOneUnit } from '../../../explain/explain-trace.ts';

/** The requests of a picture or of a trace, which can be run again and again. */
export interface RepeatableRequests {
  readonly images: readonly ImageSource[];
  readonly states: readonly TextureState[];
  /** Names of the images; numbers if left out. */
  readonly names?: readonly string[];
  /** Batches in the order of the requests; each holds until the next one. */
  readonly batches: () => Iterable<QuadBatch>;
}

/** Cycles `from` to `to - 1` in which a stage does the same, for the same pass of a quad if it is busy. */
export interface StageSlice {
  readonly stage: Stage;
  readonly from: number;
  readonly to: number;
  readonly activity: Activity;
  /** The pass that last began its work, and its quad; null in a stage that is not busy. */
  readonly work: { readonly quad: number; readonly pass: number } | null;
}

/** A value that changes at certain cycles: [cycle, value from then on]. */
export type WindowSteps = readonly (readonly [cycle: number, value: number])[];

/** The pipeline in the cycles `from` to `to - 1`. */
export interface TimeWindow {
  readonly from: number;
  readonly to: number;
  /** Slices of each stage tile the window, in the order of cycles. */
  readonly slices: readonly StageSlice[];
  /** Entries of the FIFO after each stage. */
  readonly fifos: readonly { readonly stage: Stage; readonly levels: WindowSteps }[];
  /** Lines on their way from memory. */
  readonly misses: WindowSteps;
  /** The cycle of each request of a line to memory. */
  readonly missed: readonly number[];
  readonly causes: readonly { readonly cause: Cause; readonly from: number; readonly to: number }[];
  /** The quads that the slices name: pixel of lane 0, active lanes. */
  readonly quads: ReadonlyMap<number, { readonly x: number; readonly y: number; readonly active: number }>;
}

/**
 * Runs the requests with a clock that is stepped up to the end of a window of cycles. Yields the cycle after each batch.
 *
 * @param cycles of the window; it is shorter where the run ends before
 * @throws DesignError, RangeError as Pipeline
 */
export function* timeWindow(
  { images, states, batches }: RepeatableRequests,
  design: Design,
  from: number,
  cycles: number,
): Generator<number, TimeWindow> {
  const recorder = new WindowRecorder(from, from + cycles);
  const causes = new CauseRecorder(from, from + cycles);
  const memory = texelMemory(design, images);
  const pipeline = new Pipeline(withOneUnit(design), memory, states, () => {}, recorder, { timeline: causes });
  for (const batch of batches()) {
    pipeline.run(batch);
    yield pipeline.now;
    if (pipeline.now >= from + cycles) return recorder.window(causes);
  }
  pipeline.finish();
  return recorder.window(causes);
}

/** The account of all requests. Yields the cycle after each batch. @throws DesignError, RangeError as Pipeline */
export function* timeAccount(
  { images, states, batches }: RepeatableRequests,
  design: Design,
): Generator<number, Account> {
  const pipeline = new Pipeline(design, texelMemory(design, images), states, () => {});
  for (const batch of batches()) {
    pipeline.run(batch);
    yield pipeline.now;
  }
  return pipeline.finish();
}

/** Notes the causes of a window, cycle by cycle. */
class CauseRecorder extends Timeline {
  readonly runs: { cause: Cause; from: number; to: number }[] = [];

  constructor(
    private readonly from: number,
    private readonly to: number,
  ) {
    super();
  }

  override add(from: number, to: number, cause: number): void {
    super.add(from, to, cause);
    const [first, end] = [Math.max(from, this.from), Math.min(to, this.to)];
    if (first >= end) return;
    const last = this.runs.at(-1);
    if (last?.cause === CAUSES[cause]) last.to = end;
    else this.runs.push({ cause: CAUSES[cause], from: first, to: end });
  }
}

/** Watches a run from its beginning, and notes what happens in a window of cycles. */
class WindowRecorder extends SliceWriter {
  private readonly slices: StageSlice[] = [];
  private readonly levels = new Map(FIFO_STAGES.map((stage) => [stage, [] as [number, number][]]));
  private readonly misses: [number, number][] = [];
  private readonly missed: number[] = [];
  private readonly quads = new Map<number, { x: number; y: number; active: number }>();
  /** The cycle after the last one of the run. */
  private ended = 0;

  constructor(
    private readonly from: number,
    private readonly to: number,
  ) {
    super();
  }

  override enter(cycle: number, stage: Stage, view: PassView): void {
    super.enter(cycle, stage, view);
    // A quad that is in the last stage at the first cycle entered the first stage before it.
    if (stage === 'frontEnd' && cycle < this.to) {
      const { x, y, active } = view;
      this.quads.set(view.quad, { x, y, active });
    }
    if (stage === 'result' && cycle < this.from) this.quads.delete(view.quad - 1);
  }

  override activity(cycle: number, stage: Stage, activity: Activity): void {
    super.activity(cycle, stage, activity);
    this.ended = cycle + 1;
  }

  override miss(cycle: number, address: number): void {
    super.miss(cycle, address);
    if (cycle >= this.from && cycle < this.to) this.missed.push(cycle);
  }

  window({ runs }: CauseRecorder): TimeWindow {
    const { from, to, slices, quads, misses, missed } = this;
    const end = Math.max(from, Math.min(to, this.ended));
    this.endSlices(end);
    const fifos = Array.from(this.levels, ([stage, levels]) => ({ stage, levels }));
    return { from, to: end, slices, fifos, misses, missed, causes: runs, quads };
  }

  protected override closeCycle(): void {
    const { cycle } = this;
    if (cycle >= this.to) return;
    super.closeCycle();
    if (cycle < this.from) return;
    for (const [stage, levels] of this.levels) step(levels, cycle, this.occupancy.after(stage)!);
    step(this.misses, cycle, this.outstanding.count!);
  }

  protected override slice(stage: Stage, { start, activity, quad, pass }: Slice, end: number): void {
    const [from, to] = [Math.max(start, this.from), Math.min(end, this.to)];
    const work = activity === 'busy' ? { quad, pass } : null;
    if (from < to) this.slices.push({ stage, from, to, activity, work });
  }
}

function step(steps: [number, number][], cycle: number, value: number): void {
  if (steps.at(-1)?.[1] !== value) steps.push([cycle, value]);
}

/** The slice of each stage at a cycle of the window. */
export function slicesAt({ slices }: TimeWindow, cycle: number): ReadonlyMap<Stage, StageSlice> {
  const there = slices.filter(({ from, to }) => from <= cycle && cycle < to);
  return new Map(there.map((slice) => [slice.stage, slice]));
}

/** The value at a cycle; undefined before the first one. */
export function valueAtCycle(steps: WindowSteps, cycle: number): number | undefined {
  return steps.findLast(([from]) => from <= cycle)?.[1];
}
