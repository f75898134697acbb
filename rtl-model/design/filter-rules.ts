import type { RoundingMode } from '../fixed-point/rounding.ts';
import type { AverageRule, LerpRule, Steps } from '../steps/steps.ts';
import type { FilteringDesign, FilterWidths } from './filter-widths.ts';
import { reciprocalsOf } from './reciprocals.ts';

export type FilterRules = Readonly<ReturnType<typeof filterRules>>;

/**
 * The steps of a filter that rounds each of them, in every form (D3D11.3 7.18.8, 7.18.10, 7.18.16; Vulkan: Texel
 * Filtering): lerps along u and v, between slices and between levels, the average of samples, and the fraction bits that a
 * texel or a level gets which is alone.
 *
 * @param droppedAverage fraction bits of samples that averages lack
 */
export function filterRules(design: FilteringDesign, widths: FilterWidths, droppedAverage = 0) {
  const { rounding: mode, weightScale: scale } = design.filter;
  const { weightBits: bits, levelWeightBits, droppedU, droppedV, droppedSlice, droppedLevel } = widths;
  const lerp = (dropped: number): LerpRule => ({ bits, dropped, mode, scale });
  const level: LerpRule = { bits: levelWeightBits, dropped: droppedLevel, mode, scale: 'power-of-two' };
  const average: AverageRule = { reciprocals: reciprocalsOf(design), mode, dropped: droppedAverage };
  const [u, v, slice] = [droppedU, droppedV, droppedSlice].map(lerp);
  return {
    u,
    v,
    slice,
    level,
    average,
    liftTexel: widths.afterSlice,
    liftLevel: widths.afterLevel - widths.afterSlice,
  };
}

/** A sum of products with `bits` fraction bits, narrowed once to the value of a sample. */
export function narrowedSum<V>(s: Steps<V>, sum: V, bits: number, { afterSlice }: FilterWidths, mode: RoundingMode): V {
  const dropped = bits - afterSlice;
  return dropped > 0 ? s.round(sum, dropped, mode) : s.lifted(sum, -dropped);
}
