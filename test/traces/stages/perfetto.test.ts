import { describe, expect, it } from 'vitest';
import { type Activity, STAGES } from '../../../pipeline/stages/stages.ts';
import { PerfettoWriter } from '../../../traces/stages/perfetto.ts';
import { windowed } from '../../../traces/stages/observers.ts';
import { activityOf, CYCLES, quadViews, textOf } from './scripted-run.ts';

interface TraceEvent {
  readonly ph: string;
  readonly tid: number;
  readonly ts: number;
  readonly dur: number;
  readonly cat: Activity;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

function eventsOf(text: string): readonly TraceEvent[] {
  const trace: { readonly traceEvents: readonly TraceEvent[] } = JSON.parse(text);
  return trace.traceEvents;
}

function slices(events: readonly TraceEvent[], tid: number): readonly TraceEvent[] {
  return events.filter(({ ph, tid: track }) => ph === 'X' && track === tid).toSorted((a, b) => a.ts - b.ts);
}

function counter(events: readonly TraceEvent[], name: string): readonly (readonly [number, unknown])[] {
  return events
    .filter((event) => event.ph === 'C' && event.name === name)
    .map(({ ts, args }) => [ts, Object.values(args)[0]]);
}

describe('PerfettoWriter', () => {
  const text = textOf((sink) => new PerfettoWriter(sink));
  const events = eventsOf(text);

  it('is JSON that states its time unit', () => {
    expect(JSON.parse(text)).toMatchObject({ otherData: { timeUnit: '1 cycle = 1 microsecond' } });
  });

  it('names one track for each stage, in order', () => {
    const named = events.filter(({ name }) => name === 'thread_name').map(({ tid, args }) => [tid, args.name]);
    expect(named).toEqual(STAGES.map((stage, n) => [n, stage]));
  });

  it('tiles every track without gap or overlap, so the durations sum to the run', () => {
    STAGES.forEach((_, tid) => {
      let end = 0;
      for (const { ts, dur } of slices(events, tid)) {
        expect(ts).toBe(end);
        expect(dur).toBeGreaterThan(0);
        end = ts + dur;
      }
      expect(end).toBe(CYCLES);
    });
  });

  it('gives every cycle the activity that the stage had', () => {
    STAGES.forEach((stage, tid) => {
      const spread = slices(events, tid).flatMap(({ dur, cat }) => Array<Activity>(dur).fill(cat));
      expect(spread, stage).toEqual(Array.from({ length: CYCLES }, (_, cycle) => activityOf(cycle, stage)));
    });
  });

  it('shows each pass that a stage works on, and each period of waiting', () => {
    const data = slices(events, STAGES.indexOf('data'));
    expect(data.map(({ ts, dur, name }) => `${ts}+${dur} ${name}`)).toEqual([
      '0+4 starved',
      '4+1 quad 0 pass 0',
      '5+2 memory',
      '7+1 quad 0 pass 1',
      '8+1 quad 1 pass 0',
      '9+4 starved',
    ]);
    expect(data[3].args).toEqual({ quad: 0, pass: 1 });
  });

  it('shows a pass that keeps a stage busy for several cycles as one event', () => {
    let several = '';
    const writer = new PerfettoWriter((piece) => (several += piece));
    const pass = quadViews()(0, 1);
    writer.enter(0, 'filter', pass);
    for (let cycle = 0; cycle < 4; cycle++) writer.activity(cycle, 'filter', 'busy');
    writer.enter(4, 'filter', pass);
    writer.activity(4, 'filter', 'busy');
    writer.end(5);
    const filter = slices(eventsOf(several), STAGES.indexOf('filter'));
    expect(filter.map(({ ts, dur }) => [ts, dur])).toEqual([
      [0, 4],
      [4, 1],
    ]);
  });

  it('counts outstanding misses and the passes in the fragment FIFO', () => {
    expect(counter(events, 'outstanding misses')).toEqual([
      [0, 0],
      [3, 1],
      [4, 2],
      [6, 1],
      [7, 0],
    ]);
    expect(counter(events, 'fragment FIFO')).toEqual([
      [0, 0],
      [5, 1],
      [6, 2],
      [7, 1],
      [8, 0],
    ]);
  });

  it('tiles a window, and counts what is known within it', () => {
    const part = eventsOf(textOf((sink) => windowed(new PerfettoWriter(sink), 5, 9)));
    const lengths = STAGES.map((_, tid) => slices(part, tid).reduce((sum, { dur }) => sum + dur, 0));
    expect(lengths).toEqual(STAGES.map(() => 4));
    expect(counter(part, 'fragment FIFO')).toEqual([
      [7, 1],
      [8, 0],
    ]);
    expect(counter(part, 'outstanding misses')).toEqual([]);
  });

  it('is JSON when nothing happened', () => {
    let empty = '';
    new PerfettoWriter((piece) => (empty += piece)).end(0);
    expect(slices(eventsOf(empty), 0)).toEqual([]);
  });
});
