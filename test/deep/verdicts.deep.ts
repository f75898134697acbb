import { describe, expect, it } from 'vitest';
import type { Design } from '../../rtl-model/design/design.ts';
import { QUAD_LANES } from '../../rtl-model/registers/quad-batch.ts';
import type { TextureState } from '../../rtl-model/state/texture-state.ts';
import { D3D11_3, type Profile, VULKAN_1_0, VULKAN_1_4 } from '../../src/checker/profiles.ts';
import { judgeResults } from '../../src/checker/results/judge-results.ts';
import { formatOf } from '../oracle/allowed-at.ts';
import { Dice } from '../oracle/dice.ts';
import { permittedDesign } from '../oracle/permitted-design.ts';
import { randomImage, randomInstruction, randomQuads, randomSampler } from '../oracle/random-requests.ts';
import { finished } from '../src/checker/results/asked.ts';
import { measuredByModel } from '../src/checker/results/measured-by-model.ts';
import { SEED } from './seed.ts';

const FORMATS = ['r8_unorm', 'r8g8b8a8_srgb', 'r16_unorm', 'r8_snorm', 'r16g16b16a16_sfloat', 'r32_sfloat'];
const QUADS = 32;
/** Requests of each profile, of one lane each. */
const REQUESTS = 340_000;

/** The judgement of a design's own results of random requests. */
function judged(dice: Dice, design: Design, profile: Profile) {
  const image = randomImage(dice, formatOf(dice.pick(FORMATS)));
  const sampler = { ...randomSampler(dice), anisotropyEnable: dice.chance(0.1) };
  const states: readonly TextureState[] = [{ image: 0, sampler, instruction: randomInstruction(dice) }];
  const batch = randomQuads(dice, QUADS, image.width, image.height);
  const trace = measuredByModel(design, [image], states, batch);
  return finished(judgeResults(trace, { kind: 'profile', profile }));
}

describe('the judgement of measured results', () => {
  it.each([D3D11_3, VULKAN_1_0, VULKAN_1_4])('finds nothing wrong in designs that conform to $name', (profile) => {
    const wrong: string[] = [];
    let [requests, open] = [0, 0];
    for (let n = 0; requests < REQUESTS; n++) {
      const dice = new Dice(Math.imul(SEED + 1, 0x9e3779b1) ^ n);
      const result = judged(dice, permittedDesign(dice, profile), profile);
      wrong.push(...result.wrong.map((one) => JSON.stringify({ n, ...one })));
      requests += QUAD_LANES * QUADS;
      open += result.open;
    }
    console.log(
      `${profile.name}: seed ${SEED}, ${requests} requests, ${open} of them left open, ${wrong.length} wrong`,
    );
    expect(wrong.slice(0, 10)).toEqual([]);
  });
});
