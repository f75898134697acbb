import type { Profile } from '../../profiles.ts';
import type { Rule, Effort } from '../../rule.ts';
import { judgeForms, type Form, type JudgedRequests } from '../../probes/judged-requests.ts';
import type { Chosen } from '../../probes/measurement.ts';
import { SeededBits } from '../../probes/seeded-bits.ts';
import { everyDecoding } from '../../results/block-decoding.ts';

/** A demand of D3D11.3; its id begins with `d3d11.3/` and the section. */
export function d3d11Rule(rule: Omit<Rule, 'id' | 'specification' | 'applies'> & { readonly name: string }): Rule {
  const { name, ...fields } = rule;
  return Object.freeze<Rule>({
    ...fields,
    id: `d3d11.3/${rule.section}/${name}`,
    specification: 'D3D11.3',
    applies: (profile: Profile) => profile.specification === 'D3D11.3',
  });
}

/** Ranges are reduced, which makes 0 of an infinity that tiles (7.18.6), and references are codes (22.4.19). */
const D3D11_FORM: Form = {
  name: 'D3D11.3',
  change: ({ design, reading }) => ({
    design: { ...design, address: { ...design.address, rangeReduction: true } },
    reading: { ...reading, decodings: everyDecoding('described'), depthReference: 'quantized' },
  }),
};

/** A rule by which results are equal to what the specification says: requests on its grids, which the oracle judges. */
export function specifiedRule(
  rule: Pick<Rule, 'section' | 'title' | 'limit' | 'method'> & {
    readonly name: string;
    readonly chosen: Chosen;
    /** @param bits with the seed of `chosen` */
    readonly requests: (effort: Effort, bits: SeededBits) => readonly JudgedRequests[];
  },
): Rule {
  const { chosen, requests, ...fields } = rule;
  const known: Partial<Record<Effort, readonly JudgedRequests[]>> = {};
  // The same requests for every subject: their answers are known then.
  const requestsFor = (effort: Effort) => (known[effort] ??= requests(effort, new SeededBits(chosen.seed ?? 1)));
  return d3d11Rule({
    ...fields,
    unit: 'cases',
    check: (subject, profile, effort) => judgeForms(subject, profile, requestsFor(effort), [D3D11_FORM], chosen),
  });
}
