import { expect, test } from 'vitest';
import { check } from '../../../../src/checker/check.ts';
import { profileOf } from '../../../../src/checker/profiles.ts';
import { ALL_RULES } from '../../../../src/checker/rules/all-rules.ts';
import { designSubject } from '../../../../src/checker/subject.ts';
import { checkOnThreads } from '../../../../src/checker/threads/check-on-threads.ts';
import { preset } from '../../../pipeline/random-work.ts';
import { resultOf } from '../../platform/threads/steps.ts';

test.each(['d3d11.3', 'vulkan-1.4'] as const)('two threads have the findings of one thread under %s', async (name) => {
  const design = preset('d3d11.3-minimum');
  const profile = profileOf(name, design.limits);
  const short =
    /anisotropic-lod|bias-sum|gather4-|lod-instruction|lod-bits$|mipmap-precision|texel-replacement|sizes|degenerate/;
  const rules = ALL_RULES.filter((rule) => rule.applies(profile) && short.test(rule.id));
  const alone = await resultOf(check(designSubject(design), profile, 'quick', rules));
  const together = await resultOf(checkOnThreads(design, profile, 'quick', rules, 2));
  expect(together.length).toBeGreaterThan(4);
  expect(together).toEqual(alone);
  // Text holds what toEqual overlooks, such as the order of fields.
  expect(JSON.stringify(together)).toBe(JSON.stringify(alone));
});
