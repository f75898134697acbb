import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { afterAll, describe, expect, it, test } from 'vitest';
import { type Picture } from '../../../../src/pictures/textures/picture.ts';
import { readPicture, readPictureByRows } from '../../../../src/pictures/textures/read-picture.ts';
import { encodePng } from '../../../../src/pictures/textures/write-png.ts';

const folder = mkdtempSync(join(tmpdir(), 'png-rows-'));
afterAll(() => rmSync(folder, { recursive: true }));

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

/** The sizes of the passes of Adam7, or of the one that all texels are in. */
function passes(width: number, height: number, interlace: number): readonly (readonly [number, number])[] {
  if (interlace === 0) return [[width, height]];
  const count = (size: number, first: number, step: number) => Math.max(0, Math.ceil((size - first) / step));
  const starts = '00,40,04,20,02,10,01'.split(',');
  const steps = '88,88,48,44,24,22,12'.split(',');
  return starts.map((start, n) => [
    count(width, Number(start[0]), Number(steps[n][0])),
    count(height, Number(start[1]), Number(steps[n][1])),
  ]);
}

/** A PNG of irregular filtered bytes, which are texels whatever the filters. */
function png({ kind, width, height, depth = 8, interlace = 0, ...made }: Made): Buffer {
  const filters = made.filters ?? [0, 1, 2, 3, 4];
  const rows = passes(width, height, interlace).flatMap(([columns, lines]) =>
    Array.from({ length: columns === 0 ? 0 : lines }, (_, row) => {
      const rowBytes = Math.ceil((columns * COMPONENTS[kind] * depth) / 8);
      const line = Buffer.alloc(1 + rowBytes);
      for (let n = 0; n < rowBytes; n++) line[1 + n] = Math.imul(row * rowBytes + n, 0x9e3779b1) >>> 13;
      line[0] = filters[row % filters.length];
      return line;
    }),
  );
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

const PALETTE = chunk('PLTE', Buffer.from(Array.from({ length: 768 }, (_, n) => (n * n) >> 3)));
const paletteOf = (depth: number) =>
  chunk('PLTE', Buffer.from(Array.from({ length: 3 * 2 ** depth }, (_, n) => 7 * n)));

/** Both ways of reading, which must agree, and pngjs, which shares nothing with them. */
async function expectAsPngjs(bytes: Buffer): Promise<Picture> {
  const path = stored(bytes);
  const { width, height, data } = PNG.sync.read(bytes);
  const picture = readPicture(path);
  expect(picture.texels.length).toBe(4 * width * height);
  expect(Buffer.from(picture.texels).equals(data)).toBe(true);
  const { texels, ...byRows } = await readPictureByRows(path);
  expect({ ...picture, texels: null }).toEqual({ ...byRows, texels: null });
  // A comparison of two buffers is a hundred times as fast as one of their elements.
  expect(Buffer.from(texels).equals(picture.texels)).toBe(true);
  return picture;
}

const SIZES = [
  [1, 1],
  [1, 9],
  [37, 11],
  [701, 101],
] as const;

describe('PNGs have the texels that pngjs finds', () => {
  it.each<readonly [Kind, readonly number[]]>([
    ['grey', [1, 2, 4, 8, 16]],
    ['rgb', [8, 16]],
    ['grey-alpha', [8, 16]],
    ['rgba', [8, 16]],
    ['palette', [1, 2, 4, 8]],
  ])('of %s at depths %j, interlaced too', async (kind, depths) => {
    for (const depth of depths) {
      for (const [width, height] of SIZES) {
        for (const interlace of [0, 1]) {
          // pngjs reads no rows of its own filters where they are packed, nor an index without a colour.
          const before = kind === 'palette' ? [paletteOf(depth)] : [];
          const filters = kind === 'palette' && depth < 8 ? [0] : [0, 1, 2, 3, 4];
          await expectAsPngjs(png({ kind, width, height, depth, interlace, before, filters }));
        }
      }
    }
  });

  it.each([0, 1, 2, 3, 4])('with filter %i in every row, the first one too', async (filter) => {
    for (const kind of ['grey', 'rgb', 'rgba'] as const) {
      await expectAsPngjs(png({ kind, width: 19, height: 7, filters: [filter], piece: 1 }));
    }
  });

  it('with chunks that say nothing about texels', async () => {
    await expectAsPngjs(png({ kind: 'rgb', width: 5, height: 5, before: [GAMMA, TEXT, SUGGESTED] }));
  });

  it('with a palette whose colours have alphas', async () => {
    const before = [PALETTE, chunk('tRNS', Buffer.from([3, 200]))];
    await expectAsPngjs(png({ kind: 'palette', width: 9, height: 5, filters: [0], before }));
  });

  it.each<Made>([
    { kind: 'grey', width: 9, height: 5 },
    { kind: 'grey', width: 9, height: 5, depth: 2, filters: [0] },
    { kind: 'rgb', width: 9, height: 5, interlace: 1 },
  ])('with a transparent colour, which keeps its r, g and b: %j', async (made) => {
    const opaque = await expectAsPngjs(png(made));
    const first = Array.from(opaque.texels.subarray(0, made.kind === 'grey' ? 1 : 3));
    const colour = first.flatMap((code) => [0, (code * (2 ** (made.depth ?? 8) - 1)) / 255]);
    const bytes = png({ ...made, before: [chunk('tRNS', Buffer.from(colour))] });
    // pngjs makes such texels black, too; their alpha tells which they are.
    const { data } = PNG.sync.read(bytes);
    const { texels } = readPicture(stored(bytes));
    expect(texels).toEqual(opaque.texels.map((byte, n) => (n % 4 === 3 ? data[n] : byte)));
    expect(texels.some((byte, n) => n % 4 === 3 && byte === 0)).toBe(true);
  });

  it('as texunit writes them', async () => {
    const texels = Uint8Array.from({ length: 4 * 64 * 48 }, (_, n) => (n * n) >> 3);
    expect((await expectAsPngjs(encodePng({ width: 64, height: 48, texels }))).texels).toEqual(texels);
  });
});

const GOOD = png({ kind: 'rgba', width: 21, height: 13 });
const DATA = GOOD.indexOf('IDAT');
const damaged = (at: number) => Buffer.from(GOOD.with(at, GOOD[at] ^ 0x10));

test.each<readonly [string, Uint8Array, string]>([
  ['cut in the data', GOOD.subarray(0, -200), 'it ends in chunk IDAT'],
  ['cut before its end', GOOD.subarray(0, -12), 'it ends after 618 bytes'],
  ['with a damaged byte of data', damaged(DATA + 40), 'the CRC of chunk IDAT is wrong'],
  ['with a damaged CRC', damaged(GOOD.length - 14), 'the CRC of chunk IDAT is wrong'],
  ['with bytes after its end', Buffer.concat([GOOD, Buffer.from('more')]), '4 bytes follow its end'],
  ['with an unknown filter', png({ kind: 'rgba', width: 4, height: 4, filters: [9] }), 'filter 9 is not known'],
  ['with too few rows', png({ kind: 'rgba', width: 4, height: 4, missing: 5 }), 'it has 3 of 4 rows'],
  ['with no row', png({ kind: 'grey', width: 1, height: 4, missing: 8 }), 'it has 0 of 4 rows'],
  [
    'with too few rows of a pass',
    png({ kind: 'rgb', width: 9, height: 9, interlace: 1, missing: 1 }),
    'it has 18 of 19 rows',
  ],
  ['with more data than rows', png({ kind: 'rgba', width: 4, height: 4, missing: -1 }), 'more data than rows'],
  ['without image data', Buffer.concat([GOOD.subarray(0, DATA - 4), GOOD.subarray(-12)]), 'it has no image data'],
  ['without its palette', png({ kind: 'palette', width: 4, height: 4 }), 'it has no palette'],
  ['with an index beyond its palette', png({ kind: 'palette', width: 9, height: 9, before: [SUGGESTED] }), 'index'],
  ['of a depth that its type has not', png({ kind: 'rgb', width: 4, height: 4, depth: 4 }), 'colour type 2 of 4 bits'],
  ['of no texels', png({ kind: 'rgb', width: 0, height: 4 }), 'IHDR gives 0x4 texels'],
])('a PNG %s is no picture, in one line', async (_, bytes, reason) => {
  const path = stored(bytes);
  const message = expect.stringMatching(/^.*a\.png: the PNG is truncated or damaged \(.*\)$/);
  for (const read of [async () => readPicture(path), () => readPictureByRows(path)]) {
    const error: unknown = await read().catch((cause: unknown) => cause);
    expect(error).toMatchObject({ name: 'PictureError', message });
    expect((error as Error).message).toContain(reason);
  }
});

test.each([readPicture, readPictureByRows])('a picture that is none, or too large, is refused by %s', async (read) => {
  const failure = (path: string) => expect(async () => read(path, { maxDimension: 20 })).rejects;
  await failure(stored(GOOD)).toThrow('21x13 texels; at most 20 are read in a dimension');
  await failure(stored(Buffer.from('text'))).toThrow('not a picture');
  await failure(join(folder, 'none.png')).toThrow('none.png: no such file');
  await failure(folder).toThrow('is a folder, expected a file');
});
