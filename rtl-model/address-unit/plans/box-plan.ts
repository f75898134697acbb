import type { Binding } from '../../state/binding.ts';
import { roundShift } from '../../fixed-point/rounding.ts';
import type { Footprints } from '../../registers/footprints.ts';
import type { LaneRegisters } from '../../registers/lane-registers.ts';
import { FILTER_CODES, LANE_TAPS } from '../../state/sample-shape.ts';
import { PLAIN } from '../../steps/plain-steps.ts';
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
  /** The columns and rows that the box of the lane that was addressed last covers, before the wrap. */
  readonly columns: AxisTaps;
  readonly rows: AxisTaps;
  /** Centre, length and lower end of that box along u and v, in texels with the coordinate's fraction bits. */
  readonly centre = new Float64Array(2);
  readonly length = new Float64Array(2);
  readonly start = new Float64Array(2);

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
    const layer = selectViewLayer(PLAIN, this.binding, lanes.layer[lane]);
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
    const { centre } = this;
    centre[0] = this.coordinates.snap(0, lanes.u[lane], width, 0, lanes.offsetU[lane]);
    centre[1] = this.coordinates.snap(1, lanes.v[lane], height, 0, lanes.offsetV[lane]);
    this.coverAxis(0, this.columns, lanes.boxWidth[lane], boxWidth);
    this.coverAxis(1, this.rows, lanes.boxHeight[lane], boxHeight);
  }

  /** Boxes are held to what the specification allows: 1 to maxBoxFilterBlockSize; NaN counts as 1. */
  private coverAxis(axis: number, taps: AxisTaps, asked: number, longest: number): void {
    const { centre, length, start, fractionBits } = this;
    length[axis] = boxLength(asked >= 1 ? Math.min(asked, longest) : 1, fractionBits);
    start[axis] = roundShift(2 * centre[axis] - length[axis], 1, this.binding.design.address.rounding);
    coveredTaps(taps, start[axis], length[axis], fractionBits);
  }
}
