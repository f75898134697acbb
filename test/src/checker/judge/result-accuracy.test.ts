import { describe, expect, it } from 'vitest';
import { cubicWeightTable } from '../../../../rtl-model/address-unit/cubic-weights.ts';
import { SPECIFICATION_TEXTS } from '../../../../rtl-model/design/design-fields.ts';
import { CUBIC_WEIGHTS } from '../../../../rtl-model/state/sampler.ts';
import { LARGEST_CUBIC_WEIGHTS } from '../../../../src/checker/judge/result-accuracy.ts';
import { judgedTable, profileOfText } from '../foreign/judged-table.ts';

const ALPHA_BITS = 10;
const WEIGHT_BITS = 20;
/** Four weights are rounded by half a step each. */
const ROUNDING = 4 * 2 ** -(WEIGHT_BITS + 1);

describe.each(SPECIFICATION_TEXTS)('the magnitudes of cubic weights, text %s,', (text) => {
  const sums = CUBIC_WEIGHTS.map((weights) => {
    const table = cubicWeightTable(weights, ALPHA_BITS, WEIGHT_BITS, text);
    const of = (at: number) => table.subarray(at, at + 4).reduce((sum, weight) => sum + Math.abs(weight), 0);
    return Math.max(...Array.from({ length: table.length / 4 }, (_, n) => of(4 * n))) / 2 ** WEIGHT_BITS;
  });

  it('sum to the largest that the accuracy of results counts with, and to no more', () => {
    const largest = Math.max(...sums);
    expect(largest).toBeLessThan(LARGEST_CUBIC_WEIGHTS[text] + ROUNDING);
    // Between the steps of the table the current sum is flat where it is largest; the older one rises by 2 a texel.
    expect(largest).toBeGreaterThan(LARGEST_CUBIC_WEIGHTS[text] - 2 * 2 ** -ALPHA_BITS);
  });
});

describe('a component that the format lacks', () => {
  const sampler = { magFilter: 'linear', minFilter: 'linear', mipmapMode: 'nearest' };
  const lines = (objects: readonly object[]) => objects.map((object) => JSON.stringify(object)).join('\n');
  const requests = lines([
    { texunit: 'requests', version: 2, api: 'vulkan' },
    { image: { name: 'image', format: 'a8_unorm', width: 2, height: 1, levels: ['/4A='] } },
    { sampler: { name: 'sampler', ...sampler } },
    { id: 0, image: 'image', sampler: 'sampler', coord: [0.5, 0.5], lod: 0 },
  ]);
  const wrongWith = (red: number) => {
    const result = { id: 0, texel: [red, 0, 0, (255 + 128) / 510] };
    return judgedTable(requests, lines([{ texunit: 'results', version: 2 }, result]), profileOfText('vulkan')).wrong;
  };

  it('is the constant, whatever the size of the others', () => {
    expect(wrongWith(0)).toEqual([]);
    expect(wrongWith(2 ** -10).map(({ channel }) => channel)).toEqual(['r']);
  });
});
