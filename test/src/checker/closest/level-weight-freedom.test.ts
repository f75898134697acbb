import { describe, expect, it } from 'vitest';
import type { Design } from '../../../../rtl-model/design/design.ts';
import type { QuadBatch } from '../../../../rtl-model/registers/quad-batch.ts';
import { D3D11_3, type Profile, VULKAN_1_0, VULKAN_1_4 } from '../../../../src/checker/profiles.ts';
import { fitResults } from '../../../../src/checker/closest/check-results.ts';
import { formatOf } from '../../../oracle/allowed-at.ts';
import type { Dice } from '../../../oracle/dice.ts';
import { D3D_MINIMUM, FULL_QUALITY, VULKAN_MINIMUM } from '../../../oracle/presets.ts';
import { explicitState, noise, randomLanes } from '../judge/random-requests.ts';
import { measuredByModel } from '../judge/measured-by-model.ts';

/** The rules that trilinear samples break, none of them of a single level. */
function broken(
  design: Design,
  profile: Profile,
  bits: 8 | 16 = 8,
  mipLodBias = 0,
  lodOf = (dice: Dice) => dice.real(0, 4),
  change: (batch: QuadBatch) => void = () => {},
): readonly string[] {
  const codes = noise(4);
  const wide = codes.levels.map((level) => new Uint8Array(Uint16Array.from(level, (code) => 257 * code).buffer));
  const image = bits === 8 ? codes : { ...codes, format: formatOf('r16_unorm'), levels: wide };
  const batch = randomLanes(6, 20, lodOf);
  change(batch);
  const trace = measuredByModel(design, [image], [explicitState({ mipLodBias })], batch);
  const { precision, levelWeightVerdict } = fitResults(trace, profile);
  return [...precision, levelWeightVerdict!]
    .filter(({ finding }) => finding.verdict === 'fail')
    .map(({ rule }) => rule.id);
}

/** The design with other coordinates. */
function snapped(design: Design, fractionBits: number): Design {
  const { address, filter } = design;
  const coordinate = { ...address.coordinate, fractionBits };
  return { ...design, address: { ...address, coordinate }, filter: { ...filter, weightBits: fractionBits } };
}

describe('weights between levels, where no sample of a single level shows the coordinates', () => {
  it.each([
    { design: VULKAN_MINIMUM, profile: VULKAN_1_0 },
    { design: FULL_QUALITY, profile: VULKAN_1_4 },
    { design: D3D_MINIMUM, profile: D3D11_3 },
  ])('are those of a design that conforms: $design.name by $profile.name', ({ design, profile }) => {
    expect(broken(design, profile)).toEqual([]);
    expect(broken(design, profile, 16)).toEqual([]);
  });

  it('are not blamed for coordinates of 6 bits', () => {
    expect(broken(snapped(D3D_MINIMUM, 6), D3D11_3)).toEqual([]);
    expect(broken(snapped(D3D_MINIMUM, 6), D3D11_3, 16)).toEqual(['results/subtexel-bits']);
  });

  it('are not blamed where base and bias, each snapped by itself, select other two levels', () => {
    const truncating: Design = { ...VULKAN_MINIMUM, lod: { ...VULKAN_MINIMUM.lod, rounding: 'floor' } };
    // 1.48 + 0.53 is 2.01, but 1.4375 + 0.5 is less than 2.
    const aboveLevels = (dice: Dice) => dice.integer(0, 2) + 0.48;
    expect(broken(truncating, VULKAN_1_0, 16, 0.53, aboveLevels)).toEqual([]);
  });

  it('are not blamed for a snap toward zero that comes before the offset, where other requests prove the grid', () => {
    const truncating: Design = { ...VULKAN_MINIMUM, address: { ...VULKAN_MINIMUM.address, rounding: 'toward-zero' } };
    const lodOf = (dice: Dice) => (dice.chance(0.5) ? 0 : dice.real(0, 1));
    // Left of the first texel's centre the coordinate is negative before the offset, and positive behind it.
    const atTheEdge = (batch: QuadBatch) => {
      batch.offsetU.fill(5);
      batch.t.forEach((t, n) => (batch.t[n] = 0.3 + (t - Math.floor(t)) / 2));
      batch.s.forEach((s, n) => {
        const within = s - Math.floor(s);
        batch.s[n] = Number.isInteger(batch.lod[n]) ? 0.3 + within / 2 : within / 32;
      });
    };
    expect(broken(truncating, VULKAN_1_0, 16, 0, lodOf, atTheEdge)).toEqual([]);
  });

  it('are blamed for a curve of their own', () => {
    const levelWeightCurve: Design['lod']['levelWeightCurve'] = [
      [0.1, 0],
      [0.9, 1],
    ];
    const curved = { ...D3D_MINIMUM, lod: { ...D3D_MINIMUM.lod, levelWeightCurve } };
    expect(broken(curved, D3D11_3)).toEqual(['results/level-weight']);
    expect(broken(curved, D3D11_3, 16)).toEqual(['results/level-weight']);
  });
});
