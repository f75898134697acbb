import { expect, it } from 'vitest';
import { PassCycles } from '../../../pipeline/stages/pass-cycles.ts';
import { withValue } from '../../../rtl-model/design/field.ts';
import { PRESETS } from '../../../src/designs/presets.ts';
import { PLAIN_PATH_FORMATS } from '../formats/plain-path-formats.ts';
import { firstDifference, type Leaf } from '../verilated.ts';
import { everyWithin } from '../vectors.ts';

const PRESET = PRESETS.get('d3d11.3-synthesizable')!;

function leaf(most: number, perCycle: number): Leaf {
  const width = most === 16 ? 5 : 3;
  return {
    module: 'pass_cycles',
    sources: ['../pipeline/stages/pass_cycles.sv'],
    parameters: { MOST: most, PER_CYCLE: perCycle },
    inputs: [{ name: 'count', width }],
    outputs: [{ name: 'cycles', width }],
  };
}

function cyclesOf(field: string, perCycle: number): PassCycles {
  const states = PLAIN_PATH_FORMATS.map(({ format }) => {
    return { images: [], componentBits: format.componentBits, factors: [], writes: false };
  });
  return new PassCycles({ design: withValue(PRESET, field, perCycle), states });
}

it.each([1, 3, 4, 8, 15, 16])('pass_cycles addresses %i taps a cycle', async (perCycle) => {
  const cycles = cyclesOf('address.tapsPerCycle', perCycle);
  const vectors = everyWithin([[0, 16]], (values) => (values[1] = cycles.addressing(values[0])));
  expect(await firstDifference(leaf(16, perCycle), vectors)).toBeNull();
});

it.each([1, 2, 3, 4])('pass_cycles filters %i samples a cycle, in every format of the plain path', async (perCycle) => {
  const cycles = cyclesOf('filter.samplesPerCycle', perCycle);
  for (const state of PLAIN_PATH_FORMATS.keys()) {
    const vectors = everyWithin([[0, 4]], (values) => (values[1] = cycles.filtering(state, values[0])));
    expect(await firstDifference(leaf(4, perCycle), vectors)).toBeNull();
  }
});

it.each<[string, [string, string]]>([
  ['a pass without taps takes no cycle', ["cycles = COUNT_BITS'(1)", "cycles = '0"]],
  ['a full batch takes a cycle more', ['count > COUNT', 'count >= COUNT']],
])('pass_cycles is found where %s', async (_, replace) => {
  const cycles = cyclesOf('address.tapsPerCycle', 4);
  const vectors = everyWithin([[0, 16]], (values) => (values[1] = cycles.addressing(values[0])));
  expect(await firstDifference({ ...leaf(16, 4), replace }, vectors)).toMatch(/got .*\n.*expected/);
});
