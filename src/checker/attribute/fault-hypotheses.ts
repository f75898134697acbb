import { levelSize } from '../../../rtl-model/memory/level-size.ts';
import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import type { TexelFormat } from '../../../rtl-model/formats/texel-format.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import type { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { type ComponentMapping, IDENTITY_MAPPING, type ImageView } from '../../../rtl-model/state/image-view.ts';
import {
  ADDRESS_MODES,
  CHROMA_LOCATIONS,
  COMPARE_OPS,
  type CompareOp,
  MIPMAP_MODES,
  REDUCTION_MODES,
  type Sampler,
  YCBCR_MODELS,
  YCBCR_RANGES,
  type YcbcrConversion,
} from '../../../rtl-model/state/sampler.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import { axesOf, isArray, isCube } from '../../specification/state/view.ts';
import { srgbLinear } from '../../specification/texels/srgb.ts';
import { type Freedom, isFree } from '../profiles.ts';
import {
  type Changed,
  change,
  each,
  type Groups,
  type GroupsOf,
  type Hypothesis,
  type JudgedState,
  ofSamples,
  withSampler,
  withView,
} from './changed-questions.ts';
import type { Fault } from './faults.ts';
import { OTHER_PLACES, OTHER_WEIGHTS } from './moved-places.ts';
import { linearAfterFilter, otherComponents, otherRange } from './returned-results.ts';

/** The inverse comparison, the one with its operands exchanged, and the one that differs where they are equal. */
const RELATED_COMPARISONS: readonly Readonly<Record<CompareOp, CompareOp>>[] = [
  {
    never: 'always',
    less: 'greater_or_equal',
    equal: 'not_equal',
    less_or_equal: 'greater',
    greater: 'less_or_equal',
    not_equal: 'equal',
    greater_or_equal: 'less',
    always: 'never',
  },
  {
    never: 'never',
    less: 'greater',
    equal: 'equal',
    less_or_equal: 'greater_or_equal',
    greater: 'less',
    not_equal: 'not_equal',
    greater_or_equal: 'less_or_equal',
    always: 'always',
  },
  {
    never: 'equal',
    less: 'less_or_equal',
    equal: 'never',
    less_or_equal: 'less',
    greater: 'greater_or_equal',
    not_equal: 'always',
    greater_or_equal: 'greater',
    always: 'not_equal',
  },
];

/**
 * Every hypothesis, the smallest fault first: of those that explain as many results the first counts. A hypothesis
 * that changes bits or bounds leaves everything else as the specification has it.
 */
