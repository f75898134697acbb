import * as z from 'zod';
import { IDENTITY_MAPPING } from '../../rtl-model/state/image-view.ts';
import {
  ADDRESS_MODES,
  BORDER_COLOR_TYPES,
  CHROMA_LOCATIONS,
  COMPARE_OPS,
  CUBIC_WEIGHTS,
  DEFAULT_SAMPLER,
  FILTERS,
  MIPMAP_MODES,
  REDUCTION_MODES,
  YCBCR_MODELS,
  YCBCR_RANGES,
} from '../../rtl-model/state/sampler.ts';
import {
  expects,
  fields,
  flag,
  float32Field,
  integerField,
  name,
  oneOf,
  pair,
  texelField,
} from '../encodings/fields.ts';
import { format } from './request-image.ts';
import type { Texel } from './request-trace.ts';
import { components } from './request-view.ts';

/** VkBorderColor; the names are those of values. */
const BORDER_COLORS: ReadonlyMap<string, Texel> = new Map(
  ['float', 'int'].flatMap((numbers): readonly [string, Texel][] => [
    [`${numbers}_transparent_black`, [0, 0, 0, 0]],
    [`${numbers}_opaque_black`, [0, 0, 0, 1]],
    [`${numbers}_opaque_white`, [1, 1, 1, 1]],
  ]),
);
const COLOR_NAMES = [...BORDER_COLORS.keys()];

const borderColor = z.union(
  [z.enum(COLOR_NAMES).transform((color): Texel => BORDER_COLORS.get(color)!), texelField],
  expects(`one of "${COLOR_NAMES.join('", "')}", or [r, g, b, a]`),
);

/** The kind that the name of a border colour states; undefined for a list of components. */
export function typeOfColor(color: unknown): (typeof BORDER_COLOR_TYPES)[number] | undefined {
  return BORDER_COLOR_TYPES.find((type) => typeof color === 'string' && color.startsWith(`${type}_`));
}

/** VkSamplerBorderColorComponentMappingCreateInfoEXT. */
const borderColorMapping = fields({ components, srgb: flag.default(false) }, '{"components", "srgb"}');

/** VkSamplerYcbcrConversionCreateInfo. */
const ycbcrConversion = fields(
  {
    ycbcrModel: oneOf(YCBCR_MODELS).default('rgb_identity'),
    ycbcrRange: oneOf(YCBCR_RANGES).default('itu_full'),
    components: components.default(IDENTITY_MAPPING),
    xChromaOffset: oneOf(CHROMA_LOCATIONS).default('cosited_even'),
    yChromaOffset: oneOf(CHROMA_LOCATIONS).default('cosited_even'),
    chromaFilter: oneOf(MIPMAP_MODES).default('nearest'),
    forceExplicitReconstruction: flag.default(false),
    enableYDegamma: flag.default(false),
    enableCbCrDegamma: flag.default(false),
  },
  'a conversion {"ycbcrModel", "ycbcrRange", ...} or null',
);

/** The value of "sampler" where it defines one. Fields as in VkSamplerCreateInfo. */
export const samplerSchema = fields(
  {
    name,
    magFilter: oneOf(FILTERS).default(DEFAULT_SAMPLER.magFilter),
    minFilter: oneOf(FILTERS).default(DEFAULT_SAMPLER.minFilter),
    mipmapMode: oneOf(MIPMAP_MODES).default(DEFAULT_SAMPLER.mipmapMode),
    addressModeU: oneOf(ADDRESS_MODES).default(DEFAULT_SAMPLER.addressModeU),
    addressModeV: oneOf(ADDRESS_MODES).default(DEFAULT_SAMPLER.addressModeV),
    addressModeW: oneOf(ADDRESS_MODES).default(DEFAULT_SAMPLER.addressModeW),
    mipLodBias: float32Field.default(DEFAULT_SAMPLER.mipLodBias),
    anisotropyEnable: flag.default(DEFAULT_SAMPLER.anisotropyEnable),
    maxAnisotropy: float32Field.default(DEFAULT_SAMPLER.maxAnisotropy),
    minLod: float32Field.default(DEFAULT_SAMPLER.minLod),
    maxLod: float32Field.default(DEFAULT_SAMPLER.maxLod),
    borderColor: borderColor.default(DEFAULT_SAMPLER.borderColor),
    borderColorType: oneOf(BORDER_COLOR_TYPES).exactOptional(),
    borderColorFormat: format.exactOptional(),
    borderColorMapping: borderColorMapping.exactOptional(),
    compareEnable: flag.default(DEFAULT_SAMPLER.compareEnable),
    compareOp: oneOf(COMPARE_OPS).default(DEFAULT_SAMPLER.compareOp),
    unnormalizedCoordinates: flag.default(DEFAULT_SAMPLER.unnormalizedCoordinates),
    reductionMode: oneOf(REDUCTION_MODES).default(DEFAULT_SAMPLER.reductionMode),
    cubicWeights: oneOf(CUBIC_WEIGHTS).default(DEFAULT_SAMPLER.cubicWeights),
    nonSeamlessCubeMap: flag.default(DEFAULT_SAMPLER.nonSeamlessCubeMap),
    ycbcrConversion: ycbcrConversion.nullable().default(null),
    windowExtent: pair(integerField(1, 2 ** 15), '[width, height]').default(DEFAULT_SAMPLER.windowExtent),
    windowCompareMode: oneOf(['min', 'max']).default(DEFAULT_SAMPLER.windowCompareMode),
  },
  'a sampler {"name", ...}',
);

const enumerant = integerField(0, 2 ** 31 - 1);

/** The value of "sampler" where it holds a D3D11_SAMPLER_STATE. */
export const d3d11SamplerSchema = fields(
  {
    name,
    d3d11: fields(
      {
        Filter: enumerant,
        AddressU: enumerant,
        AddressV: enumerant,
        AddressW: enumerant,
        MinLOD: float32Field,
        MaxLOD: float32Field,
        MipLODBias: float32Field,
        MaxAnisotropy: enumerant,
        ComparisonFunction: enumerant,
        BorderColor: texelField,
      },
      'a D3D11_SAMPLER_STATE {"Filter", "AddressU", ...}',
    ),
  },
  'a sampler {"name", "d3d11"}',
);
