import { describe, expect, it } from 'vitest';
import { LineStudy, type Lookups } from '../../../../../src/experiments/replay/locality/line-study.ts';
import { MissCurve } from '../../../../../src/experiments/replay/locality/miss-curve.ts';
import { octaveOf } from '../../../../../src/experiments/replay/locality/reuse-times.ts';
import { lookups, pieces, randomLookups } from './streams.ts';

function study(batch: Lookups) {
  const of = new LineStudy();
  of.take(batch);
  return of.result();
}

/** Misses of a fully associative LRU cache, look-up by look-up. */
function lruMisses({ line, count }: Lookups, capacity: number): number {
  const kept: number[] = [];
  let misses = 0;
  for (let n = 0; n < count; n++) {
    const at = kept.indexOf(line[n]);
    if (at >= 0) kept.splice(at, 1);
    else misses++;
    kept.unshift(line[n]);
    kept.length = Math.min(kept.length, capacity);
  }
  return misses;
}

/** The depth of each look-up in a stack that is a list, 1 for the top; 0 for a new line. */
function depths({ line, count }: Lookups): number[] {
  const stack: number[] = [];
  return Array.from(line.subarray(0, count), (own) => {
    const at = stack.indexOf(own);
    if (at >= 0) stack.splice(at, 1);
    stack.unshift(own);
    return at + 1;
  });
}

describe('the miss curve', () => {
  it('equals a direct simulation at every size', () => {
    for (let seed = 1; seed <= 12; seed++) {
      const batch = randomLookups(seed, 600, 10 * seed);
      const { curve } = study(batch);
      for (let lines = 0; lines <= curve.lines + 2; lines++) {
        expect([seed, lines, curve.misses(lines)]).toEqual([seed, lines, lruMisses(batch, lines)]);
      }
    }
  });

  it('equals a list search also when stamps run out, words are skipped and tables grow', () => {
    const batch = randomLookups(77, 30_000, 30_000);
    const { curve } = study(batch);
    const counts = new Map<number, number>();
    for (const depth of depths(batch)) counts.set(depth, (counts.get(depth) ?? 0) + 1);
    const wrong: number[] = [];
    for (let lines = 1; lines <= curve.enough; lines++) {
      if (curve.misses(lines - 1) - curve.misses(lines) !== (counts.get(lines) ?? 0)) wrong.push(lines);
    }
    expect(wrong).toEqual([]);
    expect([curve.lines, curve.lookups]).toEqual([counts.get(0), 30_000]);
    expect(curve.enough).toBe(Math.max(...counts.keys()));
  });

  it('of a loop is exact wherever the renumbering of stamps ends', () => {
    for (let lines = 400; lines < 432; lines++) {
      const { curve } = study(lookups(Array.from({ length: 20_000 }, (_, n) => n % lines)));
      expect([lines, curve.misses(lines - 1), curve.misses(lines)]).toEqual([lines, 20_000, lines]);
    }
  });

  it('of a loop as long as the initial table is exact to its end', () => {
    for (const lines of [4095, 4096, 4097]) {
      const { curve } = study(lookups(Array.from({ length: 3 * lines }, (_, n) => n % lines)));
      expect([lines, curve.misses(lines - 1), curve.misses(lines)]).toEqual([lines, 3 * lines, lines]);
    }
  });

  it('does not depend on how the stream is cut into batches', () => {
    const batch = randomLookups(5, 20_000, 3000);
    const cut = new LineStudy();
    for (const piece of pieces(batch, 6)) cut.take(piece);
    expect(cut.result()).toEqual(study(batch));
  });

  it('of a loop over n lines has only misses below n lines, and only first misses at n', () => {
    const loop = Array.from({ length: 500 }, (_, n) => n % 50);
    const { curve } = study(lookups(loop));
    expect([curve.misses(49), curve.misses(50), curve.misses(51)]).toEqual([500, 50, 50]);
    expect([curve.lines, curve.enough, curve.workingSet]).toEqual([50, 50, 50]);
    expect(curve.knees).toEqual([{ lines: 64, fall: 0.9 }]);
  });

  it('distinguishes lines that agree in their low or high bits', () => {
    const far = Array.from({ length: 200 }, (_, n) => [n * 2 ** 45, n * 2 ** 26 + 7, 2 ** 53 - 1 - n, n * 4096]).flat();
    const { curve } = study(lookups([...far, ...far]));
    const different = new Set(far).size;
    expect([curve.lines, curve.misses(different)]).toEqual([different, different]);
    expect(curve.lookups - curve.misses(1)).toBe(0);
  });

  it('of an empty stream is empty', () => {
    const { curve, reuse, workingSets } = study(lookups());
    expect([curve.lookups, curve.lines, curve.misses(0), curve.missRatio(4), curve.workingSet]).toEqual([
      0, 0, 0, 0, 0,
    ]);
    expect([curve.knees, reuse, workingSets]).toEqual([[], [], []]);
  });

  it('has its working set where the misses come within 5 % of the compulsory ones', () => {
    for (let seed = 30; seed < 40; seed++) {
      const { curve } = study(randomLookups(seed, 3000, 400));
      const { workingSet, lines } = curve;
      expect(curve.misses(workingSet)).toBeLessThanOrEqual(1.05 * lines);
      expect(curve.misses(workingSet - 1)).toBeGreaterThan(1.05 * lines);
    }
  });

  it('has a knee for each loop that a cache can hold', () => {
    const small = Array.from({ length: 4000 }, (_, n) => n % 10);
    const large = Array.from({ length: 4000 }, (_, n) => 100 + (n % 1000));
    const { curve } = study(lookups([...small, ...large]));
    expect(curve.knees.map(({ lines }) => lines)).toEqual([16, 1024]);
    expect(curve.knees[0].fall).toBeCloseTo(3990 / 8000, 12);
  });

  it('has no knee where misses fall by less than a tenth, and one knee for two equal octaves', () => {
    const curve = (falls: Readonly<Record<number, number>>) => {
      const depths = new Float64Array(65);
      depths[0] = 500;
      for (const [depth, hits] of Object.entries(falls)) depths[Number(depth)] = hits;
      return new MissCurve(depths);
    };
    expect(curve({ 4: 20, 16: 300 }).knees).toEqual([{ lines: 16, fall: 300 / 820 }]);
    expect(curve({ 8: 200, 16: 200, 64: 10 }).knees).toEqual([{ lines: 8, fall: 200 / 910 }]);
  });

  it('is sampled at rising sizes up to the last size that removes a miss', () => {
    const { curve } = study(randomLookups(9, 5000, 2000));
    const sizes = curve.sizes();
    expect(sizes.slice(0, 17)).toEqual(Array.from({ length: 17 }, (_, n) => n + 1));
    expect(sizes.every((size, n) => n === 0 || size > sizes[n - 1])).toBe(true);
    expect(sizes.at(-1)).toBe(curve.enough);
    for (let lines = 1; lines < curve.enough; lines *= 2) expect(sizes).toContain(lines);
  });
});