export const HYPOTHESES: readonly Hypothesis[] = [
  { fault: 'widths/other-design', groups: () => [[{}]] },
  { fault: 'filter-unit/narrowing', groups: () => [], within: (given) => 2 * lerpsOf(given) },
  { fault: 'texel-decoder/conversion-precision', groups: () => [], within: decodingUnits },
  granted('address-unit/coordinate', 'coordinate-rounding'),
  granted('lod-unit/lod', 'lod-rounding'),
  granted('lod-unit/level-rule', 'level-rule'),
  granted('address-unit/layer-rule', 'layer-rule'),
  granted('address-unit/range', 'unreduced-range'),
  coarser('address-unit/coordinate', 1, 'subTexelPrecisionBits'),
  coarser('lod-unit/lod', 1, 'mipmapPrecisionBits'),
  ...RELATED_COMPARISONS.map((related): Hypothesis => ({
    fault: 'filter-unit/comparison',
    groups: compared(({ texture }) => [[withSampler(texture, { compareOp: related[texture.sampler.compareOp] })]]),
  })),
  // One comparison a hypothesis: all together would permit every result of 0 or 1.
  ...COMPARE_OPS.map((compareOp): Hypothesis => ({
    fault: 'filter-unit/comparison',
    groups: compared(({ texture }) => [[withSampler(texture, { compareOp })]]),
  })),
  { fault: 'filter-unit/comparison', groups: compared(movedReference) },
  coarser('address-unit/coordinate', 2, 'subTexelPrecisionBits'),
  coarser('lod-unit/lod', 2, 'mipmapPrecisionBits'),
  { fault: 'lod-unit/magnification', groups: samplers(swappedFilters) },
  granted('lod-unit/level-weight', 'level-weight'),
  granted('lod-unit/scale-factor', 'scale-factor'),
  { fault: 'lod-unit/scale-factor', groups: ofSamples(nearbyLods) },
  coarser('address-unit/coordinate', 4, 'subTexelPrecisionBits'),
  coarser('lod-unit/lod', 4, 'mipmapPrecisionBits'),
  { fault: 'front-end/projection', groups: unprojected },
  { fault: 'front-end/lane', groups: () => each([0, 1, 2, 3], (lane) => ({ lane })) },
  { fault: 'address-unit/offset', groups: () => each(OFFSETS, (operands) => ({ operands })) },
  { fault: 'address-unit/address-mode', groups: samplers(otherModes) },
  { fault: 'address-unit/border-color', groups: samplers(otherBorders) },
  { fault: 'address-unit/cube-edge', groups: samplers(otherEdges) },
  { fault: 'filter-unit/filter', groups: samplers(() => (['nearest', 'linear'] as const).map(onlyFilter)) },
  { fault: 'filter-unit/reduction', groups: samplers((sampler) => others(sampler, 'reductionMode', REDUCTION_MODES)) },
  {
    fault: 'texel-decoder/components',
    groups: ({ texture, view }) => each(otherMappings(view), (components) => withView(texture, view, { components })),
  },
  { fault: 'texel-decoder/conversion', groups: otherFormats },
  { fault: 'texel-decoder/conversion', groups: ofSamples(linearAfterFilter) },
  otherComponents,
  otherRange,
  ...OTHER_WEIGHTS,
  ...OTHER_PLACES,
  { fault: 'texel-decoder/ycbcr', groups: otherConversions },
  { fault: 'lod-unit/lod-clamp', groups: ofSamples(withoutBounds) },
  {
    fault: 'lod-unit/anisotropy',
    // The other way round would permit all texels of a footprint, which explains too much.
    groups: samplers(({ anisotropyEnable }) => (anisotropyEnable ? [{ anisotropyEnable: false }] : [])),
  },
  { fault: 'address-unit/layer', groups: otherLayers },
  { fault: 'address-unit/slice', groups: otherSlices },
  { fault: 'address-unit/cube-face', groups: ofSamples(otherFaces) },
  { fault: 'lod-unit/query', groups: otherAnswers },
  { fault: 'address-unit/gather-order', groups: otherOrders },
  { fault: 'address-unit/sample', groups: otherSamples },
  { fault: 'address-unit/texel', groups: nextTexels },
  { fault: 'lod-unit/level', groups: otherLevels },
  // Without an offset it permits what other levels do, which come first.
  { fault: 'address-unit/offset', groups: ofSamples(withOffsetOfFinerLevel) },
];

/** Lerps of a filtered sample, one at least; 0 where texels are returned as they are. */
function lerpsOf({ texture: { sampler, instruction }, view }: JudgedState): number {
  const { magFilter, minFilter, mipmapMode } = sampler;
  if ((instruction.op ?? 'sample') !== 'sample') return 0;
  const within = [magFilter, minFilter].some((filter) => filter !== 'nearest') ? axesOf(view.viewType) : 0;
  return within + Number(mipmapMode === 'linear' && view.levelCount > 1);
}

/** The operations whose results are texels, filtered or not. */
const RETURNING_TEXELS = ['sample', 'gather', 'fetch', 'read'];

/** A linear sRGB value of too few bits is off by less than a code, filtered or not. Sums of windows are their own fault. */
function decodingUnits(given: JudgedState): number {
  if (!RETURNING_TEXELS.includes(given.texture.instruction.op ?? 'sample')) return 0;
  if (lerpsOf(given) === 0) return 2;
  return given.view.format.componentType === 'srgb' ? 1 : 0;
}

/** A grid of so many bits less than the profile's, of one bit at least. */
function coarser(fault: Fault, bits: number, limit: 'subTexelPrecisionBits' | 'mipmapPrecisionBits'): Hypothesis {
  const groups = ({ profile }: JudgedState) => {
    const most = profile[limit];
    return [[{ profile: { ...profile, [limit]: Math.min(most, Math.max(1, most - bits)) } }]];
  };
  return { fault, groups: ofSamples(groups) };
}

