import { describe, expect, it } from 'vitest';
import type { SpecificationText } from '../../../rtl-model/design/design.ts';
import type { Sampler } from '../../../rtl-model/state/sampler.ts';
import { claimed, D3D11_3, profileTitle, VULKAN_1_0, VULKAN_1_4, withText } from '../../../src/checker/profiles.ts';
import { fitEvidence } from '../../../src/checker/closest/fit-evidence.ts';
import { fitLevelWeights, fitSubtexel } from '../../../src/checker/closest/fit-grids.ts';
import { measuredWeights } from '../../../src/checker/closest/level-weights.ts';
import { SpecificationOracle } from '../../../src/checker/judge/specification-oracle.ts';
import { CUBIC_RULES } from '../../../src/checker/rules/vulkan/cubic-filtering.ts';
import { LEVEL_RULES } from '../../../src/checker/rules/vulkan/levels/level-selection.ts';
import { designSubject } from '../../../src/checker/subject.ts';
import { isRight } from '../../../src/specification/answers/answer.ts';
import { viewOfImage } from '../../../src/specification/state/view.ts';
import { FULL_QUALITY, VULKAN_MINIMUM } from '../../oracle/presets.ts';
import { explicitState, noise, randomLanes } from './judge/random-requests.ts';
import { measuredByModel } from './judge/measured-by-model.ts';
import { failures } from './rules/vulkan/wrong-subjects.ts';

const { limits } = FULL_QUALITY;
const PAIRS = [
  ['current', 'current'],
  ['vulkan-1.1', 'vulkan-1.1'],
  ['vulkan-1.1', 'current'],
  ['current', 'vulkan-1.1'],
] as const;

describe('a design that follows one text of Vulkan', () => {
  it.each(PAIRS)('of %s fails by %s the rules in which the two differ, and by its own none', (own, demanded) => {
    const subject = designSubject({ ...VULKAN_MINIMUM, text: own });
    const failed = failures([...CUBIC_RULES, ...LEVEL_RULES], subject, withText(VULKAN_1_0, demanded));
    expect(failed).toEqual(own === demanded ? [] : ['weights', 'weight-products', 'level-clamp']);
  });

  it('is named with its text in reports where that is not the current one', () => {
    const titles = (['current', 'vulkan-1.1'] as const).map((text) => profileTitle(withText(claimed(limits), text)));
    expect(titles).toEqual(['claimed', 'claimed (text of vulkan-1.1)']);
    // D3D11.3 is one text, whatever is said of Vulkan's.
    expect(withText(D3D11_3, 'vulkan-1.1')).toBe(D3D11_3);
  });
});

describe('results of a design that follows one text of Vulkan', () => {
  const image = noise(3);
  const CUBIC: Partial<Sampler> = { magFilter: 'cubic', minFilter: 'cubic', mipmapMode: 'nearest' };

  /** Samples between the levels of a view that begins at a level, or of its first level. */
  function results(text: SpecificationText, baseMipLevel: number, sampler: Partial<Sampler> = {}) {
    const view = { ...viewOfImage(image), baseMipLevel, levelCount: 5 - baseMipLevel };
    const state = { ...explicitState(sampler), view };
    const batch = randomLanes(6, 50, (dice) => dice.real(0, sampler === CUBIC ? 0 : 4 - baseMipLevel));
    return measuredByModel({ ...FULL_QUALITY, text }, [image], [state], batch);
  }

  /** Lanes whose results a text does not allow. */
  function wrongBy(text: SpecificationText, { images, states, batch, requests }: ReturnType<typeof results>): number {
    const oracle = new SpecificationOracle(withText(VULKAN_1_4, text), images, states);
    return requests
      .flatMap(({ results: given }, quad) =>
        given!.texels!.map((texel, lane) => texel === null || isRight(oracle.answer(batch, quad, lane), texel)),
      )
      .filter((right) => !right).length;
  }

  it.each(PAIRS)('%s, are judged by %s: the coarser level of a view that begins at a level', (own, demanded) => {
    const wrong = wrongBy(demanded, results(own, 2));
    if (own === demanded) expect(wrong).toBe(0);
    else expect(wrong).toBeGreaterThan(50);
  });

  it.each(PAIRS)('%s, are judged by %s: cubic weights', (own, demanded) => {
    const wrong = wrongBy(demanded, results(own, 0, CUBIC));
    if (own === demanded) expect(wrong).toBe(0);
    else expect(wrong).toBeGreaterThan(50);
  });

  it('are the same where the texts agree: trilinear samples of a view from level 0 on', () => {
    expect(PAIRS.map(([own, demanded]) => wrongBy(demanded, results(own, 0)))).toEqual([0, 0, 0, 0]);
  });

  it('show the weights between the levels that this text selects', () => {
    const subtexel = fitSubtexel(fitEvidence(results('current', 0, { mipmapMode: 'nearest' })));
    const contradicts = (own: SpecificationText, read: SpecificationText) =>
      fitLevelWeights(measuredWeights(fitEvidence(results(own, 3), read), subtexel, withText(VULKAN_1_4, read)))
        ?.contradicts ?? Infinity;
    expect(contradicts('vulkan-1.1', 'vulkan-1.1')).toBe(0);
    expect(contradicts('vulkan-1.1', 'current')).toBeGreaterThan(20);
  });
});
