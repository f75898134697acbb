import type { LimitsDesign } from '../../rtl-model/design/design.ts';
import { REQUIRED_LIMITS } from './required-limits.ts';

/** The demands of a check: a specification with the numbers that it leaves to a profile. */
export interface Profile {
  readonly name: 'd3d11.3' | 'vulkan-1.0' | 'vulkan-1.4' | 'claimed';
  readonly specification: 'D3D11.3' | 'Vulkan';
  /** Fraction bits of texel coordinates, at least. */
  readonly subTexelPrecisionBits: number;
  /** Fraction bits of the LOD, at least. */
  readonly mipmapPrecisionBits: number;
  /** The LOD bias that must be possible, at least. */
  readonly maxSamplerLodBias: number;
}

/** D3D11.3 7.18.16.1 and 7.18.11: 16.8 coordinates, 8.8 LOD, biases from -16 to 15.99. */
export const D3D11_3: Profile = Object.freeze({
  name: 'd3d11.3',
  specification: 'D3D11.3',
  subTexelPrecisionBits: 8,
  mipmapPrecisionBits: 8,
  maxSamplerLodBias: 15.99,
});

function vulkan(name: 'vulkan-1.0' | 'vulkan-1.4'): Profile {
  return Object.freeze({
    name,
    specification: 'Vulkan',
    subTexelPrecisionBits: REQUIRED_LIMITS.subTexelPrecisionBits[name],
    mipmapPrecisionBits: REQUIRED_LIMITS.mipmapPrecisionBits[name],
    maxSamplerLodBias: REQUIRED_LIMITS.maxSamplerLodBias[name],
  });
}

/** The required limits of Vulkan 1.0. */
export const VULKAN_1_0 = vulkan('vulkan-1.0');

/** The required limits of Vulkan 1.4. */
export const VULKAN_1_4 = vulkan('vulkan-1.4');

/** Vulkan with the limits that a design claims of itself. */
export function claimed({ subTexelPrecisionBits, mipmapPrecisionBits, maxSamplerLodBias }: LimitsDesign): Profile {
  return Object.freeze({
    name: 'claimed',
    specification: 'Vulkan',
    subTexelPrecisionBits,
    mipmapPrecisionBits,
    maxSamplerLodBias,
  });
}

export const PROFILE_NAMES = ['d3d11.3', 'vulkan-1.0', 'vulkan-1.4', 'claimed'] as const;

/** The profile of a name; `claimed` takes the design's limits. */
export function profileOf(name: Profile['name'], limits: LimitsDesign): Profile {
  switch (name) {
    case 'd3d11.3':
      return D3D11_3;
    case 'vulkan-1.0':
      return VULKAN_1_0;
    case 'vulkan-1.4':
      return VULKAN_1_4;
    case 'claimed':
      return claimed(limits);
  }
}
