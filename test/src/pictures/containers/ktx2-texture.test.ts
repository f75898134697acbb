import { Buffer } from 'node:buffer';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import * as ktx from 'ktx-parse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEXEL_FORMATS } from '../../../../rtl-model/formats/texel-formats.ts';
import { TextureFileError } from '../../../../src/pictures/containers/container-file.ts';
import { readTextureFile } from '../../../../src/pictures/containers/container-reader.ts';
import { decodeTextureFile } from '../../../../src/pictures/containers/decode-texture.ts';
import { encodeKtx2 } from '../../../../src/pictures/containers/write-ktx2.ts';
import { randomBits } from '../../../oracle/random.ts';
import { ktx2File, type Ktx2Parts } from './ktx2-writer.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'texunit-container-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function noise(length: number, seed = 1): Uint8Array {
  const bits = randomBits(seed + length);
  return Uint8Array.from({ length }, () => bits() & 0xff);
}

const decode = (file: Uint8Array) => decodeTextureFile(file, 'a.ktx2');

/** A copy with some 32-bit words replaced: [at, value]. */
function changed(file: Uint8Array, ...words: readonly (readonly [at: number, value: number])[]): Uint8Array {
  const copy = file.slice();
  for (const [at, value] of words) new DataView(copy.buffer).setUint32(at, value, true);
  return copy;
}

/** 8x4 texels of R8G8B8A8_UNORM (37) in three levels, 128, 32 and 8 bytes. */
const PLAIN: Ktx2Parts = {
  vkFormat: 37,
  size: [8, 4, 0],
  block: [1, 1, 4],
  levels: [128, 32, 8].map((length) => ({ data: noise(length) })),
};

/**
 * 32x32 texels of R8_UNORM (9), byte n being min(n mod 29, 9) * (floor(n / 256) + 1), compressed by the zstd command.
 */
const ZSTD_TEXELS = Uint8Array.from({ length: 1024 }, (_, n) => Math.min(n % 29, 9) * (Math.floor(n / 256) + 1));
const ZSTD_FRAME = new Uint8Array(
  Buffer.from(
    'KLUv/WQAAz0CALQCAAECAwQFBgcICRIAAgQGCAoMDhASGwADBgkMDxIVGBskAAQIDBAUGBwgJAsgUDkPUQqQoPJZqXBCi9tS4UQNDgxSIXlI7NYsgw==',
    'base64',
  ),
);
const ZSTD: Ktx2Parts = {
  vkFormat: 9,
  size: [32, 32, 0],
  block: [1, 1, 1],
  scheme: 2,
  levels: [{ data: ZSTD_FRAME, bytes: 1024 }],
};
const ZLIB: Ktx2Parts = { ...ZSTD, scheme: 3, levels: [{ data: deflateSync(ZSTD_TEXELS), bytes: 1024 }] };

