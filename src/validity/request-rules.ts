import { planeOf } from '../../rtl-model/formats/texel-format.ts';
import { levelSize } from '../../rtl-model/memory/level-size.ts';
import { type Breach, type LaneOperands, requestRules } from './rule.ts';
import { axesOf, isArray } from '../specification/state/view.ts';
import { type BoundFacts, isBeyondD3dBias } from './state-facts.ts';

/** The result of an access to no texel, as D3D11.3 and robustImageAccess2 define it. */
const NO_TEXEL = {
  model: 'zero, and 1 for an alpha that the format lacks; nothing is written',
  definedBy: 'robustImageAccess2',
} as const;

/** Rules of the operands of requests (Vulkan: Image Operations; D3D11.3 22.4). */
export const REQUEST_RULES = requestRules({
  'VUID-RuntimeSpirv-OpImageSample-06435': {
    section: 'SPIR-V environment; Limits: minTexelOffset, maxTexelOffset; D3D11.3 22.4.15',
    text: 'offsets of samples and fetches are minTexelOffset to maxTexelOffset',
    model: 'the offset is added as it is',
    found: (state, lane, { minTexelOffset, maxTexelOffset }) =>
      (state.op === 'sample' || state.op === 'fetch') && offsetBeyond(state, lane, minTexelOffset, maxTexelOffset),
  },
  'vulkan/limits/texel-gather-offset': {
    section: 'SPIR-V environment: OpImage-06376, OpImage-06377; Limits; D3D11.3 22.4.4',
    text: 'offsets of gathers are minTexelGatherOffset to maxTexelGatherOffset',
    model: 'the offset is added as it is',
    found: (state, lane, { minTexelGatherOffset, maxTexelGatherOffset }) =>
      state.op === 'gather' && offsetBeyond(state, lane, minTexelGatherOffset, maxTexelGatherOffset),
  },
  'd3d11.3/22.4.15/cube-offset-operand': {
    section: 'D3D11.3 22.4.15; SPIR-V: Image Operands',
    text: 'cubes are read without offset',
    model: "the offset is added on the selected face, and texels beyond it are the neighbouring face's",
    found: (state, lane) => state.isCube && state.wrapsTexels && anyOffset(state, lane),
  },
  'VUID-StandaloneSpirv-Offset-04865': {
    section: 'SPIR-V environment',
    text: 'reads and writes have no offset',
    model: 'the offset is added to the coordinates',
    found: (state, lane) => state.isStorage && anyOffset(state, lane),
  },
  'vulkan/samplers-unnormalizedCoordinates/operands': {
    section: 'VkSamplerCreateInfo: unnormalizedCoordinates; VUID-vkCmdDraw-None-08611',
    text: 'requests with unnormalized coordinates have neither offset nor LOD bias',
    model: 'offset and bias are added; the LOD is clamped to 0',
    found: (state, lane) => {
      if (!state.sampler.unnormalizedCoordinates || !state.samplesOrGathers) return false;
      const bias = biasOf(state, lane);
      return bias !== 0 ? `LOD bias ${bias}` : anyOffset(state, lane);
    },
  },
  'vulkan/samplers-YCbCr-conversion/offset': {
    section: "Sampler Y'CbCr Conversion; VUID-vkCmdDraw-ConstOffset-06551",
    text: 'requests that are converted have no offset',
    model: 'the offset is added to the coordinates of luma, and its half to those of halved chroma',
    found: (state, lane) => state.op === 'sample' && state.sampler.ycbcrConversion !== null && anyOffset(state, lane),
  },
  'd3d11.3/22.4.16/bias-range': {
    section: 'D3D11.3 7.18.11, 22.4.16; Vulkan: LOD Operation',
    text: 'the LOD bias of a request is -16 to 15.99',
    value: "the sum with the sampler's bias, clamped to maxSamplerLodBias either way, as Vulkan defines; NaN to maxLod",
    found: (state, lane) => {
      const bias = biasOf(state, lane);
      return isBeyondD3dBias(bias) && `LOD bias ${bias}`;
    },
  },
  'd3d11.3/7.18.11/nan-lod': {
    section: 'D3D11.3 7.18.11',
    text: 'the LOD of a request is a number',
    value: 'maxLod: min(MaxLOD, NaN) is MaxLOD, as D3D11.3 defines',
    undefinedIn: 'Vulkan',
    found: ({ op, instruction: { lod } }, { batch, at }) =>
      op === 'sample' && lod === 'explicit' && Number.isNaN(batch.lod[at]) && 'LOD NaN',
  },
  'vulkan/textures-level-of-detail-operation/min-lod-operand': {
    section: 'LOD Operation; D3D11.3 7.18.11',
    text: "the minimum LOD of a request is at most the sampler's maxLod",
    value: 'the minimum holds: max(MinLOD, min(MaxLOD, LOD)), as D3D11.3 defines',
    undefinedIn: 'Vulkan',
    found: ({ op, sampler }, { batch, at }) => {
      const minLod = batch.minLod[at];
      const above = minLod > sampler.maxLod && minLod > sampler.minLod;
      return (op === 'sample' || op === 'footprint') && above && `minimum LOD ${minLod}, maxLod ${sampler.maxLod}`;
    },
  },
  'd3d11.3/3.2.4.1/nan-layer': {
    section: 'D3D11.3 3.2.4.1; Vulkan: Floating-Point Computation',
    text: 'the layer of a request is a number',
    value: 'layer 0, as D3D11.3 defines',
    undefinedIn: 'Vulkan',
    found: ({ samplesOrGathers, view }, { batch, at }) =>
      samplesOrGathers && isArray(view.viewType) && Number.isNaN(batch.layer[at]) && 'layer NaN',
  },
  'vulkan/textures-operation-validation/mirrored-offset': {
    section: 'Instruction/Sampler/Image View Validation, note',
    text: 'the offset of a request with the address mode mirrored_repeat is less than the size of the smallest level',
    value: 'the mirrored texel; some implementations return undefined values, with a waiver',
    undefinedIn: 'Vulkan',
    found: (state, lane) => state.samplesOrGathers && offsetBeyondMirror(state, lane),
  },
  'vulkan/textures-integer-coordinate-operations/level': {
    section: 'Integer Texel Coordinate Operations; D3D11.3 22.4.6',
    text: 'a fetch, read, write or atomic is of a level that the view shows and its minimum LOD leaves',
    ...NO_TEXEL,
    found: (state, { batch, at }) => {
      const level = batch.level[at];
      const { baseMipLevel, levelCount, minLod } = state.view;
      const shown = level >= 0 && level < levelCount && baseMipLevel + level >= Math.floor(minLod);
      return readsInteger(state) && !shown && `level ${level} of ${levelCount}`;
    },
  },
  'vulkan/textures-integer-coordinate-validation/texel': {
    section: 'Coordinate Validation; D3D11.3 22.4.6',
    text: 'a fetch, read, write or atomic is of a texel of the level, and of a layer of the view',
    ...NO_TEXEL,
    found: (state, lane) => readsInteger(state) && outsideOf(state, lane),
  },
  'd3d11.3/22.4.7/sample': {
    section: 'D3D11.3 22.4.7; Vulkan: Coordinate Validation',
    text: 'of a multisampled image, a fetch, read, write or atomic is of a sample that the image has',
    model: NO_TEXEL.model,
    found: (state, { batch, at }) => {
      const sample = batch.sample[at];
      const { samples } = state.image;
      const there = samples === 1 || (sample >= 0 && sample < samples);
      return readsInteger(state) && !there && `sample ${sample} of ${samples}`;
    },
  },
  'vulkan/OpImageQuerySizeLod/level': {
    section: 'SPIR-V: OpImageQuerySizeLod; D3D11.3 22.4.14',
    text: 'the size that is asked for is that of a level of the view',
    model: 'size 0, as in D3D11.3',
    found: ({ op, view: { levelCount } }, { batch, at }) => {
      const level = batch.level[at];
      return (
        op === 'query_size' && !(level >= 0 && level < levelCount) && `the size of level ${level} of ${levelCount}`
      );
    },
  },
  'd3d11.3/22.4.14/clamped-level': {
    section: 'D3D11.3 22.4.14',
    text: 'the size that is asked for is that of a level that the minimum LOD of the view leaves',
    model: 'the size of the level, as if it had not been clamped off',
    found: ({ op, view: { baseMipLevel, minLod } }, { batch, at }) => {
      const level = batch.level[at];
      const gone = op === 'query_size' && level >= 0 && baseMipLevel + level < Math.floor(minLod);
      return gone && `the size of level ${level}, the view's minLod is ${minLod}`;
    },
  },
  'vulkan/textures-boxfilter/box-size': {
    section: 'Box Filter Sampling',
    text: 'the sides of a box are 1 to maxBoxFilterBlockSize',
    model: 'a smaller side, and NaN, count as 1, a larger one as maxBoxFilterBlockSize',
    found: ({ op }, { batch, at }, { maxBoxFilterBlockSize: [widest, highest] }) => {
      const width = batch.boxWidth[at];
      const height = batch.boxHeight[at];
      const fits = width >= 1 && width <= widest && height >= 1 && height <= highest;
      return op === 'box_filter' && !fits && `a box of ${width}x${height} texels`;
    },
  },
  'vulkan/textures-blockmatch/empty-block': {
    section: 'Block Matching',
    text: 'no side of a block is 0',
    model: 'no texel is compared, and the result is what the register held before: any value',
    found: (state, lane) => blockOf(state, lane, ([width, height]) => width < 1 || height < 1),
  },
  'vulkan/textures-blockmatch/block-size': {
    section: 'Block Matching',
    text: 'no side of a block is longer than maxBlockMatchRegion',
    model: 'all of the block is compared',
    found: (state, lane, { maxBlockMatchRegion: [widest, highest] }) =>
      blockOf(state, lane, ([width, height]) => width > widest || height > highest),
  },
  'VUID-vkCmdDraw-OpImageBlockMatchSADQCOM-06976': {
    section: 'Block Matching Operation; vkCmdDraw: OpImageBlockMatchWindow-09217',
    text: 'the reference block is inside of the reference image',
    model: "texels outside are those of the sampler's address modes, as in the target image",
    found: (state, lane) => {
      const { batch, at } = lane;
      const { second } = state;
      if (!second) return false;
      const [i, j] = [batch.referenceI[at], batch.referenceJ[at]];
      const columns = levelSize(second.image.width, second.view.baseMipLevel);
      const rows = levelSize(second.image.height, second.view.baseMipLevel);
      const block = blockOf(state, lane, ([w, h]) => i < 0 || j < 0 || i + w > columns || j + h > rows);
      return block && `${block} at ${i}, ${j} of a reference of ${columns}x${rows}`;
    },
  },
});

