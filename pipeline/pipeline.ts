import { type Design, DesignError } from '../rtl-model/design/design.ts';
import type { TexelMemory } from '../rtl-model/memory/lay-out-images.ts';
import type { QuadBatch } from '../rtl-model/registers/quad-batch.ts';
import type { TextureState } from '../rtl-model/state/texture-state.ts';
import { unitPaths } from '../rtl-model/path/bind-units.ts';
import { type Account, runAccount } from './stages/account.ts';
import type { Clockwork, QuadSink } from './stages/clockwork.ts';
import type { PipelineObserver } from './stages/observer.ts';
import { blockClock } from './units/pipeline-group.ts';
import { QuadBlocks } from './stages/quad-blocks.ts';
import { type EvaluatedParts, isStepped, runParts, stateFacts } from './cache/run-parts.ts';
import { SteppedClockwork } from './stepped/stepped-clockwork.ts';
import type { Timeline } from './counters/timeline.ts';

export type { QuadSink } from './stages/clockwork.ts';

export interface PipelineOptions {
  /**
   * True for a clock that is stepped cycle by cycle, false for times that are worked out quad by quad; false if left
   * out. Account and results are the same. A run with an observer is always stepped, and so is one whose memory serves
   * open rows first, or whose misses are looked up again: the time of a miss or look-up then depends on later ones.
   */
  readonly stepped?: boolean;
  /**
   * True for an observer that reads neither lanes nor footprints: quads are evaluated ahead, in blocks, which is
   * faster. Cycles are the same.
   */
  readonly timesOnly?: boolean;
  /** Takes the cause of every cycle of the first unit; left out, the pipeline makes one. */
  readonly timeline?: Timeline;
}

/**
 * The cycle mode: quads go through all stages, each of which calls its unit of rtl-model for the values. Several units
 * share the L2 and the memory.
 */
export class Pipeline {
  private readonly parts: readonly EvaluatedParts[];
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
    { stepped = false, timesOnly = false, timeline }: PipelineOptions = {},
  ) {
    const { count } = design.pipeline.units;
    const paths = unitPaths(design, memory, states);
    const parts = runParts(design, paths.map(stateFacts)).map((unit, n) => ({
      ...unit,
      paths,
      ...(n === 0 && timeline && { timeline }),
    }));
    this.parts = parts;
    if (count > 1 && observer !== undefined) {
      throw new DesignError(
        'pipeline.units.count',
        `${count}; expected 1 where the stages of a run are traced`,
        design.name,
      );
    }
    const steps = stepped || observer !== undefined || isStepped(design);
    this.clockwork =
      count === 1 && steps
        ? new SteppedClockwork(parts[0], memory.data, sink, observer, timesOnly)
        : blockClock(parts, new QuadBlocks(parts[0], design.cache, memory.data), sink, stepped);
  }

  /**
   * The cycle that the clock is at. In a call of the sink it is the one in which the quad is out, if there is one
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
   * Lets every quad out, reports the end, and returns the account of everything so far. More batches may follow, for
   * which the cache keeps its lines. A run with an observer finishes once.
   */
  finish(): Account {
    const cycles = this.clockwork.drain();
    return runAccount(this.parts[0], cycles, this.clockwork.tallies());
  }
}
