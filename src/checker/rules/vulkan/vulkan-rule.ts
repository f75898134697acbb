import type { Profile } from '../../profiles.ts';
import type { Rule, Effort } from '../../rule.ts';
import type { Design } from '../../../../rtl-model/design/design.ts';
import { type Form, judgeForms, type JudgedRequests, ONE_FORM } from '../../probes/judged-requests.ts';
import type { Chosen } from '../../probes/measurement.ts';

/** A demand of Vulkan; its id begins with `vulkan/` and the section: `vulkan/wrapping-operation/address-modes`. */
export function vulkanRule(rule: Omit<Rule, 'id' | 'specification' | 'applies'> & { readonly name: string }): Rule {
  const { name, ...fields } = rule;
  const section = rule.section
    .toLowerCase()
    .replaceAll(/[()]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-');
  return Object.freeze({
    ...fields,
    id: `vulkan/${section}/${name}`,
    specification: 'Vulkan',
    applies: ({ specification }: Profile) => specification === 'Vulkan',
  });
}

/** A demand that results are what the specification says: requests, which the oracle judges. */
export function specifiedRule(
  rule: Pick<Rule, 'section' | 'title' | 'limit' | 'method'> & {
    readonly name: string;
    readonly chosen: Chosen | ((effort: Effort) => Chosen);
    /** Forms of the demand, of which a subject keeps to one; the preferred one first. */
    readonly forms?: readonly Form[];
    /** @param limits that the subject claims */
    readonly requests: (profile: Profile, effort: Effort, limits: Design['limits']) => readonly JudgedRequests[];
  },
): Rule {
  const { chosen, forms = ONE_FORM, requests, ...fields } = rule;
  const known = new Map<string, readonly JudgedRequests[]>();
  // The same requests for every subject: their answers are known then.
  const requestsFor: typeof requests = (profile, effort, limits) => {
    const key = JSON.stringify([profile, effort, limits]);
    const steps = known.get(key) ?? requests(profile, effort, limits);
    known.set(key, steps);
    return steps;
  };
  return vulkanRule({
    ...fields,
    unit: 'cases',
    check: (subject, profile, effort) =>
      judgeForms(
        subject,
        profile,
        requestsFor(profile, effort, subject.design.limits),
        forms,
        typeof chosen === 'function' ? chosen(effort) : chosen,
      ),
  });
}
