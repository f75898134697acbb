import { roundToInteger } from '../fixed-point/rounding.ts';
import { type AverageRule, ConstantTable } from '../steps/steps.ts';
import type { FilteringDesign } from './filter-widths.ts';

/** The reciprocals of the numbers of samples; null for a divider. */
export function reciprocalsOf({ filter, lod }: FilteringDesign): AverageRule['reciprocals'] {
  const { reciprocalBits: bits } = filter;
  if (bits === 'exact') return null;
  const { anisotropicRates: rates } = lod;
  const table = new ConstantTable('reciprocals', () => reciprocalTable(bits, Math.max(...rates)));
  return { bits, table, most: Math.max(...rates.map((n) => (n * reciprocal(bits, n)) / 2 ** bits)) };
}

/** 1/n with `bits` fraction bits for n from 1 to `rates`, n as the index; empty for a divider. */
export function reciprocalTable(bits: number | 'exact', rates: number): Float64Array {
  if (bits === 'exact') return new Float64Array(0);
  return Float64Array.from({ length: rates + 1 }, (_, n) => reciprocal(bits, n));
}

function reciprocal(bits: number, n: number): number {
  return roundToInteger(2 ** bits / n, 'nearest-even');
}