/** The offset along an axis of the view: the quad's, plus the lane's own if the instruction has one. */
function offsetAlong(axis: number, { instruction }: BoundFacts, { batch, quad, at }: LaneOperands): number {
  const ofQuad = axis === 0 ? batch.offsetU : axis === 1 ? batch.offsetV : batch.offsetW;
  return ofQuad[quad] + (instruction.laneOffsets ? batch.laneOffset[3 * at + axis] : 0);
}

function anyOffset(state: BoundFacts, lane: LaneOperands): Breach {
  if (offsetBeyond(state, lane, 0, 0) === false) return false;
  const offsets = Array.from({ length: axesOf(state.view.viewType) }, (_, axis) => offsetAlong(axis, state, lane));
  return `offset ${offsets.join(', ')}`;
}

function offsetBeyond(state: BoundFacts, lane: LaneOperands, least: number, most: number): Breach {
  const axes = axesOf(state.view.viewType);
  for (let axis = 0; axis < axes; axis++) {
    const offset = offsetAlong(axis, state, lane);
    if (offset < least || offset > most) return `offset ${offset}, outside of ${least} to ${most}`;
  }
  return false;
}

/** The finding for an offset along a mirrored axis that is as long as the smallest level that may be read. */
function offsetBeyondMirror(state: BoundFacts, lane: LaneOperands): Breach {
  const { image, view, instruction } = state;
  const last = view.baseMipLevel + view.levelCount - 1;
  for (const [axis, mode] of state.addressModes.entries()) {
    if (mode !== 'mirrored_repeat') continue;
    const own = Math.abs(offsetAlong(axis, state, lane));
    const offset = (instruction.gatherOffsets ?? []).reduce(
      (most, texel) => Math.max(most, Math.abs(texel[axis])),
      own,
    );
    const size = levelSize([image.width, image.height, image.depth][axis], last);
    if (offset > 0 && offset >= size) return `offset ${offset} of ${size} texels`;
  }
  return false;
}

