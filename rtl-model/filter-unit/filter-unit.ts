import type { Footprints } from '../registers/footprints.ts';
import type { LaneRegisters } from '../registers/lane-registers.ts';

/**
 * From texels to the result: lerps within a level, sum over the samples, lerp between levels (D3D11.3 7.18.8, 7.18.10,
 * 7.18.16; Vulkan: Texel Filtering).
 */
export interface FilterUnit {
  /**
   * Filters the footprints of one pass and adds them to their level's sum. The passes of a lane come in order from 0.
   *
   * @param lane,from first lane of the registers, first lane of the footprints
   */
  accumulate(foot: Footprints, from: number, lanes: LaneRegisters, lane: number, count: number, pass: number): void;
  /** Average, level lerp and conversion to float32 of `count` lanes whose passes are all in. */
  finish(lanes: LaneRegisters, lane: number, count: number): void;
}
