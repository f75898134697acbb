import { describe, expect, it } from 'vitest';
import { D3D11_3, VULKAN_1_4 } from '../../../../../src/checker/profiles.ts';
import { D3D11_RULES } from '../../../../../src/checker/rules/d3d11/d3d11-rules.ts';
import { UNORM8_LERPS } from '../../../../../src/checker/rules/d3d11/filter-precision.ts';
import { designSubject } from '../../../../../src/checker/subject.ts';
import { found, RIGHT } from './wrong-subjects.ts';

describe('D3D11_RULES', () => {
  it('have identifiers of their own that begin with their sections', () => {
    expect(new Set(D3D11_RULES.map(({ id }) => id)).size).toBe(D3D11_RULES.length);
    for (const { id, section } of D3D11_RULES) expect(id.startsWith(`d3d11.3/${section}/`)).toBe(true);
  });

  it('are demanded by D3D11.3 alone', () => {
    for (const rule of D3D11_RULES) {
      expect(rule.applies(D3D11_3)).toBe(true);
      expect(rule.applies(VULKAN_1_4)).toBe(false);
    }
  });

  it('can be stopped: each yields its progress, which rises to 1', () => {
    const parts: number[] = [];
    const steps = UNORM8_LERPS.check(designSubject(RIGHT), D3D11_3, 'quick');
    for (let step = steps.next(); !step.done; step = steps.next()) parts.push(step.value);
    expect(parts.length).toBeGreaterThan(10);
    expect(parts).toEqual([...parts].sort((a, b) => a - b));
    expect(parts.at(-1)).toBe(1);
  });

  it('say whether the tried cases are exhaustive: a quick check of lerps is not', () => {
    const { cases } = found(designSubject(RIGHT), UNORM8_LERPS);
    expect(cases.exhaustive).toBe(false);
    expect(cases.tried).toBeGreaterThan(2 ** 19);
  });
});
