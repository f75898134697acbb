import type { TexelFormat } from '../formats/texel-format.ts';
import type { ComponentMapping } from './image-view.ts';

/** VkFilter (cubic: VK_EXT_filter_cubic). */
export const FILTERS = ['nearest', 'linear', 'cubic'] as const;
export type Filter = (typeof FILTERS)[number];

/** VkSamplerMipmapMode. */
export const MIPMAP_MODES = ['nearest', 'linear'] as const;
export type MipmapMode = (typeof MIPMAP_MODES)[number];

/** VkSamplerAddressMode. D3D11 names them wrap, mirror, clamp, border and mirror-once (7.18.9). */
export const ADDRESS_MODES = [
  'repeat',
  'mirrored_repeat',
  'clamp_to_edge',
  'clamp_to_border',
  'mirror_clamp_to_edge',
] as const;
export type AddressMode = (typeof ADDRESS_MODES)[number];

/** VkCompareOp: reference OP texel (Vulkan: Depth Compare Operation). */
export const COMPARE_OPS = [
  'never',
  'less',
  'equal',
  'less_or_equal',
  'greater',
  'not_equal',
  'greater_or_equal',
  'always',
] as const;
export type CompareOp = (typeof COMPARE_OPS)[number];

/** VkSamplerReductionMode. */
export const REDUCTION_MODES = ['weighted_average', 'min', 'max', 'weighted_average_rangeclamp'] as const;
export type ReductionMode = (typeof REDUCTION_MODES)[number];

/** VkCubicFilterWeightsQCOM. */
export const CUBIC_WEIGHTS = ['catmull_rom', 'zero_tangent_cardinal', 'b_spline', 'mitchell_netravali'] as const;
export type CubicWeights = (typeof CUBIC_WEIGHTS)[number];

export const YCBCR_MODELS = ['rgb_identity', 'ycbcr_identity', 'ycbcr_709', 'ycbcr_601', 'ycbcr_2020'] as const;
export const YCBCR_RANGES = ['itu_full', 'itu_narrow'] as const;
export const CHROMA_LOCATIONS = ['cosited_even', 'midpoint'] as const;

/** VkSamplerYcbcrConversionCreateInfo; degamma as in VkSamplerYcbcrConversionYcbcrDegammaCreateInfoQCOM. */
export interface YcbcrConversion {
  readonly ycbcrModel: (typeof YCBCR_MODELS)[number];
  readonly ycbcrRange: (typeof YCBCR_RANGES)[number];
  readonly components: ComponentMapping;
  readonly xChromaOffset: (typeof CHROMA_LOCATIONS)[number];
  readonly yChromaOffset: (typeof CHROMA_LOCATIONS)[number];
  readonly chromaFilter: 'nearest' | 'linear';
  readonly forceExplicitReconstruction: boolean;
  readonly enableYDegamma: boolean;
  readonly enableCbCrDegamma: boolean;
}

/** The kinds of border colours: VK_BORDER_COLOR_FLOAT_* and VK_BORDER_COLOR_INT_*. */
export const BORDER_COLOR_TYPES = ['float', 'int'] as const;

/**
 * VkSamplerBorderColorComponentMappingCreateInfoEXT. It repeats the swizzle of the view and the encoding of its format:
 * no result depends on it, but the results of a border under a swizzle are defined with it alone.
 */
export interface BorderColorMapping {
  readonly components: ComponentMapping;
  readonly srgb: boolean;
}

/** The state of a sampler; each field is named as in VkSamplerCreateInfo. */
export interface Sampler {
  readonly magFilter: Filter;
  readonly minFilter: Filter;
  readonly mipmapMode: MipmapMode;
  readonly addressModeU: AddressMode;
  readonly addressModeV: AddressMode;
  readonly addressModeW: AddressMode;
  readonly mipLodBias: number;
  readonly anisotropyEnable: boolean;
  readonly maxAnisotropy: number;
  readonly minLod: number;
  readonly maxLod: number;
  /**
   * r, g, b, a: float32 in linear space, or integers for an integer format (VK_BORDER_COLOR_{FLOAT,INT}_CUSTOM_EXT).
   * The fixed border colours are values of this field.
   */
  readonly borderColor: readonly [number, number, number, number];
  /** The kind that the view's format has if absent. */
  readonly borderColorType?: (typeof BORDER_COLOR_TYPES)[number];
  /** VkSamplerCustomBorderColorCreateInfoEXT::format; VK_FORMAT_UNDEFINED if absent. No result depends on it. */
  readonly borderColorFormat?: TexelFormat;
  readonly borderColorMapping?: BorderColorMapping;
  readonly compareEnable: boolean;
  readonly compareOp: CompareOp;
  readonly unnormalizedCoordinates: boolean;
  readonly reductionMode: ReductionMode;
  readonly cubicWeights: CubicWeights;
  /** VK_SAMPLER_CREATE_NON_SEAMLESS_CUBE_MAP_BIT_EXT. */
  readonly nonSeamlessCubeMap: boolean;
  readonly ycbcrConversion: YcbcrConversion | null;
  /** VkSamplerBlockMatchWindowCreateInfoQCOM. */
  readonly windowExtent: readonly [number, number];
  readonly windowCompareMode: 'min' | 'max';
}

/** VK_LOD_CLAMP_NONE: a maxLod that allows every level of an image. */
export const LOD_CLAMP_NONE = 1000;

/** Trilinear, repeating, no bias, no anisotropy, everything else off. */
export const DEFAULT_SAMPLER: Sampler = Object.freeze({
  magFilter: 'linear',
  minFilter: 'linear',
  mipmapMode: 'linear',
  addressModeU: 'repeat',
  addressModeV: 'repeat',
  addressModeW: 'repeat',
  mipLodBias: 0,
  anisotropyEnable: false,
  maxAnisotropy: 1,
  minLod: 0,
  maxLod: LOD_CLAMP_NONE,
  borderColor: [0, 0, 0, 0] as const,
  compareEnable: false,
  compareOp: 'always',
  unnormalizedCoordinates: false,
  reductionMode: 'weighted_average',
  cubicWeights: 'catmull_rom',
  nonSeamlessCubeMap: false,
  ycbcrConversion: null,
  windowExtent: [1, 1] as const,
  windowCompareMode: 'min',
});
