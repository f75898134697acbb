import { Dice } from '../oracle/dice.ts';
import { floatBits } from '../../rtl-model/fixed-point/float32.ts';
import { DEEP } from './programs.ts';
import { type Leaf, type Port, type Vectors } from './verilated.ts';

/** Stores the expected outputs behind the inputs in `values`. */
export type Expected = (values: Float64Array) => void;

/** An input of a random vector. */
export type Draw = (dice: Dice) => number;

/** The most combinations of inputs that a quick run and a long run try one by one. */
const EXHAUSTIVE = 2 ** (DEEP ? 28 : 20);
/** Random vectors where the inputs have more combinations than that. */
export const RANDOM = DEEP ? 1e8 : 5e5;

/**
 * Every combination of the inputs, which have at most 28 bits in all. A quick run takes 2^20 of them where they are more,
 * at equal distances.
 */
export function everyInput({ inputs }: Leaf, expected: Expected): Vectors {
  const ranges = inputs.map(({ width, signed }): [number, number] =>
    signed ? [-(2 ** (width - 1)), 2 ** (width - 1) - 1] : [0, 2 ** width - 1],
  );
  return everyWithin(ranges, expected);
}

/** The same of inputs from the low to the high end of a range each. */
export function everyWithin(ranges: readonly (readonly [number, number])[], expected: Expected): Vectors {
  const combinations = ranges.reduce((product, [low, high]) => product * (high - low + 1), 1);
  if (combinations > 2 ** 28) throw new RangeError(`${combinations} combinations of inputs are too many`);
  const count = Math.min(combinations, EXHAUSTIVE);
  // An odd stride visits every residue: no low bit stays the same.
  const stride = combinations === count ? 1 : 2 * Math.floor(combinations / count / 2) + 1;
  return {
    count,
    fill: (n, values) => {
      let rest = (n * stride) % combinations;
      for (let port = 0; port < ranges.length; port++) {
        const [low, high] = ranges[port];
        const span = high - low + 1;
        values[port] = low + (rest % span);
        rest = Math.floor(rest / span);
      }
      expected(values);
    },
  };
}

/** Random vectors: 5e5, or 1e8 in a long run. @param draws one for each input, or for each element of an array */
export function randomInputs(draws: readonly Draw[], expected: Expected, count = RANDOM): Vectors {
  const dice = new Dice(1);
  return {
    count,
    fill: (_, values) => {
      for (let port = 0; port < draws.length; port++) values[port] = draws[port](dice);
      expected(values);
    },
  };
}

/** Integers of a port: its ends, its middle, and all magnitudes equally often. */
export function anyInteger(port: Port): Draw {
  const { width } = port;
  return (dice) => {
    const bits = dice.integer(0, width);
    const magnitude = Math.floor((dice.bits() * 2 ** 21 + (dice.bits() >>> 11)) / 2 ** (53 - bits));
    const pattern = dice.chance(0.5) ? magnitude : 2 ** width - 1 - magnitude;
    return asValue(pattern, port);
  };
}

/** Integers from `low` to `high`, both ends among them more often than by chance. */
export function integerWithin(low: number, high: number): Draw {
  return (dice) => (dice.chance(0.1) ? dice.pick([low, high]) : dice.integer(low, high));
}

/** Patterns of float32: NaN, infinities, zeros, denormals, and numbers with exponents from 2^low to 2^high. */
export function anyFloat32(low: number, high: number): Draw {
  return (dice) => {
    const sign = dice.chance(0.5) ? 0x8000_0000 : 0;
    const kind = dice.integer(0, 31);
    if (kind === 0) return sign + dice.pick(SPECIAL_PATTERNS);
    if (kind === 1) return dice.bits();
    const exponent = dice.integer(low, high) + 127;
    // Few bits of the significand make ties; many make everything else.
    const significand =
      kind < 16 ? dice.bits() >>> 9 : ((dice.bits() >>> 9) >> dice.integer(0, 22)) << dice.integer(0, 22);
    return sign + exponent * 2 ** 23 + (significand & 0x7f_ffff);
  };
}

/** Zero, the smallest and the largest denormal, the smallest and the largest number, one, infinity, and two NaNs. */
const SPECIAL_PATTERNS = [
  0, 1, 0x007f_ffff, 0x0080_0000, 0x7f7f_ffff, 0x3f80_0000, 0x7f80_0000, 0x7f80_0001, 0x7fc0_0000,
];

/** The pattern of a float32 as the modules give it: every NaN is 0x7fc00000. */
export function float32Pattern(x: number): number {
  return Number.isNaN(x) ? 0x7fc0_0000 : floatBits(x);
}

function asValue(pattern: number, { width, signed }: Port): number {
  return signed && pattern >= 2 ** (width - 1) ? pattern - 2 ** width : pattern;
}
