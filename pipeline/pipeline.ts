import { type Design, DesignError } from '../rtl-model/design/design.ts';
import type { TexelMemory } from '../rtl-model/memory/image.ts';
import type { QuadBatch } from '../rtl-model/registers/quad-batch.ts';
import type { TextureState } from '../rtl-model/state/texture-state.ts';
import { unitPaths } from '../rtl-model/path/bind-units.ts';
import { type Account, accountOf, together } from './account.ts';
import { busTimes } from './bus-times.ts';
import type { Clockwork, QuadSink, Tally } from './clockwork.ts';
import { MemoryPort } from './memory.ts';
import type { PipelineObserver } from './observer.ts';
import type { RunParts } from './run-parts.ts';
import { sharedL2 } from './shared-l2.ts';
import { Statistics } from './statistics.ts';
import { SteppedClockwork } from './stepped/stepped-clockwork.ts';
import { TimedClockwork } from './timed/timed-clockwork.ts';
import { Timeline } from './timeline.ts';
import { UnitsClockwork } from './units/units-clockwork.ts';

export type { QuadSink } from './clockwork.ts';

export interface PipelineOptions {
  /**
   * True for a clock that is stepped cycle by cycle, false for times that are worked out quad by quad; false if left
   * out. Account and results are the same. A run with an observer is always stepped.
   */
  readonly stepped?: boolean;
}

/**
 * The cycle mode: quads go through all stages, each of which calls its unit of rtl-model for the values. Several units
 * share the L2 and the memory.
 */
export class Pipeline {
  private readonly design: Design;
  private readonly memory: MemoryPort;
  private readonly clockwork: Clockwork;

  /**
   * @param sink receives every quad in request order
   * @throws DesignError, RangeError as `unitPaths`; DesignError for several units with an observer
   */
  constructor(
    design: Design,
    memory: TexelMemory,
    states: readonly TextureState[],
    sink: QuadSink,
    observer?: PipelineObserver,
    { stepped = false }: PipelineOptions = {},
  ) {
    const { count } = design.pipeline.units;
    const port = new MemoryPort(design.pipeline.memory);
    const l2 = sharedL2(design.cache);
    const shared = { design, paths: unitPaths(design, memory, states), memory: port, l2 };
    const bus = busTimes(l2 === null || l2.waits === null ? port.buses : [...port.buses, l2.waits]);
    const unit = (n: number): RunParts => ({
      ...shared,
      bus: n === 0 ? bus : bus.follow(),
      statistics: new Statistics(),
      timeline: new Timeline(),
    });
    this.design = design;
    this.memory = port;
    if (count > 1) {
      if (observer !== undefined) {
        throw new DesignError('pipeline.units.count', `${count}; expected 1 where the stages of a run are traced`);
      }
      this.clockwork = new UnitsClockwork(
        Array.from({ length: count }, (_, n) => unit(n)),
        memory.data,
        sink,
        stepped,
      );
    } else {
      this.clockwork =
        observer !== undefined || stepped
          ? new SteppedClockwork(unit(0), memory.data, sink, observer)
          : new TimedClockwork(unit(0), memory.data, sink);
    }
  }

  /**
   * The cycle that the clock stands at. In a call of the sink it is the one in which the quad is out, if there is one
   * unit: several evaluate quads before they time them.
   */
  get now(): number {
    return this.clockwork.now;
  }

  /**
   * Takes every quad of the batch in; it may be reused afterwards.
   *
   * @throws RangeError where quads name a unit that there is not
   */
  run(batch: QuadBatch): void {
    this.clockwork.run(batch);
  }

  /**
   * Lets every quad out, tells the observer, and returns the account of everything so far. More batches may follow, for
   * which the cache keeps its lines. A run with an observer finishes once.
   */
  finish(): Account {
    const { design, memory, clockwork } = this;
    const cycles = clockwork.drain();
    const tallies = clockwork.tallies();
    const tally = together(tallies);
    const flush = this.flush(cycles, tally);
    return {
      ...accountOf(design, memory, cycles, tally, tallies.length),
      memoryBusyCycles: memory.busyCycles,
      memory: memory.totals(),
      flush,
      ...(tallies.length > 1 && { units: tallies.map((tally) => accountOf(design, memory, cycles, tally)) }),
    };
  }

  /** Writes what is dirty in the caches back, after the last cycle. */
  private flush(cycles: number, { cache }: Tally): Account['flush'] {
    const { memory } = this;
    const before = memory.totals().writeBytes;
    const moved = cache.flush(cycles);
    cache.flushL2(moved);
    return { cycles: Math.max(moved, memory.written) - cycles, bytes: memory.totals().writeBytes - before };
  }
}
