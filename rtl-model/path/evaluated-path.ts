import type { TexelBytes } from '../memory/texel-bytes.ts';
import type { Footprints } from '../registers/footprints.ts';
import type { LaneRegisters } from '../registers/lane-registers.ts';
import { QUAD_LANES, type QuadBatch } from '../registers/quad-batch.ts';
import { FootprintKernel } from '../simd/footprint-kernel.ts';
import type { UnitPath } from './unit-path.ts';

/** The functional mode with the results in registers, and with the footprints of each pass. */
export class EvaluatedPath {
  private readonly footprints: FootprintKernel | null;

  constructor(private readonly path: UnitPath) {
    this.footprints = path.kernel && new FootprintKernel(path.kernel);
  }

  /**
   * Colours, passes and extras of `count` quads from lane `lane` on.
   *
   * @param count at most those of `foot`
   * @param foot,watch as `UnitPath.filterPasses`; the addresses and numbers of taps are the only registers that every way fills
   * @param filters false for passes and footprints alone: no texel is written either
   */
  evaluate(
    batch: QuadBatch,
    quad: number,
    count: number,
    lanes: LaneRegisters,
    lane: number,
    foot: Footprints,
    bytes: TexelBytes,
    watch: (pass: number) => void,
    filters = true,
  ): void {
    const { path, footprints } = this;
    if (path.kernel?.ready(bytes, count) && footprints!.evaluate(batch, quad, count, lanes, lane, foot, watch)) return;
    path.frontEnd.load(batch, quad, count, lanes, lane);
    path.lodUnit.select(lanes, lane, QUAD_LANES * count);
    if (filters) path.filterPasses(lane, QUAD_LANES * count, lanes, foot, bytes, watch);
    else path.addressPasses(lane, QUAD_LANES * count, lanes, foot, watch);
  }
}
