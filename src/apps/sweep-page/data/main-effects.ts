import { group, mean, sum } from 'd3-array';

/** A field of designs: the place of each design's value in `labels`. */
export interface Factor {
  readonly name: string;
  readonly labels: readonly string[];
  readonly at: ArrayLike<number>;
  /** True if neighbouring labels may be put together. */
  readonly ordered: boolean;
}

/** Groups of a field with more values than these, each of which few designs have. */
const MOST_GROUPS = 12;

/**
 * The main effects of fields on a measure, the greatest first: the means of the designs with each value of a field. The
 * share is the between-group part of the sum of squares over the whole (eta squared). Values that are not finite do not
 * count.
 *
 * @param designs places of the designs that count
 */
export function mainEffects(factors: readonly Factor[], designs: readonly number[], values: Float64Array) {
  const known = designs.filter((d) => Number.isFinite(values[d]));
  const all = mean(known, (d) => values[d]) ?? NaN;
  const whole = sum(known, (d) => (values[d] - all) ** 2);
  return factors
    .map((factor) => {
      /** The designs with one value of the field, or with one of several neighbouring values, and their deviation. */
      const groups = factorGroups(factor, known).map(({ label, designs }) => {
        const own = mean(designs, (d) => values[d])!;
        const spread = Math.sqrt(mean(designs, (d) => (values[d] - own) ** 2)!);
        return { label, count: designs.length, mean: own, spread };
      });
      const between = sum(groups, (one) => one.count * (one.mean - all) ** 2);
      return { field: factor.name, share: whole === 0 ? 0 : Math.min(1, between / whole), groups };
    })
    .sort((a, b) => b.share - a.share);
}

/** The effect of a field on a measure: the share of the variance that lies between the groups, 0 to 1. */
export type Effect = ReturnType<typeof mainEffects>[number];

/** Designs by their values. Many values of an ordered field are put together so that groups are of about one size. */
export function factorGroups({ labels, at, ordered }: Factor, designs: readonly number[]) {
  const values = [...group(designs, (d) => at[d])].sort(([a], [b]) => a - b);
  if (!ordered || values.length <= MOST_GROUPS) return values.map(([v, list]) => ({ label: labels[v], designs: list }));
  let before = 0;
  const neighbours = group(values, ([, { length }]) => {
    before += length;
    // The group in which the middle of the value's designs lies.
    return Math.floor((MOST_GROUPS * (before - length / 2)) / designs.length);
  });
  return Array.from(neighbours.values(), (together) => {
    const [[first], [last]] = [together[0], together.at(-1)!];
    const label = first === last ? labels[first] : `${labels[first]}–${labels[last]}`;
    return { label, designs: together.flatMap(([, list]) => list) };
  });
}
