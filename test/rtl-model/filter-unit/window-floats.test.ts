import { describe, expect, it } from 'vitest';
import type { FilterDesign } from '../../../rtl-model/design/design.ts';
import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import { layOutImages } from '../../../rtl-model/memory/lay-out-images.ts';
import type { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { DEFAULT_SAMPLER, type Sampler } from '../../../rtl-model/state/sampler.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import { TextureUnit } from '../../../rtl-model/texture-unit.ts';
import { isRight } from '../../../src/specification/answers/answer.ts';
import { OperationOracle } from '../../../src/specification/operations/operation-oracle.ts';
import { formatOf } from '../../oracle/answers.ts';
import { FULL_QUALITY } from '../../oracle/presets.ts';
import { lanesOf } from '../../oracle/sampling.ts';

const IN_TEXELS: Sampler = {
  ...DEFAULT_SAMPLER,
  minFilter: 'nearest',
  magFilter: 'nearest',
  mipmapMode: 'nearest',
  addressModeU: 'clamp_to_edge',
  addressModeV: 'clamp_to_edge',
  maxLod: 0,
  unnormalizedCoordinates: true,
};

const line = (...texels: readonly number[]): ImageSource => ({
  format: formatOf('r32_sfloat'),
  width: texels.length,
  height: 1,
  layers: 1,
  levels: [new Uint8Array(Float32Array.from(texels).buffer)],
});

/** Red of lane 0, which the oracle must allow. */
function red(
  floatPath: FilterDesign['floatPath'],
  sources: readonly ImageSource[],
  state: Pick<TextureState, 'instruction' | 'second'>,
  fill: (batch: QuadBatch) => void,
): number {
  const design = { ...FULL_QUALITY, filter: { ...FULL_QUALITY.filter, floatPath } };
  const states = [{ image: 0, sampler: IN_TEXELS, ...state }];
  const batch = lanesOf(1, fill);
  const colors = new Float32Array(16);
  new TextureUnit(design, layOutImages(sources, design.cache.layout), states).sample(batch, colors);
  const answer = new OperationOracle(design, sources, states).answer(batch, 0, 0);
  expect(isRight(answer, [...colors.subarray(0, 4)])).toBe(true);
  if (floatPath === 'fused' && Number.isFinite(colors[0])) {
    expect(answer.ways!.map(([{ lower, upper }]) => lower === upper)).toEqual([true]);
  }
  return colors[0];
}

const box = (floatPath: FilterDesign['floatPath'], ...texels: readonly number[]) =>
  red(
    floatPath,
    [line(...texels)],
    { instruction: { op: 'box_filter', lod: 'implicit', projected: false } },
    (batch) => {
      [batch.s[0], batch.t[0]] = [texels.length / 2, 0.5];
      [batch.boxWidth[0], batch.boxHeight[0]] = [texels.length, 1];
    },
  );

const weighted = (floatPath: FilterDesign['floatPath'], texels: readonly number[], weights: readonly number[]) =>
  red(
    floatPath,
    [line(...texels), line(...weights)],
    {
      instruction: { op: 'sample_weighted', lod: 'implicit', projected: false },
      second: { image: 1, weights: { filterCenter: [0, 0], filterSize: [weights.length, 1], numPhases: 1 } },
    },
    (batch) => void ([batch.s[0], batch.t[0]] = [0.5, 0.5]),
  );

const matched = (floatPath: FilterDesign['floatPath'], metric: 'sad' | 'ssd', ...differences: readonly number[]) =>
  red(
    floatPath,
    [line(...differences), line(...differences.map(() => 0))],
    {
      instruction: { op: 'block_match', lod: 'explicit', projected: false, blockMatch: { metric, form: 'single' } },
      second: { image: 1 },
    },
    (batch) => void ([batch.blockWidth[0], batch.blockHeight[0]] = [differences.length, 1]),
  );

describe('a window of floats on the path "fused"', () => {
  it('has a box that rounds the exact average once', () => {
    expect(box('fused', 2 ** 60, 1, -(2 ** 60))).toBe(Math.fround(1 / 3));
    expect(box('fused', 2 ** 100, 2 ** -100, -(2 ** 100), 2 ** 80, -(2 ** 80))).toBe(Math.fround(2 ** -100 / 5));
  });

  it('has weights that are floats, and rounds the exact sum of products once', () => {
    expect(weighted('fused', [1, 1, 3], [2 ** 70, 5, -(2 ** 70) / 4])).toBe(Math.fround(2 ** 68 + 5));
    expect(weighted('fused', [2 ** 60, 3, -(2 ** 60)], [0.1, 7, 0.1])).toBe(21);
  });

  it.each([
    ['sad', [2 ** 24, 1, 2 ** -60]],
    ['ssd', [2 ** 12, 1, 2 ** -30]],
  ] as const)('has a block match by %s that rounds the exact sum once', (metric, differences) => {
    // 2^24 + 1 is a tie, but for the last difference.
    expect(matched('fused', metric, ...differences)).toBe(2 ** 24 + 2);
    expect(matched('fused', metric, ...differences.slice(0, 2))).toBe(2 ** 24);
  });

  it('lets infinities and NaN through', () => {
    expect(weighted('fused', [Infinity, 1], [2, 1])).toBe(Infinity);
    expect(box('fused', Infinity, -Infinity)).toBeNaN();
    expect(matched('fused', 'ssd', 1, -Infinity)).toBe(Infinity);
  });
});

describe('a window of floats on the path "float32-steps"', () => {
  it('rounds every sum of a block match', () => {
    expect(matched('float32-steps', 'sad', 2 ** 24, 1, 1)).toBe(2 ** 24);
    expect(matched('float32-steps', 'sad', 1, 1, 2 ** 24)).toBe(2 ** 24 + 2);
    // The square of 1 + 2^-23 without its last bit.
    expect(matched('float32-steps', 'ssd', 1 + 2 ** -23, -1)).toBe(2 + 2 ** -22);
  });

  it('rounds the sum of products of a box once', () => {
    expect(box('float32-steps', 2 ** 24, 1, 1, 2)).toBe(2 ** 22 + 1);
  });
});
