import {
  type AddressMode,
  COMPARE_OPS,
  type CompareOp,
  REDUCTION_MODES,
  ADDRESS_MODES,
  CHROMA_LOCATIONS,
  MIPMAP_MODES,
  type Sampler,
  YCBCR_MODELS,
  YCBCR_RANGES,
  type YcbcrConversion,
} from '../../../rtl-model/state/sampler.ts';
import type { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { IDENTITY_MAPPING, type ImageView } from '../../../rtl-model/state/image-view.ts';
import { addressModesOf, isCube } from '../../specification/state/view.ts';
import { srgbLinear } from '../../specification/texels/srgb.ts';
import { sourceOf } from '../../validity/state-facts.ts';
import {
  change,
  each,
  type Groups,
  type GroupsOf,
  type Hypothesis,
  type JudgedState,
  ofSamples,
  variantsOf,
  withSampler,
  withView,
} from './changed-questions.ts';
import type { Fault } from './faults.ts';

/**
 * Comparisons by code, whose bits pass less, equal and greater: the inverse comparison, the one with exchanged
 * operands, and the one that differs for equal operands.
 */
const RELATED_COMPARISONS: readonly ((code: number) => number)[] = [
  (code) => 7 - code,
  (code) => (code & 2) | ((code & 1) << 2) | (code >> 2),
  (code) => code ^ 2,
];

/** A hypothesis about comparisons. */
function compared(groups: GroupsOf): Hypothesis {
  return { fault: 'filter-unit/comparison', groups: (given) => (given.texture.instruction.dref ? groups(given) : []) };
}

/** Comparisons by other operators, and with a reference of fewer bits. */
const COMPARISONS: readonly Hypothesis[] = [
  ...RELATED_COMPARISONS.map((related) => (right: CompareOp) => COMPARE_OPS[related(COMPARE_OPS.indexOf(right))]),
  // One comparison a hypothesis: all together would permit every result of 0 or 1.
  ...COMPARE_OPS.map((compareOp) => () => compareOp),
]
  .map((other) => compared(({ texture }) => [[withSampler(texture, { compareOp: other(texture.sampler.compareOp) })]]))
  .concat(
    // A reference that is off by a code of a 16-bit or 8-bit format.
    compared(() =>
      each([-(2 ** -8), -(2 ** -16), 2 ** -16, 2 ** -8], (by) => ({
        operands: ({ dref }) => change(dref, (reference) => reference + by),
      })),
    ),
  );

/** Samples and gathers with a changed sampler, one change at a time. */
function samplers(
  fault: Fault,
  changes: (sampler: Sampler, view: ImageView) => readonly Partial<Sampler>[],
): Hypothesis {
  const groups = ofSamples(({ texture, view }) =>
    each(changes(texture.sampler, view), (change) => withSampler(texture, change)),
  );
  return { fault, groups };
}

function onlyFilter(filter: Sampler['magFilter']) {
  return { magFilter: filter, minFilter: filter };
}

type LodBound = Partial<Pick<Sampler, 'mipLodBias' | 'minLod' | 'maxLod'>>;

/** A bias or a bound that is left out, negated or rounded; bounds that count in the other order, or before the bias. */
const LOD_BOUNDS: readonly ((sampler: Sampler) => LodBound)[] = [
  () => ({ mipLodBias: 0 }),
  () => ({ minLod: 0 }),
  () => ({ maxLod: 1000 }),
  ({ mipLodBias }) => ({ mipLodBias: -mipLodBias }),
  ...[Math.floor, Math.ceil].flatMap((rounded) => [
    ({ minLod }: Sampler) => ({ minLod: rounded(minLod) }),
    ({ maxLod }: Sampler) => ({ maxLod: rounded(maxLod) }),
  ]),
  ({ minLod, maxLod }) => ({ minLod: Math.min(minLod, maxLod) }),
  ({ mipLodBias, minLod, maxLod }) => ({ minLod: minLod + mipLodBias, maxLod: maxLod + mipLodBias }),
];

/** A bias or a bound that has too few bits, where it is no whole number. */
const ROUGH_BOUNDS = (['mipLodBias', 'minLod', 'maxLod'] as const).map((bound): GroupsOf => ({ texture }) => {
  const exact = texture.sampler[bound];
  return Number.isInteger(exact) ? [] : [[-0.5, 0.5].map((by) => withSampler(texture, { [bound]: exact + by }))];
});

function biased(by: (bias: number) => number): GroupsOf {
  const operands = ({ lod }: QuadBatch) => change(lod, by);
  return ({ texture }) => (texture.instruction.lod === 'explicit' ? [] : [[{ operands }]]);
}

const LOD_CLAMPS: readonly Hypothesis[] = [
  ...LOD_BOUNDS.map((other): GroupsOf => ({ texture }) => {
    const bounds = other(texture.sampler);
    const isOther = Object.entries(bounds).some(([name, value]) => texture.sampler[name as keyof LodBound] !== value);
    return isOther ? [[withSampler(texture, bounds)]] : [];
  }),
  ...ROUGH_BOUNDS,
  biased(() => 0),
  biased((bias) => -bias),
].map((groups) => ({ fault: 'lod-unit/lod-clamp', groups: ofSamples(groups) }));

/** Minimum LODs of the view that are left out, rounded, counted from its first level, or below that of the sampler. */
const VIEW_MINIMUMS = variantsOf('lod-unit/view-minimum', 5, ({ texture, view }) => {
  const { minLod, baseMipLevel } = view;
  const least = Math.min(minLod, baseMipLevel + texture.sampler.maxLod);
  return [0, Math.floor(minLod), Math.ceil(minLod), minLod + baseMipLevel, least].map((other) =>
    other === minLod ? null : [withView(texture, view, { minLod: other })],
  );
});

/** LODs of derivatives that are up to a level off. */
function levelsOff({ texture }: JudgedState): Groups {
  if (texture.instruction.lod === 'explicit') return [];
  const { mipLodBias } = texture.sampler;
  return [-1, 1].map((by) => [{}, withSampler(texture, { mipLodBias: mipLodBias + by })]);
}

/** LODs of derivatives that are twice or half as long. */
const LEVEL_OFF = [-1, 1].map((by): Hypothesis => ({
  fault: 'lod-unit/scale-factor',
  groups: ofSamples(({ texture }) => {
    const { sampler, instruction } = texture;
    return instruction.lod === 'explicit' ? [] : [[withSampler(texture, { mipLodBias: sampler.mipLodBias + by })]];
  }),
}));

const AXES = ['addressModeU', 'addressModeV', 'addressModeW'] as const;

/** Modes of u, v and w: another mode along one axis or all; u and v exchanged; one mode replaced by another. */
const MODES: readonly ((modes: readonly AddressMode[]) => readonly AddressMode[])[] = [
  ...ADDRESS_MODES.flatMap((mode) => [
    () => [mode, mode, mode],
    ...AXES.map((_, axis) => (own: readonly AddressMode[]) => own.with(axis, mode)),
    ...ADDRESS_MODES.map((from) => (own: readonly AddressMode[]) => own.map((one) => (one === from ? mode : one))),
  ]),
  ([u, v, w]) => [v, u, w],
  ([u]) => [u, u, u],
];

const OTHER_MODES: readonly Hypothesis[] = MODES.map((other) => {
  const groups = ofSamples(({ texture, view }) => {
    const { sampler } = texture;
    // Y'CbCr samples have clamp_to_edge alone (VUID-VkSamplerCreateInfo-addressModeU-01646).
    if (isCube(view.viewType) || sampler.ycbcrConversion !== null) return [];
    const own = AXES.map((axis) => sampler[axis]);
    const modes = other(own);
    const isOther = addressModesOf(sampler, view.viewType).some((mode, axis) => mode !== modes[axis]);
    const [addressModeU, addressModeV, addressModeW] = modes;
    return isOther ? [[withSampler(texture, { addressModeU, addressModeV, addressModeW })]] : [];
  });
  return { fault: 'address-unit/address-mode', groups };
});

const BORDERS = [
  [0, 0, 0, 0],
  [0, 0, 0, 1],
  [1, 1, 1, 1],
] as const;

function otherBorders({ texture, view }: JudgedState) {
  const { sampler } = texture;
  const reached = addressModesOf(sampler, view.viewType).includes('clamp_to_border');
  const [r, g, b, a] = sampler.borderColor;
  const linear = [r, g, b].map(srgbLinear);
  const made: readonly Sampler['borderColor'][] = [
    [b, g, r, a],
    [a, r, g, b],
    [r, g, b, 0],
    [r, g, b, 1],
    [r, 0, 0, 1],
    [Math.max(0, r), Math.max(0, g), Math.max(0, b), Math.max(0, a)],
    view.aspect === 'depth' ? [a, g, b, a] : [r, g, b, a],
    ...swizzledBorders(sampler.borderColor, view),
    ...(view.format.componentType === 'srgb' ? [[linear[0], linear[1], linear[2], a] as const] : []),
  ];
  return reached ? each([...BORDERS, ...made], (borderColor) => withSampler(texture, { borderColor })) : [];
}

/**
 * The 1 of an integer border: the bits of float32 1.0, or the greatest 8-bit code. Neither is clamped to the format.
 */
const INTEGER_ONES: readonly Hypothesis[] = [0x3f80_0000, 255].map((one) => ({
  fault: 'address-unit/border-color',
  groups: ofSamples(({ view }) =>
    view.format.componentType.endsWith('int')
      ? [[{ faultySteps: { border: (color) => (color === 1 ? one : color) } }]]
      : [],
  ),
}));

/** A border that is swizzled twice, or not at all. */
function swizzledBorders(color: Sampler['borderColor'], { components }: ImageView): readonly Sampler['borderColor'][] {
  const sources = [0, 1, 2, 3].map((c) => sourceOf(components, c));
  const twice = sources.map((from) => (from === null ? 0 : color[from]));
  const none = [0, 1, 2, 3].map((c) => color[sources.indexOf(c)] ?? 0);
  return [twice, none].map(([r, g, b, a]) => [r, g, b, a] as const);
}

/** Edges of cube faces that continue on the next face, or that wrap by an address mode. */
function otherEdges({ nonSeamlessCubeMap }: Sampler, { viewType }: ImageView): readonly Partial<Sampler>[] {
  if (!isCube(viewType)) return [];
  if (nonSeamlessCubeMap) return [{ nonSeamlessCubeMap: false }];
  return ADDRESS_MODES.map((mode) => {
    return { nonSeamlessCubeMap: true, addressModeU: mode, addressModeV: mode };
  });
}

/** Samples by another property of the Y'CbCr conversion. */
function conversion(fault: Fault, changed: (own: YcbcrConversion) => Partial<YcbcrConversion>): Hypothesis {
  return samplers(fault, ({ ycbcrConversion: own }) =>
    own === null ? [] : [{ ycbcrConversion: { ...own, ...changed(own) } }],
  );
}

/** Another model, gamma, order of the components, range, or place or filter of the chroma. */
const CONVERSIONS: readonly Hypothesis[] = [
  ...YCBCR_MODELS.map((ycbcrModel) => conversion('texel-decoder/ycbcr-model', () => ({ ycbcrModel }))),
  // Exchanged in the conversion, or in the planes: the results are the same.
  ...(['texel-decoder/ycbcr-model', 'texel-decoder/chroma'] as const).map((fault) =>
    conversion(fault, () => ({ components: ['b', 'identity', 'r', 'identity'] })),
  ),
  conversion('texel-decoder/ycbcr-model', () => ({ components: IDENTITY_MAPPING })),
  conversion('texel-decoder/ycbcr-model', () => ({ enableYDegamma: false })),
  conversion('texel-decoder/ycbcr-model', () => ({ enableCbCrDegamma: false })),
  conversion('texel-decoder/ycbcr-model', () => ({ enableYDegamma: false, enableCbCrDegamma: false })),
  conversion('texel-decoder/ycbcr-range', ({ ycbcrRange }) => ({
    ycbcrRange: ycbcrRange === 'itu_full' ? 'itu_narrow' : 'itu_full',
  })),
  ...YCBCR_RANGES.map((ycbcrRange) => conversion('texel-decoder/ycbcr-range', () => ({ ycbcrRange }))),
  // The range expansion, which RGB identity lacks.
  conversion('texel-decoder/ycbcr-range', ({ ycbcrModel: own }) => ({
    ycbcrModel: own === 'rgb_identity' ? 'ycbcr_identity' : own,
  })),
  ...CHROMA_LOCATIONS.flatMap((at) => [
    conversion('texel-decoder/chroma', () => ({ xChromaOffset: at })),
    conversion('texel-decoder/chroma', () => ({ yChromaOffset: at })),
    conversion('texel-decoder/chroma', () => ({ xChromaOffset: at, yChromaOffset: at })),
  ]),
  conversion('texel-decoder/chroma', ({ xChromaOffset, yChromaOffset }) => ({
    xChromaOffset: yChromaOffset,
    yChromaOffset: xChromaOffset,
  })),
  ...MIPMAP_MODES.map((chromaFilter) => conversion('texel-decoder/chroma', () => ({ chromaFilter }))),
  conversion('texel-decoder/chroma', ({ forceExplicitReconstruction: forced }) => ({
    forceExplicitReconstruction: !forced,
  })),
];

/** Samples by another sampler: its comparison, filter, address modes, border, edges, reduction, conversion or LOD. */
export const OTHER_SAMPLERS: readonly Hypothesis[] = [
  ...COMPARISONS,
  samplers('lod-unit/magnification', ({ magFilter, minFilter }) =>
    magFilter === minFilter ? [] : [magFilter, minFilter].map(onlyFilter),
  ),
  ...OTHER_MODES,
  ...variantsOf('address-unit/border-color', BORDERS.length + 10, otherBorders),
  ...INTEGER_ONES,
  samplers('address-unit/cube-edge', otherEdges),
  samplers('filter-unit/filter', () => [onlyFilter('nearest')]),
  samplers('filter-unit/filter', () => [onlyFilter('linear')]),
  samplers('filter-unit/reduction', (sampler) =>
    REDUCTION_MODES.filter((mode) => mode !== sampler.reductionMode).map((reductionMode) => ({ reductionMode })),
  ),
  ...CONVERSIONS,
  ...LEVEL_OFF,
  { fault: 'lod-unit/scale-factor', groups: ofSamples(levelsOff) },
  ...VIEW_MINIMUMS,
  ...LOD_CLAMPS,
  samplers('lod-unit/level', ({ mipmapMode }) => [{ mipmapMode: mipmapMode === 'linear' ? 'nearest' : 'linear' }]),
  // Added anisotropy would permit all texels of a footprint, which explains too much.
  samplers('lod-unit/anisotropy', ({ anisotropyEnable }) => (anisotropyEnable ? [{ anisotropyEnable: false }] : [])),
];
