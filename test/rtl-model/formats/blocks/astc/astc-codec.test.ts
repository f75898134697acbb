import { describe, expect, it } from 'vitest';
import { ASTC_FOOTPRINTS, astcCodecs } from '../../../../../rtl-model/formats/blocks/astc/astc-codecs.ts';
import { astcencDigests, decodedBlocks, digest, DIGEST_START, type Operation, textHalf } from './astcenc-results.ts';
import { randomBlocks } from './random-blocks.ts';
import { textBlockMode } from './text-block-mode.ts';

const SUFFIX = { ldr: 'unorm', srgb: 'srgb', hdr: 'sfloat' } as const;
const OPERATIONS: readonly Operation[] = ['ldr', 'srgb', 'hdr'];
const MAGENTA = { ldr: [1, 0, 1, 1], srgb: [255, 0, 255, 255], hdr: [1, 0, 1, 1] } as const;

function codec(footprint: string, operation: Operation) {
  return astcCodecs.get(`astc_${footprint}_${SUFFIX[operation]}_block`)!;
}

/** A block made of fields of the text's tables: [first bit, bits, value]; later fields overwrite earlier ones. */
function block(...fields: readonly (readonly [first: number, bits: number, value: number])[]): Uint8Array {
  let bits = 0n;
  for (const [first, count, value] of fields) {
    const mask = ((1n << BigInt(count)) - 1n) << BigInt(first);
    bits = (bits & ~mask) | ((BigInt(value) << BigInt(first)) & mask);
  }
  return Uint8Array.from({ length: 16 }, (_, k) => Number((bits >> BigInt(8 * k)) & 255n));
}

/** A value with its bits reversed, because weights run down from bit 127. */
function reversed(value: number, bits: number): number {
  return Array.from({ length: bits }, (_, k) => ((value >> k) & 1) * 2 ** (bits - 1 - k)).reduce((a, b) => a + b, 0);
}

function decode(bytes: Uint8Array, operation: Operation, footprint = '4x4'): number[][] {
  const decoder = codec(footprint, operation);
  const texels = new Float32Array(4 * decoder.width * decoder.height).fill(-1);
  decoder.decode(bytes, 0, texels);
  return Array.from({ length: texels.length / 4 }, (_, k) => [...texels.subarray(4 * k, 4 * k + 4)]);
}

/** Sixteen copies of the texel. */
function every(texel: readonly number[]): (readonly number[])[] {
  return Array.from({ length: 16 }, () => texel);
}

/** True if all texels of the block are the error colour. */
function fails(bytes: Uint8Array, operation: Operation = 'ldr', footprint = '4x4'): boolean {
  return decode(bytes, operation, footprint).every((texel) => texel.join() === MAGENTA[operation].join());
}

// D = P = 0, W = 0, H = 2, range value 4: a 4x4 grid of 2-bit weights, 32 bits.
const GRID_4X4 = 0b00_00_10_0_0_0_10;
const DUAL = 0b100_0000_0000;
const MODE = (mode: number) => [0, 11, mode] as const;
const PARTITIONS = (count: number) => [11, 2, count - 1] as const;
const ENDPOINT_MODE = (mode: number) => [13, 4, mode] as const;

describe('ASTC codecs', () => {
  it('have a name for each footprint and operation mode, with its size and scales', () => {
    expect(astcCodecs.size).toBe(3 * 14);
    for (const [width, height] of ASTC_FOOTPRINTS) {
      for (const operation of OPERATIONS) {
        const decoder = codec(`${width}x${height}`, operation);
        const scale = operation === 'srgb' ? { one: 255, bits: 8, signed: false } : { one: 1, bits: 0, signed: true };
        expect(decoder).toMatchObject({ width, height, bytes: 16, srgb: operation === 'srgb' });
        expect(decoder.scales).toEqual([scale, scale, scale, scale]);
      }
    }
  });

  it.each(OPERATIONS)(
    'decode, in %s mode, the blocks of the fixtures as astcenc does, from any address',
    (operation) => {
      for (const [footprint, { count, blocks, texels }] of decodedBlocks(operation)) {
        const decoder = codec(footprint, operation);
        const size = texels.length / count;
        const got = new Float32Array(size);
        for (let k = 0; k < count; k++) {
          decoder.decode(blocks, 16 * k, got);
          const bytes = Array.from(blocks.subarray(16 * k, 16 * k + 16), (byte) => byte.toString(16).padStart(2, '0'));
          expect([...got], `${footprint} block ${bytes.join('')}`).toEqual([
            ...texels.subarray(k * size, (k + 1) * size),
          ]);
        }
      }
    },
  );

  it.each(OPERATIONS)('decode, in %s mode, random blocks as astcenc does', (operation) => {
    const { blocks: count, seed, digests } = astcencDigests();
    const got: Record<string, number> = {};
    for (const [width, height] of ASTC_FOOTPRINTS) {
      const blocks = randomBlocks(width, height, count, seed);
      const texels = new Float32Array(4 * width * height);
      let hash = DIGEST_START;
      for (let at = 0; at < blocks.length; at += 16) {
        codec(`${width}x${height}`, operation).decode(blocks, at, texels);
        hash = digest(texels, hash);
      }
      got[`${width}x${height}`] = hash;
    }
    expect(got).toEqual(digests[operation]);
  });
});

