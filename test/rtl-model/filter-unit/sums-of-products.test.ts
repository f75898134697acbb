import { describe, expect, it } from 'vitest';
import type { FilterDesign } from '../../../rtl-model/design/design.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import { layOutImages } from '../../../rtl-model/memory/lay-out-images.ts';
import { QUAD_LANES, QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { KernelMemory } from '../../../rtl-model/simd/kernel-memory.ts';
import { TextureUnit } from '../../../rtl-model/texture-unit.ts';
import { Dice } from '../../oracle/dice.ts';
import { FULL_QUALITY } from '../../oracle/presets.ts';
import { BILINEAR, EXPLICIT, POINT } from '../../oracle/sampling.ts';

const QUADS = 256;

/** A texel square, and the 8-bit weights of its second column and row that each lane has. */
function square(dice: Dice, format: string) {
  const texelFormat = TEXEL_FORMATS.get(format)!;
  const codes = [0, 1, 2, 3].map(() => dice.integer(0, 2 ** texelFormat.bits[0] - 1));
  const wide = texelFormat.bits[0] > 8;
  const texels = new Uint8Array(wide ? Uint16Array.from(codes).buffer : Uint8Array.from(codes).buffer);
  const batch = new QuadBatch(QUADS);
  batch.count = QUADS;
  batch.active.fill(15);
  const weights = Array.from(
    { length: QUAD_LANES * QUADS },
    () => [dice.integer(0, 255), dice.integer(0, 255)] as const,
  );
  weights.forEach(([a, b], lane) => {
    batch.s[lane] = (0.5 + a / 256) / 2;
    batch.t[lane] = (0.5 + b / 256) / 2;
  });
  return { codes, batch, weights, image: { format: texelFormat, width: 2, height: 2, layers: 1, levels: [texels] } };
}

/** The red results of a design with other fields in its filter. */
function reds(
  changes: Partial<FilterDesign>,
  { image, batch }: ReturnType<typeof square>,
  asksKernels = false,
  sampler = BILINEAR,
): readonly number[] {
  const design = { ...FULL_QUALITY, filter: { ...FULL_QUALITY.filter, ...changes } };
  const memory = layOutImages([image], design.cache.layout);
  if (asksKernels) KernelMemory.of(memory.data);
  const result = new Float32Array(4 * QUAD_LANES * QUADS);
  new TextureUnit(design, memory, [{ image: 0, sampler, instruction: EXPLICIT }]).sample(batch, result);
  return Array.from({ length: QUAD_LANES * QUADS }, (_, lane) => result[4 * lane]);
}

const big = (values: readonly number[]) => values.map(BigInt);

describe('a filter of products', () => {
  it('adds exact products and cuts their sum off once: 7 bits of a weight, as an emulator of the GameCube does', () => {
    const dice = new Dice(0xf11b);
    for (let n = 0; n < 20; n++) {
      const drawn = square(dice, 'r8_unorm');
      const got = reds({ sum: 'products', weightBits: 7, guardBits: 0, rounding: 'floor' }, drawn);
      const [t00, t10, t01, t11] = big(drawn.codes);
      drawn.weights.forEach(([a8, b8], lane) => {
        const [a, b] = big([a8 >> 1, b8 >> 1]);
        const sum = t00 * (128n - a) * (128n - b) + t10 * a * (128n - b) + t01 * (128n - a) * b + t11 * a * b;
        expect(got[lane], `${drawn.codes.join()} ${a8} ${b8}`).toBe(Math.fround(Number(sum >> 14n) / 255));
      });
    }
  });

  it.each([
    ['r8_unorm', 257n],
    ['r16_unorm', 1n],
  ] as const)(
    'adds rounded products of codes of %s in 16 bits, and rounds once, as the H100 does',
    (format, factor) => {
      const dice = new Dice(0xb100);
      for (let n = 0; n < 20; n++) {
        const drawn = square(dice, format);
        const filter = { sum: 'rounded-products', texelBits: 16, guardBits: 0, rounding: 'nearest-up' } as const;
        const got = reds(filter, drawn);
        const [t00, t10, t01, t11] = big(drawn.codes).map((code) => code * factor);
        drawn.weights.forEach(([a8, b8], lane) => {
          const [a, b] = big([a8, b8]);
          const w11 = (a * b + 128n) / 256n;
          const sum = t00 * (256n - a - b + w11) + t10 * (a - w11) + t01 * (b - w11) + t11 * w11;
          expect(got[lane], `${drawn.codes.join()} ${a8} ${b8}`).toBe(Math.fround(Number((sum + 128n) / 256n) / 65535));
        });
      }
    },
  );

  it.each([0, 3, 8])(
    'widens a sum of SNORM codes of 8 bits, with %i bits more, and rounds it once',
    (signedGuardBits) => {
      const dice = new Dice(0x5106);
      const [g, half] = [BigInt(signedGuardBits), signedGuardBits === 0 ? 0n : 1n << BigInt(signedGuardBits - 1)];
      const filter = {
        sum: 'rounded-products',
        texelBits: 16,
        signedGuardBits,
        guardBits: 0,
        rounding: 'nearest-up',
      } as const;
      for (let n = 0; n < 20; n++) {
        const drawn = square(dice, 'r8_snorm');
        if (n === 0) drawn.image.levels[0].set(drawn.codes.fill(128));
        const got = reds(filter, drawn);
        expect(reds(filter, drawn, true)).toEqual(got);
        const [t00, t10, t01, t11] = big(drawn.codes).map((code) => BigInt.asIntN(8, code));
        drawn.weights.forEach(([a8, b8], lane) => {
          const [a, b] = big([a8, b8]);
          const w11 = (a * b + 128n) / 256n;
          const sum = t00 * (256n - a - b + w11) + t10 * (a - w11) + t01 * (b - w11) + t11 * w11;
          // The sum has 8 fraction bits; its bits count at 2^8, 2^1 and 2^-7.
          const code = ((sum << g) + ((sum << g) >> 7n) + ((sum << g) >> 15n) + half) >> g;
          const held = code < -32767n ? -32767n : code > 32767n ? 32767n : code;
          expect(got[lane], `${drawn.codes.join()} ${a8} ${b8}`).toBe(Math.fround(Number(held) / 32767));
        });
      }
    },
  );

  it('leaves SNORM codes of 8 bits as they are that no linear filter sums, the least one as -1', () => {
    const drawn = square(new Dice(0x1ea5), 'r8_snorm');
    drawn.image.levels[0].set([128, 1, 126, 255]);
    const widened = { sum: 'rounded-products', texelBits: 16, signedGuardBits: 3, guardBits: 0 } as const;
    const texels = [-127, 1, 126, -1].map((code) => Math.fround(code / 127));
    expect(new Set(reds(widened, drawn, false, POINT))).toEqual(new Set(texels));
  });

  it.each([
    ['three-point', 0],
    ['three-point-mid-texel', 1],
  ] as const)('of %s adds the steps from the nearer corner of a square, rounded once, as the RDP does', (sum, mid) => {
    const dice = new Dice(0x3b01);
    for (let n = 0; n < 20; n++) {
      const drawn = square(dice, 'r8_unorm');
      const got = reds({ sum, weightBits: 5, guardBits: 0, rounding: 'nearest-up' }, drawn);
      const [t00, t10, t01, t11] = big(drawn.codes);
      drawn.weights.forEach(([a8, b8], lane) => {
        const [s, t] = big([(a8 + 4) >> 3, (b8 + 4) >> 3]);
        const lower = t00 + ((s * (t10 - t00) + t * (t01 - t00) + 16n) >> 5n);
        const upper = t11 + (((32n - s) * (t01 - t11) + (32n - t) * (t10 - t11) + 16n) >> 5n);
        const middle = (t00 + t10 + t01 + t11 + 2n) >> 2n;
        const expected = mid === 1 && s === 16n && t === 16n ? middle : s + t < 32n ? lower : upper;
        expect(got[lane], `${drawn.codes.join()} ${a8} ${b8}`).toBe(Math.fround(Number(expected) / 255));
      });
    }
  });

  it.each<Partial<FilterDesign>>([
    { sum: 'products', guardBits: 0 },
    { sum: 'three-point', guardBits: 0 },
    { sum: 'rounded-products', guardBits: 0 },
    { texelBits: 16, guardBits: 0 },
    { guardBits: 0 },
  ])('with %j has the same bits where kernels are asked', (changes) => {
    const drawn = square(new Dice(0x5e1f), 'r8_unorm');
    expect(reds(changes, drawn, true)).toEqual(reds(changes, drawn));
  });

  it('of aligned texels has the same bits where kernels are asked', () => {
    const drawn = square(new Dice(0xa119), 'r8_srgb');
    const alignedSum = { guardBits: 4, srgbBits: 8, srgbExponentBits: 5, rounding: 'nearest-away' } as const;
    expect(reds({ alignedSum }, drawn, true)).toEqual(reds({ alignedSum }, drawn));
    expect(reds({ alignedSum }, drawn)).not.toEqual(reds({}, drawn));
  });

  it('is the one of lerps where no step rounds', () => {
    const drawn = square(new Dice(0xe0a1), 'r8_unorm');
    expect(reds({ sum: 'products' }, drawn)).toEqual(reds({}, drawn));
    expect(reds({ sum: 'rounded-products' }, drawn)).not.toEqual(reds({}, drawn));
  });
});
