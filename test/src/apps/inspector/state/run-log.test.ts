import { describe, expect, it } from 'vitest';
import { CAUSES } from '../../../../../pipeline/counters/causes.ts';
import { Pipeline } from '../../../../../pipeline/pipeline.ts';
import type { PassView } from '../../../../../pipeline/stages/observer.ts';
import { ACTIVITIES, type Stage, STAGES } from '../../../../../pipeline/stages/stages.ts';
import { withValue } from '../../../../../rtl-model/design/field.ts';
import { texelMemory } from '../../../../../rtl-model/memory/lay-out-images.ts';
import { QuadBatch } from '../../../../../rtl-model/registers/quad-batch.ts';
import { causesOf, PIECE_CYCLES, SUM } from '../../../../../src/apps/inspector/state/run-log.ts';
import type { RepeatableRequests } from '../../../../../src/apps/inspector/state/time-window.ts';
import { SilentObserver } from '../../../../../traces/stages/observers.ts';
import { type RandomSource, randomNumbers } from '../../../../pipeline/random-source.ts';
import { preset, randomDesign, randomImage, randomQuads, randomState } from '../../../../pipeline/random-work.ts';
import { accountOf, drawnLog } from '../time/drawn-log.ts';
import { drawnRequests } from '../time/drawn-requests.ts';
import { watchedWindows } from './watched-windows.ts';

/** One miss at a time, and a long way to memory: few quads take many cycles. */
const SLOW = withValue(
  withValue(withValue(preset('d3d11.3-minimum'), 'cache.outstandingMisses', 1), 'pipeline.memory.latency', 150),
  'cache.sets',
  1,
);

/** Windows of a run: its beginning, its end, and others anywhere. */
function windowsOf(random: RandomSource, cycles: number, count: number) {
  const some = Array.from({ length: count }, () => {
    const from = Math.floor(random() * cycles);
    return [from, from + 1 + Math.floor(random() * 600)] as const;
  });
  return [[0, 300] as const, [cycles - 100, cycles + 100] as const, ...some];
}

/** Quads of several states, by chance. */
function randomRequests(random: RandomSource): RepeatableRequests {
  const images = [randomImage(random), randomImage(random)];
  const states = Array.from({ length: 2 }, () => randomState(random, images.length));
  const batch = new QuadBatch(60);
  randomQuads(random, batch, 60, states.length);
  return { images, states, batches: () => [batch] };
}

