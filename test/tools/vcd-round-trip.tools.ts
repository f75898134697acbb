import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkVcd, type VcdSignal } from '../../traces/stages/vcd-check.ts';
import { VcdWriter } from '../../traces/stages/vcd.ts';
import { windowed } from '../../traces/stages/observers.ts';
import { randomRun } from '../traces/stages/random-run.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'texunit-fst-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Times and values at which a signal changes: a value that is written again is no change. */
function changesOf({ changes }: VcdSignal): readonly string[] {
  const kept = changes.filter(({ value }, n) => n === 0 || value !== changes[n - 1].value);
  return kept.map(({ time, value }) => `${time} ${value}`);
}

function throughFst(vcd: string): string {
  const [before, fst, after] = ['before.vcd', 'trace.fst', 'after.vcd'].map((name) => join(folder, name));
  writeFileSync(before, vcd);
  execFileSync('vcd2fst', [before, fst], { stdio: 'ignore' });
  execFileSync('fst2vcd', ['-f', fst, '-o', after], { stdio: 'ignore' });
  return readFileSync(after, 'utf8');
}

const WINDOWS: readonly (readonly [number, number])[] = [
  [0, Infinity],
  [60, 200],
];

describe("a waveform through gtkwave's FST", () => {
  it.each([1, 2, 3, 4])('comes back with every value of every signal (seed %i)', (seed) => {
    for (const window of WINDOWS) {
      let vcd = '';
      randomRun(seed, ({ design }) => windowed(new VcdWriter((text) => (vcd += text), design), ...window));
      const before = checkVcd(vcd);
      expect(before.faults).toEqual([]);
      const after = checkVcd(throughFst(vcd));
      expect([...after.signals.keys()].sort()).toEqual([...before.signals.keys()].sort());
      let changes = 0;
      for (const [path, signal] of before.signals) {
        const expected = changesOf(signal);
        changes += expected.length;
        expect([path, changesOf(after.signals.get(path)!)]).toEqual([path, expected]);
      }
      expect(changes).toBeGreaterThan(before.signals.size);
    }
  });
});
