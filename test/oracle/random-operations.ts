import type { Design } from '../../rtl-model/design/design.ts';
import type { ImageSource, ImageType } from '../../rtl-model/memory/image.ts';
import { levelSize } from '../../rtl-model/memory/level-size.ts';
import {
  type ComponentMapping,
  IDENTITY_MAPPING,
  type ImageView,
  SWIZZLES,
  VIEW_TYPES,
  type ViewType,
} from '../../rtl-model/state/image-view.ts';
import { type Instruction, LOD_SOURCES, type TexelOffset } from '../../rtl-model/state/instruction.ts';
import { QUAD_LANES, type QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import {
  ADDRESS_MODES,
  COMPARE_OPS,
  CUBIC_WEIGHTS,
  type Filter,
  FILTERS,
  type Sampler,
} from '../../rtl-model/state/sampler.ts';
import type { TexelFormat } from '../../rtl-model/formats/texel-format.ts';
import { TEXEL_FORMATS } from '../../rtl-model/formats/texel-formats.ts';
import { Dice } from './dice.ts';
import { PRESETS } from './presets.ts';
import { randomBits } from './random.ts';
import { randomDesign, randomQuads, randomSampler } from './random-requests.ts';

/** A sampling instruction with all that it refers to, and quads that run it. */
export interface Operation {
  readonly design: Design;
  readonly image: ImageSource;
  readonly view: ImageView;
  readonly sampler: Sampler;
  readonly instruction: Instruction;
  readonly batch: QuadBatch;
}

const COLORS = named(
  ...['r8', 'r8g8', 'r8g8b8a8'].flatMap((layout) => [`${layout}_unorm`, `${layout}_snorm`, `${layout}_srgb`]),
  'r16_unorm',
  'r16g16b16a16_unorm',
  'r16g16_sfixed5_nv',
  'r16_sfloat',
  'r32_sfloat',
  'r32g32b32a32_sfloat',
);
const INTEGERS = named('r8_uint', 'r32_sint', 'r8g8b8a8_uint');
const DEPTHS = named('d16_unorm', 'd32_sfloat');

function named(...names: readonly string[]): readonly TexelFormat[] {
  return names.map((name) => TEXEL_FORMATS.get(name)!);
}

/** The features of a state that exclude each other; the rest is drawn freely. */
const FEATURES = ['plain', 'plain', 'anisotropic', 'compare', 'integer', 'unnormalized', 'cubic', 'reduction'] as const;
type Feature = (typeof FEATURES)[number];

/** Operation `n` of a seed's sequence, the same for the same two numbers. */
export function operationOf(seed: number, n: number, quads: number): Operation {
  // Spreads neighbouring seeds, and leaves none at 0.
  const bits = randomBits((Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(n + 1, 0x85ebca77)) | 1);
  for (let k = 0; k < 8; k++) bits();
  return randomOperation(new Dice(bits() | 1), quads);
}

/** Any sampling operation that is valid (Vulkan: VkSamplerCreateInfo, VkImageViewCreateInfo, Image Operations). */
export function randomOperation(dice: Dice, quads: number): Operation {
  const op = dice.pick(['sample', 'sample', 'sample', 'gather', 'query_lod'] as const);
  const feature = featureFor(dice, op);
  const viewType = viewTypeFor(dice, op, feature);
  const format = dice.pick(feature === 'compare' ? DEPTHS : feature === 'integer' ? INTEGERS : COLORS);
  const image = randomImage(dice, viewType, format, feature);
  const view = randomView(dice, image, viewType, op, feature);
  const sampler = samplerFor(dice, image, view, feature);
  const instruction = instructionFor(dice, view, op, feature);
  const batch = quadsFor(dice, quads, image, view, sampler, instruction);
  return { design: designFor(dice), image, view, sampler, instruction, batch };
}

function designFor(dice: Dice): Design {
  const base = dice.pick(PRESETS);
  const design = dice.chance(0.3) ? base : randomDesign(dice, base);
  const layout = dice.pick(['linear', 'tiled-4x4', 'morton'] as const);
  return {
    ...design,
    filter: { ...design.filter, cubicWeightBits: dice.integer(4, 12) },
    cache: { ...design.cache, layout },
  };
}

function featureFor(dice: Dice, op: 'sample' | 'gather' | 'query_lod'): Feature {
  switch (op) {
    case 'sample':
      return dice.pick(FEATURES);
    case 'gather':
      return dice.pick(['plain', 'compare', 'integer']);
    case 'query_lod':
      return dice.pick(['plain', 'anisotropic']);
  }
}

const CUBES: readonly ViewType[] = ['cube', 'cube_array'];

function viewTypeFor(dice: Dice, op: string, feature: Feature): ViewType {
  if (op === 'gather') return dice.pick(['2d', '2d_array', ...CUBES]);
  switch (feature) {
    case 'anisotropic':
      return dice.pick(['2d', '2d_array']);
    case 'unnormalized':
      return dice.pick(['1d', '2d']);
    case 'cubic':
      return dice.pick(['1d', '1d_array', '2d', '2d', '2d_array', '3d']);
    case 'compare':
      return dice.pick(['1d', '2d', '2d', ...VIEW_TYPES.filter((type) => type !== '3d')]);
    default:
      return dice.pick([...VIEW_TYPES, ...CUBES]);
  }
}

function isArray(viewType: ViewType): boolean {
  return viewType.endsWith('_array');
}

function isCube(viewType: ViewType): boolean {
  return CUBES.includes(viewType);
}

/** Noise in every level, in more layers and levels than a view may show. */
function randomImage(dice: Dice, viewType: ViewType, format: TexelFormat, feature: Feature): ImageSource {
  const type = viewType.slice(0, 2) === 'cu' ? '2d' : (viewType.slice(0, 2) as ImageType);
  const cornerSampled = type !== '1d' && !isCube(viewType) && feature !== 'compare' && dice.chance(0.15);
  const least = cornerSampled ? 2 : 1;
  const most = type === '1d' ? 60 : type === '2d' ? (isCube(viewType) ? 20 : 40) : 14;
  const width = dice.integer(least, most);
  const height = type === '1d' ? 1 : isCube(viewType) ? width : dice.integer(least, most);
  const depth = type === '3d' ? dice.integer(least, most) : 1;
  const layers =
    type === '3d' ? 1 : isCube(viewType) ? 6 * dice.integer(1, 3) + dice.integer(0, 2) : dice.integer(1, 4);
  const levels = dice.integer(1, 1 + Math.floor(Math.log2(Math.max(width, height, depth))));
  return {
    format,
    type,
    width,
    height,
    depth,
    layers,
    cornerSampled,
    levels: Array.from({ length: levels }, (_, level) => {
      const texels = levelSize(width, level) * levelSize(height, level) * levelSize(depth, level) * layers;
      return randomTexels(dice, format, texels);
    }),
  };
}

function randomTexels(dice: Dice, { name, order, componentType, texelBytes }: TexelFormat, texels: number): Uint8Array {
  const components = texels * order.length;
  if (name === 'd32_sfloat') return bytesOf(Float32Array.from({ length: texels }, () => depthOf(dice)));
  if (name === 'd16_unorm')
    return bytesOf(Uint16Array.from({ length: texels }, () => Math.round(depthOf(dice) * 65_535)));
  if (componentType === 'sfloat' && texelBytes / order.length === 4) {
    return bytesOf(Float32Array.from({ length: components }, () => dice.real(-1, 1) * 2 ** dice.integer(-4, 12)));
  }
  // A half's exponent of infinity and NaN is left out.
  if (componentType === 'sfloat') return bytesOf(Uint16Array.from({ length: components }, () => dice.bits() & 0xbbff));
  return Uint8Array.from({ length: texels * texelBytes }, () => dice.bits() >>> 24);
}

function bytesOf(values: Float32Array | Uint16Array): Uint8Array {
  return new Uint8Array(values.buffer);
}

/** Few enough that references meet them. */
function depthOf(dice: Dice): number {
  return dice.chance(0.1) ? dice.pick([0, 1]) : dice.integer(0, 64) / 64;
}

function randomView(dice: Dice, image: ImageSource, viewType: ViewType, op: string, feature: Feature): ImageView {
  const levels = image.levels.length;
  const baseMipLevel = dice.chance(0.6) ? 0 : dice.integer(0, levels - 1);
  const levelCount = feature === 'unnormalized' ? 1 : dice.integer(1, levels - baseMipLevel);
  const perLayer = isCube(viewType) ? 6 : 1;
  const most = Math.floor(image.layers / perLayer);
  const layerCount = perLayer * (isArray(viewType) ? dice.integer(1, most) : 1);
  const lastLevel = baseMipLevel + levelCount - 1;
  return {
    viewType,
    format: image.format,
    components: dice.chance(0.6) ? IDENTITY_MAPPING : randomMapping(dice),
    aspect: feature === 'compare' ? 'depth' : 'color',
    baseMipLevel,
    levelCount,
    baseArrayLayer: dice.integer(0, image.layers - layerCount),
    layerCount,
    minLod: dice.chance(0.7) ? 0 : minLodFor(dice, op, baseMipLevel, lastLevel),
  };
}

/** At most the view's last level (Vulkan: Image Level(s) Selection), or now and then beyond it (D3D11.3 5.8.5). */
function minLodFor(dice: Dice, op: string, baseMipLevel: number, lastLevel: number): number {
  if (dice.chance(0.1)) return lastLevel + dice.integer(1, 4) / 4;
  // A gather reads the base level alone: a minimum a level above it leaves nothing.
  const most = op === 'gather' && dice.chance(0.8) ? Math.min(lastLevel, baseMipLevel + 0.75) : lastLevel;
  return dice.integer(0, 4 * most) / 4;
}

function randomMapping(dice: Dice): ComponentMapping {
  return [dice.pick(SWIZZLES), dice.pick(SWIZZLES), dice.pick(SWIZZLES), dice.pick(SWIZZLES)];
}

function samplerFor(dice: Dice, image: ImageSource, view: ImageView, feature: Feature): Sampler {
  const drawn = randomSampler(dice);
  const clamps = ['clamp_to_edge', 'clamp_to_border'] as const;
  const address = () =>
    image.cornerSampled === true ? 'clamp_to_edge' : dice.pick(feature === 'unnormalized' ? clamps : ADDRESS_MODES);
  const base: Sampler = {
    ...drawn,
    addressModeU: address(),
    addressModeV: address(),
    addressModeW: address(),
    anisotropyEnable: feature === 'anisotropic',
    maxLod: Math.max(drawn.minLod, drawn.maxLod),
    borderColor: borderFor(dice, view.format),
    compareEnable: feature === 'compare',
    compareOp: dice.pick(COMPARE_OPS),
    nonSeamlessCubeMap: dice.chance(0.2),
  };
  const filters = (filter: Filter, other = filter) => ({ magFilter: filter, minFilter: other });
  switch (feature) {
    case 'integer':
      return { ...base, ...filters('nearest'), mipmapMode: 'nearest' };
    case 'unnormalized':
      return {
        ...base,
        ...filters(dice.pick(FILTERS)),
        mipmapMode: 'nearest',
        minLod: 0,
        maxLod: 0,
        unnormalizedCoordinates: true,
      };
    case 'cubic':
      return {
        ...base,
        ...(dice.chance(0.7) ? filters('cubic') : filters('cubic', 'linear')),
        cubicWeights: dice.pick(CUBIC_WEIGHTS),
        reductionMode: dice.pick(['weighted_average', 'weighted_average', 'weighted_average_rangeclamp', 'min', 'max']),
      };
    case 'reduction':
      return { ...base, reductionMode: dice.pick(['min', 'max']), anisotropyEnable: is2d(view) && dice.chance(0.3) };
    default:
      return base;
  }
}

function is2d({ viewType }: ImageView): boolean {
  return viewType === '2d' || viewType === '2d_array';
}

/** A colour that the format can hold. */
function borderFor(dice: Dice, { componentType, bits }: TexelFormat): Sampler['borderColor'] {
  const component = () => {
    switch (componentType) {
      case 'uint':
        return dice.integer(0, 2 ** Math.min(bits[0], 30) - 1);
      case 'sint':
        return dice.integer(-(2 ** 20), 2 ** 20);
      case 'snorm':
        return dice.real(-1, 1);
      default:
        return dice.chance(0.3) ? dice.pick([0, 1]) : dice.real(0, 1);
    }
  };
  return [component(), component(), component(), component()];
}

function instructionFor(dice: Dice, view: ImageView, op: Instruction['op'], feature: Feature): Instruction {
  const dref = feature === 'compare';
  const laneOffsets = !isCube(view.viewType) && dice.chance(0.3);
  if (op === 'query_lod') return { op, lod: 'implicit', projected: false };
  if (op === 'gather') {
    const component = dref ? 0 : dice.integer(0, 3);
    const gather = { op, lod: 'explicit', projected: false, dref, component, laneOffsets } as const;
    if (isCube(view.viewType)) return { ...gather, gatherOrigin: dice.pick(['linear', 'nearest']) };
    if (dice.chance(0.6)) return gather;
    const offset = (): TexelOffset => [dice.integer(-8, 7), dice.integer(-8, 7)];
    const gatherOffsets = [offset(), offset(), offset(), offset()] as const;
    return { ...gather, laneOffsets: false, gatherOffsets, gatherOrigin: dice.pick(['linear', 'nearest']) };
  }
  if (feature === 'unnormalized') return { lod: 'explicit', projected: false };
  const projects = !isArray(view.viewType) && !isCube(view.viewType);
  return { lod: dice.pick(LOD_SOURCES), projected: projects && dice.chance(0.4), dref, laneOffsets };
}

/** Quads in normalized coordinates, as directions, or in texels. */
function quadsFor(
  dice: Dice,
  count: number,
  image: ImageSource,
  view: ImageView,
  sampler: Sampler,
  instruction: Instruction,
): QuadBatch {
  const { width, height, depth = 1 } = image;
  const batch = randomQuads(dice, count, width, height);
  const third = randomQuads(dice, count, depth, 1);
  batch.r.set(third.s);
  batch.drdx.set(third.dsdx);
  batch.drdy.set(third.dsdy);
  for (let lane = 0; lane < QUAD_LANES * count; lane++) {
    batch.dref[lane] = dice.chance(0.5) ? dice.integer(0, 64) / 64 : dice.real(-0.2, 1.2);
    if (instruction.op === 'query_lod') {
      batch.lod[lane] = 0;
      batch.minLod[lane] = 0;
    }
  }
  if (isCube(view.viewType)) pointAtCube(dice, batch);
  if (sampler.unnormalizedCoordinates) {
    for (let lane = 0; lane < QUAD_LANES * count; lane++) {
      batch.s[lane] = texelCoordinate(dice, width);
      batch.t[lane] = texelCoordinate(dice, height);
    }
  }
  if (mayOffset(view, sampler, instruction)) addOffsets(dice, batch);
  else clearOffsets(batch);
  return batch;
}

/** Directions anywhere, on the edges and corners of faces, and near them. */
function pointAtCube(dice: Dice, batch: QuadBatch): void {
  for (let quad = 0; quad < batch.count; quad++) {
    const sign = () => dice.pick([-1, 1]);
    const near = () => (dice.chance(0.4) ? sign() : sign() * (1 - 2 ** -dice.integer(1, 20)));
    const anywhere = dice.chance(0.4);
    const center = [0, 1, 2].map(() => (anywhere || dice.chance(0.3) ? dice.real(-1, 1) : near()));
    const length = 2 ** dice.integer(-3, 6);
    const step = () => dice.real(-1, 1) * 2 ** dice.integer(-12, -1);
    const [dx, dy] = [center.map(step), center.map(step)];
    for (let lane = 0; lane < QUAD_LANES; lane++) {
      const at = QUAD_LANES * quad + lane;
      const [x, y] = [lane & 1, lane >> 1];
      const direction = center.map((c, axis) => length * (c + x * dx[axis] + y * dy[axis]));
      [batch.s[at], batch.t[at], batch.r[at]] = direction;
    }
  }
}

/** In and about the image, on texel edges and centres, and far out. */
function texelCoordinate(dice: Dice, size: number): number {
  const sort = dice.real(0, 1);
  if (sort < 0.6) return dice.real(-3, size + 3);
  if (sort < 0.9) return dice.integer(-6, 2 * size + 6) / 2;
  return dice.real(-1, 1) * 2 ** dice.integer(4, 24);
}

function mayOffset({ viewType }: ImageView, sampler: Sampler, { gatherOffsets }: Instruction): boolean {
  return !sampler.unnormalizedCoordinates && !isCube(viewType) && gatherOffsets === undefined;
}

function clearOffsets({ offsetU, offsetV }: QuadBatch): void {
  offsetU.fill(0);
  offsetV.fill(0);
}

/** Texel offsets of the quad, or of quad and lane together: within -8 to 7, as the range reduction assumes (D3D11.3 7.18.6). */
function addOffsets(dice: Dice, batch: QuadBatch): void {
  for (let quad = 0; quad < batch.count; quad++) {
    batch.offsetW[quad] = batch.offsetU[quad] === 0 ? 0 : dice.integer(-8, 7);
    const ofQuad = [batch.offsetU[quad], batch.offsetV[quad], batch.offsetW[quad]];
    for (let lane = 0; lane < QUAD_LANES; lane++) {
      ofQuad.forEach((own, axis) => {
        batch.laneOffset[3 * (QUAD_LANES * quad + lane) + axis] = dice.integer(-8, 7) - own;
      });
    }
  }
}
