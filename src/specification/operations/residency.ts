import { leavesNoLevel } from '../filtering/out-of-bounds.ts';
import { isUnbound } from '../texels/image-parts.ts';
import { type Lane, layerOf } from '../state/lane.ts';
import { gatheredPlaces, readLevels } from './read-texels.ts';
import type { SampleState } from '../state/state.ts';
import type { LevelTexels } from '../answers/texel-groups.ts';

/**
 * The residency codes of a sample or gather (Vulkan: Sparse Residency): 0 if a texel that is read has no memory, 1
 * if none; either where it has weight 0, or the design's errors decide.
 *
 * @returns undefined where what is read is open
 */
export function residencyCodes(state: SampleState, lane: Lane): readonly number[] | undefined {
  if (leavesNoLevel(state)) return undefined;
  const meets = (texels: Iterable<string>, level: number) => {
    const { layer } = layerOf(state, lane);
    return [...texels].some((texel) => {
      const [x, y, z] = texel.split(' ').map(Number);
      return isUnbound(state.image.unbound ?? [], { level, layer, x, y, z });
    });
  };
  const certainly = (texels: LevelTexels) => meets(texels.certain, texels.level);
  const possibly = (texels: LevelTexels) => meets(texels.possible, texels.level);
  if (state.instruction.op === 'gather') {
    const texels = gatheredPlaces(state, lane);
    return texels && codes(certainly(texels), possibly(texels));
  }
  const ways = readLevels(state, lane)?.map(({ finer, coarser, two, finerMayVanish, coarserMayVanish }) =>
    codes(
      (!finerMayVanish && certainly(finer)) || (two && !coarserMayVanish && certainly(coarser)),
      possibly(finer) || (two && possibly(coarser)),
    ),
  );
  return ways && [...new Set(ways.flat())];
}

function codes(certain: boolean, possible: boolean): readonly number[] {
  return certain ? [0] : possible ? [0, 1] : [1];
}
