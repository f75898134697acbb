import type { ImageSource, ImageType } from '../../rtl-model/memory/image.ts';
import { levelBytes } from '../../rtl-model/memory/level-size.ts';
import type { ImageView, ViewType } from '../../rtl-model/state/image-view.ts';
import type { Instruction } from '../../rtl-model/state/instruction.ts';
import type { QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import { DEFAULT_SAMPLER, type Sampler } from '../../rtl-model/state/sampler.ts';
import type { TexelFormat } from '../../rtl-model/formats/texel-format.ts';
import { TEXEL_FORMATS } from '../../rtl-model/formats/texel-formats.ts';
import type { Dice } from './dice.ts';
import {
  batchOf,
  type DrawnRequest,
  FILTERED,
  QUADS,
  randomBytes,
  randomImage,
  randomView,
  type Shape,
} from './random-views.ts';

/** Sampled in its first level; unnormalized now and then. */
function windowSampler(dice: Dice, reductions: readonly Sampler['reductionMode'][]): Sampler {
  const mode = () => dice.pick(['clamp_to_edge', 'clamp_to_border'] as const);
  const unnormalizedCoordinates = dice.chance(0.3);
  return {
    ...DEFAULT_SAMPLER,
    mipmapMode: unnormalizedCoordinates ? 'nearest' : 'linear',
    addressModeU: mode(),
    addressModeV: mode(),
    maxLod: unnormalizedCoordinates ? 0 : DEFAULT_SAMPLER.maxLod,
    unnormalizedCoordinates,
    reductionMode: dice.pick(reductions),
  };
}

/** Corner-sampled now and then, where the address modes allow it. */
function windowImage(dice: Dice, viewType: ViewType, { addressModeU, addressModeV }: Sampler): ImageSource {
  const image = randomImage(dice, { viewType, format: dice.pick(FILTERED), finite: true });
  const clamps = [addressModeU, addressModeV].every((mode) => mode === 'clamp_to_edge');
  return { ...image, cornerSampled: clamps && Math.min(image.width, image.height) > 1 && dice.chance(0.5) };
}

function windowQuads(dice: Dice, { width, height }: ImageSource, { unnormalizedCoordinates }: Sampler): QuadBatch {
  return batchOf(QUADS, (batch, lane) => {
    const [w, h] = unnormalizedCoordinates ? [width, height] : [1, 1];
    const at = (size: number, texels: number) =>
      dice.chance(0.3) ? (size * dice.integer(-2, 2 * texels + 2)) / (2 * texels) : dice.real(-0.5, 1.5) * size;
    batch.s[lane] = at(w, width);
    batch.t[lane] = at(h, height);
    batch.layer[lane] = dice.pick([0, 0.5, 1, 2.5, -1, 9]);
    const box = () => (dice.chance(0.5) ? dice.integer(8, 40) / 8 : dice.real(1, 6));
    batch.boxWidth[lane] = box();
    batch.boxHeight[lane] = box();
  });
}

/** The first level is the only one that its minimum LOD leaves, or there is none. */
function firstLevelView(dice: Dice, image: ImageSource, viewType: ViewType): ImageView {
  const view = randomView(dice, image, viewType);
  const beyond = view.baseMipLevel + view.levelCount - 1 + dice.integer(1, 8) / 4;
  return dice.chance(0.05) ? { ...view, minLod: beyond } : view;
}

export function boxRequest(dice: Dice): DrawnRequest {
  const viewType = dice.pick(['2d', '2d_array'] as const);
  const sampler = windowSampler(dice, ['weighted_average', 'weighted_average', 'min', 'max']);
  const image = windowImage(dice, viewType, sampler);
  const instruction: Instruction = { op: 'box_filter', lod: 'implicit', projected: false };
  const view = firstLevelView(dice, image, viewType);
  return {
    sources: [image],
    states: [{ image: 0, view, sampler, instruction }],
    batch: windowQuads(dice, image, sampler),
  };
}

export function weightedRequest(dice: Dice): DrawnRequest {
  const viewType = dice.pick(['2d', '2d_array'] as const);
  const sampler = windowSampler(dice, ['weighted_average', 'weighted_average', 'min', 'max']);
  const image = windowImage(dice, viewType, sampler);
  const instruction: Instruction = { op: 'sample_weighted', lod: 'implicit', projected: false };
  const phases = dice.pick([1, 2, 4]);
  const filterSize = [dice.integer(1, 6), dice.integer(1, 6)] as const;
  const filterCenter = [dice.integer(0, filterSize[0] - 1), dice.integer(0, filterSize[1] - 1)] as const;
  const averages = sampler.reductionMode === 'weighted_average';
  const format = TEXEL_FORMATS.get(
    averages ? dice.pick(['r8_unorm', 'r8_snorm', 'r16_unorm', 'r16_sfloat', 'r32_sfloat']) : 'r8_unorm',
  )!;
  const separable = dice.chance(0.5);
  const groups = Math.ceil(Math.max(...filterSize) / 4);
  const spare = dice.integer(0, 2);
  const [width, height, layers] = separable
    ? [4 * phases * groups + spare, 1, 2]
    : [filterSize[0] + spare, filterSize[1] + spare, phases ** 2];
  const type: ImageType = separable ? '1d' : '2d';
  const shape = { format, type, width, height, layers };
  const bytes = randomBytes(dice, format, levelBytes(shape, 0), true);
  const weights = { ...shape, levels: [averages ? bytes : bytes.map((byte) => (byte < 128 ? 0 : 255))] };
  const second = { image: 1, weights: { filterCenter, filterSize, numPhases: phases ** 2 } };
  const view = firstLevelView(dice, image, viewType);
  const batch = windowQuads(dice, image, sampler);
  const bound = dice.chance(0.9) ? second : null;
  return { sources: [image, weights], states: [{ image: 0, view, sampler, instruction, second: bound }], batch };
}

export function blockMatchRequest(dice: Dice): DrawnRequest {
  const form = dice.pick(['single', 'window', 'gather'] as const);
  const metric = dice.pick(['sad', 'ssd'] as const);
  const lines = ['r8_unorm', 'r16_unorm', 'r16_sfloat', 'r32_sfloat'];
  const names = [...lines, 'r8g8_unorm', 'r8g8b8a8_unorm', 'a2b10g10r10_unorm_pack32', 'r32g32b32a32_sfloat'];
  const format = TEXEL_FORMATS.get(dice.pick(form === 'window' ? lines : names))!;
  const shape: Shape = { viewType: '2d', format, levels: 1, most: 14, finite: true };
  const [target, other] = [randomImage(dice, shape), randomImage(dice, shape)].map((image) => ({
    ...image,
    layers: 1,
    levels: image.levels.map((bytes) => coarse(dice, format, bytes.subarray(0, bytes.length / image.layers))),
  }));
  const same = dice.chance(0.4);
  const reference = same ? target : other;
  const clamps = dice.chance(0.4);
  const mode = clamps ? 'clamp_to_edge' : 'clamp_to_border';
  const sampler: Sampler = {
    ...DEFAULT_SAMPLER,
    magFilter: 'nearest',
    minFilter: 'nearest',
    mipmapMode: 'nearest',
    addressModeU: mode,
    addressModeV: mode,
    maxLod: 0,
    unnormalizedCoordinates: true,
    reductionMode: dice.pick(['weighted_average', 'weighted_average', 'min', 'max']),
    windowExtent: [dice.integer(1, 5), dice.integer(1, 5)],
    windowCompareMode: dice.pick(['min', 'max']),
  };
  const instruction: Instruction = {
    op: 'block_match',
    lod: 'explicit',
    projected: false,
    blockMatch: { metric, form },
  };
  const batch = batchOf(QUADS, (all, lane) => {
    all.blockWidth[lane] = dice.integer(1, Math.min(6, reference.width));
    all.blockHeight[lane] = dice.integer(1, Math.min(6, reference.height));
    all.i[lane] = dice.integer(-3, target.width + 2);
    all.j[lane] = dice.integer(-3, target.height + 2);
    // The reference stays inside, unless edges are extended (blockMatchExtendedClampToEdge).
    const beyond = clamps ? 2 : 0;
    all.referenceI[lane] = dice.integer(-beyond, reference.width - all.blockWidth[lane] + beyond);
    all.referenceJ[lane] = dice.integer(-beyond, reference.height - all.blockHeight[lane] + beyond);
  });
  const view = { ...randomView(dice, target, '2d', form === 'single') };
  const second = dice.chance(0.9) ? { image: same ? 0 : 1 } : null;
  const state = { image: 0, view, sampler, instruction, second };
  return { sources: [target, other], states: [state], batch };
}

/** Few different texels at times, so that a window has several best matches: the greatest code, or a float near 0 or 1. */
function coarse(dice: Dice, { name }: TexelFormat, bytes: Uint8Array): Uint8Array {
  const great = name.endsWith('sfloat') ? 0x3c : 0xff;
  return dice.chance(0.5) ? bytes : bytes.map((byte) => (byte < 128 ? 0 : great));
}
