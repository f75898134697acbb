import type { TexelBytes } from '../memory/texel-bytes.ts';
import type { LaneRegisters } from '../registers/lane-registers.ts';
import { QUAD_LANES, type QuadBatch } from '../registers/quad-batch.ts';
import { FootprintKernel, type WatchedFootprints } from '../simd/footprint-kernel.ts';
import type { UnitPath } from './unit-path.ts';

/** The texels and the watched footprints of a path, the same for every block of quads. */
export interface EvaluatedWork extends WatchedFootprints {
  readonly bytes: TexelBytes;
  /** False for passes and footprints alone: no texel is written either. */
  readonly filters: boolean;
}

/** The functional mode with the results in registers, and with the footprints of each pass. */
export class EvaluatedPath {
  private readonly footprints: FootprintKernel | null;

  constructor(
    private readonly path: UnitPath,
    private readonly work: EvaluatedWork,
  ) {
    this.footprints = path.kernel && new FootprintKernel(path.kernel);
  }

  /**
   * Colours, passes and extras of `count` quads from lane `lane` on. The addresses and numbers of taps are the only
   * registers of footprints that every way fills.
   *
   * @param count at most those of the work's footprints
   */
  evaluate(batch: QuadBatch, quad: number, count: number, lanes: LaneRegisters, lane: number): void {
    const { path, footprints, work } = this;
    const { foot, bytes, watch } = work;
    if (path.kernel?.ready(bytes, count) && footprints!.evaluate(batch, quad, count, lanes, lane, work)) return;
    path.frontEnd.load(batch, quad, count, lanes, lane);
    path.lodUnit.select(lanes, lane, QUAD_LANES * count);
    if (work.filters) path.filterPasses(lane, QUAD_LANES * count, lanes, foot, bytes, watch);
    else path.addressPasses(lane, QUAD_LANES * count, lanes, foot, watch);
  }
}
