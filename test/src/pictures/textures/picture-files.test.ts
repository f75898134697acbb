import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encode as encodeJpeg } from 'jpeg-js';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_PICTURE } from '../../../../src/pictures/textures/default-picture.ts';
import { jpegStructure } from '../../../../src/pictures/textures/jpeg-structure.ts';
import { pictureKind } from '../../../../src/pictures/textures/picture-kind.ts';
import { type Picture, PictureError } from '../../../../src/pictures/textures/picture.ts';
import { readPicture } from '../../../../src/pictures/textures/read-picture.ts';
import { writePng } from '../../../../src/pictures/textures/write-png.ts';
import { randomBits } from '../../../oracle/random.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'texunit-pictures-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function noise(width: number, height: number, seed: number): Picture {
  const bits = randomBits(seed);
  return { width, height, texels: Uint8Array.from({ length: 4 * width * height }, () => bits() & 0xff) };
}

function file(name: string, bytes: Uint8Array | string): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

function pictureErrorOf(action: () => unknown): PictureError {
  try {
    action();
  } catch (error) {
    if (error instanceof PictureError) return error;
    throw error;
  }
  throw new Error('no error was thrown');
}

function jpeg(width: number, height: number, rgba: readonly number[]): Buffer {
  const data = Buffer.alloc(4 * width * height);
  for (let n = 0; n < data.length; n++) data[n] = rgba[n % 4];
  return encodeJpeg({ width, height, data }, 100).data;
}

/** A small PNG, as bytes. */
function png(): Buffer {
  writePng(join(folder, 'whole.png'), noise(16, 16, 3));
  return readFileSync(join(folder, 'whole.png'));
}

function expectError(path: string, message: RegExp, maxDimension?: number): void {
  const error = pictureErrorOf(() => readPicture(path, { ...(maxDimension && { maxDimension }) }));
  expect(error.message.startsWith(`${path}: `)).toBe(true);
  expect(error.message).toMatch(message);
  expect(error.message).not.toContain('\n');
  expect(error.path).toBe(path);
}

describe('a PNG', () => {
  it('round-trips byte for byte, alpha and odd sizes included', () => {
    for (const [width, height] of [
      [1, 1],
      [3, 2],
      [2, 7],
      [64, 33],
    ]) {
      const picture = noise(width, height, 7 * width + height);
      const path = join(folder, 'round-trip.png');
      writePng(path, picture);
      expect(readPicture(path)).toEqual(picture);
    }
  });

  it('is written completely or not at all, without a temporary file left behind', () => {
    const place = join(folder, 'place');
    mkdirSync(place);
    writePng(join(place, 'a.png'), noise(4, 4, 1));
    writePng(join(place, 'a.png'), noise(5, 4, 2));
    expect(readPicture(join(place, 'a.png')).width).toBe(5);
    mkdirSync(join(place, 'taken.png'));
    const error = pictureErrorOf(() => writePng(join(place, 'taken.png'), noise(4, 4, 1)));
    expect(error.message).toContain(`${join(place, 'taken.png')}: cannot be written`);
    expect(readdirSync(place).sort()).toEqual(['a.png', 'taken.png']);
  });

  it('has the same bytes every time the same picture is written', () => {
    for (const name of ['one.png', 'two.png']) writePng(join(folder, name), noise(9, 9, 5));
    expect(readFileSync(join(folder, 'one.png')).equals(readFileSync(join(folder, 'two.png')))).toBe(true);
  });

  it('of 16 bits is reduced to the nearest 8-bit value, for every 16-bit value', () => {
    const wide = new Uint16Array(4 * 65536);
    for (let v = 0; v < 65536; v++) wide.set([v, v, v, 65535], 4 * v);
    const png = new PNG({ width: 256, height: 256 });
    png.data = Buffer.from(wide.buffer);
    const path = file('wide.png', PNG.sync.write(png, { bitDepth: 16, colorType: 6, inputColorType: 6 }));
    const { texels } = readPicture(path);
    const wrong = Array.from(wide.keys()).filter((n) => Math.abs(texels[n] - (wide[n] * 255) / 65535) > 0.5);
    expect(wrong.length).toBe(0);
  });

  it('of grey texels has the grey in r, g and b, and is opaque', () => {
    const png = new PNG({ width: 2, height: 1 });
    png.data = Buffer.from([10, 10, 10, 255, 200, 200, 200, 255]);
    const path = file('grey.png', PNG.sync.write(png, { colorType: 0 }));
    expect([...readPicture(path).texels]).toEqual([10, 10, 10, 255, 200, 200, 200, 255]);
  });
});

describe('a JPEG', () => {
  it('is recognised by its first bytes, for any name', () => {
    const path = file('jpeg-inside.png', jpeg(24, 16, [200, 100, 50, 255]));
    const { width, height, texels } = readPicture(path);
    expect([width, height]).toEqual([24, 16]);
    expect(texels.length).toBe(4 * 24 * 16);
    const off = [...texels].map((byte, n) => Math.abs(byte - [200, 100, 50, 255][n % 4]));
    // Y, Cb and Cr are rounded to integers, and so is the result: 0.5 + 1.772 * 0.5 + 0.5 at most.
    expect(Math.max(...off)).toBeLessThanOrEqual(2);
  });

  it('states its size after fill bytes, comments and Huffman tables', () => {
    const bytes = jpeg(40, 30, [1, 2, 3, 255]);
    const filled = Uint8Array.from([
      0xff,
      0xd8,
      0xff,
      0xff,
      0xff,
      0xfe,
      0,
      4,
      0xc0,
      0xc0,
      0xff,
      0xc4,
      0,
      9,
      1,
      1,
      1,
      1,
      1,
      1,
      1,
      ...bytes.subarray(2),
    ]);
    expect(jpegStructure(filled)).toMatchObject({ width: 40, height: 30 });
  });
});

