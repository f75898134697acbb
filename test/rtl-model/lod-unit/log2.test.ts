import { describe, expect, it } from 'vitest';
import type { LodDesign } from '../../../rtl-model/design.ts';
import { ROUNDING_MODES } from '../../../rtl-model/fixed-point/rounding.ts';
import { Log2Unit } from '../../../rtl-model/lod-unit/log2.ts';
import { FULL_QUALITY, PRESETS } from '../../oracle/presets.ts';

const floats = new Float32Array(1);
const bits = new Uint32Array(floats.buffer);

function lod(changes: Partial<LodDesign>): LodDesign {
  return { ...FULL_QUALITY.lod, ...changes };
}

/** A LOD as fine as the table's entries, so that its narrowing hides nothing of them. */
const FINE = { integerBits: 9, fractionBits: 20 };

/**
 * How far below and above log2 a table of h = 2^-indexBits steps may be: half a unit for the rounded entry; with
 * interpolation half a unit more for its narrowing and, below, h^2 / (8 ln 2) between a chord and the concave curve;
 * without, the h / ln 2 that the curve rises in a step. float64's log2 is within 2^-50 here.
 */
function bounds({ log2Table }: LodDesign): { below: number; above: number } {
  const step = 2 ** -log2Table.indexBits;
  const unit = 2 ** -log2Table.entryBits;
  const slack = 2 ** -50;
  return log2Table.interpolate
    ? { below: step ** 2 / 8 / Math.LN2 + unit + slack, above: unit + slack }
    : { below: step / Math.LN2 + unit / 2 + slack, above: unit / 2 + slack };
}

/** What mantissas of one octave, every `stride`-th, show: the first beyond the bounds, the first that falls, the extremes. */
function sweep(design: LodDesign, exponent: number, stride: number) {
  const unit = new Log2Unit(design);
  const { below, above } = bounds(design);
  let [outside, falling, lowest, highest, before] = ['none', 'none', 0, 0, -Infinity];
  for (let mantissa = 0; mantissa < 2 ** 23; mantissa += stride) {
    bits[0] = (exponent + 127) * 2 ** 23 + mantissa;
    const x = floats[0];
    const value = unit.log2(x);
    const error = value / unit.format.one - Math.log2(x);
    if (outside === 'none' && (error < -below || error > above)) outside = `log2(${x}) is off by ${error}`;
    if (falling === 'none' && value < before) falling = `log2(${x}) is ${value}, less than ${before}`;
    before = value;
    lowest = Math.min(lowest, error);
    highest = Math.max(highest, error);
  }
  return { outside, falling, lowest, highest, below, above };
}

describe('log2', () => {
  it('stays within the bound of its table over every mantissa of an octave, and never falls', () => {
    const design = lod({ format: FINE, log2Table: { indexBits: 8, entryBits: 20, interpolate: true } });
    const { outside, falling } = sweep(design, 0, 1);
    expect([outside, falling]).toEqual(['none', 'none']);
  });

  it.each([
    [2, 20, true],
    [4, 20, true],
    [6, 20, true],
    [10, 20, true],
    [4, 20, false],
    [8, 20, false],
  ])(
    'comes near the bound of %d index bits and %d entry bits, interpolated: %s',
    (indexBits, entryBits, interpolate) => {
      const design = lod({ format: FINE, log2Table: { indexBits, entryBits, interpolate } });
      for (const exponent of [-20, 3]) {
        const { outside, falling, lowest, below } = sweep(design, exponent, 37);
        expect([outside, falling]).toEqual(['none', 'none']);
        expect(lowest).toBeLessThan(-0.7 * (below - 2 ** -entryBits));
      }
    },
  );

  it.each(PRESETS.map((design) => [design.name, design.lod] as const))(
    'adds at most half a step of the LOD under %s',
    (_, design) => {
      const { lowest, highest, falling, below, above } = sweep(design, 5, 37);
      const half = 2 ** -design.format.fractionBits / 2;
      expect(falling).toBe('none');
      expect(lowest).toBeGreaterThanOrEqual(-(below + half));
      expect(highest).toBeLessThanOrEqual(above + half);
    },
  );

  it.each(ROUNDING_MODES)('is exact at every power of two that the LOD holds, narrowed by %s', (rounding) => {
    const unit = new Log2Unit(lod({ rounding }));
    for (let n = -126; n <= 127; n++) expect([n, unit.log2(2 ** n)]).toEqual([n, n * 256]);
  });

  it('never falls from one octave to the next', () => {
    for (const { lod: design } of PRESETS) {
      const unit = new Log2Unit(design);
      for (let n = -120; n < 120; n++) {
        bits[0] = (n + 127) * 2 ** 23 - 1;
        expect(unit.log2(floats[0])).toBeLessThanOrEqual(unit.log2(2 ** n));
      }
    }
  });

  it('saturates where the LOD format ends', () => {
    const unit = new Log2Unit(lod({ format: { integerBits: 4, fractionBits: 8 } }));
    expect(unit.log2(2 ** 10)).toBe(7 * 256 + 255);
    expect(unit.log2(2 ** -10)).toBe(-8 * 256);
  });

  it('gives the smallest LOD for zero and denormals, the largest for infinity and for NaN', () => {
    const unit = new Log2Unit(lod({}));
    const { min, max } = unit.format;
    expect([0, -0, 2 ** -149, 2 ** -127].map((x) => unit.log2(x))).toEqual([min, min, min, min]);
    expect([Infinity, NaN].map((x) => unit.log2(x))).toEqual([max, max]);
  });
});
