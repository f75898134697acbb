import type { ImageSource, ImageType } from '../../../rtl-model/memory/image.ts';
import {
  IDENTITY_MAPPING,
  type ImageView,
  SWIZZLES,
  VIEW_TYPES,
  type ViewType,
} from '../../../rtl-model/state/image-view.ts';
import {
  ATOMIC_OPS,
  type Instruction,
  LOD_SOURCES,
  type Operation,
  OPERATIONS,
} from '../../../rtl-model/state/instruction.ts';
import {
  type AddressMode,
  ADDRESS_MODES,
  COMPARE_OPS,
  CUBIC_WEIGHTS,
  DEFAULT_SAMPLER,
  type Sampler,
} from '../../../rtl-model/state/sampler.ts';
import type { TexelFormat } from '../../../rtl-model/formats/texel-format.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import type { ResolvedState, SecondImage } from '../../../src/validity/resolved-state.ts';
import type { Dice } from '../../oracle/dice.ts';
import { CONVERSION, LIMITS } from './states.ts';

/** The main feature of a random state; all other fields are drawn within its restrictions. */
const FEATURES = [
  'plain',
  'anisotropic',
  'compare',
  'integer',
  'stencil',
  'unnormalized',
  'cubic',
  'reduction',
  'chroma',
  'corner',
  'multisampled',
] as const;
type Feature = (typeof FEATURES)[number];

const FORMATS = [...TEXEL_FORMATS.values()];
const isColor = ({ aspects, planes, name }: TexelFormat) =>
  aspects[0] === 'color' && planes === null && !name.includes('422') && !name.includes('b8g8');
const isWhole = ({ componentType }: TexelFormat) => componentType === 'uint' || componentType === 'sint';
const FILTERED = FORMATS.filter((format) => isColor(format) && !isWhole(format));
const PLAIN = FILTERED.filter(({ block, componentType }) => block === null && componentType !== 'srgb');
const INTEGERS = FORMATS.filter((format) => isColor(format) && isWhole(format));
const ATOMICS = FORMATS.filter(({ name }) => name === 'r32_uint' || name === 'r32_sint');
const DEPTHS = FORMATS.filter(({ aspects }) => aspects.includes('depth'));
const STENCILS = FORMATS.filter(({ aspects }) => aspects.includes('stencil'));
const CHROMAS = FORMATS.filter(({ planes }) => planes !== null);
const SINGLES = PLAIN.filter(({ order }) => order[0] === 0 && order.length === 1);

/** A random state that Vulkan and D3D11.3 allow with defined results, within `LIMITS`. */
export function randomState(dice: Dice): ResolvedState {
  const op = dice.pick(OPERATIONS);
  const feature = dice.pick(FEATURES.filter((one) => goesWith(op, one)));
  const viewType = dice.pick(VIEW_TYPES.filter((type) => isSeenAs(op, feature, type)));
  const format = formatFor(dice, op, feature);
  const image = imageFor(dice, op, feature, viewType, format);
  const view = viewFor(dice, op, feature, viewType, image);
  const second = secondFor(dice, op, format);
  return {
    image,
    view,
    sampler: samplerFor(dice, op, feature, view),
    instruction: instructionFor(dice, op, feature, viewType),
    ...(second !== null && { second }),
  };
}

function isProcessing(op: Operation): boolean {
  return op === 'sample_weighted' || op === 'box_filter' || op === 'block_match';
}

function goesWith(op: Operation, feature: Feature): boolean {
  const integer = ['fetch', 'read', 'write', 'atomic'].includes(op);
  switch (op) {
    case 'sample':
      return feature !== 'multisampled';
    case 'gather':
      return ['plain', 'compare', 'integer', 'stencil', 'unnormalized', 'corner'].includes(feature);
    case 'query_lod':
      return ['plain', 'anisotropic', 'integer', 'stencil', 'corner'].includes(feature);
    case 'query_levels':
      return ['plain', 'integer', 'stencil'].includes(feature);
    case 'footprint':
      return feature === 'plain' || feature === 'anisotropic';
    default:
      if (isProcessing(op)) return feature === 'plain';
      return ['plain', 'integer', 'multisampled', ...(integer ? [] : ['stencil', 'chroma'])].includes(feature);
  }
}

function isSeenAs(op: Operation, feature: Feature, type: ViewType): boolean {
  const cube = type.startsWith('cube');
  if (op === 'block_match') return type === '2d';
  if (feature === 'multisampled' || isProcessing(op)) return type.startsWith('2d');
  if (op === 'footprint') return type === '2d' || type === '3d';
  if (feature === 'corner' && (cube || type.startsWith('1d'))) return false;
  if (op === 'gather') return (type.startsWith('2d') || cube) && (feature !== 'unnormalized' || type === '2d');
  if (op === 'fetch' && cube) return false;
  switch (feature) {
    case 'unnormalized':
      return type === '1d' || type === '2d';
    case 'cubic':
    case 'chroma':
      return type === '2d' || type === '2d_array';
    case 'compare':
      return type !== '3d';
    default:
      return true;
  }
}

