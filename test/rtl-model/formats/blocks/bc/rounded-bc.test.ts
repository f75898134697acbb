import { describe, expect, it } from 'vitest';
import type { BcDesign } from '../../../../../rtl-model/design/design.ts';
import { bcCodecs } from '../../../../../rtl-model/formats/blocks/bc/bc-codecs.ts';
import { BASES } from '../../../../../src/designs/bases.ts';

const H100 = BASES.get('nvidia-h100')!.decoder.bc!;
const PSP = BASES.get('sony-psp')!.decoder.bc!;
const RX580 = BASES.get('amd-rx580')!.decoder.bc!;
const NV2A = BASES.get('xbox-nv2a')!.decoder.bc!;

/** r, g, b, a of texels whose codes are 0, 1, 2, 3 in turn. */
function colorsOf(bc: BcDesign, name: string, color0: number, color1: number, before: readonly number[] = []) {
  const texels = new Float32Array(64);
  const block = [...before, color0 & 255, color0 >> 8, color1 & 255, color1 >> 8, 0xe4, 0xe4, 0xe4, 0xe4];
  bcCodecs.get(name)!.rounded!(bc)!.decode(Uint8Array.from(block), 0, texels);
  return [0, 1, 2, 3].map((code) => Array.from(texels.subarray(4 * code, 4 * code + 4)));
}

/** The values of a ramp's codes: texel n has the code n % 8. */
function rampOf(bc: BcDesign, name: string, end0: number, end1: number, component = 0) {
  const texels = new Float32Array(64);
  const codes = [0x88, 0xc6, 0xfa, 0x88, 0xc6, 0xfa];
  bcCodecs.get(name)!.rounded!(bc)!.decode(Uint8Array.from([end0, end1, ...codes, ...new Uint8Array(8)]), 0, texels);
  return Array.from({ length: 8 }, (_, code) => texels[4 * code + component]);
}

const wide5 = (code: number) => (code << 3) | (code >> 2);
const wide6 = (code: number) => (code << 2) | (code >> 4);
const pairs = (size: number) =>
  Array.from({ length: size * size }, (_, n) => [Math.floor(n / size), n % size] as const);

describe('blocks of the H100', () => {
  it('have red and blue of BC1 as (2 a + b) 22 / 8 and (a + b) 33 / 8 of 5 bits', () => {
    const wrong = pairs(32).filter(([a, b]) => {
      const [first, second, third, fourth] = colorsOf(H100, 'bc1_rgba_unorm_block', a, b);
      const four = a > b;
      const blue = four ? [((2 * a + b) * 22) >> 3, ((a + 2 * b) * 22) >> 3] : [((a + b) * 33) >> 3, 0];
      return (
        String([first[2], second[2], third[2], fourth[2], fourth[3]]) !==
        String([wide5(a), wide5(b), ...blue, four ? 1 : 0])
      );
    });
    expect(wrong).toEqual([]);
  });

  it('have green of BC1 as a step of 80 in 256 and a quarter, or of 128', () => {
    const wrong = pairs(64).filter(([code0, code1]) => {
      const green = colorsOf(H100, 'bc1_rgb_unorm_block', code0 << 5, code1 << 5).map((color) => color[1]);
      const [a, b] = [wide6(code0), wide6(code1)];
      const step = (from: number, to: number, by: number) =>
        (256 * from + Math.floor((to - from) / 4) + 128 + by * (to - from)) >> 8;
      const between = code0 > code1 ? [step(a, b, 80), step(b, a, 80)] : [step(a, b, 128), 0];
      return String(green) !== String([a, b, ...between]);
    });
    expect(wrong).toEqual([]);
  });

  it('have steps of BC4 in 257ths of 16 bits, those of six among them', () => {
    const [a, b] = [200, 17];
    const steps = [221, 185, 144, 113, 72, 36].map((w) => 257 * b + w * (a - b));
    expect(rampOf(H100, 'bc4_unorm_block', a, b)).toEqual([257 * a, 257 * b, ...steps]);
    const six = [209, 161, 96, 48].map((w) => 257 * a + w * (b - a));
    expect(rampOf(H100, 'bc4_unorm_block', b, a)).toEqual([257 * b, 257 * a, ...six, 0, 65535]);
  });

  it('have steps of BC4 SNORM that take the end of one side as it is widened', () => {
    // 100 is 25801 of 32767, 1 more than 258 times 100; -20 is -5160.
    const steps = [222, 186, 144, 114, 72, 36].map((w, k) => w * 100 + (258 - w) * -20 + [1, 1, 0, 1, 0, 0][k]);
    expect(rampOf(H100, 'bc4_snorm_block', 100, 256 - 20)).toEqual([25801, -5160, ...steps]);
    expect(rampOf(H100, 'bc4_snorm_block', 128, 127).slice(0, 2)).toEqual([-32767, 32767]);
    expect(rampOf(H100, 'bc4_snorm_block', 128, 127).slice(6)).toEqual([-32767, 32767]);
  });
});

