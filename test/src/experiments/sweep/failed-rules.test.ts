import { expect, test, vi } from 'vitest';
import { D3D11_RULES } from '../../../../src/checker/rules/d3d11/d3d11-rules.ts';
import { VULKAN_RULES } from '../../../../src/checker/rules/vulkan/vulkan-rules.ts';
import type { Finding, Rule } from '../../../../src/checker/rule.ts';
import { loadDesign } from '../../../../src/designs/load-design.ts';
import { DesignCosts } from '../../../../src/experiments/sweep/runs/design-costs.ts';
import { partOfId } from '../../checker/rules/wrong-subject.ts';

const RULES = ['7.18.16.1/subtexel-bits', '7.18.11/lod-clamp', '7.18.9.1/border-color'];

/** A rule that only the full check finds broken. */
const fullOnly: Rule = {
  ...D3D11_RULES[0],
  *check(_subject, _profile, effort) {
    yield 1;
    return { verdict: effort === 'full' ? 'fail' : 'pass' } as Finding;
  },
};

// A full check of all rules takes minutes. A rule of Vulkan is there to be left out: the profile is that of D3D11.3.
vi.mock('../../../../src/checker/rules/all-rules.ts', () => ({
  ALL_RULES: [...D3D11_RULES.filter((rule) => RULES.includes(partOfId(rule))), fullOnly, VULKAN_RULES[0]],
}));

const right = loadDesign('full-quality');
const narrow = { ...right, filter: { ...right.filter, weightBits: 2 } };
const DESIGNS = [
  { broken: 0, design: right },
  { broken: 1, design: narrow },
  { broken: 2, design: { ...narrow, lod: { ...right.lod, clamp: { integerBits: 5, fractionBits: 4 } } } },
];

test.each(DESIGNS)(
  'a design that breaks $broken rules fails so many, and one more by the full check',
  async ({ broken, design }) => {
    const costs = await new DesignCosts(new Set(['quick', 'full']), 'd3d11.3', 'none').of(design, null);
    expect(costs.failedRules).toEqual({ quick: broken, full: broken + 1 });
  },
);
