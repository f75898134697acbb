import type { TexelBytes } from '../../rtl-model/memory/texel-bytes.ts';
import type { QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import { BlockWork } from '../stages/block-work.ts';
import type { Clockwork, QuadSink } from '../stages/clockwork.ts';
import { InFlight } from '../cache/in-flight.ts';
import type { PipelineObserver } from '../stages/observer.ts';
import { QuadBlocks } from '../stages/quad-blocks.ts';
import type { EvaluatedParts } from '../cache/run-parts.ts';
import { StageWork } from './stage-work.ts';
import { SteppedUnit } from './stepped-unit.ts';
import type { BatchWork, QuadSource } from '../stages/quad-work.ts';

/**
 * The clock that steps cycle by cycle. Where an observer watches, each stage works at its own time: texels are read from
 * the cache's data store as it is in that cycle, after the fills that must come first. A result that differs from
 * the functional mode's therefore shows a fault in the timing.
 */
export class SteppedClockwork implements Clockwork {
  private readonly source: BatchSource;
  private readonly unit: SteppedUnit;

  /** @param timesOnly true for an observer that reads no registers: quads are evaluated ahead */
  constructor(run: EvaluatedParts, texels: TexelBytes, sink: QuadSink, observer?: PipelineObserver, timesOnly = false) {
    const [quads, passes] = SteppedUnit.slots(run.design);
    const work =
      observer === undefined || timesOnly
        ? new BlockWork(run, new QuadBlocks(run, run.design.cache, texels, quads, passes))
        : new StageWork(run, new InFlight(quads, passes), texels);
    this.source = new BatchSource(work);
    this.unit = new SteppedUnit(run, work, this.source, sink, observer);
  }

  get now(): number {
    return this.unit.cycle;
  }

  run(batch: QuadBatch): void {
    this.source.offer(batch);
    while (this.source.waiting) this.unit.step();
  }

  drain(): number {
    while (this.unit.inside > 0) this.unit.step();
    this.unit.end();
    return this.now;
  }

  tallies() {
    return [this.unit.tally()];
  }
}

/** The quads of a batch in front of a unit. */
class BatchSource implements QuadSource {
  private batch: QuadBatch | undefined;
  private next = 0;
  private end = 0;

  constructor(private readonly work: BatchWork) {}

  offer(batch: QuadBatch): void {
    this.batch = batch;
    this.next = 0;
    this.end = batch.count;
  }

  get waiting(): boolean {
    return this.next < this.end;
  }

  get cycle(): number {
    return this.batch!.cycle[this.next];
  }

  get warp(): number {
    return this.batch!.warp[this.next];
  }

  take(): number {
    return this.work.load(this.batch!, this.next++);
  }
}
