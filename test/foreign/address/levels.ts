import type { ForeignDevice } from '../device.ts';
import { faulty } from '../device.ts';
import type { FilterMode, ForeignSampler, ForeignView } from '../tables/records.ts';
import { fixedPoint } from './fixed-point.ts';
import type { LaneOperands } from './lane.ts';

/** A level of the image, and its weight. */
export interface WeightedLevel {
  readonly level: number;
  readonly weight: number;
}

/** The levels of a sample, the filter within them, and what a LOD query returns. */
export interface LevelSelection {
  readonly levels: readonly WeightedLevel[];
  readonly filter: FilterMode;
  /** lambda': the LOD before the clamp. */
  readonly unclamped: number;
  /** d_l less the view's first level. */
  readonly relative: number;
  /** The same without the rounding to a whole level. */
  readonly fraction: number;
  /** True where the clamp of the resource leaves no level of the view (D3D11.3 5.8.5). */
  readonly empty: boolean;
}

/** The LOD after bias and clamp, and the levels that it selects. */
export function selectLevels(
  device: ForeignDevice,
  view: ForeignView,
  sampler: ForeignSampler,
  operands: LaneOperands,
  base: number,
): LevelSelection {
  const limited = faulty(device, 'lod_limited_before_bias') ? Math.min(base, view.levelCount - 1) : base;
  const unclamped = limited + totalBias(device, sampler, operands);
  let lod = clampedLod(device, sampler, operands, unclamped);
  if (faulty(device, 'lod_bias_after_clamp')) lod = clampedLod(device, sampler, operands, base) + (unclamped - base);
  const last = view.levelCount - 1;
  const lowest = resourceClamp(device, view, sampler);
  if (device.text === 'd3d11') lod = Math.max(lod, lowest - view.baseMipLevel);
  const filter = chooseFilter(device, sampler, lod, unclamped);
  const available = faulty(device, 'level_count_ignored') ? view.image.levels.length - 1 - view.baseMipLevel : last;
  const shown = faulty(device, 'level_last_missing') ? Math.max(available - 1, 0) : available;
  const first = faulty(device, 'level_base_ignored') ? 0 : view.baseMipLevel;
  const known = Number.isNaN(lod) ? 0 : lod;
  const parameter = Math.max(first + Math.min(Math.max(known, 0), shown), lowest);
  const { mipmapBits, mipmapRounding } = device.settings;
  const bits = faulty(device, 'lod_few_bits') ? 2 : mipmapBits;
  const rounded = fixedPoint(parameter, bits, mipmapRounding);
  const end = Math.min(first + shown, view.image.levels.length - 1);
  const levels = levelsOf(device, sampler, rounded, end);
  const whole = wantsNearestLevel(device, sampler);
  return {
    levels,
    filter,
    unclamped,
    relative: (whole ? levels[0].level : rounded) - view.baseMipLevel,
    fraction: rounded - view.baseMipLevel,
    empty: device.text === 'd3d11' && lowest > view.baseMipLevel + last,
  };
}

function totalBias(device: ForeignDevice, sampler: ForeignSampler, operands: LaneOperands): number {
  const ignored = faulty(device, 'lod_bias_ignored');
  const ofSampler = ignored || faulty(device, 'lod_sampler_bias_ignored') ? 0 : sampler.mipLodBias;
  const ofShader = ignored || faulty(device, 'lod_shader_bias_ignored') ? 0 : operands.bias;
  if (operands.lod !== null && faulty(device, 'lod_bias_misses_explicit')) return 0;
  if (operands.gradient !== null && faulty(device, 'lod_bias_misses_gradient')) return 0;
  if (sampler.anisotropyEnable && faulty(device, 'anisotropy_bias_ignored')) return 0;
  const sum = faulty(device, 'lod_bias_truncated') ? Math.trunc(ofSampler + ofShader) : ofSampler + ofShader;
  return faulty(device, 'lod_bias_negated') ? -sum : sum;
}

/** The clamp to minLod and maxLod. D3D11's min and max return the number where the other is NaN. */
function clampedLod(device: ForeignDevice, sampler: ForeignSampler, operands: LaneOperands, lod: number): number {
  const ofShader = faulty(device, 'lod_shader_minimum_ignored') ? 0 : operands.minLod;
  const ofSampler = faulty(device, 'lod_minimum_rounded_down') ? Math.floor(sampler.minLod) : sampler.minLod;
  const replaced = ofShader !== 0 && faulty(device, 'lod_shader_minimum_replaces');
  const larger = replaced ? ofShader : Math.max(ofSampler, ofShader);
  const least = faulty(device, 'lod_minimum_ignored') ? -1000 : larger;
  const highest = faulty(device, 'lod_maximum_rounded_up') ? Math.ceil(sampler.maxLod) : sampler.maxLod;
  const greatest = faulty(device, 'lod_maximum_ignored') ? 1000 : highest;
  if (faulty(device, 'lod_explicit_misses_clamp') && operands.lod !== null) return lod;
  const known = Number.isNaN(lod) ? (faulty(device, 'lod_nan_as_zero') ? 0 : greatest) : lod;
  if (least > greatest && device.settings.crossedLods === 'max') return greatest;
  if (faulty(device, 'lod_maximum_wins')) return Math.min(Math.max(known, least), greatest);
  return Math.max(Math.min(known, greatest), least);
}

