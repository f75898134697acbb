import { describe, expect, it } from 'vitest';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import { allowedColor } from '../../oracle/allowed-color.ts';
import { expectedTexel, isExact } from '../../oracle/expected-texel.ts';
import { contains } from '../../../src/specification/exact/interval.ts';
import { sampleState } from '../../../src/specification/state/state.ts';
import { Dice } from '../../oracle/dice.ts';
import { D3D_MINIMUM, FULL_QUALITY, VULKAN_MINIMUM } from '../../oracle/presets.ts';
import { randomImage, randomQuads, randomSampler } from '../../oracle/random-requests.ts';
import { BILINEAR, EXPLICIT, GRADIENT, imageOf, lanesOf } from '../../oracle/sampling.ts';

const R8 = TEXEL_FORMATS.get('r8_unorm')!;

describe('the expected texel', () => {
  it('is the weighted sum that one can do by hand', () => {
    const image = imageOf(R8, 2, 2, [Uint8Array.of(0, 100, 200, 40)]);
    const batch = lanesOf(1, ({ s, t }) => {
      s[0] = 0.25 + 0.125;
      t[0] = 0.5;
    });
    // A quarter of the way along u, half of it along v: (25 + 160) / 2.
    const [red] = expectedTexel(sampleState(FULL_QUALITY, image, BILINEAR, EXPLICIT), { batch, quad: 0, lane: 0 });
    expect(red).toBe(Math.fround(92.5 / 255));
  });

  it('lies within the allowed results of its design', () => {
    const dice = new Dice(0x0dd);
    const wrong: string[] = [];
    for (let round = 0; round < 60; round++) {
      const image = randomImage(dice, dice.pick([R8, TEXEL_FORMATS.get('r8g8b8a8_srgb')!]));
      const state = sampleState(FULL_QUALITY, image, randomSampler(dice), EXPLICIT);
      const batch = randomQuads(dice, 8, image.width, image.height);
      for (let at = 0; at < 32; at++) {
        const lane = { batch, quad: at >> 2, lane: at & 3 };
        const expected = expectedTexel(state, lane);
        const allowed = allowedColor(state, lane);
        if (!expected.every((value, c) => contains(allowed[c], value))) wrong.push(`round ${round}, lane ${at}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('is refused where there is more than one right result', () => {
    const lane = { batch: lanesOf(1, () => {}), quad: 0, lane: 0 };
    const image = imageOf(R8, 1, 1, [Uint8Array.of(7)]);
    const float = imageOf(TEXEL_FORMATS.get('r16_sfloat')!, 1, 1, [new Uint8Array(2)]);
    const expected = (design = FULL_QUALITY, source = image, instruction = EXPLICIT) =>
      expectedTexel(sampleState(design, source, BILINEAR, instruction), lane);
    expect(() => expected(D3D_MINIMUM)).toThrow('design d3d11.3-minimum has no exact result');
    expect(() => expected(FULL_QUALITY, float)).toThrow('r16_sfloat has no exact result');
    expect(() => expected(FULL_QUALITY, image, GRADIENT)).toThrow('the LOD is gradient: no exact result');
    const gather = { ...EXPLICIT, op: 'gather' } as const;
    expect(() => expected(FULL_QUALITY, image, gather)).toThrow('not a plain one of a whole 2D image');
    expect(() => expected(FULL_QUALITY, { ...image, type: '1d' })).toThrow('not a plain one of a whole 2D image');
    expect([FULL_QUALITY, D3D_MINIMUM, VULKAN_MINIMUM].map(isExact)).toEqual([true, false, false]);
  });
});
