import type { PassView } from '../../pipeline/stages/observer.ts';
import { type Activity, type Stage, STAGES } from '../../pipeline/stages/stages.ts';
import { CycleWriter } from './cycle-writer.ts';
import type { TextSink } from '../encodings/text-sink.ts';

const PROCESS = 1;
const MISSES = 'outstanding misses';
const FRAGMENTS = 'fragment FIFO';

/** Consecutive cycles in which a stage does the same, for the same quad or pass. */
interface Slice {
  readonly start: number;
  readonly activity: Activity;
  readonly quad: number;
  readonly pass: number;
}

/** The state of a stage. */
interface Track {
  /** The quad or pass that last began its work. */
  quad: number;
  pass: number;
  /** True if a quad or pass began its work in the current cycle. */
  entered: boolean;
  activity: Activity | undefined;
  slice: Slice | undefined;
}

/**
 * Writes a trace in the Chrome trace-event format, which Perfetto reads; 1 cycle is shown as 1 microsecond. Each stage
 * is a track whose complete events tile the run without overlap: one for each quad or pass that the stage works on, one
 * for each stretch of another activity. Two counters, which go with the tag stage, show the outstanding misses and the
 * passes in the fragment FIFO.
 */
export class PerfettoWriter extends CycleWriter {
  private readonly sink: TextSink;
  private readonly shown: ReadonlySet<Stage>;
  private readonly tracks: ReadonlyMap<Stage, Track>;
  private readonly counters = new Map<string, number>();

  /** @param stages that have a track; whatever the choice, the writer must see all of them */
  constructor(sink: TextSink, stages: readonly Stage[] = STAGES) {
    super();
    this.sink = sink;
    this.shown = new Set(stages);
    this.tracks = new Map(
      STAGES.map((stage) => [stage, { quad: 0, pass: 0, entered: false, activity: undefined, slice: undefined }]),
    );
    sink('{"displayTimeUnit":"ms","otherData":{"timeUnit":"1 cycle = 1 microsecond"},"traceEvents":[\n');
    sink(`{"ph":"M","pid":${PROCESS},"name":"process_name","args":{"name":"texunit (1 cycle = 1 us)"}}`);
    STAGES.forEach((stage, n) => {
      if (!this.shown.has(stage)) return;
      this.event(`"ph":"M","pid":${PROCESS},"tid":${n},"name":"thread_name","args":{"name":"${stage}"}`);
      this.event(`"ph":"M","pid":${PROCESS},"tid":${n},"name":"thread_sort_index","args":{"sort_index":${n}}`);
    });
  }

  override enter(cycle: number, stage: Stage, view: PassView): void {
    this.advance(cycle);
    const track = this.tracks.get(stage)!;
    track.quad = view.quad;
    track.pass = view.pass;
    track.entered = true;
    this.occupancy.enter(stage, view);
  }

  override activity(cycle: number, stage: Stage, activity: Activity): void {
    this.advance(cycle);
    this.tracks.get(stage)!.activity = activity;
  }

  override end(cycles: number): void {
    super.end(cycles);
    STAGES.forEach((stage, n) => this.closeSlice(this.tracks.get(stage)!, n, cycles));
    this.sink('\n]}\n');
  }

  protected override closeCycle(): void {
    STAGES.forEach((stage, n) => {
      if (!this.shown.has(stage)) return;
      const track = this.tracks.get(stage)!;
      const { activity, entered, slice, quad, pass } = track;
      if (activity !== slice?.activity || (entered && activity === 'busy')) {
        this.closeSlice(track, n, this.cycle);
        track.slice = activity && { start: this.cycle, activity, quad, pass };
      }
      track.entered = false;
      track.activity = undefined;
    });
    if (!this.shown.has('tag')) return;
    this.count(MISSES, 'lines', this.outstanding.count);
    this.count(FRAGMENTS, 'passes', this.occupancy.after('tag'));
  }

  private closeSlice(track: Track, tid: number, end: number): void {
    const { slice } = track;
    if (slice === undefined) return;
    track.slice = undefined;
    const { start, activity, quad, pass } = slice;
    const name = activity === 'busy' ? `quad ${quad} pass ${pass}` : activity;
    const args = activity === 'busy' ? `,"args":{"quad":${quad},"pass":${pass}}` : '';
    const times = `"ts":${start},"dur":${end - start}`;
    this.event(`"ph":"X","pid":${PROCESS},"tid":${tid},${times},"cat":"${activity}","name":"${name}"${args}`);
  }

  private count(name: string, unit: string, value: number | undefined): void {
    if (value === undefined || this.counters.get(name) === value) return;
    this.counters.set(name, value);
    this.event(`"ph":"C","pid":${PROCESS},"ts":${this.cycle},"name":"${name}","args":{"${unit}":${value}}`);
  }

  private event(fields: string): void {
    this.sink(`,\n{${fields}}`);
  }
}
