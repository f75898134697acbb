import type { ImageSource } from '../../rtl-model/memory/image.ts';
import { levelSize } from '../../rtl-model/memory/level-size.ts';
import { IDENTITY_MAPPING, type ImageView, wholeView } from '../../rtl-model/state/image-view.ts';
import { type Instruction, LOD_SOURCES, type Operation } from '../../rtl-model/state/instruction.ts';
import { QUAD_LANES } from '../../rtl-model/registers/quad-batch.ts';
import { DEFAULT_SAMPLER, type Sampler } from '../../rtl-model/state/sampler.ts';
import { ASPECTS } from '../../rtl-model/formats/texel-format.ts';
import { TEXEL_FORMATS } from '../../rtl-model/formats/texel-formats.ts';
import type { Dice } from './dice.ts';
import { placeLanes, writtenLane } from './random-integer-operations.ts';
import { randomSampler } from './random-requests.ts';
import {
  batchOf,
  type DrawnRequest,
  FILTERED,
  QUADS,
  randomImage,
  randomRegions,
  sampledQuads,
  SUBSAMPLED,
  WRITTEN,
} from './random-views.ts';

const PLANAR = SUBSAMPLED.filter(({ planes }) => planes !== null);

/** Views of planes, of slices of a 3D image as a 2D image, and of ranges of slices: sampled, fetched, read, written. */
export function partRequest(dice: Dice): DrawnRequest {
  const part = dice.pick(['plane', 'slice', 'slices'] as const);
  const drawn = part === 'plane' ? planeOfImage(dice) : slicesOfImage(dice, part);
  const { image, view } = drawn;
  const source = dice.chance(0.2) ? { ...image, unbound: randomRegions(dice, image) } : image;
  // A sliced view is for storage images.
  const op = dice.pick(
    part === 'slices' ? (['read', 'write', 'query_size'] as const) : (['sample', 'fetch', 'write'] as const),
  );
  const storable = WRITTEN.includes(view.format);
  return op === 'sample'
    ? sampled(dice, source, view)
    : accessed(dice, source, view, storable || op === 'query_size' ? op : part === 'slices' ? 'read' : 'fetch');
}

interface Part {
  readonly image: ImageSource;
  readonly view: ImageView;
}

function planeOfImage(dice: Dice): Part {
  const viewType = dice.pick(['2d', '2d_array'] as const);
  const image = randomImage(dice, { viewType, format: dice.pick(PLANAR), even: true, levels: 1 });
  const planes = image.format.planes!;
  const plane = dice.integer(0, planes.length - 1);
  const layerCount = viewType === '2d' ? 1 : image.layers;
  const format = TEXEL_FORMATS.get(planes[plane].viewFormat)!;
  const aspect = ASPECTS[ASPECTS.indexOf('plane_0') + plane];
  return { image, view: { ...wholeView(image), viewType, layerCount, format, aspect } };
}

function slicesOfImage(dice: Dice, part: 'slice' | 'slices'): Part {
  const drawn = randomImage(dice, { viewType: '3d', format: dice.pick(dice.pick([FILTERED, WRITTEN])), finite: true });
  const image = { ...drawn, view2DCompatible: true };
  const baseMipLevel = dice.integer(0, image.levels.length - 1);
  const depth = levelSize(image.depth ?? 1, baseMipLevel);
  const level: ImageView = { ...wholeView(image), components: IDENTITY_MAPPING, baseMipLevel, levelCount: 1 };
  const first = dice.integer(0, depth - 1);
  if (part === 'slice') return { image, view: { ...level, viewType: '2d', baseArrayLayer: first } };
  return { image, view: { ...level, slices: { sliceOffset: first, sliceCount: dice.integer(1, depth - first) } } };
}

function sampled(dice: Dice, image: ImageSource, view: ImageView): DrawnRequest {
  const drawn = randomSampler(dice);
  const integer = view.format.componentType === 'uint' || view.format.componentType === 'sint';
  const sampler: Sampler = {
    ...drawn,
    ...(integer ? { magFilter: 'nearest', minFilter: 'nearest', mipmapMode: 'nearest' } : {}),
    borderColor: [0, 0, 0, 0],
    anisotropyEnable: false,
    maxLod: Math.max(drawn.minLod, drawn.maxLod),
  };
  const instruction: Instruction = { lod: dice.pick(LOD_SOURCES), projected: false };
  return { sources: [image], states: [{ image: 0, view, sampler, instruction }], batch: sampledQuads(dice, image) };
}

/** Reads, fetches or asks for the size; or writes, and reads of the same texels through the same view. */
function accessed(
  dice: Dice,
  image: ImageSource,
  view: ImageView,
  op: 'fetch' | 'read' | 'write' | 'query_size',
): DrawnRequest {
  const ops: readonly Operation[] = op === 'write' ? ['write', 'read'] : [op];
  const states = ops.map((each) => ({
    image: 0,
    view,
    sampler: DEFAULT_SAMPLER,
    instruction: { op: each, lod: 'explicit', projected: false } as const,
  }));
  const batch = batchOf(ops.length * QUADS, (all, lane) => {
    placeLanes(dice, all, lane, image, view);
    if (op === 'write') writtenLane(dice, all, lane, view.format);
  });
  for (let quad = QUADS; quad < ops.length * QUADS; quad++) {
    batch.state[quad] = 1;
    for (let lane = QUAD_LANES * quad; lane < QUAD_LANES * (quad + 1); lane++) {
      for (const of of [batch.i, batch.j, batch.k, batch.integerLayer, batch.level])
        of[lane] = of[lane - QUAD_LANES * QUADS];
    }
  }
  return { sources: [image], states, batch };
}
