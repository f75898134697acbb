import { describe, expect, it } from 'vitest';
import { ACTIVITIES, STAGES } from '../../../pipeline/stages/stages.ts';
import type { Design } from '../../../rtl-model/design/design.ts';
import { checkCycles } from './cycle-vcd.ts';
import { VcdWriter } from '../../../traces/stages/vcd.ts';
import { windowed } from '../../../traces/stages/observers.ts';
import { activityOf, CYCLES, DESIGN, playRun, registersOf, textOf } from './scripted-run.ts';

const text = textOf((sink) => new VcdWriter(sink, DESIGN, registersOf(DESIGN)));
const report = checkCycles(text);

/** The changes of a signal after the initial x as "time:value", values as integers or x. */
function changes(path: string, from = report): string[] {
  const signal = from.signals.get(`texunit.${path}`);
  if (signal === undefined) throw new Error(`no signal ${path}`);
  const [initial, ...others] = signal.changes;
  expect(initial).toEqual({ time: 0, value: 'x'.repeat(signal.width) });
  return others.map(({ time, value }) => `${time}:${value.includes('x') ? 'x' : parseInt(value, 2)}`);
}

/** A change in the form of `changes`. */
function at(time: number, value: number): string {
  return `${time}:${value}`;
}

function width(path: string): number {
  return report.signals.get(`texunit.${path}`)!.width;
}

