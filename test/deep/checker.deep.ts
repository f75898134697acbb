import { describe, expect, it } from 'vitest';
import { claimed, D3D11_3, type Profile, VULKAN_1_0, VULKAN_1_4 } from '../../src/checker/profiles.ts';
import type { Rule } from '../../src/checker/rule.ts';
import { ALL_RULES } from '../../src/checker/rules/all-rules.ts';
import { D3D11_RULES } from '../../src/checker/rules/d3d11/d3d11-rules.ts';
import { VULKAN_RULES } from '../../src/checker/rules/vulkan/vulkan-rules.ts';
import { designSubject } from '../../src/checker/subject.ts';
import { D3D_MINIMUM, FULL_QUALITY, VULKAN_MINIMUM } from '../oracle/presets.ts';
import { WRONG_SUBJECTS as D3D11_WRONG } from '../src/checker/rules/d3d11/failing-sets.ts';
import { WRONG_SUBJECTS as VULKAN_WRONG } from '../src/checker/rules/vulkan/failing-sets.ts';
import { found, partOfId, type WrongSubject } from '../src/checker/rules/wrong-subject.ts';

const SPECIFICATIONS: readonly [string, readonly Rule[], Profile, readonly WrongSubject[]][] = [
  ['D3D11.3', D3D11_RULES, D3D11_3, D3D11_WRONG],
  ['Vulkan', VULKAN_RULES, VULKAN_1_4, VULKAN_WRONG],
];

describe.each(SPECIFICATIONS)('a wrong subject of %s', (name, rules, profile, subjects) => {
  it.each(subjects.map(({ wrong, subject, fails }) => [wrong, subject, fails] as const))(
    'fails exactly the rules that it should: %s',
    (wrong, subject, fails) => {
      const findings = rules.map((rule) => found(rule, subject, profile));
      const tried = findings.reduce((sum, { cases }) => sum + cases.tried, 0);
      console.log(`${name}, ${wrong}: ${rules.length} rules, ${tried} cases with the seeds of the rules`);
      expect(rules.filter((_, n) => !findings[n].pass).map(partOfId)).toEqual(fails);
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
      expect(rules.filter((_, n) => !findings[n].pass).map(({ id }) => id)).toEqual([]);
    },
  );
});
