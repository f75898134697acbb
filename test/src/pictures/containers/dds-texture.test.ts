import { describe, expect, it } from 'vitest';
import { TextureFileError } from '../../../../src/pictures/containers/container-file.ts';
import { decodeTextureFile } from '../../../../src/pictures/containers/decode-texture.ts';
import { VK_FORMAT_NAMES } from '../../../../src/pictures/containers/container-vk-formats.ts';
import { DXGI_FORMATS } from '../../../../src/pictures/containers/read-dds-dxgi.ts';
import { randomBits } from '../../../oracle/random.ts';
import { CUBE_OF_SIX_FACES, ddsFile, type DdsParts, DX10, VOLUME } from './dds-writer.ts';

function noise(length: number, seed = 1): Uint8Array {
  const bits = randomBits(seed + length);
  return Uint8Array.from({ length }, () => bits() & 0xff);
}

const decode = (file: Uint8Array) => decodeTextureFile(file, 'a.dds');
const BGRA = [0x41, 0, 32, 0xff0000, 0xff00, 0xff, 0xff000000] as const;
const PLAIN: DdsParts = { width: 4, height: 2, pixelFormat: BGRA, data: noise(32) };

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

describe('a DDS texture', () => {
  it('is read as it was written: sizes, format and texels', () => {
    expect(decode(ddsFile(PLAIN))).toEqual({
      format: 'b8g8r8a8_unorm',
      type: '2d',
      cube: false,
      width: 4,
      height: 2,
      depth: 1,
      layers: 1,
      levels: [noise(32)],
    });
  });

  it('has its levels one after another, with whole blocks in levels smaller than a block', () => {
    const levels = [96, 16, 16, 16].map((length) => noise(length));
    const file = ddsFile({ width: 9, height: 5, mipMapCount: 4, pixelFormat: [4, 'DXT5'], data: joined(...levels) });
    expect(decode(file)).toMatchObject({ format: 'bc3_unorm_block', levels });
  });

  it('stores each cube face with its levels, and is returned level by level', () => {
    const faces = [0, 1, 2, 3, 4, 5].map((face) => [noise(64, face), noise(16, face), noise(4, face)]);
    const data = joined(...faces.flat());
    const levels = [0, 1, 2].map((l) => joined(...faces.map((face) => face[l])));
    const size = { width: 4, height: 4, mipMapCount: 3, data };
    expect(decode(ddsFile({ ...size, pixelFormat: BGRA, caps2: CUBE_OF_SIX_FACES }))).toMatchObject({
      cube: true,
      layers: 6,
      levels,
    });
    expect(decode(ddsFile({ ...size, pixelFormat: DX10, dx10: [41, 3, 4, 1] }))).toMatchObject({
      format: 'r32_sfloat',
      cube: true,
      layers: 6,
      levels,
    });
    const array = decode(ddsFile({ ...size, pixelFormat: DX10, dx10: [29, 3, 0, 6] }));
    expect(array).toMatchObject({ format: 'r8g8b8a8_srgb', cube: false, layers: 6, levels });
  });

  it('can be a volume, an array of cube maps, or an array of 1D images', () => {
    const levels = [noise(4 * 2 * 5), noise(2 * 1 * 2), noise(1)];
    const volume = { width: 4, height: 2, depth: 5, mipMapCount: 3, data: joined(...levels) };
    const expected = { format: 'r8_unorm', type: '3d', width: 4, height: 2, depth: 5, layers: 1, levels };
    expect(decode(ddsFile({ ...volume, caps2: VOLUME, pixelFormat: [0x20000, 0, 8, 0xff] }))).toMatchObject(expected);
    expect(decode(ddsFile({ ...volume, pixelFormat: DX10, dx10: [61, 4, 0, 1] }))).toMatchObject(expected);
    const cubes = { width: 2, height: 2, pixelFormat: DX10, dx10: [61, 3, 4, 3] as const, data: noise(72) };
    expect(decode(ddsFile(cubes))).toMatchObject({ cube: true, layers: 18, levels: [noise(72)] });
    const rows = [noise(6, 1), noise(2, 1), noise(6, 2), noise(2, 2)];
    const oneD = { width: 3, height: 1, mipMapCount: 2, pixelFormat: DX10, data: joined(...rows) };
    expect(decode(ddsFile({ ...oneD, dx10: [49, 2, 0, 2] }))).toMatchObject({
      type: '1d',
      layers: 2,
      levels: [joined(rows[0], rows[2]), joined(rows[1], rows[3])],
    });
  });

  it('recognises legacy formats by their masks', () => {
    // The components R, G, B, A of VkFormat run from the high bits down if packed, from the first byte up otherwise.
    const formats: readonly (readonly [DdsParts['pixelFormat'], string, number])[] = [
      [[0x41, 0, 32, 0xff, 0xff00, 0xff0000, 0xff000000], 'r8g8b8a8_unorm', 4],
      [[0x41, 0, 32, 0x3ff, 0xffc00, 0x3ff00000, 0xc0000000], 'a2b10g10r10_unorm_pack32', 4],
      [[0x41, 0, 32, 0x3ff00000, 0xffc00, 0x3ff, 0xc0000000], 'a2r10g10b10_unorm_pack32', 4],
      [[0x40, 0, 32, 0xffff, 0xffff0000], 'r16g16_unorm', 4],
      [[0x40, 0, 24, 0xff0000, 0xff00, 0xff], 'b8g8r8_unorm', 3],
      [[0x40, 0, 24, 0xff, 0xff00, 0xff0000], 'r8g8b8_unorm', 3],
      [[0x40, 0, 16, 0xf800, 0x7e0, 0x1f], 'r5g6b5_unorm_pack16', 2],
      [[0x41, 0, 16, 0x7c00, 0x3e0, 0x1f, 0x8000], 'a1r5g5b5_unorm_pack16', 2],
      [[0x41, 0, 16, 0xf00, 0xf0, 0xf, 0xf000], 'a4r4g4b4_unorm_pack16', 2],
      [[0x41, 0, 16, 0xf000, 0xf00, 0xf0, 0xf], 'r4g4b4a4_unorm_pack16', 2],
      // An alpha mask counts only if the flags name alpha.
      [[0x40, 0, 16, 0xf800, 0x7e0, 0x1f, 0x1234], 'r5g6b5_unorm_pack16', 2],
      [[0x20000, 0, 8, 0xff], 'r8_unorm', 1],
      [[0x20000, 0, 16, 0xffff], 'r16_unorm', 2],
      [[0x20001, 0, 16, 0xff, 0, 0, 0xff00], 'r8g8_unorm', 2],
      [[0x2, 0, 8, 0, 0, 0, 0xff], 'a8_unorm', 1],
      [[0x2, 0, 8, 0xff, 0, 0, 0xff], 'a8_unorm', 1],
      [[0x80000, 0, 16, 0xff, 0xff00], 'r8g8_snorm', 2],
      [[0x80000, 0, 32, 0xff, 0xff00, 0xff0000, 0xff000000], 'r8g8b8a8_snorm', 4],
      [[0x80000, 0, 32, 0xffff, 0xffff0000], 'r16g16_snorm', 4],
      [[4, 36], 'r16g16b16a16_unorm', 8],
      [[4, 110], 'r16g16b16a16_snorm', 8],
      [[4, 111], 'r16_sfloat', 2],
      [[4, 112], 'r16g16_sfloat', 4],
      [[4, 113], 'r16g16b16a16_sfloat', 8],
      [[4, 114], 'r32_sfloat', 4],
      [[4, 115], 'r32g32_sfloat', 8],
      [[4, 116], 'r32g32b32a32_sfloat', 16],
    ];
    for (const [pixelFormat, format, bytes] of formats) {
      const data = noise(15 * bytes);
      expect(decode(ddsFile({ width: 5, height: 3, pixelFormat, data }))).toMatchObject({ format, levels: [data] });
    }
    const codes = {
      DXT1: 8,
      DXT2: 16,
      DXT3: 16,
      DXT4: 16,
      DXT5: 16,
      ATI1: 8,
      BC4U: 8,
      BC4S: 8,
      ATI2: 16,
      BC5U: 16,
      BC5S: 16,
    };
    const names = Object.entries(codes).map(([code, bytes]) => {
      const data = noise(4 * bytes);
      const texture = decode(ddsFile({ width: 5, height: 8, pixelFormat: [4, code], data }));
      expect(texture.levels).toEqual([data]);
      return texture.format.replace(/_block$/, '');
    });
    expect(names.join(' ')).toBe(
      'bc1_rgba_unorm bc2_unorm bc2_unorm bc3_unorm bc3_unorm bc4_unorm bc4_unorm bc4_snorm bc5_unorm bc5_unorm bc5_snorm',
    );
  });

  it('gets an alpha of 1 where it has unused bits', () => {
    const word = (bytes: number[], pixelFormat: DdsParts['pixelFormat']) => {
      const { format, levels } = decode(ddsFile({ width: 2, height: 1, pixelFormat, data: Uint8Array.from(bytes) }));
      return [format, ...levels[0]];
    };
    const eight = [1, 2, 3, 4, 5, 6, 7, 8];
    expect(word(eight, [0x40, 0, 32, 0xff0000, 0xff00, 0xff])).toEqual(['b8g8r8a8_unorm', 1, 2, 3, 255, 5, 6, 7, 255]);
    expect(word(eight, [0x40, 0, 32, 0xff, 0xff00, 0xff0000])).toEqual(['r8g8b8a8_unorm', 1, 2, 3, 255, 5, 6, 7, 255]);
    const four = [1, 2, 3, 0x74];
    expect(word(four, [0x40, 0, 16, 0x7c00, 0x3e0, 0x1f])).toEqual(['a1r5g5b5_unorm_pack16', 1, 0x82, 3, 0xf4]);
    expect(word(four, [0x40, 0, 16, 0xf00, 0xf0, 0xf])).toEqual(['a4r4g4b4_unorm_pack16', 1, 0xf2, 3, 0xf4]);
    for (const [number, format] of [
      [88, 'b8g8r8a8_unorm'],
      [93, 'b8g8r8a8_srgb'],
    ] as const) {
      const file = ddsFile({
        width: 2,
        height: 1,
        pixelFormat: DX10,
        dx10: [number, 3, 0, 1],
        data: Uint8Array.from(eight),
      });
      expect(decode(file)).toMatchObject({ format, levels: [Uint8Array.of(1, 2, 3, 255, 5, 6, 7, 255)] });
    }
  });

  it('has R and B of pairs in the order of Vulkan', () => {
    // R8G8_B8G8 is R G0 B G1, B8G8R8G8_422 B G0 R G1; G8R8_G8B8 is G0 R G1 B, G8B8G8R8_422 G0 B G1 R.
    const [r, g0, b, g1] = [10, 20, 30, 40];
    const read = (code: string, number: number, bytes: number[]) => {
      const data = Uint8Array.from([...bytes, ...bytes]);
      const file = { width: 4, height: 1, data };
      const legacy = decode(ddsFile({ ...file, pixelFormat: [4, code] }));
      expect(decode(ddsFile({ ...file, pixelFormat: DX10, dx10: [number, 3, 0, 1] }))).toEqual(legacy);
      return [legacy.format, ...legacy.levels[0]];
    };
    expect(read('RGBG', 68, [r, g0, b, g1])).toEqual(['b8g8r8g8_422_unorm', b, g0, r, g1, b, g0, r, g1]);
    expect(read('GRGB', 69, [g0, r, g1, b])).toEqual(['g8b8g8r8_422_unorm', g0, b, g1, r, g0, b, g1, r]);
  });

  it('names formats of DXGI by VkFormat, packed ones from the high bits down', () => {
    const names = new Set(VK_FORMAT_NAMES.values());
    for (const { format } of DXGI_FORMATS.values()) expect(names).toContain(format);
    // dxgiformat.h: a family has TYPELESS first, then FLOAT, UNORM, UINT, SNORM, SINT as far as they exist.
    const first = (number: number) => DXGI_FORMATS.get(number)?.format;
    expect([10, 11, 12, 13, 14].map(first)).toEqual(
      ['sfloat', 'unorm', 'uint', 'snorm', 'sint'].map((type) => `r16g16b16a16_${type}`),
    );
    expect([28, 29, 30, 31, 32].map(first)).toEqual(
      ['unorm', 'srgb', 'uint', 'snorm', 'sint'].map((type) => `r8g8b8a8_${type}`),
    );
    const blocks = [71, 72, 74, 75, 77, 78, 80, 81, 83, 84, 95, 96, 98, 99].map(first);
    expect(blocks.map((name) => name?.replace(/_(unorm|rgba|block)/g, ''))).toEqual(
      'bc1 bc1_srgb bc2 bc2_srgb bc3 bc3_srgb bc4 bc4_snorm bc5 bc5_snorm bc6h_ufloat bc6h_sfloat bc7 bc7_srgb'.split(
        ' ',
      ),
    );
    expect([24, 26, 67, 85, 86, 115].map(first)).toEqual([
      'a2b10g10r10_unorm_pack32',
      'b10g11r11_ufloat_pack32',
      'e5b9g9r9_ufloat_pack32',
      'r5g6b5_unorm_pack16',
      'a1r5g5b5_unorm_pack16',
      'a4r4g4b4_unorm_pack16',
    ]);
    // Typeless, depth with stencil, R1, XR bias and video formats have no VkFormat here.
    for (const number of [0, 1, 5, 9, 20, 27, 45, 66, 70, 89, 94, 97, 100, 107, 112])
      expect(first(number)).toBe(undefined);
  });
});

