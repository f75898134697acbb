import type { Dice } from '../../oracle/dice.ts';

/** The patterns of halves that lie in an image: zeros and ones, numbers of one size or any, infinities and NaN among them. */
export function anyHalves(count: number, dice: Dice): Uint16Array {
  const infinities = [0x7c00, 0xfc00, 0x7c01, 0x8000];
  const [exponent, range, specials] = dice.pick([
    [0, 0, [0x8000, 0, 0x8001, 0x3c00]],
    [dice.integer(0, 26), 4, infinities],
    [0, 30, infinities],
  ] as const);
  const fields = anyFields(range, specials, dice);
  return Uint16Array.from({ length: count }, () => {
    const { special, bits, above } = fields();
    return special ?? (bits & 0x83ff) + (exponent + above) * 2 ** 10;
  });
}

/**
 * The patterns of float32 that lie in an image: zeros and ones; numbers of one size, the smallest and the largest among them, or of
 * any; infinities and NaN.
 */
export function anyFloats(count: number, dice: Dice): Uint32Array {
  const infinities = [0x7f80_0000, 0xff80_0000, 0x7f80_0001, 0x8000_0000];
  const [exponent, range, specials] = dice.pick([
    [1, 0, [0x8000_0000, 0, 0x3f80_0000]],
    [1, 3, infinities],
    [dice.integer(1, 240), 4, infinities],
    [1, 253, infinities],
  ] as const);
  const fields = anyFields(range, specials, dice);
  return Uint32Array.from({ length: count }, () => {
    const { special, bits, above } = fields();
    return special ?? (bits & 0x807f_ffff) + (exponent + above) * 2 ** 23;
  });
}

/** Patterns of denorms of float32, of zeros and of the numbers beside them. */
export function anyDenorms(count: number, dice: Dice): Uint32Array {
  return Uint32Array.from({ length: count }, () =>
    dice.pick([0x8000_0000, 0, 1, 0x807f_ffff, 0x0080_0000, 0x8080_0000, dice.bits() & 0x807f_ffff]),
  );
}

/** @returns draws a special pattern, the first one most often; or bits, and 0 to `range` of the exponent */
function anyFields(range: number, specials: readonly number[], dice: Dice) {
  return () => {
    const isSpecial = dice.chance(range === 0 ? 0.9 : 0.01);
    const special = isSpecial ? (dice.chance(0.5) ? specials[0] : dice.pick(specials)) : null;
    return { special, bits: dice.bits(), above: dice.integer(0, range) };
  };
}
