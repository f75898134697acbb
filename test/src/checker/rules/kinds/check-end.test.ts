import { expect, it } from 'vitest';
import { designSubject } from '../../../../../src/checker/subject.ts';
import { FULL_QUALITY } from '../../../../oracle/presets.ts';
import { SPECIFICATIONS } from '../failing-sets.ts';
import { found, partOfId } from '../wrong-subject.ts';

const cases = SPECIFICATIONS.flatMap(({ rules, profile, subjects }) =>
  subjects.map(({ fails, subject }) => ({
    id: fails,
    rule: rules.find((rule) => partOfId(rule) === fails)!,
    profile,
    subject,
  })),
);

/** A rule that measures, one that judges, and one that judges by the form that the subject keeps to. */
const IDS = ['7.18.10/mip-nearest', '7.18.9/address-modes', 'array-layer-selection/layer'];

it.each(IDS)('a check that ends at a failure has the verdict of all cases: %s', (name) => {
  const { rule, profile, subject } = cases.find(({ id }) => id === name)!;
  const [wrong, right] = [subject, designSubject(FULL_QUALITY)].map((some) => ({
    all: found(rule, some, profile),
    first: found(rule, some, profile, 'quick', 'failure'),
  }));
  expect([wrong.all.verdict, wrong.first.verdict]).toEqual(['fail', 'fail']);
  expect(wrong.first.cases.tried).toBeLessThan(wrong.all.cases.tried);
  // Cases that are right end no check.
  expect(right.first).toEqual(right.all);
  expect(right.all.verdict).toBe('pass');
});