describe('an ASTC void extent', () => {
  const ALL_ONES = [12, 52, 2 ** 52 - 1] as const;
  const VOID = [0, 12, 0b1101_1111_1100] as const;
  const HDR = [9, 1, 1] as const;
  const color = (...codes: number[]) => codes.map((code, k) => [64 + 16 * k, 16, code] as const);

  it('converts UNORM16 codes like interpolated ones', () => {
    const bytes = block(VOID, ALL_ONES, ...color(0xffff, 0x8000, 0x80ff, 0x0123));
    expect(decode(bytes, 'ldr')).toEqual(every([1, 0.5, textHalf(0x3807), textHalf(0x1c8c)]));
    expect(decode(bytes, 'hdr')).toEqual(every([1, 0.5, textHalf(0x3807), textHalf(0x1c8c)]));
    expect(decode(bytes, 'srgb')).toEqual(every([255, 128, 128, 1]));
  });

  it('returns halfs unchanged in HDR mode, and the error colour in other modes', () => {
    const bytes = block(VOID, HDR, ALL_ONES, ...color(0x3c00, 0xc000, 0x7bff, 0x0001));
    expect(decode(bytes, 'hdr')).toEqual(every([1, -2, 65504, 2 ** -24]));
    expect(fails(bytes, 'ldr')).toBe(true);
    expect(fails(bytes, 'srgb')).toBe(true);
  });

  it('gives a finite half for infinities and NaN', () => {
    const bytes = block(VOID, HDR, ALL_ONES, ...color(0x7c00, 0xfc00, 0x7e00, 0xffff));
    expect(decode(bytes, 'hdr')[0]).toEqual([65504, 65504, 65504, 65504]);
  });

  it('is illegal if a reserved bit is 0 or a minimum is not below its maximum', () => {
    const extent = (minS: number, maxS: number, minT: number, maxT: number) =>
      block(VOID, [12, 13, minS], [25, 13, maxS], [38, 13, minT], [51, 13, maxT], ...color(0, 0, 0, 0));
    expect(fails(extent(0, 1, 0, 1))).toBe(false);
    expect(fails(extent(0, 0x1fff, 0x1ffe, 0x1fff))).toBe(false);
    expect(fails(extent(1, 1, 0, 1))).toBe(true);
    expect(fails(extent(0, 1, 1, 1))).toBe(true);
    expect(fails(extent(2, 1, 0, 1))).toBe(true);
    expect(fails(extent(0, 1, 2, 1))).toBe(true);
    expect(fails(extent(0x1fff, 0x1fff, 0, 1))).toBe(true);
    expect(fails(extent(0, 0, 0, 0))).toBe(true);
    expect(fails(block(VOID, [10, 1, 0], ALL_ONES))).toBe(true);
    expect(fails(block(VOID, [11, 1, 0], ALL_ONES))).toBe(true);
  });
});

