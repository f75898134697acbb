import { PASS_TAPS } from '../../../pipeline/cache/in-flight.ts';
import type { Design } from '../../../rtl-model/design/design.ts';
import { Footprints } from '../../../rtl-model/registers/footprints.ts';
import type { TexelMemory } from '../../../rtl-model/memory/lay-out-images.ts';
import { LaneRegisters } from '../../../rtl-model/registers/lane-registers.ts';
import { NOT_GIVEN, QUAD_LANES, type QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import { unitPaths } from '../../../rtl-model/path/bind-units.ts';
import { EvaluatedPath } from '../../../rtl-model/path/evaluated-path.ts';
import { mostPasses } from '../../../rtl-model/path/unit-path.ts';
import { AccessBatch } from '../../../traces/accesses/access-batch.ts';
import { TapAccesses } from '../../../traces/accesses/tap-accesses.ts';
import type { TracedImage } from '../../../traces/accesses/image-table.ts';

/** The number of quads of one state that go through the units together. */
const BLOCK_QUADS = 32;
const BLOCK_LANES = QUAD_LANES * BLOCK_QUADS;
const BATCH = 8192;

/**
 * The texel accesses of requests, without a clock: those of the cycle mode, in the order of its tag look-ups. They have
 * the cycle and the unit of their request; a request without a cycle has that of the one before.
 */
export class AccessCapture {
  private readonly paths: readonly EvaluatedPath[];
  private readonly taps: TapAccesses;
  private readonly lanes = new LaneRegisters(BLOCK_LANES);
  private readonly foot = new Footprints(BLOCK_LANES);
  /** The footprints of each pass of a block. */
  private readonly passes: Footprints[] = [];
  private readonly batch = new AccessBatch(BATCH);
  private quads = 0;
  private cycle = 0;

  /**
   * @param memory laid out as the design demands
   * @param names names of its images
   * @throws DesignError, RangeError as `unitPaths`
   */
  constructor(design: Design, memory: TexelMemory, states: readonly TextureState[], names?: readonly string[]) {
    const watch = (pass: number) => this.keep(pass);
    const work = { foot: this.foot, bytes: memory.data, watch, filters: false };
    this.paths = unitPaths(design, memory, states).map((path) => new EvaluatedPath(path, work));
    this.taps = new TapAccesses(memory, states, design.cache, names);
  }

  /** The image table of the accesses. */
  get images(): readonly TracedImage[] {
    return this.taps.images;
  }

  /** The accesses of every quad of the batch. The yielded batch is reused. Quad numbers continue from call to call. */
  *accesses(quads: QuadBatch): Generator<AccessBatch, void> {
    const { batch } = this;
    let quad = 0;
    while (quad < quads.count) {
      const state = quads.state[quad];
      let end = quad + 1;
      while (end < quads.count && end - quad < BLOCK_QUADS && quads.state[end] === state) end++;
      this.paths[state].evaluate(quads, quad, end - quad, this.lanes, 0);
      for (let lane = 0; quad < end; quad++, lane += QUAD_LANES, this.quads++) {
        const passes = mostPasses(this.lanes, lane, QUAD_LANES);
        if (quads.cycle[quad] !== NOT_GIVEN) this.cycle = quads.cycle[quad];
        const unit = Math.max(0, quads.unit[quad]);
        for (let pass = 0; pass < passes; pass++) {
          const { count } = batch;
          this.taps.append(batch, this.quads, pass, state, this.passes[pass], lane);
          batch.issue(count, this.cycle, unit);
          if (batch.capacity - batch.count >= PASS_TAPS) continue;
          yield batch;
          batch.count = 0;
        }
      }
    }
    if (batch.count > 0) yield batch;
    batch.count = 0;
  }

  private keep(pass: number): void {
    const kept = (this.passes[pass] ??= new Footprints(BLOCK_LANES));
    const { address, tapCount, plane } = this.foot;
    kept.address.set(address);
    kept.tapCount.set(tapCount);
    kept.plane.set(plane);
  }
}
