import type { Binding } from '../../state/binding.ts';
import { type Footprints, ZERO_ADDRESS } from '../../registers/footprints.ts';
import type { LaneRegisters } from '../../registers/lane-registers.ts';
import { FILTER_CODES, LANE_TAPS } from '../../state/sample-shape.ts';
import { addTap, LanePlan } from './tap-plan.ts';
import { TexelWrapper } from '../texel-wrapper.ts';

/** The reference has no address modes: what lies outside of it is replaced by the border. */
const BORDER_MODES = { addressModeU: 'clamp_to_border', addressModeV: 'clamp_to_border' } as const;

/**
 * Target and reference blocks (Vulkan: Block Matching Operation, Block Matching Window Operation, Block Matching Gather
 * Operation). Passes come in pairs: four texels of the target, the same four of the reference; match after match.
 */
export class BlockMatchPlan extends LanePlan {
  /** Matches lie column by column, `rows` in each, as the specification searches the window. */
  private readonly rows: number;
  private readonly matches: number;
  private readonly target: { readonly wrapper: TexelWrapper; readonly level: number };
  private readonly reference: { readonly wrapper: TexelWrapper; readonly level: number } | null;

  /** @param reference null for a null descriptor */
  constructor(target: Binding, reference: Binding | null) {
    super();
    const { form } = target.instruction.blockMatch!;
    const [width, height] = target.sampler.windowExtent;
    this.rows = form === 'window' ? height : 1;
    this.matches = form === 'window' ? width * height : form === 'gather' ? 4 : 1;
    this.target = { wrapper: new TexelWrapper(target), level: target.firstLevel };
    this.reference = reference && {
      wrapper: new TexelWrapper({ ...reference, sampler: { ...target.sampler, ...BORDER_MODES } }),
      level: reference.firstLevel,
    };
  }

  override passes(lanes: LaneRegisters, lane: number): number {
    return Math.max(1, 2 * this.matches * groups(lanes, lane));
  }

  override address(lanes: LaneRegisters, lane: number, foot: Footprints, to: number, pass: number): void {
    const width = lanes.blockWidth[lane];
    const texels = width * lanes.blockHeight[lane];
    const ofReference = pass % 2 === 1;
    const group = Math.floor(pass / 2) % groups(lanes, lane);
    const match = Math.floor(pass / (2 * groups(lanes, lane)));
    const image = ofReference ? this.reference : this.target;
    const i = ofReference ? lanes.referenceI[lane] : lanes.i[lane] + this.columnOf(match);
    const j = ofReference ? lanes.referenceJ[lane] : lanes.j[lane] + this.rowOf(match);
    foot.plane[to] = ofReference ? 1 : 0;
    const end = Math.min(texels, LANE_TAPS * (group + 1));
    for (let texel = LANE_TAPS * group; texel < end; texel++) {
      const x = i + (texel % width);
      const y = j + Math.floor(texel / width);
      const address = image?.wrapper.address(image.level, 0, 0, x, y, 0, FILTER_CODES.linear);
      addTap(foot, to, address ?? ZERO_ADDRESS, 1);
    }
  }

  /** The place of a match in the window: the target's block lies so many texels from the request's. */
  columnOf(match: number): number {
    return Math.floor(match / this.rows);
  }

  rowOf(match: number): number {
    return match % this.rows;
  }
}

/** Fours of texels in the lane's block. */
export function groups(lanes: LaneRegisters, lane: number): number {
  return Math.ceil((lanes.blockWidth[lane] * lanes.blockHeight[lane]) / LANE_TAPS);
}
