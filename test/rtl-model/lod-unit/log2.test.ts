import { describe, expect, it } from 'vitest';
import type { LodDesign } from '../../../rtl-model/design/design.ts';
import { ROUNDING_MODES } from '../../../rtl-model/fixed-point/rounding.ts';
import { Log2Unit } from '../../../rtl-model/lod-unit/log2.ts';
import { PLAIN } from '../../../rtl-model/steps/plain-steps.ts';
import { FULL_QUALITY, PRESETS } from '../../oracle/presets.ts';

const floats = new Float32Array(1);
const bits = new Uint32Array(floats.buffer);

function lod(changes: Partial<LodDesign>): LodDesign {
  return { ...FULL_QUALITY.lod, ...changes };
}

/** Entries of log2 to the nearest. */
const COMPUTED = { rounding: 'nearest-even', entries: null } as const;

/** A LOD as fine as the table's entries, so that its narrowing hides nothing of them. */
const FINE = { integerBits: 9, fractionBits: 20 };

/**
 * How far below and above log2 a table of h = 2^-indexBits steps may be: half a unit for the rounded entry; with
 * interpolation half a unit more for its narrowing and, below, h^2 / (8 ln 2) between a chord and the concave curve;
 * and below again what the curve rises, at most by 1 / ln 2, over the mantissa bits that do not take part. float64's
 * log2 is within 2^-50 here.
 */
function bounds({ log2Table: { indexBits, entryBits, interpolationBits } }: LodDesign): {
  below: number;
  above: number;
} {
  const step = 2 ** -indexBits;
  const unit = 2 ** -entryBits;
  const slack = 2 ** -50;
  const dropped = Math.max(0, step * 2 ** -interpolationBits - 2 ** -23) / Math.LN2;
  return interpolationBits > 0
    ? { below: step ** 2 / 8 / Math.LN2 + dropped + unit + slack, above: unit + slack }
    : { below: dropped + unit / 2 + slack, above: unit / 2 + slack };
}

/** A finding; texts that are made within a loop slow it down to a fifth. */
const told = (x: number, found: number) => `log2(${x}): ${found}`;

/** Findings over the mantissas of one octave, every `stride`-th: the first beyond the bounds, the first that falls, the extremes. */
function sweep(design: LodDesign, exponent: number, stride: number) {
  const unit = new Log2Unit(design);
  const { below, above } = bounds(design);
  let [outside, falling, lowest, highest, before] = ['none', 'none', 0, 0, -Infinity];
  for (let mantissa = 0; mantissa < 2 ** 23; mantissa += stride) {
    bits[0] = (exponent + 127) * 2 ** 23 + mantissa;
    const x = floats[0];
    const value = unit.log2(PLAIN, x);
    const error = value / unit.format.one - Math.log2(x);
    if (outside === 'none' && (error < -below || error > above)) outside = told(x, error);
    if (falling === 'none' && value < before) falling = told(x, value);
    before = value;
    lowest = Math.min(lowest, error);
    highest = Math.max(highest, error);
  }
  return { outside, falling, lowest, highest, below, above };
}

/** Every value of the highest bits of a mantissa, each with the bits below all 0, all 1 and with the first alone. */
function allMantissas(highest: number): number[] {
  const below = 2 ** (23 - highest);
  return Array.from({ length: 2 ** highest }, (_, n) => [n * below, n * below + below / 2, (n + 1) * below - 1]).flat();
}

/** log2(1 + k / 2^indexBits), to the nearest 2^-entryBits: of the integers m, the one with 2^(2m - 1) <= that^2^(entryBits + 1) < 2^(2m + 1). */
function exactEntry(k: number, indexBits: number, entryBits: number): number {
  const power = 2n ** BigInt(entryBits + 1);
  const scaled = BigInt(2 ** indexBits + k) ** power;
  const one = BigInt(indexBits) * power;
  let m = 0;
  while (scaled >= 2n ** (one + BigInt(2 * m + 1))) m++;
  return m;
}

/** Between entries by the highest mantissa bits below the index, halves up, in integers. */
function interpolated(entries: readonly number[], mantissa: number, indexBits: number, weightBits: number): number {
  const digits = mantissa.toString(2).padStart(23, '0');
  const index = Number(`0b0${digits.slice(0, indexBits)}`);
  const weight = BigInt(`0b0${digits.slice(indexBits, indexBits + weightBits)}`);
  const rise = BigInt(entries[index + 1] - entries[index]) * weight;
  return entries[index] + Number((2n * rise + 2n ** BigInt(weightBits)) / 2n ** BigInt(weightBits + 1));
}

