import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { levelSize } from '../../../../rtl-model/memory/level-size.ts';
import { MIP_CHAIN_FORMATS } from '../../../../rtl-model/formats/uncompressed-formats.ts';
import { decodeTextureFile } from '../../../../src/pictures/containers/decode-texture.ts';
import { isKtx2 } from '../../../../src/pictures/containers/read-ktx2-texture.ts';
import { encodeKtx2, type Ktx2Image } from '../../../../src/pictures/containers/write-ktx2.ts';
import { readKtx2 } from '../../../../src/pictures/containers/read-ktx2.ts';
import { randomBits } from '../../../oracle/random.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'texunit-ktx2-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function image(name: string, width: number, height: number, layers = 1, levels = 1, cube = false): Ktx2Image {
  const format = MIP_CHAIN_FORMATS.get(name)!;
  const bits = randomBits(width + 7 * layers);
  const texels = Array.from({ length: levels }, (_, l) => {
    const count = levelSize(width, l) * levelSize(height, l) * layers * format.texelBytes;
    return Uint8Array.from({ length: count }, () => bits() & 0xff);
  });
  return { format, width, height, layers, levels: texels, cube };
}

function readBack(one: Ktx2Image): Ktx2Image | null {
  const path = join(folder, 'back.ktx2');
  writeFileSync(path, encodeKtx2(one));
  return readKtx2(path);
}

/** The numbers of the file's header in order, from vkFormat to supercompressionScheme (KTX 2.0, 3). */
function header(file: Uint8Array): number[] {
  const view = new DataView(file.buffer, file.byteOffset);
  return Array.from({ length: 9 }, (_, n) => view.getUint32(12 + 4 * n, true));
}

