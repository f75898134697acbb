import type { Design } from '../../rtl-model/design/design.ts';
import type { ImageSource } from '../../rtl-model/memory/image.ts';
import { type ComponentMapping, IDENTITY_MAPPING, type ViewType } from '../../rtl-model/state/image-view.ts';
import { type Instruction, LOD_SOURCES, OPERATIONS } from '../../rtl-model/state/instruction.ts';
import { QUAD_LANES, type QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import {
  CHROMA_LOCATIONS,
  FILTERS,
  MIPMAP_MODES,
  type Sampler,
  YCBCR_MODELS,
  YCBCR_RANGES,
  type YcbcrConversion,
} from '../../rtl-model/state/sampler.ts';
import { TEXEL_FORMATS } from '../../rtl-model/formats/texel-formats.ts';
import { Dice } from './dice.ts';
import { PRESETS } from './presets.ts';
import { randomBits } from './random.ts';
import {
  atomicRequest,
  fetchRequest,
  positionRequest,
  queryRequest,
  writeRequest,
} from './random-integer-operations.ts';
import { partRequest } from './random-part-views.ts';
import { randomDesign, randomSampler } from './random-requests.ts';
import {
  type DrawnRequest,
  FILTERED,
  randomImage,
  randomRegions,
  randomView,
  sampledQuads,
  SUBSAMPLED,
} from './random-views.ts';
import { blockMatchRequest, boxRequest, weightedRequest } from './random-window-operations.ts';

/** A batch with all that it refers to. */
export interface OtherRequest extends DrawnRequest {
  readonly design: Design;
}

/** The operations that are drawn; each is valid by the specification that defines it. */
const KINDS: Readonly<Record<string, (dice: Dice, design: Design) => DrawnRequest>> = {
  fetch: fetchRequest,
  write: writeRequest,
  query: queryRequest,
  position: positionRequest,
  footprint: footprintRequest,
  weighted: weightedRequest,
  box: boxRequest,
  blockMatch: blockMatchRequest,
  ycbcr: ycbcrRequest,
  sparse: sparseRequest,
  nullDescriptor: nullRequest,
  part: partRequest,
  atomic: atomicRequest,
};
export const OTHER_KINDS = Object.keys(KINDS);

/** Request `n` of a seed's sequence, the same for the same two numbers; the kinds take turns. */
export function otherRequestOf(seed: number, n: number): OtherRequest {
  // Spreads neighbouring seeds, and leaves none at 0.
  const bits = randomBits((Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(n + 1, 0x85ebca77)) | 1);
  for (let k = 0; k < 8; k++) bits();
  const dice = new Dice(bits() | 1);
  const design = designFor(dice);
  return { design, ...KINDS[OTHER_KINDS[n % OTHER_KINDS.length]](dice, design) };
}

function designFor(dice: Dice): Design {
  const base = dice.pick(PRESETS);
  const drawn = dice.chance(0.3) ? base : randomDesign(dice, base);
  const { address } = drawn;
  // Quarters of a texel, where midpoint chroma lies, are integers of the coordinates.
  const fractionBits = Math.max(2, address.coordinate.fractionBits);
  const layout = dice.pick(['linear', 'tiled-4x4', 'morton'] as const);
  return {
    ...drawn,
    address: { ...address, coordinate: { ...address.coordinate, fractionBits } },
    cache: { ...drawn.cache, layout },
  };
}

const GRANULARITIES = { 2: [1, 1, 2, 3, 4, 5, 6, 7, 11], 3: [1, 1, 3, 10, 11] } as const;

function footprintRequest(dice: Dice): DrawnRequest {
  const viewType = dice.pick(['2d', '2d', '3d'] as const);
  const wide = dice.chance(0.6);
  const image = randomImage(dice, {
    viewType,
    format: TEXEL_FORMATS.get('r8_unorm')!,
    ...(wide ? { levels: 1 } : {}),
    most: viewType === '2d' ? dice.pick([12, 100, 100]) : 24,
  });
  const drawn = randomSampler(dice);
  const filter = dice.pick(FILTERS);
  const sampler: Sampler = {
    ...drawn,
    ...(filter === 'cubic' ? { magFilter: filter, minFilter: filter } : {}),
    addressModeU: 'clamp_to_edge',
    addressModeV: 'clamp_to_edge',
    addressModeW: 'clamp_to_edge',
    anisotropyEnable: viewType === '2d' && filter !== 'cubic' && dice.chance(0.7),
    maxLod: Math.max(drawn.minLod, drawn.maxLod),
    ...(wide ? { minLod: 0, mipLodBias: -dice.integer(0, 3), maxAnisotropy: 16 } : {}),
  };
  const instruction: Instruction = {
    op: 'footprint',
    lod: wide ? dice.pick(['implicit', 'gradient']) : dice.pick(LOD_SOURCES),
    projected: dice.chance(0.2),
    granularity: wide ? 1 : dice.pick(GRANULARITIES[viewType === '3d' ? 3 : 2]),
    coarse: dice.chance(0.4),
  };
  const batch = sampledQuads(dice, image);
  if (wide) spreadQuads(dice, batch, image);
  const view = randomView(dice, image, viewType);
  return { sources: [image], states: [{ image: 0, view, sampler, instruction }], batch };
}

/** Within the image, many texels from lane to lane along one line, few across it. */
function spreadQuads(dice: Dice, batch: QuadBatch, { width, height, depth = 1 }: ImageSource): void {
  for (let quad = 0; quad < batch.count; quad++) {
    const center = [dice.real(0.1, 0.9), dice.real(0.1, 0.9), dice.real(0.1, 0.9)];
    const step = (texels: number) =>
      [width, height, depth].map((size) => (dice.real(-1, 1) * texels) / size) as [number, number, number];
    const [long, short] = [step(dice.pick([4, 16, 64])), step(2)];
    for (let lane = 0; lane < QUAD_LANES; lane++) {
      const at = QUAD_LANES * quad + lane;
      const [x, y] = [lane & 1, lane >> 1];
      [batch.s[at], batch.t[at], batch.r[at]] = center.map((c, axis) => c + x * long[axis] + y * short[axis]);
      [batch.dsdx[at], batch.dtdx[at], batch.drdx[at]] = long;
      [batch.dsdy[at], batch.dtdy[at], batch.drdy[at]] = short;
      batch.q[at] = 1;
      batch.lod[at] = dice.real(-3, 1);
    }
  }
}

function ycbcrRequest(dice: Dice): DrawnRequest {
  const viewType = dice.pick(['2d', '2d', '2d_array'] as const);
  const image = randomImage(dice, { viewType, format: dice.pick(SUBSAMPLED), even: true, levels: 1, most: 16 });
  const drawn = randomSampler(dice);
  const address = dice.chance(0.6)
    ? 'clamp_to_edge'
    : dice.pick(['repeat', 'mirrored_repeat', 'mirror_clamp_to_edge'] as const);
  const sampler: Sampler = {
    ...drawn,
    addressModeU: address,
    addressModeV: address,
    anisotropyEnable: false,
    maxLod: Math.max(drawn.minLod, drawn.maxLod),
    mipmapMode: dice.pick(MIPMAP_MODES),
    ycbcrConversion: randomConversion(dice),
  };
  const instruction: Instruction = { lod: dice.pick(LOD_SOURCES), projected: false };
  const view = { ...randomView(dice, image, viewType), components: IDENTITY_MAPPING };
  const batch = sampledQuads(dice, image);
  // A conversion admits no offset.
  batch.offsetU.fill(0);
  batch.offsetV.fill(0);
  return { sources: [image], states: [{ image: 0, view, sampler, instruction }], batch };
}

function randomConversion(dice: Dice): YcbcrConversion {
  return {
    ycbcrModel: dice.pick(YCBCR_MODELS),
    ycbcrRange: dice.pick(YCBCR_RANGES),
    components: dice.pick<ComponentMapping>([
      IDENTITY_MAPPING,
      ['r', 'g', 'b', 'a'],
      ['b', 'g', 'r', 'identity'],
      ['identity', 'identity', 'identity', 'zero'],
    ]),
    xChromaOffset: dice.pick(CHROMA_LOCATIONS),
    yChromaOffset: dice.pick(CHROMA_LOCATIONS),
    chromaFilter: dice.pick(MIPMAP_MODES),
    forceExplicitReconstruction: dice.chance(0.5),
    enableYDegamma: dice.chance(0.2),
    enableCbCrDegamma: dice.chance(0.2),
  };
}

/** Samples and gathers of images with texels that no memory is bound to. */
function sparseRequest(dice: Dice): DrawnRequest {
  const op = dice.pick(['sample', 'sample', 'gather'] as const);
  const viewType = dice.pick<ViewType>(
    op === 'gather' ? ['2d', '2d_array'] : ['1d', '1d_array', '2d', '2d', '2d_array', '3d'],
  );
  const image = randomImage(dice, { viewType, format: dice.pick(FILTERED), finite: true });
  const drawn = randomSampler(dice);
  const cubic = op === 'sample' && dice.chance(0.2);
  const sampler: Sampler = {
    ...drawn,
    ...(cubic ? { magFilter: 'cubic', minFilter: 'cubic' } : {}),
    anisotropyEnable: viewType.startsWith('2d') && !cubic && dice.chance(0.3),
    maxLod: Math.max(drawn.minLod, drawn.maxLod),
    reductionMode: dice.pick(['weighted_average', 'weighted_average', 'min', 'max']),
    borderColor: [0, 0, 0, 0],
  };
  const instruction: Instruction =
    op === 'gather'
      ? { op, lod: 'explicit', projected: false, sparse: true, component: dice.integer(0, 3) }
      : { lod: dice.pick(LOD_SOURCES), projected: false, sparse: true };
  const source = { ...image, unbound: randomRegions(dice, image) };
  const view = randomView(dice, image, viewType);
  return { sources: [source], states: [{ image: 0, view, sampler, instruction }], batch: sampledQuads(dice, image) };
}

function nullRequest(dice: Dice): DrawnRequest {
  const op = dice.pick(OPERATIONS.filter((each) => each !== 'write'));
  const instruction: Instruction = {
    op,
    lod: dice.pick(LOD_SOURCES),
    projected: false,
    blockMatch: { metric: 'sad', form: dice.pick(['single', 'window', 'gather']) },
  };
  const image = randomImage(dice, { viewType: '2d', format: TEXEL_FORMATS.get('r8_unorm')! });
  return {
    sources: [image],
    states: [{ image: null, sampler: randomSampler(dice), instruction }],
    batch: sampledQuads(dice, image),
  };
}
