import { describe, expect, it } from 'vitest';
import { ACTIVITIES, STAGES } from '../../../pipeline/stages/stages.ts';
import { gtkwaveFiles, isGtkwaveName } from '../../../traces/stages/gtkw.ts';
import { checkVcd } from '../../../traces/stages/vcd-check.ts';
import { VcdWriter } from '../../../traces/stages/vcd.ts';
import { DESIGN, playRun, registersOf } from './scripted-run.ts';

let vcd = '';
const writer = new VcdWriter((text) => (vcd += text), DESIGN, registersOf(DESIGN));
playRun(writer);
const files = new Map(gtkwaveFiles('run', writer.shown).map(({ name, text }) => [name, text]));
const lines = files.get('run.gtkw')!.split('\n');
const traces = lines.filter((line) => line.startsWith('texunit.'));

describe('the view of a waveform', () => {
  it('names wires that the waveform has, at their widths', () => {
    const { signals } = checkVcd(vcd);
    for (const trace of traces) {
      const [, path, high = 0] = /^(.*?)(?:\[(\d+):0\])?$/.exec(trace)!;
      expect([path, signals.get(path)?.width]).toEqual([path, Number(high) + 1]);
    }
    // All of them, but those of the other three lanes.
    const lane0 = [...signals.keys()].filter((path) => !/\.lane[123]\./.test(path));
    expect(traces.map((trace) => trace.replace(/\[.*/, '')).sort()).toEqual(lane0.sort());
  });

  it('has a group for each stage in the order of the pipeline', () => {
    const groups = lines.filter((_, n) => lines[n - 1] === '@800200').map((line) => line.slice(1));
    expect(groups).toEqual([...STAGES, 'memory']);
  });

  it('gives words to activities, filters and addresses', () => {
    const translated = lines.filter((line) => line.startsWith('^'));
    expect(new Set(translated)).toEqual(new Set(['^1 run.activity.txt', '^2 run.filter.txt', '^3 run.address.txt']));
    expect(files.get('run.activity.txt')).toBe(
      ACTIVITIES.map((word, code) => `${code.toString(16)} ${word}\n`).join(''),
    );
    expect(files.get('run.filter.txt')).toBe('0 nearest\n1 linear\n2 cubic\n');
    expect(files.get('run.address.txt')).toContain('ffffffff border\n');
    expect(files.size).toBe(4);
  });

  it('is of a file whose name it can hold', () => {
    expect(['run', 'run 2', 'ß'].every(isGtkwaveName)).toBe(true);
    expect(['a"b', 'a\nb', 'a\u0085b'].some(isGtkwaveName)).toBe(false);
  });
});
