import type { PageData } from './page-data.ts';

/** Measures of time and of area, the most meaningful first. */
const COSTS = [
  ['cycles_per_quad', 'cycles'],
  ['area_nand2', 'sram_bits'],
];

/** The measures of which some designs have one value, and some another. */
export function tellingMeasures({ measures }: Pick<PageData, 'measures'>): readonly string[] {
  const varies = (list: readonly unknown[]) => new Set(list.filter((value) => value !== null)).size > 1;
  return measures.filter(({ values }) => values.some(varies)).map(({ name }) => name);
}

/** The two measures of the front that a page opens with: the plan's objectives, then time and area; fewer if it lacks them. */
export function firstAxes(data: Pick<PageData, 'measures' | 'objectives'>): readonly string[] {
  const telling = tellingMeasures(data);
  const costs = COSTS.flatMap((names) => names.filter((name) => telling.includes(name)).slice(0, 1));
  return [...new Set([...data.objectives, ...costs])].slice(0, 2);
}
