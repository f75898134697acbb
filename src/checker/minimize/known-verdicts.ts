import type { Design } from '../../../rtl-model/design/design.ts';
import type { Profile } from '../profiles.ts';
import type { Effort, Finding, Progress, Rule } from '../rule.ts';
import { agrees, type FieldValues, readingSubject } from './field-reads.ts';

/** The finding of a rule, and the fields of the design on which it rests. */
export interface KnownFinding {
  readonly fields: FieldValues;
  readonly finding: Finding;
}

/** Judges designs rule by rule. Designs that agree in every field which a rule made the model read are judged once. */
export class KnownVerdicts {
  private readonly found = new Map<string, readonly KnownFinding[]>();

  constructor(private readonly profile: Profile) {}

  /** @param design a design that passes the check of widths */
  *judge(design: Design, rule: Rule, effort: Effort): Generator<Progress, Finding> {
    const before = this.known(design, rule, effort);
    if (before !== null) return before;
    const { subject, fieldsRead } = readingSubject(design);
    const finding = yield* rule.check(subject, this.profile, effort);
    this.add(rule, effort, { fields: fieldsRead(), finding });
    return finding;
  }

  /** The finding of a rule for a design; null if no design that agrees with it was judged. */
  known(design: Design, rule: Rule, effort: Effort): Finding | null {
    const same = this.found.get(keyOf(rule, effort))?.find(({ fields }) => agrees(design, fields));
    return same?.finding ?? null;
  }

  /** Adds what a rule found. */
  add(rule: Rule, effort: Effort, known: KnownFinding): void {
    const key = keyOf(rule, effort);
    this.found.set(key, [...(this.found.get(key) ?? []), known]);
  }
}

function keyOf({ id }: Rule, effort: Effort): string {
  return `${effort} ${id}`;
}
