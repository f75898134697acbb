import type { YcbcrConversion } from '../../../rtl-model/state/sampler.ts';
import { filters } from './sampler-rules.ts';
import type { BoundState, ResolvedState } from './resolved-state.ts';
import { imageError, samplerError, type StateRule } from './rule.ts';
import {
  chromaDivisors,
  componentWidths,
  isIdentity,
  operationOf,
  requiresConversion,
  samplesOrGathers,
  sourceOf,
  staysInPlace,
} from './state-facts.ts';

const CONVERSION = 'VkSamplerYcbcrConversionCreateInfo';
const [R, G, B, A] = [0, 1, 2, 3];
const COLORS = [R, G, B];

/**
 * Rules of Y'CbCr conversions: the rest of the sampler, the view, and the instruction (Vulkan: Sampler Y'CbCr
 * Conversion).
 */
export const YCBCR_RULES: readonly StateRule[] = [
  samplerError({
    id: 'VUID-VkSamplerCreateInfo-addressModeU-01646',
    text: 'with a conversion all address modes are clamp_to_edge, without anisotropy and unnormalized coordinates',
    found: ({ sampler }) => {
      const { addressModeU, addressModeV, addressModeW, anisotropyEnable, unnormalizedCoordinates } = sampler;
      if (sampler.ycbcrConversion === null) return null;
      const modes = [addressModeU, addressModeV, addressModeW];
      if (modes.some((mode) => mode !== 'clamp_to_edge')) return `a conversion with ${modes.join(', ')}`;
      if (anisotropyEnable) return 'a conversion with anisotropy';
      return unnormalizedCoordinates ? 'a conversion with unnormalized coordinates' : null;
    },
  }),
  samplerError({
    id: 'VUID-VkSamplerCreateInfo-None-01647',
    text: 'with a conversion the reduction is weighted_average',
    found: ({ sampler: { ycbcrConversion, reductionMode } }) =>
      ycbcrConversion !== null && reductionMode !== 'weighted_average' ? `a conversion with ${reductionMode}` : null,
  }),
  {
    id: 'VUID-VkSamplerCreateInfo-minFilter-01645',
    section: 'VkSamplerCreateInfo; VK_FORMAT_FEATURE_SAMPLED_IMAGE_YCBCR_CONVERSION_SEPARATE_RECONSTRUCTION_FILTER_BIT',
    of: 'sampler',
    text: "minFilter and magFilter are the conversion's chromaFilter, unless the format has filters of its own for chroma",
    consequence: {
      value: 'luma by minFilter and magFilter, chroma by chromaFilter, as where the format has the feature',
    },
    found: ({ sampler }) => {
      const chromaFilter = sampler.ycbcrConversion?.chromaFilter;
      if (chromaFilter === undefined) return null;
      const same = sampler.minFilter === chromaFilter && sampler.magFilter === chromaFilter;
      return same ? null : `${filters(sampler)}, chromaFilter ${chromaFilter}`;
    },
  },
  samplerError({
    id: 'VUID-vkCmdDraw-None-06550',
    section: "Sampler Y'CbCr Conversion; Image Operation Steps",
    text: 'sample instructions alone convert',
    // Gathers have a rule of their own.
    found: (state) =>
      state.sampler.ycbcrConversion !== null && !samplesOrGathers(state)
        ? `${operationOf(state)} with a conversion`
        : null,
  }),
  samplerError({
    id: 'vulkan/textures-gather/ycbcr',
    section: 'Texel Gathering',
    text: 'a gather takes a sampler without conversion',
    found: (state) =>
      state.sampler.ycbcrConversion !== null && operationOf(state) === 'gather' ? 'a gather with a conversion' : null,
  }),
  samplerError({
    id: 'VUID-vkCmdDraw-ConstOffset-06551',
    section: "Sampler Y'CbCr Conversion",
    text: 'a conversion goes without offsets',
    found: (state) =>
      state.sampler.ycbcrConversion !== null && operationOf(state) === 'sample' && state.instruction.laneOffsets
        ? 'a conversion with offsets'
        : null,
  }),
  imageError({
    id: 'VUID-VkImageViewCreateInfo-format-06415',
    section: "VkImageViewCreateInfo; Formats Requiring Sampler Y'CbCr Conversion",
    text: 'multi-planar and 4:2:2 formats are sampled with a conversion',
    found: (state) =>
      samplesOrGathers(state) && state.sampler.ycbcrConversion === null && requiresConversion(state.view.format)
        ? `${operationOf(state)} of ${state.view.format.name} without a conversion`
        : null,
  }),
  imageError({
    id: 'VUID-VkImageViewCreateInfo-pNext-01970',
    text: 'a view that is converted has the identity swizzle: the conversion has its own',
    found: converted((_, { view: { components } }) =>
      isIdentity(components) ? null : `a view of ${components.join(', ')}`,
    ),
  }),
  imageError({
    id: 'VUID-VkSamplerYcbcrConversionCreateInfo-format-04061',
    text: 'the format is UNORM',
    found: converted((_, { view: { format } }) => (format.componentType === 'unorm' ? null : format.name)),
  }),
  subsampled('02581', 'g has the identity swizzle', ({ components }) => staysInPlace(components, G)),
  subsampled(
    '02582',
    'a has the identity swizzle, one or zero',
    ({ components }) => staysInPlace(components, A) || sourceOf(components, A) === null,
  ),
  subsampled('02583', 'r has the identity swizzle or b', ({ components }) =>
    [R, B].includes(sourceOf(components, R) ?? A),
  ),
  subsampled('02584', 'b has the identity swizzle or r', ({ components }) =>
    [R, B].includes(sourceOf(components, B) ?? A),
  ),
  // r alone and b alone have rules of their own.
  subsampled('02585', 'r and b have the identity swizzle both, or are swapped', ({ components }) => {
    const [r, b] = [sourceOf(components, R), sourceOf(components, B)];
    return r !== b || (r !== R && r !== B);
  }),
  imageError({
    id: 'VUID-VkSamplerYcbcrConversionCreateInfo-ycbcrModel-01655',
    text: 'unless the model is rgb_identity, r, g and b are components that the format has',
    found: converted((conversion, state) => {
      const wide = conversion.ycbcrModel === 'rgb_identity' || widthsOf(conversion, state).every((bits) => bits > 0);
      return wide ? null : `${conversion.ycbcrModel} of ${swizzleOf(conversion)} of ${state.view.format.name}`;
    }),
  }),
  imageError({
    id: 'VUID-VkSamplerYcbcrConversionCreateInfo-ycbcrRange-02748',
    text: 'for the narrow range, r, g and b have at least 8 bits each',
    found: converted((conversion, state) => {
      // Absent components have a rule of their own, that on the model.
      const narrow = conversion.ycbcrRange === 'itu_narrow' && widthsOf(conversion, state).some((n) => n > 0 && n < 8);
      return narrow ? `itu_narrow of ${state.view.format.name}` : null;
    }),
  }),
  imageError({
    id: 'VUID-VkSamplerYcbcrConversionCreateInfo-pNext-09209',
    section: `${CONVERSION}; Y'CbCr Degamma`,
    text: 'degamma is for formats whose r, g and b have 8 bits',
    found: converted(({ enableYDegamma, enableCbCrDegamma }, { view: { format } }) => {
      const widths = componentWidths(format);
      const fits = COLORS.every((c) => widths[c] === 8);
      return (enableYDegamma || enableCbCrDegamma) && !fits ? `degamma of ${format.name}` : null;
    }),
  }),
];

