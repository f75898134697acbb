import { describe, expect, it } from 'vitest';
import { type Design, DesignError } from '../../../rtl-model/design/design.ts';
import { checkFilterWidths } from '../../../rtl-model/design/filter-ranges.ts';
import { FixedArithmetic } from '../../../rtl-model/filter-unit/arithmetic/fixed-arithmetic.ts';
import { holds } from '../../../rtl-model/registers/register.ts';
import { STEP_REGISTERS } from '../../../rtl-model/registers/step-table.ts';
import { plainState } from '../../../src/designs/plain-state.ts';
import { Dice } from '../../oracle/dice.ts';
import { FULL_QUALITY, PRESETS } from '../../oracle/presets.ts';

/** Numbers of bits up to which float64 rounds exactly. */
const EXACT = 51;

function anyDesign(dice: Dice): Design {
  const design = dice.pick(PRESETS);
  const rates = new Set([
    1,
    ...Array.from({ length: dice.integer(0, 5) }, () => dice.integer(2, dice.pick([16, 127]))),
  ]);
  const filter = {
    ...design.filter,
    weightBits: dice.integer(1, 16),
    guardBits: dice.integer(0, 40),
    accumulatorBits: dice.integer(17, 51),
    reciprocalBits: dice.chance(0.3) ? ('exact' as const) : dice.integer(1, 32),
    srgbLinearBits: dice.integer(8, 24),
  };
  const format = { integerBits: 9, fractionBits: dice.integer(0, 15) };
  return { ...design, filter, lod: { ...design.lod, format, anisotropicRates: [...rates].sort((a, b) => a - b) } };
}

/** Bits of two's complement that hold a number above 0 and its negative. */
const signedBits = (value: bigint) => value.toString(2).length + 1;

/**
 * The field whose step outgrows its bits first, with the greatest code of the design in all texels; null for none. Wide
 * sums of weighted texels have the bits of a lerp more along an axis.
 */
function outgrown({ filter, lod }: Design): string | null {
  const { weightBits, guardBits, accumulatorBits, reciprocalBits, srgbLinearBits } = filter;
  const code = 2n ** BigInt(Math.max(16, srgbLinearBits)) - 1n;
  const exceeds = (value: bigint, bits: number) => signedBits(value) > bits;
  let [value, kept] = [code, 0];
  let sample = code;
  for (const bits of [weightBits, weightBits, lod.format.fractionBits]) {
    sample = value;
    const product = value << BigInt(bits);
    if (exceeds(product, EXACT)) return 'filter.guardBits';
    const dropped = Math.max(0, kept + bits - guardBits);
    [value, kept] = [product >> BigInt(dropped), kept + bits - dropped];
  }
  if (exceeds(sample << BigInt(weightBits), EXACT)) return 'filter.guardBits';
  const rates = Math.max(...lod.anisotropicRates);
  const sum = sample * BigInt(rates);
  if (exceeds(sum, accumulatorBits)) return 'filter.accumulatorBits';
  const divisor = reciprocalBits === 'exact' ? (2 * rates - 1).toString(2).length : reciprocalBits;
  return rates > 1 && exceeds(sum << BigInt(divisor), EXACT) ? 'filter.reciprocalBits' : null;
}

function refusedFor(design: Design): string | null {
  try {
    checkFilterWidths(design);
    return null;
  } catch (error) {
    if (error instanceof DesignError) return error.field;
    throw error;
  }
}

describe('a design', () => {
  it('is refused for the field whose step outgrows its bits, and for no other reason', () => {
    const dice = new Dice(0xf17e5);
    const fields = new Map<string | null, number>();
    for (let n = 0; n < 3000; n++) {
      const design = anyDesign(dice);
      const field = outgrown(design);
      fields.set(field, (fields.get(field) ?? 0) + 1);
      expect([refusedFor(design), design]).toEqual([field, design]);
    }
    expect(Math.min(...fields.values())).toBeGreaterThan(100);
    expect(fields.size).toBe(4);
  });
});

describe('the filter of a plane', () => {
  it('is that of any design that is accepted, for its widest texels', () => {
    const dice = new Dice(0x91a7e);
    for (let n = 0; n < 300; n++) {
      const design = anyDesign(dice);
      if (refusedFor(design) !== null) continue;
      const bits = Math.max(16, design.filter.srgbLinearBits);
      const scales = Array.from({ length: 4 }, () => ({ one: 2 ** bits - 1, bits, signed: false }));
      for (const dimensions of [1, 2]) expect(() => new FixedArithmetic(design, scales, dimensions)).not.toThrow();
    }
  });
});

describe('the filter of a volume', () => {
  it('is refused with the name of its design where a lerp more outgrows exact integers', () => {
    // Codes of 24 bits and a sign, and weights of 8 bits that all stay: two axes and a level are 49 bits, three 57.
    const [code, weightBits, fractionBits] = [24, 8, 8];
    const filter = { ...FULL_QUALITY.filter, weightBits, guardBits: 40, srgbLinearBits: code };
    const lod = { ...FULL_QUALITY.lod, format: { integerBits: 5, fractionBits }, anisotropicRates: [1] };
    const scales = Array.from({ length: 4 }, () => ({ one: 2 ** code - 1, bits: code, signed: false }));
    const design = { ...FULL_QUALITY, name: 'voxels', filter, lod };
    expect(() => new FixedArithmetic(design, scales, 2)).not.toThrow();
    expect(() => new FixedArithmetic(design, scales, 3)).toThrow(
      'filter.guardBits of voxels: a lerp needs 57 bits; the arithmetic holds 51',
    );
  });
});

describe('the register of an average', () => {
  it.each([1, 2, 4, 8])('holds averages by reciprocals of %i bits that are rounded up', (reciprocalBits) => {
    const { filter, lod } = FULL_QUALITY;
    const anisotropicRates = [1, 3, 5, 7, 10, 11];
    const design = { ...FULL_QUALITY, filter: { ...filter, reciprocalBits }, lod: { ...lod, anisotropicRates } };
    const binding = plainState(design);
    const most = 2 ** filter.srgbLinearBits - 1;
    const scales = Array.from({ length: 4 }, () => ({ one: most, bits: filter.srgbLinearBits, signed: false }));
    const arithmetic = new FixedArithmetic(design, scales, 2);
    const value = new Float64Array(4);
    arithmetic.bilinear(new Float32Array(16).fill(most), 0, 0, 0, value, 0);
    for (const n of anisotropicRates) {
      const average = arithmetic.average(n * value[0], n);
      const result = arithmetic.filtered(n * value[0], n * value[0], n, 1);
      expect(holds(average, STEP_REGISTERS.averageHi.format('average_hi', binding))).toBe(true);
      expect(holds(result, STEP_REGISTERS.filtered.format('filtered', binding))).toBe(true);
    }
  });
});
