import type { Design } from '../rtl-model/design/design.ts';
import type { TexelMemory } from '../rtl-model/memory/image.ts';
import type { QuadBatch } from '../rtl-model/registers/quad-batch.ts';
import type { TextureState } from '../rtl-model/state/texture-state.ts';
import { unitPaths } from '../rtl-model/path/bind-units.ts';
import { type Account, causeTable, causeTimeline, stageTable, type Utilization } from './account.ts';
import type { Clockwork, QuadSink } from './clockwork.ts';
import { MemoryPort } from './memory.ts';
import type { PipelineObserver } from './observer.ts';
import type { RunParts } from './run-parts.ts';
import { Statistics } from './statistics.ts';
import { SteppedClockwork } from './stepped/stepped-clockwork.ts';
import { TimedClockwork } from './timed/timed-clockwork.ts';
import { Timeline } from './timeline.ts';

export type { QuadSink } from './clockwork.ts';

export interface PipelineOptions {
  /**
   * True for a clock that is stepped cycle by cycle, false for times that are worked out quad by quad; false if left
   * out. Account and results are the same. A run with an observer is always stepped.
   */
  readonly stepped?: boolean;
}

/** The cycle mode: quads go through all stages, each of which calls its unit of rtl-model for the values. */
export class Pipeline {
  private readonly parts: RunParts;
  private readonly clockwork: Clockwork;

  /**
   * @param sink receives every quad in request order
   * @throws DesignError, RangeError as `unitPaths`
   */
  constructor(
    design: Design,
    memory: TexelMemory,
    states: readonly TextureState[],
    sink: QuadSink,
    observer?: PipelineObserver,
    options: PipelineOptions = {},
  ) {
    const port = new MemoryPort(design.pipeline.memory);
    this.parts = {
      design,
      paths: unitPaths(design, memory, states),
      memory: port,
      bus: port.bus,
      statistics: new Statistics(),
      timeline: new Timeline(),
    };
    this.clockwork =
      observer !== undefined || options.stepped === true
        ? new SteppedClockwork(this.parts, memory.data, sink, observer)
        : new TimedClockwork(this.parts, memory.data, sink);
  }

  /** The cycle that the clock stands at. In a call of the sink it is the one in which the quad is out. */
  get now(): number {
    return this.clockwork.now;
  }

  /** Takes every quad of the batch in; it may be reused afterwards. */
  run(batch: QuadBatch): void {
    this.clockwork.run(batch);
  }

  /**
   * Lets every quad out, tells the observer, and returns the account of everything so far. More batches may follow, for
   * which the cache keeps its lines. A run with an observer finishes once.
   */
  finish(): Account {
    const { memory, statistics, timeline } = this.parts;
    const cycles = this.clockwork.drain();
    return {
      cycles,
      stages: stageTable(this.clockwork.stageCycles()),
      causes: causeTable(timeline),
      timeline: causeTimeline(timeline, cycles),
      utilization: this.utilization(cycles),
      ...statistics.totals(),
      cacheLevels: this.clockwork.cacheTotals(),
      memoryBusyCycles: memory.busyCycles,
      memory: memory.totals(),
    };
  }

  private utilization(cycles: number): Utilization {
    const { design, statistics, memory } = this.parts;
    const { filter, cache } = design;
    const all = Math.max(1, cycles);
    return {
      filter: statistics.samples / (all * filter.samplesPerCycle),
      tagPorts: statistics.lookups / (all * cache.tagsPerCycle),
      dataBanks: statistics.reads / (all * cache.banks * cache.dataPorts),
      memoryBus: memory.utilization(all),
    };
  }
}
