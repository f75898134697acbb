import { describe, expect, it } from 'vitest';
import { DataTexture, FloatType, HalfFloatType, RGBAFormat } from 'three';
import {
  EXRExporter,
  NO_COMPRESSION,
  PIZ_COMPRESSION,
  RLE_COMPRESSION,
  ZIP_COMPRESSION,
  ZIPS_COMPRESSION,
} from 'three/examples/jsm/exporters/EXRExporter.js';
import { floatToHalf, halfToFloat } from '../../../../rtl-model/fixed-point/float16.ts';
import { decodeExr, encodeExr } from '../../../../src/pictures/resolve/exr.ts';
import type { LightPicture } from '../../../../src/pictures/resolve/multisample-picture.ts';
import { PictureError } from '../../../../src/pictures/textures/picture.ts';
import { randomBits } from '../../../oracle/random.ts';
import { randomColors } from './one-pixel.ts';
import { draws } from '../../../oracle/draws.ts';

function noise(width: number, height: number): LightPicture {
  const colors = randomColors(width + height, -8, 8)(width * height);
  return { width, height, samples: 1, values: Float32Array.from(colors.flatMap(([r, g, b]) => [r, g, b, 0.5])) };
}

interface Channel {
  readonly name: string;
  /** 0 unsigned, 1 half, 2 float. */
  readonly type: number;
  readonly sampling?: number;
}

const RGB: readonly Channel[] = ['B', 'G', 'R'].map((name) => ({ name, type: 2 }));

interface Exr {
  readonly version?: number;
  readonly compression?: number;
  readonly channels?: readonly Channel[];
  readonly window?: readonly [number, number, number, number];
  /** Numbers of the rows in the order of their chunks. */
  readonly rows?: readonly number[];
  /** Further attributes, filled with zeros. */
  readonly attributes?: readonly (readonly [name: string, type: string, size: number])[];
  /** Bytes after the list of channels. */
  readonly listPadding?: number;
  /** Bytes after the pixels of a chunk. */
  readonly chunkPadding?: number;
  /** Bits of a half in column x. */
  readonly half?: (x: number) => number;
}

function int(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, n) => bytes.writeInt32LE(value, 4 * n));
  return bytes;
}

function text(value: string): Buffer {
  return Buffer.from(`${value}\0`);
}

/** An uncompressed EXR, byte by byte in its file layout: channel c of pixel x of row y is 100 y + 10 x + c. */
function exr(options: Exr = {}): Uint8Array {
  const { version = 2, compression = 0, channels = RGB, window = [0, 0, 1, 2] } = options;
  const { attributes = [], listPadding = 0, chunkPadding = 0, half } = options;
  const [left, top, right, bottom] = window;
  const rows = options.rows ?? Array.from({ length: bottom - top + 1 }, (_, n) => top + n);
  const parts: Buffer[] = [];
  const attribute = (name: string, type: string, value: Buffer) =>
    parts.push(text(name), text(type), int(value.length), value);
  parts.push(int(20000630, version));
  const list = channels.flatMap(({ name, type, sampling = 1 }) => [text(name), int(type, 0, sampling, sampling)]);
  attribute('channels', 'chlist', Buffer.concat([...list, Buffer.alloc(1 + listPadding)]));
  attribute('compression', 'compression', Buffer.of(compression));
  attribute('dataWindow', 'box2i', int(...window));
  attribute('displayWindow', 'box2i', int(...window));
  attribute('lineOrder', 'lineOrder', Buffer.of(0));
  for (const [name, type, size] of attributes) attribute(name, type, Buffer.alloc(size));
  parts.push(Buffer.alloc(1), Buffer.alloc(8 * rows.length));
  for (const y of rows) {
    const values = channels.flatMap(({ type }, c) =>
      Array.from({ length: right - left + 1 }, (_, x) => {
        const value = 100 * (y - top) + 10 * x + c;
        const bytes = Buffer.alloc(type === 1 ? 2 : 4);
        if (type === 1) bytes.writeUInt16LE(half ? half(x) : floatToHalf(value));
        else bytes.writeFloatLE(value);
        return bytes;
      }),
    );
    const data = Buffer.concat([...values, Buffer.alloc(chunkPadding)]);
    parts.push(int(y, data.length), data);
  }
  return Buffer.concat(parts);
}

