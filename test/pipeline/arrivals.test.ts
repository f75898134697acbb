import { describe, expect, test } from 'vitest';
import type { Account } from '../../pipeline/stages/account.ts';
import type { ShaderDesign } from '../../rtl-model/design/design.ts';
import type { QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import { columnsBatch, depth, pipelineOf, POINT, roomy, WIDTH } from './wide-row.ts';

const UNLIMITED: ShaderDesign = { warps: 'unlimited', quadsPerWarp: 1, instructionsBetween: 0 };

/** Runs `n` equal quads whose line is in the cache, and returns what the run adds to the account. */
function warm(shader: ShaderDesign, n: number, issue: (batch: QuadBatch, start: number) => void = () => {}) {
  const design = roomy();
  const pipeline = pipelineOf({ ...design, pipeline: { ...design.pipeline, shader } }, 'r8g8b8a8_unorm', POINT);
  const quads = (count: number) =>
    columnsBatch(
      WIDTH,
      Array.from({ length: count }, () => [7, 7, 7, 7]),
    );
  const first = quads(1);
  first.warp[0] = 0;
  pipeline.run(first);
  const before = pipeline.finish();
  const batch = quads(n);
  issue(batch, before.cycles);
  pipeline.run(batch);
  const after = pipeline.finish();
  const added = (of: (account: Account) => number) => of(after) - of(before);
  return {
    cycles: added(({ cycles }) => cycles),
    warps: added(({ causes }) => causes.warps),
    arrival: added(({ causes }) => causes.arrival),
    waiting: added(({ stages }) => stages.frontEnd.warps),
    early: added(({ stages }) => stages.frontEnd.arrival),
  };
}

/** Cycles from the issue of a quad that hits to its result. */
const LATENCY = depth(roomy()) + 1;

describe('warps in flight', () => {
  test.each([
    [1, 0],
    [1, 25],
    [4, 0],
    [8, 60],
    [31, 0],
  ])('%i warps of one quad with %i instructions between: each issues once in latency plus instructions', (warps, k) => {
    const n = 100;
    const period = Math.max(warps, LATENCY + k);
    const issued = Math.floor((n - 1) / warps) * period + ((n - 1) % warps);
    const { cycles, waiting } = warm({ warps, quadsPerWarp: 1, instructionsBetween: k }, n);
    // One warp alone has instructions left from the first run.
    const begin = warps === 1 ? k : 0;
    expect(cycles).toBe(begin + issued + LATENCY);
    expect(waiting).toBe(begin + issued + 1 - n);
  });

  test('as many warps as the latency has cycles hide it', () => {
    const all = warm(UNLIMITED, 200);
    const enough = warm({ warps: LATENCY, quadsPerWarp: 1, instructionsBetween: 0 }, 200);
    expect(enough).toEqual(all);
    expect(enough.warps).toBe(0);
    expect(warm({ warps: LATENCY - 1, quadsPerWarp: 1, instructionsBetween: 0 }, 200).warps).toBeGreaterThan(0);
  });

  test('the quads of a texture instruction are issued one a cycle, without a wait', () => {
    const n = 64;
    const { cycles } = warm({ warps: 1, quadsPerWarp: 8, instructionsBetween: 3 }, n);
    expect(cycles).toBe(3 + (n / 8 - 1) * (7 + LATENCY + 3) + 7 + LATENCY);
  });

  test('requests that name their warps wait for the results of these', () => {
    const shader: ShaderDesign = { warps: 16, quadsPerWarp: 1, instructionsBetween: 0 };
    const named = (names: readonly number[]) => (batch: QuadBatch) => batch.warp.set(names);
    expect(warm(shader, 4, named([3, 4, 5, 6])).cycles).toBe(3 + LATENCY);
    expect(warm(shader, 4, named([3, 4, 3, 4])).cycles).toBe(LATENCY + 1 + LATENCY);
    // A name beyond the number of warps is taken modulo it.
    expect(warm(shader, 2, named([3, 19])).cycles).toBe(2 * LATENCY);
  });
});

describe('requests with cycles', () => {
  test('the front end waits for them, and the gaps have a cause of their own', () => {
    const cycles = [0, 1, 50, 51, 52, 200];
    const { arrival, early, ...rest } = warm(UNLIMITED, 6, (batch, start) =>
      batch.cycle.set(cycles.map((cycle) => start + cycle)),
    );
    expect(rest.cycles).toBe(200 + LATENCY);
    expect(early).toBe(200 + 1 - cycles.length);
    expect(arrival).toBe(early);
  });

  test('a request whose cycle has passed, or that has none, is issued at once', () => {
    const late = warm(UNLIMITED, 10, (batch) => batch.cycle.fill(1));
    expect(late).toEqual(warm(UNLIMITED, 10));
  });
});
