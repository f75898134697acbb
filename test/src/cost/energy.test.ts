import { describe, expect, it } from 'vitest';
import { withValue } from '../../../rtl-model/design/field.ts';
import { energyOf, quadWork, type Work } from '../../../src/cost/energy.ts';
import { plainState } from '../../../traces/golden/plain-state.ts';
import { memoriesOf } from '../../../src/cost/storage.ts';
import { PRESETS } from '../../../src/designs/presets.ts';

const minimum = PRESETS.get('d3d11.3-minimum')!;

function energy(design = minimum, work: Work = quadWork(1, design)) {
  const parts = energyOf(design, memoriesOf(design, plainState(design)), work);
  return Object.fromEntries(parts.map(({ part, picojoules }) => [part, picojoules]));
}

describe('the estimate of energy', () => {
  it('takes no DRAM for quads that hit, and 30 pJ a bit for others', () => {
    expect(energy().DRAM).toBe(0);
    expect(energy(minimum, { ...quadWork(1, minimum), memoryBytes: 64 }).DRAM).toBe(64 * 8 * 30);
  });

  it('is the sum over work: twice the work takes twice the energy', () => {
    const once = energy();
    const { cache, ...counts } = quadWork(1, minimum);
    const doubled = Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, 2 * count]));
    const twice = energy(minimum, { ...(doubled as typeof counts), cache: { lookups: 2 * cache.lookups } });
    for (const [part, picojoules] of Object.entries(once)) expect(twice[part]).toBeCloseTo(2 * picojoules, 9);
  });

  it.each([
    ['filter.guardBits', 16, 'filter'],
    ['filter.srgbLinearBits', 16, 'filter'],
    ['address.coordinate.integerBits', 20, 'address'],
    ['lod.log2Table.entryBits', 20, 'LOD'],
    ['cache.ways', 4, 'cache'],
    ['pipeline.fifoDepth.fragment', 512, 'FIFOs'],
  ])('grows with %s', (path, value, part) => {
    const wider = energy(withValue(minimum, path, value));
    expect(wider[part]).toBeGreaterThan(energy()[part]);
  });

  it('takes for a lerp of 9 by 8 bits what its source gives for a product of 8 by 8, within a third', () => {
    // 12 lerps of 9 and 17 bits in a lane's sample; the source has 0.2 pJ for the product and 0.03 for each of two sums.
    const narrow = withValue(withValue(minimum, 'filter.guardBits', 0), 'filter.srgbLinearBits', 8);
    const none = { ...quadWork(1, narrow), pixels: 0, samples: 1, taps: 0, cache: { lookups: 0 } };
    const accumulators = 4 * 0.0035 * narrow.filter.accumulatorBits;
    const lerp = (energy(narrow, none).filter - accumulators) / 12;
    expect(lerp).toBeGreaterThan(0.26 * 0.67);
    expect(lerp).toBeLessThan(0.26 * 1.33);
  });
});