describe('a log of a run', () => {
  const requests = drawnRequests();
  const log = drawnLog(requests, SLOW);
  const account = accountOf(requests, SLOW);

  it('has each window as a run from cycle 0 shows it, to the cycle and the cause, across its pieces, too', () => {
    expect(log.cycles).toBeGreaterThan(4 * PIECE_CYCLES);
    const windows = windowsOf(randomNumbers(7), log.cycles, 12);
    const across = [PIECE_CYCLES - 100, PIECE_CYCLES + 100] as const;
    const all = [...windows, across, [PIECE_CYCLES, PIECE_CYCLES + 50] as const];
    watchedWindows(requests, SLOW, all).forEach((window, n) => {
      expect(log.window(...all[n])).toEqual(window);
    });
  });

  it.each([1, 2, 3, 4])('has the windows of random quads in the random design %i', (seed) => {
    const random = randomNumbers(seed);
    const [design, quads] = [randomDesign(random), randomRequests(random)];
    const own = drawnLog(quads, design);
    expect(own.cycles).toBe(accountOf(quads, design).cycles);
    const windows = windowsOf(random, own.cycles, 6);
    watchedWindows(quads, design, windows).forEach((window, n) => expect(own.window(...windows[n])).toEqual(window));
  });

  it('sums to the account of the other clock', () => {
    const sums = log.sums(0, log.cycles)!;
    expect(log.cycles).toBe(account.cycles);
    STAGES.forEach((stage, s) =>
      ACTIVITIES.forEach((activity, a) => {
        expect([stage, activity, sums[s * ACTIVITIES.length + a]]).toEqual([
          stage,
          activity,
          account.stages[stage][activity],
        ]);
      }),
    );
    CAUSES.forEach((cause, n) => expect([cause, sums[SUM.causes + n]]).toEqual([cause, account.causes[cause]]));
  });

  it('has the causes of a marked range, which sum to its cycles', () => {
    const random = randomNumbers(3);
    for (let n = 0; n < 20; n++) {
      const [from, to] = [random(), random()].map((share) => Math.floor(share * log.cycles)).sort((a, b) => a - b);
      const causes = causesOf(log.sums(from, to)!);
      expect(causes.reduce((sum, [, cycles]) => sum + cycles, 0)).toBe(to - from);
      if (n > 3) continue;
      const { causes: runs } = log.window(from, to);
      for (const [cause, cycles] of causes) {
        const own = runs.filter((run) => run.cause === cause);
        expect([cause, cycles]).toEqual([cause, own.reduce((sum, run) => sum + run.to - run.from, 0)]);
      }
    }
  });

  it('has columns of a power of two of cycles, each with the sums of its cycles, of every width', () => {
    for (const [from, to] of [
      [0, 40],
      [1000, 9000],
      [5000, 80_000],
      [0, log.cycles],
    ]) {
      for (const most of [7, 100, 1000]) {
        const { first, width, count, sums } = log.columns(from, to, most);
        expect(Math.log2(width) % 1).toBe(0);
        expect(count).toBeLessThanOrEqual(most + 1);
        expect(first).toBeLessThanOrEqual(from);
        expect(first + count * width).toBeGreaterThanOrEqual(to);
        for (let column = 0; column < count; column += Math.ceil(count / 5)) {
          const start = first + column * width;
          const own = log.sums(start, Math.min(log.cycles, start + width))!;
          expect([...sums.subarray(column * SUM.size, (column + 1) * SUM.size)]).toEqual([...own]);
        }
      }
    }
  });

  it('has the levels of FIFOs and of misses in flight in its sums, cycle by cycle', () => {
    const { fifos, misses } = log.window(20_000, 20_500);
    const sums = log.sums(20_000, 20_500)!;
    const total = (steps: readonly (readonly [number, number])[]) =>
      steps.reduce((sum, [at, level], n) => sum + level * ((steps[n + 1]?.[0] ?? 20_500) - at), 0);
    fifos.forEach(({ levels }, n) => expect(sums[SUM.fifos + n]).toBe(total(levels)));
    expect(sums[SUM.misses]).toBe(total(misses));
    expect(total(misses)).toBeGreaterThan(0);
  });

  it('has the cycles in which each stage takes a quad in, and works on it for the last time', () => {
    const entered = new Map<string, number>();
    const observer = Object.assign(new SilentObserver(), {
      enter: (cycle: number, stage: Stage, { quad }: PassView) => {
        const key = `${quad} ${stage}`;
        if (!entered.has(key)) entered.set(key, cycle);
      },
    });
    const pipeline = new Pipeline(SLOW, texelMemory(SLOW, requests.images), requests.states, () => {}, observer);
    for (const batch of requests.batches()) pipeline.run(batch);
    pipeline.finish();
    const [from, to] = [PIECE_CYCLES - 2000, PIECE_CYCLES + 2000];
    const { first, count, begin, end } = log.stays(from, to);
    const { slices, quads } = log.window(0, to);
    expect(quads.size).toBeGreaterThan(20);
    for (const quad of quads.keys()) {
      if (quad < first) continue;
      expect(quad).toBeLessThan(first + count);
      STAGES.forEach((stage, s) => {
        const at = (quad - first) * STAGES.length + s;
        const cycle = entered.get(`${quad} ${stage}`)!;
        expect([quad, stage, begin[at]]).toEqual([quad, stage, cycle < to ? cycle : NaN]);
        const last = slices.findLast((slice) => slice.stage === stage && slice.work?.quad === quad);
        expect([quad, stage, end[at]]).toEqual([quad, stage, last?.to ?? 0]);
      });
    }
  });

  it('goes from miss to miss, over the ends of its pieces', () => {
    const { missed } = log.window(0, log.cycles);
    const found: number[] = [];
    for (let at = log.nextMiss(-1); at !== undefined; at = log.nextMiss(at)) found.push(at);
    expect(found).toEqual([...new Set(missed)]);
    expect(missed.length).toBe(account.cache.misses);
  });

  it('keeps sums alone where no detail is wanted, with the same columns of 256 cycles and more', () => {
    const part = drawnLog(requests, SLOW, { from: PIECE_CYCLES, to: 2 * PIECE_CYCLES });
    expect(part.hasDetail(PIECE_CYCLES, 2 * PIECE_CYCLES)).toBe(true);
    expect(part.hasDetail(0, 10)).toBe(false);
    expect(part.window(PIECE_CYCLES + 5, PIECE_CYCLES + 90)).toEqual(log.window(PIECE_CYCLES + 5, PIECE_CYCLES + 90));
    expect(part.columns(0, log.cycles, 50)).toEqual(log.columns(0, log.cycles, 50));
    expect(part.columns(0, 2000, 1000).width).toBe(256);
    expect(part.sums(3, 9)).toBe(null);
  });
});
