import { describe, expect, it } from 'vitest';
import type { Account } from '../../../pipeline/stages/account.ts';
import { Pipeline } from '../../../pipeline/pipeline.ts';
import { type Activity, STAGES } from '../../../pipeline/stages/stages.ts';
import { layOutImages } from '../../../rtl-model/memory/lay-out-images.ts';
import { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { fanOut, windowed } from '../../../traces/stages/observers.ts';
import { KanataWriter } from '../../../traces/stages/kanata.ts';
import { PerfettoWriter } from '../../../traces/stages/perfetto.ts';
import { TapAccesses } from '../../../traces/accesses/tap-accesses.ts';
import { TexelTraceObserver } from '../../../traces/accesses/texel-trace-writer.ts';
import { checkCycles } from './cycle-vcd.ts';
import { registersOfStates } from '../../../rtl-model/registers/state-registers.ts';
import { VcdWriter } from '../../../traces/stages/vcd.ts';
import { Dice } from '../../oracle/dice.ts';
import { draws } from '../../oracle/draws.ts';
import { randomDesign, randomImage, randomQuads, randomState } from '../../pipeline/random-work.ts';
import { readLog } from './kanata-log.ts';

interface Files {
  vcd: string;
  kanata: string;
  perfetto: string;
  texels: string;
}

/** Runs random requests through a random design. */
function traceRun(seed: number, from: number, to: number): Files & { readonly account: Account } {
  const dice = new Dice(seed);
  const random = () => dice.real(0, 1);
  const design = randomDesign(random);
  const images = [randomImage(random), randomImage(random)];
  const memory = layOutImages(images, design.cache.layout);
  const states = [0, 1, 2].map(() => randomState(random, images.length));
  const batch = new QuadBatch(40);
  randomQuads(random, batch, 40, states.length);
  const files: Files = { vcd: '', kanata: '', perfetto: '', texels: '' };
  const sink = (file: keyof Files) => (text: string) => {
    files[file] += text;
  };
  const writers = fanOut([
    new VcdWriter(sink('vcd'), design, registersOfStates(design, memory, states)),
    new KanataWriter(sink('kanata'), []),
    new PerfettoWriter(sink('perfetto')),
    new TexelTraceObserver(sink('texels'), new TapAccesses(memory, states, design.cache)),
  ]);
  const pipeline = new Pipeline(design, memory, states, () => {}, windowed(writers, from, to));
  pipeline.run(batch);
  return { account: pipeline.finish(), ...files };
}

const SEEDS = Array.from({ length: draws(24) }, (_, n) => n + 1);
/** The traces of all cycles, checked. */
const WHOLE = new Map(
  SEEDS.map((seed) => {
    const run = traceRun(seed, 0, Infinity);
    return [seed, { ...run, report: checkCycles(run.vcd) }];
  }),
);

interface Trace {
  readonly traceEvents: readonly {
    readonly ph: string;
    readonly tid: number;
    readonly dur: number;
    readonly cat: Activity;
  }[];
}

/** The cycles of each stage by activity, summed over the complete events. */
function sums(perfetto: string): ReadonlyMap<Activity, number>[] {
  const { traceEvents }: Trace = JSON.parse(perfetto);
  const table = STAGES.map(() => new Map<Activity, number>());
  for (const { ph, tid, dur, cat } of traceEvents) {
    if (ph === 'X') table[tid].set(cat, (table[tid].get(cat) ?? 0) + dur);
  }
  return table;
}

function tapsOf(line: string): number[] {
  const { taps }: { readonly taps: readonly number[][] } = JSON.parse(line);
  return taps.flat();
}

describe('the traces of a run', () => {
  it.each(SEEDS)('agree with its account (seed %i)', (seed) => {
    const { account, kanata, perfetto, texels, report } = WHOLE.get(seed)!;
    expect(report.faults).toEqual([]);
    expect(report.endTime).toBe(account.cycles);
    // Everything drains: FIFOs and memory are empty at the end, as at the beginning.
    const held = [...report.signals.values()].filter(({ path }) => /\.(fifo|outstanding)$/.test(path));
    expect(held).toHaveLength(STAGES.length);
    expect(held.filter(({ changes }) => parseInt(changes.at(-1)!.value, 2) !== 0)).toEqual([]);

    const log = readLog(kanata);
    expect(log.faults).toEqual([]);
    expect(log.retired).toHaveLength(account.passes);
    expect(log.retired.filter((entry) => entry.split(' ')[1] !== '0')).toEqual([]);

    const expected = STAGES.map((stage) => Object.entries(account.stages[stage]).filter(([, cycles]) => cycles > 0));
    expect(sums(perfetto)).toEqual(expected.map((row) => new Map(row)));

    const lines = texels.trimEnd().split('\n').slice(1, -1);
    expect(lines).toHaveLength(account.passes);
    const taps = lines.flatMap(tapsOf);
    expect(taps).toHaveLength(account.taps);
  });

  it.each(SEEDS)('are well formed in a window, which agrees with the whole (seed %i)', (seed) => {
    const { report: whole } = WHOLE.get(seed)!;
    const [from, to] = [60, 130];
    const { vcd, kanata, perfetto } = traceRun(seed, from, to);
    const report = checkCycles(vcd);
    expect(report.faults).toEqual([]);
    expect(readLog(kanata).faults).toEqual([]);
    for (const row of sums(perfetto)) {
      expect([...row.values()].reduce((sum, cycles) => sum + cycles, 0)).toBe(to - from);
    }
    // If the window knows a value of the last cycle, it equals that of the whole run.
    const wrong = [...report.signals.values()].filter(({ path, changes }) => {
      const value = changes.at(-1)!.value;
      const seen = changes.at(-1)!.time > 0 && changes.at(-1)!.time < to && !value.includes('x');
      const { changes: all } = whole.signals.get(path)!;
      return seen && value !== all.findLast(({ time }) => time < to)!.value;
    });
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });
});