/** Another choice where the profile leaves none. */
function granted(fault: Fault, freedom: Freedom): Hypothesis {
  const groups = ({ profile }: JudgedState) =>
    isFree(profile, freedom) ? [] : [[{ profile: { ...profile, granted: [freedom] } }]];
  return { fault, groups: ofSamples(groups) };
}

/** A hypothesis about comparisons. */
function compared(groups: GroupsOf): GroupsOf {
  return (given) => (given.texture.instruction.dref === true ? groups(given) : []);
}

/** Samples and gathers with one of some changes of the sampler. */
function samplers(changes: (sampler: Sampler, view: ImageView) => readonly Partial<Sampler>[]): GroupsOf {
  return ofSamples(({ texture, view }) =>
    each(changes(texture.sampler, view), (change) => withSampler(texture, change)),
  );
}

function unprojected({ texture }: JudgedState): Groups {
  const { instruction } = texture;
  return instruction.projected
    ? [[{ texture: { ...texture, instruction: { ...instruction, projected: false } } }]]
    : [];
}

function others<K extends keyof Sampler>(sampler: Sampler, field: K, values: readonly Sampler[K][]) {
  return values.filter((value) => value !== sampler[field]).map((value): Partial<Sampler> => ({ [field]: value }));
}

function swappedFilters({ magFilter, minFilter }: Sampler) {
  return magFilter === minFilter ? [] : [magFilter, minFilter].map(onlyFilter);
}

function onlyFilter(filter: Sampler['magFilter']) {
  return { magFilter: filter, minFilter: filter };
}

const LOD_STEPS = [-1, -0.75, -0.5, -0.25, 0.25, 0.5, 0.75, 1];

/** LODs up to one level off, in steps in which a result between levels is a blend of the same two. */
function nearbyLods({ texture, view }: JudgedState): Groups {
  const { sampler, instruction } = texture;
  if (instruction.lod === 'explicit' || view.levelCount === 1) return [];
  const biased = (by: number) => withSampler(texture, { mipLodBias: sampler.mipLodBias + by });
  return LOD_STEPS.map((by) => [biased(by), biased(by - Math.sign(by) / 4)]);
}

function otherLevels({ texture, view }: JudgedState): Groups {
  const { baseMipLevel, levelCount } = view;
  if (levelCount === 1) return [];
  const alone = Array.from({ length: levelCount }, (_, level) =>
    withView(texture, view, { baseMipLevel: baseMipLevel + level, levelCount: 1 }),
  );
  if (texture.instruction.op !== undefined && texture.instruction.op !== 'sample') {
    return Array.from({ length: levelCount }, (_, level) => [{ operands: (batch) => batch.level.fill(level) }]);
  }
  return texture.sampler.mipmapMode === 'nearest'
    ? alone.map((level) => [level])
    : alone.slice(1).map((level, n) => [alone[n], level]);
}

function withoutBounds({ texture, view }: JudgedState): Groups {
  const unbiased = (batch: QuadBatch) => batch.lod.fill(0);
  const { mipLodBias, minLod, maxLod } = texture.sampler;
  const between = (change: (by: number) => Partial<Sampler>) =>
    [-0.5, 0.5].map((by) => withSampler(texture, change(by)));
  return [
    [withSampler(texture, { mipLodBias: 0 })],
    [withSampler(texture, { minLod: 0 })],
    [withSampler(texture, { maxLod: 1000 })],
    between((by) => ({ mipLodBias: mipLodBias + by })),
    between((by) => ({ minLod: minLod + by })),
    between((by) => ({ maxLod: maxLod + by })),
    [withView(texture, view, { minLod: 0 })],
    ...(texture.instruction.lod === 'explicit' ? [] : [[{ operands: unbiased }]]),
  ];
}

const AXES = ['addressModeU', 'addressModeV', 'addressModeW'] as const;

/** The address modes of a view's axes. */
function axesIn({ viewType }: ImageView) {
  return AXES.slice(0, axesOf(viewType));
}

/** Another mode along one axis, or along all. */
function otherModes(sampler: Sampler, view: ImageView): readonly Partial<Sampler>[] {
  // Y'CbCr samples have clamp_to_edge alone (VUID-VkSamplerCreateInfo-addressModeU-01646).
  if (isCube(view.viewType) || sampler.ycbcrConversion !== null) return [];
  const alone = axesIn(view).flatMap((axis) => others(sampler, axis, ADDRESS_MODES));
  return [...alone, ...ADDRESS_MODES.map((mode) => Object.fromEntries(axesIn(view).map((axis) => [axis, mode])))];
}

