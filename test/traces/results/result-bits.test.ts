import { expect, it } from 'vitest';
import type { LaneAnswer } from '../../../traces/requests/lane-results.ts';
import { resultBits } from '../../../traces/results/result-bits.ts';

function written(result: 'float' | 'uint' | 'footprint', colors: Float32Array, active: number, lanes: number): string {
  let written = '';
  const output = resultBits((bytes) => (written += new TextDecoder().decode(bytes)));
  const extras = {} as LaneAnswer['extras'];
  const shape = { result, sparse: false, axes: 2 } as LaneAnswer['shape'];
  output.answer({ id: 7, shape, lanes, active, colors, first: 4, extras });
  output.end();
  return written;
}

const NONE = 'xxxxxxxx xxxxxxxx xxxxxxxx xxxxxxxx';

it('writes the bits of -0, denormals and infinities, and one NaN for all', () => {
  const colors = Float32Array.of(9, 9, 9, 9, -0, 2 ** -149, Infinity, 0);
  new Uint32Array(colors.buffer)[7] = 0xffc00001;
  expect(written('float', colors, 1, 1)).toBe('80000000 00000001 7f800000 7fc00000\n');
});

it('writes integers with all their bits, also those that are a NaN as float32', () => {
  const colors = new Float32Array(8);
  new Uint32Array(colors.buffer).set([0xffffffff, 0xffc00001, 0, 1], 4);
  expect(written('uint', colors, 1, 1)).toBe('ffffffff ffc00001 00000000 00000001\n');
});

it('writes unknown bits for a lane that is not active, and for a footprint', () => {
  const ones = new Float32Array(20).fill(1);
  const one = '3f800000 3f800000 3f800000 3f800000';
  expect(written('float', ones, 0b0110, 4)).toBe(`${NONE} ${one} ${one} ${NONE}\n`);
  expect(written('footprint', ones, 1, 1)).toBe(`${NONE}\n`);
});
