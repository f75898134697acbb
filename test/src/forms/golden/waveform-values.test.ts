import { expect, it } from 'vitest';
import { registersOfStates } from '../../../../rtl-model/registers/state-registers.ts';
import { GoldenVectors } from '../../../../src/forms/golden/golden-vectors.ts';
import { fanOut } from '../../../../traces/stages/observers.ts';
import { checkVcd } from '../../../../traces/stages/vcd-check.ts';
import { VcdWriter } from '../../../../traces/stages/vcd.ts';
import { type RandomRun, randomRun } from '../../../traces/stages/random-run.ts';
import { fieldsOf, readGolden, signed } from './golden-reader.ts';

/** The values, in the order of their size, without those that repeat. */
function distinct(values: Iterable<bigint>): readonly bigint[] {
  return [...new Set(values)].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

it.each([1, 3])('the waveform shows the words, texels and sums of the golden vectors (seed %i)', (seed) => {
  const texts = new Map<string, string>();
  const write = (name: string) => (text: string) => void texts.set(name, (texts.get(name) ?? '') + text);
  let made: RandomRun | undefined;
  randomRun(seed, (run) => {
    made = run;
    const { design, memory, states, batch } = run;
    const golden = new GoldenVectors(design, memory, states, write);
    golden.take(batch);
    return fanOut([golden, new VcdWriter(write('vcd'), design, registersOfStates(design, memory, states))]);
  });
  const { signals } = checkVcd(texts.get('vcd')!);
  const shown = (stage: string, wire: string) =>
    distinct(
      [0, 1, 2, 3].flatMap((l) =>
        (signals.get(`texunit.${stage}.lane${l}.${wire}`)?.changes ?? [])
          .filter(({ value }) => !value.includes('x'))
          .map(({ value }) => BigInt(`0b${value}`)),
      ),
    );
  const vectors = (unit: string) => readGolden(texts.get('golden_pkg.sv')!, unit, texts.get(`${unit}.mem`)!);
  const widthOf = (unit: string, name: string) =>
    fieldsOf(texts.get('golden_pkg.sv')!, unit).find((field) => field.name === name)!.width;
  const addresses = vectors('address').map((vector) => signed(vector.get('address0')!, 32));
  const { words } = made!.memory.data;
  expect(shown('data', 'word0')).toEqual(
    distinct(addresses.filter((address) => address >= 0).map((address) => BigInt(words[address >>> 2]))),
  );
  for (const [stage, name] of [
    ['decode', 'texel0_r'],
    ['decode', 'texel0_a'],
    ['filter', 'sum_hi_g'],
  ]) {
    const expected = vectors('filter').map((vector) => vector.get(name)!);
    const width = BigInt(widthOf('filter', name));
    const inRange = shown(stage, name).map((value) => BigInt.asUintN(Number(width), value));
    expect([name, distinct(inRange)]).toEqual([name, distinct(expected)]);
    expect(expected.length).toBeGreaterThan(20);
  }
});
