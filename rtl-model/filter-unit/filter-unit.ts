import type { Design } from '../design.ts';
import type { Footprints } from '../footprints.ts';
import type { LaneRegisters } from '../lane-registers.ts';
import { componentScales } from '../texel-decoder/component-scale.ts';
import type { TexelFormat } from '../texel-decoder/texel-format.ts';
import { FixedFilter } from './fixed-filter.ts';
import { FloatFilter } from './float-filter.ts';

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

export function filterUnit(design: Design, format: TexelFormat): FilterUnit {
  const floats = componentScales(format, design.filter.srgbLinearBits).some(({ bits }) => bits === 0);
  return floats ? new FloatFilter(design) : new FixedFilter(design, format);
}
