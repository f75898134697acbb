import type { Design } from '../../../../rtl-model/design/design.ts';
import type { Profile } from '../../profiles.ts';
import type { Effort, Rule } from '../../rule.ts';
import { type Form, judgeForms, type JudgedRequests, ONE_FORM } from '../../probes/judged-requests.ts';
import { type ChosenCases, DIRECTED } from '../../probes/measurement.ts';
import { SeededBits } from '../../probes/seeded-bits.ts';
import { everyDecoding } from '../../judge/permitted-readings.ts';

/** The words of a rule. */
export type RuleText = Pick<Rule, 'title' | 'limit' | 'method'>;

type Demand = Omit<Rule, 'id' | 'specification' | 'section' | 'applies'>;

/**
 * A demand of a specification.
 *
 * @param place the section and the rule's name, `Wrapping Operation/address-modes`: the id is
 *   `vulkan/wrapping-operation/address-modes`
 */
function ruleOf(specification: Rule['specification'], place: string, demand: Demand): Rule {
  const [section, name] = place.split('/');
  const slug = section
    .toLowerCase()
    .replaceAll(/[()]/g, '')
    .replaceAll(/[^a-z0-9.]+/g, '-');
  return Object.freeze({
    ...demand,
    section,
    id: `${specification.toLowerCase()}/${slug}/${name}`,
    specification,
    applies: (profile: Profile) => profile.specification === specification,
  });
}

/** A demand of D3D11.3. @param place the section and the rule's name, `7.18.10/mip-weights` */
export function d3d11Rule(place: string, demand: Demand): Rule {
  return ruleOf('D3D11.3', place, demand);
}

/** A demand of Vulkan. @param place the title of the section and the rule's name */
export function vulkanRule(place: string, demand: Demand): Rule {
  return ruleOf('Vulkan', place, demand);
}

/** The facts that the requests of a rule may depend on. */
interface Given {
  readonly profile: Profile;
  readonly effort: Effort;
  /** The limits that the subject claims. */
  readonly limits: Design['limits'];
  /** Seeded with the seed of `chosen`. */
  readonly bits: SeededBits;
}

/** A demand that results are what the specification says: requests, which the oracle judges. */
interface Specified extends RuleText {
  /** Corners by hand if left out. */
  readonly chosen?: ChosenCases | ((effort: Effort) => ChosenCases);
  /** Forms of the demand, of which a subject keeps to one; the preferred one first. */
  readonly forms?: readonly Form[];
  readonly requests: (given: Given) => readonly JudgedRequests[];
}

function judged({ chosen = DIRECTED, forms = ONE_FORM, requests, ...text }: Specified): Demand {
  // The same requests for every subject: their answers are known then.
  const known = new Map<string, readonly JudgedRequests[]>();
  return {
    ...text,
    unit: 'cases',
    check(subject, profile, effort) {
      const { limits } = subject.design;
      const chosenCases = typeof chosen === 'function' ? chosen(effort) : chosen;
      const key = JSON.stringify([profile, effort, limits]);
      const steps =
        known.get(key) ?? requests({ profile, effort, limits, bits: new SeededBits(chosenCases.seed ?? 1) });
      known.set(key, steps);
      return judgeForms(subject, profile, steps, forms, chosenCases);
    },
  };
}

/** Ranges are reduced, which makes 0 of an infinity that tiles (7.18.6), and references are codes (22.4.19). */
const D3D11_FORMS: readonly Form[] = [
  {
    name: 'D3D11.3',
    change: ({ design, reading }) => ({
      design: { ...design, address: { ...design.address, rangeReduction: true } },
      reading: { ...reading, decodings: everyDecoding('described'), depthReference: 'quantized' },
    }),
  },
];

/** A rule by which results are equal to what D3D11.3 says. */
export function specifiedByD3d11(place: string, specified: Omit<Specified, 'forms'>): Rule {
  return d3d11Rule(place, judged({ ...specified, forms: D3D11_FORMS }));
}

/** A rule by which results are equal to what Vulkan says. */
export function specifiedByVulkan(place: string, specified: Specified): Rule {
  return vulkanRule(place, judged(specified));
}
