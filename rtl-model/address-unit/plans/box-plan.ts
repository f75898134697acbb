import type { Binding } from '../../state/binding.ts';
import { roundShift } from '../../fixed-point/rounding.ts';
import type { Footprints } from '../../registers/footprints.ts';
import type { LaneRegisters } from '../../registers/lane-registers.ts';
import { FILTER_CODES, LANE_TAPS } from '../../state/sample-shape.ts';
import { selectViewLayer } from '../array-layer.ts';
import { AxisTaps, boxLength, coveredTaps } from '../axis-taps.ts';
import { Coordinates } from '../coordinates.ts';
import { addTap, LanePlan } from './tap-plan.ts';
import { TexelWrapper } from '../texel-wrapper.ts';
import { windowLevel } from '../window-level.ts';

/** The texels that a box covers, in one level of the view (Vulkan: Box Filter Operation). */
export class BoxPlan extends LanePlan {
  private readonly wrapper: TexelWrapper;
  private readonly coordinates: Coordinates;
  private readonly level: number;
  private readonly fractionBits: number;
  private readonly columns: AxisTaps;
  private readonly rows: AxisTaps;

  constructor(private readonly binding: Binding) {
    super();
    const { design } = binding;
    const [width, height] = design.limits.maxBoxFilterBlockSize;
    this.wrapper = new TexelWrapper(binding);
    this.coordinates = new Coordinates(binding);
    this.level = windowLevel(binding);
    this.fractionBits = design.address.coordinate.fractionBits;
    // A box that starts within a texel touches one more than its length.
    this.columns = new AxisTaps(width + 1);
    this.rows = new AxisTaps(height + 1);
  }

  override passes(lanes: LaneRegisters, lane: number): number {
    this.cover(lanes, lane);
    return Math.ceil((this.columns.count * this.rows.count) / LANE_TAPS);
  }

  override address(lanes: LaneRegisters, lane: number, foot: Footprints, to: number, pass: number): void {
    this.cover(lanes, lane);
    const { columns, rows, wrapper, level } = this;
    foot.sampleU[to] = lanes.u[lane];
    foot.sampleV[to] = lanes.v[lane];
    const layer = selectViewLayer(this.binding, lanes.layer[lane]);
    const face = lanes.face[lane];
    const end = Math.min(columns.count * rows.count, LANE_TAPS * (pass + 1));
    for (let tap = LANE_TAPS * pass; tap < end; tap++) {
      const column = tap % columns.count;
      const row = Math.floor(tap / columns.count);
      const address = wrapper.address(
        level,
        layer,
        face,
        columns.index[column],
        rows.index[row],
        0,
        FILTER_CODES.linear,
      );
      addTap(foot, to, address, columns.weight[column] * rows.weight[row]);
    }
  }

  private cover(lanes: LaneRegisters, lane: number): void {
    const { width, height } = this.binding.image.levels[this.level];
    const [boxWidth, boxHeight] = this.binding.design.limits.maxBoxFilterBlockSize;
    const centreU = this.coordinates.snap(0, lanes.u[lane], width, 0, lanes.offsetU[lane], 1);
    const centreV = this.coordinates.snap(1, lanes.v[lane], height, 0, lanes.offsetV[lane], 1);
    this.coverAxis(this.columns, centreU, lanes.boxWidth[lane], boxWidth);
    this.coverAxis(this.rows, centreV, lanes.boxHeight[lane], boxHeight);
  }

  /** Boxes are held to what the specification allows: 1 to maxBoxFilterBlockSize; NaN counts as 1. */
  private coverAxis(taps: AxisTaps, centre: number, length: number, longest: number): void {
    const held = length >= 1 ? Math.min(length, longest) : 1;
    const box = boxLength(held, this.fractionBits);
    coveredTaps(taps, roundShift(2 * centre - box, 1, this.binding.design.address.rounding), box, this.fractionBits);
  }
}
