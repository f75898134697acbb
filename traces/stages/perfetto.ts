import { type Stage, STAGE, STAGES } from '../../pipeline/stages/stages.ts';
import { type Slice, SliceWriter } from './cycle-writer.ts';
import type { TextSink } from '../encodings/text-sink.ts';

const PROCESS = 1;
const MISSES = 'outstanding misses';
const FRAGMENTS = 'fragment FIFO';

/**
 * Writes a trace in the Chrome trace-event format, which Perfetto reads; 1 cycle is shown as 1 microsecond. Each stage
 * is a track whose complete events tile the run without overlap: one for each quad or pass that the stage works on, one
 * for each stretch of another activity. Two counters, which go with the tag stage, show the outstanding misses and the
 * passes in the fragment FIFO.
 */
export class PerfettoWriter extends SliceWriter {
  private readonly shown: ReadonlySet<Stage>;
  private readonly counters = new Map<string, number>();

  /** @param stages that have a track; whatever the choice, the writer must see all of them */
  constructor(
    private readonly sink: TextSink,
    stages: readonly Stage[] = STAGES,
  ) {
    super();
    this.shown = new Set(stages);
    sink('{"displayTimeUnit":"ms","otherData":{"timeUnit":"1 cycle = 1 microsecond"},"traceEvents":[\n');
    sink(`{"ph":"M","pid":${PROCESS},"name":"process_name","args":{"name":"texunit (1 cycle = 1 us)"}}`);
    STAGES.forEach((stage, n) => {
      if (!this.shown.has(stage)) return;
      this.event(`"ph":"M","pid":${PROCESS},"tid":${n},"name":"thread_name","args":{"name":"${stage}"}`);
      this.event(`"ph":"M","pid":${PROCESS},"tid":${n},"name":"thread_sort_index","args":{"sort_index":${n}}`);
    });
  }

  override end(cycles: number): void {
    super.end(cycles);
    this.sink('\n]}\n');
  }

  protected override closeCycle(): void {
    super.closeCycle();
    if (!this.shown.has('tag')) return;
    this.count(MISSES, 'lines', this.outstanding.count);
    this.count(FRAGMENTS, 'passes', this.occupancy.after('tag'));
  }

  protected override slice(stage: Stage, { start, activity, quad, pass }: Slice, end: number): void {
    if (!this.shown.has(stage)) return;
    const name = activity === 'busy' ? `quad ${quad} pass ${pass}` : activity;
    const args = activity === 'busy' ? `,"args":{"quad":${quad},"pass":${pass}}` : '';
    const times = `"ts":${start},"dur":${end - start}`;
    this.event(`"ph":"X","pid":${PROCESS},"tid":${STAGE[stage]},${times},"cat":"${activity}","name":"${name}"${args}`);
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
