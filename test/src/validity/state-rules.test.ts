import { describe, expect, it } from 'vitest';
import { stateViolations } from '../../../src/validity/check-state.ts';
import { STATE_RULES } from '../../../src/validity/rules.ts';
import { STATE_CASES } from './state-cases.ts';
import { LIMITS, type Patch, stateOf } from './states.ts';

function broken(...patches: readonly Patch[]): readonly string[] {
  return stateViolations(stateOf(...patches), LIMITS).map(({ rule, found }) => `${rule.id}: ${found}`);
}

describe('stateViolations', () => {
  it('finds nothing in a plain state', () => {
    expect(broken()).toEqual([]);
  });

  for (const { rule, valid, broken: change } of STATE_CASES) {
    it(`reports ${rule} alone for ${JSON.stringify(change)}, and nothing for its neighbour`, () => {
      expect(broken(valid)).toEqual([]);
      const found = broken(valid, change);
      expect(found.map((text) => text.split(': ')[0])).toEqual([rule]);
    });
  }

  it('has a case for every rule, and rules with different identifiers', () => {
    const ids = STATE_RULES.map(({ id }) => id);
    expect([...new Set(STATE_CASES.map(({ rule }) => rule))].sort()).toEqual([...ids].sort());
    expect(new Set(ids).size).toBe(ids.length);
  });
});