describe('KTX 2.0', () => {
  it('round-trips every format, array and cube map', () => {
    for (const name of MIP_CHAIN_FORMATS.keys()) {
      const one = image(name, 5, 3, 1, 3);
      expect(readBack(one)).toEqual(one);
    }
    for (const one of [
      image('r8_unorm', 4, 2, 3, 3),
      image('r16_sfloat', 4, 4, 6, 2, true),
      image('r8g8_srgb', 2, 2, 12, 2, true),
    ]) {
      expect(readBack(one)).toEqual(one);
    }
  });

  it('has the header of KTX 2.0', () => {
    // vkFormat, typeSize, width, height, depth, layers, faces, levels, supercompression.
    expect(header(encodeKtx2(image('r8g8b8a8_srgb', 6, 4, 1, 3)))).toEqual([43, 1, 6, 4, 0, 0, 1, 3, 0]);
    expect(header(encodeKtx2(image('r16g16b16a16_sfloat', 6, 4, 5, 1)))).toEqual([97, 2, 6, 4, 0, 5, 1, 1, 0]);
    expect(header(encodeKtx2(image('r32_sfloat', 4, 4, 6, 1, true)))).toEqual([100, 4, 4, 4, 0, 0, 6, 1, 0]);
    expect(header(encodeKtx2(image('b8g8r8a8_snorm', 4, 4, 12, 1, true)))).toEqual([45, 1, 4, 4, 0, 2, 6, 1, 0]);
  });

  it('puts the smallest level first, each aligned to its texels and to 4 bytes', () => {
    const one = image('r8g8_unorm', 5, 5, 1, 3);
    const file = encodeKtx2(one);
    const view = new DataView(file.buffer);
    const index = [0, 1, 2].map((l) => [0, 8, 16].map((at) => Number(view.getBigUint64(80 + 24 * l + at, true))));
    const [[offset0], [offset1], [offset2]] = index;
    expect(index.map(([, length, uncompressed]) => [length, uncompressed])).toEqual([
      [50, 50],
      [8, 8],
      [2, 2],
    ]);
    expect([offset0 % 4, offset1 % 4, offset2 % 4]).toEqual([0, 0, 0]);
    expect(offset2 < offset1 && offset1 < offset0).toBe(true);
    expect(file.slice(offset1, offset1 + 8)).toEqual(one.levels[1]);
    expect(file.length).toBe(offset0 + 50);
  });

  it('describes the components: order, sign, transfer, and alpha that stays linear', () => {
    const descriptor = (name: string) => {
      const file = encodeKtx2(image(name, 1, 1));
      const view = new DataView(file.buffer);
      const start = view.getUint32(48, true);
      const samples = (view.getUint32(start, true) - 28) / 16;
      const words = Array.from({ length: samples }, (_, n) => {
        const at = start + 28 + 16 * n;
        return [
          view.getUint16(at, true),
          file[at + 2],
          file[at + 3],
          view.getInt32(at + 8, true),
          view.getInt32(at + 12, true),
        ];
      });
      return { model: file[start + 12], transfer: file[start + 14], bytes: file[start + 20], words };
    };
    // A sample: bit offset, length less one, channel (0 to 2, 15 for alpha) with 16 linear, 64 signed, 128 float.
    expect(descriptor('b8g8r8a8_srgb')).toEqual({
      model: 1,
      transfer: 2,
      bytes: 4,
      words: [
        [0, 7, 2, 0, 255],
        [8, 7, 1, 0, 255],
        [16, 7, 0, 0, 255],
        [24, 7, 15 + 16, 0, 255],
      ],
    });
    expect(descriptor('r8g8_snorm')).toEqual({
      model: 1,
      transfer: 1,
      bytes: 2,
      words: [
        [0, 7, 64, -127, 127],
        [8, 7, 65, -127, 127],
      ],
    });
    expect(descriptor('r16_sfloat').words).toEqual([[0, 15, 128 + 64, 0xbf800000 | 0, 0x3f800000]]);
    expect(descriptor('r32g32b32a32_sfloat').words[3]).toEqual([96, 31, 128 + 64 + 15, 0xbf800000 | 0, 0x3f800000]);
  });

  it('refuses what it does not support', () => {
    const file = encodeKtx2(image('r8g8b8a8_unorm', 4, 4, 1, 2));
    const changed = (at: number, value: number) => {
      const copy = file.slice();
      new DataView(copy.buffer).setUint32(at, value, true);
      return copy;
    };
    const read = (bytes: Uint8Array) => {
      const path = join(folder, 'changed.ktx2');
      writeFileSync(path, bytes);
      return () => readKtx2(path);
    };
    expect(read(changed(12, 122))).toThrow(
      /vkFormat: b10g11r11_ufloat_pack32 is not read here, expected one of r8_unorm, /,
    );
    expect(read(changed(20, 5))).toThrow('levels[0].uncompressedByteLength: 64, expected 80 by format and size');
    const line = encodeKtx2(image('r8g8b8a8_unorm', 4, 1, 1, 2));
    new DataView(line.buffer).setUint32(24, 0, true);
    expect(read(line)).toThrow('pixelHeight: a 1d texture, expected a 2D one');
    const volume = encodeKtx2(image('r8g8b8a8_unorm', 4, 4, 1, 1));
    new DataView(volume.buffer).setUint32(28, 1, true);
    expect(read(volume)).toThrow('pixelHeight: a 3d texture, expected a 2D one');
    for (const length of [12, 79, 100, 150, file.length - 1]) {
      expect(() => decodeTextureFile(file.slice(0, length), 'cut.ktx2')).toThrow(/^cut\.ktx2: .*, expected /);
    }
    expect(isKtx2(file)).toBe(true);
    expect(isKtx2(file.slice(0, 7))).toBe(false);
  });

  it('refuses cube maps of other than six square faces', () => {
    expect(() => encodeKtx2(image('r8_unorm', 4, 4, 5, 1, true))).toThrow(/six square faces a layer, not 5 of 4x4/);
    expect(() => encodeKtx2(image('r8_unorm', 4, 2, 6, 1, true))).toThrow(/six square faces/);
  });

  it('is read from a file, with its name in errors; a file of another kind gives null', () => {
    const one = image('r8_unorm', 3, 3, 1, 2);
    const path = join(folder, 'one.ktx2');
    writeFileSync(path, encodeKtx2(one));
    expect(readKtx2(path)).toEqual(one);
    writeFileSync(path, encodeKtx2(one).subarray(0, -1));
    expect(() => readKtx2(path)).toThrow(`${path}: levels[0].byteOffset: `);
    writeFileSync(path, 'no picture');
    expect(readKtx2(path)).toBe(null);
    expect(() => readKtx2(join(folder, 'none.ktx2'))).toThrow('none.ktx2: no such file');
  });
});
