import { foundIn, imageRules, type ImageRuleTable } from './rule.ts';
import type { BoundFacts } from './state-facts.ts';

/** Rules of the uses of a sampler with unnormalized coordinates. Image processing has other rules. */
export const UNNORMALIZED_RULES = imageRules({
  ...unnormalized('None-08609', {
    text: 'unnormalized coordinates address a 1d or 2d view',
    model: 'each coordinate of the view in texels; directions of cubes as ever',
    found: ({ view: { viewType } }) => viewType !== '1d' && viewType !== '2d' && `a ${viewType} view`,
  }),
  ...unnormalized('unnormalizedCoordinates-09635', {
    text: 'unnormalized coordinates address a view of one level and one layer',
    model: "the view's first level, and the layer that the request says",
    found: ({ view: { levelCount, layerCount } }) =>
      (levelCount > 1 || layerCount > 1) && `${levelCount} levels and ${layerCount} layers`,
  }),
  ...unnormalized('None-08610', {
    text: 'sample instructions with unnormalized coordinates have an explicit LOD or gradients, and neither project nor compare',
    model: 'as with normalized coordinates; texel coordinates have derivatives, too, and the LOD is clamped to 0',
    found: ({ op, instruction: { lod, projected, dref } }) => {
      const used = [lod === 'implicit' && 'an implicit LOD', projected && 'projection', dref && 'a reference'];
      return op === 'sample' && used.filter(Boolean).join(', ');
    },
  }),
  ...unnormalized('None-08611', {
    text: 'instructions with unnormalized coordinates have no offsets',
    model: 'offsets are added to the coordinates',
    found: ({ op, instruction: { laneOffsets, gatherOffsets } }) =>
      (laneOffsets || (op === 'gather' && gatherOffsets !== undefined)) && `${op} with offsets`,
  }),
});

function unnormalized(vuid: string, rule: ImageRuleTable[string]): ImageRuleTable {
  const found = (state: BoundFacts, ...rest: [Parameters<typeof rule.found>[1]]) => {
    const applies = state.sampler.unnormalizedCoordinates && state.samplesOrGathers;
    return foundIn('unnormalized coordinates with ', applies && rule.found(state, ...rest));
  };
  const section = 'VkSamplerCreateInfo: unnormalizedCoordinates; Instruction/Format/Sampler/Image View Validation';
  return { [`VUID-vkCmdDraw-${vuid}`]: { section, ...rule, found } };
}
