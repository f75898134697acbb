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
  withSampler,
  withView,
} from './changed-questions.ts';
import type { Fault } from './faults.ts';

/**
 * The comparison of some other code, whose bits pass less, equal and greater: the inverse one, the one with its operands
 * exchanged, and the one that differs where they are equal.
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
    // The reference a code of a 16-bit or 8-bit format to either side.
    compared(() =>
      each([-(2 ** -8), -(2 ** -16), 2 ** -16, 2 ** -8], (by) => ({
        operands: ({ dref }) => change(dref, (reference) => reference + by),
      })),
    ),
  );

/** Samples and gathers with one of some changes of the sampler. */
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

/** The modes of u, v and w: another one along one axis, or along all; those of u and v exchanged. */
const MODES: readonly ((modes: readonly AddressMode[]) => readonly AddressMode[])[] = [
  ...ADDRESS_MODES.flatMap((mode) => [
    () => [mode, mode, mode],
    ...AXES.map((_, axis) => (own: readonly AddressMode[]) => own.with(axis, mode)),
  ]),
  ([u, v, w]) => [v, u, w],
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

function otherBorders(sampler: Sampler, view: ImageView) {
  const reached = addressModesOf(sampler, view.viewType).includes('clamp_to_border');
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
  const sources = [0, 1, 2, 3].map((c) => sourceOf(components, c));
  const twice = sources.map((from) => (from === null ? 0 : color[from]));
  const none = [0, 1, 2, 3].map((c) => color[sources.indexOf(c)] ?? 0);
  return [twice, none].map(([r, g, b, a]) => [r, g, b, a] as const);
}

/** The edges of a cube's faces with those of the next face, or as edges of an image with an address mode. */
function otherEdges({ nonSeamlessCubeMap }: Sampler, { viewType }: ImageView): readonly Partial<Sampler>[] {
  if (!isCube(viewType)) return [];
  if (nonSeamlessCubeMap) return [{ nonSeamlessCubeMap: false }];
  return ADDRESS_MODES.map((mode) => {
    return { nonSeamlessCubeMap: true, addressModeU: mode, addressModeV: mode };
  });
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

/** Samples by another sampler: its comparison, filter, address modes, border, edges, reduction, conversion or LOD. */
export const OTHER_SAMPLERS: readonly Hypothesis[] = [
  ...COMPARISONS,
  samplers('lod-unit/magnification', ({ magFilter, minFilter }) =>
    magFilter === minFilter ? [] : [magFilter, minFilter].map(onlyFilter),
  ),
  ...OTHER_MODES,
  samplers('address-unit/border-color', otherBorders),
  samplers('address-unit/cube-edge', otherEdges),
  samplers('filter-unit/filter', () => [onlyFilter('nearest')]),
  samplers('filter-unit/filter', () => [onlyFilter('linear')]),
  samplers('filter-unit/reduction', (sampler) =>
    REDUCTION_MODES.filter((mode) => mode !== sampler.reductionMode).map((reductionMode) => ({ reductionMode })),
  ),
  { fault: 'texel-decoder/ycbcr', groups: otherConversions },
  { fault: 'lod-unit/lod-clamp', groups: ofSamples(withoutBounds) },
  // The other way round would permit all texels of a footprint, which explains too much.
  samplers('lod-unit/anisotropy', ({ anisotropyEnable }) => (anisotropyEnable ? [{ anisotropyEnable: false }] : [])),
];
