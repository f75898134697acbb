import { expect, it } from 'vitest';
import { TEXEL_FORMATS } from '../../../../rtl-model/formats/texel-formats.ts';
import { wholeView } from '../../../../rtl-model/state/image-view.ts';
import { OTHER_FORMATS } from '../../../../src/checker/attribute/changed-formats.ts';
import { VULKAN_1_4 } from '../../../../src/checker/profiles.ts';
import { EXPLICIT, POINT } from '../../../oracle/sampling.ts';

it('texels of other formats are copies: an image in a part of a Buffer stays as it is, and so do the bytes beside it', () => {
  // A denormal, a negative number and 1, with other bytes before and after them.
  const file = Buffer.from([1, 2, 0xff, 0x03, 0x00, 0xc0, 0x00, 0x3c, 3, 4]);
  const before = Uint8Array.from(file);
  const format = TEXEL_FORMATS.get('r16_sfloat')!;
  const image = { format, width: 3, height: 1, layers: 1, levels: [file.subarray(2, 8)] };
  const texture = { image: 0, sampler: POINT, instruction: EXPLICIT };
  const given = { texture, image, view: wholeView(image), profile: VULKAN_1_4 };
  const changed = OTHER_FORMATS.flatMap(({ groups }) => groups?.(given).flat() ?? []);
  const levels = changed.flatMap(({ image: other }) => (other === undefined ? [] : [[...other.levels[0]]]));
  expect(Uint8Array.from(file)).toEqual(before);
  expect(levels).toContainEqual([0, 0, 0x00, 0xc0, 0x00, 0x3c]);
  expect(levels).toContainEqual([0xff, 0x03, 0x00, 0x40, 0x00, 0x3c]);
  expect(levels).toContainEqual([0xfe, 0x07, 0x00, 0xc4, 0x00, 0x40]);
});