describe('reuse times', () => {
  it('count the look-ups between two of a line, octave by octave', () => {
    const batch = randomLookups(21, 2000, 300);
    const counts: number[] = [];
    for (let n = 0; n < batch.count; n++) {
      const last = batch.line.subarray(0, n).lastIndexOf(batch.line[n]);
      if (last < 0) continue;
      const octave = (n - last).toString(2).length - 1;
      counts[octave] = (counts[octave] ?? 0) + 1;
    }
    const { reuse } = study(batch);
    expect(reuse.map(({ lookups }) => lookups)).toEqual(Array.from(counts, (count) => count ?? 0));
    expect(reuse.slice(0, 3).map(({ from, to }) => [from, to])).toEqual([
      [1, 1],
      [2, 3],
      [4, 7],
    ]);
  });

  it('give the mean number of lines in every window, up to the first as long as the stream', () => {
    for (const [count, last] of [
      [512, 512],
      [513, 1024],
      [700, 1024],
    ]) {
      const batch = randomLookups(22, count, 90);
      const { workingSets } = study(batch);
      for (const { window, lines } of workingSets) {
        let sum = 0;
        for (let n = 0; n < count; n++) sum += new Set(batch.line.subarray(Math.max(0, n + 1 - window), n + 1)).size;
        expect([window, lines]).toEqual([window, sum / count]);
      }
      expect(workingSets.map(({ window }) => window)).toEqual(
        Array.from({ length: 1 + Math.log2(last) }, (_, octave) => 2 ** octave),
      );
    }
  });

  it('fall into octaves up to 2^53', () => {
    for (let octave = 0; octave < 53; octave++) {
      expect([octaveOf(2 ** octave), octaveOf(2 ** (octave + 1) - 1)]).toEqual([octave, octave]);
    }
  });

  it('and indices of quads are remembered for more lines than the initial tables hold', () => {
    const batch = randomLookups(23, 40_000, 30_000);
    const last = new Map<number, number>();
    const times = new Map<number, number>();
    const gaps = new Map<number, number>();
    const add = (counts: Map<number, number>, octave: number) => counts.set(octave, (counts.get(octave) ?? 0) + 1);
    for (let n = 0; n < batch.count; n++) {
      const before = last.get(batch.line[n]);
      if (before !== undefined) {
        add(times, Math.floor(Math.log2(n - before)));
        // The serial numbers of this stream's quads have no gaps.
        add(gaps, Math.floor(Math.log2(batch.quad[n] - batch.quad[before])));
      }
      last.set(batch.line[n], n);
    }
    const { reuse, quads } = study(batch);
    expect(last.size).toBeGreaterThan(9000);
    expect(reuse.map(({ lookups }) => lookups)).toEqual(reuse.map((_, octave) => times.get(octave) ?? 0));
    const found = [quads.sameQuad, quads.previousQuad, ...quads.earlier.map(({ lookups }) => lookups)];
    expect(found).toEqual(found.map((_, n) => gaps.get(n === 0 ? -Infinity : n - 1) ?? 0));
  });
});

describe('locality of quads', () => {
  it('distinguishes lines of the same quad, of the quad before, and of earlier ones', () => {
    const { quads } = study(lookups([1, 2, 1], [2, 3], [3, 1, 3], [9], [9, 2]));
    expect(quads).toEqual({
      quads: 5,
      lookups: 11,
      sameQuad: 2,
      previousQuad: 3,
      earlier: [{ from: 2, to: 3, lookups: 2 }],
      fresh: 4,
    });
  });

  it('counts every look-up once', () => {
    const { quads } = study(randomLookups(41, 30_000, 6000));
    const earlier = quads.earlier.reduce((sum, { lookups }) => sum + lookups, 0);
    expect(quads.sameQuad + quads.previousQuad + earlier + quads.fresh).toBe(30_000);
  });
});