describe('blocks of consoles', () => {
  it('are cut off from shifted ends on the PSP, with three colours in every format', () => {
    expect(colorsOf(PSP, 'bc1_rgba_unorm_block', 0xffff, 0x0000)).toEqual([
      [248, 252, 248, 1],
      [0, 0, 0, 1],
      [165, 168, 165, 1],
      [82, 84, 82, 1],
    ]);
    const three = colorsOf(PSP, 'bc2_unorm_block', 0x0000, 0xffff, Array<number>(8).fill(0x99));
    expect(three.map(([r]) => r)).toEqual([0, 248, 124, 0]);
    expect(three.map((color) => color[3])).toEqual([144, 144, 144, 144]);
  });

  it('are rounded to the nearest from repeated ends on the NV2A', () => {
    const colors = colorsOf(NV2A, 'bc3_unorm_block', 0x0000, 0xf800, [255, 0, 0, 0, 0, 0, 0, 0]);
    expect(colors.map(([r]) => r)).toEqual([0, 255, 85, 170]);
    expect(rampOf(NV2A, 'bc3_unorm_block', 100, 3, 3)).toEqual([100, 3, 86, 72, 58, 45, 31, 17]);
  });
});

describe('a decoder of blocks', () => {
  it('leaves formats to the exact one that it says nothing of', () => {
    expect(bcCodecs.get('bc4_snorm_block')!.rounded!(PSP)).toBeNull();
    expect(bcCodecs.get('bc6h_ufloat_block')!.rounded).toBeUndefined();
    expect(bcCodecs.get('bc7_unorm_block')!.rounded).toBeUndefined();
  });
});

describe('blocks of the RX 580', () => {
  it.each([
    ['red', 0, 5, 11, 31],
    ['green', 1, 6, 5, 31 << 11],
  ] as const)('have %s as (43 a + 21 b + 32) / 64 and (a + b + 1) / 2 of 8 bits', (_, channel, bits, shift, above) => {
    const wide = bits === 5 ? wide5 : wide6;
    // Another component brings the first colour above the second, so that there are four.
    const wrong = pairs(2 ** bits).filter(([code0, code1]) => {
      const [first, second] = [code0 << shift, code1 << shift];
      const [a, b] = [wide(code0), wide(code1)];
      if (first > second) return false;
      const half = colorsOf(RX580, 'bc1_rgb_unorm_block', first, second)[2][channel];
      const four = colorsOf(RX580, 'bc1_rgb_unorm_block', second | above, first);
      const got = [half, four[2][channel], four[3][channel]];
      return String(got) !== String([(a + b + 1) >> 1, (43 * b + 21 * a + 32) >> 6, (43 * a + 21 * b + 32) >> 6]);
    });
    expect(wrong).toEqual([]);
  });
});
