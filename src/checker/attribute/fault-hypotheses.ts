import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import { QUAD_LANES, type QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import type { ComponentMapping, ImageView } from '../../../rtl-model/state/image-view.ts';
import type { Instruction } from '../../../rtl-model/state/instruction.ts';
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
import {
  type Fault,
  ADDRESS_MODE,
  ANISOTROPY,
  BORDER_COLOR,
  COMPARISON,
  COMPONENTS,
  CONVERSION,
  COORDINATE,
  CUBE_EDGE,
  CUBE_FACE,
  FILTER,
  FORMAT,
  LANE,
  LAYER,
  LAYER_RULE,
  LEVEL,
  LEVEL_RULE,
  LEVEL_WEIGHT,
  LOD,
  LOD_CLAMP,
  MAGNIFICATION,
  NARROWING,
  OFFSET,
  PERMITTED,
  PROJECTION,
  QUERY,
  RANGE,
  REDUCTION,
  SCALE_FACTOR,
  TEXEL,
  YCBCR,
} from './faults.ts';

/** A texture state with its view, and the profile that judges it. */
export interface Asked {
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

/**
 * A fault of a certain size: it explains a result that one of the changed questions permits. The questions of a group
 * are the ends of a range, and a result between their answers is explained, too.
 */
export interface Hypothesis {
  readonly fault: Fault;
  /** Empty where the fault cannot occur. */
  readonly groups: (asked: Asked) => readonly (readonly Changed[])[];
  /** The distance in units of the last place that the fault explains without a question. */
  readonly within?: (asked: Asked) => number;
}

/**
 * Every hypothesis, the smallest fault first: of those that explain as many results the first counts. A hypothesis
 * that changes bits or bounds leaves everything else as the specification has it.
 */
export const HYPOTHESES: readonly Hypothesis[] = [
  { fault: PERMITTED, groups: () => [[{}]] },
  { fault: NARROWING, groups: () => [], within: (asked) => 2 * lerpsOf(asked) },
  { fault: CONVERSION, groups: () => [], within: decodingUnits },
  granted(COORDINATE, 'coordinate-rounding'),
  granted(LOD, 'lod-rounding'),
  granted(LEVEL_RULE, 'level-rule'),
  granted(LAYER_RULE, 'layer-rule'),
  granted(RANGE, 'unreduced-range'),
  coarser(COORDINATE, 1, { subTexelPrecisionBits: 1 }),
  coarser(LOD, 1, { mipmapPrecisionBits: 1 }),
  ...COMPARE_OPS.map((compareOp) => ({ fault: COMPARISON, groups: comparedBy({ compareOp }) })),
  { fault: COMPARISON, groups: movedReference },
  coarser(COORDINATE, 2, { subTexelPrecisionBits: 1 }),
  coarser(LOD, 2, { mipmapPrecisionBits: 1 }),
  { fault: MAGNIFICATION, groups: sampled(({ texture }) => swappedFilters(texture)) },
  granted(LEVEL_WEIGHT, 'level-weight'),
  granted(SCALE_FACTOR, 'scale-factor'),
  { fault: SCALE_FACTOR, groups: sampled(nearbyLods) },
  coarser(COORDINATE, 4, { subTexelPrecisionBits: 1 }),
  coarser(LOD, 4, { mipmapPrecisionBits: 1 }),
  { fault: PROJECTION, groups: withInstruction(({ projected }) => projected, { projected: false }) },
  { fault: LANE, groups: () => each([0, 1, 2, 3], (lane) => ({ lane })) },
  { fault: OFFSET, groups: () => [[{ operands: withoutOffset }]] },
  { fault: ADDRESS_MODE, groups: sampled(otherModes) },
  { fault: BORDER_COLOR, groups: sampled(otherBorders) },
  { fault: CUBE_EDGE, groups: sampled(otherEdges) },
  { fault: FILTER, groups: sampled(({ texture }) => otherFilters(texture)) },
  { fault: REDUCTION, groups: sampled(({ texture }) => others(texture, 'reductionMode', REDUCTION_MODES)) },
  { fault: COMPONENTS, groups: otherComponents },
  { fault: FORMAT, groups: otherFormats },
  { fault: YCBCR, groups: otherConversions },
  { fault: LOD_CLAMP, groups: sampled(withoutBounds) },
  { fault: ANISOTROPY, groups: sampled(({ texture }) => anisotropyTurned(texture)) },
  { fault: LAYER, groups: otherLayers },
  { fault: CUBE_FACE, groups: sampled(otherFaces) },
  { fault: QUERY, groups: otherAnswers },
  { fault: TEXEL, groups: nextTexels },
  { fault: LEVEL, groups: otherLevels },
];

/** Lerps of a filtered sample, one at least; 0 where texels are returned as they are. */
function lerpsOf({ texture: { sampler, instruction }, view }: Asked): number {
  const { magFilter, minFilter, mipmapMode } = sampler;
  if ((instruction.op ?? 'sample') !== 'sample') return 0;
  const within = [magFilter, minFilter].some((filter) => filter !== 'nearest') ? axesOf(view.viewType) : 0;
  return within + Number(mipmapMode === 'linear' && view.levelCount > 1);
}

/** A linear sRGB value of too few bits is off by less than a code, filtered or not. */
function decodingUnits(asked: Asked): number {
  if (isQuery(asked.texture)) return 0;
  if (lerpsOf(asked) === 0) return 2;
  return asked.view.format.componentType === 'srgb' ? 1 : 0;
}

type Bits = Partial<Record<'subTexelPrecisionBits' | 'mipmapPrecisionBits', number>>;

/** A grid of so many bits less than the profile's, of `least` bits at least. */
function coarser(of: Fault, bits: number, least: Bits): Hypothesis {
  const groups = ({ profile }: Asked) => {
    const narrowed = Object.entries(least).map(([name, min]) => {
      const most = profile[name as keyof Bits];
      return [name, Math.min(most, Math.max(min, most - bits))];
    });
    return [[{ profile: { ...profile, ...Object.fromEntries(narrowed) } }]];
  };
  return { fault: of, groups: sampled(groups) };
}

/** Another choice where the profile leaves none. */
function granted(of: Fault, freedom: Freedom): Hypothesis {
  const groups = ({ profile }: Asked) =>
    isFree(profile, freedom) ? [] : [[{ profile: { ...profile, granted: [freedom] } }]];
  return { fault: of, groups: sampled(groups) };
}

type Groups = Hypothesis['groups'];

/** A hypothesis about operations that have an LOD or coordinates with a fraction. */
function sampled(groups: Groups): Groups {
  return (asked) => (['sample', 'gather'].includes(asked.texture.instruction.op ?? 'sample') ? groups(asked) : []);
}

function each<T>(values: readonly T[], changed: (value: T) => Changed): readonly (readonly Changed[])[] {
  return values.map((value) => [changed(value)]);
}

function withSampler(texture: TextureState, change: Partial<Sampler>): Changed {
  return { texture: { ...texture, sampler: { ...texture.sampler, ...change } } };
}

function withInstruction(applies: (instruction: Instruction) => boolean, change: Partial<Instruction>): Groups {
  return ({ texture }) => {
    const { instruction } = texture;
    return applies(instruction) ? [[{ texture: { ...texture, instruction: { ...instruction, ...change } } }]] : [];
  };
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
function nearbyLods({ texture, view }: Asked): readonly (readonly Changed[])[] {
  const { sampler, instruction } = texture;
  if (instruction.lod === 'explicit' || view.levelCount === 1) return [];
  const biased = (by: number) => withSampler(texture, { mipLodBias: sampler.mipLodBias + by });
  return LOD_STEPS.map((by) => [biased(by), biased(by - Math.sign(by) / 4)]);
}

function otherLevels({ texture, view }: Asked): readonly (readonly Changed[])[] {
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

function withoutBounds({ texture, view }: Asked): readonly (readonly Changed[])[] {
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
function otherModes({ texture, view }: Asked): readonly (readonly Changed[])[] {
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

function otherBorders({ texture, view }: Asked): readonly (readonly Changed[])[] {
  const modes = AXES.slice(0, axesOf(view.viewType)).map((axis) => texture.sampler[axis]);
  return modes.includes('clamp_to_border') ? each(BORDERS, (borderColor) => withSampler(texture, { borderColor })) : [];
}

function otherEdges({ texture, view }: Asked): readonly (readonly Changed[])[] {
  const { nonSeamlessCubeMap } = texture.sampler;
  return isCube(view.viewType) ? [[withSampler(texture, { nonSeamlessCubeMap: !nonSeamlessCubeMap })]] : [];
}

/** Each comparison is a hypothesis of its own: every result of 0 or 1 is right for one or another. */
function comparedBy({ compareOp }: Pick<Sampler, 'compareOp'>): Groups {
  return ({ texture }) => (texture.instruction.dref === true ? [[withSampler(texture, { compareOp })]] : []);
}

/** The reference a code of a 16-bit or 8-bit format to either side. */
function movedReference({ texture }: Asked): readonly (readonly Changed[])[] {
  if (texture.instruction.dref !== true) return [];
  const steps = [-1, 1].flatMap((sign) => [sign * 2 ** -16, sign * 2 ** -8]);
  return each(steps, (by) => ({
    operands: (batch) => batch.dref.forEach((reference, n) => (batch.dref[n] = reference + by)),
  }));
}

const MAPPINGS: readonly ComponentMapping[] = [
  ['b', 'g', 'r', 'a'],
  ['a', 'b', 'g', 'r'],
  ['identity', 'identity', 'identity', 'one'],
  ['identity', 'identity', 'identity', 'zero'],
  ['r', 'r', 'r', 'r'],
  ['r', 'g', 'b', 'a'],
];

function otherComponents({ texture, view }: Asked): readonly (readonly Changed[])[] {
  return each(MAPPINGS, (components) => withView(texture, view, { components }));
}

const CONVERSIONS = ['unorm', 'snorm', 'srgb', 'uint', 'sint', 'sfloat', 'uscaled', 'sscaled'] as const;

/** Formats of the same bits: `r8_snorm` for `r8_unorm`. */
function otherFormats({ texture, view }: Asked): readonly (readonly Changed[])[] {
  const { name, componentType } = view.format;
  const formats = CONVERSIONS.flatMap((other) => {
    const format = other === componentType ? undefined : TEXEL_FORMATS.get(name.replace(componentType, other));
    return format ?? [];
  });
  return each(formats, (format) => withView(texture, view, { format }));
}

function otherConversions({ texture }: Asked): readonly (readonly Changed[])[] {
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
function otherFaces({ view }: Asked): readonly (readonly Changed[])[] {
  if (!isCube(view.viewType)) return [];
  const pairs = [
    ['s', 't'],
    ['t', 'r'],
    ['r', 's'],
  ] as const;
  return pairs.flatMap(([a, b]) => [
    [{ operands: (batch: QuadBatch) => batch[a].forEach((value, n) => (batch[a][n] = -value)) }],
    [
      {
        operands: (batch: QuadBatch) =>
          batch[a].forEach((value, n) => ([batch[a][n], batch[b][n]] = [batch[b][n], value])),
      },
    ],
  ]);
}

function isQuery({ instruction }: TextureState): boolean {
  return instruction.op?.startsWith('query') === true;
}

/** Queries of the whole image, and LODs of coordinates that differ by more or less. */
function otherAnswers({ texture, view }: Asked): readonly (readonly Changed[])[] {
  if (!isQuery(texture)) return [];
  const whole = withView(texture, view, { baseMipLevel: 0, levelCount: view.baseMipLevel + view.levelCount });
  const scaledBy = (by: number): Changed => ({
    operands: ({ s, t, r }) => [s, t, r].forEach((axis) => axis.forEach((value, n) => (axis[n] = value * 2 ** by))),
  });
  return [[whole], ...LOD_STEPS.map((by) => [scaledBy(by), scaledBy(by - Math.sign(by) / 4)])];
}

function otherLayers({ view }: Asked): readonly (readonly Changed[])[] {
  if (!isArray(view.viewType)) return [];
  return each([-1, 1], (by) => ({
    operands: ({ layer, integerLayer }) => {
      layer.forEach((value, n) => (layer[n] = value + by));
      integerLayer.forEach((value, n) => (integerLayer[n] = value + by));
    },
  }));
}

function withoutOffset(batch: QuadBatch): void {
  for (const offsets of [batch.offsetU, batch.offsetV, batch.offsetW, batch.laneOffset]) offsets.fill(0);
}

/** All neighbours of the texel along the axes of the view. */
function nextTexels({ view }: Asked): readonly (readonly Changed[])[] {
  const steps = [-1, 0, 1];
  const [ys, zs] = [2, 3].map((axes) => (axesOf(view.viewType) >= axes ? steps : [0]));
  const places = steps.flatMap((x) => ys.flatMap((y) => zs.map((z) => [x, y, z] as const)));
  return each(places, ([x, y, z]) => ({
    operands: (batch) => {
      for (const [name, by] of [
        ['offsetU', x],
        ['offsetV', y],
        ['offsetW', z],
      ] as const)
        batch[name][0] += by;
      for (let lane = 0; lane < QUAD_LANES; lane++) {
        batch.i[lane] += x;
        batch.j[lane] += y;
        batch.k[lane] += z;
      }
    },
  }));
}
