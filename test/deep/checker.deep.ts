import { describe, expect, it } from 'vitest';
import { claimed, D3D11_3, VULKAN_1_0, VULKAN_1_4 } from '../../src/checker/profiles.ts';
import { ALL_RULES } from '../../src/checker/rules/all-rules.ts';
import { designSubject } from '../../src/checker/subject.ts';
import { D3D_MINIMUM, FULL_QUALITY, VULKAN_MINIMUM } from '../oracle/presets.ts';
import { SPECIFICATIONS } from '../src/checker/rules/failing-sets.ts';
import { failingSet, found } from '../src/checker/rules/wrong-subject.ts';

describe.each(SPECIFICATIONS)('a wrong subject of $name', ({ rules, profile, subjects, sets }) => {
  it.each(subjects.map(({ wrong, subject }) => [wrong, subject] as const))(
    'fails the rules of failing-sets.json and no other (npm run failing-sets writes it anew): %s',
    (wrong, subject) => {
      expect(failingSet(rules, subject, profile)).toEqual(sets[wrong]);
    },
  );
});

const CONFORMING = [
  [FULL_QUALITY, D3D11_3],
  [D3D_MINIMUM, D3D11_3],
  [FULL_QUALITY, claimed(FULL_QUALITY.limits)],
  [FULL_QUALITY, VULKAN_1_4],
  [D3D_MINIMUM, VULKAN_1_4],
  [VULKAN_MINIMUM, VULKAN_1_0],
] as const;

describe('a design that conforms', () => {
  it.each(CONFORMING.map(([design, profile]) => [design.name, profile.name, design, profile] as const))(
    'passes the full check: %s by %s',
    (name, profileName, design, profile) => {
      const rules = ALL_RULES.filter((rule) => rule.applies(profile));
      const findings = rules.map((rule) => found(rule, designSubject(design), profile, 'full'));
      const tried = findings.reduce((sum, { cases }) => sum + cases.tried, 0);
      console.log(`${name} by ${profileName}: ${rules.length} rules, ${tried} cases with the seeds of the rules`);
      expect(rules.filter((_, n) => findings[n].verdict === 'fail').map(({ id }) => id)).toEqual([]);
    },
  );
});
