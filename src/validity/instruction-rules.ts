import type { LimitsDesign } from '../../rtl-model/design/design.ts';
import { GROUP_SIZES } from '../../rtl-model/address-unit/footprint-query.ts';
import { type Breach, imageRules, instructionRules } from './rule.ts';
import { isDepthStencil, requiresConversion, type ResolvedFacts, SAMPLERLESS } from './state-facts.ts';

/** The instructions that may read a multisampled image. */
const MULTISAMPLED: readonly string[] = SAMPLERLESS.filter((op) => op !== 'query_levels');
const INTEGER_ATOMICS: ReadonlySet<string> = new Set(['r32_uint', 'r32_sint']);
const FLOAT_ATOMICS: ReadonlySet<string> = new Set(['add', 'min', 'max', 'exchange']);
const GATHER_OFFSETS = 'SPIR-V environment; Limits: minTexelGatherOffset, maxTexelGatherOffset';

/** Rules of instructions with views (Vulkan: Image Operations; D3D11.3 22.4). */
export const INSTRUCTION_RULES = [
  ...imageRules({
    'vulkan/textures-gather/dim': {
      section: 'Texel Gathering; SPIR-V: OpImageGather',
      text: 'a gather reads a 2d, 2d_array, cube or cube_array view',
      found: ({ op, view: { viewType } }) =>
        op === 'gather' && /^[13]d/.test(viewType) && `a gather from a ${viewType} view`,
    },
  }),
  ...instructionRules({
    'vulkan/textures-gather/component': {
      section: 'Texel Gathering',
      text: 'a gather takes component 0, 1, 2 or 3, and with a reference 0',
      found: ({ op, instruction: { component = 0, dref } }) => {
        const taken = (dref ? [0] : [0, 1, 2, 3]).includes(component);
        return op === 'gather' && !taken && `a gather of component ${component}${dref ? ' with a reference' : ''}`;
      },
    },
    'VUID-RuntimeSpirv-OpImage-06376': {
      section: GATHER_OFFSETS,
      text: "each of a gather's four offsets is at least minTexelGatherOffset",
      found: gatherOffset('minTexelGatherOffset', (offset, least) => offset < least),
    },
    'VUID-RuntimeSpirv-OpImage-06377': {
      section: GATHER_OFFSETS,
      text: "each of a gather's four offsets is at most maxTexelGatherOffset",
      found: gatherOffset('maxTexelGatherOffset', (offset, most) => offset > most),
    },
  }),
  ...imageRules({
    'd3d11.3/22.4.15/cube-offset': {
      section: 'D3D11.3 22.4.15; SPIR-V: Image Operands',
      text: 'instructions with offsets read no cubes',
      model: "the offset is added on the selected face, and texels beyond it are the neighbouring face's",
      found: ({ op, samplesOrGathers, isCube, view, instruction: { laneOffsets, gatherOffsets } }) => {
        const offsets = laneOffsets || (op === 'gather' && gatherOffsets !== undefined);
        return samplesOrGathers && offsets && isCube && `${op} with offsets from a ${view.viewType} view`;
      },
    },
    'vulkan/textures-projection/dim': {
      section: 'Projection Operation; Image Operation Steps',
      text: 'sample instructions alone project, of 1d, 2d and 3d views',
      found: ({ op, instruction: { projected }, view: { viewType } }) =>
        projected && !(op === 'sample' && /^[123]d$/.test(viewType)) && `${op} of a ${viewType} view, projected`,
    },
    'vulkan/textures-integer-coordinate-operations/fetch-cube': {
      section: 'Integer Texel Coordinate Operations; SPIR-V: OpImageFetch',
      text: 'a fetch reads no cubes: their faces are layers of a 2d_array view',
      found: ({ op, isCube, view }) => op === 'fetch' && isCube && `a fetch from a ${view.viewType} view`,
    },
    'VUID-VkImageViewCreateInfo-usage-02275': {
      section: 'VkImageViewCreateInfo; VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT',
      text: 'reads, writes and atomics take a color format without blocks, pairs and planes',
      found: ({ op, isStorage, view: { format } }) => {
        const stored = !isDepthStencil(format) && format.block === null && format.planes === null;
        return isStorage && !stored && `${op} of ${format.name}`;
      },
    },
    'vulkan/formats/atomic': {
      section: 'Format Features; VK_FORMAT_FEATURE_STORAGE_IMAGE_ATOMIC_BIT',
      text:
        'an atomic is of r32_uint or r32_sint; an addition, minimum, maximum or exchange also of r32_sfloat ' +
        '(shaderImageFloat32Atomic*)',
      found: ({ op, view: { format }, instruction: { atomic = 'add' } }) => {
        const takes = INTEGER_ATOMICS.has(format.name) || (format.name === 'r32_sfloat' && FLOAT_ATOMICS.has(atomic));
        return op === 'atomic' && !takes && `an atomic ${atomic} of ${format.name}`;
      },
    },
    'vulkan/formats/storage-srgb': {
      section: 'Required Format Support; D3D11.3 19.1.4',
      text:
        'read and write take no sRGB format: Vulkan requires VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT of none, D3D11.3 has no ' +
        'typed unordered access to them',
      value: 'converted from and to sRGB, as where an implementation has the feature',
      found: ({ op, isStorage, view: { format } }) =>
        isStorage && format.componentType === 'srgb' && format.block === null && `${op} of ${format.name}`,
    },
    'vulkan/textures-operation-validation/multisampled': {
      section: 'Instruction/Format/Sampler/Image View Validation; SPIR-V: MS',
      text: 'a multisampled image is fetched, read, written, and asked for its size, samples and their positions alone',
      model: 'sample 0 of each texel',
      found: ({ op, isImageProcessing, image: { samples, format } }) => {
        const others = MULTISAMPLED.includes(op) || isImageProcessing || samples === 1;
        return !others && !requiresConversion(format) && `${op} of ${samples} samples`;
      },
    },
    'd3d11.3/22.4.22/positions': {
      section: 'D3D11.3 19.2.4, 22.4.22; Vulkan: Standard Sample Locations',
      text: 'positions are asked of 1, 2, 4, 8 or 16 samples',
      model: '0, 0',
      // The rule on images covers other numbers of samples.
      found: ({ op, image: { samples } }) =>
        op === 'sample_position' && [32, 64].includes(samples) && `positions of ${samples} samples`,
    },
    'vulkan/textures-footprint/dim': {
      section: 'Texel Footprint Evaluation',
      text: 'a footprint is of a 2d or 3d view',
      found: ({ op, view: { viewType } }) =>
        op === 'footprint' && viewType !== '2d' && viewType !== '3d' && `a footprint of a ${viewType} view`,
    },
    'vulkan/textures-footprint/granularity': {
      section: 'Texel Footprint Evaluation: Texel Footprint Granularity Values',
      text: 'the granularity is 1 to 7 or 11 to 15 of a 2d view; 1, 3 or 10 to 14 of a 3d view',
      found: ({ op, view: { viewType }, instruction: { granularity = 1 } }) => {
        const sizes = GROUP_SIZES[viewType === '3d' ? 3 : 2];
        return op === 'footprint' && !sizes[granularity] && `granularity ${granularity} of a ${viewType} view`;
      },
    },
    'vulkan/textures-operation-validation/footprint-address': {
      section: 'Instruction/Format/Sampler/Image View Validation; Texel Footprint Evaluation',
      text: 'the address modes of a footprint are clamp_to_edge',
      model: 'texels are wrapped as the address modes say, and share bits of the mask where they lie too far apart',
      found: ({ op, addressModes }) => {
        const wraps = addressModes.some((mode) => mode !== 'clamp_to_edge');
        return op === 'footprint' && wraps && `a footprint with ${addressModes.join(', ')}`;
      },
    },
  }),
];

function gatherOffset(
  limit: 'minTexelGatherOffset' | 'maxTexelGatherOffset',
  isBeyond: (offset: number, limit: number) => boolean,
) {
  return ({ op, instruction }: ResolvedFacts, { [limit]: bound }: LimitsDesign): Breach => {
    const offset = instruction.gatherOffsets?.flat().find((each) => isBeyond(each, bound));
    return op === 'gather' && offset !== undefined && `a gather with offset ${offset}, ${limit} is ${bound}`;
  };
}