describe('VcdWriter', () => {
  it('writes a file that a strict reader accepts, up to the end of the run', () => {
    expect(report.faults).toEqual([]);
    expect(report.endTime).toBe(CYCLES);
  });

  it('never writes a value that has not changed', () => {
    const repeated = [...report.signals.values()].filter(({ changes: all }) =>
      all.some(({ value }, n) => n > 0 && value === all[n - 1].value),
    );
    expect(repeated.map(({ path }) => path)).toEqual([]);
  });

  it('sizes the wires by the formats of the design', () => {
    const paths = [
      'address.lane0.fixed_u',
      'address.lane3.fixed_v',
      'address.lane1.alpha',
      'address.lane1.beta',
      'lod.lane2.lod',
    ];
    expect(paths.map(width)).toEqual([24, 24, 8, 8, 16]);
    // Levels 0 to 14 of 16384 texels, N up to 16, 32 passes, depth 128 + latency 2, 32 misses.
    expect(['lod.lane0.level_hi', 'lod.lane0.level_weight', 'lod.lane0.samples', 'tag.pass'].map(width)).toEqual([
      4, 8, 5, 5,
    ]);
    expect(['tag.fifo', 'memory.outstanding', 'address.lane0.address3', 'result.lane0.color_r'].map(width)).toEqual([
      8, 6, 32, 32,
    ]);
  });

  it('takes a design without fraction bits', () => {
    const design: Design = {
      ...DESIGN,
      address: { ...DESIGN.address, coordinate: { integerBits: 24, fractionBits: 0 } },
    };
    let file = '';
    const writer = new VcdWriter((piece) => (file += piece), design, registersOf(design));
    writer.end(1);
    expect(checkCycles(file).faults).toEqual([]);
  });

  it('raises valid in the cycle in which a quad or pass begins, and shows which', () => {
    expect(changes('address.valid')).toEqual(['0:0', '2:1', '5:0']);
    expect(changes('address.quad')).toEqual(['2:0', '4:1']);
    expect(changes('address.pass')).toEqual(['2:0', '3:1', '4:0']);
    expect(changes('result.valid')).toEqual(['0:0', '10:1', '12:0']);
  });

  it('shows the activity of every stage in every cycle, with the codes of the legend', () => {
    for (const stage of STAGES) {
      const expected: string[] = [];
      let last = '';
      for (let cycle = 0; cycle < CYCLES; cycle++) {
        const activity = activityOf(cycle, stage);
        if (activity !== last) expected.push(`${cycle}:${ACTIVITIES.indexOf(activity)}`);
        last = activity;
      }
      expect(changes(`${stage}.activity`), stage).toEqual(expected);
    }
    expect(text).toContain(`activity: ${ACTIVITIES.map((activity, n) => `${n} ${activity}`).join(', ')}\n`);
  });

  it('shows pixel, state and active lanes of the quads', () => {
    expect(changes('frontEnd.x')).toEqual([at(0, 2 ** 32 - 2), '1:0']);
    expect(changes('frontEnd.y')).toEqual(['0:6']);
    expect(changes('frontEnd.state')).toEqual(['0:0', '1:1']);
    expect(changes('frontEnd.active')).toEqual(['0:7', '1:15']);
  });

  it('shows the LOD in two’s complement, and x for a lane that needs no result', () => {
    expect([0, 1, 2, 3].map((lane) => changes(`lod.lane${lane}.lod`)[0])).toEqual([
      at(1, 2 ** 16 - 256),
      '1:384',
      at(1, 0x7fff),
      '2:0',
    ]);
    expect(changes('lod.lane1.level_hi')).toEqual(['1:1', '2:0']);
    expect(changes('lod.lane1.level_lo')).toEqual(['1:2', '2:0']);
    expect(changes('lod.lane1.level_weight')).toEqual(['1:128', '2:0']);
    expect(changes('lod.lane2.samples')).toEqual(['1:16', '2:1']);
    expect(changes('lod.lane3.samples')).toEqual(['2:1']);
  });

  it('shows coordinates in two’s complement, weights and taps, the code of the border, and x for taps that are not there', () => {
    expect(changes('address.lane0.fixed_u').slice(0, 1)).toEqual([at(2, 2 ** 24 - 1)]);
    expect(changes('address.lane1.fixed_u').slice(0, 1)).toEqual([at(2, 0x7fffff)]);
    expect(changes('address.lane2.fixed_u').slice(0, 1)).toEqual([at(2, 0x800000)]);
    expect(changes('address.lane0.alpha').slice(0, 1)).toEqual(['2:255']);
    expect(changes('address.lane2.beta').slice(0, 1)).toEqual(['2:1']);
    expect(changes('address.lane0.tap_count')).toEqual(['2:4', '4:1']);
    // Lane 0 of pass 0 taps 0x44, the border, 0x48 and one more; the point sample of quad 1 taps address 0.
    expect(changes('address.lane0.address0')).toEqual([at(2, 0x44), '3:0']);
    expect(changes('address.lane0.address1')).toEqual([at(2, 2 ** 32 - 1), '3:0', '4:x']);
    expect(changes('address.lane0.address2')).toEqual([at(2, 0x48), '3:0', '4:x']);
    expect(changes('address.lane0.address3')).toEqual([at(2, 0x3fffffff), '3:0', '4:x']);
    expect(changes('address.lane1.address0').slice(0, 1)).toEqual([at(2, 0x50)]);
    expect(changes('address.lane1.address1').slice(0, 1)).toEqual(['3:0']);
    expect(changes('address.lane3.fixed_u')).toEqual(['4:0']);
  });

  it('shows look-ups by port, misses and fills', () => {
    expect(changes('tag.lookup0.valid')).toEqual(['0:0', '3:1', '6:0']);
    expect(changes('tag.lookup0.line')).toEqual([at(3, 0x40), at(5, 0x80)]);
    expect(changes('tag.lookup0.hit')).toEqual(['3:0', '4:1']);
    expect(changes('tag.lookup1.valid')).toEqual(['0:0', '4:1', '5:0']);
    expect(changes('tag.lookup1.line')).toEqual([at(4, 0x80)]);
    expect(changes('tag.lookup1.hit')).toEqual(['4:0']);
    expect(changes('memory.miss0.line')).toEqual([at(3, 0x40), at(4, 0x80)]);
    expect(changes('memory.fill.valid')).toEqual(['0:0', '6:1', '8:0']);
    expect(changes('memory.fill.line')).toEqual([at(6, 0x40), at(7, 0x80)]);
    expect(changes('memory.outstanding')).toEqual(['0:0', '3:1', '4:2', '6:1', '7:0']);
  });

  it('shows how many entries each FIFO holds at the end of a cycle', () => {
    expect(changes('tag.fifo')).toEqual(['0:0', '5:1', '6:2', '7:1', '8:0']);
    // Quad 0 stays in the FIFO after the LOD stage until its second pass has gone.
    expect(changes('lod.fifo')).toEqual(['0:0', '2:1', '4:0']);
    expect(changes('filter.fifo')).toEqual(['0:0']);
  });

  it('shows colours as the bits of their float32, and x for a lane that is not active', () => {
    expect(['r', 'g', 'b', 'a'].map((c) => changes(`result.lane0.color_${c}`)[0])).toEqual([
      '10:0',
      at(10, 0x3f800000),
      at(10, 0xbf800000),
      at(10, 0x3f000000),
    ]);
    expect(['r', 'g', 'b', 'a'].map((c) => changes(`result.lane1.color_${c}`)[0])).toEqual([
      at(10, 0x7fc00000),
      at(10, 0x7f800000),
      at(10, 0x80000000),
      '10:1',
    ]);
    expect(changes('result.lane3.color_r')).toEqual(['11:0']);
  });

  it('starts a window with the values known in it', () => {
    const part = checkCycles(textOf((sink) => windowed(new VcdWriter(sink, DESIGN, registersOf(DESIGN)), 5, 9)));
    expect(part.faults).toEqual([]);
    expect(part.endTime).toBe(9);
    expect(changes('data.valid', part)).toEqual(['5:0', '7:1', '9:0']);
    // Quad 0's second pass enters in cycle 5 and leaves in cycle 7. Only then is the FIFO known.
    expect(changes('tag.fifo', part)).toEqual(['7:1', '8:0']);
    // No line is missed in the window.
    expect(changes('memory.outstanding', part)).toEqual([]);
  });
});

describe('a value that does not fit its wire', () => {
  it('is an error that names the wire', () => {
    const narrow: Design = {
      ...DESIGN,
      address: { ...DESIGN.address, coordinate: { integerBits: 15, fractionBits: 8 } },
    };
    expect(() => playRun(new VcdWriter(() => {}, narrow, registersOf(narrow)))).toThrow(
      'texunit.address.lane1.fixed_u: 8388607 does not fit a wire of 23 bits (-4194304 to 4194303)',
    );
  });

  it('is also one look-up more than there are tag ports', () => {
    const single: Design = { ...DESIGN, cache: { ...DESIGN.cache, tagsPerCycle: 1 } };
    expect(() => playRun(new VcdWriter(() => {}, single, registersOf(single)))).toThrow(
      'more than 1 look-ups in a cycle',
    );
  });
});
