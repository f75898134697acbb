import { describe, expect, it } from 'vitest';
import { leadingBit, unitOf } from '../../../rtl-model/fixed-point/truncation.ts';
import { PLAIN } from '../../../rtl-model/steps/plain-steps.ts';
import { truncated } from '../../../rtl-model/steps/truncated.ts';
import { Dice } from '../../oracle/dice.ts';
import { draws } from '../../oracle/draws.ts';

describe('a truncated number', () => {
  it('is the nearest towards zero of its bits, less than one unit of the last away', () => {
    const dice = new Dice(0xd3);
    for (let n = 0; n < draws(20_000); n++) {
      const x = dice.real(-1, 1) * 2 ** dice.integer(-500, 500);
      const bits = dice.integer(1, 30);
      const lead = leadingBit(x);
      const got = truncated(PLAIN, x, unitOf(bits));
      const last = lead * 2 ** (1 - bits);
      expect(lead <= Math.abs(x) && Math.abs(x) < 2 * lead, `${x}`).toBe(true);
      expect(Number.isInteger(got / last) && Math.abs(got) <= Math.abs(x) && Math.abs(x - got) < last, `${x}`).toBe(
        true,
      );
    }
    expect(truncated(PLAIN, 0, unitOf(4))).toBe(0);
  });
});