describe('an ASTC block', () => {
  // Luminance from 0 to 255: 8-bit integers.
  const RAMP = [MODE(GRID_4X4), PARTITIONS(1), ENDPOINT_MODE(0), [17, 8, 0], [25, 8, 255]] as const;
  // Weights 0, 1, 2, 3 along each row stand for 0, 21, 43, 64 of 64.
  const WEIGHTS = [96, 32, reversed(0xe4e4e4e4, 32)] as const;

  it('interpolates 16-bit endpoints, and rounds the halfs toward zero', () => {
    const codes = [0, 21, 43, 64].map((weight) => Math.floor((65535 * weight + 32) / 64));
    const half = (code: number) => (code === 65535 ? 1 : Math.floor((code / 65536) * 4096) / 4096);
    // 21/64 and 43/64: exponents -2 and -1, so 12 and 11 bits after the point.
    expect(codes.slice(1, 3).map((code) => code >> 14)).toEqual([1, 2]);
    const expected = [half(codes[0]), half(codes[1]), Math.floor((codes[2] / 65536) * 2048) / 2048, half(codes[3])];
    decode(block(...RAMP, WEIGHTS), 'ldr').forEach((texel, k) => {
      expect(texel).toEqual([expected[k % 4], expected[k % 4], expected[k % 4], 1]);
    });
  });

  it('in sRGB mode, interpolates 8-bit endpoints with half a code added, and drops the low 8 bits', () => {
    const codes = [0, 21, 43, 64].map((weight) => Math.floor((0x80 * (64 - weight) + 0xff80 * weight + 32) / 64) >> 8);
    decode(block(...RAMP, WEIGHTS), 'srgb').forEach((texel, k) => {
      expect(texel).toEqual([codes[k % 4], codes[k % 4], codes[k % 4], 255]);
    });
  });

  it.each([0, 1, 2, 3])('gives component %d the weights of the second plane', (component) => {
    // A 4x2 grid of two 2-bit planes: the first all 0, the second all 3.
    const mode = [0, 11, DUAL | 0b00_00_00_0_0_0_10] as const;
    // Luminance and alpha, each from 0 to 255; the selector below the 32 weight bits.
    const endpoints = [17, 32, 0xff00ff00] as const;
    const weights = [96, 32, reversed(0xcccccccc, 32)] as const;
    const texels = decode(block(mode, ENDPOINT_MODE(4), endpoints, [94, 2, component], weights), 'srgb');
    for (const texel of texels) expect(texel).toEqual([0, 1, 2, 3].map((c) => (c === component ? 255 : 0)));
  });

  it('outside HDR mode, gives magenta only to texels whose partition has an HDR endpoint mode', () => {
    // Two partitions of class 0: modes 0 (LDR luminance) and 2 (HDR luminance), second mode below the weights.
    const fields = [
      MODE(GRID_4X4),
      PARTITIONS(2),
      [13, 10, 5],
      [23, 2, 1],
      [25, 2, 0],
      [27, 2, 0],
      [94, 2, 2],
    ] as const;
    const mixed = block(...fields);
    const ldr = decode(mixed, 'ldr').map((texel) => texel.join());
    expect(new Set(ldr)).toEqual(new Set(['1,0,1,1', '0,0,0,1']));
    expect(new Set(decode(mixed, 'hdr').map((texel) => texel.join()))).toEqual(new Set(['0,0,0,1']));
  });

  it('is illegal with a reserved block mode or a grid beyond the footprint', () => {
    expect(fails(block(MODE(0)))).toBe(true);
    expect(fails(block(MODE(GRID_4X4)))).toBe(false);
    // Width 5.
    expect(fails(block(MODE(GRID_4X4 | 0b1000_0000)))).toBe(true);
    expect(fails(block(MODE(GRID_4X4 | 0b1000_0000)), 'ldr', '5x4')).toBe(false);
  });

  it('is illegal with two planes and four partitions', () => {
    const dual = MODE(DUAL | 0b00_00_00_0_0_0_10);
    expect(fails(block(dual, PARTITIONS(3)))).toBe(false);
    expect(fails(block(dual, PARTITIONS(4)))).toBe(true);
  });

  it('is illegal with more than 18 endpoint integers', () => {
    const same = (partitions: number, mode: number) =>
      block(MODE(GRID_4X4), PARTITIONS(partitions), [23, 2, 0], [25, 4, mode]);
    expect(fails(same(3, 8))).toBe(false);
    expect(fails(same(4, 6))).toBe(false);
    expect(fails(same(4, 8))).toBe(true);
    expect(fails(same(3, 12))).toBe(true);
  });

  it('is illegal if its integers have fewer bits than range 0..5 needs', () => {
    // A 6x4 grid of 4-bit weights leaves 15 bits to one partition. Four integers take 11 bits, six take 16.
    const mode = 0b0_1_10_10_0_0_0_10;
    expect(textBlockMode(mode, 6, 5)?.bits).toBe(96);
    expect(fails(block(MODE(mode), ENDPOINT_MODE(4)), 'ldr', '6x5')).toBe(false);
    expect(fails(block(MODE(mode), ENDPOINT_MODE(8)), 'ldr', '6x5')).toBe(true);
  });
});