describe('a KTX 2.0 texture', () => {
  it('is read as it was written: sizes, format and every level', () => {
    expect(decode(ktx2File(PLAIN))).toEqual({
      format: 'r8g8b8a8_unorm',
      type: '2d',
      cube: false,
      width: 8,
      height: 4,
      depth: 1,
      layers: 1,
      levels: PLAIN.levels.map(({ data }) => data),
    });
  });

  it('may be of one, two or three dimensions, an array, or cube maps of six layers each', () => {
    const read = (parts: Partial<Ktx2Parts>, ...lengths: number[]) => {
      const { levels, ...shape } = decode(
        ktx2File({ ...PLAIN, ...parts, levels: lengths.map((length) => ({ data: noise(length) })) }),
      );
      expect(levels.map(({ length }) => length)).toEqual(lengths);
      return shape;
    };
    expect(read({ size: [5, 0, 0] }, 20, 8)).toMatchObject({ type: '1d', width: 5, height: 1, depth: 1, layers: 1 });
    expect(read({ size: [5, 0, 0], layerCount: 3 }, 60)).toMatchObject({ type: '1d', layers: 3, cube: false });
    expect(read({ size: [5, 3, 0], layerCount: 2 }, 120, 16, 8)).toMatchObject({ type: '2d', layers: 2 });
    expect(read({ size: [4, 4, 0], faceCount: 6 }, 384, 96)).toMatchObject({ cube: true, layers: 6 });
    expect(read({ size: [2, 2, 0], faceCount: 6, layerCount: 2 }, 192)).toMatchObject({ cube: true, layers: 12 });
    expect(read({ size: [5, 3, 7] }, 420, 24, 4)).toMatchObject({ type: '3d', depth: 7, layers: 1 });
    expect(read({ size: [2, 1, 9] }, 72, 16, 8, 4)).toMatchObject({ type: '3d', depth: 9 });
    // BC7, and ASTC of 12x10: whole blocks even if the level is smaller.
    expect(read({ vkFormat: 146, size: [9, 5, 0], block: [4, 4, 16] }, 96, 16, 16, 16)).toMatchObject({
      format: 'bc7_srgb_block',
    });
    expect(read({ vkFormat: 181, size: [13, 10, 0], block: [12, 10, 16] }, 32, 16).format).toBe(
      'astc_12x10_unorm_block',
    );
  });

  it('has one level if it asks the reader to generate the others', () => {
    expect(decode(ktx2File({ ...PLAIN, levelCount: 0, levels: [{ data: noise(128) }] })).levels).toEqual([noise(128)]);
  });

  it('is decompressed from Zstandard and ZLIB, each level separately', () => {
    expect(decode(ktx2File(ZSTD)).levels).toEqual([ZSTD_TEXELS]);
    expect(decode(ktx2File(ZLIB)).levels).toEqual([ZSTD_TEXELS]);
    // The descriptor of a supercompressed file may have 0 for the bytes of its plane.
    expect(decode(ktx2File({ ...ZLIB, block: [1, 1, 0] })).levels).toEqual([ZSTD_TEXELS]);
    const levels = [128, 32, 8].map((length) => ({ data: deflateSync(noise(length)), bytes: length }));
    expect(decode(ktx2File({ ...PLAIN, scheme: 3, levels })).levels).toEqual([noise(128), noise(32), noise(8)]);
    // An RFC 8878 frame of one segment: 20 bytes as a raw block, then 12 of one value.
    const raw = noise(20);
    const frame = [0x28, 0xb5, 0x2f, 0xfd, 0x20, 32, 20 << 3, 0, 0, ...raw, 1 | (1 << 1) | (12 << 3), 0, 0, 7];
    const row = { ...ZSTD, size: [32, 0, 0] as const, levels: [{ data: Uint8Array.from(frame), bytes: 32 }] };
    expect(decode(ktx2File(row)).levels).toEqual([Uint8Array.from([...raw, ...new Array<number>(12).fill(7)])]);
  });

  it('is decompressed with every layer and face, and from the smallest possible compressed size', () => {
    const faces = { data: deflateSync(noise(384)), bytes: 384 };
    const cube = ktx2File({ ...PLAIN, scheme: 3, size: [4, 4, 0], faceCount: 6, levels: [faces] });
    expect(decode(cube)).toMatchObject({ layers: 6, levels: [noise(384)] });
    const length = 2 ** 22;
    const zeros = {
      ...ZLIB,
      size: [2048, 2048, 0] as const,
      levels: [{ data: deflateSync(new Uint8Array(length)), bytes: length }],
    };
    expect(zeros.levels[0].data.length).toBeLessThan(length / 1000);
    expect(decode(ktx2File(zeros)).levels[0].every((texel) => texel === 0)).toBe(true);
    // An RFC 8878 frame of one segment that states its size in 4 bytes, and 32 blocks of 128 KiB, each of one value.
    const blocks = Array.from({ length: 32 }, (_, n) => [(n === 31 ? 1 : 0) | (1 << 1), 0, 0x10, n]);
    const data = Uint8Array.from([0x28, 0xb5, 0x2f, 0xfd, 0xa0, 0, 0, 0x40, 0, ...blocks.flat()]);
    const [level] = decode(ktx2File({ ...zeros, scheme: 2, levels: [{ data, bytes: length }] })).levels;
    expect(level.every((texel, n) => texel === n >> 17)).toBe(true);
  });

  it('is read as ktx-parse writes it, in every format that ktx-parse knows by the same name', () => {
    const unread: string[] = [];
    const named = Object.entries(ktx).filter((entry): entry is [string, ktx.VKFormat] => entry[0].startsWith('VK_F'));
    for (const [constant, vkFormat] of named) {
      const name = constant.slice('VK_FORMAT_'.length).toLowerCase().replace(/_ext$/, '');
      const container = { ...ktx.createDefaultContainer(), vkFormat, pixelWidth: 2, pixelHeight: 2 };
      container.levels = [{ levelData: new Uint8Array(noise(4)), uncompressedByteLength: 4 }];
      container.dataFormatDescriptor[0].bytesPlane = [1, 0, 0, 0, 0, 0, 0, 0];
      const file = ktx.write(container);
      if (['r8_unorm', 'r8_snorm', 'r8_uint', 'r8_sint', 'r8_srgb', 'r4g4_unorm_pack8', 's8_uint'].includes(name)) {
        expect(decode(file)).toMatchObject({ format: name, width: 2, height: 2, levels: [noise(4)] });
        continue;
      }
      // The others have larger texels. The error message shows the name of the number.
      const { message } = error(file);
      if (!message.endsWith(` (${name})`)) unread.push(name);
    }
    expect(named.length).toBeGreaterThan(180);
    expect(unread.filter((name) => !/^pvrtc|_s8_uint$|^undefined$/.test(name))).toEqual([]);
  });

  it('is read as texunit writes it', () => {
    for (const name of ['r8_snorm', 'r8g8_srgb', 'b8g8r8a8_unorm', 'r16g16b16a16_sfloat', 'r32g32b32a32_sfloat']) {
      const format = TEXEL_FORMATS.get(name)!;
      const levels = [noise(6 * 16 * format.texelBytes), noise(6 * 4 * format.texelBytes)];
      const file = encodeKtx2({ format, width: 4, height: 4, layers: 6, levels, cube: true });
      expect(decode(file)).toEqual({
        format: name,
        type: '2d',
        cube: true,
        width: 4,
        height: 4,
        depth: 1,
        layers: 6,
        levels,
      });
    }
  });

  it('is recognised by its content, not its name', () => {
    const path = join(folder, 'one.png');
    writeFileSync(path, ktx2File(PLAIN));
    const { levels } = readTextureFile(path);
    expect(levels).toEqual(PLAIN.levels.map(({ data }) => data));
    expect(levels.every((level) => level.constructor === Uint8Array && level.byteOffset === 0)).toBe(true);
    writeFileSync(path, 'no picture');
    expect(() => readTextureFile(path)).toThrow(
      `${path}: file: neither KTX 2.0 nor DDS by its first bytes, expected one of them`,
    );
    expect(() => readTextureFile(join(folder, 'none.ktx2'))).toThrow('none.ktx2: file: no such file');
    expect(() => readTextureFile(folder)).toThrow(`${folder}: file: is a folder, expected a file`);
  });
});

