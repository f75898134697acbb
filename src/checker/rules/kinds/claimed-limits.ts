import type { LimitsDesign } from '../../../../rtl-model/design/design.ts';
import { EXHAUSTIVE, Measurement } from '../../probes/measurement.ts';
import type { Profile } from '../../profiles.ts';
import { REQUIRED_LIMITS } from '../../required-limits.ts';
import type { Rule } from '../../rule.ts';
import { d3d11Rule, vulkanRule } from './specification-rule.ts';

const LIMITS = Object.keys(REQUIRED_LIMITS) as (keyof LimitsDesign)[];

/** The claim of every limit, held to the one that is required. A claim is a number, or two of an extent. */
function claims(limits: LimitsDesign, { name, specification }: Profile): Measurement {
  const claim = new Measurement();
  for (const limit of LIMITS) {
    const { type, unsupported, ...least } = REQUIRED_LIMITS[limit];
    // Vulkan 1.1 to 1.3 require what 1.0 does.
    const required = least[name === 'd3d11.3' || name === 'vulkan-1.4' ? name : 'vulkan-1.0'];
    const values = [limits[limit]].flat();
    const without = specification === 'Vulkan' && values.every((value) => value === unsupported);
    const enough = values.every((value) => (type === 'min' ? value >= required : value <= required));
    const or = specification === 'Vulkan' && unsupported !== undefined ? `, or ${unsupported} without the feature` : '';
    claim.judge(without || enough, () => ({
      inputs: { limit: `limits.${limit}` },
      raw: {},
      expected: `${required} or ${type === 'min' ? 'more' : 'less'}${or}`,
      got: values.join(' x '),
    }));
  }
  return claim;
}

const CLAIMS = {
  method:
    "the design's claims are compared with the table of required limits; the first that falls short is the witness",
  unit: 'cases',
  *check({ design }, profile) {
    yield 0;
    return claims(design.limits, profile).atMost(0, EXHAUSTIVE);
  },
} as const satisfies Partial<Rule>;

export const VULKAN_CLAIMS = vulkanRule('Required Limits/claims', {
  ...CLAIMS,
  title: 'No limit that is claimed falls short of the required one',
  limit:
    'the Required Limits of the version, of the features that the limit says are there; for `claimed` those of Vulkan 1.0',
});

export const D3D11_CLAIMS = d3d11Rule('7.18.4/claims', {
  ...CLAIMS,
  title: 'No limit that is claimed falls short of what every implementation has',
  limit:
    '2D images of 16384 texels, 2048 layers, 3D images of 2048; 16.8 coordinates and 8.8 LODs (7.18.16.1); anisotropy 16 and ' +
    'biases down to -32 together (7.18.11); offsets from -8 to 7, of gather4_po from -32 to 31 (22.4)',
});
