import { expect, it } from 'vitest';
import { decodeBase64, encodeBase64 } from '../../../traces/encodings/base64.ts';
import { randomBits } from '../../oracle/random.ts';

it('writes what Node writes and reads it back, at every length', () => {
  const bits = randomBits(5);
  const wrong: number[] = [];
  for (const length of [...Array(100).keys(), 12287, 12288, 12289, 12290, 30000]) {
    const bytes = Uint8Array.from({ length }, () => bits() & 255);
    const text = encodeBase64(bytes);
    const back = decodeBase64(text);
    if (text !== Buffer.from(bytes).toString('base64') || back === null || !Buffer.from(bytes).equals(back)) {
      wrong.push(length);
    }
  }
  expect(wrong).toEqual([]);
});

it('refuses missing and misplaced padding, foreign characters and bits beyond the last byte', () => {
  const texts = ['A', 'AAA', 'AA=A', '====', 'A===', 'AA==AAAA', 'AAA-', 'AA A', 'AAAé', 'AB==', 'AAB='];
  expect(texts.filter((text) => decodeBase64(text) !== null)).toEqual([]);
});
