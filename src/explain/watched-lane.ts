import { Coordinates } from '../../rtl-model/address-unit/coordinates.ts';
import { BoxPlan } from '../../rtl-model/address-unit/plans/box-plan.ts';
import type { LanePlan } from '../../rtl-model/address-unit/plans/tap-plan.ts';
import type { UnitPath } from '../../rtl-model/path/unit-path.ts';
import { BORDER_ADDRESS, Footprints } from '../../rtl-model/registers/footprints.ts';
import { LaneRegisters } from '../../rtl-model/registers/lane-registers.ts';
import { QUAD_LANES } from '../../rtl-model/registers/quad-batch.ts';
import { copyRegisters, type StateRegisters } from '../../rtl-model/registers/state-registers.ts';
import type { Binding } from '../../rtl-model/state/binding.ts';
import { SampleShape } from '../../rtl-model/state/sample-shape.ts';
import type { WatchedQuad } from './request-watch.ts';
import { sameBits } from './step-values.ts';

/** An active lane of a quad that was watched, and the state that its request used. */
export class WatchedLane {
  /** @param lane 0 to 3 */
  constructor(
    readonly binding: Binding,
    readonly registers: StateRegisters,
    readonly quad: WatchedQuad,
    readonly lane: number,
    readonly path: UnitPath,
  ) {}

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

  /** True for a box of several passes: its columns and rows say all that a list of its taps would. */
  get isLargeBox(): boolean {
    return this.path.addressUnit instanceof BoxPlan && this.passes.length > 1;
  }

  /** A copy of the quad's registers, for units that work once more. */
  lanesCopy(): LaneRegisters {
    const lanes = new LaneRegisters(QUAD_LANES);
    copyRegisters(this.lanes, 0, lanes, QUAD_LANES);
    return lanes;
  }

  /**
   * The address unit, which has addressed a pass once more: it shows what it found on the way.
   *
   * @throws Error when it does not come to the registers' taps
   */
  addressed(pass: number): LanePlan {
    const { lane, path } = this;
    const again = new Footprints(1);
    path.addressUnit.address(this.lanesCopy(), lane, again, 0, pass);
    const foot = this.foot(pass);
    sameBits('taps', again.tapCount[0], foot.tapCount[lane]);
    for (let tap = 0; tap < again.tapCount[0]; tap++) {
      sameBits('address', again.address[tap], foot.address[4 * lane + tap]);
    }
    return path.addressUnit;
  }

  /** The footprints that hold the texel of a tap: as decoded, or, of a tap that reads nothing, as the filter has it. */
  decodedOf(pass: number, tap: number): Footprints {
    const isDecoded = this.foot(pass).address[4 * this.lane + tap] >= BORDER_ADDRESS;
    return isDecoded ? this.quad.decoded[pass] : this.foot(pass);
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
