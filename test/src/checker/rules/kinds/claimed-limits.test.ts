import { expect, it } from 'vitest';
import type { Design } from '../../../../../rtl-model/design/design.ts';
import { D3D11_3, claimed, type Profile, VULKAN_1_0, VULKAN_1_4 } from '../../../../../src/checker/profiles.ts';
import type { Finding } from '../../../../../src/checker/rule.ts';
import { D3D11_CLAIMS, VULKAN_CLAIMS } from '../../../../../src/checker/rules/kinds/claimed-limits.ts';
import { designSubject } from '../../../../../src/checker/subject.ts';
import { preset } from '../../../../pipeline/random-work.ts';
import { found } from '../wrong-subject.ts';

type Limits = Design['limits'];

const FULL = preset('full-quality');
const MINIMUM = preset('vulkan-1.0-minimum');

function verdict(profile: Profile, base: Design, limits: Partial<Limits>): Finding {
  const design = { ...base, limits: { ...base.limits, ...limits } };
  const rule = profile.specification === 'Vulkan' ? VULKAN_CLAIMS : D3D11_CLAIMS;
  return found(rule, designSubject(design), profile);
}

/** The least claims of Vulkan 1.0, and claims that fall short of them. */
const SHORT: readonly Partial<Limits>[] = [
  { subTexelPrecisionBits: 3 },
  { mipmapPrecisionBits: 3 },
  { maxSamplerLodBias: 1 },
  { maxSamplerAnisotropy: 8 },
  { minTexelOffset: -4 },
  { maxTexelOffset: 6 },
  { maxImageDimension1D: 4095 },
  { maxImageDimension2D: 2048 },
  { maxImageDimension3D: 128 },
  { maxImageDimensionCube: 2048 },
  { maxImageArrayLayers: 255 },
  { minTexelGatherOffset: -7 },
  { maxTexelGatherOffset: 6 },
  { maxBoxFilterBlockSize: [64, 63] },
  { maxWeightFilterDimension: [1, 64] },
  { maxWeightFilterPhases: 512 },
  { maxBlockMatchRegion: [32, 64] },
];

it.each(SHORT)('a claim below that of Vulkan 1.0 fails, also where the claims are the profile: %j', (limits) => {
  expect(verdict(VULKAN_1_0, MINIMUM, {}).verdict).toBe('pass');
  for (const profile of [VULKAN_1_0, claimed({ ...MINIMUM.limits, ...limits })]) {
    const finding = verdict(profile, MINIMUM, limits);
    expect(finding).toMatchObject({ verdict: 'fail', measured: 1 });
    expect(finding.witness?.inputs).toEqual({ limit: `limits.${Object.keys(limits)[0]}` });
  }
});

it('a feature that is not there has the limit of its absence, in Vulkan', () => {
  const without = { maxSamplerAnisotropy: 1, minTexelGatherOffset: 0, maxTexelGatherOffset: 0 };
  expect(verdict(VULKAN_1_4, FULL, without).verdict).toBe('pass');
  expect(verdict(D3D11_3, FULL, without)).toMatchObject({ verdict: 'fail', measured: 3 });
});

it('Vulkan 1.4 and D3D11.3 require more than Vulkan 1.0', () => {
  expect(verdict(VULKAN_1_4, MINIMUM, {}).measured).toBe(8);
  expect(verdict(D3D11_3, MINIMUM, {}).verdict).toBe('fail');
  expect(verdict(D3D11_3, FULL, {}).verdict).toBe('pass');
});
