import type { ForeignDevice } from '../device.ts';
import { faulty } from '../device.ts';
import type { WeightedValue } from '../filter/combine-taps.ts';
import { combineValues, roundResult } from '../filter/combine-taps.ts';
import type { Tap } from '../filter/tap-grid.ts';
import { flushedFloat32, linearFromSrgb } from '../formats/decode-number.ts';
import { formatLayout, isIntegerFormat } from '../formats/format-table.ts';
import { zeroTexel } from '../formats/texel-store.ts';
import type { ForeignSampler, LaneAnswer, ReductionMode, Vector4 } from '../tables/records.ts';
import { comparedTexel } from '../texels/compare.ts';
import { substituteMissing } from '../texels/components.ts';
import { readTap, touchesUnbound } from '../texels/read-tap.ts';
import { sampleYcbcr } from '../texels/ycbcr-sample.ts';
import type { LaneGroup, SamplePlan } from './sample-plan.ts';
import { planSample } from './sample-plan.ts';

/** The result of a sampling instruction; a reference makes it a comparison. */
export function sampleLane(device: ForeignDevice, group: LaneGroup, reference: number | null): LaneAnswer {
  const { view, sampler } = group;
  const layout = formatLayout(view.format);
  const plan = planSample(device, group);
  if (plan.selection.empty && !faulty(device, 'view_minimum_empty_reads')) {
    return { texel: substituteMissing(device, zeroTexel(device, layout, view.aspect)), resident: true };
  }
  if (sampler.ycbcrConversion !== null && !faulty(device, 'ycbcr_not_converted')) {
    return { texel: sampleYcbcr(device, group, plan), resident: true };
  }
  const texel = filteredTexel(device, group, plan, reference);
  return { texel, resident: isResident(device, group, plan) };
}

/** The filtered value of a plan. */
function filteredTexel(device: ForeignDevice, group: LaneGroup, plan: SamplePlan, reference: number | null): Vector4 {
  const { view, sampler } = group;
  const layout = formatLayout(view.format);
  const after = reference !== null && faulty(device, 'compare_after_filter');
  const reader = { view, sampler, reference: after ? null : reference };
  const levels = plan.levels.map(({ weight, taps }) => {
    const values = countedTaps(device, sampler, taps).map((tap) => ({
      weight: tap.weight,
      value: readTap(device, reader, tap),
    }));
    const averaged = plan.selection.filter === 'cubic' && faulty(device, 'cubic_reduction_averages');
    return {
      weight,
      values,
      value: combineValues(device, values, averaged ? 'weighted_average' : sampler.reductionMode),
    };
  });
  const values = levels.flatMap((level) => {
    return level.values.map(({ weight, value }) => ({ weight: weight * level.weight, value }));
  });
  const filtered = values.filter((entry) => entry.weight !== 0).length > 1;
  let result = combineValues(device, levels, withinLevels(device, sampler.reductionMode));
  if (isIntegerFormat(view.format, view.aspect) && reference === null) return heaviest(values).value;
  if (reference !== null && !after && plan.selection.filter !== 'nearest')
    result = comparedResult(device, values, result);
  if (after) result = [comparedTexel(device, sampler.compareOp, reference, result[0]), 0, 0, 1];
  if (reference !== null) return otherComponents(device, result.map(Math.fround) as Vector4);
  if (layout.numeric === 'srgb' && faulty(device, 'srgb_after_filter')) {
    result = result.map((value, n) => (n < 3 ? linearFromSrgb(value) : value)) as Vector4;
  }
  if (faulty(device, 'swizzle_after_filter')) {
    result = result.map((value, n) => (view.components[n] === 'one' ? 1 : value)) as Vector4;
  }
  const flushes = layout.numeric === 'sfloat' && flushesDenormals(device, sampler.reductionMode, filtered);
  return roundResult(device, layout, flushes ? (result.map(flushedFloat32) as Vector4) : result, filtered);
}