const BORDERS = [
  [0, 0, 0, 0],
  [0, 0, 0, 1],
  [1, 1, 1, 1],
] as const;

function otherBorders(sampler: Sampler, view: ImageView) {
  const reached = axesIn(view).some((axis) => sampler[axis] === 'clamp_to_border');
  const [r, g, b, a] = sampler.borderColor;
  const linear = [r, g, b].map(srgbLinear);
  const made: readonly Sampler['borderColor'][] = [
    [b, g, r, a],
    [a, r, g, b],
    [r, g, b, 0],
    [r, g, b, 1],
    [r, 0, 0, 1],
    [linear[0], linear[1], linear[2], a],
    ...swizzledBorders(sampler.borderColor, view),
  ];
  return reached ? [...BORDERS, ...made].map((borderColor) => ({ borderColor })) : [];
}

/** A border that is swizzled twice, or not at all. */
function swizzledBorders(color: Sampler['borderColor'], { components }: ImageView): readonly Sampler['borderColor'][] {
  const own = components.map((component, c) => (component === 'identity' ? c : 'rgba'.indexOf(component)));
  const twice = own.map((from) => color[from] ?? 0);
  const none = [0, 1, 2, 3].map((c) => color[own.indexOf(c)] ?? 0);
  return [twice, none].map(([r, g, b, a]) => [r, g, b, a] as const);
}

function otherEdges({ nonSeamlessCubeMap }: Sampler, { viewType }: ImageView) {
  return isCube(viewType) ? [{ nonSeamlessCubeMap: !nonSeamlessCubeMap }] : [];
}

/** The reference a code of a 16-bit or 8-bit format to either side. */
function movedReference(): Groups {
  const steps = [-1, 1].flatMap((sign) => [sign * 2 ** -16, sign * 2 ** -8]);
  return each(steps, (by) => ({ operands: ({ dref }) => change(dref, (reference) => reference + by) }));
}

const COMPONENTS = ['r', 'g', 'b', 'a'] as const;

/** Other orders, missing components, and the swizzle of the view applied twice or the other way round. */
function otherMappings({ components }: ImageView): readonly ComponentMapping[] {
  const own = components.map((component, c) => (component === 'identity' ? COMPONENTS[c] : component));
  const twice = own.map((component) => own[COMPONENTS.findIndex((name) => name === component)] ?? component);
  const inverse = COMPONENTS.map((component) => COMPONENTS[own.indexOf(component)] ?? 'zero');
  return [...MAPPINGS, ...[twice, inverse].map(([r, g, b, a]): ComponentMapping => [r, g, b, a])];
}

const MAPPINGS: readonly ComponentMapping[] = [
  ['b', 'g', 'r', 'a'],
  ['a', 'b', 'g', 'r'],
  ['identity', 'identity', 'identity', 'one'],
  ['identity', 'identity', 'identity', 'zero'],
  ['r', 'r', 'r', 'r'],
  ['r', 'r', 'r', 'one'],
  ['r', 'r', 'r', 'a'],
  ['r', 'g', 'b', 'a'],
];

const CONVERSIONS = ['unorm', 'snorm', 'srgb', 'uint', 'sint', 'sfloat', 'uscaled', 'sscaled'] as const;

/** Formats of the same bits: `r8_snorm` for `r8_unorm`, and `r16_unorm` for `r10x6_unorm_pack16`, whose padding counts. */
function otherFormats({ texture, image, view }: JudgedState): Groups {
  const { name, componentType } = view.format;
  const padded = name.replaceAll(/10x6|12x4|14x2/g, '16').replace(/_[234]?pack16(_arm)?$/, '');
  const names = [...CONVERSIONS.map((other) => name.replace(componentType, other)), padded];
  const known = names.flatMap((other) => (other === name ? [] : (TEXEL_FORMATS.get(other) ?? [])));
  const formats = image.format === view.format || image.format.planes !== null ? known : [image.format, ...known];
  // The planes of an image are those of its own format.
  const changed = ({ planes }: TexelFormat) => planes !== null && view.format === image.format;
  return each(formats, (format) => ({
    ...withView(texture, view, { format }),
    ...(changed(format) && { image: { ...image, format } }),
  }));
}

