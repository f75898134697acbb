import type { Answer } from '../answers/answer.ts';
import { ANY_COLOR } from '../exact/interval.ts';
import type { Lane } from '../state/lane.ts';
import { type ReadLevels, readLevels } from './read-texels.ts';
import type { SampleState } from '../state/state.ts';
import type { GroupsWay } from '../answers/texel-groups.ts';

/**
 * OpImageSampleFootprintNV (Vulkan: Texel Footprint Evaluation): the groups of texels that a sample reads in one level.
 * The color is of no consequence.
 */
export function queriedFootprint(state: SampleState, lane: Lane): Answer {
  const { instruction, sampler, view } = state;
  const ways = readLevels(state, lane)?.flatMap((levels) => groupsWays(levels, instruction.coarse === true));
  return {
    type: 'sint',
    ways: [ANY_COLOR],
    groups: {
      dimensions: view.viewType === '3d' ? 3 : 2,
      granularity: instruction.granularity ?? 1,
      anisotropic: sampler.anisotropyEnable,
      ways,
    },
  };
}

/** A level of weight 0 may count as read, which makes them two, or not. */
function groupsWays(levels: ReadLevels, coarse: boolean): readonly GroupsWay[] {
  const { finer, coarser, two, finerMayVanish, coarserMayVanish } = levels;
  const ways: GroupsWay[] = [];
  if (two) ways.push({ single: [false], texels: coarse ? coarser : finer });
  if (coarserMayVanish) ways.push({ single: [true], texels: coarse ? undefined : finer });
  if (finerMayVanish) ways.push({ single: [true], texels: coarse ? undefined : coarser });
  return ways;
}