/** The bias of a request; 0 if its instruction has none. */
function biasOf(state: BoundFacts, { batch, at }: LaneOperands): number {
  return state.op === 'sample' && state.instruction.lod !== 'explicit' ? batch.lod[at] : 0;
}

/** The finding for integer coordinates, offsets included, or a layer that the view has not in the level. */
function outsideOf(state: BoundFacts, lane: LaneOperands): Breach {
  const { image, view } = state;
  const { i, j, k, integerLayer, level } = lane.batch;
  const plane = image.format.planes?.[planeOf(view.aspect) ?? -1];
  const axes = axesOf(view.viewType);
  for (let axis = 0; axis < axes; axis++) {
    const coordinate = [i, j, k][axis][lane.at] + offsetAlong(axis, state, lane);
    const divisor = [plane?.widthDivisor, plane?.heightDivisor][axis] ?? 1;
    const whole = Math.ceil([image.width, image.height, image.depth][axis] / divisor);
    const slices = axis === 2 && state.isStorage ? view.slices?.sliceCount : undefined;
    const size = slices ?? levelSize(whole, view.baseMipLevel + level[lane.at]);
    if (!(coordinate >= 0 && coordinate < size)) return `${'ijk'[axis]} ${coordinate} of ${size} texels`;
  }
  const layer = isArray(view.viewType) || state.isCube ? integerLayer[lane.at] : 0;
  return !(layer >= 0 && layer < view.layerCount) && `layer ${layer} of ${view.layerCount}`;
}

function readsInteger({ op, isStorage }: BoundFacts): boolean {
  return op === 'fetch' || isStorage;
}

function blockOf(
  { op }: BoundFacts,
  { batch, at }: LaneOperands,
  wrong: (size: readonly [number, number]) => boolean,
): Breach {
  if (op !== 'block_match') return false;
  const size = [batch.blockWidth[at], batch.blockHeight[at]] as const;
  return wrong(size) && `a block of ${size.join('x')} texels`;
}
