import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../../rtl-model/state/instruction.ts';
import { checkState, stateViolations } from '../../../src/validity/check-state.ts';
import { Dice } from '../../oracle/dice.ts';
import { draws } from '../../oracle/draws.ts';
import { randomState } from './random-states.ts';
import { LIMITS } from './states.ts';

describe('random valid states', () => {
  const dice = new Dice(0x7e57_5747);
  const states = Array.from({ length: draws(20_000) }, () => randomState(dice));

  it('break no rule', () => {
    for (const state of states) {
      const broken = stateViolations(state, LIMITS).map(({ rule, found }) => `${rule.id}: ${found}`);
      if (broken.length > 0) expect({ broken, instruction: state.instruction, view: state.view }).toEqual(null);
    }
  });

  it('pass under the strictest policy', () => {
    for (const state of states.slice(0, 2000)) expect(checkState(state, LIMITS, 'error')).toEqual([]);
  });

  it('cover every operation', () => {
    expect(new Set(states.map(({ instruction }) => instruction.op))).toEqual(new Set(OPERATIONS));
  });
});