describe('a bad file gives one line that begins with its path', () => {
  it('when it is missing', () => expectError(join(folder, 'nowhere.png'), /: no such file$/));

  it('when it is a folder', () => expectError(folder, /: is a folder, expected a file$/));

  it('when it is empty or no picture', () => {
    expectError(file('empty.png', ''), /: not a picture; a PNG or JPEG file is expected$/);
    expectError(file('text.jpg', 'P6 2 2 255'), /: not a picture/);
  });

  it('when a PNG ends early, at any byte', () => {
    const whole = png();
    for (let length = 8; length < whole.length; length += 13) {
      expectError(file('cut.png', whole.subarray(0, length)), /: the PNG is truncated/);
    }
  });

  it('when a JPEG ends early, at any byte', () => {
    const whole = jpeg(40, 30, [9, 80, 160, 255]);
    for (let length = 3; length < whole.length; length += 13) {
      expectError(file('cut.jpg', whole.subarray(0, length)), /: the JPEG is truncated/);
    }
  });

  it('when a byte of a PNG has changed', () => {
    const broken = Uint8Array.from(png());
    broken[60] ^= 1;
    expectError(file('broken.png', broken), /: the PNG is truncated or damaged \(.*\)$/);
  });

  it('when it is larger than allowed, before anything is decompressed', () => {
    const announced = Uint8Array.from(png().subarray(0, 33));
    new DataView(announced.buffer).setUint32(16, 20000);
    expectError(file('wide.png', announced), /: 20000x16 texels; at most 16384 are read in a dimension$/);
    expectError(file('tall.jpg', jpeg(8, 24, [0, 0, 0, 255])), /: 8x24 texels; at most 16 are read/, 16);
    expect(readPicture(file('fits.jpg', jpeg(8, 24, [0, 0, 0, 255])), { maxDimension: 24 }).height).toBe(24);
  });
});

describe('the default picture', () => {
  it('is the 4096x2048 JPEG in the sources', () => {
    const bytes = readFileSync(DEFAULT_PICTURE);
    expect(pictureKind(bytes)).toBe('JPEG');
    expect(jpegStructure(bytes)).toMatchObject({ width: 4096, height: 2048 });
  });

  it('is found from the build folder too', async () => {
    const built = new URL('../../../../dist/src/pictures/textures/default-picture.js', import.meta.url);
    const { DEFAULT_PICTURE: found } = (await import(built.href)) as { DEFAULT_PICTURE: URL };
    expect(found.href).toBe(DEFAULT_PICTURE.href);
    expect(existsSync(found)).toBe(true);
  });
});

describe('a JPEG whose parts are missing', () => {
  const END = Buffer.from([0xff, 0xd9]);
  const whole = jpeg(40, 30, [9, 80, 160, 255]);
  const frame = whole.indexOf(Buffer.from([0xff, 0xc0]));
  const scan = whole.indexOf(Buffer.from([0xff, 0xda]));
  const changed = (at: number, ...bytes: number[]) =>
    Buffer.from(whole).fill(Buffer.from(bytes), at, at + bytes.length);
  /** DRI: a restart marker behind every two MCUs, of which there are none. */
  const interval = Buffer.from([0xff, 0xdd, 0, 4, 0, 2]);

  it.each<readonly [string, Uint8Array, string]>([
    ['its end', whole.subarray(0, -2), 'it ends before its end marker'],
    ['half of its scan, but not its end', Buffer.concat([whole.subarray(0, scan + 30), END]), 'unexpected marker'],
    ['its scan', Buffer.concat([whole.subarray(0, scan), END]), 'no scan has component 1'],
    ['its frame', Buffer.concat([whole.subarray(0, frame), END]), 'it has no frame'],
    [
      'its restart markers',
      Buffer.concat([whole.subarray(0, scan), interval, whole.subarray(scan)]),
      'a scan has 0 of 9 restart markers',
    ],
    ['its rows', changed(frame + 5, 0, 0), 'its frame is 40x0 samples'],
    ['its components', changed(frame + 9, 200), '200 components; 1, 3 or 4 are expected'],
    ['four of its bits', changed(frame + 4, 12), 'its samples have 12 bits; 8 are expected'],
  ])('is no picture without %s', (_, bytes, reason) => {
    const { message } = pictureErrorOf(() => readPicture(file('part.jpg', bytes)));
    expect(message).toContain('part.jpg: the JPEG is truncated or damaged (');
    expect(message).toContain(reason);
  });

  it('is refused when its scans pass it more often than any encoder does', () => {
    const large = Buffer.from(changed(frame + 5, 0x10, 0, 0x10, 0));
    const header = large.subarray(scan, scan + 2 + large.readUInt16BE(scan + 2));
    const scans = Array.from({ length: 800 }, () => header);
    const bytes = Buffer.concat([large.subarray(0, scan), ...scans, large.subarray(scan)]);
    expectError(file('scans.jpg', bytes), /its scans pass \d+ blocks; at most 536870912 are read/);
  });
});
