import { levelSize } from '../../../rtl-model/memory/level-size.ts';
import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import type { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { isArray, isCube } from '../../specification/state/view.ts';
import {
  change,
  type ChangedQuestion,
  each,
  exchange,
  type Groups,
  type GroupsOf,
  type Hypothesis,
  type JudgedState,
  ofSamples,
  withSampler,
  withView,
} from './changed-questions.ts';
import { withBytes } from './changed-formats.ts';

const LOD_STEPS = [-1, -0.75, -0.5, -0.25, 0.25, 0.5, 0.75, 1];

/** LODs up to one level off, in steps so small that each result blends the same two levels. */
function nearbyLods({ texture, view }: JudgedState): Groups {
  const { sampler, instruction } = texture;
  if (instruction.lod === 'explicit' || view.levelCount === 1) return [];
  const biased = (by: number) => withSampler(texture, { mipLodBias: sampler.mipLodBias + by });
  return LOD_STEPS.map((by) => [biased(by), biased(by - Math.sign(by) / 4)]);
}

function otherLevels({ texture, view }: JudgedState): Groups {
  const { baseMipLevel, levelCount } = view;
  const { op = 'sample' } = texture.instruction;
  if (levelCount === 1 || op.startsWith('query')) return [];
  const levels = Array.from({ length: levelCount }, (_, level) => level);
  if (op !== 'sample') return each(levels, (level) => ({ operands: (batch) => batch.level.fill(level) }));
  const alone = levels.map((level) => withView(texture, view, { baseMipLevel: baseMipLevel + level, levelCount: 1 }));
  return texture.sampler.mipmapMode === 'nearest'
    ? alone.map((level) => [level])
    : alone.slice(1).map((level, n) => [alone[n], level]);
}

/** Every second level in place of the next one. */
function levelsBeyondNext({ texture, view }: JudgedState): Groups {
  const { op = 'sample' } = texture.instruction;
  if (op !== 'sample' || texture.sampler.mipmapMode === 'nearest') return [];
  const alone = (level: number) => withView(texture, view, { baseMipLevel: view.baseMipLevel + level, levelCount: 1 });
  return Array.from({ length: Math.max(0, view.levelCount - 2) }, (_, level) => [alone(level), alone(level + 2)]);
}

/** Levels of fetches that count from the first one of the image. */
function levelsOfImage({ texture, view }: JudgedState): Groups {
  const { baseMipLevel, levelCount } = view;
  const fetches = texture.instruction.op === 'fetch' || texture.instruction.op === 'read';
  if (!fetches || baseMipLevel === 0) return [];
  return [[withView(texture, view, { baseMipLevel: 0, levelCount: baseMipLevel + levelCount })]];
}

/** The levels of the image beyond those of the view. */
function allLevels({ texture, image, view }: JudgedState): Groups {
  const levelCount = image.levels.length - view.baseMipLevel;
  return levelCount > view.levelCount ? [[withView(texture, view, { levelCount })]] : [];
}

/** Orders of a cube's faces: the next one, the opposite ones exchanged, and those of two axes exchanged. */
const FACE_ORDERS = [
  [1, 2, 3, 4, 5, 0],
  [5, 0, 1, 2, 3, 4],
  [1, 0, 3, 2, 5, 4],
  [1, 0, 2, 3, 4, 5],
  [0, 1, 3, 2, 4, 5],
  [0, 1, 2, 3, 5, 4],
  [2, 3, 0, 1, 4, 5],
  [4, 5, 2, 3, 0, 1],
  [0, 1, 4, 5, 2, 3],
];

/** The image with the faces of its cubes in another order. */
function withFaces(image: ImageSource, order: readonly number[]): ImageSource {
  return withBytes(image, (level) => {
    const bytes = level.length / image.layers;
    const faces = Array.from({ length: image.layers }, (_, layer) => {
      const from = layer - (layer % order.length) + order[layer % order.length];
      return from < image.layers ? level.subarray(from * bytes, (from + 1) * bytes) : level.subarray(0, bytes);
    });
    return Uint8Array.from(faces.flatMap((face) => [...face]));
  });
}

const DIRECTIONS = [
  ['s', 't'],
  ['t', 'r'],
  ['r', 's'],
] as const;

/** Faces in another order; directions with one component negated, or two exchanged. */
const FACES: readonly Hypothesis[] = [
  // The order counts from the first layer of an image with whole cubes.
  ...FACE_ORDERS.map((order) =>
    ofCubes(({ image, view }) => (view.baseArrayLayer % 6 === 0 ? [[{ image: withFaces(image, order) }]] : [])),
  ),
  ...DIRECTIONS.flatMap(([a, b]) => [
    ofCubes(() => [[{ operands: (batch) => change(batch[a], (value) => -value) }]]),
    ofCubes(() => [[{ operands: (batch) => exchange(batch[a], batch[b]) }]]),
  ]),
];

function ofCubes(groups: GroupsOf): Hypothesis {
  const ofCube = ofSamples((given) => (isCube(given.view.viewType) ? groups(given) : []));
  return { fault: 'address-unit/cube-face', groups: ofCube };
}

/** Queries of the whole image or its first level, and LOD queries with scaled coordinates. */
function otherAnswers({ texture, view }: JudgedState): Groups {
  const { op = 'sample' } = texture.instruction;
  if (!op.startsWith('query')) return [];
  const whole = withView(texture, view, { baseMipLevel: 0, levelCount: view.baseMipLevel + view.levelCount });
  const scaledBy = (by: number): ChangedQuestion => ({
    operands: ({ s, t, r }) => [s, t, r].forEach((axis) => change(axis, (value) => value * 2 ** by)),
  });
  if (op === 'query_lod') return [[whole], ...LOD_STEPS.map((by) => [scaledBy(by), scaledBy(by - Math.sign(by) / 4)])];
  return [[whole], [{ operands: ({ level }) => level.fill(0) }]];
}

/**
 * Faulty layers, of all arrays or of cube arrays: one before, one after, or the first. Faulty base layers: the first of
 * the image, or twice the view's.
 */
const LAYERS: readonly Hypothesis[] = [
  ...[isArray, isCube].flatMap((concerned) =>
    [(layer: number) => layer - 1, (layer: number) => layer + 1, () => 0].map((other): Hypothesis => ({
      fault: 'address-unit/layer',
      groups: ({ view: { viewType } }) =>
        isArray(viewType) && concerned(viewType)
          ? [[{ operands: ({ layer, integerLayer }) => [layer, integerLayer].forEach((one) => change(one, other)) }]]
          : [],
    })),
  ),
  ...[0, 2].map((times): Hypothesis => ({
    fault: 'address-unit/layer',
    groups: ({ texture, image, view }) => {
      const { baseArrayLayer, layerCount } = view;
      const isOther = baseArrayLayer > 0 && times * baseArrayLayer + layerCount <= image.layers;
      return isOther ? [[withView(texture, view, { baseArrayLayer: times * baseArrayLayer })]] : [];
    },
  })),
];

/** All slices of the volume, or all from the view's first on, where a view selects some. */
function otherSlices({ texture, image: { depth = 1 }, view }: JudgedState): Groups {
  const { slices, ...whole } = view;
  if (slices === undefined) return [];
  const { sliceOffset } = slices;
  const fromFirst = { slices: { sliceOffset, sliceCount: depth - sliceOffset } };
  return [[{ texture: { ...texture, view: whole } }], [withView(texture, view, fromFirst)]];
}

/** Two levels; the coarser one adds the offset of the finer one to its own. */
function withOffsetOfFinerLevel({ texture, image, view }: JudgedState): Groups {
  if (texture.sampler.mipmapMode !== 'linear') return [];
  const { width, height, depth = 1 } = image;
  const concerns = ({ offsetU, offsetV, offsetW }: QuadBatch) => [offsetU, offsetV, offsetW].some(([by]) => by !== 0);
  return Array.from({ length: view.levelCount - 1 }, (_, n) => {
    const finer = view.baseMipLevel + n;
    const moved = ({ s, t, r, offsetU, offsetV, offsetW }: QuadBatch) => {
      change(s, (value) => value + offsetU[0] / levelSize(width, finer));
      change(t, (value) => value + offsetV[0] / levelSize(height, finer));
      change(r, (value) => value + offsetW[0] / levelSize(depth, finer));
    };
    const alone = (baseMipLevel: number) => withView(texture, view, { baseMipLevel, levelCount: 1 });
    return [alone(finer), { ...alone(finer + 1), operands: moved, concerns }];
  });
}

/** A part of the image outside the view: layer, slice, face, level; and its queries. */
export const OTHER_VIEWS: readonly Hypothesis[] = [
  { fault: 'lod-unit/scale-factor', groups: ofSamples(nearbyLods) },
  ...LAYERS,
  { fault: 'address-unit/slice', groups: otherSlices },
  ...FACES,
  { fault: 'lod-unit/query', groups: otherAnswers },
  { fault: 'lod-unit/level', groups: otherLevels },
  { fault: 'lod-unit/level', groups: levelsBeyondNext },
  { fault: 'address-unit/fetch', groups: levelsOfImage },
  { fault: 'lod-unit/level', groups: allLevels },
  { fault: 'address-unit/offset', groups: ofSamples(withOffsetOfFinerLevel) },
];
