import { describe, expect, it } from 'vitest';
import type { AddressMode } from '../../../../rtl-model/state/sampler.ts';
import { D3D11_3, type Profile, VULKAN_1_4 } from '../../../../src/checker/profiles.ts';
import { freedomOfCoordinates } from '../../../../src/checker/judge/specified-coordinates.ts';
import { specifiedCoordinates } from '../../../../src/specification/coordinates/texel-coordinates.ts';
import type { SpecifiedAxis } from '../../../../src/specification/texels/reading.ts';
import { interval } from '../../../../src/specification/exact/interval.ts';
import { Dice } from '../../../oracle/dice.ts';

const ruleOf = (size: number, mode: AddressMode): SpecifiedAxis => ({
  size,
  scale: size,
  normalized: true,
  divided: false,
  shift: 0.5,
  rounding: 'nearest-even',
  fractionBits: 8,
  mode,
  reduced: true,
});
const coordinates = (u: number, rule: SpecifiedAxis, offset: number, profile: Profile) =>
  specifiedCoordinates(point(u), rule, offset, freedomOfCoordinates(profile));
const point = (x: number) => interval(x, x);

describe('the coordinates that a specification allows', () => {
  it('are one where float32 holds every step', () => {
    for (const profile of [D3D11_3, VULKAN_1_4]) {
      for (const mode of ['repeat', 'clamp_to_edge'] as const) {
        const x = coordinates(77 / 1024, ruleOf(4, mode), 3, profile);
        expect(x).toEqual(point(77 / 256 + 3 - 0.5));
      }
    }
  });

  it('hold what steps of float32 make of a coordinate: fraction, product, difference', () => {
    const dice = new Dice(3);
    let off = 0;
    for (let n = 0; n < 4000; n++) {
      const size = dice.pick([3, 1000, 4096, 16384, 16383]);
      // Next to a grid point, which the steps may cross.
      const u = Math.fround(-dice.integer(1, 256 * size - 1) / (256 * size));
      const fraction = Math.fround(u - Math.floor(u));
      const texels = Math.fround(Math.fround(fraction * size) - 0.5);
      // The interval is that of the coordinate less whole periods: one period below.
      const snapped = [Math.floor((texels - size) * 256) / 256, Math.ceil((texels - size) * 256) / 256];
      const { lower, upper } = coordinates(u, ruleOf(size, 'repeat'), 0, VULKAN_1_4)!;
      expect(snapped[0]).toBeGreaterThanOrEqual(lower);
      expect(snapped[1]).toBeLessThanOrEqual(upper);
      if (snapped[0] !== Math.floor((u * size - 0.5) * 256) / 256) off++;
    }
    expect(off).toBeGreaterThan(10);
  });

  it('are open for Vulkan where a coordinate is not finite, or far out; for D3D11.3 NaN is 0', () => {
    for (const u of [NaN, Infinity, -Infinity]) {
      expect(coordinates(u, ruleOf(4, 'repeat'), 0, VULKAN_1_4)).toBeUndefined();
      // 7.18.6, 3.2.4.1: a fraction of infinity is NaN, and NaN is converted to 0.
      expect(coordinates(u, ruleOf(4, 'repeat'), 0, D3D11_3)).toEqual(point(0));
    }
    expect(coordinates(NaN, ruleOf(4, 'clamp_to_edge'), 3, D3D11_3)).toEqual(point(3));
    // The range is reduced to [-10, 10].
    expect(coordinates(-Infinity, ruleOf(4, 'clamp_to_edge'), 0, D3D11_3)!.upper).toBeLessThan(-40);
    expect(coordinates(2 ** 20, ruleOf(4, 'repeat'), 0, VULKAN_1_4)).toBeUndefined();
    // D3D11.3 7.18.6 reduces it to nothing.
    expect(coordinates(2 ** 20, ruleOf(4, 'repeat'), 0, D3D11_3)).toEqual(point(-0.5));
  });
});