describe('an EXR', () => {
  it('round-trips bit for bit, special values and odd sizes included', async () => {
    const special = Float32Array.of(1, -0, Infinity, 1, 2 ** -149, -Infinity, NaN, 0);
    for (const picture of [
      noise(1, 1),
      noise(3, 2),
      noise(64, 33),
      { width: 1, height: 2, samples: 1, values: special } as const,
    ]) {
      expect(await decodeExr(await encodeExr(picture), 'a.exr')).toEqual(picture);
    }
  });

  it('has the same bytes every time the same picture is written', async () => {
    expect(Buffer.from(await encodeExr(noise(9, 9))).equals(await encodeExr(noise(9, 9)))).toBe(true);
  });

  it.each([
    ['none', NO_COMPRESSION],
    ['RLE', RLE_COMPRESSION],
    ['ZIPS', ZIPS_COMPRESSION],
    ['ZIP', ZIP_COMPRESSION],
    ['PIZ', PIZ_COMPRESSION],
  ] as const)('of compression %s is read, float and half, rows from the top', async (_, compression) => {
    const [width, height] = [24, 70];
    const values = Float32Array.from(
      { length: 4 * width * height },
      (_, n) => Math.floor(n / (4 * width)) + (n % 7) / 8,
    );
    // The library's rows run from bottom to top.
    const upsideDown = values.map((_, n) => {
      const row = Math.floor(n / (4 * width));
      return values[4 * width * (height - 1 - row) + (n % (4 * width))];
    });
    for (const type of [FloatType, HalfFloatType] as const) {
      const texture = new DataTexture(upsideDown, width, height, RGBAFormat, FloatType);
      const file = await new EXRExporter().parse(texture, { type, compression });
      expect([...(await decodeExr(file, 'a.exr')).values]).toEqual([...values]);
    }
  });

  it('is read with rows from the top, channels by name, and 1 for a missing alpha', async () => {
    const expected = [0, 1, 2].flatMap((y) =>
      [0, 1].flatMap((x) => [2, 1, 0].map((c) => 100 * y + 10 * x + c).concat(1)),
    );
    expect([...(await decodeExr(exr(), 'a.exr')).values]).toEqual(expected);
    const moved = exr({ window: [-5, 7, -4, 9], rows: [9, 7, 8] });
    expect([...(await decodeExr(moved, 'a.exr')).values]).toEqual(expected);
  });

  it('may have further channels and attributes', async () => {
    const channels = [{ name: 'A', type: 1 }, ...RGB.map(({ name }) => ({ name, type: 1 })), { name: 'Z', type: 2 }];
    const attributes = [['owner', 'string', 5] as const, ['toWorld', 'm44f', 64] as const];
    const { values } = await decodeExr(exr({ channels, attributes }), 'a.exr');
    expect([...values.subarray(0, 8)]).toEqual([3, 2, 1, 0, 13, 12, 11, 10]);
  });

  it('of halfs gives the value of every half', async () => {
    const channels = RGB.map(({ name }) => ({ name, type: 1 }));
    const file = exr({ channels, window: [0, 0, 65535, 0], half: (x) => x });
    const { values } = await decodeExr(file, 'a.exr');
    const wrong = Array.from({ length: 65536 }, (_, code) => code).filter(
      (code) => !Object.is(values[4 * code], halfToFloat(code)),
    );
    expect(wrong).toEqual([]);
  });
});

async function messageOf(file: Uint8Array): Promise<string> {
  try {
    await decodeExr(file, 'a.exr');
  } catch (error) {
    if (error instanceof PictureError) return error.message;
    throw error;
  }
  return 'no error';
}

