import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import type { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import type { ComponentMapping, ImageView } from '../../../rtl-model/state/image-view.ts';
import {
  ADDRESS_MODES,
  CHROMA_LOCATIONS,
  COMPARE_OPS,
  MIPMAP_MODES,
  REDUCTION_MODES,
  type Sampler,
  YCBCR_MODELS,
  YCBCR_RANGES,
  type YcbcrConversion,
} from '../../../rtl-model/state/sampler.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import { axesOf, isArray, isCube } from '../../specification/state/view.ts';
import { type Freedom, isFree, type Profile } from '../profiles.ts';
import type { Fault } from './faults.ts';

/** A texture state with its view, and the profile that judges it. */
export interface JudgedState {
  readonly texture: TextureState;
  readonly view: ImageView;
  readonly profile: Profile;
}

/** The same question with one thing changed. */
export interface Changed {
  readonly texture?: TextureState;
  readonly profile?: Profile;
  /** Changes operands of all four lanes, so that derivatives stay. */
  readonly operands?: (batch: QuadBatch) => void;
  /** The lane whose result was returned instead. */
  readonly lane?: number;
}

/** The changed questions of a fault, in groups. */
type Groups = readonly (readonly Changed[])[];
type GroupsOf = (given: JudgedState) => Groups;

/**
 * A fault of a certain size: it explains a result that one of the changed questions permits. The questions of a group
 * are the ends of a range, and a result between their answers is explained, too.
 */
export interface Hypothesis {
  readonly fault: Fault;
  /** Empty where the fault cannot occur. */
  readonly groups: GroupsOf;
  /** The distance in units of the last place that the fault explains without a question. */
  readonly within?: (given: JudgedState) => number;
}

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
  ...COMPARE_OPS.map((compareOp): Hypothesis => ({
    fault: 'filter-unit/comparison',
    groups: comparedBy({ compareOp }),
  })),
  { fault: 'filter-unit/comparison', groups: movedReference },
  coarser('address-unit/coordinate', 2, 'subTexelPrecisionBits'),
  coarser('lod-unit/lod', 2, 'mipmapPrecisionBits'),
  { fault: 'lod-unit/magnification', groups: sampled(({ texture }) => swappedFilters(texture)) },
  granted('lod-unit/level-weight', 'level-weight'),
  granted('lod-unit/scale-factor', 'scale-factor'),
  { fault: 'lod-unit/scale-factor', groups: sampled(nearbyLods) },
  coarser('address-unit/coordinate', 4, 'subTexelPrecisionBits'),
  coarser('lod-unit/lod', 4, 'mipmapPrecisionBits'),
  { fault: 'front-end/projection', groups: unprojected },
  { fault: 'front-end/lane', groups: () => each([0, 1, 2, 3], (lane) => ({ lane })) },
  { fault: 'address-unit/offset', groups: () => [[{ operands: withoutOffset }]] },
  { fault: 'address-unit/address-mode', groups: sampled(otherModes) },
  { fault: 'address-unit/border-color', groups: sampled(otherBorders) },
  { fault: 'address-unit/cube-edge', groups: sampled(otherEdges) },
  { fault: 'filter-unit/filter', groups: sampled(({ texture }) => otherFilters(texture)) },
  {
    fault: 'filter-unit/reduction',
    groups: sampled(({ texture }) => others(texture, 'reductionMode', REDUCTION_MODES)),
  },
  { fault: 'texel-decoder/components', groups: otherComponents },
  { fault: 'texel-decoder/conversion', groups: otherFormats },
  { fault: 'texel-decoder/ycbcr', groups: otherConversions },
  { fault: 'lod-unit/lod-clamp', groups: sampled(withoutBounds) },
  { fault: 'lod-unit/anisotropy', groups: sampled(({ texture }) => anisotropyTurned(texture)) },
  { fault: 'address-unit/layer', groups: otherLayers },
  { fault: 'address-unit/cube-face', groups: sampled(otherFaces) },
  { fault: 'lod-unit/query', groups: otherAnswers },
  { fault: 'address-unit/texel', groups: nextTexels },
  { fault: 'lod-unit/level', groups: otherLevels },
];

/** Lerps of a filtered sample, one at least; 0 where texels are returned as they are. */
function lerpsOf({ texture: { sampler, instruction }, view }: JudgedState): number {
  const { magFilter, minFilter, mipmapMode } = sampler;
  if ((instruction.op ?? 'sample') !== 'sample') return 0;
  const within = [magFilter, minFilter].some((filter) => filter !== 'nearest') ? axesOf(view.viewType) : 0;
  return within + Number(mipmapMode === 'linear' && view.levelCount > 1);
}

