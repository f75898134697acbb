import type { Sampler, YcbcrConversion } from '../../../rtl-model/state/sampler.ts';
import { CONVERSION, formatOf, type Patch } from './states.ts';

/** A valid state, and the change that breaks one rule. */
export interface StateCase {
  readonly rule: string;
  readonly valid: Patch;
  readonly broken: Patch;
}

function one(rule: string, valid: Patch, broken: Patch): StateCase {
  return { rule, valid, broken };
}

const SAMPLER = 'VUID-VkSamplerCreateInfo-';
const IMAGE = 'VUID-VkImageCreateInfo-';
const VIEW = 'VUID-VkImageViewCreateInfo-';
const YCBCR = 'VUID-VkSamplerYcbcrConversionCreateInfo-';
const CUSTOM_BORDER = 'VUID-VkSamplerCustomBorderColorCreateInfoEXT-';
const VALIDATION = 'vulkan/textures-operation-validation/';

const nearest: Partial<Sampler> = { magFilter: 'nearest', minFilter: 'nearest', mipmapMode: 'nearest' };
const edges: Partial<Sampler> = {
  addressModeU: 'clamp_to_edge',
  addressModeV: 'clamp_to_edge',
  addressModeW: 'clamp_to_edge',
};
const borders: Partial<Sampler> = {
  addressModeU: 'clamp_to_border',
  addressModeV: 'clamp_to_border',
  addressModeW: 'clamp_to_border',
};
const inTexels: Partial<Sampler> = {
  unnormalizedCoordinates: true,
  mipmapMode: 'nearest',
  minLod: 0,
  maxLod: 0,
  addressModeU: 'clamp_to_edge',
  addressModeV: 'clamp_to_border',
};
const unnormalized: Patch = { image: { levels: 1 }, sampler: inTexels, instruction: { lod: 'explicit' } };
const cube: Patch = { image: { width: 16, height: 16, layers: 6 }, view: { viewType: 'cube' } };
const depth: Patch = { image: { format: 'd16_unorm' } };
const comparing: Patch = {
  ...depth,
  sampler: { compareEnable: true, compareOp: 'less' },
  instruction: { dref: true },
};
const gathering: Patch = { instruction: { op: 'gather', lod: 'explicit' } };
const cornered: Patch = { image: { cornerSampled: true }, sampler: edges };
const multisampled: Patch = { image: { samples: 4, levels: 1 }, instruction: { op: 'fetch', lod: 'explicit' } };
const footprint: Patch = { sampler: edges, instruction: { op: 'footprint', granularity: 7 } };

function converting(format: string, conversion: Partial<YcbcrConversion> = {}): Patch {
  return {
    image: { format, levels: 1 },
    sampler: { ...edges, ycbcrConversion: { ...CONVERSION, ...conversion } },
  };
}

const swizzledBorder: Patch = { view: { components: ['b', 'g', 'r', 'a'] } };
const opaqueBlack: Partial<Sampler> = { borderColor: [0, 0, 0, 1] };

/** 4:2:0 in two planes. */
const NV12 = 'g8_b8r8_2plane_420_unorm';
/** The chroma plane of such an image, without a conversion. */
const chromaView: Patch = { image: { format: NV12, levels: 1 }, view: { format: 'r8g8_unorm', aspect: 'plane_1' } };

const SLICED = 'VUID-VkImageViewSlicedCreateInfoEXT-';
/** The second of the two slices of level 1 of a 3D image, as a 2D image. */
const sliceView: Patch = {
  image: { type: '3d', depth: 4, view2DCompatible: true },
  view: { viewType: '2d', baseMipLevel: 1, levelCount: 1, baseArrayLayer: 1 },
};
const sliced: Patch = {
  image: { type: '3d', depth: 4 },
  view: { baseMipLevel: 1, levelCount: 1, slices: { sliceOffset: 1, sliceCount: 1 } },
  instruction: { op: 'read', lod: 'explicit' },
};

function swizzled(...components: YcbcrConversion['components']): Partial<Sampler> {
  return { ycbcrConversion: { ...CONVERSION, components } };
}

const processing: Partial<Sampler> = { ...nearest, ...edges, minLod: 0, maxLod: 0 };
const boxes: Patch = { sampler: processing, instruction: { op: 'box_filter', lod: 'explicit' } };
const weighting: Patch = {
  sampler: processing,
  instruction: { op: 'sample_weighted', lod: 'explicit' },
  second: { image: { format: 'r8_unorm', levels: 1 } },
};
const separable: Patch = {
  ...weighting,
  second: {
    image: { type: '1d', format: 'r8_unorm', width: 8, height: 1, layers: 2, levels: 1 },
    weights: { filterSize: [4, 4], filterCenter: [0, 3], numPhases: 4 },
  },
};
const matching: Patch = {
  image: { format: 'r8_unorm', levels: 1 },
  sampler: { ...processing, ...borders, unnormalizedCoordinates: true },
  instruction: { op: 'block_match', lod: 'explicit', blockMatch: { metric: 'sad', form: 'window' } },
  second: { image: { format: 'r8_unorm', levels: 1 }, weights: null },
};

