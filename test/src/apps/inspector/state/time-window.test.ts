import { describe, expect, it } from 'vitest';
import { CAUSES } from '../../../../../pipeline/counters/causes.ts';
import { ACTIVITIES, capacities, STAGES } from '../../../../../pipeline/stages/stages.ts';
import { withValue } from '../../../../../rtl-model/design/field.ts';
import { slicesAt, type TimeWindow, valueAtCycle } from '../../../../../src/apps/inspector/state/time-window.ts';
import { preset } from '../../../../pipeline/random-work.ts';
import { accountOf, drawnLog } from '../time/drawn-log.ts';
import { drawnRequests } from '../time/drawn-requests.ts';

const FULL = preset('full-quality');
const requests = drawnRequests();

const account = accountOf(requests, FULL);
const log = drawnLog(requests, FULL);
const whole = log.window(0, 2 * account.cycles);
const part = log.window(300, 400);

function cyclesOf({ slices }: TimeWindow, stage: string, activity: string): number {
  const own = slices.filter((slice) => slice.stage === stage && slice.activity === activity);
  return own.reduce((sum, { from, to }) => sum + to - from, 0);
}

describe('the pipeline in a window of cycles', () => {
  it('ends with the run where the window is longer', () => {
    expect([whole.from, whole.to]).toEqual([0, account.cycles]);
    expect([part.from, part.to]).toEqual([300, 400]);
  });

  it('has slices of each stage that tile it', () => {
    for (const window of [whole, part]) {
      for (const stage of STAGES) {
        let at = window.from;
        for (const { from, to } of window.slices.filter((slice) => slice.stage === stage)) {
          expect(from).toBe(at);
          expect(to).toBeGreaterThan(from);
          at = to;
        }
        expect(at).toBe(window.to);
      }
    }
  });

  it('has the activities of the other clock', () => {
    for (const stage of STAGES) {
      for (const activity of ACTIVITIES) {
        expect([stage, activity, cyclesOf(whole, stage, activity)]).toEqual([
          stage,
          activity,
          account.stages[stage][activity],
        ]);
      }
    }
  });

  it('has the causes of the other clock, and one for each cycle', () => {
    for (const cause of CAUSES) {
      const runs = whole.causes.filter((run) => run.cause === cause);
      expect([cause, runs.reduce((sum, { from, to }) => sum + to - from, 0)]).toEqual([cause, account.causes[cause]]);
    }
    expect(part.causes[0].from).toBe(300);
    expect(part.causes.at(-1)!.to).toBe(400);
    part.causes.slice(1).forEach(({ from }, n) => expect(from).toBe(part.causes[n].to));
  });

  it('has the cycle of each miss, at which there are more misses in flight if no line comes in', () => {
    expect(whole.missed.length).toBe(account.cache.misses);
    const rises = whole.misses.filter(([, count], n) => count > (whole.misses[n - 1]?.[1] ?? 0));
    expect(rises.length).toBeGreaterThan(10);
    expect(rises.map(([cycle]) => cycle).filter((cycle) => !whole.missed.includes(cycle))).toEqual([]);
    expect(part.missed).toEqual(whole.missed.filter((cycle) => cycle >= part.from && cycle < part.to));
  });

  it('is the same in the middle of a longer one', () => {
    for (let cycle = part.from; cycle < part.to; cycle++) {
      for (const [stage, { activity, work }] of slicesAt(part, cycle)) {
        const { activity: longer, work: same } = slicesAt(whole, cycle).get(stage)!;
        expect([cycle, stage, activity, work]).toEqual([cycle, stage, longer, same]);
      }
      expect(valueAtCycle(part.misses, cycle)).toBe(valueAtCycle(whole.misses, cycle));
      part.fifos.forEach(({ levels }, n) => {
        expect(valueAtCycle(levels, cycle)).toBe(valueAtCycle(whole.fifos[n].levels, cycle));
      });
    }
  });

  it('fills no FIFO above its depth, and has no more misses in flight than there are slots', () => {
    const small = withValue(withValue(FULL, 'pipeline.fifoDepth.fragment', 4), 'cache.outstandingMisses', 3);
    const { fifos, misses } = drawnLog(requests, small).window(0, 1e6);
    // A blocked stage keeps its registers full behind the FIFO.
    const room = capacities(small.pipeline);
    for (const { stage, levels } of fifos) {
      const most = Math.max(...levels.map(([, level]) => level));
      expect(most).toBeLessThanOrEqual(room[STAGES.indexOf(stage)]);
    }
    const fragments = fifos.find(({ stage }) => stage === 'tag')!.levels;
    expect(Math.max(...fragments.map(([, level]) => level))).toBe(room[STAGES.indexOf('tag')]);
    expect(Math.max(...misses.map(([, count]) => count))).toBe(3);
  });

  it('knows the pixel of every quad that a stage works on', () => {
    const worked = part.slices.flatMap(({ work }) => (work === null ? [] : work.quad));
    expect(worked.length).toBeGreaterThan(20);
    for (const quad of worked) expect(part.quads.get(quad)).toBeDefined();
    const pixels = [...whole.quads.values()].map(({ x, y }) => `${x},${y}`);
    expect(new Set(pixels).size).toBe(account.quads);
  });
});
