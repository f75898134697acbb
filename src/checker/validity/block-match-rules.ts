import type { BoundState, SecondImage } from './resolved-state.ts';
import { imageError, samplerError, type StateRule } from './rule.ts';
import { addressing } from './sampler-rules.ts';
import { isIdentity, operationOf } from './state-facts.ts';

const SAMPLER = 'Block Matching Sampler Parameters';

/** Rules of block matches: their sampler, and their target and reference images (Vulkan: Block Matching). */
export const BLOCK_MATCH_RULES: readonly StateRule[] = [
  samplerError({
    id: 'vulkan/textures-blockmatch-sampler/unnormalized',
    section: SAMPLER,
    text: 'the sampler of a block match has unnormalized coordinates',
    found: (state) =>
      operationOf(state) === 'block_match' && !state.sampler.unnormalizedCoordinates
        ? 'a block match with normalized coordinates'
        : null,
  }),
  {
    id: 'VUID-vkCmdDraw-OpImageBlockMatchWindow-12421',
    section: `${SAMPLER}; vkCmdDraw`,
    of: 'sampler',
    text: 'windows and gathers of block matches are clamped to the border',
    consequence: { value: 'clamped to the edge, as with blockMatchExtendedClampToEdge' },
    found: (state) => {
      const { addressModeU, addressModeV } = state.sampler;
      const edge = addressModeU === 'clamp_to_edge' && addressModeV === 'clamp_to_edge';
      return isExtended(state) && edge ? addressing(state.sampler) : null;
    },
  },
  samplerError({
    id: 'VUID-vkCmdDraw-addressModeU-12422',
    section: `${SAMPLER}; vkCmdDraw`,
    text: 'where a window or gather is clamped to the edge along one axis, it is along both',
    found: (state) => {
      const modes = [state.sampler.addressModeU, state.sampler.addressModeV];
      const edges = modes.filter((mode) => mode === 'clamp_to_edge').length;
      return isExtended(state) && edges === 1 ? addressing(state.sampler) : null;
    },
  }),
  samplerError({
    id: 'vulkan/VkSamplerBlockMatchWindowCreateInfoQCOM/window-extent',
    section: 'VkSamplerBlockMatchWindowCreateInfoQCOM',
    text: 'the sides of the window of a block match are whole and at least 1',
    found: ({ sampler: { windowExtent }, instruction: { op, blockMatch } }) => {
      const window = op === 'block_match' && blockMatch?.form === 'window';
      const whole = windowExtent.every((side) => Number.isInteger(side) && side >= 1);
      return window && !whole ? `windowExtent is [${windowExtent.join(', ')}]` : null;
    },
  }),
  imageError({
    id: 'vulkan/textures-blockmatch-sampler/swizzle',
    section: SAMPLER,
    text: 'target and reference have the identity swizzle',
    found: ofEither(({ view: { components } }) => (isIdentity(components) ? null : `swizzle ${components.join(', ')}`)),
  }),
  imageError({
    id: 'vulkan/textures-blockmatch-sampler/image',
    section: SAMPLER,
    text: 'target and reference are 2d images of one level, one layer and one sample a texel',
    found: ofEither(({ image: { type = '2d', levels, layers, samples = 1 } }) =>
      type === '2d' && levels.length === 1 && layers === 1 && samples === 1
        ? null
        : `a ${type} image of ${levels.length} levels, ${layers} layers, ${samples} samples`,
    ),
  }),
  imageError({
    id: 'VUID-vkCmdDraw-OpImageBlockMatchWindow-09216',
    text: 'windows and gathers of block matches read formats of one component',
    found: ofEither(({ view: { format } }, state) =>
      isExtended(state) && format.order.length !== 1 ? format.name : null,
    ),
  }),
  imageError({
    id: 'vulkan/textures-blockmatch-filteroperation/formats',
    section: 'Block Matching Operation',
    text: "the reference has the target's format: texels are compared as they are stored",
    found: (state) => {
      const { second } = state;
      if (operationOf(state) !== 'block_match' || second === undefined) return null;
      const [target, reference] = [state.view.format.name, second.view.format.name];
      return target === reference ? null : `a target of ${target}, a reference of ${reference}`;
    },
  }),
];

function isExtended({ instruction: { op, blockMatch } }: Pick<BoundState, 'instruction'>): boolean {
  return op === 'block_match' && blockMatch !== undefined && blockMatch.form !== 'single';
}

/** A rule on both the target and the reference. */
function ofEither(
  found: (side: SecondImage, state: BoundState) => string | null,
): (state: BoundState) => string | null {
  return (state) => {
    if (operationOf(state) !== 'block_match') return null;
    const target = found(state, state);
    if (target !== null) return `the target: ${target}`;
    const reference = state.second === undefined ? null : found(state.second, state);
    return reference === null ? null : `the reference: ${reference}`;
  };
}
