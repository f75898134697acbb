import type { TexelFormat } from '../../../rtl-model/formats/texel-format.ts';
import type { BoundState } from './resolved-state.ts';
import { imageError, type StateRule } from './rule.ts';
import { isDepthStencil, operationOf, samplesOrGathers } from './state-facts.ts';

const VALIDATION = 'Instruction/Format/Sampler/Image View Validation';

/** The color formats whose r sample_c can compare (D3D11.3 19.1.4). */
const COMPARED_COLORS: readonly string[] = ['r16_unorm', 'r32_sfloat'];

/** Rules of comparisons: instruction, sampler and view must agree (Vulkan: Depth Compare Operation). */
export const COMPARE_RULES: readonly StateRule[] = [
  {
    id: 'vulkan/textures-instructions/dref-operation',
    section: 'Image Operation Steps',
    of: 'instruction',
    text: 'sample and gather alone compare with a reference',
    consequence: 'error',
    found: (state) =>
      state.instruction.dref && !samplesOrGathers(state) ? `a reference for ${operationOf(state)}` : null,
  },
  {
    id: 'vulkan/textures-operation-validation/dref-without-compare',
    section: VALIDATION,
    of: 'sampler',
    text: 'an instruction with a reference takes a sampler with compareEnable',
    consequence: 'undefined',
    model: "compares, by the sampler's compareOp",
    found: (state) =>
      state.instruction.dref && samplesOrGathers(state) && !state.sampler.compareEnable
        ? `${operationOf(state)} with a reference, compareEnable is false`
        : null,
  },
  {
    id: 'vulkan/textures-operation-validation/compare-without-dref',
    section: VALIDATION,
    of: 'sampler',
    text: 'an instruction without a reference takes a sampler without compareEnable',
    consequence: 'undefined',
    model: 'filters what the image holds, without a comparison',
    found: (state) =>
      !state.instruction.dref && samplesOrGathers(state) && state.sampler.compareEnable
        ? `${operationOf(state)} without a reference, compareEnable is true`
        : null,
  },
  {
    id: 'vulkan/textures-operation-validation/dref-aspect',
    section: VALIDATION,
    of: 'image',
    text: 'of a depth or stencil format, the depth aspect is compared',
    consequence: 'undefined',
    model: 'no comparison: the stencil of a texel of the footprint',
    found: (state) => {
      const { format, aspect } = state.view;
      const wrong = compares(state) && isDepthStencil(format) && aspect !== 'depth' && format.aspects.includes(aspect);
      return wrong ? `a reference for the ${aspect} aspect of ${format.name}` : null;
    },
  },
  imageError({
    id: 'VUID-vkCmdDraw-None-06479',
    section: 'vkCmdDraw; VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_DEPTH_COMPARISON_BIT; D3D11.3 22.4.19',
    text: `a format that is compared has depth, or is ${COMPARED_COLORS.join(' or ')}`,
    found: (state) =>
      compares(state) && !isCompared(state.view.format) ? `a reference for ${state.view.format.name}` : null,
  }),
  imageError({
    id: 'VUID-StandaloneSpirv-OpImage-04777',
    section: 'SPIR-V environment; D3D11.3 22.4.19',
    text: 'no 3d view is compared',
    found: (state) => (compares(state) && state.view.viewType === '3d' ? 'a reference for a 3d view' : null),
  }),
];

function compares(state: BoundState): boolean {
  return state.instruction.dref === true && samplesOrGathers(state);
}

function isCompared(format: TexelFormat): boolean {
  return isDepthStencil(format) || COMPARED_COLORS.includes(format.name);
}