describe('a bad EXR gives one line that begins with its path', () => {
  it.each([
    ['tiled', { version: 0x202 }, 'an EXR that is tiled; a scan-line EXR of one part is expected'],
    ['deep', { version: 0x802 }, 'an EXR that is deep'],
    ['of several parts', { version: 0x1002 }, 'an EXR that is of several parts'],
    ['lossy', { compression: 9 }, 'an EXR of compression 9; expected one of none, RLE, ZIPS, ZIP, PIZ'],
    ['grey', { channels: [{ name: 'Y', type: 2 }] }, 'the EXR has no channel R (but Y); R, G and B are expected'],
    ['twofold', { channels: [...RGB, { name: 'Y', type: 2 }] }, 'the EXR has a channel Y beside R, G and B'],
    ['doubled', { channels: [...RGB, ...RGB] }, 'the EXR has a channel twice'],
    ['of integers', { channels: [...RGB, { name: 'id', type: 0 }] }, 'channel id is of type 0; expected half or float'],
    ['mixed', { channels: [...RGB, { name: 'A', type: 1 }] }, 'are of half and float; expected one type'],
    ['subsampled', { channels: [...RGB, { name: 'Z', type: 2, sampling: 2 }] }, 'channel Z is subsampled 2x2'],
    ['empty', { window: [0, 0, -1, 0] }, "the EXR's dataWindow is 0x1; expected at least 1x1"],
    ['huge', { window: [0, 0, 99999, 99999], rows: [] }, 'the EXR holds 100000x100000 samples; at most 67108864'],
    [
      'of two rows of one number',
      { rows: [0, 1, 1] },
      'the EXR is damaged (its chunk 2 of 24 bytes is for row 1 of 3)',
    ],
    ['of a row outside', { rows: [0, 1, 3] }, 'its chunk 2 of 24 bytes is for row 3 of 3'],
    ['of a window of 5 bytes', { attributes: [['dataWindow', 'box2i', 5]] }, 'no attribute dataWindow of type box2i'],
    ['of a list of one byte more', { listPadding: 1 }, 'list of channels does not end where it should'],
    [
      'without compression',
      { attributes: [['compression', 'int', 1]] },
      'no attribute compression of type compression',
    ],
    ['of a chunk that is too long', { chunkPadding: 1 }, 'its chunk 0 of 25 bytes is for row 0 of 3'],
  ] as [string, Exr, string][])('when it is %s', async (_, options, expected) => {
    const message = await messageOf(exr(options));
    expect(message).toContain(expected);
    expect(message).toMatch(/^a\.exr: [^\n]*$/);
  });

  it('when a chunk of 16 rows does not begin at a multiple of 16', async () => {
    const file = Buffer.from(await encodeExr(noise(5, 40)));
    // The table of the chunks' positions follows a header of 331 bytes.
    const second = Number(file.readBigUInt64LE(331 + 8));
    expect(file.readInt32LE(second)).toBe(16);
    file.writeInt32LE(17, second);
    expect(await messageOf(file)).toMatch(
      /^a\.exr: the EXR is damaged \(its chunk 1 of \d+ bytes is for row 17 of 40\)$/,
    );
  });

  it('when it ends early, at any byte', async () => {
    const whole = await encodeExr(noise(5, 40));
    for (let length = 4; length < whole.length; length += 17) {
      const message = await messageOf(whole.subarray(0, length));
      expect(message).toMatch(/^a\.exr: the EXR is (truncated or )?damaged [^\n]*$/);
    }
  });

  it('or is read, when one of its bytes has changed; it never hangs or fails in another way', async () => {
    const next = randomBits(3);
    for (const compression of [RLE_COMPRESSION, ZIP_COMPRESSION, PIZ_COMPRESSION] as const) {
      const { width, height, values } = noise(6, 20);
      const texture = new DataTexture(new Float32Array(values), width, height, RGBAFormat, FloatType);
      const whole = await new EXRExporter().parse(texture, { type: FloatType, compression });
      for (let n = 0; n < draws(300); n++) {
        const broken = Uint8Array.from(whole);
        broken[4 + (next() % (whole.length - 4))] ^= 1 << (next() % 8);
        expect(await messageOf(broken)).toMatch(/^(no error|a\.exr: [^\n]*)$/);
      }
    }
  });
});