/** The taps that a filter combines; faults leave out those of the border. */
function countedTaps(device: ForeignDevice, { reductionMode }: ForeignSampler, taps: readonly Tap[]): readonly Tap[] {
  const extreme = reductionMode === 'min' || reductionMode === 'max';
  if (!faulty(device, extreme ? 'reduction_skips_border' : 'border_left_out_of_average')) return taps;
  const inside = taps.filter(({ places }) => places !== null);
  const total = inside.reduce((sum, { weight }) => sum + weight, 0);
  return total === 0 ? taps : inside.map((tap) => ({ ...tap, weight: tap.weight / total }));
}

/** The value of the greatest weight: the texel itself where nothing is filtered, as of integers. */
function heaviest(values: readonly WeightedValue[]): WeightedValue {
  return values.reduce((best, entry) => (entry.weight > best.weight ? entry : best));
}

/** Whether a result that is a denormal becomes zero: always in D3D11's averages (D3D11.3 3.1.3.2, 22.4.15). */
function flushesDenormals(device: ForeignDevice, mode: ReductionMode, filtered: boolean): boolean {
  if (!filtered) return device.settings.sampledDenormal === 'flushed';
  if (mode === 'min' || mode === 'max') return device.settings.reductionDenormal === 'flushed';
  return device.text === 'd3d11' && !faulty(device, 'filter_keeps_denormals');
}

/** The reduction between levels: the clamp to the range of the texels is one of each level. */
function withinLevels(device: ForeignDevice, mode: ReductionMode): ReductionMode {
  if (faulty(device, 'reduction_averages_levels')) return 'weighted_average';
  return mode === 'weighted_average_rangeclamp' ? 'weighted_average' : mode;
}

/** A comparison with linear filtering, by the method of the freedom (Vulkan: Depth Compare Operation). */
function comparedResult(device: ForeignDevice, values: readonly WeightedValue[], weighted: Vector4): Vector4 {
  const counted = values.filter(({ weight }) => weight !== 0);
  if (faulty(device, 'compare_nearest_alone')) return values[0].value;
  if (faulty(device, 'compare_sum_above_one')) return weighted.map((value) => value * 1.5) as Vector4;
  switch (device.settings.comparisonFilter) {
    case 'weighted':
      return weighted;
    case 'mean':
      return [0, 1, 2, 3].map((n) => counted.reduce((sum, { value }) => sum + value[n], 0) / counted.length) as Vector4;
    case 'nearest':
      return heaviest(counted).value;
  }
}

function otherComponents(device: ForeignDevice, [r, g, b, a]: Vector4): Vector4 {
  if (faulty(device, 'compare_result_in_alpha')) return [0, 0, 0, r];
  return [r, g, b, a];
}

/** False where a texel that the instruction accesses has no memory (Vulkan: Sparse Residency). */
function isResident(device: ForeignDevice, { view }: LaneGroup, plan: SamplePlan): boolean {
  if (faulty(device, 'residency_always_true') || faulty(device, 'residency_of_fetches_alone')) return true;
  if (faulty(device, 'residency_always_false')) return false;
  const levels = faulty(device, 'residency_of_first_level') ? plan.levels.slice(0, 1) : plan.levels;
  const all = levels.flatMap(({ taps, weight }) => taps.map((tap) => ({ ...tap, weight: tap.weight * weight })));
  const skips = device.settings.zeroWeightResidency === 'skipped';
  const counted = all.filter(({ weight }) => weight !== 0 || !skips);
  if (faulty(device, 'residency_of_first_texel')) return !touchesUnbound(view, counted[0]);
  if (faulty(device, 'residency_of_any_texel')) return counted.some((tap) => !touchesUnbound(view, tap));
  const resident = counted.every((tap) => !touchesUnbound(view, tap));
  return resident !== faulty(device, 'residency_inverted');
}
