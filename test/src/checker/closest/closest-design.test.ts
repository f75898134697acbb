import { describe, expect, it } from 'vitest';
import type { Design } from '../../../../rtl-model/design/design.ts';
import type { Sampler } from '../../../../rtl-model/state/sampler.ts';
import { closestDesign } from '../../../../src/checker/closest/closest-design.ts';
import { fitResults } from '../../../../src/checker/closest/check-results.ts';
import { VULKAN_1_0 } from '../../../../src/checker/profiles.ts';
import { Dice } from '../../../oracle/dice.ts';
import { FULL_QUALITY } from '../../../oracle/presets.ts';
import { designOf, explicitState, finished, noise, randomLanes } from '../judge/random-requests.ts';
import { measuredByModel } from '../judge/measured-by-model.ts';

/** Samples with the instruction's own gradients, measured on a design; trilinear where the sampler says nothing else. */
function measured(design: Design, sampler: Partial<Sampler> = {}) {
  const state = explicitState(sampler);
  const batch = randomLanes(4, 32, () => 0);
  const dice = new Dice(9);
  for (const gradient of [batch.dsdx, batch.dtdx, batch.dsdy, batch.dtdy]) {
    gradient.forEach((_, lane) => (gradient[lane] = dice.real(-0.2, 0.2)));
  }
  return measuredByModel(
    design,
    [noise(8)],
    [{ ...state, instruction: { ...state.instruction, lod: 'gradient' } }],
    batch,
  );
}

describe('the closest design', () => {
  it.each([
    ['lod.scaleFactor', designOf({ lod: { scaleFactor: 'component-sum' } }), 'component-sum'],
    ['address.rounding', designOf({ rounding: 'floor' }), 'floor'],
    ['address.coordinate.fractionBits', designOf({ subtexel: 5 }), 5],
  ] as const)('has the %s that the results show', (field, design, value) => {
    const trace = measured(design);
    const fits = fitResults(trace, VULKAN_1_0);
    const closest = finished(closestDesign(trace, fits.presets, fits))!;
    expect(closest.changes).toContainEqual(expect.objectContaining({ field, to: value }));
    expect(closest.shown).toContainEqual(expect.objectContaining({ field, value }));
    expect(closest.reproduced).toBe(32);
  });

  it('follows the text whose Catmull-Rom weights the results show', () => {
    const trace = measured({ ...FULL_QUALITY, text: 'vulkan-1.1' }, { magFilter: 'cubic', minFilter: 'cubic' });
    const fits = fitResults(trace, VULKAN_1_0);
    const closest = finished(closestDesign(trace, fits.presets, fits))!;
    expect(closest.changes).toEqual([{ field: 'text', from: 'current', to: 'vulkan-1.1' }]);
    expect(closest.shown).toContainEqual(expect.objectContaining({ field: 'text', value: 'vulkan-1.1' }));
    expect(closest.reproduced).toBe(32);
  });

  it('is the preset itself where nothing differs', () => {
    const trace = measured(FULL_QUALITY);
    const fits = fitResults(trace, VULKAN_1_0);
    expect(finished(closestDesign(trace, fits.presets, fits))).toMatchObject({
      preset: 'full-quality',
      changes: [],
      reproduced: 32,
    });
  });

  it('is the named design where that equals every result', () => {
    const named = {
      ...designOf({ lod: { nearestRule: 'ceil-minus-one' }, filter: { guardBits: 3, rounding: 'ceil' } }),
      name: 'mine',
    };
    const trace = measured(named);
    const fits = fitResults(trace, VULKAN_1_0);
    expect(finished(closestDesign(trace, fits.presets, fits, named))).toMatchObject({
      preset: 'mine',
      changes: [],
      reproduced: 32,
    });
  });

  it('has the two fields that explain everything together, where neither does alone', () => {
    const trace = measured(designOf({ filter: { guardBits: 0, rounding: 'floor' } }));
    const fits = fitResults(trace, VULKAN_1_0);
    const closest = finished(closestDesign(trace, fits.presets, fits))!;
    expect(closest.reproduced).toBe(32);
  });
});
