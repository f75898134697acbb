import { describe, expect, it } from 'vitest';
import { type Stage, STAGES } from '../../../pipeline/stages/stages.ts';
import { fanOut, ofQuads, windowed } from '../../../traces/stages/observers.ts';
import { KanataWriter } from '../../../traces/stages/kanata.ts';
import { PerfettoWriter } from '../../../traces/stages/perfetto.ts';
import { type VcdSignal } from '../../../traces/stages/vcd-check.ts';
import { checkCycles } from './cycle-vcd.ts';
import { registersOfStates } from '../../../rtl-model/registers/state-registers.ts';
import { VcdWriter } from '../../../traces/stages/vcd.ts';
import { readLog } from './kanata-log.ts';
import { randomRun } from './random-run.ts';

interface Limits {
  readonly stages?: readonly Stage[];
  readonly quads?: readonly [number, number];
  readonly window?: readonly [number, number];
}

function filesOf(seed: number, { stages, quads, window }: Limits) {
  const files = { vcd: '', kanata: '', perfetto: '' };
  const sink = (file: keyof typeof files) => (text: string) => void (files[file] += text);
  const account = randomRun(seed, ({ design, memory, states }) => {
    const writers = fanOut([
      new VcdWriter(sink('vcd'), design, registersOfStates(design, memory, states), stages),
      new KanataWriter(sink('kanata'), [], stages),
      new PerfettoWriter(sink('perfetto'), stages),
    ]);
    const inWindow = window === undefined ? writers : windowed(writers, ...window);
    return quads === undefined ? inWindow : ofQuads(inWindow, ...quads);
  });
  return { ...files, account };
}

interface TraceEvent {
  readonly ph: string;
  readonly tid: number;
  readonly ts: number;
  readonly dur: number;
  readonly cat: string;
  readonly args?: { readonly quad?: number };
}

function eventsOf(perfetto: string): readonly TraceEvent[] {
  const { traceEvents }: { readonly traceEvents: readonly TraceEvent[] } = JSON.parse(perfetto);
  return traceEvents.filter(({ ph }) => ph === 'X');
}

/** The value of a signal in each cycle. */
function inCycles({ changes }: VcdSignal, cycles: number): string[] {
  return changes.flatMap(({ time, value }, n) =>
    new Array<string>(Math.max(0, Math.min(changes[n + 1]?.time ?? cycles, cycles) - time)).fill(value),
  );
}

const SEEDS = [1, 2, 5];
const CHOSEN: readonly Stage[] = ['tag', 'data'];

describe('traces of some stages', () => {
  it.each(SEEDS)('have the same contents for those stages as the whole traces (seed %i)', (seed) => {
    const whole = filesOf(seed, {});
    const some = filesOf(seed, { stages: CHOSEN });

    const report = checkCycles(some.vcd);
    expect(report.faults).toEqual([]);
    const all = checkCycles(whole.vcd).signals;
    const expected = [...all.values()].filter(({ path }) => /^texunit\.(tag|data|memory)\./.test(path));
    expect([...report.signals.values()]).toEqual(expected);

    const log = readLog(some.kanata);
    expect(log.faults).toEqual([]);
    const stagesOf = (stages: readonly string[][]) =>
      stages.map((moves) => moves.filter((move) => CHOSEN.some((stage) => move.includes(stage))).join()).sort();
    expect(log.stages.map((moves) => moves.join()).sort()).toEqual(stagesOf(readLog(whole.kanata).stages));
    expect(log.retired).toHaveLength(whole.account.passes);

    const chosen = CHOSEN.map((stage) => STAGES.indexOf(stage));
    const events = eventsOf(whole.perfetto).filter(({ tid }) => chosen.includes(tid));
    expect(eventsOf(some.perfetto)).toEqual(events);
  });
});

describe('traces of some quads', () => {
  it.each(SEEDS)('are well formed and hold only the work of those quads (seed %i)', (seed) => {
    const whole = filesOf(seed, {});
    const some = filesOf(seed, { quads: [10, 13] });

    const report = checkCycles(some.vcd);
    expect(report.faults).toEqual([]);
    expect(report.endTime).toBe(whole.account.cycles);
    const quads = [...report.signals.values()].filter(({ path }) => path.endsWith('.quad'));
    expect(quads).toHaveLength(STAGES.length);
    for (const { changes } of quads) {
      expect(changes.slice(1).map(({ value }) => parseInt(value, 2))).toEqual([10, 11, 12]);
    }
    // Entries that went into a FIFO came out, and every missed line is back.
    const held = [...report.signals.values()].filter(({ path }) => path.endsWith('.fifo'));
    expect(held.map(({ changes }) => parseInt(changes.at(-1)!.value, 2))).toEqual(held.map(() => 0));

    // A stage's activity is known while the last quad that began there is a selected one.
    const all = checkCycles(whole.vcd).signals;
    const ends = whole.account.cycles;
    for (const stage of STAGES) {
      const of = (signals: typeof all, wire: string) => inCycles(signals.get(`texunit.${stage}.${wire}`)!, ends);
      const expected = of(all, 'activity');
      of(all, 'quad').forEach((quad, cycle) => {
        const serial = parseInt(quad, 2);
        if (!(serial >= 10 && serial < 13)) expected[cycle] = 'xxxx';
      });
      expect(of(report.signals, 'activity')).toEqual(expected);
    }

    const log = readLog(some.kanata);
    expect(log.faults).toEqual([]);
    expect(log.retired.filter((entry) => entry.split(' ')[1] !== '0')).toEqual([]);

    const busy = (perfetto: string) => eventsOf(perfetto).filter(({ cat }) => cat === 'busy');
    const ofQuadsAlone = busy(whole.perfetto).filter(({ args }) => args!.quad! >= 10 && args!.quad! < 13);
    const byPlace = (events: readonly TraceEvent[]) => events.map(({ tid, ts, dur }) => `${tid} ${ts} ${dur}`).sort();
    expect(byPlace(busy(some.perfetto))).toEqual(byPlace(ofQuadsAlone));
  });

  it.each(SEEDS)('in a window are well formed, too (seed %i)', (seed) => {
    const { vcd, kanata, perfetto } = filesOf(seed, { quads: [5, 30], window: [60, 130], stages: ['lod', 'filter'] });
    const report = checkCycles(vcd);
    expect(report.faults).toEqual([]);
    expect(report.endTime).toBeLessThanOrEqual(130);
    expect(readLog(kanata).faults).toEqual([]);
    for (const { ts, dur } of eventsOf(perfetto)) expect([ts >= 60, ts + dur <= 130]).toEqual([true, true]);
  });
});