function otherConversions({ texture }: JudgedState): Groups {
  const { ycbcrConversion } = texture.sampler;
  if (ycbcrConversion === null) return [];
  const changes: readonly Partial<YcbcrConversion>[] = [
    ...YCBCR_MODELS.map((ycbcrModel) => ({ ycbcrModel })),
    ...YCBCR_RANGES.map((ycbcrRange) => ({ ycbcrRange })),
    ...CHROMA_LOCATIONS.flatMap((at) => [{ xChromaOffset: at }, { yChromaOffset: at }]),
    ...MIPMAP_MODES.map((chromaFilter) => ({ chromaFilter })),
    { forceExplicitReconstruction: !ycbcrConversion.forceExplicitReconstruction },
    { components: ['b', 'identity', 'r', 'identity'] },
    { components: IDENTITY_MAPPING },
  ];
  return each(changes, (change) => withSampler(texture, { ycbcrConversion: { ...ycbcrConversion, ...change } }));
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
  const levels = image.levels.map((level) => {
    const bytes = level.length / image.layers;
    const faces = Array.from({ length: image.layers }, (_, layer) => {
      const from = layer - (layer % order.length) + order[layer % order.length];
      return from < image.layers ? level.subarray(from * bytes, (from + 1) * bytes) : level.subarray(0, bytes);
    });
    return Uint8Array.from(faces.flatMap((face) => [...face]));
  });
  return { ...image, levels };
}

/** Faces in another order; directions with one component negated, or two exchanged. */
function otherFaces({ image, view }: JudgedState): Groups {
  if (!isCube(view.viewType)) return [];
  const pairs = [
    ['s', 't'],
    ['t', 'r'],
    ['r', 's'],
  ] as const;
  // The order counts from the first layer of an image with whole cubes.
  const orders = view.baseArrayLayer % 6 === 0 ? FACE_ORDERS : [];
  const reordered = each(orders, (order): Changed => ({ image: withFaces(image, order) }));
  const turned = pairs.flatMap(([a, b]): Groups => [
    [{ operands: (batch: QuadBatch) => change(batch[a], (value) => -value) }],
    [
      {
        operands: ({ [a]: one, [b]: other }: QuadBatch) =>
          one.forEach((value, n) => ([one[n], other[n]] = [other[n], value])),
      },
    ],
  ]);
  return [...reordered, ...turned];
}

function isQuery({ instruction }: TextureState): boolean {
  return instruction.op?.startsWith('query') === true;
}

/** Queries of the whole image, and LODs of coordinates that differ by more or less. */
function otherAnswers({ texture, view }: JudgedState): Groups {
  if (!isQuery(texture)) return [];
  const whole = withView(texture, view, { baseMipLevel: 0, levelCount: view.baseMipLevel + view.levelCount });
  const scaledBy = (by: number): Changed => ({
    operands: ({ s, t, r }) => [s, t, r].forEach((axis) => change(axis, (value) => value * 2 ** by)),
  });
  const ofFirstLevel: Changed = { operands: ({ level }) => level.fill(0) };
  return [[whole], [ofFirstLevel], ...LOD_STEPS.map((by) => [scaledBy(by), scaledBy(by - Math.sign(by) / 4)])];
}

/** A layer to either side, the first one, and layers that are counted from that of the image or from twice the view's. */
function otherLayers({ texture, image, view }: JudgedState): Groups {
  const { baseArrayLayer, layerCount } = view;
  const first = [0, 2 * baseArrayLayer].filter(
    (layer) => layer !== baseArrayLayer && layer + layerCount <= image.layers,
  );
  const base = each(first, (layer) => withView(texture, view, { baseArrayLayer: layer }));
  if (!isArray(view.viewType)) return base;
  const beside = each([-1, 1], (by) => ({
    operands: ({ layer, integerLayer }) => [layer, integerLayer].forEach((one) => change(one, (value) => value + by)),
  }));
  const none: Changed = {
    operands: ({ layer, integerLayer }) => [layer, integerLayer].forEach((one) => one.fill(0)),
  };
  return [...beside, [none], ...base];
}

