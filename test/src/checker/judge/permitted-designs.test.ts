import { describe, expect, it } from 'vitest';
import { D3D11_3, VULKAN_1_0, VULKAN_1_4 } from '../../../../src/checker/profiles.ts';
import { judgeResults } from '../../../../src/checker/attribute/judge-results.ts';
import { formatOf } from '../../../oracle/allowed-at.ts';
import { Dice } from '../../../oracle/dice.ts';
import { draws } from '../../../oracle/draws.ts';
import { FULL_QUALITY, VULKAN_MINIMUM } from '../../../oracle/presets.ts';
import { permittedDesign } from '../../../oracle/permitted-design.ts';
import { operationOf } from '../../../oracle/random-operations.ts';
import { randomImage, randomInstruction, randomQuads, randomSampler } from '../../../oracle/random-requests.ts';
import { finished } from './random-requests.ts';
import { measuredByModel } from './measured-by-model.ts';

const FORMATS = ['r8_unorm', 'r8g8b8a8_srgb', 'r16_unorm', 'r8_snorm', 'r16g16b16a16_sfloat', 'r32_sfloat'];

describe('the results that a specification allows', () => {
  it.each([D3D11_3, VULKAN_1_0, VULKAN_1_4])('include those of every permitted design: $name', (profile) => {
    let [closed, judged] = [0, 0];
    for (let seed = 1; seed <= draws(80); seed++) {
      const dice = new Dice(seed);
      const design = permittedDesign(dice, profile);
      const image = randomImage(dice, formatOf(dice.pick(FORMATS)));
      const sampler = { ...randomSampler(dice), anisotropyEnable: dice.chance(0.1) };
      const states = [{ image: 0, sampler, instruction: randomInstruction(dice) }];
      const batch = randomQuads(dice, 6, image.width, image.height);
      const trace = measuredByModel(design, [image], states, batch);
      const result = finished(judgeResults(trace, { kind: 'profile', profile }));
      expect(result.wrong.map((wrong) => JSON.stringify({ seed, ...wrong }))).toEqual([]);
      judged += result.judged;
      closed += result.judged - result.open;
    }
    expect(closed).toBeGreaterThan(judged / 2);
  });

  it.each([
    { design: FULL_QUALITY, profile: VULKAN_1_4 },
    { design: VULKAN_MINIMUM, profile: VULKAN_1_0 },
  ])('include those of sampling operations of every kind: $profile.name', ({ design, profile }) => {
    for (let n = 0; n < draws(60); n++) {
      const { image, view, sampler, instruction, batch } = operationOf(77, n, 1);
      const trace = measuredByModel(design, [image], [{ image: 0, view, sampler, instruction }], batch);
      const { wrong } = finished(judgeResults(trace, { kind: 'profile', profile }));
      expect(wrong.map((result) => JSON.stringify({ n, ...result }))).toEqual([]);
    }
  });
});
