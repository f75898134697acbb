import { describe, expect, it } from 'vitest';
import { encodeRawSamples, isRawSamples, parseRawSamples } from '../../../../src/pictures/resolve/raw-samples.ts';

const HEADER = { texunit: 'samples', version: 1, width: 2, height: 1, samples: 2, components: 3 };

/** A raw file with this header and these float32 values. */
function raw(header: object | string, values: readonly number[]): Uint8Array {
  const line = typeof header === 'string' ? header : JSON.stringify(header);
  const floats = Buffer.alloc(4 * values.length);
  values.forEach((value, n) => floats.writeFloatLE(value, 4 * n));
  return Buffer.concat([Buffer.from(`${line}\n`), floats]);
}

const VALUES = Array.from({ length: 12 }, (_, n) => n + 0.5);

describe('a raw file', () => {
  it('of three components has its samples side by side, alpha 1', () => {
    const { width, height, samples, values } = parseRawSamples(raw(HEADER, VALUES), 'a.raw');
    expect([width, height, samples]).toEqual([2, 1, 2]);
    expect([...values]).toEqual([0.5, 1.5, 2.5, 1, 3.5, 4.5, 5.5, 1, 6.5, 7.5, 8.5, 1, 9.5, 10.5, 11.5, 1]);
  });

  it('of four components round-trips bit for bit, special values included', () => {
    const values = Float32Array.of(1, -0, Infinity, 0.1, 2 ** -149, -Infinity, NaN, 3, 4, 5, 6, 7, 8, 9, 10, 11);
    for (const [width, height, samples] of [
      [2, 1, 2],
      [1, 4, 1],
      [1, 1, 4],
    ]) {
      const picture = { width, height, samples, values };
      const file = encodeRawSamples(picture);
      expect(isRawSamples(file)).toBe(true);
      expect(parseRawSamples(file, 'a.raw')).toEqual(picture);
    }
  });

  it('can be anywhere in a larger buffer', () => {
    const padded = Buffer.concat([Buffer.alloc(3), raw(HEADER, VALUES)]);
    expect(parseRawSamples(padded.subarray(3), 'a.raw').values[0]).toBe(0.5);
  });
});

function message(file: Uint8Array): string {
  try {
    parseRawSamples(file, 'a.raw');
  } catch (error) {
    return String(error);
  }
  throw new Error('no error was thrown');
}

describe('a bad raw file gives one line that names it', () => {
  it.each([
    [{ ...HEADER, width: 0 }, 'a.raw:1: width: is 0, expected an integer from 1 to 16384'],
    [{ ...HEADER, height: 2.5 }, 'a.raw:1: height: is 2.5, expected an integer from 1 to 16384'],
    [{ ...HEADER, samples: 3 }, 'a.raw:1: samples: is 3, expected 1, 2, 4, 8 or 16'],
    [{ ...HEADER, components: 1 }, 'a.raw:1: components: is 1, expected 3 or 4'],
    [{ ...HEADER, version: 2 }, 'a.raw:1: version: is 2, expected 1'],
    [{ ...HEADER, texunit: 'requests' }, 'a.raw:1: texunit: is "requests", expected "samples"'],
    [{ ...HEADER, depth: 1 }, 'a.raw:1: depth: is unknown, expected texunit, version, width, height, samples'],
    [{ ...HEADER, width: undefined }, 'a.raw:1: width: is missing, expected an integer from 1 to 16384'],
    ['{"texunit"', 'a.raw:1: line: is no complete JSON'],
  ])('when its header is %j', (header, expected) => {
    const text = message(raw(header, VALUES));
    expect(text).toContain(expected);
    expect(text).not.toContain('\n');
  });

  it('when there are too few or too many values', () => {
    const expected = 'bytes after the header; 2x1 pixels of 2 samples of 3 float32 are 48';
    expect(message(raw(HEADER, VALUES.slice(1)))).toContain(`a.raw: 44 ${expected}`);
    expect(message(raw(HEADER, [...VALUES, 1]))).toContain(`a.raw: 52 ${expected}`);
    expect(message(raw(HEADER, VALUES).subarray(0, -1))).toContain(`a.raw: 47 ${expected}`);
  });

  it('when its header does not end', () => {
    expect(message(Buffer.from(`{${' '.repeat(5000)}`))).toContain('a.raw: no line feed ends the JSON header');
  });

  it('when it announces more samples than are read', () => {
    const header = { ...HEADER, width: 16384, height: 16384, samples: 1 };
    expect(message(raw(header, VALUES))).toContain('a.raw: 268435456 samples; at most 67108864 are read');
  });
});
