import { expect, it } from 'vitest';
import { WeightKernel } from '../../../rtl-model/filter-unit/weight-kernel.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import { layOutImages } from '../../../rtl-model/memory/lay-out-images.ts';
import { bind } from '../../../rtl-model/state/binding.ts';
import { type ImageView, type WeightView, wholeView } from '../../../rtl-model/state/image-view.ts';
import { DEFAULT_SAMPLER } from '../../../rtl-model/state/sampler.ts';
import { FULL_QUALITY } from '../../oracle/presets.ts';
import { EXPLICIT } from '../../oracle/instructions.ts';

/** The kernel of an image of two levels, whose texels are numbered by level, layer, row and column. */
function kernelOf(
  shape: Pick<ImageSource, 'type' | 'width' | 'height' | 'layers'>,
  weights: WeightView,
  view: Partial<ImageView>,
): WeightKernel {
  const levels = [0, 1].map((level) => {
    const [width, height] = [shape.width, shape.height].map((size) => Math.max(1, size >> level));
    const codes = Uint16Array.from({ length: shape.layers * width * height }, (_, n) => {
      const [column, row, layer] = [n % width, Math.floor(n / width) % height, Math.floor(n / (width * height))];
      return 10_000 * level + 1000 * layer + 40 * row + column;
    });
    return new Uint8Array(codes.buffer);
  });
  const memory = layOutImages([{ format: TEXEL_FORMATS.get('r16_unorm')!, ...shape, levels }], 'linear');
  const viewed = { ...wholeView(memory.images[0]), ...view };
  const state = { image: 0, view: viewed, sampler: DEFAULT_SAMPLER, instruction: EXPLICIT };
  return new WeightKernel(bind(FULL_QUALITY, memory, state, 0), weights, DEFAULT_SAMPLER);
}

it('a kernel of two dimensions has a layer for each phase, the horizontal phase first', () => {
  const weights: WeightView = { filterSize: [3, 2], filterCenter: [1, 0], numPhases: 4 };
  const kernel = kernelOf({ width: 8, height: 4, layers: 6 }, weights, {
    baseMipLevel: 1,
    levelCount: 1,
    baseArrayLayer: 1,
    layerCount: 4,
  });
  expect(kernel).toMatchObject({ width: 3, height: 2, centerX: 1, centerY: 0, phases: 2, one: 65_535 });
  for (const [phaseX, phaseY] of [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ]) {
    const layer = 1 + phaseY * 2 + phaseX;
    expect(kernel.weight(2, 1, phaseX, phaseY)).toBe(10_000 + 1000 * layer + 40 + 2);
    expect(kernel.weight(0, 0, phaseX, phaseY)).toBe(10_000 + 1000 * layer);
  }
});

it('a separable kernel has weights along u in one layer and along v in the next, in fours by phase', () => {
  const weights: WeightView = { filterSize: [6, 5], filterCenter: [2, 3], numPhases: 16 };
  const kernel = kernelOf({ type: '1d', width: 32, height: 1, layers: 3 }, weights, {
    viewType: '1d_array',
    baseArrayLayer: 1,
    layerCount: 2,
    levelCount: 1,
  });
  expect(kernel).toMatchObject({ width: 6, height: 5, centerX: 2, centerY: 3, phases: 4, one: 65_535 ** 2 });
  // Vulkan: Weight Image Layout, texelOffset(phaseIndex, weightIndex, phaseCount).
  const offset = (phase: number, weight: number) => 4 * 4 * Math.floor(weight / 4) + 4 * phase + (weight % 4);
  for (let column = 0; column < 6; column++) {
    for (let phase = 0; phase < 4; phase++) {
      const [row, other] = [column % 5, 3 - phase];
      const expected = (1000 + offset(phase, column)) * (2000 + offset(other, row));
      expect(kernel.weight(column, row, phase, other)).toBe(expected);
    }
  }
});