describe('a bad DDS file', () => {
  const U32 = 0xffff_ffff;
  const plain = ddsFile(PLAIN);
  const cube = ddsFile({ ...PLAIN, height: 4, caps2: CUBE_OF_SIX_FACES, data: noise(384) });
  const volume = ddsFile({ ...PLAIN, depth: 2, caps2: VOLUME, data: noise(64) });
  const dx10 = ddsFile({ width: 4, height: 4, pixelFormat: DX10, dx10: [28, 3, 0, 2], data: noise(128) });

  function changed(file: Uint8Array, ...words: readonly (readonly [at: number, value: number])[]): Uint8Array {
    const copy = file.slice();
    for (const [at, value] of words) new DataView(copy.buffer).setUint32(at, value, true);
    return copy;
  }

  function error(file: Uint8Array): TextureFileError {
    try {
      decode(file);
    } catch (thrown) {
      if (thrown instanceof TextureFileError) return thrown;
      throw thrown;
    }
    throw new Error('it was read');
  }

  it.each<readonly [string, Uint8Array, string]>([
    ['another header', changed(plain, [4, 100]), 'dwSize: 100, expected 124'],
    ['another pixel format', changed(plain, [76, 24]), 'ddspf.dwSize: 24, expected 32'],
    ['no kind of format', changed(plain, [80, 1]), 'ddspf.dwFlags: 0x1, expected one of alpha, FourCC, RGB, luminance'],
    ['two kinds of format', changed(plain, [80, 0x44]), 'ddspf.dwFlags: 0x44, expected one of'],
    [
      'a palette',
      changed(plain, [80, 0x20], [88, 8]),
      'ddspf: palette of 8 bits, masks 0xff0000 0x0 0x0 0x0 (r g b a)',
    ],
    [
      'other masks',
      changed(plain, [92, 0xfe]),
      'ddspf: rgb of 32 bits, masks 0xfe 0xff00 0xff 0xff000000 (r g b a), exp',
    ],
    ['other bits', changed(plain, [88, 16]), 'ddspf: rgb of 16 bits, masks 0xff0000 0xff00 0xff 0xff000000 (r g b a)'],
    [
      'an unknown FourCC',
      changed(plain, [80, 4], [84, 0x32595559]),
      'ddspf.dwFourCC: "YUY2" is not read, expected DX10',
    ],
    [
      'a FourCC that cannot be printed',
      changed(plain, [80, 4], [84, 0x0a0a0a0a]),
      'ddspf.dwFourCC: 168430090 is not read',
    ],
    ['no width', changed(plain, [16, 0]), 'dwWidth: 0, expected at least 1'],
    ['no height', changed(plain, [12, 0]), 'dwHeight: 0, expected at least 1'],
    ['no depth', changed(volume, [24, 0]), 'dwDepth: 0, expected at least 1'],
    [
      'an odd pair',
      changed(plain, [80, 4], [84, 0x47424752], [16, 3]),
      'dwWidth: 3, expected an even number for b8g8r8g8',
    ],
    ['2^32 - 1 texels', changed(plain, [12, U32]), `dwWidth: 4x${U32} texels in 1 layers (b8g8r8a8_unorm) take 687194`],
    [
      '2^96 texels',
      changed(volume, [12, U32], [16, U32], [24, U32]),
      `dwWidth: ${U32}x${U32}x${U32} texels in 1 layers`,
    ],
    ['too many levels', changed(plain, [28, 4]), 'dwMipMapCount: 4 levels, expected at most 3 of 4x2 texels'],
    ['2^32 - 1 levels', changed(plain, [28, U32]), 'dwMipMapCount: 4294967295 levels, expected at most 3'],
    ['levels of a depth', changed(volume, [28, 4]), 'dwMipMapCount: 4 levels, expected at most 3 of 4x2x2 texels'],
    ['a missing face', changed(cube, [112, 0xbe00]), 'dwCaps2: faces 0xbc00 of a cube map, expected all six, 0xfc00'],
    ['oblong faces', changed(cube, [12, 2]), 'dwHeight: 2, expected 4 as wide: a cube map has square faces'],
    ['a cube of volumes', changed(cube, [112, 0x20fe00]), 'dwCaps2: a cube map and a volume, expected one of them'],
    [
      'fewer bytes',
      plain.subarray(0, -1),
      'file: truncated: 159 bytes, expected at least 160 for 1 layers of 1 levels',
    ],
    ['more bytes', joined(plain, noise(1)), 'file: 161 bytes, expected 160 by format and size'],
    ['a typeless format', changed(dx10, [128, 27]), 'dxgiFormat: 27 is not read, expected one with a VkFormat'],
    ['a buffer', changed(dx10, [132, 1]), 'resourceDimension: 1, expected 2 (1D), 3 (2D) or 4 (3D)'],
    ['no element', changed(dx10, [140, 0]), 'arraySize: 0, expected at least 1'],
    ['2^32 - 1 elements', changed(dx10, [140, U32]), 'dwWidth: 4x4 texels in 4294967295 layers (r8g8b8a8_unorm) take'],
    ['an array of volumes', changed(dx10, [132, 4]), 'arraySize: 2 of a 3D texture, expected 1'],
    ['a volume without depth', changed(dx10, [132, 4], [140, 1]), 'dwDepth: 0, expected at least 1'],
    ['a high 1D texture', changed(dx10, [132, 2]), 'dwHeight: 4, expected 1'],
    ['a cube of volumes, DX10', changed(dx10, [132, 4], [136, 4]), 'miscFlag: a cube map of 3d images, expected 2D'],
    [
      'a cube that DX10 has not',
      changed(dx10, [112, 0xfe00]),
      'dwCaps2: a cube map, expected none: miscFlag of the DX10',
    ],
    [
      'a volume that DX10 has not',
      changed(dx10, [112, VOLUME]),
      'dwCaps2: a volume, expected none: the DX10 header says 2d',
    ],
    ['no DX10 header', dx10.subarray(0, 147), 'file: truncated: 147 bytes, expected at least 148 for the DX10 header'],
    ['no header', plain.subarray(0, 127), 'file: truncated: 127 bytes, expected at least 128 for the header of DDS'],
  ])('says so of %s', (_, file, message) => {
    expect(error(file).message).toContain(`a.dds: ${message}`);
  });

  it('says so of every length that it may be cut to', () => {
    for (const file of [plain, cube, dx10]) {
      for (let length = 0; length < file.length; length++) {
        expect(error(file.slice(0, length)).message).toMatch(/^a\.dds: file: .*expected .*$/);
      }
    }
  });
});