/** A linear sRGB value of too few bits is off by less than a code, filtered or not. */
function decodingUnits(given: JudgedState): number {
  if (isQuery(given.texture)) return 0;
  if (lerpsOf(given) === 0) return 2;
  return given.view.format.componentType === 'srgb' ? 1 : 0;
}

/** A grid of so many bits less than the profile's, of one bit at least. */
function coarser(fault: Fault, bits: number, limit: 'subTexelPrecisionBits' | 'mipmapPrecisionBits'): Hypothesis {
  const groups = ({ profile }: JudgedState) => {
    const most = profile[limit];
    return [[{ profile: { ...profile, [limit]: Math.min(most, Math.max(1, most - bits)) } }]];
  };
  return { fault, groups: sampled(groups) };
}

/** Another choice where the profile leaves none. */
function granted(fault: Fault, freedom: Freedom): Hypothesis {
  const groups = ({ profile }: JudgedState) =>
    isFree(profile, freedom) ? [] : [[{ profile: { ...profile, granted: [freedom] } }]];
  return { fault, groups: sampled(groups) };
}

/** A hypothesis about operations that have an LOD or coordinates with a fraction. */
function sampled(groups: GroupsOf): GroupsOf {
  return (given) => (['sample', 'gather'].includes(given.texture.instruction.op ?? 'sample') ? groups(given) : []);
}

/** Changes an operand of all lanes. */
function change(operand: Float32Array | Int32Array | Int16Array, by: (value: number) => number): void {
  operand.forEach((value, n) => (operand[n] = by(value)));
}

function each<T>(values: readonly T[], changed: (value: T) => Changed): Groups {
  return values.map((value) => [changed(value)]);
}

function withSampler(texture: TextureState, change: Partial<Sampler>): Changed {
  return { texture: { ...texture, sampler: { ...texture.sampler, ...change } } };
}

function unprojected({ texture }: JudgedState): Groups {
  const { instruction } = texture;
  return instruction.projected
    ? [[{ texture: { ...texture, instruction: { ...instruction, projected: false } } }]]
    : [];
}

function withView(texture: TextureState, view: ImageView, change: Partial<ImageView>): Changed {
  return { texture: { ...texture, view: { ...view, ...change } } };
}

function others<K extends keyof Sampler>(texture: TextureState, field: K, values: readonly Sampler[K][]) {
  return each(
    values.filter((value) => value !== texture.sampler[field]),
    (value) => withSampler(texture, { [field]: value }),
  );
}

function swappedFilters(texture: TextureState) {
  const { magFilter, minFilter } = texture.sampler;
  return magFilter === minFilter ? [] : each([magFilter, minFilter], (filter) => onlyFilter(texture, filter));
}

function onlyFilter(texture: TextureState, filter: Sampler['magFilter']): Changed {
  return withSampler(texture, { magFilter: filter, minFilter: filter });
}

