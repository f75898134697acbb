import { describe, expect, it } from 'vitest';
import { isMacro, macroArea, macroLeakage } from '../../../../src/forms/cost/sram-macros.ts';

/** Macros of IHP-Open-PDK (sg13_sram, typ_1p20V_25C, Apache 2.0): their areas in um2, their leakages in nW where known. */
const MACROS: readonly (readonly [words: number, bits: number, ports: number, area: number, leakage?: number])[] = [
  [64, 64, 1, 50_489.1328, 49.5039],
  [512, 64, 1, 150_102.4032, 396.031],
  [1024, 64, 1, 263_946.1408, 792.062],
  [2048, 64, 1, 491_633.616, 1584.1239],
  [8192, 32, 1, 939_914.928, 3168.2478],
  [512, 32, 1, 79_719.8976],
  [256, 48, 1, 70_849.8944],
  [1024, 8, 1, 49_419.2448, 99.0077],
  [64, 32, 2, 52_620.8821],
  [256, 32, 2, 96_266.6251, 159.4504],
  [512, 16, 2, 88_481.5997],
  [1024, 32, 2, 264_167.2813, 637.8015],
];

describe('a memory as a macro', () => {
  it('has an area within 5.1 % of that of each published macro, as docs/area.md says', () => {
    const errors = MACROS.map(([words, bits, ports, area]) => macroArea({ words, bits, ports }) / area - 1);
    expect(Math.max(...errors.map((error) => Math.abs(error))).toFixed(3)).toBe('0.051');
  });

  it('leaks as each published one does, to four digits', () => {
    for (const [words, bits, ports, , leakage] of MACROS) {
      if (leakage === undefined) continue;
      expect(macroLeakage({ words, bits, ports }).toPrecision(4)).toBe(leakage.toPrecision(4));
    }
  });

  it('has 64 words at least, in each unit', () => {
    expect([63, 64].map((words) => isMacro({ words, bits: 8, ports: 1 }))).toEqual([false, true]);
    expect(isMacro({ words: 64, bits: 8, ports: 1, copies: 2 })).toBe(false);
  });

  it('of several units is as large as those of each', () => {
    const one = macroArea({ words: 128, bits: 32, ports: 2 });
    expect(macroArea({ words: 384, bits: 32, ports: 2, copies: 3 })).toBeCloseTo(3 * one, 6);
  });

  it('of words wider than 64 bits has the drivers of several', () => {
    const narrow = macroArea({ words: 128, bits: 64, ports: 1 });
    expect(macroArea({ words: 128, bits: 512, ports: 1 })).toBeCloseTo(8 * narrow, 6);
  });
});