/** All slices of the volume, where a view has some. */
function otherSlices({ texture, view }: JudgedState): Groups {
  const { slices, ...whole } = view;
  return slices === undefined ? [] : [[{ texture: { ...texture, view: whole } }]];
}

/** The texels of a gather in other orders: row by row, the other way round, and with the rows exchanged. */
const GATHER_ORDERS = [
  [0, 1, 2, 3],
  [1, 0, 3, 2],
  [2, 3, 1, 0],
  [3, 2, 0, 1],
  [2, 3, 0, 1],
] as const;
/** Row by row. */
const RECTANGLE = [
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
] as const;

function otherOrders({ texture }: JudgedState): Groups {
  const { instruction } = texture;
  if (instruction.op !== 'gather' || instruction.gatherOffsets !== undefined) return [];
  return each(GATHER_ORDERS, ([a, b, c, d]) => ({
    texture: {
      ...texture,
      instruction: { ...instruction, gatherOffsets: [RECTANGLE[a], RECTANGLE[b], RECTANGLE[c], RECTANGLE[d]] },
    },
  }));
}

/** The first sample, or the next one, of a multisampled image. */
function otherSamples({ texture: { instruction } }: JudgedState): Groups {
  if (!['fetch', 'read'].includes(instruction.op ?? 'sample')) return [];
  return [
    [{ operands: ({ sample }) => sample.fill(0) }],
    [{ operands: ({ sample }) => change(sample, (value) => value + 1) }],
  ];
}

/** Offsets that are left out, negated, doubled, along the first axis alone, or exchanged. */
const OFFSETS: readonly ((batch: QuadBatch) => void)[] = [
  (batch) => offsetsIn(batch).forEach((offsets) => offsets.fill(0)),
  (batch) => offsetsIn(batch).forEach((offsets) => change(offsets, (offset) => -offset)),
  (batch) => offsetsIn(batch).forEach((offsets) => change(offsets, (offset) => 2 * offset)),
  ({ offsetV, offsetW }) => [offsetV, offsetW].forEach((offsets) => offsets.fill(0)),
  ({ offsetU, offsetV }) => offsetU.forEach((offset, n) => ([offsetU[n], offsetV[n]] = [offsetV[n], offset])),
];

function offsetsIn({ offsetU, offsetV, offsetW, laneOffset }: QuadBatch) {
  return [offsetU, offsetV, offsetW, laneOffset];
}

/**
 * All neighbours of the texel along the axes of the view. Those of a compressed block have its few colours, and tell
 * nothing.
 */
function nextTexels({ texture, view }: JudgedState): Groups {
  if (view.format.codec !== null || !RETURNING_TEXELS.includes(texture.instruction.op ?? 'sample')) return [];
  const steps = [-1, 0, 1];
  const [ys, zs] = [2, 3].map((axes) => (axesOf(view.viewType) >= axes ? steps : [0]));
  const places = steps.flatMap((x) => ys.flatMap((y) => zs.map((z) => [x, y, z] as const)));
  return each(places, ([x, y, z]) => ({
    operands: (batch) => {
      const { i, j, k, offsetU, offsetV, offsetW } = batch;
      [i, offsetU].forEach((operand) => change(operand, (value) => value + x));
      [j, offsetV].forEach((operand) => change(operand, (value) => value + y));
      [k, offsetW].forEach((operand) => change(operand, (value) => value + z));
    },
  }));
}

/** Two levels of which the coarser one gets the offset of the finer one beside its own. */
function withOffsetOfFinerLevel({ texture, image, view }: JudgedState): Groups {
  if (texture.sampler.mipmapMode !== 'linear') return [];
  const { width, height, depth = 1 } = image;
  return Array.from({ length: view.levelCount - 1 }, (_, n) => {
    const finer = view.baseMipLevel + n;
    const moved = ({ s, t, r, offsetU, offsetV, offsetW }: QuadBatch) => {
      change(s, (value) => value + offsetU[0] / levelSize(width, finer));
      change(t, (value) => value + offsetV[0] / levelSize(height, finer));
      change(r, (value) => value + offsetW[0] / levelSize(depth, finer));
    };
    const alone = (baseMipLevel: number) => withView(texture, view, { baseMipLevel, levelCount: 1 });
    return [alone(finer), { ...alone(finer + 1), operands: moved }];
  });
}
