import { describe, expect, it } from 'vitest';
import { climb, type Judge, nearbyFloat, nearbyInteger } from '../../../../src/checker/probes/climb.ts';
import { SeededBits } from '../../../../src/platform/seeded-bits.ts';

const SEED = 7;

/** A narrow peak at (1/3, -5), its foot everywhere. */
function height([x, y]: readonly number[]): number {
  return -Math.hypot(x - 1 / 3, y + 5);
}

/** Judges by height, and keeps the best. */
function measured() {
  const seen = { tried: 0, best: -Infinity };
  const judge: Judge<readonly number[]> = function* (cases) {
    yield 1;
    seen.tried += cases.length;
    const heights = cases.map(height);
    seen.best = Math.max(seen.best, ...heights);
    return heights;
  };
  return { seen, judge };
}

function started(): readonly (readonly number[])[] {
  const bits = new SeededBits(SEED);
  return Array.from({ length: 100 }, () => [bits.between(0.01, 10), -bits.between(0.01, 100)]);
}

function run(rounds: number) {
  const { seen, judge } = measured();
  const bits = new SeededBits(SEED);
  const nearby = (from: readonly number[]) => from.map((x) => nearbyFloat(x, bits));
  const parts = [...climb(started(), judge, nearby, bits, rounds)];
  return { ...seen, parts };
}

describe('climb', () => {
  it('comes much closer to the worst case than its first cases do, and closer with more rounds', () => {
    const [none, few, many] = [0, 4, 64].map((rounds) => run(rounds).best);
    expect(few).toBeGreaterThan(none);
    expect(many).toBeGreaterThan(few);
    expect(many).toBeGreaterThan(none / 1000);
  });

  it('tries the first cases, then 16 neighbours of each of 16 climbers a round', () => {
    expect(run(0).tried).toBe(100);
    expect(run(3).tried).toBe(100 + 3 * 256);
  });

  it('does the same for the same seed', () => {
    expect(run(8)).toEqual(run(8));
  });

  it('yields its progress, which rises to 1', () => {
    const { parts } = run(5);
    expect(parts).toEqual(parts.toSorted((a, b) => a - b));
    expect(parts.at(-1)).toBeCloseTo(1, 12);
  });

  it('climbs from the worst of the first cases, by steps that only go up', () => {
    const asked: number[][] = [];
    const judge: Judge<number> = function* (cases) {
      yield 1;
      asked.push([...cases]);
      return cases;
    };
    const bits = new SeededBits(SEED);
    const first = Array.from({ length: 40 }, (_, n) => (n * 17) % 40);
    const nearby = (from: number) => from - 1 + bits.below(3);
    for (const _ of climb(first, judge, nearby, bits, 10));
    // The worst 16 of 0 to 39 are 24 and up; each round adds one at most.
    for (const [round, cases] of asked.slice(1).entries()) {
      expect(Math.min(...cases)).toBeGreaterThanOrEqual(23);
      expect(Math.max(...cases)).toBeLessThanOrEqual(40 + round);
    }
    expect(Math.max(...asked.at(-1)!)).toBe(49);
  });
});

describe('neighbours', () => {
  it('of floats are float32, of the same sign, from half as far away to the next one', () => {
    const bits = new SeededBits(SEED);
    const neighbours = Array.from({ length: 4000 }, () => nearbyFloat(-3, bits));
    for (const x of neighbours) expect(x).toBe(Math.fround(x));
    expect(Math.max(...neighbours)).toBeLessThan(-1.5);
    expect(Math.min(...neighbours)).toBeGreaterThan(-4.5);
    expect(neighbours.some((x) => x !== -3 && Math.abs(x + 3) <= 2 ** -21)).toBe(true);
    expect(neighbours.some((x) => Math.abs(x + 3) > 1)).toBe(true);
    expect(nearbyFloat(0, bits)).toBe(0);
  });

  it('of integers stay in range, mostly close, and reach both ends', () => {
    const bits = new SeededBits(SEED);
    const neighbours = Array.from({ length: 2000 }, () => nearbyInteger(100, 255, bits));
    expect(neighbours.every((n) => Number.isInteger(n) && n >= 0 && n <= 255)).toBe(true);
    expect(neighbours).toEqual(expect.arrayContaining([0, 255, 99, 101]));
    expect(neighbours.filter((n) => Math.abs(n - 100) <= 4).length).toBeGreaterThan(1000);
    expect(Array.from({ length: 50 }, () => nearbyInteger(0, 3, bits)).every((n) => n >= 0 && n <= 3)).toBe(true);
  });
});
