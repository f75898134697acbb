import type { AlignedSumDesign, BcDesign, Design } from '../../rtl-model/design/design.ts';
import { widthFaults } from '../../rtl-model/design/widths.ts';
import { NEAREST_ROUNDINGS } from '../../rtl-model/fixed-point/rounding.ts';
import type { Dice } from '../oracle/dice.ts';
import { randomPlainDesign } from '../oracle/random-requests.ts';

const SUMS = ['lerps', 'products', 'rounded-products', 'three-point', 'three-point-mid-texel'] as const;

/** A random design with palettes of blocks, sums of texels, and widths of texels that only real chips have. */
export function randomChip(dice: Dice, base: Design): Design {
  for (;;) {
    const plain = randomPlainDesign(dice, base);
    const texelBits = dice.pick(['stored', 8, 9, 12, 16] as const);
    const design: Design = {
      ...plain,
      decoder: { codeBits: 'stored', bc: dice.chance(0.7) ? randomPalettes(dice) : null },
      filter: {
        ...plain.filter,
        weightScale: 'power-of-two',
        sum: dice.pick(SUMS),
        texelBits,
        signedGuardBits: texelBits === 16 ? dice.integer(0, 8) : 'stored',
        alignedSum: dice.chance(0.3) ? randomAlignment(dice) : null,
      },
    };
    if (widthFaults(design).length === 0) return design;
  }
}

/** The greatest fraction bits of a corner's texel beside codes of 8 bits. */
const CORNER_BITS = 15;

/** Random designs whose faults show where others hide them, one of each kind. */
export function tellingChips(dice: Dice, bases: readonly Design[]): readonly Design[] {
  return TELLING.map((tells, n) => {
    for (;;) {
      const design = randomChip(dice, bases[n % bases.length]);
      if (tells(design)) return { ...design, name: `random-chip-${n}` };
    }
  });
}

const TELLING: readonly ((design: Design) => boolean)[] = [
  // A sum of fewer bits than two lerps keeps the fraction bits of a corner.
  ({ filter: { sum, guardBits, weightBits } }) =>
    sum.startsWith('three-point') && guardBits >= weightBits && guardBits < 2 * weightBits,
  // Widened texels leave fewer fraction bits to corners than 8-bit codes have.
  ({ filter: { texelBits, guardBits, alignedSum } }) =>
    (texelBits === 12 || texelBits === 16) && guardBits >= CORNER_BITS && alignedSum === null,
  ({ decoder, filter }) => decoder.bc?.threeColors === 'all' && filter.alignedSum !== null,
];

function randomAlignment(dice: Dice): AlignedSumDesign {
  return {
    guardBits: dice.integer(0, 5),
    srgbBits: dice.integer(6, 12),
    srgbExponentBits: dice.integer(0, 8),
    rounding: dice.pick(NEAREST_ROUNDINGS),
  };
}

function randomPalettes(dice: Dice): BcDesign {
  const blend = () => {
    const divisor = dice.pick([1, 2, 3, 8, 128, 65_536, dice.integer(1, 300)]);
    const first = dice.integer(0, divisor);
    return { first, second: divisor - first, added: dice.integer(0, divisor - 1), divisor };
  };
  const blends = () => ({ of: dice.pick(['ends', 'ends', 'codes'] as const), third: blend(), half: blend() });
  const ramp = (bits: number, steps: number) => {
    const total = dice.pick([5, 7, 64, dice.integer(1, 3000)]);
    const divisor = 1 + Math.ceil((256 * total) / 2 ** bits);
    return { weights: weights(dice, steps, total), total, added: dice.integer(0, divisor >> 1), divisor };
  };
  const ramps = () => {
    const bits = dice.pick([8, dice.integer(8, 16)]);
    return { bits, eightSteps: ramp(bits, 6), sixSteps: ramp(bits, 4) };
  };
  const total = dice.integer(1, 258);
  const signed = (steps: number) => ({ weights: weights(dice, steps, total), rests: weights(dice, steps, 1) });
  return {
    ends: dice.pick(['replicated', 'shifted']),
    fiveBits: blends(),
    sixBits: blends(),
    threeColors: dice.pick(['bc1', 'all']),
    alpha: ramps(),
    ramp: ramps(),
    signedRamp: dice.chance(0.3) ? null : { total, eightSteps: signed(6), sixSteps: signed(4) },
  };
}

function weights(dice: Dice, steps: number, most: number): readonly number[] {
  return Array.from({ length: steps }, () => dice.integer(0, most));
}
