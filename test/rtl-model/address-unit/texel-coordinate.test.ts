import { describe, expect, it } from 'vitest';
import { reductionOf } from '../../../rtl-model/address-unit/range-reduction.ts';
import { TexelCoordinate } from '../../../rtl-model/address-unit/texel-coordinate.ts';
import { wrap } from '../../../rtl-model/address-unit/wrap.ts';
import type { AddressDesign } from '../../../rtl-model/design/design.ts';
import { fixed } from '../../../rtl-model/fixed-point/format.ts';
import { ROUNDING_MODES, type RoundingMode } from '../../../rtl-model/fixed-point/rounding.ts';
import { ADDRESS_MODES, type AddressMode } from '../../../rtl-model/state/sampler.ts';
import { Dice } from '../../oracle/dice.ts';
import { draws } from '../../oracle/draws.ts';
import { FULL_QUALITY } from '../../oracle/presets.ts';
import { add, exactly, multiply, rational, round } from '../../oracle/rational.ts';

const COORDINATE = fixed('coordinate', 16, 8);

function address(changes: Partial<AddressDesign>): AddressDesign {
  return { ...FULL_QUALITY.address, rangeReduction: false, ...changes };
}

function unreduced(rounding: RoundingMode = 'nearest-even'): TexelCoordinate {
  return new TexelCoordinate(address({ rounding }), COORDINATE, 'none');
}

function reduced(mode: AddressMode, rounding: RoundingMode = 'nearest-even'): TexelCoordinate {
  return new TexelCoordinate(address({ rounding, rangeReduction: true }), COORDINATE, reductionOf(mode));
}

/** D3D11.3 3.2.4.1 of u * size - half + offset in exact arithmetic. */
function ideal(u: number, size: number, half: number, offset: number, rounding: RoundingMode): number {
  if (Number.isNaN(u)) return offset * 256;
  if (!Number.isFinite(u)) return u < 0 ? COORDINATE.min : COORDINATE.max;
  const texels = add(multiply(exactly(u), rational(size)), exactly(offset - half));
  const k = round(multiply(texels, rational(256)), rounding);
  return Number(k < COORDINATE.min ? COORDINATE.min : k > COORDINATE.max ? COORDINATE.max : k);
}

/** Coordinates of every magnitude at which a snap still has something to decide, and any bit pattern at all. */
function anyCoordinate(dice: Dice): number {
  if (dice.chance(0.3)) return dice.float32();
  if (dice.chance(0.3)) return Math.fround(dice.integer(-(2 ** 16), 2 ** 16) / 512 / dice.integer(1, 64));
  return Math.fround(dice.real(-1, 1) * 2 ** dice.integer(-12, 8));
}

