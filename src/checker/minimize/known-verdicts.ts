import type { Design } from '../../../rtl-model/design/design.ts';
import type { Profile } from '../profiles.ts';
import type { Effort, Finding, Progress, Rule } from '../rule.ts';
import { agrees, type DesignFields, readingSubject } from './field-reads.ts';

/** The finding of a rule, and the fields of the design on which it rests. */
interface Known {
  readonly fields: DesignFields;
  readonly finding: Finding;
}

/** Judges designs rule by rule. Designs that agree in every field which a rule made the model read are judged once. */
export class KnownVerdicts {
  private readonly profile: Profile;
  private readonly known = new Map<string, Known[]>();

  constructor(profile: Profile) {
    this.profile = profile;
  }

  /** @param design a design that passes the check of widths */
  *judge(design: Design, rule: Rule, effort: Effort): Generator<Progress, Finding> {
    const key = `${effort} ${rule.id}`;
    const known = this.known.get(key) ?? [];
    this.known.set(key, known);
    const same = known.find(({ fields }) => agrees(design, fields));
    if (same !== undefined) return same.finding;
    const { subject, fieldsRead } = readingSubject(design);
    const finding = yield* rule.check(subject, this.profile, effort);
    known.push({ fields: fieldsRead(), finding });
    return finding;
  }
}
