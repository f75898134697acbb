import { expect, it } from 'vitest';
import { resultCsv, ResultCsvReader } from '../../../traces/results/result-csv.ts';
import { Dice } from '../../oracle/dice.ts';
import type { LaneAnswer } from '../../../traces/requests/lane-results.ts';

const SHAPE = { result: 'float', sparse: false, axes: 2 } as LaneAnswer['shape'];

function answerOf(id: string | number, colors: readonly number[], lanes = 1, active = 1): LaneAnswer {
  return {
    id,
    shape: SHAPE,
    lanes,
    active,
    colors: Float32Array.from(colors),
    first: 0,
    extras: { resident: new Uint8Array(4) } as LaneAnswer['extras'],
  };
}

function written(answers: readonly LaneAnswer[], codes?: number): string {
  let text = '';
  const output = resultCsv((piece) => (text += piece), codes === undefined ? {} : { codes });
  for (const answer of answers) output.answer(answer);
  output.end();
  return text;
}

it('writes results that read back as the same float32 values, with any id', () => {
  const dice = new Dice(5);
  const colors = Array.from({ length: 4 }, () => Math.fround(dice.real(-3, 3)));
  const reader = new ResultCsvReader('results.csv');
  const [, ...rows] = written([answerOf('a "b", c', colors), answerOf(4, [NaN, Infinity, -0, 1])])
    .trimEnd()
    .split('\n');
  reader.read('id,lane,r,g,b,a,resident,footprint');
  const [first, second] = rows.map((row) => reader.read(row)!);
  expect(first).toMatchObject({ id: 'a "b", c', lane: null, texel: colors });
  expect(second).toMatchObject({ id: '4', texel: [NaN, Infinity, -0, 1] });
});

it('has a row for each active lane of a quad', () => {
  const rows = written([answerOf(1, new Array<number>(16).fill(0.5), 4, 0b1010)])
    .trimEnd()
    .split('\n');
  expect(rows.slice(1)).toEqual(['1,1,0.5,0.5,0.5,0.5,,', '1,3,0.5,0.5,0.5,0.5,,']);
});

it('writes the codes that a render target holds: the nearest of 0 to 2^n - 1, and 0 for NaN', () => {
  const text = written([answerOf(1, [0.5, -2, 7, NaN])], 8);
  expect(text.split('\n')[1]).toBe('1,,128,0,255,0,,');
});
