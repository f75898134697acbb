import type { SecondImage } from './resolved-state.ts';
import { type Breach, foundIn, imageRules, samplerRules } from './rule.ts';
import { addressing } from './sampler-rules.ts';
import { type BoundFacts, isIdentity, type ResolvedFacts } from './state-facts.ts';

const SAMPLER = 'Block Matching Sampler Parameters';

/** Rules of block matches: their sampler, and their target and reference images (Vulkan: Block Matching). */
export const BLOCK_MATCH_RULES = [
  ...samplerRules({
    'vulkan/textures-blockmatch-sampler/unnormalized': {
      section: SAMPLER,
      text: 'the sampler of a block match has unnormalized coordinates',
      found: ({ op, sampler }) =>
        op === 'block_match' && !sampler.unnormalizedCoordinates && 'a block match with normalized coordinates',
    },
    'VUID-vkCmdDraw-OpImageBlockMatchWindow-12421': {
      section: `${SAMPLER}; vkCmdDraw`,
      text: 'windows and gathers of block matches are clamped to the border',
      value: 'clamped to the edge, as with blockMatchExtendedClampToEdge',
      found: (state) => isExtended(state) && edges(state) === 2 && addressing(state.sampler),
    },
    'VUID-vkCmdDraw-addressModeU-12422': {
      section: `${SAMPLER}; vkCmdDraw`,
      text: 'where a window or gather is clamped to the edge along one axis, it is along both',
      found: (state) => isExtended(state) && edges(state) === 1 && addressing(state.sampler),
    },
    'vulkan/VkSamplerBlockMatchWindowCreateInfoQCOM/window-extent': {
      section: 'VkSamplerBlockMatchWindowCreateInfoQCOM',
      text: 'the sides of the window of a block match are whole and at least 1',
      found: ({ op, sampler: { windowExtent }, instruction: { blockMatch } }) => {
        const whole = windowExtent.every((side) => Number.isInteger(side) && side >= 1);
        const window = op === 'block_match' && blockMatch?.form === 'window';
        return window && !whole && `windowExtent is [${windowExtent.join(', ')}]`;
      },
    },
  }),
  ...imageRules({
    'vulkan/textures-blockmatch-sampler/swizzle': {
      section: SAMPLER,
      text: 'target and reference have the identity swizzle',
      found: ofEither(({ view: { components } }) => !isIdentity(components) && `swizzle ${components.join(', ')}`),
    },
    'vulkan/textures-blockmatch-sampler/image': {
      section: SAMPLER,
      text: 'target and reference are 2d images of one level, one layer and one sample a texel',
      found: ofEither(({ image: { type = '2d', levels, layers, samples = 1 } }) => {
        const fits = type === '2d' && levels.length === 1 && layers === 1 && samples === 1;
        return !fits && `a ${type} image of ${levels.length} levels, ${layers} layers, ${samples} samples`;
      }),
    },
    'VUID-vkCmdDraw-OpImageBlockMatchWindow-09216': {
      text: 'windows and gathers of block matches read formats of one component',
      found: ofEither(({ view: { format } }, state) => isExtended(state) && format.order.length !== 1 && format.name),
    },
    'vulkan/textures-blockmatch-filteroperation/formats': {
      section: 'Block Matching Operation',
      text: "the reference has the target's format: texels are compared as they are stored",
      found: ({ op, view, second }) => {
        const [target, reference] = [view.format.name, second?.view.format.name];
        const differ = reference !== undefined && target !== reference;
        return op === 'block_match' && differ && `a target of ${target}, a reference of ${reference}`;
      },
    },
  }),
];

function isExtended({ op, instruction: { blockMatch } }: ResolvedFacts): boolean {
  return op === 'block_match' && blockMatch !== undefined && blockMatch.form !== 'single';
}

/** The number of axes that are clamped to the edge. */
function edges({ sampler: { addressModeU, addressModeV } }: ResolvedFacts): number {
  return [addressModeU, addressModeV].filter((mode) => mode === 'clamp_to_edge').length;
}

/** A rule on both the target and the reference. */
function ofEither(found: (side: SecondImage, state: BoundFacts) => Breach): (state: BoundFacts) => Breach {
  return (state) => {
    if (state.op !== 'block_match') return false;
    const target = foundIn('the target: ', found(state, state));
    return target || foundIn('the reference: ', !!state.second && found(state.second, state));
  };
}
