export type Goal = 'least' | 'most';

/** A measure of designs by their places, and which of its values are good. */
export interface FrontObjective {
  readonly values: Float64Array;
  readonly goal: Goal;
}

/**
 * The designs that no other one beats: none is as good in both measures and better in one. Designs whose measures are
 * equal are all in the front. NaN keeps a design out.
 *
 * @param designs places of the designs that count
 * @returns places, from the best to the worst in x
 */
export function paretoFront(designs: Iterable<number>, x: FrontObjective, y: FrontObjective): readonly number[] {
  const cost = ({ values, goal }: FrontObjective, d: number) => (goal === 'least' ? values[d] : -values[d]);
  const known = [...designs].filter((d) => !Number.isNaN(x.values[d]) && !Number.isNaN(y.values[d]));
  const sorted = known.sort((a, b) => compare(cost(x, a), cost(x, b)) || compare(cost(y, a), cost(y, b)) || a - b);
  const front: number[] = [];
  let [bestX, bestY] = [NaN, Infinity];
  for (const d of sorted) {
    const [dx, dy] = [cost(x, d), cost(y, d)];
    if (front.length > 0 && !(dy < bestY) && !(dy === bestY && dx === bestX)) continue;
    front.push(d);
    [bestX, bestY] = [dx, dy];
  }
  return front;
}

/** The order of two numbers, which may both be infinite. */
function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
