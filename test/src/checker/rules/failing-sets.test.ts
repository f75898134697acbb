import { describe, expect, it } from 'vitest';
import { SPECIFICATIONS } from './failing-sets.ts';
import { fails, partOfId } from './wrong-subject.ts';

describe.each(SPECIFICATIONS)('the wrong subjects of $name', ({ rules, profile, subjects, sets }) => {
  const named = new Set(subjects.map(({ fails }) => fails));

  it.each(subjects.map(({ wrong, fails, subject }) => [wrong, fails, subject] as const))(
    'are found: %s by %s',
    (_wrong, id, subject) => {
      const rule = rules.find((some) => partOfId(some) === id)!;
      expect(fails(rule, subject, profile)).toBe(true);
    },
  );

  it.each(rules.map((rule) => [partOfId(rule), rule] as const).filter(([id]) => !named.has(id)))(
    'are found by %s, which none of them names: by the one that the fewest rules find',
    (id, rule) => {
      const [subject] = subjects
        .filter(({ wrong }) => sets[wrong].includes(id))
        .toSorted((a, b) => sets[a.wrong].length - sets[b.wrong].length);
      expect(fails(rule, subject.subject, profile), subject.wrong).toBe(true);
    },
  );

  it('have the sets of failing-sets.json, which name every rule and no other', () => {
    expect(Object.keys(sets)).toEqual(subjects.map(({ wrong }) => wrong));
    for (const { wrong, fails } of subjects) expect(sets[wrong]).toContain(fails);
    expect(new Set(Object.values(sets).flat())).toEqual(new Set(rules.map(partOfId)));
  });
});
