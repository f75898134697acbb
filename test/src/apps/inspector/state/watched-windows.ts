import { type Cause, CAUSES } from '../../../../../pipeline/counters/causes.ts';
import { Timeline } from '../../../../../pipeline/counters/timeline.ts';
import { Pipeline } from '../../../../../pipeline/pipeline.ts';
import type { PassView } from '../../../../../pipeline/stages/observer.ts';
import type { Activity, Stage } from '../../../../../pipeline/stages/stages.ts';
import type { Design } from '../../../../../rtl-model/design/design.ts';
import { texelMemory } from '../../../../../rtl-model/memory/lay-out-images.ts';
import type {
  RepeatableRequests,
  StageSlice,
  TimeWindow,
} from '../../../../../src/apps/inspector/state/time-window.ts';
import { withOneUnit } from '../../../../../src/explain/explain-trace.ts';
import { type Slice, SliceWriter } from '../../../../../traces/stages/cycle-writer.ts';
import { fanOut } from '../../../../../traces/stages/observers.ts';
import { FIFO_STAGES } from '../../../../../traces/stages/occupancy.ts';

/**
 * Windows of cycles `from` to `to - 1` of one run from cycle 0 on, in which every stage computes its values when it has
 * them: what a run log gives is compared with them.
 */
export function watchedWindows(
  { images, states, batches }: RepeatableRequests,
  design: Design,
  windows: readonly (readonly [from: number, to: number])[],
): readonly TimeWindow[] {
  const recorders = windows.map(([from, to]) => new WindowRecorder(from, to));
  const timeline = new CauseRecorder(recorders);
  const memory = texelMemory(design, images);
  const pipeline = new Pipeline(withOneUnit(design), memory, states, () => {}, fanOut(recorders), { timeline });
  for (const batch of batches()) pipeline.run(batch);
  pipeline.finish();
  return recorders.map((recorder) => recorder.window());
}

/** Gives the recorders the cause of every cycle. */
class CauseRecorder extends Timeline {
  constructor(private readonly recorders: readonly WindowRecorder[]) {
    super();
  }

  override add(from: number, to: number, cause: number): void {
    super.add(from, to, cause);
    for (const recorder of this.recorders) recorder.cause(from, to, CAUSES[cause]);
  }
}

/** Watches a run from its beginning, and notes what happens in a window of cycles. */
class WindowRecorder extends SliceWriter {
  private readonly slices: StageSlice[] = [];
  private readonly causes: { cause: Cause; from: number; to: number }[] = [];
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

  cause(start: number, until: number, cause: Cause): void {
    const [first, end] = [Math.max(start, this.from), Math.min(until, this.to)];
    if (first >= end) return;
    const last = this.causes.at(-1);
    if (last?.cause === cause) last.to = end;
    else this.causes.push({ cause, from: first, to: end });
  }

  window(): TimeWindow {
    const { from, to, slices, quads, misses, missed, causes } = this;
    const end = Math.max(from, Math.min(to, this.ended));
    this.endSlices(end);
    const fifos = Array.from(this.levels, ([stage, levels]) => ({ stage, levels }));
    return { from, to: end, slices, fifos, misses, missed, causes, quads };
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
