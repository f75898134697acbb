/** VkFilter. */
export const FILTERS = ['nearest', 'linear'] as const;
export type Filter = (typeof FILTERS)[number];

/** VkSamplerAddressMode. D3D11 names them wrap, mirror, clamp, border and mirror-once (7.18.9). */
export const ADDRESS_MODES = [
  'repeat',
  'mirrored_repeat',
  'clamp_to_edge',
  'clamp_to_border',
  'mirror_clamp_to_edge',
] as const;
export type AddressMode = (typeof ADDRESS_MODES)[number];

/** The state of a sampler, each field named as in VkSamplerCreateInfo. */
export interface Sampler {
  readonly magFilter: Filter;
  readonly minFilter: Filter;
  readonly mipmapMode: Filter;
  readonly addressModeU: AddressMode;
  readonly addressModeV: AddressMode;
  readonly mipLodBias: number;
  readonly anisotropyEnable: boolean;
  readonly maxAnisotropy: number;
  readonly minLod: number;
  readonly maxLod: number;
  /** r, g, b, a as float32, linear space (VK_BORDER_COLOR_FLOAT_CUSTOM_EXT; the fixed colours are values of it). */
  readonly borderColor: readonly [number, number, number, number];
}

/** VK_LOD_CLAMP_NONE: leaves every level of an image in reach. */
export const LOD_CLAMP_NONE = 1000;

/** Trilinear, repeating, no bias, no anisotropy. */
export const DEFAULT_SAMPLER: Sampler = Object.freeze({
  magFilter: 'linear',
  minFilter: 'linear',
  mipmapMode: 'linear',
  addressModeU: 'repeat',
  addressModeV: 'repeat',
  mipLodBias: 0,
  anisotropyEnable: false,
  maxAnisotropy: 1,
  minLod: 0,
  maxLod: LOD_CLAMP_NONE,
  borderColor: [0, 0, 0, 0] as const,
});

/**
 * Where the LOD of a sample instruction comes from: the quad's derivatives (with a per-lane bias added, zero for
 * plain sampling), the instruction's own LOD, or the instruction's own gradients.
 */
export const LOD_SOURCES = ['implicit', 'explicit', 'gradient'] as const;
export type LodSource = (typeof LOD_SOURCES)[number];

/** What of a sample instruction is the same for every quad that runs it. */
export interface Instruction {
  readonly lod: LodSource;
  /** OpImageSampleProj*: s and t are divided by q. */
  readonly projected: boolean;
}
