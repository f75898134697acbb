import { QUERY_ENTRIES } from '../../rtl-model/registers/register.ts';
import type { Account } from '../../pipeline/stages/account.ts';
import type { PipelineObserver } from '../../pipeline/stages/observer.ts';
import { Pipeline, type QuadSink } from '../../pipeline/pipeline.ts';
import type { Design } from '../../rtl-model/design/design.ts';
import type { TexelMemory } from '../../rtl-model/memory/lay-out-images.ts';
import type { LaneExtras } from '../../rtl-model/registers/lane-extras.ts';
import { QUAD_LANES, type QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import type { TextureState } from '../../rtl-model/state/texture-state.ts';
import { TextureUnit } from '../../rtl-model/texture-unit.ts';

/** The run with a clock and the run without: both give the same results. */
export const MODES = ['cycle', 'functional'] as const;
export type Mode = (typeof MODES)[number];

/** A texture unit in either mode. Results go to a sink, in request order. */
export interface SamplingUnit {
  /** Takes in every quad of the batch; the caller may reuse the batch afterwards. */
  run(batch: QuadBatch): void;
  /** Adds a state after those that the unit has; absent in the cycle mode. @throws RangeError as `unitPaths` */
  addState?(state: TextureState): void;
  /** Delivers the results that are still under way. Null in the functional mode, which counts no cycles. */
  finish(): Account | null;
}

/**
 * @param observer watches the cycle mode; the functional mode ignores it
 * @throws DesignError, RangeError as `unitPaths`
 */
export function samplingUnit(
  mode: Mode,
  design: Design,
  memory: TexelMemory,
  states: readonly TextureState[],
  sink: QuadSink,
  observer?: PipelineObserver,
): SamplingUnit {
  return mode === 'cycle'
    ? new Pipeline(design, memory, states, sink, observer)
    : new FunctionalUnit(new TextureUnit(design, memory, states), sink);
}

class FunctionalUnit implements SamplingUnit {
  private colors = new Float32Array(0);
  private extras = laneExtras(0);
  private quads = 0;

  constructor(
    private readonly unit: TextureUnit,
    private readonly sink: QuadSink,
  ) {}

  addState(state: TextureState): void {
    this.unit.addState(state);
  }

  run(batch: QuadBatch): void {
    const perQuad = 4 * QUAD_LANES;
    if (this.colors.length < perQuad * batch.count) {
      this.colors = new Float32Array(perQuad * batch.capacity);
      this.extras = laneExtras(QUAD_LANES * batch.capacity);
    }
    this.unit.sample(batch, this.colors, this.extras);
    for (let k = 0; k < batch.count; k++) {
      this.sink(this.quads++, batch.x[k], batch.y[k], batch.active[k], this.colors, perQuad * k, this.extras);
    }
  }

  finish(): null {
    return null;
  }
}

function laneExtras(lanes: number): Required<LaneExtras> {
  return {
    resident: new Uint8Array(lanes),
    query: new Int32Array(QUERY_ENTRIES * lanes),
    passes: new Int32Array(lanes),
  };
}