function otherFilters(texture: TextureState) {
  return each(['nearest', 'linear'] as const, (filter) => onlyFilter(texture, filter));
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

function anisotropyTurned(texture: TextureState) {
  return [[withSampler(texture, { anisotropyEnable: !texture.sampler.anisotropyEnable })]];
}

const AXES = ['addressModeU', 'addressModeV', 'addressModeW'] as const;

/** Another mode along one axis, or along all. */
function otherModes({ texture, view }: JudgedState): Groups {
  // Y'CbCr samples have clamp_to_edge alone (VUID-VkSamplerCreateInfo-addressModeU-01646).
  if (isCube(view.viewType) || texture.sampler.ycbcrConversion !== null) return [];
  const axes = AXES.slice(0, axesOf(view.viewType));
  const alone = axes.flatMap((axis) => others(texture, axis, ADDRESS_MODES));
  const all = each(ADDRESS_MODES, (mode) => withSampler(texture, Object.fromEntries(axes.map((axis) => [axis, mode]))));
  return [...alone, ...all];
}

const BORDERS = [
  [0, 0, 0, 0],
  [0, 0, 0, 1],
  [1, 1, 1, 1],
] as const;

function otherBorders({ texture, view }: JudgedState): Groups {
  const modes = AXES.slice(0, axesOf(view.viewType)).map((axis) => texture.sampler[axis]);
  return modes.includes('clamp_to_border') ? each(BORDERS, (borderColor) => withSampler(texture, { borderColor })) : [];
}

function otherEdges({ texture, view }: JudgedState): Groups {
  const { nonSeamlessCubeMap } = texture.sampler;
  return isCube(view.viewType) ? [[withSampler(texture, { nonSeamlessCubeMap: !nonSeamlessCubeMap })]] : [];
}

/** Each comparison is a hypothesis of its own: every result of 0 or 1 is right for one or another. */
function comparedBy({ compareOp }: Pick<Sampler, 'compareOp'>): GroupsOf {
  return ({ texture }) => (texture.instruction.dref === true ? [[withSampler(texture, { compareOp })]] : []);
}

/** The reference a code of a 16-bit or 8-bit format to either side. */
function movedReference({ texture }: JudgedState): Groups {
  if (texture.instruction.dref !== true) return [];
  const steps = [-1, 1].flatMap((sign) => [sign * 2 ** -16, sign * 2 ** -8]);
  return each(steps, (by) => ({ operands: ({ dref }) => change(dref, (reference) => reference + by) }));
}

const MAPPINGS: readonly ComponentMapping[] = [
  ['b', 'g', 'r', 'a'],
  ['a', 'b', 'g', 'r'],
  ['identity', 'identity', 'identity', 'one'],
  ['identity', 'identity', 'identity', 'zero'],
  ['r', 'r', 'r', 'r'],
  ['r', 'g', 'b', 'a'],
];

function otherComponents({ texture, view }: JudgedState): Groups {
  return each(MAPPINGS, (components) => withView(texture, view, { components }));
}

const CONVERSIONS = ['unorm', 'snorm', 'srgb', 'uint', 'sint', 'sfloat', 'uscaled', 'sscaled'] as const;

/** Formats of the same bits: `r8_snorm` for `r8_unorm`. */
function otherFormats({ texture, view }: JudgedState): Groups {
  const { name, componentType } = view.format;
  const formats = CONVERSIONS.flatMap((other) => {
    const format = other === componentType ? undefined : TEXEL_FORMATS.get(name.replace(componentType, other));
    return format ?? [];
  });
  return each(formats, (format) => withView(texture, view, { format }));
}

function otherConversions({ texture }: JudgedState): Groups {
  const { ycbcrConversion } = texture.sampler;
  if (ycbcrConversion === null) return [];
  const changes: readonly Partial<YcbcrConversion>[] = [
    ...YCBCR_MODELS.map((ycbcrModel) => ({ ycbcrModel })),
    ...YCBCR_RANGES.map((ycbcrRange) => ({ ycbcrRange })),
    ...CHROMA_LOCATIONS.flatMap((at) => [{ xChromaOffset: at }, { yChromaOffset: at }]),
    ...MIPMAP_MODES.map((chromaFilter) => ({ chromaFilter })),
  ];
  return each(changes, (change) => withSampler(texture, { ycbcrConversion: { ...ycbcrConversion, ...change } }));
}

/** Directions with one component negated, or two exchanged. */
function otherFaces({ view }: JudgedState): Groups {
  if (!isCube(view.viewType)) return [];
  const pairs = [
    ['s', 't'],
    ['t', 'r'],
    ['r', 's'],
  ] as const;
  return pairs.flatMap(([a, b]) => [
    [{ operands: (batch: QuadBatch) => change(batch[a], (value) => -value) }],
    [{ operands: (batch: QuadBatch) => exchange(batch[a], batch[b]) }],
  ]);
}

function exchange(a: Float32Array, b: Float32Array): void {
  a.forEach((value, n) => ([a[n], b[n]] = [b[n], value]));
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
  return [[whole], ...LOD_STEPS.map((by) => [scaledBy(by), scaledBy(by - Math.sign(by) / 4)])];
}

function otherLayers({ view }: JudgedState): Groups {
  if (!isArray(view.viewType)) return [];
  return each([-1, 1], (by) => ({
    operands: ({ layer, integerLayer }) => [layer, integerLayer].forEach((one) => change(one, (value) => value + by)),
  }));
}

function withoutOffset(batch: QuadBatch): void {
  for (const offsets of [batch.offsetU, batch.offsetV, batch.offsetW, batch.laneOffset]) offsets.fill(0);
}

/** All neighbours of the texel along the axes of the view. */
function nextTexels({ view }: JudgedState): Groups {
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
