import { describe, expect, it } from 'vitest';
import type { ImageSource } from '../../../../rtl-model/memory/image.ts';
import { type Exchange, EXCHANGES, singlePassCost } from '../../../../src/pictures/downsampler/cost.ts';
import { planDispatches } from '../../../../src/pictures/downsampler/dispatch-plan.ts';
import { downsample, type DownsampleOptions } from '../../../../src/pictures/downsampler/downsample.ts';
import { cornerWeights, type Reduction, type TexelWeight } from '../../../../src/pictures/downsampler/reduction.ts';
import { inTurn } from '../../../oracle/draws.ts';
import { toFloat32, toHalf } from './own-arithmetic.ts';
import { ownAverage, ownMax, ownMin, ownWeighted, type Reduce4 } from './own-reductions.ts';
import { DOWNSAMPLED, emptyLevels, firstDifference, format, noise, REPRESENTATIVE, shuffled } from './random-image.ts';
import { ThreadModel } from './thread-model.ts';

const brightness: TexelWeight = (r, g, b) => 1 / (1 + Math.abs(r) + Math.abs(g) + Math.abs(b));

/**
 * Compares bytes of every level and counts with the thread model, groups in a shuffled order; returns the differences.
 */
function compare(image: ImageSource, options: DownsampleOptions & { levels: number }, exchange: Exchange): string {
  const { reduction = 'average', arithmetic = 'float32', levels } = options;
  const round = arithmetic === 'float16' ? toHalf : toFloat32;
  const memory = emptyLevels(image, levels);
  const model = new ThreadModel(image, memory, own(image, reduction, round), round, exchange);
  model.run(shuffled(Math.ceil(image.width / 64) * Math.ceil(image.height / 64) * image.layers, 7));
  const name = `${image.width}x${image.height}x${image.layers} ${image.format.name} ${String(reduction)} ${arithmetic} ${exchange}`;
  const result = downsample(image, options);
  for (const [l, { texels }] of memory.entries()) {
    const difference = firstDifference(result.levels[l], texels);
    if (difference !== '') return `${name}, level ${l}, ${difference}`;
  }
  const { localBytes, ...cost } = singlePassCost(image, levels, arithmetic, exchange);
  const { counterAccesses, ...counts } = model.counts;
  const texelAccesses = counts.localReads + counts.localWrites - counterAccesses;
  const bytes = texelAccesses * image.format.order.length * (arithmetic === 'float16' ? 2 : 4) + 4 * counterAccesses;
  const [got, expected] = [
    { ...cost, localBytes },
    { ...counts, localBytes: bytes },
  ].map((all) => JSON.stringify(all));
  return got === expected ? '' : `${name}, cost ${got}, counted ${expected}`;
}

function own(image: ImageSource, reduction: Reduction, round: (x: number) => number): Reduce4 {
  if (reduction === 'average') return ownAverage(round);
  if (reduction === 'min') return ownMin;
  return reduction === 'max' ? ownMax : ownWeighted(image.format, reduction, round);
}

const REDUCTIONS: readonly Reduction[] = ['average', 'min', 'max', brightness, cornerWeights([1, 2, 0, 0.3])];

describe('the downsampler', () => {
  it.each(DOWNSAMPLED.map(({ name }) => [name]))(
    'gives the levels of the thread model for %s, and the same counts of accesses and barriers',
    (name) => {
      const failures: string[] = [];
      for (const reduction of REDUCTIONS) {
        for (const arithmetic of ['float32', 'float16'] as const) {
          if (arithmetic === 'float16' && format(name).componentBits !== 16) continue;
          const image = noise(format(name), 66, 69, 1, 5);
          failures.push(compare(image, { reduction, arithmetic, levels: 7 }, 'local-memory'));
        }
      }
      expect(failures.filter((failure) => failure !== '')).toEqual([]);
    },
  );

  it('equals the thread model for any size, with either exchange', () => {
    const sizes = [1, 2, 3, 5, 7, 63, 64, 65, 67, 130];
    const failures: string[] = [];
    for (const [n, width] of sizes.entries()) {
      for (const [m, height] of sizes.entries()) {
        const image = noise(REPRESENTATIVE[(width + height) % REPRESENTATIVE.length], width, height, 1, 1 + n);
        const levels = 1 + Math.floor(Math.log2(Math.max(width, height)));
        if (levels === 1) continue;
        for (const exchange of inTurn(EXCHANGES, n + m)) failures.push(compare(image, { levels }, exchange));
      }
    }
    expect(failures.filter((failure) => failure !== '')).toEqual([]);
  });

  it('equals the thread model for every number of levels, for long strips, faces and layers', () => {
    const failures: string[] = [];
    for (let levels = 2; levels <= 11; levels++) {
      for (const exchange of inTurn(EXCHANGES, levels)) {
        failures.push(compare(noise(format('r8_unorm'), 1024, 9, 1, 3), { levels }, exchange));
        failures.push(compare(noise(format('r16_sfloat'), 3, 1100, 1, 4), { levels, arithmetic: 'float16' }, exchange));
      }
    }
    for (const exchange of EXCHANGES) {
      failures.push(compare(noise(format('r8g8_srgb'), 150, 150, 6, 6), { levels: 8 }, exchange));
      failures.push(compare(noise(format('r8g8b8a8_unorm'), 1, 300, 2, 8), { levels: 9 }, exchange));
      failures.push(compare(noise(format('r8g8_snorm'), 5, 67, 3, 8), { levels: 7, reduction: 'min' }, exchange));
      failures.push(compare(noise(format('r8_srgb'), 4159, 1, 1, 9), { levels: 13, reduction: 'max' }, exchange));
    }
    expect(failures.filter((failure) => failure !== '')).toEqual([]);
  });

  it('has every slice continued by its last group', () => {
    const image = noise(format('r8_unorm'), 130, 70, 3, 2);
    const model = new ThreadModel(image, emptyLevels(image, 8), ownMin, toFloat32, 'local-memory');
    // There are 3x2 groups a slice. The last of slice 2 is 13, of slice 0 is 4, of slice 1 is 6.
    const order = [12, 14, 15, 16, 17, 13, 0, 1, 2, 3, 5, 7, 8, 4, 9, 10, 11, 6];
    model.run(order);
    expect(model.handOvers).toEqual([
      [2, 13],
      [0, 4],
      [1, 6],
    ]);
    expect(planDispatches(130, 70, 8)).toEqual([{ source: 0, width: 130, height: 70, levels: 7, columns: 3, rows: 2 }]);
  });
});