describe('snapping a coordinate', () => {
  it.each(ROUNDING_MODES)('narrows the exact product once by %s', (rounding) => {
    const dice = new Dice(0xc0de);
    const coordinate = unreduced(rounding);
    const wrong: string[] = [];
    for (let n = 0; n < draws(20_000); n++) {
      const u = anyCoordinate(dice);
      const size = dice.chance(0.5) ? dice.integer(1, 300) : dice.integer(1, 16_384);
      const half = dice.pick([0, 0.5]);
      const offset = Number.isFinite(u) && dice.chance(0.5) ? dice.integer(-8, 7) : 0;
      const got = coordinate.snap(u, size, half, offset);
      const expected = ideal(u, size, half, offset, rounding);
      if (got !== expected) wrong.push(`${u} * ${size} - ${half} + ${offset}: ${got}, not ${expected}`);
    }
    expect(wrong.slice(0, 5)).toEqual([]);
  });

  it.each(ROUNDING_MODES)('rounds every float32 step of the float32 path and then narrows by %s', (rounding) => {
    const dice = new Dice(0xf32);
    const coordinate = new TexelCoordinate(address({ rounding, scalePrecision: 'float32' }), COORDINATE, 'none');
    const wrong: string[] = [];
    for (let n = 0; n < draws(10_000); n++) {
      const [size, half, offset] = [dice.integer(1, 16_384), dice.pick([0, 0.5]), dice.integer(-8, 7)];
      // Just above 2^14 texels the product has half the bits that the difference has room for.
      const u = dice.chance(0.3) ? Math.fround((2 ** 14 + dice.real(0, 0.5)) / size) : anyCoordinate(dice);
      const scaled = Math.fround(Math.fround(u * size) - half);
      // The offset comes after the snap.
      const snapped = ideal(scaled, 1, 0, 0, rounding) + offset * 256;
      const expected = Math.max(COORDINATE.min, Math.min(COORDINATE.max, snapped));
      const got = coordinate.snap(u, size, half, offset);
      if (got !== expected) wrong.push(`${u} * ${size} - ${half} + ${offset}: ${got}, not ${expected}`);
    }
    expect(wrong.slice(0, 5)).toEqual([]);
  });

  it('leaves every 16.8 coordinate what it is', { tags: 'exhaustive' }, () => {
    const coordinate = unreduced();
    let wrong = 0;
    for (let k = COORDINATE.min; k <= COORDINATE.max; k++) {
      if (coordinate.snap(k / 1024, 4, 0, 0) !== k) wrong++;
      if (k - 128 >= COORDINATE.min && coordinate.snap(k / 1024, 4, 0.5, 0) !== k - 128) wrong++;
    }
    expect(wrong).toBe(0);
  });

  it('gives 0 for NaN, saturates infinities and huge coordinates and takes denormals for 0', () => {
    const coordinate = unreduced();
    expect(coordinate.snap(NaN, 64, 0.5, 0)).toBe(0);
    expect(coordinate.snap(Infinity, 64, 0.5, 0)).toBe(COORDINATE.max);
    expect(coordinate.snap(-Infinity, 64, 0.5, 0)).toBe(COORDINATE.min);
    expect(coordinate.snap(3e38, 64, 0.5, 0)).toBe(COORDINATE.max);
    expect(coordinate.snap(-3e38, 64, 0.5, 0)).toBe(COORDINATE.min);
    expect(coordinate.snap(2 ** -149, 64, 0, 0)).toBe(0);
    expect(coordinate.snap(-(2 ** -149), 64, 0, 0)).toBe(0);
    expect(coordinate.snap(-(2 ** -149), 64, 0.5, 0)).toBe(-128);
  });

  it('drops a negative denormal to the coordinate below 0 by floor, and lifts a positive one by ceil', () => {
    expect(unreduced('floor').snap(-(2 ** -149), 64, 0, 0)).toBe(-1);
    expect(unreduced('floor').snap(-(2 ** -149), 64, 0.5, 3)).toBe(3 * 256 - 129);
    expect(unreduced('ceil').snap(2 ** -149, 64, 0, 0)).toBe(1);
    expect(unreduced('toward-zero').snap(-(2 ** -149), 64, 0, 0)).toBe(0);
  });
});

describe('few fraction bits', () => {
  it('rounds a tie after half a texel was subtracted where the format has one fraction bit', () => {
    const coordinate = new TexelCoordinate(address({}), fixed('coordinate', 16, 1), 'none');
    // In halves of a texel: 0.5 - 1 is -0.5, 1.5 - 1 is 0.5, 2.5 - 1 is 1.5.
    expect([0.25, 0.75, 1.25].map((u) => coordinate.snap(u, 1, 0.5, 0))).toEqual([0, 0, 2]);
  });

  it('rounds a tie after the quarter of a texel of cosited chroma where the format has two', () => {
    const coordinate = new TexelCoordinate(address({}), fixed('coordinate', 16, 2), 'none');
    // In quarters of a texel: 0.5 - 1 is -0.5, 1.5 - 1 is 0.5, 2.5 - 1 is 1.5.
    expect([0.125, 0.375, 0.625].map((u) => coordinate.snap(u, 1, 0.25, 0))).toEqual([0, 0, 2]);
  });
});

