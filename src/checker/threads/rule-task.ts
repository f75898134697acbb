import type { Design } from '../../../rtl-model/design/design.ts';
import type { DesignFields } from '../minimize/field-reads.ts';
import type { Profile } from '../profiles.ts';
import type { Effort, Finding } from '../rule.ts';

/** The judgement of a design by one rule, as a task of a thread. */
export interface RuleTask {
  readonly design: Design;
  readonly profile: Profile;
  readonly effort: Effort;
  /** The id of one of ALL_RULES. */
  readonly rule: string;
  /** True to note the fields of the design on which the finding rests. */
  readonly noting: boolean;
}

export interface RuleResult {
  readonly finding: Finding;
  /** The fields that were read; none if the task did not ask for them. */
  readonly fields: DesignFields;
}