/** The least level that the view's minLod leaves (Vulkan: Image Level(s) Selection; D3D11.3 5.8). */
function resourceClamp(device: ForeignDevice, view: ForeignView, sampler: ForeignSampler): number {
  if (faulty(device, 'view_minimum_ignored')) return 0;
  if (faulty(device, 'view_minimum_rounded_up')) return Math.ceil(view.minLod);
  if (faulty(device, 'view_minimum_below_maximum')) return Math.min(view.minLod, view.baseMipLevel + sampler.maxLod);
  const relative = faulty(device, 'view_minimum_from_first_level') ? view.baseMipLevel : 0;
  return relative + (device.settings.viewMinLod === 'integer' ? Math.floor(view.minLod) : view.minLod);
}

/** magFilter for LODs of at most zero, minFilter above (Vulkan: Texel Filtering; D3D11.3 7.18.11). */
function chooseFilter(device: ForeignDevice, sampler: ForeignSampler, lod: number, unclamped: number): FilterMode {
  const { mipmapBits, mipmapRounding, magnificationLod } = device.settings;
  const decisive = faulty(device, 'filter_chosen_before_clamp') ? unclamped : lod;
  const compared = magnificationLod === 'rounded' ? fixedPoint(decisive, mipmapBits, mipmapRounding) : decisive;
  let magnified = faulty(device, 'filter_minified_at_zero') ? compared < 0 : compared <= 0;
  if (faulty(device, 'filter_up_to_half')) magnified = compared <= 0.5;
  if (faulty(device, 'filters_exchanged')) magnified = !magnified;
  if (faulty(device, 'filter_always_magnified')) magnified = true;
  if (faulty(device, 'filter_always_minified')) magnified = false;
  if (faulty(device, 'minification_by_mip_mode') && !magnified) return sampler.mipmapMode;
  return magnified ? sampler.magFilter : sampler.minFilter;
}

function wantsNearestLevel(device: ForeignDevice, sampler: ForeignSampler): boolean {
  if (faulty(device, 'mip_linear_as_nearest')) return true;
  if (faulty(device, 'anisotropy_of_nearest_level') && sampler.anisotropyEnable) return true;
  return sampler.mipmapMode === 'nearest' && !faulty(device, 'mip_nearest_as_linear');
}

function levelsOf(device: ForeignDevice, sampler: ForeignSampler, parameter: number, last: number): WeightedLevel[] {
  const clamped = (level: number): number => Math.min(Math.max(level, 0), last);
  if (wantsNearestLevel(device, sampler)) {
    return [{ level: clamped(nearestLevel(device, parameter)), weight: 1 }];
  }
  const fine = clamped(Math.floor(parameter));
  const step = faulty(device, 'level_skips_one') ? 2 : 1;
  const coarse = faulty(device, 'level_coarse_missing') ? fine : clamped(fine + step);
  const share = levelShare(device, parameter - Math.floor(parameter));
  return [
    { level: fine, weight: 1 - share },
    { level: coarse, weight: share },
  ];
}

function nearestLevel(device: ForeignDevice, parameter: number): number {
  if (faulty(device, 'level_rounded_down')) return Math.floor(parameter);
  if (faulty(device, 'level_rounded_up')) return Math.ceil(parameter);
  if (faulty(device, 'level_ties_down')) return Math.ceil(parameter - 0.5);
  return device.settings.nearestLevel === 'ceil' ? Math.ceil(parameter + 0.5) - 1 : Math.floor(parameter + 0.5);
}

/** delta, the weight of the coarser level. */
function levelShare(device: ForeignDevice, fraction: number): number {
  if (faulty(device, 'level_weights_exchanged')) return 1 - fraction;
  if (faulty(device, 'level_weight_snapped')) return fraction < 0.2 ? 0 : fraction > 0.8 ? 1 : fraction;
  if (faulty(device, 'level_weight_smoothed')) return fraction * fraction * (3 - 2 * fraction);
  if (faulty(device, 'level_weight_three_bits')) return Math.round(fraction * 8) / 8;
  return fraction;
}
