import type { ImageSource, ImageType } from '../../../rtl-model/memory/image.ts';
import { levelBytes } from '../../../rtl-model/memory/level-size.ts';
import {
  type ComponentMapping,
  type ImageView,
  SWIZZLES,
  VIEW_TYPES,
  type ViewType,
  type WeightView,
} from '../../../rtl-model/state/image-view.ts';
import {
  type Instruction,
  LOD_SOURCES,
  type LodSource,
  type Operation,
  ATOMIC_OPS,
  OPERATIONS,
  type TexelOffset,
} from '../../../rtl-model/state/instruction.ts';
import { NOT_GIVEN, QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import {
  ADDRESS_MODES,
  CHROMA_LOCATIONS,
  COMPARE_OPS,
  CUBIC_WEIGHTS,
  FILTERS,
  MIPMAP_MODES,
  REDUCTION_MODES,
  type Sampler,
  YCBCR_MODELS,
  YCBCR_RANGES,
  type YcbcrConversion,
} from '../../../rtl-model/state/sampler.ts';
import type { TexelFormat } from '../../../rtl-model/formats/texel-format.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import type { Dice } from '../../oracle/dice.ts';

const FORMATS = [...TEXEL_FORMATS.values()];

/** A random image of any format, type and size, with noise in its levels. Optional fields are present at random. */
export function randomImage(dice: Dice, format: TexelFormat = dice.pick(FORMATS)): ImageSource {
  const type = dice.pick<ImageType>(['1d', '2d', '2d', '3d']);
  const samples = type === '2d' && dice.chance(0.2) ? dice.pick([2, 4, 8, 16]) : 1;
  const width = dice.integer(1, 9);
  const height = type === '1d' ? 1 : dice.integer(1, 9);
  const depth = type === '3d' ? dice.integer(1, 5) : 1;
  const layers = type === '3d' ? 1 : dice.integer(1, 3);
  const shape = {
    format,
    ...(type === '2d' && dice.chance(0.5) ? {} : { type }),
    width,
    height,
    ...(type === '3d' || dice.chance(0.2) ? { depth } : {}),
    layers,
    ...(samples > 1 || dice.chance(0.2) ? { samples } : {}),
    ...(dice.chance(0.3) ? { cornerSampled: dice.chance(0.5) } : {}),
    ...(dice.chance(0.3)
      ? { unbound: [{ level: 0, layer: layers - 1, x: width - 1, y: 0, z: 0, width: 1, height, depth }] }
      : {}),
  };
  const most = samples > 1 ? 1 : Math.floor(Math.log2(Math.max(width, height, depth))) + 1;
  const levels = Array.from({ length: dice.integer(1, most) }, (_, l) =>
    Uint8Array.from({ length: levelBytes(shape, l) }, () => dice.bits() & 255),
  );
  return { ...shape, levels };
}

/** A view within the image, of any type. Traces don't check if the type suits the image. */
export function randomView(dice: Dice, { levels, layers }: ImageSource, format: TexelFormat): ImageView {
  const baseMipLevel = dice.integer(0, levels.length - 1);
  const baseArrayLayer = dice.integer(0, layers - 1);
  return {
    viewType: dice.pick(VIEW_TYPES),
    format,
    components: randomMapping(dice),
    aspect: format.aspects[dice.integer(0, format.aspects[0] === 'color' ? 0 : format.aspects.length - 1)],
    baseMipLevel,
    levelCount: dice.integer(1, levels.length - baseMipLevel),
    baseArrayLayer,
    layerCount: dice.integer(1, layers - baseArrayLayer),
    minLod: dice.pick([0, dice.float32()]),
    ...(dice.chance(0.2) ? { slices: { sliceOffset: 0, sliceCount: 1 } } : {}),
  };
}

function randomMapping(dice: Dice): ComponentMapping {
  return [dice.pick(SWIZZLES), dice.pick(SWIZZLES), dice.pick(SWIZZLES), dice.pick(SWIZZLES)];
}

export function randomSampler(dice: Dice): Sampler {
  return {
    magFilter: dice.pick(FILTERS),
    minFilter: dice.pick(FILTERS),
    mipmapMode: dice.pick(MIPMAP_MODES),
    addressModeU: dice.pick(ADDRESS_MODES),
    addressModeV: dice.pick(ADDRESS_MODES),
    addressModeW: dice.pick(ADDRESS_MODES),
    mipLodBias: dice.float32(),
    anisotropyEnable: dice.chance(0.5),
    maxAnisotropy: dice.float32(),
    minLod: dice.float32(),
    maxLod: dice.float32(),
    borderColor: [dice.float32(), dice.bits(), -1, 2 ** 30 + 2 ** 10],
    ...(dice.chance(0.3) ? { borderColorType: dice.pick(['float', 'int']) } : {}),
    ...(dice.chance(0.3) ? { borderColorFormat: TEXEL_FORMATS.get('b5g6r5_unorm_pack16')! } : {}),
    ...(dice.chance(0.3) ? { borderColorMapping: { components: randomMapping(dice), srgb: dice.chance(0.5) } } : {}),
    compareEnable: dice.chance(0.5),
    compareOp: dice.pick(COMPARE_OPS),
    unnormalizedCoordinates: dice.chance(0.5),
    reductionMode: dice.pick(REDUCTION_MODES),
    cubicWeights: dice.pick(CUBIC_WEIGHTS),
    nonSeamlessCubeMap: dice.chance(0.5),
    ycbcrConversion: dice.chance(0.5) ? null : randomConversion(dice),
    windowExtent: [dice.integer(1, 64), dice.integer(1, 64)],
    windowCompareMode: dice.pick(['min', 'max']),
  };
}

function randomConversion(dice: Dice): YcbcrConversion {
  return {
    ycbcrModel: dice.pick(YCBCR_MODELS),
    ycbcrRange: dice.pick(YCBCR_RANGES),
    components: randomMapping(dice),
    xChromaOffset: dice.pick(CHROMA_LOCATIONS),
    yChromaOffset: dice.pick(CHROMA_LOCATIONS),
    chromaFilter: dice.pick(MIPMAP_MODES),
    forceExplicitReconstruction: dice.chance(0.5),
    enableYDegamma: dice.chance(0.5),
    enableCbCrDegamma: dice.chance(0.5),
  };
}

/** A state of any operation over some of the images. */
export function randomState(dice: Dice, images: readonly ImageSource[], sampler: Sampler): TextureState {
  const instruction = randomInstruction(dice);
  const second = randomSecond(dice, images, instruction.op);
  if (dice.chance(0.1)) return { image: null, sampler, instruction, ...second };
  const image = dice.integer(0, images.length - 1);
  const whole = dice.chance(0.4);
  const view = randomView(dice, images[image], dice.chance(0.7) ? images[image].format : dice.pick(FORMATS));
  return { image, ...(whole ? {} : { view }), sampler, instruction, ...second };
}

function randomSecond(dice: Dice, images: readonly ImageSource[], op: Operation | undefined) {
  if (op !== 'sample_weighted' && op !== 'block_match') return {};
  if (dice.chance(0.1)) return { second: null };
  const image = dice.integer(0, images.length - 1);
  const view = randomView(dice, images[image], images[image].format);
  const weights: WeightView = {
    filterCenter: [dice.integer(-3, 3), dice.integer(-3, 3)],
    filterSize: [dice.integer(1, 64), dice.integer(1, 64)],
    numPhases: dice.pick([1, 4, 16, 64, 256, 1024]),
  };
  const second = { image, ...(dice.chance(0.5) ? { view } : {}), ...(op === 'sample_weighted' ? { weights } : {}) };
  return { second };
}

function randomInstruction(dice: Dice): Instruction {
  const op = dice.pick(OPERATIONS);
  const plain = { lod: lodOf(dice, op), projected: op === 'sample' && dice.chance(0.5) };
  return { ...(op === 'sample' ? {} : { op }), ...plain, ...modifiers(dice, op) };
}

/** The LOD source of an operation. Operations without a LOD have the one that the reader gives them. */
function lodOf(dice: Dice, op: Operation): LodSource {
  if (op === 'query_lod') return 'implicit';
  return op === 'sample' || op === 'footprint' ? dice.pick(LOD_SOURCES) : 'explicit';
}

function modifiers(dice: Dice, op: Operation): Partial<Instruction> {
  const dref = dice.chance(0.3) ? { dref: true } : {};
  const sparse = dice.chance(0.3) ? { sparse: true } : {};
  const laneOffsets = dice.chance(0.4) ? { laneOffsets: true } : {};
  switch (op) {
    case 'sample':
      return { ...dref, ...laneOffsets, ...sparse };
    case 'gather':
      return {
        ...dref,
        ...sparse,
        ...(dice.chance(0.5) ? { component: dice.integer(0, 3) } : {}),
        ...(dice.chance(0.5) ? { gatherOrigin: dice.pick(['linear', 'nearest'] as const) } : {}),
        ...(dice.chance(0.5) ? { gatherOffsets: randomOffsets(dice) } : laneOffsets),
      };
    case 'fetch':
      return { ...sparse, ...laneOffsets };
    case 'read':
      return sparse;
    case 'atomic':
      return dice.chance(0.8) ? { atomic: dice.pick(ATOMIC_OPS) } : {};
    case 'footprint':
      return {
        ...laneOffsets,
        ...(dice.chance(0.5) ? { granularity: dice.integer(1, 15) } : {}),
        ...(dice.chance(0.5) ? { coarse: dice.chance(0.5) } : {}),
      };
    case 'block_match':
      return {
        blockMatch: { metric: dice.pick(['sad', 'ssd']), form: dice.pick(['single', 'window', 'gather']) },
      };
    default:
      return {};
  }
}

function randomOffsets(dice: Dice) {
  const offset = (): TexelOffset => [dice.integer(-32768, 32767), dice.integer(-32768, 32767)];
  return [offset(), offset(), offset(), offset()] as const;
}

const FLOATS = [
  's',
  't',
  'r',
  'q',
  'layer',
  'dref',
  'lod',
  'minLod',
  'dsdx',
  'dtdx',
  'drdx',
  'dsdy',
  'dtdy',
  'drdy',
  'boxWidth',
  'boxHeight',
] as const;
const INTEGERS = ['i', 'j', 'k', 'integerLayer', 'sample', 'level', 'referenceI', 'referenceJ'] as const;

/**
 * A batch with zeros of both signs, defaults, denorms and any other pattern in every field, sometimes equal in all four
 * lanes.
 */
export function randomBatch(dice: Dice, states: readonly TextureState[]): QuadBatch {
  const batch = new QuadBatch(dice.integer(1, 40));
  batch.count = batch.capacity;
  const float = () => dice.pick([0, -0, 1, 2 ** -149, dice.float32(), dice.float32(), dice.float32()]);
  const integer = () => dice.pick([0, 1, -1, dice.bits(), dice.bits()]);
  for (let quad = 0; quad < batch.count; quad++) {
    batch.state[quad] = dice.integer(0, states.length - 1);
    const { gatherOffsets } = states[batch.state[quad]].instruction;
    batch.active[quad] = dice.integer(0, 15);
    batch.x[quad] = dice.pick([0, dice.bits()]);
    batch.y[quad] = dice.pick([0, dice.bits()]);
    for (const field of ['offsetU', 'offsetV', 'offsetW'] as const) {
      batch[field][quad] = gatherOffsets === undefined ? dice.pick([0, -32768, 32767, dice.bits()]) : 0;
    }
    for (const field of FLOATS) fill(dice, batch[field], 4 * quad, 1, float);
    for (const field of INTEGERS) fill(dice, batch[field], 4 * quad, 1, integer);
    fill(dice, batch.blockWidth, 4 * quad, 1, () => dice.integer(1, 64));
    fill(dice, batch.blockHeight, 4 * quad, 1, () => dice.integer(1, 64));
    fill(dice, batch.laneOffset, 4 * quad, 3, integer);
    fill(dice, batch.writeBits, 4 * quad, 4, integer);
    batch.cycle[quad] = dice.pick([NOT_GIVEN, 100 * quad, 2 ** 52 + quad]);
    for (const field of ['warp', 'unit'] as const) batch[field][quad] = dice.pick([NOT_GIVEN, 0, dice.integer(0, 999)]);
  }
  return batch;
}

function fill(
  dice: Dice,
  field: Float32Array | Int32Array | Int16Array,
  lane: number,
  each: number,
  one: () => number,
) {
  const first = Array.from({ length: each }, one);
  for (let l = 0; l < 4; l++) field.set(l === 0 || dice.chance(0.3) ? first : first.map(one), each * (lane + l));
}

/** The lane fields of the batch that an operation uses with a view; null is a null descriptor. */
export function fieldsRead(viewType: ViewType | null, { op = 'sample', lod, projected, dref }: Instruction) {
  const volume = viewType === '3d' || viewType === null;
  const cube = viewType === 'cube' || viewType === 'cube_array';
  const line = viewType === '1d' || viewType === '1d_array';
  const arrayed = viewType === null || viewType.endsWith('_array');
  const lods = op === 'sample' || op === 'footprint';
  const texels = !lods && !['gather', 'query_lod', 'sample_weighted', 'box_filter'].includes(op);
  const when = <const T extends string>(condition: boolean, ...names: readonly T[]) => (condition ? names : []);
  return [
    ...when(!texels, 's'),
    ...when(!texels && !line, 't'),
    ...when(!texels && (volume || cube), 'r'),
    ...when(!texels && (arrayed || viewType === '2d'), 'layer'),
    ...when(texels, 'i'),
    ...when(texels && !line, 'j'),
    ...when(texels && volume, 'k'),
    ...when(texels && (arrayed || cube), 'integerLayer'),
    ...when(projected, 'q'),
    ...when(dref ?? false, 'dref'),
    ...when(lods, 'lod', 'minLod'),
    ...when(lods && lod === 'gradient', 'dsdx', 'dsdy'),
    ...when(lods && lod === 'gradient' && !line, 'dtdx', 'dtdy'),
    ...when(lods && lod === 'gradient' && (volume || cube), 'drdx', 'drdy'),
    ...when(['fetch', 'read', 'write', 'query_size'].includes(op), 'level'),
    ...when(['fetch', 'read', 'write', 'sample_position'].includes(op), 'sample'),
    ...when(op === 'box_filter', 'boxWidth', 'boxHeight'),
    ...when(op === 'block_match', 'referenceI', 'referenceJ', 'blockWidth', 'blockHeight'),
  ];
}
