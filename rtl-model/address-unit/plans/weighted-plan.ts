import type { Binding } from '../../state/binding.ts';
import type { Footprints } from '../../registers/footprints.ts';
import type { LaneRegisters } from '../../registers/lane-registers.ts';
import { FILTER_CODES, LANE_TAPS } from '../../state/sample-shape.ts';
import { PLAIN } from '../../steps/plain-steps.ts';
import { selectViewLayer } from '../array-layer.ts';
import { Coordinates } from '../coordinates.ts';
import { addTap, LanePlan } from './tap-plan.ts';
import { TexelWrapper } from '../texel-wrapper.ts';
import { windowLevel } from '../window-level.ts';

/** The kernel of a weight image: its extent, its centre, and the weight of each of its taps in each phase. */
export interface TapWeights {
  readonly width: number;
  readonly height: number;
  readonly centerX: number;
  readonly centerY: number;
  /** Phases along each axis. */
  readonly phases: number;
  /** The weight 1. */
  readonly one: number;
  weight(column: number, row: number, phaseX: number, phaseY: number): number;
}

/** The texels under a weight image's kernel, in one level of the view (Vulkan: Weight Sampling Operation). */
export class WeightedPlan extends LanePlan {
  private readonly wrapper: TexelWrapper;
  private readonly coordinates: Coordinates;
  private readonly level: number;
  private readonly one: number;
  /** The part of a coordinate that is subtracted before its phase is taken, in fixed point. */
  private readonly phaseShift: number;

  constructor(
    private readonly binding: Binding,
    readonly kernel: TapWeights,
  ) {
    super();
    this.wrapper = new TexelWrapper(binding);
    this.coordinates = new Coordinates(binding);
    this.level = windowLevel(binding);
    this.one = 2 ** binding.design.address.coordinate.fractionBits;
    // The first text of VK_QCOM_image_processing subtracts nothing.
    this.phaseShift = binding.design.text === 'vulkan-1.1' ? 0 : this.one / 2;
  }

  override passes(): number {
    return Math.max(1, Math.ceil((this.kernel.width * this.kernel.height) / LANE_TAPS));
  }

  override address(lanes: LaneRegisters, lane: number, foot: Footprints, to: number, pass: number): void {
    const { kernel, wrapper, level } = this;
    const { width, height } = this.binding.image.levels[level];
    foot.sampleU[to] = lanes.u[lane];
    foot.sampleV[to] = lanes.v[lane];
    foot.fixedU[to] = this.coordinates.snap(0, lanes.u[lane], width, 0, lanes.offsetU[lane]);
    foot.fixedV[to] = this.coordinates.snap(1, lanes.v[lane], height, 0, lanes.offsetV[lane]);
    const first = this.coordinates.index(PLAIN, foot.fixedU[to]) - kernel.centerX;
    const top = this.coordinates.index(PLAIN, foot.fixedV[to]) - kernel.centerY;
    const phaseX = this.phase(foot.fixedU[to]);
    const phaseY = this.phase(foot.fixedV[to]);
    const layer = selectViewLayer(PLAIN, this.binding, lanes.layer[lane]);
    const face = lanes.face[lane];
    const end = Math.min(kernel.width * kernel.height, LANE_TAPS * (pass + 1));
    for (let tap = LANE_TAPS * pass; tap < end; tap++) {
      const column = tap % kernel.width;
      const row = Math.floor(tap / kernel.width);
      const address = wrapper.address(level, layer, face, first + column, top + row, 0, FILTER_CODES.linear);
      addTap(foot, to, address, kernel.weight(column, row, phaseX, phaseY));
    }
  }

  /** floor(frac(u - shift) * phases), of a coordinate in fixed point. */
  phase(snapped: number): number {
    const fraction = PLAIN.lowBits(snapped - this.phaseShift, this.coordinates.format.fractionBits);
    return Math.floor((fraction * this.kernel.phases) / this.one);
  }
}
