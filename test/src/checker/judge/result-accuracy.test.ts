import { describe, expect, it } from 'vitest';
import { cubicWeightTable } from '../../../../rtl-model/address-unit/cubic-weights.ts';
import { SPECIFICATION_TEXTS } from '../../../../rtl-model/design/design-fields.ts';
import { CUBIC_WEIGHTS } from '../../../../rtl-model/state/sampler.ts';
import { LARGEST_CUBIC_WEIGHTS } from '../../../../src/checker/judge/result-accuracy.ts';

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