function converts(state: ResolvedState): boolean {
  return state.sampler.ycbcrConversion !== null && operationOf(state) === 'sample';
}

/** A rule on states whose conversion takes effect. */
function converted(found: (conversion: YcbcrConversion, state: BoundState) => string | null) {
  return (state: BoundState): string | null => {
    const violation = converts(state) ? found(state.sampler.ycbcrConversion!, state) : null;
    return violation === null ? null : `a conversion of ${violation}`;
  };
}

/** A rule on the swizzle of a conversion of fewer chroma texels than luma texels. */
function subsampled(vuid: string, demand: string, holds: (conversion: YcbcrConversion) => boolean): StateRule {
  return imageError({
    id: `VUID-VkSamplerYcbcrConversionCreateInfo-components-${vuid}`,
    text: `of a 4:2:2 or 4:2:0 format, ${demand}`,
    found: converted((conversion, { view: { format } }) =>
      chromaDivisors(format)[0] === 1 || holds(conversion) ? null : `${swizzleOf(conversion)} of ${format.name}`,
    ),
  });
}

/** Width of the format's components that become r, g and b; 0 for constants. */
function widthsOf({ components }: YcbcrConversion, { view }: BoundState): readonly number[] {
  const widths = componentWidths(view.format);
  return COLORS.map((c) => {
    const source = sourceOf(components, c);
    return source === null ? 0 : widths[source];
  });
}

function swizzleOf({ components }: YcbcrConversion): string {
  return components.join(', ');
}