function formatFor(dice: Dice, op: Operation, feature: Feature): TexelFormat {
  if (op === 'block_match') return dice.pick(SINGLES);
  if (op === 'atomic') return dice.pick(ATOMICS);
  if (feature === 'integer') return dice.pick(INTEGERS);
  if (feature === 'compare') return dice.pick(DEPTHS);
  if (feature === 'stencil') return dice.pick(STENCILS);
  if (feature === 'chroma') return dice.pick(CHROMAS);
  return dice.pick(op === 'read' || op === 'write' || feature === 'multisampled' ? PLAIN : FILTERED);
}

function imageFor(dice: Dice, op: Operation, feature: Feature, viewType: ViewType, format: TexelFormat): ImageSource {
  const cube = viewType.startsWith('cube');
  const type: ImageType = cube ? '2d' : (viewType.slice(0, 2) as ImageType);
  const most = type === '3d' ? LIMITS.maxImageDimension3D : cube ? LIMITS.maxImageDimensionCube : 128;
  const side = () => 2 * dice.integer(1, most / 2);
  const width = side();
  const height = type === '1d' ? 1 : cube ? width : side();
  const depth = type === '3d' ? side() : 1;
  const flat = op === 'block_match' || feature === 'chroma' || feature === 'multisampled';
  const levels = flat ? 1 : dice.integer(1, 1 + Math.floor(Math.log2(Math.max(width, height, depth))));
  const layers = type === '3d' || op === 'block_match' ? 1 : cube ? dice.integer(6, 24) : dice.integer(1, 24);
  return {
    format,
    type,
    width,
    height,
    depth,
    layers,
    samples: feature === 'multisampled' ? dice.pick([2, 4, 8, 16]) : 1,
    cornerSampled: feature === 'corner',
    levels: Array.from({ length: levels }, () => new Uint8Array(0)),
  };
}

function viewFor(dice: Dice, op: Operation, feature: Feature, viewType: ViewType, image: ImageSource): ImageView {
  const { layers, levels, format } = image;
  const faces = viewType.startsWith('cube') ? 6 : 1;
  const layerCount = faces * (viewType.endsWith('_array') ? dice.integer(1, Math.floor(layers / faces)) : 1);
  const baseMipLevel = dice.integer(0, levels.length - 1);
  const levelCount = feature === 'unnormalized' ? 1 : dice.integer(1, levels.length - baseMipLevel);
  const identity = feature === 'chroma' || op === 'block_match' || dice.chance(0.5);
  const swizzles = SWIZZLES.filter((swizzle) => format.aspects[0] === 'color' || swizzle !== 'one');
  const swizzle = () => dice.pick(swizzles);
  return {
    viewType,
    format,
    components: identity ? IDENTITY_MAPPING : [swizzle(), swizzle(), swizzle(), swizzle()],
    aspect: feature === 'stencil' ? 'stencil' : format.aspects[0],
    baseMipLevel,
    levelCount,
    baseArrayLayer: dice.integer(0, layers - layerCount),
    layerCount,
    minLod: dice.real(0, op === 'gather' ? baseMipLevel : baseMipLevel + levelCount - 1),
  };
}

