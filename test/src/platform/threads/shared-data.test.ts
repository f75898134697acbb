import { expect, test } from 'vitest';
import { TEXEL_FORMATS } from '../../../../rtl-model/formats/texel-formats.ts';
import { dataOfThread, sharedData } from '../../../../src/platform/threads/shared-data.ts';

test('a format of texels, whose functions no thread gives to another, is the same format there', () => {
  const format = TEXEL_FORMATS.get('bc7_unorm_block')!;
  const data = { images: [{ format, width: 4 }], view: { format: TEXEL_FORMATS.get('r8_unorm'), name: 'r8_unorm' } };
  expect(() => structuredClone(data)).toThrow('could not be cloned');
  const there = dataOfThread(structuredClone(sharedData(data))) as typeof data;
  expect(there).toEqual(data);
  expect(there.images[0].format).toBe(format);
});

test('arrays are in shared memory, and two over one buffer stay so', () => {
  const floats = new Float32Array([0, 1, 2, 3]);
  const data = { floats, bits: new Int32Array(floats.buffer), rest: floats.subarray(1, 3) };
  const shared = sharedData(data) as typeof data;
  expect(shared).toEqual(data);
  expect(shared.floats.buffer).toBeInstanceOf(SharedArrayBuffer);
  const there = dataOfThread(shared) as typeof data;
  there.floats[1] = 9;
  expect([shared.bits[1], shared.rest[0], floats[1]]).toEqual([0x4110_0000, 9, 1]);
});
