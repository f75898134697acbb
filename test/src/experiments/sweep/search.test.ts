import { describe, expect, it } from 'vitest';
import { loadDesign } from '../../../../src/designs/load-design.ts';
import { parsePlan } from '../../../../src/experiments/sweep/plan/parse-plan.ts';
import { objectivesOf } from '../../../../src/experiments/sweep/run-sweep.ts';
import { choicesOf, latinHypercube, sampled } from '../../../../src/experiments/sweep/search/latin-hypercube.ts';
import {
  type Genome,
  undominated,
  paretoSearch,
  type Scored,
  survivors,
} from '../../../../src/experiments/sweep/search/pareto-search.ts';

describe('a Latin hypercube', () => {
  it('takes every step of each axis equally often', () => {
    const points = latinHypercube([20, 5, 3], 20, choicesOf(7));
    const count = (axis: number) => {
      const counts = new Map<number, number>();
      for (const point of points) counts.set(point[axis], (counts.get(point[axis]) ?? 0) + 1);
      return [...counts.entries()].sort(([a], [b]) => a - b).map(([, times]) => times);
    };
    expect(count(0)).toEqual(Array.from({ length: 20 }, () => 1));
    expect(count(1)).toEqual([4, 4, 4, 4, 4]);
    for (const times of count(2)) expect(Math.abs(times - 20 / 3)).toBeLessThan(2);
  });

  const space = {
    radices: [10, 10, 10],
    numberOf: (digits: readonly number[]) => digits.reduce((number, digit) => 10 * number + digit, 0),
  };

  it('gives as many different designs as asked for, where some are refused', () => {
    const numbers = sampled(space, 300, 1, (number) => number % 2 === 0);
    expect(numbers).toHaveLength(300);
    expect(new Set(numbers).size).toBe(300);
    expect(numbers.every((number) => number % 2 === 0)).toBe(true);
    expect([...numbers]).toEqual([...numbers].sort((a, b) => a - b));
  });

  it('is the same for the same seed, and another for another', () => {
    const of = (seed: number) => sampled(space, 50, seed, () => true).join();
    expect(of(3)).toBe(of(3));
    expect(of(3)).not.toBe(of(4));
  });
});

/** Runs a search to its end. */
function searched(
  radices: readonly number[],
  most: number,
  seed: number,
  objectives: (genome: Genome) => readonly number[] | null,
  takes: (genome: Genome) => boolean = () => true,
) {
  const asked: Genome[] = [];
  const search = paretoSearch({ radices, takes }, most, seed);
  let step = search.next();
  while (!step.done) {
    asked.push(...step.value);
    step = search.next(step.value.map(objectives));
  }
  return { asked, archive: step.value };
}

/** ZDT1 (Zitzler, Deb, Thiele 2000) on 5 axes of 21 steps: its front has x2 to x5 at 0 and f2 = 1 - sqrt(f1). */
function zdt1(genome: Genome): readonly number[] {
  const [x, ...rest] = genome.map((step) => step / 20);
  const g = 1 + (9 * rest.reduce((sum, value) => sum + value, 0)) / rest.length;
  return [x, g * (1 - Math.sqrt(x / g))];
}

describe('the survivors of a generation', () => {
  const points = (...objectives: readonly (readonly [number, number])[]) =>
    objectives.map((point): Scored => ({ genome: [], objectives: point }));

  it('are those of the first fronts, and of a front that does not fit those that stand alone', () => {
    const front = points([0, 10], [1, 9], [2, 8], [5, 5], [10, 0]);
    const behind = points([11, 11], [3, 9]);
    const kept = (count: number) => survivors([...behind, ...front], count).map((point) => point.objectives.join());
    expect(kept(3).sort()).toEqual(['0,10', '10,0', '5,5']);
    expect(kept(4).sort()).toEqual(['0,10', '10,0', '2,8', '5,5']);
    expect(kept(6)).toContain('3,9');
    expect(kept(6)).not.toContain('11,11');
  });
});