describe('range reduction', () => {
  it.each(ADDRESS_MODES)('gives 0 for NaN under %s', (mode) => {
    expect(reduced(mode).snap(NaN, 64, 0.5, 0)).toBe(0);
  });

  it.each(['exact', 'float32'] as const)(
    'takes all periods off, so that tiling needs no integer bits: %s',
    (scalePrecision) => {
      const snap = (u: number, mode: AddressMode, size = 16_384) =>
        new TexelCoordinate(address({ scalePrecision, rangeReduction: true }), COORDINATE, reductionOf(mode)).snap(
          u,
          size,
          0,
          0,
        ) /
        (256 * size);
      expect([1000.25, 1001.25, -3.25, 5000.75].map((u) => snap(u, 'repeat'))).toEqual([0.25, 0.25, 0.75, 0.75]);
      expect([1000.25, 1001.25, -3.25, 5000.75].map((u) => snap(u, 'mirrored_repeat'))).toEqual([
        0.25, 1.25, -1.25, 0.75,
      ]);
      expect([3 * 2 ** 40, -3 * 2 ** 40].map((u) => Math.abs(snap(u, 'repeat', 100)))).toEqual([0, 0]);
    },
  );

  it('makes NaN of infinities in tilings, and holds the clamping modes to 10 periods', () => {
    for (const u of [Infinity, -Infinity]) {
      expect(reduced('repeat').snap(u, 64, 0.5, 0)).toBe(0);
      expect(reduced('mirrored_repeat').snap(u, 64, 0.5, 0)).toBe(0);
      for (const mode of ['clamp_to_edge', 'clamp_to_border', 'mirror_clamp_to_edge'] as const) {
        expect(reduced(mode).snap(u, 64, 0, 0)).toBe(Math.sign(u) * 640 * 256);
      }
    }
  });

  it.each(ADDRESS_MODES)('leaves the texels and the weight that %s selects over the whole 16.8 grid', (mode) => {
    const wrong: string[] = [];
    const [plain, near] = [unreduced(), reduced(mode)];
    // Every coordinate about the image, and beyond it a stride prime to all periods.
    for (const [size, from, to, stride] of [
      [4, -(2 ** 18), 2 ** 18, 1],
      [4, COORDINATE.min + 256, COORDINATE.max - 256, 53],
      [64, COORDINATE.min + 256, COORDINATE.max - 256, 61],
      [1024, COORDINATE.min + 256, COORDINATE.max - 256, 59],
    ]) {
      for (let k = from; k <= to; k += stride) {
        const u = k / 256 / size;
        const far = plain.snap(u, size, 0, 0);
        const snapped = near.snap(u, size, 0, 0);
        if (far === snapped) continue;
        const same = wrap(far >> 8, size, mode) === wrap(snapped >> 8, size, mode);
        const next = wrap((far >> 8) + 1, size, mode) === wrap((snapped >> 8) + 1, size, mode);
        // Where both texels are one, as beyond a clamped edge, the weight has no say.
        const flat = wrap(snapped >> 8, size, mode) === wrap((snapped >> 8) + 1, size, mode);
        if (!same || !next || (!flat && (far & 255) !== (snapped & 255))) wrong.push(`${k} of ${size}: ${snapped}`);
      }
    }
    expect(wrong.slice(0, 5)).toEqual([]);
  });

  it.each(ADDRESS_MODES)(
    'leaves texel and weight of %s with any size, offset and coordinate that does not saturate',
    (mode) => {
      const dice = new Dice(0x5eed);
      const wide = fixed('coordinate', 32, 8);
      const wrong: string[] = [];
      for (const rounding of ['nearest-even', 'nearest-up', 'nearest-down', 'floor', 'ceil'] as const) {
        const plain = new TexelCoordinate(address({ rounding }), wide, 'none');
        const near = new TexelCoordinate(address({ rounding, rangeReduction: true }), wide, reductionOf(mode));
        for (let n = 0; n < draws(10_000, 12); n++) {
          const u = anyCoordinate(dice);
          const size = dice.integer(1, 700);
          if (!(Math.abs(u * size) < 2 ** 30)) continue;
          const [half, offset] = [dice.pick([0, 0.5]), dice.integer(-8, 7)];
          const from = plain.snap(u, size, half, offset);
          const to = near.snap(u, size, half, offset);
          const pair = (k: number) => {
            const i = Math.floor(k / 256);
            return [wrap(i, size, mode), wrap(i + 1, size, mode), k - i * 256];
          };
          const [expected, got] = [pair(from), pair(to)];
          const flat = got[0] === got[1];
          if (got[0] !== expected[0] || got[1] !== expected[1] || (!flat && got[2] !== expected[2])) {
            wrong.push(`${u} * ${size} - ${half} + ${offset} by ${rounding}: ${got.join()}, not ${expected.join()}`);
          }
        }
      }
      expect(wrong.slice(0, 5)).toEqual([]);
    },
  );
});
