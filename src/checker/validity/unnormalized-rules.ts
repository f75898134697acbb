import type { BoundState } from './resolved-state.ts';
import type { StateRule } from './rule.ts';
import { operationOf, samplesOrGathers } from './state-facts.ts';

const SECTION = 'VkSamplerCreateInfo: unnormalizedCoordinates; Instruction/Format/Sampler/Image View Validation';

/** Rules of the uses of a sampler with unnormalized coordinates. Image processing has rules of its own. */
export const UNNORMALIZED_RULES: readonly StateRule[] = [
  {
    id: 'VUID-vkCmdDraw-None-08609',
    section: SECTION,
    of: 'image',
    text: 'unnormalized coordinates address a 1d or 2d view',
    consequence: 'undefined',
    model: 'each coordinate of the view in texels; directions of cubes as ever',
    found: unnormalized(({ view: { viewType } }) =>
      viewType === '1d' || viewType === '2d' ? null : `a ${viewType} view`,
    ),
  },
  {
    id: 'VUID-vkCmdDraw-unnormalizedCoordinates-09635',
    section: SECTION,
    of: 'image',
    text: 'unnormalized coordinates address a view of one level and one layer',
    consequence: 'undefined',
    model: "the view's first level, and the layer that the request says",
    found: unnormalized(({ view: { levelCount, layerCount } }) =>
      levelCount > 1 || layerCount > 1 ? `${levelCount} levels and ${layerCount} layers` : null,
    ),
  },
  {
    id: 'VUID-vkCmdDraw-None-08610',
    section: SECTION,
    of: 'image',
    text: 'sample instructions with unnormalized coordinates have an explicit LOD or gradients, and neither project nor compare',
    consequence: 'undefined',
    model: 'as with normalized coordinates; texel coordinates have derivatives, too, and the LOD is clamped to 0',
    found: unnormalized((state) => {
      const { lod, projected, dref } = state.instruction;
      if (operationOf(state) !== 'sample' || (lod !== 'implicit' && !projected && !dref)) return null;
      return [lod === 'implicit' && 'an implicit LOD', projected && 'projection', dref && 'a reference']
        .filter(Boolean)
        .join(', ');
    }),
  },
  {
    id: 'VUID-vkCmdDraw-None-08611',
    section: SECTION,
    of: 'image',
    text: 'instructions with unnormalized coordinates have no offsets',
    consequence: 'undefined',
    model: 'offsets are added to the coordinates',
    found: unnormalized((state) => {
      const { laneOffsets, gatherOffsets } = state.instruction;
      const gathers = operationOf(state) === 'gather' && gatherOffsets !== undefined;
      return laneOffsets || gathers ? `${operationOf(state)} with offsets` : null;
    }),
  },
];

function unnormalized(found: (state: BoundState) => string | null): (state: BoundState) => string | null {
  return (state) => {
    if (!state.sampler.unnormalizedCoordinates || !samplesOrGathers(state)) return null;
    const violation = found(state);
    return violation === null ? null : `unnormalized coordinates with ${violation}`;
  };
}
