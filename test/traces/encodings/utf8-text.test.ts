import { describe, expect, it } from 'vitest';
import { StreamError, linePieces } from '../../../traces/encodings/line-pieces.ts';
import { utf8Text } from '../../../traces/encodings/utf8-text.ts';

const bytes = (...parts: (string | number)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.of(part))));

/** The text of a stream, cut into chunks of a size, and the message of its fault. */
async function streamed(text: Uint8Array, size: number) {
  async function* chunks() {
    for (let at = 0; at < text.length; at += size) yield text.subarray(at, at + size);
  }
  let read = '';
  try {
    for await (const piece of linePieces(chunks())) read += Buffer.from(piece.bytes).toString('latin1');
  } catch (error) {
    if (!(error instanceof StreamError)) throw error;
    return [read, error.message];
  }
  return [read, null];
}

describe('a text', () => {
  it('may begin with a byte order mark, and holds others as they are', async () => {
    expect(utf8Text(bytes('\ufeff{"a":"\ufeff"}'), 'a')).toBe('{"a":"\ufeff"}');
    for (const size of [1, 2, 3, 100])
      expect(await streamed(bytes('\ufeffa\n\ufeffb'), size)).toEqual(['a\n\u00ef\u00bb\u00bfb', null]);
    expect(await streamed(bytes('\ufeff'), 100)).toEqual(['', null]);
  });

  // The faults of chapter 3.9 of the Unicode standard.
  it.each([
    ['a byte that begins nothing', [0xff], 0xff],
    ['a byte in the middle of none', [0x80], 0x80],
    ['a character that is cut', [0xe2, 0x82], 0xe2],
    ['a character that is longer than it may be', [0xc0, 0xaf], 0xc0],
    ['half of a surrogate pair', [0xed, 0xa0, 0x80], 0xed],
    ['a number beyond Unicode', [0xf4, 0x90, 0x80, 0x80], 0xf4],
  ])('with %s is refused at its line and byte', async (_, wrong, first) => {
    const problem = (at: number) => `is no UTF-8 at byte ${at} of the line (0x${first.toString(16)})`;
    for (const [before, line, at] of [
      ['', 1, 1],
      ['x', 1, 2],
      ['gr\u00fcn\n\n\ud83d\ude00', 3, 5],
    ] as const) {
      for (const behind of ['', '\n', 'x\n', '\u00e9\nz']) {
        const text = bytes(before, ...wrong, behind);
        expect(() => utf8Text(text, 'a.json')).toThrow(`a.json:${line}: line: ${problem(at)}`);
        for (const size of [1, 7, 100]) {
          const sound = Buffer.from(before.slice(0, before.lastIndexOf('\n') + 1)).toString('latin1');
          expect(await streamed(text, size)).toEqual([sound, problem(at)]);
        }
      }
    }
  });

  it('is UTF-8 where Node decodes it to itself, whatever its bytes', () => {
    let state = 1;
    const random = (below: number) => (state = (state * 48271) % 2147483647) % below;
    let sound = 0;
    for (let n = 0; n < 4000; n++) {
      const pick = [0x41, 0x0a, 0x80, 0xbf, 0xc3, 0xe2, 0xed, 0xf0, 0x9f, 0x98];
      const text = Buffer.from(Array.from({ length: random(6) }, () => pick[random(pick.length)]));
      const isSound = Buffer.from(text.toString('utf8')).equals(text);
      let accepted = true;
      try {
        utf8Text(text, 'a');
      } catch {
        accepted = false;
      }
      expect(accepted, text.toString('hex')).toBe(isSound);
      sound += Number(isSound);
    }
    expect(sound).toBeGreaterThan(500);
  });
});