describe('an objective without an end', () => {
  it('is infinite where a row is, and has its place among the others', () => {
    const row = (psnr: number | 'inf') => ({ design: 0, workload: 'w', design_hash: '', base: '', psnr });
    const file = { designs: ['full-quality'], workloads: [{ scene: 'globe', name: 'w', weight: 3 }] };
    const { plan } = parsePlan(JSON.stringify(file), 'p.json', loadDesign);
    const of = (psnr: number | 'inf', goal: 'least' | 'most') => {
      const objectives = [{ measure: 'psnr', goal }];
      return objectivesOf({ ...plan, objectives }, { rowsOf: () => [row(psnr)] })(0);
    };
    expect([of('inf', 'most'), of('inf', 'least'), of(40, 'most')]).toEqual([[-Infinity], [Infinity], [-40]]);
    // The designs 2 and 3 are near one another; that of an infinite psnr is an end, far from all.
    const points = [
      [-Infinity, 9],
      [-60, 5],
      [-59, 4.9],
      [-20, 1],
    ].map((objectives): Scored => ({ genome: [], objectives }));
    for (const order of [points, points.toReversed()]) {
      const kept = survivors(order, 3).map(({ objectives: [first] }) => first);
      expect(kept.toSorted((a, b) => (a < b ? -1 : 1))).toEqual([-Infinity, -60, -20]);
    }
  });
});

describe('a search for the Pareto front', () => {
  it('begins with the baseline, once, where it has one', () => {
    const space = { radices: [9, 9, 9], takes: () => true };
    const firstOf = (given: object) => paretoSearch({ ...space, ...given }, 12, 3).next().value as readonly Genome[];
    const genomes = firstOf({ baseline: [4, 5, 6] });
    expect(genomes[0]).toEqual([4, 5, 6]);
    expect(new Set(genomes.map((genome) => genome.join())).size).toBe(firstOf({}).length);
    expect(genomes).toHaveLength(firstOf({}).length);
  });

  it('finds most of the front of ZDT1 among four million points with 1500 of them', () => {
    const { archive } = searched([21, 21, 21, 21, 21], 1500, 1, zdt1);
    const front = undominated(archive);
    const onFront = front.filter(({ objectives: [f1, f2] }) => Math.abs(f2 - (1 - Math.sqrt(f1))) < 1e-12);
    expect(onFront.length).toBeGreaterThanOrEqual(15);
  });

  it('finds the whole front of a small space before it has tried a third of it', () => {
    const objectives = ([a, b, c]: Genome) => [(a - 3) ** 2 + b + c, (a - 9) ** 2 + 2 * b + (c === 4 ? 0 : 1)];
    const all: Scored[] = [];
    for (let n = 0; n < 12 * 8 * 8; n++) {
      const genome = [n % 12, Math.floor(n / 12) % 8, Math.floor(n / 96)];
      all.push({ genome, objectives: objectives(genome) });
    }
    const shown = (points: readonly Scored[]) => [...new Set(points.map((point) => point.objectives.join(' ')))].sort();
    const { archive, asked } = searched([12, 8, 8], 250, 5, objectives);
    expect(asked.length).toBeLessThanOrEqual(250);
    expect(shown(undominated(archive))).toEqual(shown(undominated(all)));
  });

  it('asks for no point twice, for none that is refused, and for all of a space that is exhausted', () => {
    const takes = ([a, b]: Genome) => (a + b) % 3 !== 0;
    const { asked, archive } = searched([7, 7], 1000, 2, ([a, b]) => (a === 1 ? null : [a, b]), takes);
    expect(new Set(asked.map((genome) => genome.join())).size).toBe(asked.length);
    expect(asked.every(takes)).toBe(true);
    expect(asked).toHaveLength(32);
    expect(archive.every(({ genome }) => genome[0] !== 1)).toBe(true);
  });

  it('asks for the same points with the same seed', () => {
    const of = (seed: number) => searched([21, 21, 21], 200, seed, zdt1).asked.join(';');
    expect(of(9)).toBe(of(9));
    expect(of(9)).not.toBe(of(10));
  });
});
