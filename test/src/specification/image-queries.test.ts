import { describe, expect, it } from 'vitest';
import type { ImageSource, ImageType } from '../../../rtl-model/memory/image.ts';
import type { ImageView } from '../../../rtl-model/state/image-view.ts';
import { isRight } from '../../../src/specification/answers/answer.ts';
import {
  areRightGroups,
  type GroupsAnswer,
  type ReturnedGroups,
} from '../../../src/specification/answers/texel-groups.ts';
import { viewOfImage } from '../../../src/specification/state/view.ts';
import { BILINEAR } from '../../oracle/sampling.ts';
import { answerTo, formatOf, valuesOf } from '../../oracle/answers.ts';

function blank(type: ImageType, width: number, height: number, depth: number, layers: number): ImageSource {
  const levels = [0, 1, 2].map(() => new Uint8Array(0));
  return { format: formatOf('r8_unorm'), type, width, height, depth, layers, levels };
}

function query(op: 'query_size' | 'query_levels' | 'query_samples', image: ImageSource, level = 0, view = {}) {
  return answerTo([image], { op }, (batch) => (batch.level[0] = level), { view: { ...viewOfImage(image), ...view } });
}

describe('queries', () => {
  it('give width, height, depth or layers, and how many levels the view has', () => {
    expect(valuesOf(query('query_size', blank('3d', 9, 6, 5, 1), 1))).toEqual([4, 3, 2, 3]);
    expect(valuesOf(query('query_size', blank('2d', 9, 6, 1, 7), 2))).toEqual([2, 1, 7, 3]);
    expect(valuesOf(query('query_size', blank('2d', 9, 6, 1, 1)))).toEqual([9, 6, 0, 3]);
    expect(valuesOf(query('query_size', blank('1d', 9, 1, 1, 4)))).toEqual([9, 4, 0, 3]);
  });

  it('count cubes, and levels from the view’s first', () => {
    const cubes: Partial<ImageView> = { viewType: 'cube_array', layerCount: 12, baseMipLevel: 1, levelCount: 2 };
    expect(valuesOf(query('query_size', blank('2d', 8, 8, 1, 13), 0, cubes))).toEqual([4, 4, 2, 2]);
    expect(valuesOf(query('query_size', blank('2d', 8, 8, 1, 13), 2, cubes))).toEqual([0, 0, 0, 2]);
    expect(isRight(query('query_levels', blank('2d', 8, 8, 1, 13), 0, cubes), [2, 0, 0, 0])).toBe(true);
  });

  it('leave open the size of a level below the minimum LOD', () => {
    const size = query('query_size', blank('2d', 9, 6, 1, 1), 0, { minLod: 1.5 });
    expect([isRight(size, [9, 6, 0, 3]), isRight(size, [0, 0, 0, 3]), isRight(size, [9, 6, 0, 1])]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('give samples, and where they lie about the centre of a pixel', () => {
    const image = { ...blank('2d', 1, 1, 1, 1), samples: 4 };
    expect(valuesOf(query('query_samples', image))).toEqual([4, 0, 0, 0]);
    const at = (sample: number) =>
      valuesOf(answerTo([image], { op: 'sample_position' }, (b) => (b.sample[0] = sample)));
    expect([at(0), at(3), at(4), at(-1)]).toEqual([
      [-0.125, -0.375, 0, 0],
      [0.125, 0.375, 0, 0],
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ]);
  });
});

describe('a footprint', () => {
  const image: ImageSource = {
    format: formatOf('r8_unorm'),
    width: 64,
    height: 64,
    layers: 1,
    levels: [64, 32, 16, 8, 4, 2, 1].map((size) => new Uint8Array(size * size)),
  };
  const clamped = { ...BILINEAR, addressModeU: 'clamp_to_edge', addressModeV: 'clamp_to_edge' } as const;
  /** Between texels 15 and 16 along u, at texel 4 along v. */
  const footprint = (lod: number, coarse: boolean, sampler: object = {}) =>
    answerTo(
      [image],
      { op: 'footprint', granularity: 1, coarse },
      (batch) => ([batch.s[0], batch.t[0], batch.lod[0]] = [0.25, 4.5 / 64, lod]),
      { sampler: { ...clamped, ...sampler } },
    ).groups!;
  const empty = { anchor: [0, 0, 0], offset: [0, 0, 0], mask: [0, 0], level: 0, granularity: 0 } as const;

  it('names groups relative to anchor and offset', () => {
    // Groups 7 and 8 along u, 2 along v (texel 5 has weight 0): 8 is local 0 of anchor 1, 7 is local 7 of the one before.
    const bits = (1 << (2 * 8 + 7)) | (1 << (2 * 8));
    const right: ReturnedGroups = { ...empty, single: true, anchor: [1, 0, 0], offset: [1, 0, 0], mask: [bits, 0] };
    const answer = footprint(0, false);
    expect(areRightGroups(answer, right)).toBe(true);
    const wrong: readonly Partial<ReturnedGroups>[] = [
      { offset: [0, 0, 0] },
      { anchor: [0, 0, 0] },
      { mask: [1 << (2 * 8), 0] },
      { mask: [bits | (1 << (3 * 8 + 7)), 0] },
      { mask: [0, bits] },
      { level: 1 },
      { single: false },
      { granularity: 2 },
    ];
    expect(wrong.map((change) => areRightGroups(answer, { ...right, ...change }))).toEqual(wrong.map(() => false));
  });

  it('is empty in a coarser level that is not read', () => {
    expect(areRightGroups(footprint(0, true), { ...empty, single: true })).toBe(true);
    expect(areRightGroups(footprint(0, true), { ...empty, single: true, mask: [1, 0] })).toBe(false);
  });

  it('is of either of two levels', () => {
    const linear = { mipmapMode: 'linear' } as const;
    // Of level 1: texels 7 and 8 along u, 1 (3/4) and 2 (1/4) along v.
    const mask = [(1 << 3) | (1 << 4) | (1 << 11) | (1 << 12), 0] as const;
    expect(areRightGroups(footprint(0.5, true, linear), { ...empty, single: false, mask, level: 1 })).toBe(true);
    expect(areRightGroups(footprint(0.5, false, linear), { ...empty, single: false, mask, level: 1 })).toBe(false);
  });

  it('has larger groups only where anisotropy needs them', () => {
    const line = Array.from({ length: 40 }, (_, x) => `${x} 0 0`);
    const texels = { level: 0, certain: new Set(line), possible: new Set(line) };
    const answer = (anisotropic: boolean, granularity: number): GroupsAnswer => ({
      dimensions: 2,
      granularity,
      anisotropic,
      firstLevels: [0],
      ways: [{ single: [true], texels }],
    });
    // 40 texels are ten groups of 4, or five of 8.
    const coarser: ReturnedGroups = { ...empty, single: true, mask: [0b11111, 0], granularity: 5 };
    expect(areRightGroups(answer(true, 3), coarser)).toBe(true);
    expect(areRightGroups(answer(false, 3), coarser)).toBe(false);
    expect(areRightGroups(answer(true, 4), coarser)).toBe(false);
    expect(areRightGroups(answer(true, 5), { ...coarser, granularity: 0 })).toBe(true);
  });
});

describe('residency', () => {
  const image: ImageSource = {
    format: formatOf('r8_unorm'),
    width: 4,
    height: 1,
    layers: 1,
    levels: [Uint8Array.of(100, 100, 100, 100)],
    unbound: [{ level: 0, layer: 0, x: 2, y: 0, z: 0, width: 1, height: 1, depth: 1 }],
  };
  const sampled = (u: number) =>
    answerTo([image], { sparse: true }, (b) => ([b.s[0], b.t[0]] = [u / 4, 0.5]), { sampler: BILINEAR });

  it('tells whether a texel of the filter has no memory, which reads as zero', () => {
    expect(sampled(1).resident).toEqual([1]);
    expect(sampled(2).resident).toEqual([0]);
    expect(isRight(sampled(2), [Math.fround(50 / 255), 0, 0, 1])).toBe(true);
  });

  it('leaves open whether a texel of weight 0 counts', () => {
    expect(sampled(1.5).resident).toEqual([0, 1]);
  });
});
