import type { YcbcrConversion } from '../../rtl-model/state/sampler.ts';
import { filterNames } from './sampler-rules.ts';
import { type Breach, foundIn, imageRules, type ImageRuleTable, samplerRules } from './rule.ts';
import {
  type BoundFacts,
  chromaDivisors,
  componentWidths,
  isIdentity,
  requiresConversion,
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
export const YCBCR_RULES = [
  ...samplerRules({
    'VUID-VkSamplerCreateInfo-addressModeU-01646': {
      text: 'with a conversion all address modes are clamp_to_edge, without anisotropy and unnormalized coordinates',
      found: ({ sampler }) => {
        if (sampler.ycbcrConversion === null) return false;
        const modes = [sampler.addressModeU, sampler.addressModeV, sampler.addressModeW];
        if (modes.some((mode) => mode !== 'clamp_to_edge')) return `a conversion with ${modes.join(', ')}`;
        if (sampler.anisotropyEnable) return 'a conversion with anisotropy';
        return sampler.unnormalizedCoordinates && 'a conversion with unnormalized coordinates';
      },
    },
    'VUID-VkSamplerCreateInfo-None-01647': {
      text: 'with a conversion the reduction is weighted_average',
      found: ({ sampler: { ycbcrConversion, reductionMode } }) =>
        ycbcrConversion !== null && reductionMode !== 'weighted_average' && `a conversion with ${reductionMode}`,
    },
    'VUID-VkSamplerCreateInfo-minFilter-01645': {
      section:
        'VkSamplerCreateInfo; VK_FORMAT_FEATURE_SAMPLED_IMAGE_YCBCR_CONVERSION_SEPARATE_RECONSTRUCTION_FILTER_BIT',
      text: "minFilter and magFilter are the conversion's chromaFilter, unless the format has filters of its own for chroma",
      value: 'luma by minFilter and magFilter, chroma by chromaFilter, as where the format has the feature',
      found: ({ sampler }) => {
        const chromaFilter = sampler.ycbcrConversion?.chromaFilter ?? sampler.minFilter;
        const same = sampler.minFilter === chromaFilter && sampler.magFilter === chromaFilter;
        return sampler.ycbcrConversion !== null && !same && `${filterNames(sampler)}, chromaFilter ${chromaFilter}`;
      },
    },
    'VUID-vkCmdDraw-None-06550': {
      section: "Sampler Y'CbCr Conversion; Image Operation Steps",
      text: 'sample instructions alone convert',
      // Gathers have another rule.
      found: ({ op, samplesOrGathers, sampler: { ycbcrConversion } }) =>
        ycbcrConversion !== null && !samplesOrGathers && `${op} with a conversion`,
    },
    'vulkan/textures-gather/ycbcr': {
      section: 'Texel Gathering',
      text: 'a gather takes a sampler without conversion',
      found: ({ op, sampler }) => sampler.ycbcrConversion !== null && op === 'gather' && 'a gather with a conversion',
    },
    'VUID-vkCmdDraw-ConstOffset-06551': {
      section: "Sampler Y'CbCr Conversion",
      text: 'a conversion goes without offsets',
      found: (state) => converts(state) && state.instruction.laneOffsets && 'a conversion with offsets',
    },
  }),
  ...imageRules({
    'VUID-VkImageViewCreateInfo-format-06415': {
      section: "VkImageViewCreateInfo; Formats Requiring Sampler Y'CbCr Conversion",
      text: 'multi-planar and 4:2:2 formats are sampled with a conversion, and not fetched, which has none',
      found: ({ op, samplesOrGathers, sampler: { ycbcrConversion }, view: { format } }) => {
        const converts = samplesOrGathers ? ycbcrConversion !== null : op !== 'fetch';
        return !converts && requiresConversion(format) && `${op} of ${format.name} without a conversion`;
      },
    },
    'VUID-VkImageViewCreateInfo-pNext-01970': {
      text: 'a view that is converted has the identity swizzle: the conversion has its own',
      found: converted(
        (_, { view: { components } }) => !isIdentity(components) && `a view of ${components.join(', ')}`,
      ),
    },
    'VUID-VkSamplerYcbcrConversionCreateInfo-format-04061': {
      text: 'the format is UNORM',
      found: converted((_, { view: { format } }) => format.componentType !== 'unorm' && format.name),
    },
    ...subsampled('02581', 'g has the identity swizzle', ({ components }) => staysInPlace(components, G)),
    ...subsampled(
      '02582',
      'a has the identity swizzle, one or zero',
      ({ components }) => staysInPlace(components, A) || sourceOf(components, A) === null,
    ),
    ...subsampled('02583', 'r has the identity swizzle or b', ({ components }) =>
      [R, B].includes(sourceOf(components, R) ?? A),
    ),
    ...subsampled('02584', 'b has the identity swizzle or r', ({ components }) =>
      [R, B].includes(sourceOf(components, B) ?? A),
    ),
    // r alone and b alone have other rules.
    ...subsampled('02585', 'r and b have the identity swizzle both, or are swapped', ({ components }) => {
      const [r, b] = [sourceOf(components, R), sourceOf(components, B)];
      return r !== b || (r !== R && r !== B);
    }),
    'VUID-VkSamplerYcbcrConversionCreateInfo-ycbcrModel-01655': {
      text: 'unless the model is rgb_identity, r, g and b are components that the format has',
      found: converted((conversion, state) => {
        const { ycbcrModel } = conversion;
        const lacks = ycbcrModel !== 'rgb_identity' && widthsOf(conversion, state).some((bits) => bits <= 0);
        return lacks && `${ycbcrModel} of ${swizzleOf(conversion)} of ${state.view.format.name}`;
      }),
    },
    'VUID-VkSamplerYcbcrConversionCreateInfo-ycbcrRange-02748': {
      text: 'for the narrow range, r, g and b have at least 8 bits each',
      found: converted((conversion, state) => {
        // The rule on the model covers absent components.
        const short = widthsOf(conversion, state).some((n) => n > 0 && n < 8);
        return conversion.ycbcrRange === 'itu_narrow' && short && `itu_narrow of ${state.view.format.name}`;
      }),
    },
    'VUID-VkSamplerYcbcrConversionCreateInfo-pNext-09209': {
      section: `${CONVERSION}; Y'CbCr Degamma`,
      text: 'degamma is for formats whose r, g and b have 8 bits',
      found: converted(({ enableYDegamma, enableCbCrDegamma }, { view: { format } }) => {
        const widths = componentWidths(format);
        const fits = COLORS.every((c) => widths[c] === 8);
        return (enableYDegamma || enableCbCrDegamma) && !fits && `degamma of ${format.name}`;
      }),
    },
  }),
];

function converts({ op, sampler }: { op: string; sampler: BoundFacts['sampler'] }): boolean {
  return sampler.ycbcrConversion !== null && op === 'sample';
}

/** A rule on states whose conversion takes effect. */
function converted(found: (conversion: YcbcrConversion, state: BoundFacts) => Breach) {
  return (state: BoundFacts): Breach =>
    foundIn('a conversion of ', converts(state) && found(state.sampler.ycbcrConversion!, state));
}

/** A rule on the swizzle of a conversion of fewer chroma texels than luma texels. */
function subsampled(vuid: string, demand: string, holds: (conversion: YcbcrConversion) => boolean): ImageRuleTable {
  return {
    [`VUID-VkSamplerYcbcrConversionCreateInfo-components-${vuid}`]: {
      text: `of a 4:2:2 or 4:2:0 format, ${demand}`,
      found: converted(
        (conversion, { view: { format } }) =>
          chromaDivisors(format)[0] !== 1 && !holds(conversion) && `${swizzleOf(conversion)} of ${format.name}`,
      ),
    },
  };
}

/** Width of the format's components that become r, g and b; 0 for constants. */
function widthsOf({ components }: YcbcrConversion, { view }: BoundFacts): readonly number[] {
  const widths = componentWidths(view.format);
  return COLORS.map((c) => {
    const source = sourceOf(components, c);
    return source === null ? 0 : widths[source];
  });
}

function swizzleOf({ components }: YcbcrConversion): string {
  return components.join(', ');
}
