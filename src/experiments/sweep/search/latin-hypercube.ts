import { SeededBits } from '../../../platform/seeded-bits.ts';

/** Random choices by a seed from 1 on; seeds near one another give unlike choices. */
export function choicesOf(seed: number): SeededBits {
  return new SeededBits(Math.imul(seed, 0x9e3779b1));
}

/**
 * Points of a Latin hypercube over axes of steps (McKay, Beckman, Conover 1979): each axis is cut into as many strata as
 * there are points, and every stratum is taken once. Axes of fewer steps than points take each step almost equally
 * often.
 *
 * @param radices steps of each axis
 * @returns the step of each axis, for each point
 */
export function latinHypercube(radices: readonly number[], points: number, random: SeededBits): readonly number[][] {
  const columns = radices.map((radix) =>
    shuffled(points, random).map((stratum) => Math.floor(((stratum + random.between(0, 1)) / points) * radix)),
  );
  return Array.from({ length: points }, (_, n) => columns.map((column) => column[n]));
}

/** 0 to `count - 1` in random order (Fisher, Yates). */
function shuffled(count: number, random: SeededBits): readonly number[] {
  const order = Array.from({ length: count }, (_, n) => n);
  for (let n = count - 1; n > 0; n--) {
    const other = random.below(n + 1);
    [order[n], order[other]] = [order[other], order[n]];
  }
  return order;
}

/** Hypercubes that are drawn, at most, for points that are refused or taken already. */
const MOST_ROUNDS = 100;

/**
 * Different points of a space that it does not refuse: those of a Latin hypercube, and of further, smaller ones for each
 * that is refused or taken twice. There are fewer than requested where the space has hardly more.
 *
 * @param space its radices, and the number of a point
 * @param takes true if the design of a number is in the space; called once for each number
 * @returns numbers in rising order
 */
export function sampled(
  space: { readonly radices: readonly number[]; numberOf(digits: readonly number[]): number },
  count: number,
  seed: number,
  takes: (number: number) => boolean,
): Float64Array {
  const random = choicesOf(seed);
  const seen = new Set<number>();
  const taken: number[] = [];
  for (let round = 0; round < MOST_ROUNDS && taken.length < count; round++) {
    for (const digits of latinHypercube(space.radices, count - taken.length, random)) {
      const number = space.numberOf(digits);
      if (seen.has(number)) continue;
      seen.add(number);
      if (takes(number)) taken.push(number);
    }
  }
  return Float64Array.from(taken).sort();
}
