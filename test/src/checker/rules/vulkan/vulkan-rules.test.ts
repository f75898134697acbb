import { expect, test } from 'vitest';
import { D3D11_3, VULKAN_1_0, VULKAN_1_4 } from '../../../../../src/checker/profiles.ts';
import { LINEAR_TEXELS } from '../../../../../src/checker/rules/vulkan/texels/texel-coordinates.ts';
import { VULKAN_RULES } from '../../../../../src/checker/rules/vulkan/vulkan-rules.ts';
import { designSubject } from '../../../../../src/checker/subject.ts';
import { FULL_QUALITY } from '../../../../oracle/presets.ts';

test('every rule has an id of its own, a limit and a method', () => {
  expect(new Set(VULKAN_RULES.map(({ id }) => id)).size).toBe(VULKAN_RULES.length);
  for (const { id, limit, method } of VULKAN_RULES) {
    expect(id).toMatch(/^vulkan(\/[a-z0-9-]+){2}$/);
    expect(limit.length * method.length).toBeGreaterThan(0);
  }
});

test('only the profiles of Vulkan demand the rules', () => {
  for (const rule of VULKAN_RULES) {
    expect([VULKAN_1_0, VULKAN_1_4, D3D11_3].map((profile) => rule.applies(profile))).toEqual([true, true, false]);
  }
});

test('a rule yields its progress, which only rises and ends at 1', () => {
  const parts: number[] = [];
  const steps = LINEAR_TEXELS.check(designSubject(FULL_QUALITY), VULKAN_1_4, 'quick');
  for (let step = steps.next(); !step.done; step = steps.next()) parts.push(step.value);
  expect(parts).toEqual(parts.toSorted((a, b) => a - b));
  expect(parts.at(-1)).toBe(1);
});
