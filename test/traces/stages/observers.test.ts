import { describe, expect, it } from 'vitest';
import type { PipelineObserver } from '../../../pipeline/stages/observer.ts';
import { fanOut, ofQuads, SilentObserver, windowed } from '../../../traces/stages/observers.ts';
import { CYCLES, playRun } from './scripted-run.ts';

/** Records every call: its name, then its arguments, and pixel and pass of a view. */
function recorder(calls: string[], name = ''): PipelineObserver {
  const note = (...words: readonly unknown[]) => void calls.push([name, ...words].join(' ').trim());
  return {
    enter: (cycle, stage, { quad, pass }) => note('enter', cycle, stage, quad, pass),
    leave: (cycle, stage, { quad, pass }) => note('leave', cycle, stage, quad, pass),
    activity: (cycle, stage, activity) => note('activity', cycle, stage, activity),
    miss: (cycle, address) => note('miss', cycle, address),
    fill: (cycle, address) => note('fill', cycle, address),
    lookup: (cycle, address, hit) => note('lookup', cycle, address, hit),
    request: (cycle, address, bytes, write) => note('request', cycle, address, bytes, write),
    end: (cycles) => note('end', cycles),
  };
}

function callsOf(wrap: (observer: PipelineObserver) => PipelineObserver): string[] {
  const calls: string[] = [];
  playRun(wrap(recorder(calls)));
  return calls;
}

const ALL = callsOf((observer) => observer);

/** The cycle of a recorded call. */
function cycleOf(call: string): number {
  return Number(call.split(' ')[1]);
}

describe('fanOut', () => {
  it('passes every call to every observer in turn', () => {
    const calls: string[] = [];
    playRun(fanOut([recorder(calls, 'a'), recorder(calls, 'b')]));
    expect(calls).toEqual(ALL.flatMap((call) => [`a ${call}`, `b ${call}`]));
  });

  it('of none does nothing', () => {
    expect(() => playRun(fanOut([]))).not.toThrow();
  });
});

describe('windowed', () => {
  it('passes on the calls of its cycles, the last one excluded', () => {
    const inside = ALL.slice(0, -1).filter((call) => cycleOf(call) >= 3 && cycleOf(call) < 7);
    expect(new Set(inside.map((call) => call.split(' ')[0])).size).toBe(7);
    expect(callsOf((observer) => windowed(observer, 3, 7))).toEqual([...inside, 'end 7']);
  });

  it('of the whole run changes nothing', () => {
    expect(callsOf((observer) => windowed(observer, 0, CYCLES))).toEqual(ALL);
    expect(callsOf((observer) => windowed(observer, 0, Infinity))).toEqual(ALL);
  });

  it('after the end of the run passes on only the end', () => {
    expect(callsOf((observer) => windowed(observer, 100, 200))).toEqual([`end ${CYCLES}`]);
  });

  it('must hold a cycle', () => {
    const observer = recorder([]);
    expect(() => windowed(observer, 5, 5)).toThrow('window 5 to 5: expected 0 <= from < to');
    expect(() => windowed(observer, -1, 5)).toThrow('window -1 to 5: expected 0 <= from < to');
    expect(() => windowed(observer, NaN, 5)).toThrow('window NaN to 5: expected 0 <= from < to');
  });
});

describe('ofQuads', () => {
  /** The calls of enter and leave, which name their quad. */
  const moves = (calls: readonly string[]) => calls.filter((call) => /^(enter|leave)/.test(call));

  it('passes on the moves of its quads, the last one excluded', () => {
    const first = moves(ALL).filter((call) => call.split(' ')[3] === '0');
    expect(first.length).toBeLessThan(moves(ALL).length);
    expect(moves(callsOf((observer) => ofQuads(observer, 0, 1)))).toEqual(first);
  });

  it.each(['0', '1'])(
    'assigns each activity and look-up to quad %s while it was the last to begin in the stage',
    (chosen) => {
      const holder = new Map<string, string>();
      const expected = ALL.slice(0, -1).filter((call) => {
        const [what, , stage, quad] = call.split(' ');
        if (what === 'enter') holder.set(stage, quad);
        if (what === 'activity') return holder.get(stage) === chosen;
        if (['lookup', 'miss', 'request'].includes(what)) return holder.get('tag') === chosen;
        return what !== 'fill' && quad === chosen;
      });
      const calls = callsOf((observer) => ofQuads(observer, Number(chosen), Number(chosen) + 1));
      expect(calls.filter((call) => !/^(fill|end)/.test(call))).toEqual(expected);
      expect(calls.at(-1)).toBe(`end ${CYCLES}`);
    },
  );

  it('shows the return of a line only to the quads that missed it', () => {
    const counts = [0, 1].map((quad) => {
      const calls = callsOf((observer) => ofQuads(observer, quad, quad + 1));
      const lines = (what: string) => calls.filter((call) => call.startsWith(what)).map((call) => call.split(' ')[2]);
      return [lines('miss').sort(), lines('fill').sort()];
    });
    for (const [missed, back] of counts) expect(missed).toEqual(expect.arrayContaining(back));
    expect(counts.flatMap(([missed]) => missed)).not.toEqual([]);
    const back = ALL.filter((call) => call.startsWith('fill')).length;
    expect(counts.flatMap(([, filled]) => filled)).toHaveLength(back);
  });

  it('of all quads changes nothing', () => {
    const told = new Set<string>();
    const whole = ALL.filter((call) => {
      const [what, , stage] = call.split(' ');
      if (what === 'enter') told.add(stage);
      return what !== 'activity' || told.has(stage);
    });
    expect(callsOf((observer) => ofQuads(observer, 0, Infinity))).toEqual(whole);
  });

  it('must hold a quad', () => {
    const observer = recorder([]);
    expect(() => ofQuads(observer, 5, 5)).toThrow('quads 5 to 5: expected 0 <= from < to');
    expect(() => ofQuads(observer, -1, 5)).toThrow('quads -1 to 5: expected 0 <= from < to');
  });
});

describe('SilentObserver', () => {
  it('ignores every call', () => {
    expect(() => playRun(new SilentObserver())).not.toThrow();
  });
});
