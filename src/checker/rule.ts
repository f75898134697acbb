import type { Profile } from './profiles.ts';
import type { Subject } from './subject.ts';

/** The number of cases that a rule tries: `quick` for a check of seconds, `full` for one of minutes. */
export type Effort = 'quick' | 'full';

/** The end of a check: all its cases, or the first that decides that the rule fails, where the verdict alone counts. */
export type CheckEnd = 'all-cases' | 'failure';

/** The case with the worst value, or the first wrong case. */
export interface Witness {
  /** The request, field by field, as the request trace names and writes it. */
  readonly inputs: Readonly<Record<string, string>>;
  /** Values between the stages: integers with their formats, where they are known. */
  readonly raw: Readonly<Record<string, string>>;
  readonly expected: string;
  readonly got: string;
}

export interface Cases {
  readonly tried: number;
  /** Cases beside those tried, which the specification leaves open. */
  readonly open?: number;
  /** True if these are all there are. */
  readonly exhaustive: boolean;
  /** The seed of the random cases; null where there are none. */
  readonly seed: number | null;
}

/** Points of a plot that shows what a rule measured. */
export interface Plot {
  readonly title: string;
  readonly x: string;
  readonly y: string;
  readonly series: readonly { readonly name: string; readonly points: readonly (readonly [number, number])[] }[];
}

export interface Finding {
  /** `open` where no case could be judged: the specification leaves all of them open, or there are none. */
  readonly verdict: 'pass' | 'fail' | 'open';
  /** The limit, and the worst that was measured, in the rule's unit; `required` may also be a least number of bits. */
  readonly required: number;
  readonly measured: number;
  /** The distance of `measured` from `required`, in the rule's unit: negative where the rule fails, and only there. */
  readonly margin: number;
  /** The worst case; null where nothing was off at all. */
  readonly witness: Witness | null;
  readonly cases: Cases;
  readonly plots?: readonly Plot[];
  /** Measured results that one fault explains; given by rules of such faults alone. */
  readonly group?: FaultGroup;
}

/** Measured results that one fault explains. */
export interface FaultGroup {
  /** The unit of the fault; null where no fault explains the results. */
  readonly unit: string | null;
  /** The rules of faults that explain the results as well, the likeliest first. */
  readonly alternatives: readonly Pick<ReportedRule, 'id' | 'section' | 'title'>[];
  readonly requests: number;
  /** The rules of the features that all of the requests exercise: their wrong results, of those judged. */
  readonly exercised: readonly {
    readonly id: string;
    readonly section: string;
    readonly wrong: number;
    readonly judged: number;
  }[];
}

/** Results that must distinguish a cause from others before it counts as proved: fewer may agree by chance. */
export const PROVING = 32;

/** Progress of a rule: the part of its cases that is done, 0 to 1. A check stops between two of these. */
export type Progress = number;

/** The verdict of a condition that was judged. */
export function verdictOf(holds: boolean): Finding['verdict'] {
  return holds ? 'pass' : 'fail';
}

/** A demand of a specification, as data. */
export interface Rule {
  /** Unique and stable: `d3d11.3/7.18.8/bilinear-weights`. */
  readonly id: string;
  readonly specification: 'D3D11.3' | 'Vulkan';
  readonly section: string;
  readonly title: string;
  /** The limit in words and numbers. */
  readonly limit: string;
  /** The way of measuring. */
  readonly method: string;
  /** The unit of `required`, `measured` and `margin`. */
  readonly unit: 'ULP' | 'bits' | 'texels' | 'LOD' | 'value' | 'cases';
  /** True if a profile demands it. */
  applies(profile: Profile): boolean;
  /** @param end all cases if left out; a rule may go on after a failure */
  check(subject: Subject, profile: Profile, effort: Effort, end?: CheckEnd): Generator<Progress, Finding>;
}

/** The part of a rule that a report shows; a rule of measured results has no more. */
export type ReportedRule = Omit<Rule, 'applies' | 'check' | 'specification'> & {
  readonly specification: Rule['specification'] | 'design';
};

/** A rule with its finding, from any judge. */
export interface ReportedVerdict {
  readonly rule: ReportedRule;
  readonly finding: Finding;
}
