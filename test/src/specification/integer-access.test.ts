import { describe, expect, it } from 'vitest';
import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import type { ImageView } from '../../../rtl-model/state/image-view.ts';
import { ALL_LANES, QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { DEFAULT_SAMPLER } from '../../../rtl-model/state/sampler.ts';
import { isRight } from '../../../src/specification/answers/answer.ts';
import { OperationOracle } from '../../../src/specification/operations/operation-oracle.ts';
import { viewOfImage } from '../../../src/specification/state/view.ts';
import { answerTo, formatOf, image2d, valuesOf } from '../../oracle/answers.ts';
import { FULL_QUALITY } from '../../oracle/presets.ts';

const RG = image2d('r8g8_unorm', 2, 2, 1, 2, 3, 4, 5, 6, 7, 8);

function fetched(
  image: ImageSource,
  at: { i?: number; j?: number; k?: number; layer?: number; level?: number; sample?: number },
  view: Partial<ImageView> = {},
) {
  return answerTo(
    [image],
    { op: 'fetch', sparse: true },
    (batch) => {
      [batch.i[0], batch.j[0], batch.k[0]] = [at.i ?? 0, at.j ?? 0, at.k ?? 0];
      [batch.integerLayer[0], batch.level[0], batch.sample[0]] = [at.layer ?? 0, at.level ?? 0, at.sample ?? 0];
    },
    { view: { ...viewOfImage(image), ...view } },
  );
}

describe('a fetch', () => {
  it('is the texel, and beyond the image zero with the default alpha', () => {
    expect(valuesOf(fetched(RG, { i: 1, j: 1 }))).toEqual([Math.fround(7 / 255), Math.fround(8 / 255), 0, 1]);
    for (const at of [{ i: 2 }, { j: -1 }, { level: 1 }, { level: -1 }]) {
      expect(valuesOf(fetched(RG, at))).toEqual([0, 0, 0, 1]);
    }
  });

  it('takes no notice of coordinates that the view has not', () => {
    expect(valuesOf(fetched(RG, { i: 1, k: 7, layer: 3, sample: 2 }))[0]).toBe(Math.fround(3 / 255));
  });

  it('swizzles, and applies the swizzle to defaults or not', () => {
    const components = ['g', 'one', 'zero', 'r'] as const;
    expect(valuesOf(fetched(RG, {}, { components }))).toEqual([Math.fround(2 / 255), 1, 0, Math.fround(1 / 255)]);
    const nothing = fetched(RG, { i: 9 }, { components });
    expect([isRight(nothing, [0, 1, 0, 0]), isRight(nothing, [0, 0, 0, 1]), isRight(nothing, [0, 0, 0, 0])]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('honours the minimum LOD by its whole level, and a fraction past the last level', () => {
    const levels = { ...image2d('r8_unorm', 2, 1, 10, 20), levels: [Uint8Array.of(10, 20), Uint8Array.of(30)] };
    expect(valuesOf(fetched(levels, { i: 1 }, { minLod: 0.75 }))[0]).toBe(Math.fround(20 / 255));
    expect(valuesOf(fetched(levels, { i: 1 }, { minLod: 1 }))[0]).toBe(0);
    expect(valuesOf(fetched(levels, { level: 1 }, { minLod: 1 }))[0]).toBe(Math.fround(30 / 255));
    expect(valuesOf(fetched(levels, { level: 1 }, { minLod: 1.25 }))[0]).toBe(0);
  });

  it('reads a sample, which lie side by side', () => {
    const image = { ...image2d('r8_uint', 2, 1, 1, 2, 3, 4), samples: 2 };
    expect([0, 1, 2].map((sample) => valuesOf(fetched(image, { i: 1, sample }))[0])).toEqual([3, 4, 0]);
  });

  it('reads zero where no memory is bound, and says so', () => {
    const region = { level: 0, layer: 0, x: 1, y: 0, z: 0, width: 1, height: 1, depth: 1 };
    const image = { ...RG, unbound: [region] };
    expect(valuesOf(fetched(image, { i: 1 }))).toEqual([0, 0, 0, 1]);
    expect(fetched(image, { i: 1 }).resident).toEqual([0]);
    expect(fetched(image, { i: 1, j: 1 }).resident).toEqual([1]);
  });

  it('of a null descriptor is zero', () => {
    expect(valuesOf(answerTo([RG], { op: 'fetch' }, () => {}, { image: null }))).toEqual([0, 0, 0, 0]);
  });
});

describe('formats that the record alone describes', () => {
  it('are decoded bit by bit', () => {
    const red = (name: string, ...bytes: readonly number[]) => valuesOf(fetched(image2d(name, 1, 1, ...bytes), {}));
    // 31, 32, 0 of 5, 6, 5 bits: 0b11111_100000_00000
    expect(red('r5g6b5_unorm_pack16', 0x00, 0xfc)).toEqual([1, Math.fround(32 / 63), 0, 1]);
    // The example of D3D11.3 19.3.2.1.
    expect(red('e5b9g9r9_ufloat_pack32', 0xc8, 0x20, 0x93, 0x99)).toEqual([6.25, 12.5, 3.125, 1]);
    // 1.0 is exponent 15: 15 << 6 of 11 bits, 15 << 5 of 10.
    expect(red('b10g11r11_ufloat_pack32', 0xc0, 0x03, 0x1e, 0x78)).toEqual([1, 1, 1, 1]);
    expect(red('a2b10g10r10_snorm_pack32', 0x00, 0x02, 0x00, 0x80)).toEqual([-1, 0, 0, -1]);
    expect(red('r8g8b8_sscaled', 0xff, 2, 3)).toEqual([-1, 2, 3, 1]);
  });

  it('have stencil above depth, and pairs share b and r', () => {
    const both = image2d('d24_unorm_s8_uint', 1, 1, 0xff, 0xff, 0xff, 7);
    expect(valuesOf(fetched(both, {}, { aspect: 'stencil' }))).toEqual([7, 0, 0, 1]);
    expect(valuesOf(fetched(both, {}, { aspect: 'depth' }))).toEqual([1, 0, 0, 1]);
    const pair = image2d('g8b8g8r8_422_unorm', 2, 1, 10, 30, 20, 40);
    const codes = [0, 1].map((i) => valuesOf(fetched(pair, { i })).slice(0, 3));
    expect(codes).toEqual(
      [
        [40, 10, 30],
        [40, 20, 30],
      ].map((all) => all.map((code) => Math.fround(code / 255))),
    );
  });
});

describe('a write', () => {
  /** Quad 0 writes at (lane, 0), quad 1 reads the same. */
  const readBack = (name: string, values: readonly number[], bits = false) => {
    const image = { ...image2d(name, 4, 1), levels: [new Uint8Array(4 * formatOf(name).texelBytes)] };
    const batch = new QuadBatch(2);
    batch.count = 2;
    batch.active.fill(ALL_LANES);
    batch.state[1] = 1;
    for (let lane = 0; lane < 8; lane++) batch.i[lane] = lane % 4;
    values.forEach((value, lane) => ((bits ? batch.writeBits : batch.write)[4 * lane] = value));
    const states = (['write', 'read'] as const).map((op) => ({
      image: 0,
      sampler: DEFAULT_SAMPLER,
      instruction: { op, lod: 'explicit', projected: false } as const,
    }));
    const oracle = new OperationOracle(FULL_QUALITY, [image], states);
    return values.map((_, lane) => oracle.answer(batch, 1, lane).ways!.map(([red]) => [red.lower, red.upper]));
  };

  it('stores the nearest code, either of two', () => {
    const code = (n: number) => Math.fround(n / 255);
    expect(readBack('r8_unorm', [0.5, 0.2, -3, NaN])).toEqual([
      [
        [code(127), code(127)],
        [code(128), code(128)],
      ],
      [[code(51), code(51)]],
      [[0, 0]],
      [[0, 0]],
    ]);
    expect(readBack('r8_snorm', [-3])).toEqual([[[-1, -1]]]);
  });

  it('narrows floats to a neighbour', () => {
    expect(readBack('r16_sfloat', [1 / 3, -1e6, 2 ** -24, 1.5])).toEqual([
      [1365 / 4096, 1366 / 4096].map((half) => [half, half]),
      [-65_504, -Infinity].map((half) => [half, half]),
      [[2 ** -24, 2 ** -24]],
      [[1.5, 1.5]],
    ]);
    expect(readBack('b10g11r11_ufloat_pack32', [-1])).toEqual([[[0, 0]]]);
  });

  it('holds integers to their range, unsigned ones of all 32 bits', () => {
    expect(readBack('r8_uint', [300, 7], true)).toEqual([[[255, 255]], [[7, 7]]]);
    expect(readBack('r8_sint', [-300, 127], true)).toEqual([[[-128, -128]], [[127, 127]]]);
    expect(readBack('r32_uint', [-1], true)).toEqual([[[2 ** 32 - 1, 2 ** 32 - 1]]]);
  });
});
