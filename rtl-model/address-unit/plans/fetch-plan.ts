import type { Binding } from '../../state/binding.ts';
import { type Footprints, ZERO_ADDRESS } from '../../registers/footprints.ts';
import type { LaneRegisters } from '../../registers/lane-registers.ts';
import { Surface } from '../surface.ts';
import { addTap, LanePlan } from './tap-plan.ts';

/**
 * The one texel of OpImageFetch, OpImageRead, OpImageWrite and OpAtomic* (Vulkan: Integer Texel Coordinate Operations; D3D11.3 ld,
 * ld2dms). What lies outside of the view reads as zero (robustImageAccess2). Each plane of an image is a pass. The texel to
 * write, or an atomic's operands, is in the footprint where a texel that is read would be.
 */
export class FetchPlan extends LanePlan {
  private readonly surfaces: readonly Surface[];

  constructor(private readonly binding: Binding) {
    super();
    this.surfaces = (binding.image.planes ?? [binding.image]).map((plane) => new Surface(plane));
  }

  override passes(): number {
    return this.surfaces.length;
  }

  override address(lanes: LaneRegisters, lane: number, foot: Footprints, to: number, pass: number): void {
    foot.plane[to] = pass;
    if (this.binding.op === 'write' || this.binding.op === 'atomic') {
      for (let c = 0; c < 4; c++) foot.texelBits[16 * to + c] = lanes.colorBits[4 * lane + c];
    }
    addTap(foot, to, this.texelAddress(lanes, lane, this.surfaces[pass], pass), 1);
  }

  /** Coordinates that the view does not have are not looked at (D3D11.3 22.4.6). */
  private texelAddress(lanes: LaneRegisters, lane: number, surface: Surface, plane: number): number {
    const { view, firstLevel, lastLevel, image, dimensions, arrayed, cube } = this.binding;
    const divisors = image.format.planes?.[plane];
    const i = Math.floor((lanes.i[lane] + lanes.offsetU[lane]) / (divisors?.widthDivisor ?? 1));
    const row = dimensions > 1 ? lanes.j[lane] + lanes.offsetV[lane] : 0;
    const j = Math.floor(row / (divisors?.heightDivisor ?? 1));
    const k = dimensions > 2 ? lanes.k[lane] + lanes.offsetW[lane] : 0;
    const layer = arrayed || cube ? lanes.integerLayer[lane] : 0;
    const sample = image.samples > 1 ? lanes.sample[lane] : 0;
    const level = firstLevel + lanes.level[lane];
    if (level < firstLevel || level > lastLevel || level < Math.floor(view.minLod)) return ZERO_ADDRESS;
    if (!isIndex(layer, view.layerCount) || !isIndex(sample, image.samples)) return ZERO_ADDRESS;
    const { width, height, depth } = surface.image.levels[level];
    if (!isIndex(i, width) || !isIndex(j, height) || !isIndex(k, depth)) return ZERO_ADDRESS;
    return surface.address(level, view.baseArrayLayer + layer, i, j, k, sample);
  }
}

function isIndex(n: number, count: number): boolean {
  return n >= 0 && n < count;
}
