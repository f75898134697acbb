import { Coordinates } from '../../rtl-model/address-unit/coordinates.ts';
import type { Footprints } from '../../rtl-model/registers/footprints.ts';
import type { LaneRegisters } from '../../rtl-model/registers/lane-registers.ts';
import type { StateRegisters } from '../../rtl-model/registers/state-registers.ts';
import type { Binding } from '../../rtl-model/state/binding.ts';
import { SampleShape } from '../../rtl-model/state/sample-shape.ts';
import type { WatchedQuad } from './request-watch.ts';

/** An active lane of a quad that was watched, and the state that its request used. */
export class WatchedLane {
  /** 0 to 3. */
  readonly lane: number;

  constructor(
    readonly binding: Binding,
    readonly registers: StateRegisters,
    readonly quad: WatchedQuad,
    lane: number,
  ) {
    this.lane = lane;
  }

  get lanes(): LaneRegisters {
    return this.quad.lanes;
  }

  /** The passes that the lane has. */
  get passes(): WatchedQuad['passes'] {
    return this.quad.passes.slice(0, this.lanes.passes[this.lane]);
  }

  foot(pass: number): Footprints {
    return this.quad.passes[pass].foot;
  }

  /** Passes of one sample in one level. A gather has a single one. */
  get passesOfSample(): number {
    const { binding, lanes, lane } = this;
    return binding.op === 'gather' ? 1 : new SampleShape(binding).passes(lanes.filter[lane]);
  }

  /** The level that a pass of a sample or gather reads. */
  levelOf(pass: number): number {
    const { binding, lanes, lane } = this;
    if (binding.op === 'gather') return binding.firstLevel;
    return pass < lanes.samples[lane] * this.passesOfSample ? lanes.levelHi[lane] : lanes.levelLo[lane];
  }

  /** Width, height and depth of that level. */
  sizeOf(pass: number): readonly [number, number, number] {
    const { width, height, depth } = this.binding.image.levels[this.levelOf(pass)];
    return [width, height, depth];
  }

  /** The snapped coordinates of a pass along u, v and w, in texels. */
  snappedOf(pass: number): readonly number[] {
    const { fixedU, fixedV, fixedW } = this.foot(pass);
    const { one } = new Coordinates(this.binding).format;
    return [fixedU, fixedV, fixedW].map((fixed) => fixed[this.lane] / one);
  }
}
