import { GROUP_SIZES } from '../../../rtl-model/address-unit/footprint-query.ts';
import { samplesOf } from './image-rules.ts';
import { imageError, type StateRule } from './rule.ts';
import {
  addressModes,
  isCube,
  isDepthStencil,
  isImageProcessing,
  isStorage,
  operationOf,
  requiresConversion,
  samplesOrGathers,
} from './state-facts.ts';

/** Rules of instructions with views (Vulkan: Image Operations; D3D11.3 22.4). */
export const INSTRUCTION_RULES: readonly StateRule[] = [
  imageError({
    id: 'vulkan/textures-gather/dim',
    section: 'Texel Gathering; SPIR-V: OpImageGather',
    text: 'a gather reads a 2d, 2d_array, cube or cube_array view',
    found: ({ view: { viewType }, instruction: { op } }) =>
      op === 'gather' && /^[13]d/.test(viewType) ? `a gather from a ${viewType} view` : null,
  }),
  {
    id: 'vulkan/textures-gather/component',
    section: 'Texel Gathering',
    of: 'instruction',
    text: 'a gather takes component 0, 1, 2 or 3, and with a reference 0',
    consequence: 'error',
    found: (state) => {
      const { component = 0, dref } = state.instruction;
      if (operationOf(state) !== 'gather' || (dref ? [0] : [0, 1, 2, 3]).includes(component)) return null;
      return `a gather of component ${component}${dref ? ' with a reference' : ''}`;
    },
  },
  gatherOffset('VUID-RuntimeSpirv-OpImage-06376', 'at least minTexelGatherOffset', 'minTexelGatherOffset'),
  gatherOffset('VUID-RuntimeSpirv-OpImage-06377', 'at most maxTexelGatherOffset', 'maxTexelGatherOffset'),
  {
    id: 'd3d11.3/22.4.15/cube-offset',
    section: 'D3D11.3 22.4.15; SPIR-V: Image Operands',
    of: 'image',
    text: 'instructions with offsets read no cubes',
    consequence: 'undefined',
    model: "the offset is added on the selected face, and texels beyond it are the neighbouring face's",
    found: (state) => {
      const { laneOffsets, gatherOffsets } = state.instruction;
      const op = operationOf(state);
      const offsets = laneOffsets || (op === 'gather' && gatherOffsets !== undefined);
      return samplesOrGathers(state) && offsets && isCube(state)
        ? `${op} with offsets from a ${state.view.viewType} view`
        : null;
    },
  },
  imageError({
    id: 'vulkan/textures-projection/dim',
    section: 'Projection Operation; Image Operation Steps',
    text: 'sample instructions alone project, of 1d, 2d and 3d views',
    found: (state) => {
      const { viewType } = state.view;
      const op = operationOf(state);
      if (!state.instruction.projected || (op === 'sample' && /^[123]d$/.test(viewType))) return null;
      return `${op} of a ${viewType} view, projected`;
    },
  }),
  imageError({
    id: 'vulkan/textures-integer-coordinate-operations/fetch-cube',
    section: 'Integer Texel Coordinate Operations; SPIR-V: OpImageFetch',
    text: 'a fetch reads no cubes: their faces are layers of a 2d_array view',
    found: (state) =>
      operationOf(state) === 'fetch' && isCube(state) ? `a fetch from a ${state.view.viewType} view` : null,
  }),
  imageError({
    id: 'VUID-VkImageViewCreateInfo-usage-02275',
    section: 'VkImageViewCreateInfo; VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT',
    text: 'read and write take a color format without blocks, pairs and planes',
    found: (state) => {
      const { format } = state.view;
      const stored = !isDepthStencil(format) && format.block === null && format.planes === null;
      return isStorage(state) && !stored ? `${operationOf(state)} of ${format.name}` : null;
    },
  }),
  {
    id: 'vulkan/formats/storage-srgb',
    section: 'Required Format Support; D3D11.3 19.1.4',
    of: 'image',
    text:
      'read and write take no sRGB format: Vulkan requires VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT of none, D3D11.3 has no ' +
      'typed unordered access to them',
    consequence: { value: 'converted from and to sRGB, as where an implementation has the feature' },
    found: (state) => {
      const { format } = state.view;
      const srgb = format.componentType === 'srgb' && format.block === null;
      return isStorage(state) && srgb ? `${operationOf(state)} of ${format.name}` : null;
    },
  },
  {
    id: 'vulkan/textures-operation-validation/multisampled',
    section: 'Instruction/Format/Sampler/Image View Validation; SPIR-V: MS',
    of: 'image',
    text: 'a multisampled image is fetched, read, written, and asked for its size, samples and their positions alone',
    consequence: 'undefined',
    model: 'sample 0 of each texel',
    found: (state) => {
      const op = operationOf(state);
      const takes = ['fetch', 'read', 'write', 'query_size', 'query_samples', 'sample_position'].includes(op);
      const others = takes || isImageProcessing(state) || samplesOf(state.image) === 1;
      return others || requiresConversion(state.image.format) ? null : `${op} of ${samplesOf(state.image)} samples`;
    },
  },
  {
    id: 'd3d11.3/22.4.22/positions',
    section: 'D3D11.3 19.2.4, 22.4.22; Vulkan: Standard Sample Locations',
    of: 'image',
    text: 'positions are asked of 1, 2, 4, 8 or 16 samples',
    consequence: 'undefined',
    model: '0, 0',
    found: (state) => {
      const samples = samplesOf(state.image);
      // The rule on images covers other numbers of samples.
      const more = samples === 32 || samples === 64;
      return operationOf(state) === 'sample_position' && more ? `positions of ${samples} samples` : null;
    },
  },
  imageError({
    id: 'vulkan/textures-footprint/dim',
    section: 'Texel Footprint Evaluation',
    text: 'a footprint is of a 2d or 3d view',
    found: ({ view: { viewType }, instruction: { op } }) =>
      op === 'footprint' && viewType !== '2d' && viewType !== '3d' ? `a footprint of a ${viewType} view` : null,
  }),
  imageError({
    id: 'vulkan/textures-footprint/granularity',
    section: 'Texel Footprint Evaluation: Texel Footprint Granularity Values',
    text: 'the granularity is 1 to 7 or 11 to 15 of a 2d view; 1, 3 or 10 to 14 of a 3d view',
    found: (state) => {
      if (operationOf(state) !== 'footprint') return null;
      const { granularity = 1 } = state.instruction;
      const sizes = GROUP_SIZES[state.view.viewType === '3d' ? 3 : 2];
      return sizes[granularity] ? null : `granularity ${granularity} of a ${state.view.viewType} view`;
    },
  }),
  {
    id: 'vulkan/textures-operation-validation/footprint-address',
    section: 'Instruction/Format/Sampler/Image View Validation; Texel Footprint Evaluation',
    of: 'image',
    text: 'the address modes of a footprint are clamp_to_edge',
    consequence: 'undefined',
    model: 'texels are wrapped as the address modes say, and share bits of the mask where they lie too far apart',
    found: (state) => {
      const modes = addressModes(state);
      const wraps = operationOf(state) === 'footprint' && modes.some((mode) => mode !== 'clamp_to_edge');
      return wraps ? `a footprint with ${modes.join(', ')}` : null;
    },
  },
];

function gatherOffset(id: string, bound: string, limit: 'minTexelGatherOffset' | 'maxTexelGatherOffset'): StateRule {
  return {
    id,
    section: 'SPIR-V environment; Limits: minTexelGatherOffset, maxTexelGatherOffset',
    of: 'instruction',
    text: `each of a gather's four offsets is ${bound}`,
    consequence: 'error',
    found: (state, limits) => {
      if (operationOf(state) !== 'gather') return null;
      const beyond = (offset: number) => (limit.startsWith('min') ? offset < limits[limit] : offset > limits[limit]);
      const offset = (state.instruction.gatherOffsets ?? []).flat().find(beyond);
      return offset === undefined ? null : `a gather with offset ${offset}, ${limit} is ${limits[limit]}`;
    },
  };
}
