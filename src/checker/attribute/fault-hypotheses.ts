import { axesOf } from '../../specification/state/view.ts';
import { sourceOf } from '../../validity/state-facts.ts';
import type { ResultFault } from '../judge/result-fault.ts';
import { type Freedom, isFree } from '../profiles.ts';
import { OTHER_FORMATS } from './changed-formats.ts';
import { OTHER_LODS } from './changed-lods.ts';
import { nextTexels, OTHER_OPERANDS } from './changed-operands.ts';
import {
  type Groups,
  type Hypothesis,
  type JudgedState,
  ofSamples,
  RETURNING_TEXELS,
  withSampler,
} from './changed-questions.ts';
import { OTHER_SAMPLERS } from './changed-samplers.ts';
import { isFiltered, OTHER_TAPS } from './changed-taps.ts';
import { OTHER_VIEWS } from './changed-views.ts';
import type { Fault } from './faults.ts';
import { OTHER_PLACES, OTHER_WRAPS } from './moved-places.ts';
import { OTHER_RESULTS } from './returned-results.ts';

/**
 * Every hypothesis, the smallest fault first: among equals the first counts. A hypothesis that changes bits or bounds
 * leaves everything else as the specification has it.
 */
export const HYPOTHESES: readonly Hypothesis[] = [
  { fault: 'widths/other-design', groups: () => [[{}]] },
  {
    fault: 'filter-unit/narrowing',
    within: (given, channel) => (isConstant(given, channel) ? 0 : 2 * lerpsOf(given)),
  },
  { fault: 'texel-decoder/conversion-precision', within: decodingUnits },
  granted('address-unit/coordinate', 'coordinate-rounding'),
  granted('lod-unit/lod', 'lod-rounding'),
  granted('lod-unit/level-rule', 'level-rule'),
  granted('address-unit/layer-rule', 'layer-rule'),
  granted('address-unit/range', 'unreduced-range'),
  ...coarserCoordinate(1),
  coarser('lod-unit/lod', 1, 'mipmapPrecisionBits'),
  { fault: 'lod-unit/lod', groups: ofSamples(oneStepOff) },
  ...coarserCoordinate(2),
  coarser('lod-unit/lod', 2, 'mipmapPrecisionBits'),
  granted('lod-unit/level-weight', 'level-weight'),
  granted('lod-unit/scale-factor', 'scale-factor'),
  ...coarserCoordinate(4),
  coarser('lod-unit/lod', 4, 'mipmapPrecisionBits'),
  ...coarserCoordinate(5),
  ...OTHER_SAMPLERS,
  ...OTHER_OPERANDS,
  ...OTHER_LODS,
  ...OTHER_FORMATS,
  ...OTHER_RESULTS,
  ...OTHER_TAPS,
  ...OTHER_WRAPS,
  ...OTHER_PLACES,
  { fault: 'address-unit/texel', groups: nextTexels },
  ...OTHER_VIEWS,
];

/** Lerps of a filtered sample, one at least; 0 where texels are returned as they are. */
function lerpsOf({ texture: { sampler, instruction }, view }: JudgedState): number {
  const { magFilter, minFilter, mipmapMode } = sampler;
  if ((instruction.op ?? 'sample') !== 'sample') return 0;
  const within = [magFilter, minFilter].some((filter) => filter !== 'nearest') ? axesOf(view.viewType) : 0;
  return within + Number(mipmapMode === 'linear' && view.levelCount > 1);
}

/** True for a component that the format lacks: it is 0 or 1 in each texel, and no lerp changes it. */
function isConstant({ view: { format, components } }: JudgedState, channel: ResultFault['channel'] = 'r'): boolean {
  const component = 'rgba'.indexOf(channel);
  if (component < 0 || format.codec !== null || format.planes !== null) return false;
  const source = sourceOf(components, component);
  return source === null || !format.order.includes(source);
}

/**
 * The error in ULP of a conversion with too few bits: less than a code of linear sRGB, filtered or not. Window sums and
 * blocks have their own faults.
 */
function decodingUnits(given: JudgedState): number {
  const { codec, componentType } = given.view.format;
  const returnsTexels = RETURNING_TEXELS.includes(given.texture.instruction.op ?? 'sample');
  if (codec !== null || !returnsTexels || componentType.endsWith('int')) return 0;
  if (lerpsOf(given) === 0) return 2;
  return componentType === 'srgb' ? 1 : 0;
}

/** A grid with `bits` fewer bits than the profile's, at least one. */
function coarser(fault: Fault, bits: number, limit: 'subTexelPrecisionBits' | 'mipmapPrecisionBits'): Hypothesis {
  const groups = ({ profile }: JudgedState) => {
    const most = profile[limit];
    return [[{ profile: { ...profile, [limit]: Math.min(most, Math.max(1, most - bits)) } }]];
  };
  return { fault, groups: ofSamples(groups) };
}

/** Coordinates with `bits` fewer bits, or linear weights alone: the results are the same. */
function coarserCoordinate(bits: number): readonly Hypothesis[] {
  const coordinate = coarser('address-unit/coordinate', bits, 'subTexelPrecisionBits');
  const groups = (given: JudgedState) => (isFiltered(given) ? coordinate.groups!(given) : []);
  return [coordinate, { fault: 'filter-unit/weights', groups }];
}

/** LODs of derivatives that are off by a step of the profile's grid. */
function oneStepOff({ texture, profile }: JudgedState): Groups {
  if (texture.instruction.lod === 'explicit') return [];
  const step = 2 ** -profile.mipmapPrecisionBits;
  return [-step, step].map((by) => [{}, withSampler(texture, { mipLodBias: texture.sampler.mipLodBias + by })]);
}

/** A choice that the profile does not leave. */
function granted(fault: Fault, freedom: Freedom): Hypothesis {
  const groups = ({ profile }: JudgedState) =>
    isFree(profile, freedom) ? [] : [[{ profile: { ...profile, granted: [freedom] } }]];
  return { fault, groups: ofSamples(groups) };
}
