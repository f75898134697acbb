import type { Binding } from '../../state/binding.ts';
import { type Footprints, ZERO_ADDRESS } from '../../registers/footprints.ts';
import { GATHERED_SQUARE, type TexelOffset } from '../../state/instruction.ts';
import type { LaneRegisters } from '../../registers/lane-registers.ts';
import { FILTER_CODES } from '../../state/sample-shape.ts';
import { readsIntegers } from '../../state/read-format.ts';
import { PLAIN } from '../../steps/plain-steps.ts';
import { selectViewLayer } from '../array-layer.ts';
import { Coordinates } from '../coordinates.ts';
import { addTap, LanePlan } from './tap-plan.ts';
import { TexelWrapper } from '../texel-wrapper.ts';

/** The four texels of a gather, tap n for component n of the result (Vulkan: Texel Gathering; D3D11.3 gather4). */
export class GatherPlan extends LanePlan {
  private readonly wrapper: TexelWrapper;
  private readonly coordinates: Coordinates;
  private readonly offsets: readonly TexelOffset[];
  private readonly linear: boolean;
  private readonly seamless: boolean;
  /** The filter code that decides how the texel missing at a cube's corner is found: integers are not averaged. */
  private readonly filter: number;

  constructor(private readonly binding: Binding) {
    super();
    const { instruction, cube, sampler } = binding;
    this.wrapper = new TexelWrapper(binding);
    this.coordinates = new Coordinates(binding);
    this.offsets = instruction.gatherOffsets ?? GATHERED_SQUARE;
    this.linear = (instruction.gatherOrigin ?? 'linear') === 'linear';
    this.seamless = cube && !sampler.nonSeamlessCubeMap;
    this.filter = readsIntegers(binding) ? FILTER_CODES.cubic : FILTER_CODES.linear;
  }

  override passes(): number {
    return 1;
  }

  override address(lanes: LaneRegisters, lane: number, foot: Footprints, to: number): void {
    const { firstLevel: level, lastLevel, view, image } = this.binding;
    // Every texel is then out of bounds (D3D11.3 5.8.5), also if only a fraction of a level is beyond the view.
    const clampedOff = level < Math.floor(view.minLod) || view.minLod > lastLevel;
    const { width, height } = image.levels[level];
    foot.sampleU[to] = lanes.u[lane];
    foot.sampleV[to] = lanes.v[lane];
    foot.fixedU[to] = this.snap(0, lanes.u[lane], width, lanes.offsetU[lane]);
    foot.fixedV[to] = this.snap(1, lanes.v[lane], height, lanes.offsetV[lane]);
    const i = this.coordinates.index(PLAIN, foot.fixedU[to]);
    const j = this.coordinates.index(PLAIN, foot.fixedV[to]);
    const layer = selectViewLayer(PLAIN, this.binding, lanes.layer[lane]);
    for (const [di, dj] of this.offsets) {
      const address = clampedOff
        ? ZERO_ADDRESS
        : this.wrapper.address(level, layer, lanes.face[lane], i + di, j + dj, 0, this.filter);
      addTap(foot, to, address, 1);
    }
  }
  /** A coordinate in texels, fixed point, of an axis. @param size of the level along it */
  private snap(axis: number, s: number, size: number, offset: number): number {
    const { coordinates } = this;
    const shift = coordinates.shift(this.linear ? FILTER_CODES.linear : FILTER_CODES.nearest);
    const x = coordinates.snap(axis, s, size, shift, offset);
    return this.seamless ? coordinates.onFace(PLAIN, x, (size - 0.5) * coordinates.format.one) : x;
  }
}