describe('log2', () => {
  it(
    'stays within the bound of its table over every mantissa of an octave, and never falls',
    { tags: 'exhaustive' },
    () => {
      const design = lod({
        format: FINE,
        log2Table: { ...COMPUTED, indexBits: 8, entryBits: 20, interpolationBits: 15 },
      });
      const { outside, falling } = sweep(design, 0, 1);
      expect([outside, falling]).toEqual(['none', 'none']);
    },
  );

  it.each([
    [2, 20, 21],
    [4, 20, 19],
    [6, 20, 23],
    [10, 20, 13],
    [4, 20, 0],
    [8, 20, 0],
    [4, 20, 6],
    [8, 20, 3],
    [6, 20, 2],
  ])(
    'comes near the bound of %d index bits and %d entry bits, interpolated by %d bits',
    (indexBits, entryBits, interpolationBits) => {
      const design = lod({ format: FINE, log2Table: { ...COMPUTED, indexBits, entryBits, interpolationBits } });
      for (const exponent of [-20, 3]) {
        const { outside, falling, lowest, below } = sweep(design, exponent, 149);
        expect([outside, falling]).toEqual(['none', 'none']);
        expect(lowest).toBeLessThan(-0.7 * (below - 2 ** -entryBits));
      }
    },
  );

  it('is what integers give for small tables, whichever bits lie below those that interpolate', () => {
    for (const indexBits of [0, 1, 2, 4]) {
      for (const entryBits of [4, 6, 8]) {
        const entries = Array.from({ length: 2 ** indexBits + 1 }, (_, k) => exactEntry(k, indexBits, entryBits));
        for (const interpolationBits of [0, 1, 2, 3, 6]) {
          const format = { integerBits: 9, fractionBits: entryBits };
          const unit = new Log2Unit(
            lod({ format, log2Table: { ...COMPUTED, indexBits, entryBits, interpolationBits } }),
          );
          const wrong = allMantissas(indexBits + interpolationBits).filter((mantissa) => {
            bits[0] = (127 + 3) * 2 ** 23 + mantissa;
            const expected = 3 * 2 ** entryBits + interpolated(entries, mantissa, indexBits, interpolationBits);
            return unit.log2(PLAIN, floats[0]) !== expected;
          });
          expect([indexBits, entryBits, interpolationBits, wrong]).toEqual([
            indexBits,
            entryBits,
            interpolationBits,
            [],
          ]);
        }
      }
    }
  });

  it('takes no more bits than the mantissa has below the index', () => {
    const [most, all] = [23, 19].map(
      (interpolationBits) =>
        new Log2Unit(lod({ format: FINE, log2Table: { ...COMPUTED, indexBits: 4, entryBits: 20, interpolationBits } })),
    );
    let differing = 0;
    for (let mantissa = 0; mantissa < 2 ** 23; mantissa += 1009) {
      bits[0] = 127 * 2 ** 23 + mantissa;
      if (most.log2(PLAIN, floats[0]) !== all.log2(PLAIN, floats[0])) differing++;
    }
    expect(differing).toBe(0);
  });

  it.each(PRESETS.map((design) => [design.name, design.lod] as const))(
    'adds at most half a step of the LOD under %s',
    (_, design) => {
      const { lowest, highest, falling, below, above } = sweep(design, 5, 149);
      const half = 2 ** -design.format.fractionBits / 2;
      expect(falling).toBe('none');
      expect(lowest).toBeGreaterThanOrEqual(-(below + half));
      expect(highest).toBeLessThanOrEqual(above + half);
    },
  );

  it.each(ROUNDING_MODES)('is exact at every power of two that the LOD holds, narrowed by %s', (rounding) => {
    const unit = new Log2Unit(lod({ rounding }));
    for (let n = -126; n <= 127; n++) expect([n, unit.log2(PLAIN, 2 ** n)]).toEqual([n, n * 256]);
  });

  it('never falls from one octave to the next', () => {
    for (const { lod: design } of PRESETS) {
      const unit = new Log2Unit(design);
      for (let n = -120; n < 120; n++) {
        bits[0] = (n + 127) * 2 ** 23 - 1;
        expect(unit.log2(PLAIN, floats[0])).toBeLessThanOrEqual(unit.log2(PLAIN, 2 ** n));
      }
    }
  });

  it('saturates where the LOD format ends', () => {
    const unit = new Log2Unit(lod({ format: { integerBits: 4, fractionBits: 8 } }));
    expect(unit.log2(PLAIN, 2 ** 10)).toBe(7 * 256 + 255);
    expect(unit.log2(PLAIN, 2 ** -10)).toBe(-8 * 256);
  });

  it('gives the smallest LOD for zero and denormals, the largest for infinity and for NaN', () => {
    const unit = new Log2Unit(lod({}));
    const { min, max } = unit.format;
    expect([0, -0, 2 ** -149, 2 ** -127].map((x) => unit.log2(PLAIN, x))).toEqual([min, min, min, min]);
    expect([Infinity, NaN].map((x) => unit.log2(PLAIN, x))).toEqual([max, max]);
  });
});
