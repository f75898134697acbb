import type { SeededBits } from '../../../platform/seeded-bits.ts';
import { digitsOf } from '../plan/design-space.ts';
import { choicesOf, latinHypercube } from './latin-hypercube.ts';

/** A point: the step of each axis. */
export type Genome = readonly number[];

/** A point and its objectives, all of which are to be small. */
export interface Scored {
  readonly genome: Genome;
  readonly objectives: readonly number[];
}

export interface SearchSpace {
  /** Steps of each axis. */
  readonly radices: readonly number[];
  /** True if a point is in the space. */
  readonly takes: (genome: Genome) => boolean;
  /** The point that others are compared with, which is among the first. */
  readonly baseline?: Genome;
}

/** Members of a generation, and children that are tried before the search takes any point instead. */
const LEAST_POPULATION = 8;
const MOST_POPULATION = 64;
const TRIES = 40;
const CROSSOVER = 0.9;

/**
 * The evolutionary search NSGA-II (K. Deb, A. Pratap, S. Agarwal, T. Meyarivan 2002) over points of integers: parents by
 * tournaments of rank and crowding, children by uniform crossover and mutation, survivors by rank and crowding. No point
 * is evaluated twice. The same seed and objectives give the same points.
 *
 * It yields points to evaluate, takes their objectives in the same order (null where there are none), and returns all
 * points that have some.
 *
 * @param most points that are evaluated
 */
export function* paretoSearch(
  space: SearchSpace,
  most: number,
  seed: number,
): Generator<readonly Genome[], readonly Scored[], readonly (readonly number[] | null)[]> {
  const random = choicesOf(seed);
  const breeder = new Breeder(space, random);
  const size = Math.min(MOST_POPULATION, Math.max(LEAST_POPULATION, Math.round(Math.sqrt(4 * most))));
  const archive: Scored[] = [];
  let evaluated = 0;
  let population: readonly Scored[] = [];
  let genomes = breeder.first(Math.min(size, most));
  while (genomes.length > 0) {
    const objectives = yield genomes;
    evaluated += genomes.length;
    const scored = genomes.flatMap((genome, n): Scored[] => {
      const found = objectives[n];
      return found === null ? [] : [{ genome, objectives: found }];
    });
    archive.push(...scored);
    population = survivors([...population, ...scored], size);
    genomes = breeder.children(population, Math.min(size, most - evaluated));
  }
  return archive;
}

/** Makes points that are new and in the space. */
class Breeder {
  private readonly seen = new Set<string>();

  constructor(
    private readonly space: SearchSpace,
    private readonly random: SeededBits,
  ) {}

  first(count: number): readonly Genome[] {
    const { baseline, radices } = this.space;
    const known = baseline !== undefined && this.isNew(baseline) ? [baseline] : [];
    const spread = latinHypercube(radices, count - known.length, this.random).filter((genome) => this.isNew(genome));
    return [...known, ...spread, ...this.any(count - known.length - spread.length)];
  }

  /** @param population ranked, as `survivors` gives it */
  children(population: readonly Scored[], count: number): readonly Genome[] {
    const children: Genome[] = [];
    for (let tries = 0; children.length < count && tries < TRIES * count && population.length > 0; tries++) {
      const child = this.mutated(this.crossed(this.parent(population), this.parent(population)));
      if (this.isNew(child)) children.push(child);
    }
    return [...children, ...this.any(count - children.length)];
  }

  /** The better of two: survivors are in the order of rank and crowding. */
  private parent(population: readonly Scored[]): Genome {
    const place = Math.min(this.random.below(population.length), this.random.below(population.length));
    return population[place].genome;
  }

  private crossed(a: Genome, b: Genome): Genome {
    if (this.random.between(0, 1) >= CROSSOVER) return a;
    return a.map((step, k) => (this.random.between(0, 1) < 0.5 ? step : b[k]));
  }

  /** One axis in the mean moves: to a step beside it, or anywhere. */
  private mutated(genome: Genome): Genome {
    const { radices } = this.space;
    const movable = radices.filter((radix) => radix > 1).length;
    return genome.map((step, k) => {
      if (radices[k] === 1 || this.random.between(0, 1) * movable >= 1) return step;
      if (this.random.between(0, 1) < 0.3) return this.random.below(radices[k]);
      const moved = step + (this.random.between(0, 1) < 0.5 ? -1 : 1);
      return Math.min(radices[k] - 1, Math.max(0, moved));
    });
  }

  /** Any points: by chance, and where that finds none, the first ones of the space. */
  private any(count: number): readonly Genome[] {
    const { radices } = this.space;
    const found: Genome[] = [];
    for (let tries = 0; found.length < count && tries < TRIES * count; tries++) {
      const genome = radices.map((radix) => this.random.below(radix));
      if (this.isNew(genome)) found.push(genome);
    }
    const size = radices.reduce((product, radix) => product * radix, 1);
    if (size > SMALL) return found;
    for (let number = 0; number < size && found.length < count; number++) {
      const genome = digitsOf(number, radices);
      if (this.isNew(genome)) found.push(genome);
    }
    return found;
  }

  private isNew(genome: Genome): boolean {
    const key = genome.join();
    if (this.seen.has(key)) return false;
    this.seen.add(key);
    return this.space.takes(genome);
  }
}

/** The largest space whose points are searched one by one where chance finds no new one. */
const SMALL = 65_536;

/** The best points in the order of their rank, within a rank those first that have no near neighbour. */
export function survivors(all: readonly Scored[], count: number): readonly Scored[] {
  return fronts(all).flatMap(byCrowding).slice(0, count);
}

/** The points that no other one dominates. */
export function undominated<Point extends Pick<Scored, 'objectives'>>(all: readonly Point[]): readonly Point[] {
  return all.filter((point) => !all.some((other) => dominates(other.objectives, point.objectives)));
}

function dominates(a: readonly number[], b: readonly number[]): boolean {
  return a.every((value, k) => value <= b[k]) && a.some((value, k) => value < b[k]);
}

/** The fronts of points, each of which only points of earlier ones dominate. */
function fronts(all: readonly Scored[]): readonly (readonly Scored[])[] {
  const found: (readonly Scored[])[] = [];
  let rest = all;
  while (rest.length > 0) {
    const front = new Set(undominated(rest));
    found.push([...front]);
    rest = rest.filter((point) => !front.has(point));
  }
  return found;
}

/** A large number in place of an infinite objective, with which distances can be computed. */
const FAR = 1e12;

/** A front, those first whose neighbours along the objectives are far. */
function byCrowding(front: readonly Scored[]): readonly Scored[] {
  const distance = new Map(front.map((point) => [point, 0]));
  for (const k of front[0].objectives.keys()) {
    const place = ({ objectives }: Scored) => Math.min(FAR, Math.max(-FAR, objectives[k]));
    const sorted = front.toSorted((a, b) => place(a) - place(b));
    const range = place(sorted.at(-1)!) - place(sorted[0]) || 1;
    sorted.forEach((point, n) => {
      const isEnd = n === 0 || n === sorted.length - 1;
      const gap = isEnd ? Infinity : (place(sorted[n + 1]) - place(sorted[n - 1])) / range;
      distance.set(point, distance.get(point)! + gap);
    });
  }
  return front.toSorted((a, b) => compare(distance.get(b)!, distance.get(a)!));
}

/** Also of two that are infinite. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a - b;
}
