import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { afterAll, describe, expect, it, test } from 'vitest';
import { readPlainPng } from '../../../../src/pictures/textures/png-rows.ts';
import { readPicture, readPictureByRows } from '../../../../src/pictures/textures/read-picture.ts';
import { encodePng } from '../../../../src/pictures/textures/write-png.ts';

const folder = mkdtempSync(join(tmpdir(), 'png-rows-'));
afterAll(() => rmSync(folder, { recursive: true }));

const MOST = 16384;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const COLOUR_TYPE = { grey: 0, rgb: 2, palette: 3, 'grey-alpha': 4, rgba: 6 } as const;
type Kind = keyof typeof COLOUR_TYPE;
const COMPONENTS: Readonly<Record<Kind, number>> = { grey: 1, rgb: 3, palette: 1, 'grey-alpha': 2, rgba: 4 };

interface Made {
  readonly kind: Kind;
  readonly width: number;
  readonly height: number;
  readonly depth?: number;
  readonly interlace?: number;
  /** The types of the rows' filters, in turn. */
  readonly filters?: readonly number[];
  /** Bytes of an IDAT chunk. */
  readonly piece?: number;
  /** Chunks before the first IDAT. */
  readonly before?: readonly Buffer[];
  /** Filtered bytes that are missing, or that follow the last row where negative. */
  readonly missing?: number;
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/** A PNG of irregular filtered bytes, which are texels whatever the filters. */
function png({ kind, width, height, depth = 8, interlace = 0, ...made }: Made): Buffer {
  const filters = made.filters ?? [0, 1, 2, 3, 4];
  const rowBytes = Math.ceil((width * COMPONENTS[kind] * depth) / 8);
  const rows = Array.from({ length: height }, (_, row) => {
    const line = Buffer.alloc(1 + rowBytes);
    for (let n = 0; n < rowBytes; n++) line[1 + n] = Math.imul(row * rowBytes + n, 0x9e3779b1) >>> 13;
    line[0] = filters[row % filters.length];
    return line;
  });
  const all = Buffer.concat([...rows, Buffer.alloc(64)]);
  const data = deflateSync(all.subarray(0, all.length - 64 - (made.missing ?? 0)));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, COLOUR_TYPE[kind], 0, 0, interlace], 8);
  const piece = made.piece ?? 1000;
  const pieces = Array.from({ length: Math.ceil(data.length / piece) }, (_, n) =>
    chunk('IDAT', data.subarray(n * piece, (n + 1) * piece)),
  );
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    ...(made.before ?? []),
    ...pieces,
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function stored(bytes: Uint8Array): string {
  const path = join(folder, 'a.png');
  writeFileSync(path, bytes);
  return path;
}

const GAMMA = chunk('gAMA', Buffer.from([0, 0, 177, 143]));
const TEXT = chunk('tEXt', Buffer.from('a\0b'));
const SUGGESTED = chunk('PLTE', Buffer.alloc(30));

describe('plain PNGs', () => {
  it.each(['grey', 'rgb', 'grey-alpha', 'rgba'] as const)(
    'of %s are read by rows, as readPicture reads them',
    async (kind) => {
      for (const [width, height] of [
        [1, 1],
        [1, 9],
        [37, 11],
        [701, 101],
      ]) {
        const path = stored(png({ kind, width, height }));
        const picture = await readPlainPng(path, MOST);
        expect(picture).not.toBe(null);
        expect(picture!.texels.length).toBe(4 * width * height);
        expect(picture).toEqual(readPicture(path));
      }
    },
  );

  it.each([0, 1, 2, 3, 4])('with filter %i in every row, the first one too, are read', async (filter) => {
    for (const kind of ['grey', 'rgb', 'rgba'] as const) {
      const path = stored(png({ kind, width: 19, height: 7, filters: [filter], piece: 1 }));
      expect(await readPlainPng(path, MOST)).toEqual(readPicture(path));
    }
  });

  it('may have chunks that say nothing about texels', async () => {
    const path = stored(png({ kind: 'rgb', width: 5, height: 5, before: [GAMMA, TEXT, SUGGESTED] }));
    expect(await readPlainPng(path, MOST)).toEqual(readPicture(path));
  });

  it('as texunit writes them give back their texels', async () => {
    const texels = Uint8Array.from({ length: 4 * 64 * 48 }, (_, n) => (n * n) >> 3);
    expect(await readPlainPng(stored(encodePng({ width: 64, height: 48, texels })), MOST)).toEqual({
      width: 64,
      height: 48,
      texels,
    });
  });
});

const PALETTE = chunk('PLTE', Buffer.alloc(768, 7));
test.each<readonly [string, Made]>([
  ['16 bits', { kind: 'rgb', width: 9, height: 5, depth: 16 }],
  ['4 bits', { kind: 'grey', width: 9, height: 5, depth: 4 }],
  ['a palette', { kind: 'palette', width: 9, height: 5, filters: [0], before: [PALETTE] }],
  ['a transparent colour', { kind: 'grey', width: 9, height: 5, before: [chunk('tRNS', Buffer.from([0, 9]))] }],
  ['interlaced rows', { kind: 'grey', width: 1, height: 1, interlace: 1 }],
])('%s take the way of the whole image', async (_, made) => {
  const path = stored(png(made));
  expect(await readPlainPng(path, MOST)).toBe(null);
  expect(await readPictureByRows(path)).toEqual(readPicture(path));
});

const GOOD = png({ kind: 'rgba', width: 21, height: 13 });
const DATA = GOOD.indexOf('IDAT');
const damaged = (at: number) => Buffer.from(GOOD.with(at, GOOD[at] ^ 0x10));

test.each<readonly [string, Uint8Array]>([
  ['cut in the data', GOOD.subarray(0, -200)],
  ['cut before its end', GOOD.subarray(0, -12)],
  ['with a damaged byte of data', damaged(DATA + 40)],
  ['with a damaged CRC', damaged(GOOD.length - 14)],
  ['with bytes after its end', Buffer.concat([GOOD, Buffer.from('more')])],
  ['with an unknown filter', png({ kind: 'rgba', width: 4, height: 4, filters: [9] })],
  ['with too few rows', png({ kind: 'rgba', width: 4, height: 4, missing: 5 })],
])('a PNG %s is no picture, in one line', async (_, bytes) => {
  await expect(readPictureByRows(stored(bytes))).rejects.toThrow(/^.*a\.png: the PNG is truncated or damaged \(.*\)$/);
});

test('a picture that is too large, or none, is left to readPicture', async () => {
  expect(await readPlainPng(stored(GOOD), 20)).toBe(null);
  expect(await readPlainPng(stored(Buffer.from('text')), MOST)).toBe(null);
  expect(await readPlainPng(join(folder, 'none.png'), MOST)).toBe(null);
  expect(readFileSync(stored(GOOD)).length).toBe(GOOD.length);
});