/** The cases: at least one state for each rule that breaks it alone. */
export const STATE_CASES: readonly StateCase[] = [
  one('d3d11.3/7.18.11/nan-state', {}, { sampler: { minLod: NaN } }),
  one('d3d11.3/7.18.11/nan-state', {}, { sampler: { maxLod: NaN } }),
  one('d3d11.3/7.18.11/nan-state', {}, { sampler: { mipLodBias: NaN } }),
  one('d3d11.3/7.18.11/nan-state', { sampler: { maxAnisotropy: NaN } }, { sampler: { anisotropyEnable: true } }),
  one(`${SAMPLER}mipLodBias-01069`, { sampler: { mipLodBias: 15.5 } }, { sampler: { mipLodBias: 16.75 } }),
  one(`${SAMPLER}mipLodBias-01069`, { sampler: { mipLodBias: -15.5 } }, { sampler: { mipLodBias: -16.75 } }),
  one('d3d11.3/7.18.11/mip-lod-bias-range', { sampler: { mipLodBias: 15.99 } }, { sampler: { mipLodBias: 16 } }),
  one('d3d11.3/7.18.11/mip-lod-bias-range', { sampler: { mipLodBias: -16 } }, { sampler: { mipLodBias: -16.25 } }),
  one(`${SAMPLER}maxLod-01973`, { sampler: { minLod: 2, maxLod: 2 } }, { sampler: { maxLod: 1.75 } }),
  ...[0.5, 8.5].map((maxAnisotropy) =>
    one(
      `${SAMPLER}anisotropyEnable-01071`,
      { sampler: { anisotropyEnable: true, maxAnisotropy: maxAnisotropy < 1 ? 1 : 8 } },
      { sampler: { maxAnisotropy } },
    ),
  ),
  one(
    `${SAMPLER}magFilter-01081`,
    { sampler: { minFilter: 'cubic', maxAnisotropy: 2 } },
    { sampler: { anisotropyEnable: true } },
  ),
  one(
    'VUID-vkCmdDraw-reductionMode-09213',
    { sampler: { magFilter: 'cubic', minFilter: 'cubic', reductionMode: 'weighted_average_rangeclamp' } },
    { sampler: { minFilter: 'linear' } },
  ),
  one(`${SAMPLER}compareEnable-01423`, comparing, { sampler: { reductionMode: 'min' } }),
  one(`${SAMPLER}unnormalizedCoordinates-01072`, unnormalized, { sampler: { minFilter: 'nearest' } }),
  one(`${SAMPLER}unnormalizedCoordinates-01073`, unnormalized, { sampler: { mipmapMode: 'linear' } }),
  one(`${SAMPLER}unnormalizedCoordinates-01074`, unnormalized, { sampler: { maxLod: 0.25 } }),
  one(`${SAMPLER}unnormalizedCoordinates-01075`, unnormalized, { sampler: { addressModeV: 'repeat' } }),
  one(`${SAMPLER}unnormalizedCoordinates-01075`, unnormalized, { sampler: { addressModeU: 'mirrored_repeat' } }),
  one(`${SAMPLER}unnormalizedCoordinates-01076`, unnormalized, { sampler: { anisotropyEnable: true } }),
  // The case is a query, because sampling with a comparison needs a reference, which another rule forbids here.
  one(
    `${SAMPLER}unnormalizedCoordinates-01077`,
    { ...unnormalized, image: { format: 'd16_unorm', levels: 1 }, instruction: { op: 'query_lod' } },
    { sampler: { compareEnable: true } },
  ),

  ...(['width', 'height', 'layers', 'depth'] as const).map((side) =>
    one(
      'vulkan/VkImageCreateInfo/extent',
      { view: { layerCount: 1 } },
      side === 'layers' ? { image: { layers: 1.5 } } : { image: { [side]: side === 'depth' ? 0 : 0.5 } },
    ),
  ),
  one(`${IMAGE}imageType-00956`, { image: { type: '1d', height: 1 } }, { image: { height: 2 } }),
  one(`${IMAGE}imageType-00957`, {}, { image: { depth: 2 } }),
  one(
    `${IMAGE}imageType-00961`,
    { image: { type: '3d', depth: 4 } },
    { image: { layers: 2 }, view: { viewType: '3d', layerCount: 1 } },
  ),
  one(`${IMAGE}mipLevels-00958`, { image: { levels: 5 } }, { image: { levels: 6 } }),
  one('vulkan/limits/maxImageDimension1D', { image: { type: '1d', width: 256, height: 1 } }, { image: { width: 257 } }),
  one('vulkan/limits/maxImageDimension2D', { image: { height: 128 } }, { image: { height: 129 } }),
  one('vulkan/limits/maxImageDimension3D', { image: { type: '3d', depth: 32 } }, { image: { depth: 33 } }),
  one('vulkan/limits/maxImageArrayLayers', { image: { layers: 24 } }, { image: { layers: 25 } }),
  one(`${IMAGE}samples-02258`, multisampled, { image: { samples: 3 } }),
  one(`${IMAGE}samples-02257`, multisampled, { image: { levels: 2 } }),
  one(`${IMAGE}samples-02257`, multisampled, { image: { type: '1d', height: 1 }, view: { viewType: '1d' } }),
  one(`${IMAGE}samples-02257`, multisampled, { image: { format: 'bc1_rgb_unorm_block' } }),
  one(`${IMAGE}flags-02050`, { image: { type: '1d', height: 1 }, sampler: edges }, { image: { cornerSampled: true } }),
  one(`${IMAGE}flags-02051`, { ...depth, sampler: edges }, { image: { cornerSampled: true } }),
  one(`${IMAGE}flags-02051`, { ...cube, sampler: edges }, { image: { cornerSampled: true } }),
  one(
    'vulkan/VkImageCreateInfo/corner-sampled-extent',
    { ...cornered, image: { cornerSampled: true, height: 2 } },
    {
      image: { height: 1 },
    },
  ),
  one(
    'vulkan/VkImageCreateInfo/corner-sampled-extent',
    { ...cornered, image: { cornerSampled: true, type: '3d', depth: 2 } },
    { image: { depth: 1 } },
  ),
  one(`${IMAGE}format-06410`, converting(NV12), { image: { levels: 2 } }),
  one(`${IMAGE}format-06411`, converting(NV12), { image: { samples: 2 } }),
  one(`${IMAGE}format-06412`, converting('g8_b8_r8_3plane_444_unorm'), { image: { type: '1d', height: 1 } }),
  one(`${IMAGE}format-04712`, converting('g8b8g8r8_422_unorm'), { image: { width: 15 } }),
  one(`${IMAGE}format-04712`, { image: { format: 'r8g8_b8g8_unorm' } }, { image: { width: 15 } }),
  one(`${IMAGE}format-04713`, converting(NV12), { image: { height: 7 } }),

  one(`${VIEW}subResourceRange-01021`, {}, { view: { viewType: '3d' } }),
  one(`${VIEW}subResourceRange-01021`, { image: { type: '3d', depth: 4 } }, { view: { viewType: '2d_array' } }),
  one(`${VIEW}image-06728`, sliceView, { image: { view2DCompatible: false } }),
  one(`${VIEW}image-04970`, sliceView, { view: { levelCount: 2 } }),
  one(`${VIEW}image-02724`, sliceView, { view: { baseArrayLayer: 2 } }),
  one(`${VIEW}image-02724`, sliceView, { view: { layerCount: 0 } }),
  one(`${IMAGE}flags-07755`, {}, { image: { view2DCompatible: true } }),
  one(`${SLICED}image-07869`, sliceView, { view: { slices: { sliceOffset: 0, sliceCount: 1 } } }),
  one(`${SLICED}None-07870`, sliced, { view: { levelCount: 2 } }),
  one(`${SLICED}sliceOffset-07867`, sliced, { view: { slices: { sliceOffset: 1, sliceCount: 2 } } }),
  one(`${SLICED}sliceOffset-07867`, sliced, { view: { slices: { sliceOffset: 0, sliceCount: 0 } } }),
  one(`${VIEW}subresourceRange-01718`, { view: { baseMipLevel: 3, levelCount: 1 } }, { view: { levelCount: 2 } }),
  one(`${VIEW}subresourceRange-01718`, {}, { view: { levelCount: 0 } }),
  one(
    `${VIEW}subresourceRange-06725`,
    { image: { layers: 4 }, view: { baseArrayLayer: 1, layerCount: 3 } },
    { view: { baseArrayLayer: 2 } },
  ),
  one(`${VIEW}imageViewType-04973`, { image: { layers: 4 } }, { view: { viewType: '2d', layerCount: 2 } }),
  one(`${VIEW}viewType-02960`, cube, { view: { layerCount: 5 } }),
  one(
    `${VIEW}viewType-02961`,
    { image: { height: 16, layers: 13 }, view: { viewType: 'cube_array', baseArrayLayer: 1, layerCount: 12 } },
    { view: { baseArrayLayer: 0, layerCount: 13 } },
  ),
  one(`${IMAGE}flags-08865`, cube, { image: { height: 15 } }),
  one(
    'vulkan/limits/maxImageDimensionCube',
    { ...cube, image: { width: 64, height: 64, layers: 6 } },
    { image: { width: 65, height: 65 } },
  ),
  one(
    `${VIEW}image-04972`,
    { ...cube, image: { width: 16, height: 16, layers: 6, levels: 1 }, instruction: { op: 'query_size' } },
    { image: { samples: 4 } },
  ),
  one(`${VIEW}image-01761`, { view: { format: 'r32_sfloat' } }, { view: { format: 'r16_unorm' } }),
  one(
    `${VIEW}image-01761`,
    { image: { format: 'bc1_rgb_unorm_block' }, view: { format: 'bc1_rgb_srgb_block' } },
    { view: { format: 'bc1_rgba_srgb_block' } },
  ),
  one(`${VIEW}image-01761`, { image: { format: 'bc1_rgb_unorm_block' } }, { view: { format: 'r32g32_sfloat' } }),
  one(`${VIEW}image-01761`, { image: { format: 'r8_unorm' } }, { view: { format: 'a8_unorm' } }),
  one(`${VIEW}image-01761`, { image: { format: 'r16_unorm' } }, { view: { format: 'd16_unorm', aspect: 'depth' } }),
  one(`${VIEW}image-01761`, chromaView, { view: { format: 'r32_sfloat' } }),
  one(
    'vulkan/formats/atomic',
    { image: { format: 'r32_uint' }, instruction: { op: 'atomic', atomic: 'max' } },
    { view: { format: 'r8g8b8a8_uint' } },
  ),
  one(
    'vulkan/formats/atomic',
    { image: { format: 'r32_sfloat' }, instruction: { op: 'atomic', atomic: 'max' } },
    { instruction: { atomic: 'and' } },
  ),
  one('vulkan/resources-image-views/aspect', chromaView, { view: { aspect: 'plane_2' } }),
  one('vulkan/resources-image-views/aspect', { image: { format: 'd24_unorm_s8_uint' } }, { view: { aspect: 'color' } }),
  one(
    'vulkan/textures-component-swizzle/depth-stencil-one',
    { ...depth, view: { components: ['r', 'zero', 'zero', 'zero'] } },
    { view: { components: ['r', 'zero', 'zero', 'one'] } },
  ),
  one('vulkan/VkImageViewMinLodCreateInfoEXT/min-lod', {}, { view: { minLod: -0.5 } }),
  one('vulkan/VkImageViewMinLodCreateInfoEXT/min-lod', {}, { view: { minLod: NaN } }),
  one(
    'vulkan/textures-image-level-selection/min-lod',
    { view: { baseMipLevel: 1, levelCount: 2, minLod: 2 } },
    { view: { minLod: 2.25 } },
  ),
  one('vulkan/textures-gather/min-lod', { ...gathering, view: { minLod: 0.75 } }, { view: { minLod: 1 } }),

  one('vulkan/textures-gather/dim', gathering, { image: { type: '3d', depth: 2 } }),
  one('vulkan/textures-gather/dim', gathering, { image: { type: '1d', height: 1 } }),
  one('vulkan/textures-gather/component', gathering, { instruction: { component: 4 } }),
  one(
    'vulkan/textures-gather/component',
    { ...comparing, instruction: { op: 'gather', dref: true, component: 0 } },
    { instruction: { component: 1 } },
  ),
  one(
    'VUID-RuntimeSpirv-OpImage-06376',
    {
      instruction: {
        op: 'gather',
        gatherOffsets: [
          [-16, 0],
          [0, 0],
          [0, 15],
          [0, -16],
        ],
      },
    },
    {
      instruction: {
        gatherOffsets: [
          [0, 0],
          [0, 0],
          [0, 0],
          [0, -17],
        ],
      },
    },
  ),
  one(
    'VUID-RuntimeSpirv-OpImage-06377',
    {
      instruction: {
        op: 'gather',
        gatherOffsets: [
          [15, 0],
          [0, 0],
          [0, 15],
          [0, 0],
        ],
      },
    },
    {
      instruction: {
        gatherOffsets: [
          [0, 0],
          [16, 0],
          [0, 0],
          [0, 0],
        ],
      },
    },
  ),
  one('d3d11.3/22.4.15/cube-offset', cube, { instruction: { laneOffsets: true } }),
  one(
    'd3d11.3/22.4.15/cube-offset',
    { ...cube, ...gathering },
    {
      instruction: {
        gatherOffsets: [
          [0, 0],
          [1, 0],
          [0, 1],
          [1, 1],
        ],
      },
    },
  ),
  one('vulkan/textures-projection/dim', { instruction: { projected: true } }, { image: { layers: 2 } }),
  one('vulkan/textures-projection/dim', cube, { instruction: { projected: true } }),
  one('vulkan/textures-projection/dim', gathering, { instruction: { projected: true } }),
  one(
    'vulkan/textures-integer-coordinate-operations/fetch-cube',
    { ...cube, instruction: { op: 'read' } },
    { instruction: { op: 'fetch' } },
  ),
  ...(['read', 'write'] as const).flatMap((op) =>
    ['d16_unorm', 'bc7_unorm_block', 'r8g8_b8g8_unorm', 's8_uint'].map((format) =>
      one(`${VIEW}usage-02275`, { image: { format: 'r16_unorm' }, instruction: { op } }, { image: { format } }),
    ),
  ),
  one('vulkan/formats/storage-srgb', { instruction: { op: 'write' } }, { view: { format: 'r8g8b8a8_srgb' } }),
  one(`${VALIDATION}multisampled`, multisampled, { instruction: { op: 'gather' } }),
  one(`${VALIDATION}multisampled`, multisampled, { instruction: { op: 'query_levels' } }),
  one(
    'd3d11.3/22.4.22/positions',
    { image: { samples: 16, levels: 1 }, instruction: { op: 'sample_position' } },
    { image: { samples: 32 } },
  ),
  one('vulkan/textures-footprint/dim', footprint, { image: { layers: 2 } }),
  one('vulkan/textures-footprint/granularity', footprint, { instruction: { granularity: 8 } }),
  one(
    'vulkan/textures-footprint/granularity',
    { ...footprint, image: { type: '3d', depth: 4 }, instruction: { op: 'footprint', granularity: 3 } },
    { instruction: { granularity: 2 } },
  ),
  one(
    `${VALIDATION}footprint-address`,
    { ...footprint, sampler: { ...edges, addressModeW: 'repeat' } },
    {
      sampler: { addressModeV: 'repeat' },
    },
  ),

  one(
    'vulkan/textures-instructions/dref-operation',
    { instruction: { op: 'query_lod' } },
    { instruction: { dref: true } },
  ),
  one('vulkan/textures-instructions/dref-operation', { instruction: { op: 'fetch' } }, { instruction: { dref: true } }),
  one(`${VALIDATION}dref-without-compare`, comparing, { sampler: { compareEnable: false } }),
  one(`${VALIDATION}compare-without-dref`, comparing, { instruction: { dref: false } }),
  one(
    `${VALIDATION}compare-without-dref`,
    { ...comparing, instruction: { op: 'gather', dref: true } },
    {
      instruction: { dref: false },
    },
  ),
  one(
    `${VALIDATION}dref-aspect`,
    { ...comparing, image: { format: 'd24_unorm_s8_uint' }, sampler: { ...nearest, compareEnable: true } },
    { view: { aspect: 'stencil' } },
  ),
  one(
    'VUID-vkCmdDraw-None-06479',
    { ...comparing, image: { format: 'r32_sfloat' } },
    { image: { format: 'r8_unorm' } },
  ),
  one(
    'VUID-StandaloneSpirv-OpImage-04777',
    { ...comparing, image: { format: 'r16_unorm' } },
    {
      image: { type: '3d', depth: 2 },
    },
  ),

  one(
    'VUID-vkCmdDraw-magFilter-04553',
    { image: { format: 'r8_uint' }, sampler: nearest },
    {
      sampler: { magFilter: 'linear' },
    },
  ),
  one(
    'VUID-vkCmdDraw-magFilter-04553',
    { image: { format: 'd24_unorm_s8_uint' }, sampler: { mipmapMode: 'nearest' } },
    { view: { aspect: 'stencil' } },
  ),
  one(
    'VUID-vkCmdDraw-mipmapMode-04770',
    { image: { format: 'r32_sint' }, sampler: nearest },
    {
      sampler: { mipmapMode: 'linear' },
    },
  ),
  one(
    'VUID-vkCmdDraw-magFilter-09598',
    { image: { format: 'r8_uint' }, sampler: { ...nearest, reductionMode: 'max' } },
    { sampler: { minFilter: 'linear' } },
  ),
  one(
    'VUID-vkCmdDraw-mipmapMode-09599',
    { image: { format: 'r8_uint' }, sampler: { ...nearest, reductionMode: 'min' } },
    { sampler: { mipmapMode: 'linear' } },
  ),
  ...['r8_uint', 'd16_unorm'].map((format) =>
    one(
      'VUID-vkCmdDraw-None-02692',
      { image: { format }, sampler: nearest },
      { sampler: { magFilter: 'cubic', minFilter: 'cubic' } },
    ),
  ),
  ...[{ image: { type: '3d' as const, depth: 2 } }, { image: { type: '1d' as const, height: 1 } }, cube].map((valid) =>
    one('VUID-vkCmdDraw-filterCubic-02694', valid, { sampler: { magFilter: 'cubic' } }),
  ),
  one(
    `${VALIDATION}corner-sampled-address`,
    { ...cornered, sampler: { ...edges, addressModeW: 'repeat' } },
    {
      sampler: { addressModeU: 'clamp_to_border' },
    },
  ),

  one(
    `${VALIDATION}border-type`,
    { sampler: { ...borders, borderColorType: 'float' } },
    { sampler: { borderColorType: 'int' } },
  ),
  one(
    `${VALIDATION}border-type`,
    { image: { format: 'r8_uint' }, sampler: { ...nearest, ...borders, borderColorType: 'int' } },
    { sampler: { borderColorType: 'float' } },
  ),
  one(
    `${CUSTOM_BORDER}format-07605`,
    { sampler: { borderColorType: 'float', borderColorFormat: formatOf('r8g8b8a8_unorm') } },
    { sampler: { borderColorType: 'int' } },
  ),
  one(
    'vulkan/VkSamplerCustomBorderColorCreateInfoEXT/view-format',
    { sampler: { ...borders, borderColorFormat: formatOf('r8g8b8a8_unorm') } },
    { sampler: { borderColorFormat: formatOf('r8g8b8a8_srgb') } },
  ),
  one(
    `${CUSTOM_BORDER}format-04015`,
    {
      image: { format: 'b5g6r5_unorm_pack16' },
      sampler: { ...borders, borderColor: [0.5, 0, 0, 1], borderColorFormat: formatOf('b5g6r5_unorm_pack16') },
    },
    { sampler: { borderColorFormat: undefined as never } },
  ),
  one(
    `${VALIDATION}border-mapping`,
    {
      ...swizzledBorder,
      sampler: {
        ...borders,
        borderColor: [0.5, 0, 0, 1],
        borderColorMapping: { components: ['b', 'identity', 'r', 'identity'], srgb: false },
      },
    },
    { sampler: { borderColorMapping: { components: ['b', 'g', 'g', 'a'], srgb: false } } },
  ),
  one(
    `${VALIDATION}border-srgb`,
    {
      image: { format: 'r8g8b8a8_srgb' },
      sampler: { ...borders, borderColorMapping: { components: ['r', 'g', 'b', 'a'], srgb: true } },
    },
    { sampler: { borderColorMapping: { components: ['r', 'g', 'b', 'a'], srgb: false } } },
  ),
  one(
    `${VALIDATION}border-integer`,
    { image: { format: 'r8_uint' }, sampler: { ...nearest, ...borders, borderColor: [1, 2, 3, 4] } },
    { sampler: { borderColor: [1.5, 2, 3, 4] } },
  ),
  ...(
    [
      ['r8g8b8a8_unorm', 1, 1.5],
      ['r8g8b8a8_snorm', -1, -1.5],
      ['r8_uint', 255, 256],
      ['r8_sint', -128, -129],
      ['r16_sfloat', 65_504, 65_520],
      ['b10g11r11_ufloat_pack32', 65_024, -1],
      ['e5b9g9r9_ufloat_pack32', 65_408, 65_409],
      ['bc6h_ufloat_block', 65_504, 65_520],
      ['b10g11r11_ufloat_pack32', 65_024, 65_025],
      ['r8_uscaled', 255, 256],
      ['r8_unorm', 0.5, NaN],
    ] as const
  ).map(([format, inside, outside]) =>
    one(
      `${SAMPLER}borderColor-04442`,
      { image: { format }, sampler: { ...nearest, ...borders, borderColor: [inside, 0, 0, 0] } },
      { sampler: { borderColor: [outside, 0, 0, 0] } },
    ),
  ),
  one(
    'vulkan/textures-component-swizzle/opaque-black',
    {
      sampler: { addressModeU: 'clamp_to_border', borderColor: [0, 0, 0, 1] },
      view: { components: ['r', 'g', 'identity', 'a'] },
    },
    { view: { components: ['b', 'g', 'r', 'a'] } },
  ),
  one(
    `${VALIDATION}custom-border-swizzle`,
    { ...swizzledBorder, sampler: { ...borders, borderColor: [1, 1, 1, 1] } },
    { sampler: { borderColor: [1, 1, 1, 0.5] } },
  ),
  one(
    `${VALIDATION}custom-border-swizzle`,
    {
      sampler: { addressModeV: 'clamp_to_border', borderColor: [1, 1, 1, 1] },
      view: { components: ['b', 'g', 'r', 'a'] },
    },
    { sampler: { borderColor: [0.5, 1, 1, 1] } },
  ),

  one(
    `${SAMPLER}borderColor-04442`,
    { image: { format: 'b10g11r11_ufloat_pack32' }, sampler: { ...borders, borderColor: [0, 0, 64_512, 0] } },
    { sampler: { borderColor: [0, 0, 64_513, 0] } },
  ),
  one(
    `${VALIDATION}custom-border-swizzle`,
    { ...swizzledBorder, sampler: { ...borders, borderColor: [1, 1, 1, 1] } },
    {
      sampler: { borderColor: [1, 0, 0, 1] },
    },
  ),
  one(
    'vulkan/textures-component-swizzle/opaque-black',
    {
      ...swizzledBorder,
      image: { type: '1d', height: 1 },
      sampler: { ...opaqueBlack, addressModeV: 'clamp_to_border' },
    },
    { sampler: { addressModeU: 'clamp_to_border' } },
  ),
  one(
    'vulkan/textures-component-swizzle/opaque-black',
    { ...swizzledBorder, sampler: { ...borders, ...opaqueBlack }, instruction: { op: 'query_lod' } },
    { instruction: { op: 'gather' } },
  ),
  one(
    'vulkan/textures-component-swizzle/opaque-black',
    { ...cube, view: { ...cube.view, ...swizzledBorder.view }, sampler: { ...borders, ...opaqueBlack } },
    { sampler: { nonSeamlessCubeMap: true } },
  ),

  one('VUID-vkCmdDraw-None-08609', unnormalized, { view: { viewType: '2d_array' } }),
  one('VUID-vkCmdDraw-None-08609', unnormalized, { image: { type: '3d', depth: 2 }, sampler: edges }),
  one('VUID-vkCmdDraw-unnormalizedCoordinates-09635', unnormalized, { image: { levels: 2 } }),
  one('VUID-vkCmdDraw-None-08610', unnormalized, { instruction: { lod: 'implicit' } }),
  one(
    'VUID-vkCmdDraw-None-08610',
    { ...unnormalized, instruction: { lod: 'gradient' } },
    {
      instruction: { projected: true },
    },
  ),
  one('VUID-vkCmdDraw-None-08611', unnormalized, { instruction: { laneOffsets: true } }),
  one(
    'VUID-vkCmdDraw-None-08611',
    { ...unnormalized, ...gathering },
    {
      instruction: {
        gatherOffsets: [
          [0, 0],
          [0, 0],
          [0, 0],
          [0, 0],
        ],
      },
    },
  ),

  ...(['addressModeU', 'addressModeV', 'addressModeW'] as const).map((mode) =>
    one(`${SAMPLER}addressModeU-01646`, converting(NV12), { sampler: { [mode]: 'repeat' } }),
  ),
  one(`${SAMPLER}addressModeU-01646`, converting(NV12), { sampler: { anisotropyEnable: true } }),
  one(
    `${SAMPLER}addressModeU-01646`,
    { ...converting(NV12), instruction: { lod: 'explicit' } },
    { sampler: { ...inTexels, ...edges } },
  ),
  one(`${SAMPLER}None-01647`, converting(NV12), { sampler: { reductionMode: 'max' } }),
  one(`${SAMPLER}minFilter-01645`, converting(NV12), { sampler: { minFilter: 'nearest' } }),
  one('VUID-vkCmdDraw-None-06550', converting('r8g8b8a8_unorm'), { instruction: { op: 'query_lod' } }),
  one('vulkan/textures-gather/ycbcr', converting('r8g8b8a8_unorm'), { instruction: { op: 'gather' } }),
  one('VUID-vkCmdDraw-ConstOffset-06551', converting(NV12), { instruction: { laneOffsets: true } }),
  one(`${VIEW}format-06415`, converting(NV12), { sampler: { ycbcrConversion: null } }),
  one(`${VIEW}format-06415`, converting('b8g8r8g8_422_unorm'), {
    sampler: { ycbcrConversion: null },
    instruction: { op: 'gather' },
  }),
  one(`${VIEW}format-06415`, converting(NV12), {
    sampler: { ycbcrConversion: null },
    instruction: { op: 'fetch', lod: 'explicit' },
  }),
  one(`${VIEW}pNext-01970`, converting('r8g8b8a8_unorm'), { view: { components: ['b', 'g', 'r', 'a'] } }),
  one(`${YCBCR}format-04061`, converting('r8g8b8a8_unorm'), { image: { format: 'r8g8b8a8_srgb' } }),
  one(`${YCBCR}components-02581`, converting(NV12), { sampler: swizzled('r', 'b', 'b', 'a') }),
  one(`${YCBCR}components-02582`, converting(NV12), { sampler: swizzled('identity', 'g', 'identity', 'g') }),
  one(`${YCBCR}components-02583`, converting(NV12), { sampler: swizzled('g', 'g', 'b', 'one') }),
  one(`${YCBCR}components-02584`, converting(NV12), { sampler: swizzled('r', 'g', 'g', 'zero') }),
  one(
    `${YCBCR}components-02585`,
    { ...converting(NV12, { components: ['b', 'g', 'r', 'one'] }) },
    {
      sampler: swizzled('b', 'g', 'identity', 'one'),
    },
  ),
  one(`${YCBCR}ycbcrModel-01655`, converting('r8g8b8a8_unorm'), { sampler: swizzled('zero', 'g', 'b', 'a') }),
  one(`${YCBCR}ycbcrModel-01655`, converting('r8g8b8a8_unorm'), { image: { format: 'r8g8_unorm' } }),
  one(`${YCBCR}ycbcrRange-02748`, converting('r4g4b4a4_unorm_pack16', { ycbcrRange: 'itu_full' }), {
    sampler: { ycbcrConversion: CONVERSION },
  }),
  one(`${YCBCR}pNext-09209`, converting(NV12, { enableYDegamma: true }), {
    image: { format: 'g16_b16r16_2plane_420_unorm' },
  }),
  one(`${YCBCR}pNext-09209`, converting('g10x6_b10x6r10x6_2plane_420_unorm_3pack16'), {
    sampler: { ycbcrConversion: { ...CONVERSION, enableCbCrDegamma: true } },
  }),

  one(`${SAMPLER}flags-06964`, boxes, { sampler: { minFilter: 'linear' } }),
  one(`${SAMPLER}flags-06964`, weighting, { sampler: { magFilter: 'linear' } }),
  one(`${SAMPLER}flags-06965`, boxes, { sampler: { mipmapMode: 'linear' } }),
  one(`${SAMPLER}flags-06966`, boxes, { sampler: { maxLod: 1 } }),
  one(`${SAMPLER}flags-06967`, boxes, { sampler: { addressModeU: 'repeat' } }),
  one(
    `${SAMPLER}flags-06968`,
    { ...boxes, sampler: { ...processing, ...borders } },
    {
      sampler: { borderColor: [0, 0, 0, 1] },
    },
  ),
  one(`${SAMPLER}flags-06969`, boxes, { sampler: { anisotropyEnable: true } }),
  one(`${SAMPLER}flags-06970`, boxes, { sampler: { compareEnable: true } }),
  one('vulkan/textures-boxfilter-filteroperation/dim', boxes, { image: { type: '3d', depth: 2 } }),
  one('vulkan/textures-boxfilter-filteroperation/dim', weighting, { image: { samples: 2, levels: 1 } }),
  ...['r8_uint', 'd16_unorm'].map((format) =>
    one('vulkan/VkFormatFeatureFlagBits2/image-processing', boxes, { image: { format } }),
  ),
  one('vulkan/textures-weightimage/second-image', weighting, { second: { weights: null } }),
  one('vulkan/textures-weightimage/second-image', matching, { second: null }),
  one('vulkan/textures-weightimage/second-image', boxes, { instruction: { op: 'sample_weighted' } }),
  one(
    'vulkan/textures-weightimage/second-image',
    { ...matching, instruction: { op: 'box_filter' } },
    { instruction: { op: 'block_match' } },
  ),

  one('vulkan/textures-weightimage/view', weighting, { second: { image: { type: '3d', depth: 1 } } }),
  one('vulkan/textures-weightimage/view', separable, { second: { image: { layers: 3 } } }),
  one('vulkan/textures-weightimage/levels', weighting, { second: { image: { levels: 2 } } }),
  one('vulkan/textures-weightimage/samples', weighting, { second: { image: { samples: 4 } } }),
  one('vulkan/textures-weightimage/swizzle', weighting, { second: { view: { components: ['g', 'r', 'b', 'a'] } } }),
  one('VUID-vkCmdDraw-OpImageSampleWeightedQCOM-06972', weighting, { second: { image: { format: 'r8_uint' } } }),
  one('VUID-VkImageViewSampleWeightCreateInfoQCOM-filterSize-06958', bigWeights(16, 8), {
    second: { weights: { filterSize: [17, 8] } },
  }),
  one('VUID-VkImageViewSampleWeightCreateInfoQCOM-filterSize-06959', bigWeights(16, 8), {
    second: { weights: { filterSize: [16, 9] } },
  }),
  one('vulkan/VkImageViewSampleWeightCreateInfoQCOM/filter-center', weighting, {
    second: { weights: { filterCenter: [4, 0] } },
  }),
  one('vulkan/VkImageViewSampleWeightCreateInfoQCOM/filter-center', weighting, {
    second: { weights: { filterCenter: [0, -1] } },
  }),
  ...[0, 2, 8, 9].map((numPhases) =>
    one('VUID-VkImageViewSampleWeightCreateInfoQCOM-numPhases-06962', phases(4, 16), {
      second: { weights: { numPhases } },
    }),
  ),
  one('VUID-VkImageViewSampleWeightCreateInfoQCOM-numPhases-06963', phases(64, 256), {
    second: { weights: { numPhases: 256 } },
  }),
  one('vulkan/textures-weightimage-layout/extent', weighting, { second: { weights: { numPhases: 4 } } }),
  one('vulkan/textures-weightimage-layout/extent', weighting, { second: { image: { width: 3 } } }),
  one('vulkan/textures-weightimage-layout/extent', separable, { second: { weights: { filterSize: [5, 4] } } }),
  one('vulkan/textures-weightimage-layout/extent', separable, { second: { image: { width: 7 } } }),

  one('vulkan/textures-blockmatch-sampler/unnormalized', matching, { sampler: { unnormalizedCoordinates: false } }),
  one('VUID-vkCmdDraw-OpImageBlockMatchWindow-12421', matching, { sampler: edges }),
  one('VUID-vkCmdDraw-addressModeU-12422', matching, { sampler: { addressModeV: 'clamp_to_edge' } }),
  one(
    'vulkan/VkSamplerBlockMatchWindowCreateInfoQCOM/window-extent',
    { ...matching, sampler: { ...matching.sampler, windowExtent: [3, 1] } },
    { sampler: { windowExtent: [3, 0] } },
  ),
  one('vulkan/textures-blockmatch-sampler/swizzle', matching, { view: { components: ['r', 'r', 'r', 'r'] } }),
  one('vulkan/textures-blockmatch-sampler/swizzle', matching, {
    second: { view: { components: ['r', 'r', 'r', 'r'] } },
  }),
  one('vulkan/textures-blockmatch-sampler/image', matching, { image: { levels: 2 } }),
  one('vulkan/textures-blockmatch-sampler/image', matching, { image: { samples: 2 } }),
  one('vulkan/textures-blockmatch-sampler/image', matching, { second: { image: { layers: 2 } } }),
  one(
    'VUID-vkCmdDraw-OpImageBlockMatchWindow-09216',
    {
      ...matching,
      instruction: { op: 'block_match', blockMatch: { metric: 'ssd', form: 'single' } },
      image: { format: 'r8g8_unorm', levels: 1 },
      second: { image: { format: 'r8g8_unorm', levels: 1 } },
    },
    { instruction: { blockMatch: { metric: 'ssd', form: 'gather' } } },
  ),
  one('vulkan/textures-blockmatch-filteroperation/formats', matching, { second: { image: { format: 'r16_unorm' } } }),
];

/** A 2d kernel of that size, in an image with more texels than it needs. */
function bigWeights(width: number, height: number): Patch {
  return {
    ...weighting,
    second: {
      image: { format: 'r8_unorm', levels: 1, width: 32, height: 32 },
      weights: { filterSize: [width, height] },
    },
  };
}

/** A 2d kernel with so many phases, in an image with so many layers. */
function phases(numPhases: number, layers: number): Patch {
  return { ...weighting, second: { image: { format: 'r8_unorm', levels: 1, layers }, weights: { numPhases } } };
}
