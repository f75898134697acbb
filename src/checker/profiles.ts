import type { LimitsDesign, SpecificationText } from '../../rtl-model/design/design.ts';
import { REQUIRED_LIMITS } from './required-limits.ts';
import type { AccessFeature } from '../specification/texels/reading.ts';

/** The demands of a check: a specification with the numbers that it leaves to a profile. */
export interface Profile {
  readonly name: (typeof PROFILE_NAMES)[number];
  readonly specification: 'D3D11.3' | 'Vulkan';
  /** The text of Vulkan; D3D11.3 has one. */
  readonly text: SpecificationText;
  /** Fraction bits of texel coordinates, at least. */
  readonly subTexelPrecisionBits: number;
  /** Fraction bits of the LOD, at least. */
  readonly mipmapPrecisionBits: number;
  /** The LOD bias that must be possible, at least. */
  readonly maxSamplerLodBias: number;
  /** The features of a Vulkan device that accesses without a texel depend on; D3D11.3 has no such choice. */
  readonly features: readonly AccessFeature[];
  /** Choices that are free beside those of the specification; none if left out. */
  readonly granted?: readonly Freedom[];
}

/**
 * A choice of the implementation: the rounding of coordinates or of the LOD, the layer or level half way between two,
 * the scale factor, coordinates without range reduction, and any weight between two levels.
 */
export type Freedom =
  | 'coordinate-rounding'
  | 'lod-rounding'
  | 'layer-rule'
  | 'level-rule'
  | 'scale-factor'
  | 'unreduced-range'
  | 'level-weight';

/** True if a profile leaves the choice to an implementation: Vulkan does so with all but the weight between levels. */
export function isFree({ specification, granted }: Profile, freedom: Freedom): boolean {
  return (specification === 'Vulkan' && freedom !== 'level-weight') || granted?.includes(freedom) === true;
}

/** D3D11.3 7.18.16.1 and 7.18.11: 16.8 coordinates, 8.8 LOD, biases from -16 to 15.99. */
export const D3D11_3: Profile = Object.freeze({
  name: 'd3d11.3',
  specification: 'D3D11.3',
  text: 'current',
  subTexelPrecisionBits: 8,
  mipmapPrecisionBits: 8,
  maxSamplerLodBias: 15.99,
  features: [],
});

function vulkan(
  name: Exclude<Profile['name'], 'd3d11.3' | 'claimed'>,
  requirer: 'vulkan-1.0' | 'vulkan-1.4',
  features: readonly AccessFeature[],
): Profile {
  return Object.freeze({
    name,
    specification: 'Vulkan',
    text: 'current',
    subTexelPrecisionBits: REQUIRED_LIMITS.subTexelPrecisionBits[requirer],
    mipmapPrecisionBits: REQUIRED_LIMITS.mipmapPrecisionBits[requirer],
    maxSamplerLodBias: REQUIRED_LIMITS.maxSamplerLodBias[requirer],
    features,
  });
}

/** The required limits of Vulkan 1.0, which requires none of the features. */
export const VULKAN_1_0 = vulkan('vulkan-1.0', 'vulkan-1.0', []);

/** The required limits of Vulkan 1.4. */
export const VULKAN_1_4 = vulkan('vulkan-1.4', 'vulkan-1.4', ['robustImageAccess']);

/** The limits of 1.0 hold up to 1.3, which is the first version to require robustImageAccess. */
const PROFILES: readonly Profile[] = [
  D3D11_3,
  VULKAN_1_0,
  vulkan('vulkan-1.1', 'vulkan-1.0', []),
  vulkan('vulkan-1.2', 'vulkan-1.0', []),
  vulkan('vulkan-1.3', 'vulkan-1.0', ['robustImageAccess']),
  VULKAN_1_4,
];

/** Vulkan with the limits that a design claims of itself. */
export function claimed({ subTexelPrecisionBits, mipmapPrecisionBits, maxSamplerLodBias }: LimitsDesign): Profile {
  const limits = { subTexelPrecisionBits, mipmapPrecisionBits, maxSamplerLodBias };
  return Object.freeze({ ...VULKAN_1_0, name: 'claimed', ...limits });
}

export const PROFILE_NAMES = [
  'd3d11.3',
  'vulkan-1.0',
  'vulkan-1.1',
  'vulkan-1.2',
  'vulkan-1.3',
  'vulkan-1.4',
  'claimed',
] as const;

/**
 * The profile of a name; `claimed` takes the design's limits.
 *
 * @param features of the Vulkan device whose results are judged; if left out, those that the version requires
 */
export function profileOf(name: Profile['name'], limits: LimitsDesign, features?: readonly AccessFeature[]): Profile {
  const profile = PROFILES.find((one) => one.name === name) ?? claimed(limits);
  return features === undefined ? profile : Object.freeze({ ...profile, features });
}

/** The same demands by a text of Vulkan; D3D11.3 has one text. */
export function withText(profile: Profile, text: SpecificationText): Profile {
  return profile.specification === 'Vulkan' ? Object.freeze({ ...profile, text }) : profile;
}

/** The name of a profile in reports, with its text if that is an older one. */
export function profileTitle({ name, text }: Profile): string {
  return text === 'current' ? name : `${name} (text of ${text})`;
}
