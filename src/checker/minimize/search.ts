import { type Design, DesignError } from '../../../rtl-model/design.ts';
import { checkWidths } from '../../../rtl-model/widths.ts';
import type { CheckProgress, Verdict } from '../check.ts';
import type { Profile } from '../profiles.ts';
import type { Effort, Rule } from '../rule.ts';
import { KnownVerdicts } from './known-verdicts.ts';
import type { Parameter } from './parameters.ts';

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

export type MinimizePhase = 'start' | 'alone' | 'together' | 'tables';

export interface MinimizeProgress {
  readonly phase: MinimizePhase;
  readonly field: string;
  readonly value: number;
  readonly check: CheckProgress;
}

/** The design with the limits that its widths support. */
export function claiming(design: Design): Design {
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

export interface Judgement {
  readonly obstacle: Obstacle | null;
  readonly verdicts: readonly Verdict[];
}

/** Judges designs, the rule that failed last first: most designs fail, and by the same few rules. */
export class Search {
  private readonly effort: Effort;
  private rules: readonly Rule[];
  private readonly known = new Map<string, Judgement>();
  private readonly verdicts: KnownVerdicts;

  constructor(profile: Profile, rules: readonly Rule[], effort: Effort) {
    this.rules = rules.filter((rule) => rule.applies(profile));
    this.effort = effort;
    this.verdicts = new KnownVerdicts(profile);
  }

  *narrow(design: Design, parameter: Parameter, phase: MinimizePhase): Generator<MinimizeProgress, Narrowing> {
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

  *judge(design: Design, phase: MinimizePhase, field: string, value: number): Generator<MinimizeProgress, Judgement> {
    const key = JSON.stringify(design);
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const judgement = yield* this.checked(claiming(design), phase, field, value);
    this.known.set(key, judgement);
    return judgement;
  }

  private *checked(
    design: Design,
    phase: MinimizePhase,
    field: string,
    value: number,
  ): Generator<MinimizeProgress, Judgement> {
    try {
      checkWidths(design);
    } catch (error) {
      if (!(error instanceof DesignError)) throw error;
      return { obstacle: { verdict: null, reason: error.message }, verdicts: [] };
    }
    // What fails a quick check need not wait for a full one; what passes it must pass that too.
    const quick = yield* this.judgeWith('quick', design, phase, field, value);
    if (this.effort === 'quick' || quick.obstacle !== null) return quick;
    return yield* this.judgeWith('full', design, phase, field, value);
  }

  private *judgeWith(
    effort: Effort,
    design: Design,
    phase: MinimizePhase,
    field: string,
    value: number,
  ): Generator<MinimizeProgress, Judgement> {
    const verdicts: Verdict[] = [];
    for (const [done, rule] of this.rules.entries()) {
      const steps = this.verdicts.judge(design, rule, effort);
      let step = steps.next();
      while (!step.done) {
        yield { phase, field, value, check: { rule, done, rules: this.rules.length, part: step.value } };
        step = steps.next();
      }
      const finding = step.value;
      const verdict = { rule, finding };
      verdicts.push(verdict);
      if (finding.pass) continue;
      this.rules = [rule, ...this.rules.filter((other) => other !== rule)];
      return { obstacle: { verdict, reason: `${rule.id}: ${rule.title}` }, verdicts };
    }
    return { obstacle: null, verdicts };
  }
}
