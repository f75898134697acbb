import type { Design } from '../../../rtl-model/design/design.ts';
import { widthFaults } from '../../../rtl-model/design/widths.ts';
import type { Verdict } from '../check.ts';
import type { Profile } from '../profiles.ts';
import type { Effort, Finding, Rule } from '../rule.ts';
import type { Parameter } from './parameters.ts';

/** The reason against a design: the rule that it breaks, or the arithmetic that cannot hold it. */
export interface Obstacle {
  readonly verdict: Verdict | null;
  /** The reason in words: the rule's or the arithmetic's. */
  readonly reason: string;
}

/** The verdict on a design with a parameter at one value, and the others as they were. */
export interface WidthTrial {
  readonly value: number;
  /** Null if the design passes. */
  readonly obstacle: Obstacle | null;
  /** The verdicts of the rules up to the first that fails, by a full check where one was needed. */
  readonly verdicts: readonly Verdict[];
}

/** True for a value that the design's arithmetic can hold. */
export function isPossible({ obstacle }: WidthTrial): boolean {
  return obstacle === null || obstacle.verdict !== null;
}

/** The values of a parameter that were tried. */
export interface WidthSweep {
  readonly parameter: Parameter;
  /** The design's own value. */
  readonly start: number;
  readonly trials: readonly WidthTrial[];
}

/** The narrowest value of a parameter that passes, and the obstacle that one less meets. */
export interface Narrowing extends WidthSweep {
  readonly narrowest: number;
  /** Null at the least value that the arithmetic takes. */
  readonly obstacle: Obstacle | null;
}

export interface SearchPlace {
  readonly phase: 'start' | 'alone' | 'together' | 'sweep';
  readonly field: string;
  readonly value: number;
}

/** The question of a search: the findings of rules on a design, in this order, up to the first failure. */
export interface DesignQuestion {
  readonly design: Design;
  readonly rules: readonly Rule[];
  readonly effort: Effort;
  readonly place: SearchPlace;
}

/** Steps of a search, each of which asks a question and takes the findings. */
export type SearchSteps<T> = Generator<DesignQuestion, T, readonly Finding[]>;

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

/** Judges designs, by the rule that failed last first, because most designs fail, and by the same few rules. */
export class Search {
  private rules: readonly Rule[];
  private readonly known = new Map<string, Judgement>();

  constructor(
    profile: Profile,
    rules: readonly Rule[],
    private readonly effort: Effort,
  ) {
    this.rules = rules.filter((rule) => rule.applies(profile));
  }

  /**
   * Narrows a parameter, one step at a time, to the last value that quick checks let pass. A full search goes up from
   * there to the first value that passes a full check too.
   *
   * @param design a design that passes
   */
  *narrow(design: Design, parameter: Parameter, phase: SearchPlace['phase']): SearchSteps<Narrowing> {
    const { field, least } = parameter;
    const start = parameter.value(design)!;
    const trials = new Map<number, WidthTrial>();
    const tried = function* (this: Search, value: number, effort: Effort): SearchSteps<Obstacle | null> {
      const narrower = value === start ? design : parameter.with(design, value);
      const { obstacle, verdicts } = yield* this.judge(narrower, effort, { phase, field, value });
      trials.set(value, { value, obstacle, verdicts });
      return obstacle;
    }.bind(this);

    let narrowest = start;
    let obstacle: Obstacle | null = null;
    yield* tried(start, this.effort);
    while (narrowest > least && obstacle === null) {
      obstacle = yield* tried(narrowest - 1, 'quick');
      if (obstacle === null) narrowest--;
    }
    while (this.effort === 'full' && narrowest < start) {
      const inFull = yield* tried(narrowest, 'full');
      if (inFull === null) break;
      obstacle = inFull;
      narrowest++;
    }
    return { parameter, start, narrowest, obstacle, trials: [...trials.values()] };
  }

  /** Judges a design. A full check begins with the quick one, since a design must pass both. */
  *judge(design: Design, effort: Effort, place: SearchPlace): SearchSteps<Judgement> {
    const key = `${effort} ${JSON.stringify(design)}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const quick = effort === 'full' ? yield* this.judge(design, 'quick', place) : null;
    const judgement =
      quick !== null && quick.obstacle !== null ? quick : yield* this.checked(claiming(design), effort, place);
    this.known.set(key, judgement);
    return judgement;
  }

  private *checked(design: Design, effort: Effort, place: SearchPlace): SearchSteps<Judgement> {
    const [fault] = widthFaults(design);
    if (fault !== undefined) return { obstacle: { verdict: null, reason: fault.message }, verdicts: [] };
    const { rules } = this;
    const findings = yield { design, rules, effort, place };
    const verdicts = findings.map((finding, n) => ({ rule: rules[n], finding }));
    const verdict = verdicts.find(({ finding }) => finding.verdict === 'fail');
    if (verdict === undefined) return { obstacle: null, verdicts };
    const { rule } = verdict;
    this.rules = [rule, ...rules.filter((other) => other !== rule)];
    return { obstacle: { verdict, reason: `${rule.id}: ${rule.title}` }, verdicts };
  }
}