function error(file: Uint8Array): TextureFileError {
  try {
    decode(file);
  } catch (thrown) {
    if (thrown instanceof TextureFileError) return thrown;
    throw thrown;
  }
  throw new Error('it was read');
}

describe('a bad KTX 2.0 file', () => {
  const plain = ktx2File(PLAIN);
  // The file has its dfd at 152, kvd at 196 to 219, levels at 240, 288 and 336 (smallest first), and its end at 464.
  const U32 = 0xffff_ffff;
  const cases: readonly (readonly [string, Uint8Array, string])[] = [
    ['an identifier sent as text', changed(plain, [8, 0x000a1a0a]), 'identifier: damaged, expected to end in bytes 0d'],
    ['no vkFormat', changed(plain, [12, 0]), 'vkFormat: 0 (undefined), expected the number of a VkFormat'],
    [
      'UASTC',
      changed(plain, [12, 0], [164, 166]),
      'vkFormat: 0 (undefined) of UASTC, which is not transcoded, expected',
    ],
    [
      'ETC1S',
      changed(plain, [12, 0], [164, 163]),
      'vkFormat: 0 (undefined) of ETC1S, which is not transcoded, expected',
    ],
    ['an unknown format', changed(plain, [12, 999]), 'vkFormat: 999 is not read, expected a VkFormat of one plane'],
    ['a scaled format', changed(plain, [12, 39]), 'vkFormat: 39 (r8g8b8a8_uscaled) is prohibited in KTX 2.0'],
    ['A8B8G8R8', changed(plain, [12, 51]), 'vkFormat: 51 (a8b8g8r8_unorm_pack32) is prohibited'],
    ['depth with stencil', changed(plain, [12, 129]), 'vkFormat: d24_unorm_s8_uint is not read: its bytes have no one'],
    ['a typeSize of 3', changed(plain, [16, 3]), 'typeSize: 3, expected 1, 2, 4 or 8'],
    ['no width', changed(plain, [20, 0]), 'pixelWidth: 0, expected at least 1'],
    [
      'an odd pair',
      changed(plain, [12, 1000156000], [20, 7]),
      'pixelWidth: 7, expected an even number for g8b8g8r8_422',
    ],
    ['depth without height', changed(plain, [24, 0], [28, 2]), 'pixelHeight: 0 for a 3D texture, expected at least 1'],
    ['1D blocks', changed(plain, [12, 145], [24, 0]), 'pixelHeight: 0 for bc7_unorm_block, expected at least 1'],
    ['3D depth', changed(plain, [12, 126], [28, 2]), 'pixelDepth: 2, expected 0 for d32_sfloat'],
    ['a 3D array', changed(plain, [28, 2], [32, 2]), 'layerCount: 2 of a 3D texture, expected 0'],
    ['five faces', changed(plain, [36, 5]), 'faceCount: 5, expected 1 or 6'],
    ['no face', changed(plain, [36, 0]), 'faceCount: 0, expected 1 or 6'],
    ['oblong faces', changed(plain, [36, 6]), 'faceCount: 6 faces of 8x4x0 texels, expected 2D squares'],
    ['too many levels', changed(plain, [40, 5]), 'levelCount: 5 levels, expected at most 4 of 8x4 texels'],
    ['2^32 - 1 levels', changed(plain, [40, U32]), 'levelCount: 4294967295 levels, expected at most 4'],
    ['2^32 - 1 texels', changed(plain, [20, U32]), 'pixelWidth: 4294967295x4 texels in 1 layers (r8g8b8a8_unorm) take'],
    [
      '2^96 texels in 2^32 layers',
      changed(plain, [20, U32], [24, U32], [32, U32]),
      `pixelWidth: ${U32}x${U32} texels in ${U32} layers (r8g8b8a8_unorm) take`,
    ],
    [
      'BasisLZ',
      changed(plain, [44, 1]),
      'supercompressionScheme: 1 is BasisLZ (ETC1S), which is not transcoded; expected',
    ],
    [
      'an unknown scheme',
      changed(plain, [44, 9]),
      'supercompressionScheme: 9 is no scheme of KTX 2.0; expected 0 (none)',
    ],
    ['global data', changed(plain, [72, 4]), 'sgdByteLength: 4, expected 0: scheme 0 has no global data'],
    [
      'a dfd beyond the end',
      changed(plain, [48, 460]),
      'dfdByteOffset: 460 and 44 bytes from there, expected an end by',
    ],
    ['no dfd', changed(plain, [52, 0]), 'dfdByteLength: 0, expected at least 28'],
    ['a dfd in the header', changed(plain, [48, 100]), 'dfdTotalSize: '],
    ['a dfd of another size', changed(plain, [152, 60]), 'dfdTotalSize: 60, expected the 44 of dfdByteLength'],
    ['a dfd of another kind', changed(plain, [156, 6]), 'dfd: descriptor type 6, expected 0 (Khronos, basic) first'],
    ['a dfd block too long', changed(plain, [160, 2 | (56 << 16)]), 'dfd: a basic descriptor of 56 bytes, expected 24'],
    ['a dfd block of half a sample', changed(plain, [160, 2 | (32 << 16)]), 'dfd: a basic descriptor of 32 bytes'],
    ['the ETC1S model', changed(plain, [164, 163]), 'dfd: colour model ETC1S, expected that of r8g8b8a8_unorm'],
    [
      'wider blocks',
      changed(plain, [168, 3]),
      'dfd: blocks of 4x1x1 texels in 4 bytes, expected 1x1x1 texels in 4 (r8',
    ],
    ['higher blocks', changed(plain, [168, 3 << 8]), 'dfd: blocks of 1x4x1 texels in 4 bytes, expected 1x1x1 texels'],
    ['deeper blocks', changed(plain, [168, 3 << 16]), 'dfd: blocks of 1x1x4 texels in 4 bytes, expected 1x1x1 texels'],
    ['other texels', changed(plain, [172, 2]), 'dfd: blocks of 1x1x1 texels in 2 bytes, expected 1x1x1 texels in 4'],
    [
      'metadata beyond the end',
      changed(plain, [60, U32]),
      'kvdByteOffset: 196 and 4294967295 bytes from there, expected',
    ],
    [
      'metadata in the header',
      changed(plain, [56, 100]),
      'kvdByteOffset: 100 lies in the header, expected at least 152',
    ],
    [
      'a level beyond the end',
      changed(plain, [80, 337]),
      'levels[0].byteOffset: 337 and 128 bytes from there, expected',
    ],
    ['a level 2^32 farther', changed(plain, [84, 1]), 'levels[0].byteOffset: 4294967632 and 128 bytes from there'],
    [
      'a level 2^64 - 1 farther',
      changed(plain, [80, U32], [84, U32]),
      'levels[0].byteOffset: 18446744073709552000 and',
    ],
    [
      'a level in another',
      changed(plain, [80, 300]),
      'levels[0].byteOffset: 300 lies in levels[1].byteOffset, expected at',
    ],
    ['a level in the header', changed(plain, [104, 0]), 'levels[1].byteOffset: 0 lies in the header, expected'],
    [
      'a level in the metadata',
      changed(plain, [128, 200]),
      'levels[2].byteOffset: 200 lies in kvdByteOffset, expected',
    ],
    ['a shorter level', changed(plain, [88, 127]), 'levels[0].byteLength: 127, expected 128 by format and size'],
    ['a level 2^32 longer', changed(plain, [92, 1]), 'levels[0].byteLength: 4294967424, expected 128 by format'],
    ['other bytes inside', changed(plain, [120, 33]), 'levels[1].uncompressedByteLength: 33, expected 32 by format'],
    ['another size', changed(plain, [20, 9]), 'levels[0].uncompressedByteLength: 128, expected 144 by format and size'],
    ['another format', changed(plain, [12, 97], [172, 8]), 'levels[0].uncompressedByteLength: 128, expected 256 by'],
  ];
  it.each(cases)('says so of %s', (_, file, message) => {
    expect(error(file).message).toContain(`a.ktx2: ${message}`);
  });

  it('is refused at every length that it can be cut to', () => {
    for (let length = 8; length < plain.length; length++) {
      expect(error(plain.slice(0, length)).message).toMatch(/^a\.ktx2: [^:]+: .*expected .*$/);
    }
    expect(error(plain.slice(0, 79)).message).toBe(
      'a.ktx2: file: truncated: 79 bytes, expected at least 80 for the header of KTX 2.0',
    );
    expect(error(plain.slice(0, 151)).message).toBe(
      'a.ktx2: file: truncated: 151 bytes, expected at least 152 for the index of 3 levels',
    );
  });

  it('has its name and the wrong field in the error', () => {
    expect(error(changed(plain, [36, 2]))).toMatchObject({
      path: 'a.ktx2',
      field: 'faceCount',
      name: 'TextureFileError',
    });
  });

  it('is refused when its levels give fewer or more bytes than format and size imply, at once when they cannot', () => {
    const stored = (parts: Ktx2Parts, data: Uint8Array, bytes = 1024) =>
      error(ktx2File({ ...parts, levels: [{ data, bytes }] })).message;
    for (const [parts, name] of [
      [ZSTD, 'Zstandard'],
      [ZLIB, 'ZLIB'],
    ] as const) {
      const { data } = parts.levels[0];
      const start = `a.ktx2: levels[0]: ${data.length} bytes of ${name}, expected to give`;
      const half = { ...parts, size: [32, 16, 0] as const };
      const twice = { ...parts, size: [32, 64, 0] as const };
      expect(stored(half, data, 512)).toContain(`${start} 512: `);
      expect(stored(twice, data, 2048)).toBe(`${start} 2048: they give 1024`);
      expect(stored(parts, data.subarray(0, -9))).toContain(`: levels[0]: ${data.length - 9} bytes of ${name}, `);
      expect(stored(parts, Uint8Array.from([...data, 0]))).toContain(
        `: levels[0]: ${data.length + 1} bytes of ${name}, `,
      );
      const damaged = Uint8Array.from(data);
      damaged[damaged.length - 1] ^= 1;
      expect(stored(parts, damaged)).toContain(`${start} 1024: `);
      expect(stored(parts, data, 1025)).toContain('levels[0].uncompressedByteLength: 1025, expected 1024 by format');
      const huge = { ...parts, size: [32768, 32768, 0] as const };
      expect(stored(huge, data, 2 ** 30)).toMatch(
        /levels\[0\]\.byteLength: \d+, expected at least \d+ of \w+ for 1073741824 bytes$/,
      );
    }
  });

  it('is not inflated beyond what format and size imply', () => {
    const data = deflateSync(new Uint8Array(2 ** 24));
    const { message } = error(ktx2File({ ...ZLIB, levels: [{ data, bytes: 1024 }] }));
    expect(message).toContain(`levels[0]: ${data.length} bytes of ZLIB, expected to give 1024: `);
    // The message must not claim a number of bytes, because nothing counts them.
    expect(message).not.toContain('they give');
  });

  it('does not keep the decoder busy with sequences that exceed the size of a block', () => {
    // An RFC 8878 block with 98,303 sequences of the longest match, in 10 bytes.
    const body = [0x01, 0x41, 255, 0xff, 0xff, 0x54, 0, 0, 52, 0x80];
    const frame = [0x28, 0xb5, 0x2f, 0xfd, 0x60, 0, 3, 1 | (2 << 1) | (body.length << 3), 0, 0, ...body];
    const bomb = ktx2File({ ...ZSTD, levels: [{ data: Uint8Array.from(frame), bytes: 1024 }] });
    expect(error(bomb).message).toMatch(/bytes of Zstandard, expected to give 1024: damaged/);
    expect(decode(ktx2File(ZSTD)).levels).toEqual([ZSTD_TEXELS]);
  });
});
