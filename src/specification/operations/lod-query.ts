import { laneFootprints } from '../filtering/sample-places.ts';
import { ANYTHING, clamped, hull, interval, type Interval, point, scaled } from '../exact/interval.ts';
import type { Lane } from '../state/lane.ts';
import { imageLevels, lodRange, nearestLevel } from '../lod/levels.ts';
import { leavesNoLevel } from '../filtering/out-of-bounds.ts';
import type { SampleState } from '../state/state.ts';

/**
 * d_l - level_base and lambda' as of an implicit LOD without bias or minimum of the instruction (Vulkan: LOD Query;
 * D3D11.3 5.8.5, 22.5.6). A lambda' that the LOD's format cannot hold may be held to it.
 */
export function queriedLod(state: SampleState, lane: Lane): readonly Interval[] {
  const { design, sampler, view, instruction } = state;
  const implicit: SampleState = { ...state, instruction: { ...instruction, lod: 'implicit' } };
  const { integerBits, fractionBits } = design.lod.format;
  const one = 2 ** fractionBits;
  const largest = 2 ** (integerBits + fractionBits - 1);
  const results = laneFootprints(implicit, lane).map(({ length }) => {
    const { biased, lambda } = lodRange({ lod: 0, minLod: 0, length }, implicit);
    const levels = [lambda.lower, lambda.upper].flatMap((n) => imageLevels(n, implicit)).map((n) => n / one);
    const selected = sampler.mipmapMode === 'nearest' ? levels.map((d) => nearestLevel(d, design.lod)) : levels;
    return {
      level: leavesNoLevel(state)
        ? point(0)
        : interval(Math.min(...selected) - view.baseMipLevel, Math.max(...selected) - view.baseMipLevel),
      lod: scaled(hull(biased, clamped(biased, -largest, largest - 1)), 1 / one),
    };
  });
  if (results.length === 0) return [ANYTHING, ANYTHING, point(0), point(0)];
  const zero = point(0);
  return [results.map(({ level }) => level).reduce(hull), results.map(({ lod }) => lod).reduce(hull), zero, zero];
}
