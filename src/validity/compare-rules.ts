import { imageRules, instructionRules, samplerRules } from './rule.ts';
import { isDepthStencil, type ResolvedFacts } from './state-facts.ts';

const VALIDATION = 'Instruction/Format/Sampler/Image View Validation';

/** The color formats whose r sample_c can compare (D3D11.3 19.1.4). */
const COMPARED_COLORS: readonly string[] = ['r16_unorm', 'r32_sfloat'];

/** Rules of comparisons: instruction, sampler and view must agree (Vulkan: Depth Compare Operation). */
export const COMPARE_RULES = [
  ...instructionRules({
    'vulkan/textures-instructions/dref-operation': {
      section: 'Image Operation Steps',
      text: 'sample and gather alone compare with a reference',
      found: ({ op, samplesOrGathers, instruction: { dref } }) => dref && !samplesOrGathers && `a reference for ${op}`,
    },
  }),
  ...samplerRules({
    'vulkan/textures-operation-validation/dref-without-compare': {
      section: VALIDATION,
      text: 'an instruction with a reference takes a sampler with compareEnable',
      model: "compares, by the sampler's compareOp",
      found: (state) =>
        compares(state) && !state.sampler.compareEnable && `${state.op} with a reference, compareEnable is false`,
    },
    'vulkan/textures-operation-validation/compare-without-dref': {
      section: VALIDATION,
      text: 'an instruction without a reference takes a sampler without compareEnable',
      model: 'filters what the image holds, without a comparison',
      found: ({ op, samplesOrGathers, instruction: { dref }, sampler: { compareEnable } }) =>
        !dref && samplesOrGathers && compareEnable && `${op} without a reference, compareEnable is true`,
    },
  }),
  ...imageRules({
    'vulkan/textures-operation-validation/dref-aspect': {
      section: VALIDATION,
      text: 'of a depth or stencil format, the depth aspect is compared',
      model: 'no comparison: the stencil of a texel of the footprint',
      found: (state) => {
        const { format, aspect } = state.view;
        const other = isDepthStencil(format) && aspect !== 'depth' && format.aspects.includes(aspect);
        return compares(state) && other && `a reference for the ${aspect} aspect of ${format.name}`;
      },
    },
    'VUID-vkCmdDraw-None-06479': {
      section: 'vkCmdDraw; VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_DEPTH_COMPARISON_BIT; D3D11.3 22.4.19',
      text: `a format that is compared has depth, or is ${COMPARED_COLORS.join(' or ')}`,
      found(state) {
        const { format } = state.view;
        const compared = isDepthStencil(format) || COMPARED_COLORS.includes(format.name);
        return compares(state) && !compared && `a reference for ${format.name}`;
      },
    },
    'VUID-StandaloneSpirv-OpImage-04777': {
      section: 'SPIR-V environment; D3D11.3 22.4.19',
      text: 'no 3d view is compared',
      found: (state) => compares(state) && state.view.viewType === '3d' && 'a reference for a 3d view',
    },
  }),
];

function compares({ instruction, samplesOrGathers }: ResolvedFacts): boolean {
  return instruction.dref === true && samplesOrGathers;
}