function samplerFor(dice: Dice, op: Operation, feature: Feature, view: ImageView): Sampler {
  const edge: readonly AddressMode[] = ['clamp_to_edge'];
  const clamps: readonly AddressMode[] = ['clamp_to_edge', 'clamp_to_border'];
  const edgeOnly = feature === 'corner' || feature === 'chroma' || op === 'footprint';
  const bordered = op === 'block_match' ? clamps.slice(1) : clamps;
  const modes = edgeOnly ? edge : feature === 'unnormalized' || isProcessing(op) ? bordered : ADDRESS_MODES;
  const integer = feature === 'integer' || feature === 'stencil';
  const filter = () => (integer || isProcessing(op) ? 'nearest' : dice.pick(['nearest', 'linear'] as const));
  const one = dice.chance(0.5) && !isProcessing(op) ? 1 : 0;
  const minLod = dice.real(0, 4);
  const sampler: Sampler = {
    ...DEFAULT_SAMPLER,
    magFilter: filter(),
    minFilter: filter(),
    mipmapMode: integer ? 'nearest' : dice.pick(['nearest', 'linear']),
    addressModeU: dice.pick(modes),
    addressModeV: dice.pick(modes),
    addressModeW: dice.pick(modes),
    mipLodBias: dice.real(-15.5, 15.5),
    anisotropyEnable: feature === 'anisotropic',
    maxAnisotropy: dice.real(1, 8),
    minLod,
    maxLod: minLod + dice.integer(0, 8),
    // The border is transparent black or opaque white, which every format has under every swizzle.
    borderColor: [one, one, one, one],
    compareOp: dice.pick(COMPARE_OPS),
    nonSeamlessCubeMap: dice.chance(0.5),
  };
  const { minFilter } = sampler;
  const inLevel0 = { mipmapMode: 'nearest', minLod: 0, maxLod: 0 } as const;
  if (op === 'block_match') return { ...sampler, ...inLevel0, unnormalizedCoordinates: true };
  if (isProcessing(op)) return { ...sampler, ...inLevel0 };
  switch (feature) {
    case 'unnormalized':
      return { ...sampler, ...inLevel0, magFilter: minFilter, unnormalizedCoordinates: true };
    case 'cubic':
      return {
        ...sampler,
        magFilter: 'cubic',
        minFilter: 'cubic',
        cubicWeights: dice.pick(CUBIC_WEIGHTS),
        reductionMode: dice.pick(['weighted_average', 'weighted_average_rangeclamp', 'min', 'max']),
      };
    case 'reduction':
      return { ...sampler, reductionMode: dice.pick(['min', 'max']) };
    case 'compare':
      return { ...sampler, compareEnable: true };
    case 'chroma':
      return { ...sampler, magFilter: minFilter, ycbcrConversion: conversionFor(dice, minFilter, view) };
    default:
      return sampler;
  }
}

function conversionFor(dice: Dice, filter: Sampler['minFilter'], { format }: ImageView): Sampler['ycbcrConversion'] {
  const bits = Math.max(...format.bits);
  return {
    ...CONVERSION,
    ycbcrRange: dice.pick(['itu_full', 'itu_narrow']),
    components: dice.chance(0.5) ? IDENTITY_MAPPING : ['b', 'g', 'r', dice.pick(['one', 'zero', 'a'])],
    chromaFilter: filter === 'linear' ? 'linear' : 'nearest',
    enableYDegamma: bits === 8 && dice.chance(0.5),
  };
}

function instructionFor(dice: Dice, op: Operation, feature: Feature, viewType: ViewType): Instruction {
  const dref = feature === 'compare';
  const plain: Instruction = { op, lod: 'explicit', projected: false };
  const offsets = !viewType.startsWith('cube') && feature !== 'unnormalized' && feature !== 'chroma';
  switch (op) {
    case 'sample':
      return {
        ...plain,
        lod: dice.pick(feature === 'unnormalized' ? ['explicit', 'gradient'] : LOD_SOURCES),
        projected: /^[123]d$/.test(viewType) && feature !== 'unnormalized' && dice.chance(0.3),
        dref,
        laneOffsets: offsets && dice.chance(0.3),
      };
    case 'gather': {
      const offset = () => [dice.integer(-16, 15), dice.integer(-16, 15)] as const;
      const gatherOffsets = [offset(), offset(), offset(), offset()] as const;
      return {
        ...plain,
        dref,
        component: dref ? 0 : dice.integer(0, 3),
        ...(offsets && dice.chance(0.5) && { gatherOffsets }),
      };
    }
    case 'footprint':
      return { ...plain, granularity: viewType === '3d' ? dice.pick([1, 3, 10, 14]) : dice.pick([1, 2, 7, 11, 15]) };
    case 'atomic':
      return { ...plain, atomic: dice.pick(ATOMIC_OPS) };
    case 'block_match':
      return {
        ...plain,
        blockMatch: { metric: dice.pick(['sad', 'ssd']), form: dice.pick(['single', 'window', 'gather']) },
      };
    default:
      return plain;
  }
}

function secondFor(dice: Dice, op: Operation, format: TexelFormat): SecondImage | null {
  if (op !== 'sample_weighted' && op !== 'block_match') return null;
  const image: ImageSource = {
    format: op === 'block_match' ? format : dice.pick(SINGLES),
    width: dice.integer(16, 32),
    height: dice.integer(8, 32),
    layers: op === 'block_match' ? 1 : 16,
    levels: [new Uint8Array(0)],
  };
  const view: ImageView = {
    viewType: op === 'block_match' ? '2d' : '2d_array',
    format: image.format,
    components: IDENTITY_MAPPING,
    aspect: 'color',
    baseMipLevel: 0,
    levelCount: 1,
    baseArrayLayer: 0,
    layerCount: image.layers,
    minLod: 0,
  };
  if (op === 'block_match') return { image, view };
  const filterSize = [dice.integer(1, 16), dice.integer(1, 8)] as const;
  const filterCenter = [dice.integer(0, filterSize[0] - 1), dice.integer(0, filterSize[1] - 1)] as const;
  return { image, view, weights: { filterSize, filterCenter, numPhases: dice.pick([1, 4, 16]) } };
}
