import { type Design, DesignError } from '../../../rtl-model/design.ts';
import { checkWidths } from '../../../rtl-model/widths.ts';
import { check, type CheckProgress, type Verdict } from '../check.ts';
import type { Profile } from '../profiles.ts';
import type { Effort, Rule } from '../rule.ts';
import { designSubject, type Subject } from '../subject.ts';
import { type Parameter, PARAMETERS } from './parameters.ts';

/** Why a design is not narrow enough to be wrong, or is: the rule that it breaks, or the arithmetic that cannot hold it. */
export interface Obstacle {
  readonly verdict: Verdict | null;
  /** In words: the rule's or the arithmetic's. */
  readonly reason: string;
}

/** A parameter at one value, the others as they were. */
export interface Trial {
  readonly field: string;
  readonly value: number;
  readonly passes: boolean;
  /** Of the rules up to the first that fails. */
  readonly verdicts: readonly Verdict[];
}

/** How far a parameter can be narrowed: `narrowest` passes, one less meets the obstacle. */
export interface Narrowing {
  readonly parameter: Parameter;
  readonly start: number;
  readonly narrowest: number;
  /** Null at the least value that the arithmetic takes. */
  readonly obstacle: Obstacle | null;
  readonly trials: readonly Trial[];
}

export interface Minimum {
  /** Of each parameter, the others as the starting design has them. */
  readonly alone: readonly Narrowing[];
  /** A design that passes and of which no parameter can be narrowed any further. */
  readonly design: Design;
  readonly together: readonly Narrowing[];
}

export interface MinimizeProgress {
  readonly phase: 'start' | 'alone' | 'together';
  readonly field: string;
  readonly value: number;
  readonly check: CheckProgress;
}

/** The starting design breaks a rule of the profile already. */
export class NotConforming extends Error {
  readonly obstacle: Obstacle;
  constructor(obstacle: Obstacle) {
    super(`the starting design does not conform: ${obstacle.reason}`);
    this.name = 'NotConforming';
    this.obstacle = obstacle;
  }
}

/**
 * The narrowest widths of a design that still pass every rule of a profile, each alone and all together. Together, one
 * parameter after the other is narrowed as far as it goes, from the first again until none goes any further.
 *
 * @param subjectOf the model of a design; a test may judge something else
 * @throws NotConforming when the starting design does not pass
 */
export function* minimize(
  start: Design,
  profile: Profile,
  rules: readonly Rule[],
  effort: Effort,
  subjectOf: (design: Design) => Subject = designSubject,
): Generator<MinimizeProgress, Minimum> {
  const search = new Search(profile, rules, effort, subjectOf);
  const first = yield* search.judge(start, 'start', '', 0);
  if (first.obstacle !== null) throw new NotConforming(first.obstacle);

  const alone: Narrowing[] = [];
  for (const parameter of searched(start)) alone.push(yield* search.narrow(start, parameter, 'alone'));

  let design = start;
  let together: Narrowing[] = [];
  for (let narrowed = true; narrowed;) {
    narrowed = false;
    together = [];
    for (const parameter of searched(design)) {
      const narrowing = yield* search.narrow(design, parameter, 'together');
      together.push(narrowing);
      if (narrowing.narrowest === narrowing.start) continue;
      design = parameter.with(design, narrowing.narrowest);
      narrowed = true;
    }
  }
  return { alone, design: claiming(design), together };
}

function searched(design: Design): readonly Parameter[] {
  return PARAMETERS.filter((parameter) => parameter.value(design) !== null);
}

/** The design with the limits that its widths support. */
function claiming(design: Design): Design {
  const { address, filter, lod, limits } = design;
  return {
    ...design,
    limits: {
      ...limits,
      subTexelPrecisionBits: Math.min(address.coordinate.fractionBits, filter.weightBits),
      mipmapPrecisionBits: lod.format.fractionBits,
    },
  };
}

interface Judgement {
  readonly obstacle: Obstacle | null;
  readonly verdicts: readonly Verdict[];
}

/** Judges designs, the rule that failed last first: most designs fail, and by the same few rules. */
class Search {
  private readonly profile: Profile;
  private readonly effort: Effort;
  private readonly subjectOf: (design: Design) => Subject;
  private rules: readonly Rule[];
  private readonly known = new Map<string, Judgement>();

  constructor(profile: Profile, rules: readonly Rule[], effort: Effort, subjectOf: (design: Design) => Subject) {
    this.profile = profile;
    this.rules = rules.filter((rule) => rule.applies(profile));
    this.effort = effort;
    this.subjectOf = subjectOf;
  }

  *narrow(
    design: Design,
    parameter: Parameter,
    phase: MinimizeProgress['phase'],
  ): Generator<MinimizeProgress, Narrowing> {
    const start = parameter.value(design)!;
    const { verdicts: atStart } = yield* this.judge(design, phase, parameter.field, start);
    const trials: Trial[] = [{ field: parameter.field, value: start, passes: true, verdicts: atStart }];
    for (let value = start - 1; value >= parameter.least; value--) {
      const narrower = parameter.with(design, value);
      const { obstacle, verdicts } = yield* this.judge(narrower, phase, parameter.field, value);
      trials.push({ field: parameter.field, value, passes: obstacle === null, verdicts });
      if (obstacle !== null) return { parameter, start, narrowest: value + 1, obstacle, trials };
    }
    return { parameter, start, narrowest: Math.min(start, parameter.least), obstacle: null, trials };
  }

  *judge(
    design: Design,
    phase: MinimizeProgress['phase'],
    field: string,
    value: number,
  ): Generator<MinimizeProgress, Judgement> {
    const key = JSON.stringify(design);
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const judgement = yield* this.checked(claiming(design), phase, field, value);
    this.known.set(key, judgement);
    return judgement;
  }

  private *checked(
    design: Design,
    phase: MinimizeProgress['phase'],
    field: string,
    value: number,
  ): Generator<MinimizeProgress, Judgement> {
    try {
      checkWidths(design);
    } catch (error) {
      if (!(error instanceof DesignError)) throw error;
      return { obstacle: { verdict: null, reason: error.message }, verdicts: [] };
    }
    const subject = this.subjectOf(design);
    // What fails a quick check need not wait for a full one; what passes it must pass that too.
    const quick = yield* this.judgeWith('quick', subject, phase, field, value);
    if (this.effort === 'quick' || quick.obstacle !== null) return quick;
    return yield* this.judgeWith('full', subject, phase, field, value);
  }

  private *judgeWith(
    effort: Effort,
    subject: Subject,
    phase: MinimizeProgress['phase'],
    field: string,
    value: number,
  ): Generator<MinimizeProgress, Judgement> {
    const verdicts: Verdict[] = [];
    for (const [done, rule] of this.rules.entries()) {
      const steps = check(subject, this.profile, effort, [rule]);
      let step = steps.next();
      while (!step.done) {
        yield { phase, field, value, check: { ...step.value, done, rules: this.rules.length } };
        step = steps.next();
      }
      verdicts.push(...step.value);
      const failed = step.value.find(({ finding }) => !finding.pass);
      if (failed === undefined) continue;
      this.rules = [rule, ...this.rules.filter((other) => other !== rule)];
      return { obstacle: { verdict: failed, reason: `${rule.id}: ${rule.title}` }, verdicts };
    }
    return { obstacle: null, verdicts };
  }
}
