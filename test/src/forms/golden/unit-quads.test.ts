import { expect, it } from 'vitest';
import { bitsToFloat, floatBits } from '../../../../rtl-model/fixed-point/float32.ts';
import { QuadBatch } from '../../../../rtl-model/registers/quad-batch.ts';
import type { Operation } from '../../../../rtl-model/state/instruction.ts';
import { PRESETS } from '../../../../src/designs/presets.ts';
import { PLAIN_SAMPLING, type UnitSampling, unitWidths } from '../../../../src/forms/parameters/unit-widths.ts';
import { writeUnitQuads } from '../../../../src/forms/rtl/unit-state.ts';

const DESIGN = PRESETS.get('vulkan-1.4-synthesizable')!;

/** The words of a batch's quads. */
function wordsOf(
  quads: QuadBatch,
  operations: readonly Operation[],
  sampling?: Partial<UnitSampling>,
): readonly bigint[] {
  const pieces: string[] = [];
  const sink = (text: string) => pieces.push(text);
  writeUnitQuads(DESIGN, operations.length, operations, quads, sink, { ...PLAIN_SAMPLING, ...sampling });
  return pieces
    .join('')
    .trim()
    .split('\n')
    .map((word) => BigInt(`0x${word}`));
}

it('a quad_t of a fetch has the bits of integers where others have s, t, layer and lod', () => {
  const quads = new QuadBatch(2);
  quads.count = 2;
  const floats = new QuadBatch(2);
  floats.count = 2;
  const places = [['s', 'i'], ['t', 'j'], ['layer', 'integerLayer'], ['lod', 'level']] as const; // prettier-ignore
  for (const [n, [float, integer]] of places.entries()) {
    quads[float].fill(0.5);
    for (const [lane, value] of [n, n - 2_000_000_000, 0x3f80_0000 + n, 70_000 * n].entries()) {
      quads[integer][4 + lane] = value;
      floats[float][4 + lane] = bitsToFloat(value);
    }
  }
  quads.state[1] = 5;
  floats.state[1] = 5;
  const operations = Array.from({ length: 8 }, (_, n): Operation => (n === 5 ? 'fetch' : 'sample'));
  expect(wordsOf(quads, operations)[1]).toBe(wordsOf(floats, operations.fill('gather'))[1]);
});

it('a quad_t of a unit that compares has the reference of each lane at its low end, lane 0 lowest', () => {
  const quads = new QuadBatch(1);
  quads.count = 1;
  quads.active[0] = 0b1001;
  quads.dref.set([0.25, 1, -2, 0.75]);
  const [plain] = wordsOf(quads, ['sample']);
  const references = [0.75, -2, 1, 0.25].reduce((bits, value) => (bits << 32n) | BigInt(floatBits(value)), 0n);
  expect(wordsOf(quads, ['sample'], { comparison: true })).toEqual([(plain << 128n) | references]);
});

it('a quad_t of a unit with cubes has r and its derivatives at its low end', () => {
  const quads = new QuadBatch(1);
  quads.count = 1;
  quads.r.set([0.25, 1, -2, 0.75]);
  quads.drdx.set([3, 0, 0, -1]);
  quads.drdy.set([0, 5, 0, 0]);
  const [plain] = wordsOf(quads, ['sample']);
  const inOrder = [quads.r, quads.drdx, quads.drdy].flatMap((lanes) => Array.from(lanes.subarray(0, 4)).toReversed());
  const word = inOrder.reduce((bits, value) => (bits << 32n) | BigInt(floatBits(value)), plain);
  expect(wordsOf(quads, ['sample'], { cubes: true })).toEqual([word]);
});

it('a quad_t of a unit with volumes has r, or k of a fetch, and the offset along w', () => {
  const quads = new QuadBatch(2);
  quads.count = 2;
  quads.state[1] = 1;
  quads.r.set([0.25, 1, -2, 0.75]);
  quads.k.set([0, 0, 0, 0, 7, -1, 0, 3]);
  quads.offsetW.set([0, -3]);
  const [sampled, fetched] = wordsOf(quads, ['sample', 'fetch'], { volumes: true });
  const lowest = (word: bigint) => [0n, 1n, 2n, 3n].map((lane) => Number((word >> (256n + 32n * lane)) & 0xffff_ffffn));
  expect(lowest(sampled)).toEqual([0.25, 1, -2, 0.75].map(floatBits));
  expect(lowest(fetched)).toEqual([7, 0xffff_ffff, 0, 3]);
  const offsetBits = unitWidths(DESIGN, 2).offsetBits;
  const offset = (word: bigint) => BigInt.asIntN(offsetBits, word >> BigInt(13 * 128));
  expect([sampled, fetched].map(offset)).toEqual([0n, -3n]);
});

it('a quad_t has its numbers, lanes, offsets and operands from the high end on, lane 0 of each at the low end', () => {
  const quads = new QuadBatch(2);
  quads.count = 2;
  quads.state[1] = 5;
  quads.active[1] = 0b0110;
  quads.offsetU[1] = -8;
  quads.offsetV[1] = 7;
  const operands = ['s', 't', 'q', 'layer', 'lod', 'minLod', 'dsdx', 'dtdx', 'dsdy', 'dtdy'] as const;
  for (const [n, name] of operands.entries()) quads[name].set([n, -n, n / 3, 1 / n], 4);

  const fields: (readonly [number, number])[] = [
    [5, 3],
    [1, 32],
    [0b0110, 4],
    [0b1000, 4],
    [7, 4],
  ];
  for (const n of operands.keys())
    fields.push(...[1 / n, n / 3, -n, n].map((value) => [floatBits(value), 32] as const));
  const word = fields.reduce((bits, [value, width]) => (bits << BigInt(width)) | BigInt(value), 0n);
  expect(
    wordsOf(
      quads,
      Array.from({ length: 8 }, () => 'sample' as const),
    )[1],
  ).toBe(word);
});
