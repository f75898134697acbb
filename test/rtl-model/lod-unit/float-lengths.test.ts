import { describe, expect, it } from 'vitest';
import { FloatLengths } from '../../../rtl-model/lod-unit/float-lengths.ts';
import { PLAIN } from '../../../rtl-model/steps/plain-steps.ts';
import { Dice } from '../../oracle/dice.ts';

// The unit of an RTX 3060: floats of 10 bits, the larger component and 11/32 of the smaller one, 11/16 for a diagonal.
const UNIT = new FloatLengths(2 ** -9, 1, 11 / 32);

/** A number m 2^-60 in whole steps of 2^-60. */
const steps = (x: number) => BigInt(x * 2 ** 30) * 2n ** 30n;
const bitsOf = (m: bigint) => (m === 0n ? 0 : m.toString(2).length);

/** The upper 10 bits of an integer. */
function upper(m: bigint): bigint {
  const below = BigInt(Math.max(0, bitsOf(m) - 10));
  return (m >> below) << below;
}

/** An integer of 10 significant bits times n / d, to the nearest of 2^shift times its own last place, halves up. */
function times(m: bigint, n: bigint, d: bigint, shift: number): bigint {
  if (m === 0n) return 0n;
  const place = 2n ** BigInt(bitsOf(m) - 10);
  const divisor = d >> BigInt(shift);
  return (((m / place) * n * 2n + divisor) / (2n * divisor)) * (place >> BigInt(shift));
}

function expectedLength(u: bigint, v: bigint, diagonal: boolean): bigint {
  const [a, b] = u < v ? [upper(v), upper(u)] : [upper(u), upper(v)];
  if (!diagonal) return upper(a + times(b, 11n, 32n, 2));
  return upper(upper(times(a, 11n, 16n, 1)) + times(b, 121n, 512n, 3));
}

/** Components of 12 bits and a place of their own, so that two bits are cut. */
function anyComponent(dice: Dice): number {
  return dice.chance(0.1) ? 0 : dice.integer(2048, 4095) * 2 ** dice.integer(-20, -6);
}

describe('lengths of floats of 10 bits', () => {
  it.each([
    [1, false],
    [11 / 16, true],
  ] as const)('are those of integers with every place written out, at a factor of %d', (factor, diagonal) => {
    const dice = new Dice(0xf10a);
    for (let n = 0; n < 20_000; n++) {
      const [u, v] = [anyComponent(dice), anyComponent(dice)];
      const got = UNIT.length(PLAIN, dice.pick([u, -u]), dice.pick([v, -v]), factor);
      expect(steps(got), `${u} ${v}`).toBe(expectedLength(steps(u), steps(v), diagonal));
    }
  });

  it('are so for every mantissa of the smaller component', () => {
    for (let m = 512; m < 1024; m++) {
      for (const larger of [m, 1023, 1024, 1025, 4092]) {
        const got = UNIT.length(PLAIN, larger, m, 1);
        expect(steps(got), `${larger} ${m}`).toBe(expectedLength(steps(larger), steps(m), false));
      }
    }
  });

  it('add components with a bit below the last place of the larger one', () => {
    const dice = new Dice(0xadd);
    for (let n = 0; n < 20_000; n++) {
      const [a, b] = [0, 1].map(() => dice.integer(512, 1023) * 2 ** dice.integer(-14, 0) * dice.pick([-1, 1]));
      const [large, small] = Math.abs(a) >= Math.abs(b) ? [a, b] : [b, a];
      const place = 2 ** (Math.floor(Math.log2(Math.abs(large))) - 10);
      expect(UNIT.sum(PLAIN, a, b), `${a} ${b}`).toBe(large + Math.trunc(small / place) * place);
    }
    expect(UNIT.sum(PLAIN, 0, 0)).toBe(0);
  });
});
