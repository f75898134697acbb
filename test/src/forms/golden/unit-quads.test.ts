import { expect, it } from 'vitest';
import { floatBits } from '../../../../rtl-model/fixed-point/float32.ts';
import { QuadBatch } from '../../../../rtl-model/registers/quad-batch.ts';
import { PRESETS } from '../../../../src/designs/presets.ts';
import { writeUnitQuads } from '../../../../src/forms/rtl/unit-state.ts';

it('a quad_t has its numbers, lanes, offsets and operands from the high end on, lane 0 of each at the low end', () => {
  const quads = new QuadBatch(2);
  quads.count = 2;
  quads.state[1] = 5;
  quads.active[1] = 0b0110;
  quads.offsetU[1] = -8;
  quads.offsetV[1] = 7;
  const operands = ['s', 't', 'q', 'layer', 'lod', 'minLod', 'dsdx', 'dtdx', 'dsdy', 'dtdy'] as const;
  for (const [n, name] of operands.entries()) quads[name].set([n, -n, n / 3, 1 / n], 4);

  const lines: string[] = [];
  writeUnitQuads(PRESETS.get('vulkan-1.4-synthesizable')!, 8, quads, (text) => lines.push(text));

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
  expect(BigInt(`0x${lines.join('').trim().split('\n')[1]}`)).toBe(word);
});
