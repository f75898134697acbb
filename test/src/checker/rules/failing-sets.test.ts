import { describe, expect, it } from 'vitest';
import { D3D11_3, type Profile, VULKAN_1_4 } from '../../../../src/checker/profiles.ts';
import type { Rule } from '../../../../src/checker/rule.ts';
import { D3D11_RULES } from '../../../../src/checker/rules/d3d11/d3d11-rules.ts';
import { VULKAN_RULES } from '../../../../src/checker/rules/vulkan/vulkan-rules.ts';
import { WRONG_SUBJECTS as D3D11_WRONG } from './d3d11/failing-sets.ts';
import { WRONG_SUBJECTS as VULKAN_WRONG } from './vulkan/failing-sets.ts';
import { found, partOfId, type WrongSubject } from './wrong-subject.ts';

const SPECIFICATIONS: readonly [string, readonly Rule[], Profile, readonly WrongSubject[]][] = [
  ['D3D11.3', D3D11_RULES, D3D11_3, D3D11_WRONG],
  ['Vulkan', VULKAN_RULES, VULKAN_1_4, VULKAN_WRONG],
];

// test/deep/checker.deep.ts holds every subject to its set over all rules.
describe.each(SPECIFICATIONS)('the wrong subjects of %s', (_name, rules, profile, subjects) => {
  it('leave no rule out, name none that there is not, and each fails one at least', () => {
    expect(new Set(subjects.flatMap(({ fails }) => fails))).toEqual(new Set(rules.map(partOfId)));
    for (const { fails } of subjects) expect(fails.length).toBeGreaterThan(0);
    expect(new Set(subjects.map(({ wrong }) => wrong)).size).toBe(subjects.length);
  });

  it.each(rules.map((rule) => [partOfId(rule), rule] as const))('are found by %s', (id, rule) => {
    // Of those that it must find, the one that the fewest others do.
    const [subject] = subjects
      .filter(({ fails }) => fails.includes(id))
      .toSorted((a, b) => a.fails.length - b.fails.length);
    expect(found(rule, subject.subject, profile).pass, subject.wrong).toBe(false);
  });
});
