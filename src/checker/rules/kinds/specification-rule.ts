import type { Design } from '../../../../rtl-model/design/design.ts';
import type { Profile } from '../../profiles.ts';
import type { Effort, Plot, Progress, Rule } from '../../rule.ts';
import type { Subject } from '../../subject.ts';
import { type ClimbStep, climbSteps } from '../../probes/climb.ts';
import { type Form, judgeForms, type JudgedRequests, measureRequests, ONE_FORM } from '../../probes/judged-requests.ts';
import {
  type ChosenCases,
  type Curves,
  DIRECTED,
  endedAt,
  Measurement,
  type PlottedPoint,
  plotOf,
} from '../../probes/measurement.ts';
import { type MeasuredStep, measureSteps } from '../../probes/requests.ts';
import { SeededBits } from '../../../platform/seeded-bits.ts';
import { everyDecoding } from '../../judge/permitted-readings.ts';

/** The words of a rule. */
export type RuleText = Pick<Rule, 'title' | 'limit' | 'method'>;

export type Demand = Omit<Rule, 'id' | 'specification' | 'section' | 'applies'>;

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

/** The facts that the cases of a rule may depend on. */
interface Given {
  readonly profile: Profile;
  readonly effort: Effort;
  /** The limits that the subject claims. */
  readonly limits: Design['limits'];
  /** Seeded with the seed of `chosen`. */
  readonly bits: SeededBits;
}

/** The choice of a rule's cases: corners by hand if left out. */
interface Chosen {
  readonly chosen?: ChosenCases | ((effort: Effort) => ChosenCases);
}

function chosenCases(chosen: Chosen['chosen'], effort: Effort): ChosenCases {
  return typeof chosen === 'function' ? chosen(effort) : (chosen ?? DIRECTED);
}

/** A demand that results are what the specification says: requests, which the oracle judges. */
interface Specified extends RuleText, Chosen {
  /** Forms of the demand, of which a subject keeps to one; the preferred one first. */
  readonly forms?: readonly Form[];
  readonly requests: (given: Given) => readonly JudgedRequests[];
}

/** The same requests for every subject that claims the same: their answers are known then. */
function keptRequests(requests: Specified['requests']) {
  const known = new Map<string, readonly JudgedRequests[]>();
  return ({ profile, effort, limits }: Omit<Given, 'bits'>, { seed }: ChosenCases): readonly JudgedRequests[] => {
    const key = JSON.stringify([profile, effort, limits]);
    const steps = known.get(key) ?? requests({ profile, effort, limits, bits: new SeededBits(seed ?? 1) });
    known.set(key, steps);
    return steps;
  };
}

function judged({ chosen, forms = ONE_FORM, requests, ...text }: Specified): Demand {
  const kept = keptRequests(requests);
  return {
    ...text,
    unit: 'cases',
    check(subject, profile, effort, end = 'all-cases') {
      const cases = chosenCases(chosen, effort);
      const steps = kept({ profile, effort, limits: subject.design.limits }, cases);
      return judgeForms({ subject, profile, steps, end }, forms, cases);
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

/** The objects that a measured rule works with. */
export interface Measuring extends Given {
  readonly subject: Subject;
  readonly off: Measurement;
  /** The points of a curve of the plot, `measured` if it is not named. */
  readonly curve: (name?: string) => PlottedPoint[];
}

/**
 * A demand that no case is farther from what it must be than a bound, in the rule's unit: the worst case is kept with its
 * witness. `steps`, `climbs`, `requests` and `measure` say how the cases are measured, one after the other.
 */
interface Measured<Case> extends RuleText, Chosen {
  /** With `cases` every error but 0 is a wrong case. */
  readonly unit: Rule['unit'];
  /** The bound of the errors, or of the number of wrong cases; 0 if left out. */
  readonly atMost?: number | ((given: Given) => number);
  /** The title and the axes of a plot of all curves that were measured, and those that are known. */
  readonly plot?: Omit<Plot, 'series'>;
  readonly known?: Curves;
  readonly steps?: (measuring: Measuring) => readonly MeasuredStep[];
  /** Steps whose worst cases climb. */
  readonly climbs?: (measuring: Measuring) => readonly ClimbStep<Case>[];
  /** Requests whose distance from what the oracle says is measured. */
  readonly requests?: (given: Given) => readonly JudgedRequests[];
  /** A component of the result of `requests` in the rule's unit; it rises with the value, which it is if left out. */
  readonly inUnits?: (value: number, component: number, step: JudgedRequests) => number;
  readonly measure?: (measuring: Measuring) => Generator<Progress, void>;
}

function measured<Case>(rule: Measured<Case>): Demand {
  const { title, limit, method, unit, atMost = 0, plot, known, inUnits = (value) => value } = rule;
  const kept = rule.requests && keptRequests(rule.requests);
  return {
    title,
    limit,
    method,
    unit,
    *check(subject, profile, effort, end = 'all-cases') {
      const cases = chosenCases(rule.chosen, effort);
      const curves: Record<string, PlottedPoint[]> = {};
      const curve = (name = 'measured') => (curves[name] ??= []);
      const [off, bits] = [new Measurement(unit), new SeededBits(cases.seed ?? 1)];
      const measuring = { subject, profile, effort, limits: subject.design.limits, bits, off, curve };
      const bound = typeof atMost === 'number' ? atMost : atMost(measuring);
      function* work(): Generator<Progress, void> {
        if (rule.steps) yield* measureSteps(subject, rule.steps(measuring), off);
        if (rule.climbs) yield* climbSteps(subject, rule.climbs(measuring), off, bits, effort);
        if (kept) yield* measureRequests({ ...measuring, steps: kept(measuring, cases) }, off, inUnits);
        if (rule.measure) yield* rule.measure(measuring);
      }
      yield* endedAt(end, work(), () => off.worst > bound);
      if (Object.keys(curves).length === 0) curve();
      const plots = plot && [plotOf(plot, { ...curves, ...known })];
      return off.atMost(bound, cases, plots);
    },
  };
}

/** A rule of D3D11.3 by which no case is too far off. */
export function measuredByD3d11<Case>(place: string, rule: Measured<Case>): Rule {
  return d3d11Rule(place, measured(rule));
}

/** A rule of Vulkan by which no case is too far off. */
export function measuredByVulkan<Case>(place: string, rule: Measured<Case>): Rule {
  return vulkanRule(place, measured(rule));
}

/** The bound of a distance between so many LODs that are each accurate to the profile's bits. */
export function lodAccuracy(lods: number) {
  return ({ profile }: Given) => lods * 2 ** -profile.mipmapPrecisionBits;
}
