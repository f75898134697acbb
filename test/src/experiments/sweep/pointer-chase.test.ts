import { describe, expect, it } from 'vitest';
import { loadDesign } from '../../../../src/designs/load-design.ts';
import { parsePlan } from '../../../../src/experiments/sweep/plan/parse-plan.ts';
import { DesignRuns } from '../../../../src/experiments/sweep/runs/design-runs.ts';
import { readWorkloads } from '../../../../src/inputs/workloads/sweep-workloads.ts';
import { drive } from '../../../../src/platform/drive.ts';

/** Misses of each access of a chase through arrays of several sizes, in the order of the sizes. */
async function curve(design: string, bytes: object, stride: number, rounds = 2): Promise<readonly number[]> {
  const workloads = [{ chase: { bytes, stride, rounds } }];
  const text = JSON.stringify({ designs: [design], workloads, mode: 'cache', measures: ['l1_misses_per_access'] });
  const { plan } = parsePlan(text, 'chase.json', loadDesign);
  const read = await drive(readWorkloads(plan, 'chase.json'), () => ({ what: '', part: 0 }));
  const points: number[] = [];
  for await (const rows of new DesignRuns(plan, read, '').rows([{ number: 0, workloads: read.map((_, n) => n) }])) {
    points.push(...rows.map((row) => row.l1_misses_per_access as number));
  }
  return points;
}

/** Lines and ways of the published caches, and the set of a byte address. */
const LRU = {
  'gt200-cache': { line: 32, ways: 20, setOf: (address: number) => Math.floor(address / 32) % 8 },
  'fermi-cache': { line: 32, ways: 96, setOf: (address: number) => Math.floor(address / 128) % 4 },
  'kepler-cache': { line: 32, ways: 96, setOf: (address: number) => Math.floor(address / 128) % 4 },
  'maxwell-cache': { line: 32, ways: 192, setOf: (address: number) => Math.floor(address / 128) % 4 },
  'gpgpu-sim-cache': { line: 128, ways: 24, setOf: (address: number) => Math.floor(address / 128) % 4 },
};

/** With LRU, round after round, each line of a set misses that has more lines than ways, and no other line does. */
function missesOfRound({ line, ways, setOf }: (typeof LRU)['fermi-cache'], bytes: number, stride: number): number {
  const lines = new Map<number, Set<number>>();
  for (let address = 0; address < bytes; address += stride) {
    const set = setOf(address);
    lines.set(set, (lines.get(set) ?? new Set()).add(Math.floor(address / line)));
  }
  return [...lines.values()].reduce((sum, { size }) => sum + (size > ways ? size : 0), 0);
}

describe('a pointer chase through a published cache', () => {
  it.each(Object.entries(LRU).flatMap(([name, cache]) => [4, 32, 128, 512].map((stride) => ({ name, cache, stride }))))(
    'misses the lines of the sets that are too full, and those alone: $name, stride $stride',
    async ({ name, cache, stride }) => {
      const step = Math.max(stride, 32);
      let first = 2 * step;
      while (missesOfRound(cache, first, stride) === 0) first += step;
      const sizes = Array.from({ length: 32 }, (_, n) => first + step * (n - 8));
      const points = await curve(name, { from: sizes[0], to: sizes.at(-1), step }, stride);
      expect(points).toEqual(sizes.map((bytes) => missesOfRound(cache, bytes, stride) / (bytes / stride)));
    },
  );

  // The capacity, and one line of each set more: those of 32 bytes lie in stretches of 128 where bits 7 and 8 are the set.
  it.each([
    ['gt200-cache', 32, 5120, 5120 + 8 * 32],
    ['fermi-cache', 32, 12288, 12288 + 3 * 128 + 32],
    ['kepler-cache', 32, 12288, 12288 + 3 * 128 + 32],
    ['maxwell-cache', 32, 24576, 24576 + 3 * 128 + 32],
    ['gpgpu-sim-cache', 128, 12288, 12288 + 4 * 128],
  ])('%s by %i bytes has no miss up to %i bytes, and no hit from %i on', async (name, stride, capacity, all) => {
    const from = capacity - 8 * stride;
    const points = await curve(name, { from, to: all + 8 * stride, step: stride }, stride);
    const sizes = points.map((_, n) => from + n * stride);
    expect(sizes.filter((_, n) => points[n] === 0).at(-1)).toBe(capacity);
    expect(sizes.find((_, n) => points[n] === 1)).toBe(all);
    expect(points.every((point, n) => point >= (points[n - 1] ?? 0))).toBe(true);
  });

  it('of 128 KiB begins to miss above it, and hits what random replacement leaves', async () => {
    const points = await curve('volta-cache', { from: 131072 - 64, to: 131072 + 512, step: 32 }, 32);
    expect(points.findIndex((point) => point > 0)).toBe(3);
    expect(points.slice(3).every((point) => point > 0 && point < 0.5)).toBe(true);
    // A line that is absent misses once for each of its sectors.
    const lines = await curve('volta-cache', { from: 135168, to: 135168, step: 128 }, 128);
    expect((await curve('volta-cache', { from: 135168, to: 135168, step: 32 }, 32))[0]).toBe(lines[0]);
  });

  it('does not count the round that fills the cache, and counts each of the others alike', async () => {
    const size = { from: 12320, to: 12320, step: 32 };
    const of = (rounds: number) => curve('fermi-cache', size, 32, rounds);
    expect([await of(1), await of(7)]).toEqual([[97 / 385], [97 / 385]]);
  });
});
