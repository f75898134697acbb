import { serveTasks } from '../../platform/threads/serve-tasks.ts';
import { readingSubject } from '../minimize/field-reads.ts';
import { ALL_RULES } from '../rules/all-rules.ts';
import { designSubject } from '../subject.ts';
import type { KnownFinding } from '../minimize/known-verdicts.ts';
import type { RuleTask } from './check-on-threads.ts';

serveTasks(
  () =>
    function* ({ design, profile, effort, rule, noting }: RuleTask): Generator<number, KnownFinding> {
      const judge = ALL_RULES.find(({ id }) => id === rule)!;
      if (!noting) return { finding: yield* judge.check(designSubject(design), profile, effort), fields: new Map() };
      const { subject, fieldsRead } = readingSubject(design);
      const finding = yield* judge.check(subject, profile, effort);
      return { finding, fields: fieldsRead() };
    },
);
