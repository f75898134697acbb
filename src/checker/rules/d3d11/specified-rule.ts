import type { Design } from '../../../../rtl-model/design/design.ts';
import { PRESETS } from '../../../designs/presets.ts';
import { OperationOracle } from '../../../specification/operations/operation-oracle.ts';
import type { Chosen } from '../../probes/measurement.ts';
import { SeededBits } from '../../probes/seeded-bits.ts';
import { judgeRequests, type Requests } from '../../probes/specified-requests.ts';
import type { Effort, Rule } from '../../rule.ts';
import { everyDecoding } from '../../results/block-decoding.ts';
import { d3d11Rule } from './d3d11-rule.ts';

const BASE = PRESETS.get('full-quality')!;

/**
 * The least that D3D11.3 allows, without an error of its own: 16.8 coordinates and an 8.8 LOD (7.18.16.1), everything
 * else exact. Requests on these grids leave a design no freedom.
 */
const EXACT: Design = {
  ...BASE,
  name: 'exact',
  address: { ...BASE.address, scalePrecision: 'exact', layerRounding: 'nearest-even' },
  lod: { ...BASE.lod, nearestRule: 'floor-plus-half' },
  limits: { ...BASE.limits, maxSamplerLodBias: 32 },
};

/** A rule by which results are equal to what the specification says: requests, which the oracle judges. */
export function specifiedRule(
  rule: Pick<Rule, 'section' | 'title' | 'limit' | 'method'> & {
    readonly name: string;
    readonly chosen: Chosen;
    /** @param bits with the seed of `chosen` */
    readonly requests: (effort: Effort, bits: SeededBits) => readonly Requests[];
  },
): Rule {
  const { chosen, requests, ...fields } = rule;
  return d3d11Rule({
    ...fields,
    unit: 'cases',
    check: (subject, _profile, effort) =>
      judgeRequests(
        subject,
        requests(effort, new SeededBits(chosen.seed ?? 1)),
        (images, states) => new OperationOracle(EXACT, images, states, { decodings: everyDecoding('described') }),
        chosen,
      ),
  });
}
