import { describe, expect, it } from 'vitest';
import type { Design, FilterDesign } from '../../../rtl-model/design/design.ts';
import { ROUNDING_MODES } from '../../../rtl-model/fixed-point/rounding.ts';
import { DEFAULT_SAMPLER, type Sampler } from '../../../rtl-model/state/sampler.ts';
import type { TexelFormat } from '../../../rtl-model/formats/texel-format.ts';
import { MIP_CHAIN_FORMATS } from '../../../rtl-model/formats/uncompressed-formats.ts';
import { Dice } from '../../oracle/dice.ts';
import { draws } from '../../oracle/draws.ts';
import { FULL_QUALITY, PRESETS } from '../../oracle/presets.ts';
import { BILINEAR, EXPLICIT, flatImage, GRADIENT, imageOf, lanesOf, POINT, sample } from '../../oracle/sampling.ts';

const FORMATS = [...MIP_CHAIN_FORMATS.values()];
const R32 = MIP_CHAIN_FORMATS.get('r32_sfloat')!;
const FLOAT_PATHS = ['fused', 'float32-steps'] as const;

function filtered(changes: Partial<FilterDesign>, base: Design = FULL_QUALITY): Design {
  return { ...base, filter: { ...base.filter, ...changes } };
}

/** Bytes of a random texel of ordinary values. */
function randomTexel(dice: Dice, { order, componentBits, componentType }: TexelFormat): Uint8Array {
  if (componentBits === 32) {
    return new Uint8Array(Float32Array.from(order, () => dice.real(-1, 1) * 2 ** dice.integer(-20, 20)).buffer);
  }
  const keep = componentType === 'sfloat' ? 0xbbff : 0xffff;
  const halves = Uint16Array.from(order, () => dice.bits() & keep);
  return componentBits === 16 ? new Uint8Array(halves.buffer) : Uint8Array.from(halves, (bits) => bits & 255);
}

/** The one colour of a flat image, by a point sample in the middle of level 0. */
function pointColor(design: Design, format: TexelFormat, texel: Uint8Array): number[] {
  const image = imageOf(format, 1, 1, [texel]);
  return [
    ...sample(
      design,
      image,
      POINT,
      EXPLICIT,
      lanesOf(1, () => {}),
    ).subarray(0, 4),
  ];
}

/** Lanes all over and around the image, with footprints of every shape. */
function anywhere(count: number, seed: number) {
  const dice = new Dice(seed);
  return lanesOf(count, (batch, lane) => {
    batch.s[lane] = dice.real(-3, 3);
    batch.t[lane] = dice.real(-3, 3);
    batch.dsdx[lane] = dice.real(-1, 1) * 2 ** -dice.integer(0, 6);
    batch.dtdx[lane] = dice.real(-1, 1) * 2 ** -dice.integer(0, 6);
    batch.dsdy[lane] = dice.real(-1, 1) * 2 ** -dice.integer(0, 10);
    batch.dtdy[lane] = dice.real(-1, 1) * 2 ** -dice.integer(0, 10);
  });
}

const ANISOTROPIC: Sampler = { ...DEFAULT_SAMPLER, anisotropyEnable: true, maxAnisotropy: 16 };

describe('a constant colour', () => {
  it.each(PRESETS.map((design) => [design.name, design] as const))(
    'stays itself in every format under %s',
    (_, design) => {
      const dice = new Dice(0xc01);
      const wrong: string[] = [];
      for (const format of FORMATS) {
        for (const sampler of [BILINEAR, DEFAULT_SAMPLER, ANISOTROPIC]) {
          const texel = randomTexel(dice, format);
          const color = pointColor(design, format, texel);
          const image = flatImage(format, 64, 32, () => texel);
          const result = sample(design, image, sampler, GRADIENT, anywhere(200, dice.bits()));
          const off = result.findIndex((value, n) => value !== color[n % 4]);
          if (off >= 0) wrong.push(`${format.name}: ${result[off]}, not ${color[off % 4]}`);
        }
      }
      expect(wrong).toEqual([]);
    },
  );

  it('stays itself for every N from 1 to 16 and every rounding mode when the average divides exactly', () => {
    const format = MIP_CHAIN_FORMATS.get('r16g16b16a16_unorm')!;
    const dice = new Dice(0xc02);
    for (let n = 1; n <= 16; n++) {
      for (const rounding of ROUNDING_MODES) {
        const design = filtered({ rounding, guardBits: dice.integer(0, 24) });
        const texel = randomTexel(dice, format);
        const color = pointColor(design, format, texel);
        // dX of n texels, dY of one: the ratio is n.
        const batch = lanesOf(16, (lanes, lane) => {
          lanes.s[lane] = dice.real(-2, 2);
          lanes.t[lane] = dice.real(-2, 2);
          lanes.dsdx[lane] = n / 64;
          lanes.dtdy[lane] = 1 / 64;
        });
        const result = sample(
          design,
          flatImage(format, 64, 64, () => texel),
          ANISOTROPIC,
          GRADIENT,
          batch,
        );
        expect([n, rounding, ...result.subarray(0, 4)]).toEqual([n, rounding, ...color]);
        expect(result.every((value, k) => value === color[k % 4])).toBe(true);
      }
    }
  });

  it('stays itself when fused float arithmetic averages 3 or 7 samples', () => {
    const dice = new Dice(0xc03);
    for (const n of [3, 7, 11]) {
      const texel = randomTexel(dice, R32);
      const color = pointColor(FULL_QUALITY, R32, texel);
      const batch = lanesOf(64, (lanes, lane) => {
        lanes.s[lane] = dice.real(-2, 2);
        lanes.dsdx[lane] = n / 64;
        lanes.dtdy[lane] = 1 / 64;
      });
      const result = sample(
        FULL_QUALITY,
        flatImage(R32, 64, 64, () => texel),
        ANISOTROPIC,
        GRADIENT,
        batch,
      );
      expect(result.filter((value, k) => k % 4 === 0 && value !== color[0])).toHaveLength(0);
    }
  });
});

/** A 2x2 image of one component, sampled at every pair of weights that `stride` leaves. */
function bilinearSurface(design: Design, format: TexelFormat, level: Uint8Array, stride: number): number[][] {
  const image = imageOf(format, 2, 2, [level]);
  const sampler: Sampler = { ...BILINEAR, addressModeU: 'clamp_to_edge', addressModeV: 'clamp_to_edge' };
  const steps = 256 / stride + 1;
  const batch = lanesOf(steps * steps, ({ s, t }, lane) => {
    s[lane] = 0.25 + ((lane % steps) * stride) / 512;
    t[lane] = 0.25 + (Math.floor(lane / steps) * stride) / 512;
  });
  const result = sample(design, image, sampler, EXPLICIT, batch);
  return Array.from({ length: steps }, (_, y) => Array.from({ length: steps }, (_, x) => result[4 * (y * steps + x)]));
}

function isMonotone(values: readonly number[]): boolean {
  const rises = values[values.length - 1] >= values[0];
  return values.every((value, k) => k === 0 || (rises ? value >= values[k - 1] : value <= values[k - 1]));
}

describe('a bilinear sample', () => {
  const R8 = MIP_CHAIN_FORMATS.get('r8_unorm')!;
  const SNORM = MIP_CHAIN_FORMATS.get('r8_snorm')!;

  it.each(ROUNDING_MODES)(
    'lies between its texels and changes monotonically with either weight, narrowed by %s',
    (rounding) => {
      const dice = new Dice(0xb111);
      const wrong: string[] = [];
      for (let round = 0; round < 24; round++) {
        const format = dice.pick([R8, SNORM]);
        const guardBits = dice.pick([0, 1, 4, 8, 24]);
        const texels = Uint8Array.from({ length: 4 }, () => dice.bits() & 255);
        const surface = bilinearSurface(filtered({ rounding, guardBits }), format, texels, 8);
        const corners = [surface[0][0], surface[0][32], surface[32][0], surface[32][32]];
        const values = surface.flat();
        const inside = values.every((value) => value >= Math.min(...corners) && value <= Math.max(...corners));
        // Along an edge of the cell only two texels take part.
        const edges = [surface[0], surface[32], surface.map((row) => row[0]), surface.map((row) => row[32])];
        if (!inside || !edges.every(isMonotone))
          wrong.push(`${format.name} ${texels.join()} with ${guardBits} guard bits`);
      }
      expect(wrong).toEqual([]);
    },
  );

  it.each(
    PRESETS.filter(({ filter }) => filter.guardBits >= filter.weightBits).map(
      (design) => [design.name, design] as const,
    ),
  )(
    'changes monotonically across the whole cell under %s, which has a guard bit for each bit of a weight',
    (_, design) => {
      const dice = new Dice(0xb112);
      for (let round = 0; round < 20; round++) {
        const texels = Uint8Array.from({ length: 4 }, () => dice.bits() & 255);
        const surface = bilinearSurface(design, R8, texels, 16);
        const columns = surface[0].map((_, x) => surface.map((row) => row[x]));
        for (const line of [...surface, ...columns]) expect([texels, isMonotone(line)]).toEqual([texels, true]);
      }
    },
  );

  it('is the exact weighted sum of its texels, rounded once, when no bit is dropped', () => {
    const texels = Uint8Array.of(3, 250, 101, 7);
    const surface = bilinearSurface(FULL_QUALITY, R8, texels, 1);
    let wrong = 0;
    surface.forEach((row, y) =>
      row.forEach((value, x) => {
        const sum = (3 * (256 - x) + 250 * x) * (256 - y) + (101 * (256 - x) + 7 * x) * y;
        if (value !== Math.fround(sum / (65_536 * 255))) wrong++;
      }),
    );
    expect(wrong).toBe(0);
  });

  it('is narrowed after each lerp to the guard bits that the design keeps', () => {
    const texels = Uint8Array.of(3, 250, 101, 7);
    const surface = bilinearSurface(filtered({ guardBits: 2, rounding: 'floor' }), R8, texels, 1);
    let wrong = 0;
    surface.forEach((row, y) =>
      row.forEach((value, x) => {
        const top = (3 * (256 - x) + 250 * x) >> 6;
        const bottom = (101 * (256 - x) + 7 * x) >> 6;
        if (value !== Math.fround(((top * (256 - y) + bottom * y) >> 8) / (4 * 255))) wrong++;
      }),
    );
    expect(wrong).toBe(0);
  });

  it('takes the weight at the bits of the filter, not of the coordinate', () => {
    const texels = Uint8Array.of(0, 255, 0, 255);
    const surface = bilinearSurface(filtered({ weightBits: 4, rounding: 'floor' }), R8, texels, 1);
    expect(surface[0].map((value) => value * 16)).toEqual(surface[0].map((_, x) => x >> 4));
  });
});

/** Three point samples at -1/4, 0 and 1/4 of three texels around the middle of a row of four, in codes. */
function average(design: Design, codes: readonly [number, number, number, number]): number {
  const image = imageOf(MIP_CHAIN_FORMATS.get('r8_unorm')!, 4, 1, [Uint8Array.from(codes)]);
  const sampler: Sampler = { ...ANISOTROPIC, magFilter: 'nearest', minFilter: 'nearest' };
  const batch = lanesOf(1, (lanes) => {
    lanes.s[0] = 0.5;
    lanes.dsdx[0] = 3 / 4;
    lanes.dtdy[0] = 1;
  });
  return sample(design, image, sampler, GRADIENT, batch)[0] * 255;
}

describe('an anisotropic average', () => {
  it('divides the sum of N texels by N', () => {
    // Texels 1, 2 and 2.
    expect(average(FULL_QUALITY, [255, 30, 60, 255])).toBeCloseTo(50, 4);
    expect(average(FULL_QUALITY, [0, 30, 60, 0])).toBeCloseTo(50, 4);
  });

  it('multiplies by the rounded reciprocal where the design has no divider', () => {
    // 1/3 in 8 bits is 85/256.
    expect(average(filtered({ reciprocalBits: 8 }), [0, 30, 60, 0])).toBeCloseTo((150 * 85) / 256, 4);
  });
});

/** A row of two float32 texels at the weight of the second, in 1/256. */
function mixed(design: Design, near: number, far: number, weight: number): number {
  const bytes = new Uint8Array(Float32Array.of(near, far).buffer);
  const sampler: Sampler = { ...BILINEAR, addressModeU: 'clamp_to_edge' };
  const batch = lanesOf(1, ({ s, t }) => {
    s[0] = 0.25 + weight / 512;
    t[0] = 0.5;
  });
  return sample(design, imageOf(R32, 2, 1, [bytes]), sampler, EXPLICIT, batch)[0];
}

describe('a float filter', () => {
  it.each(FLOAT_PATHS)('passes infinities on and makes NaN of opposed ones, %s', (floatPath) => {
    const design = filtered({ floatPath });
    expect(mixed(design, 1, Infinity, 1)).toBe(Infinity);
    expect(mixed(design, -Infinity, 1, 255)).toBe(-Infinity);
    expect(mixed(design, -Infinity, Infinity, 128)).toBeNaN();
  });

  it.each(FLOAT_PATHS)('passes NaN on with any weight but zero, %s', (floatPath) => {
    const design = filtered({ floatPath });
    expect(mixed(design, NaN, 1, 255)).toBeNaN();
    expect(mixed(design, 1, NaN, 1)).toBeNaN();
    expect(mixed(design, 1, NaN, 0)).toBe(1);
    expect(mixed(design, 1, -Infinity, 0)).toBe(1);
  });

  it.each(FLOAT_PATHS)('flushes denormals that it computes with, %s', (floatPath) => {
    const design = filtered({ floatPath });
    expect(mixed(design, 2 ** -127, 2 ** -127, 64)).toBe(0);
    expect(mixed(design, 2 ** -126, 0, 128)).toBe(0);
    expect(mixed(design, 2 ** -125, 0, 128)).toBe(2 ** -126);
  });

  it.each(FLOAT_PATHS)('leaves a point sample as it is, denormals, NaN and infinities included, %s', (floatPath) => {
    const values = [2 ** -149, -(2 ** -127), 1.5, Infinity, -Infinity, NaN];
    const image = imageOf(R32, values.length, 1, [new Uint8Array(Float32Array.from(values).buffer)]);
    const batch = lanesOf(values.length, ({ s }, lane) => (s[lane] = (lane + 0.5) / values.length));
    const result = sample(filtered({ floatPath }), image, POINT, EXPLICIT, batch);
    expect(values.map((_, lane) => result[4 * lane])).toEqual(values);
  });

  it('rounds the whole sum once when fused, and every step otherwise', () => {
    const [near, far] = [1, 1 + 2 ** -23];
    const dice = new Dice(0xf10a7);
    let apart = 0;
    for (let n = 0; n < draws(200); n++) {
      const [a, b, w] = [Math.fround(dice.real(0, 1)), Math.fround(dice.real(0, 1)), dice.integer(1, 255)];
      // The products of 24 and 8 bits and, for operands this close in size, their sum are whole in float64.
      const fused = Math.fround(a * (1 - w / 256) + b * (w / 256));
      const steps = Math.fround(Math.fround(a * (1 - w / 256)) + Math.fround(b * (w / 256)));
      expect(mixed(filtered({ floatPath: 'fused' }), a, b, w)).toBe(fused);
      expect(mixed(filtered({ floatPath: 'float32-steps' }), a, b, w)).toBe(steps);
      if (fused !== steps) apart++;
    }
    expect(apart).toBeGreaterThan(0);
    expect(mixed(FULL_QUALITY, near, far, 128)).toBe(1);
  });

  it('keeps a constant within 2 units in the last place when every step of a lerp rounds', () => {
    // In [1, 2) a product is off by half a unit at most, two of them by one, and their sum by half of one more.
    const design = filtered({ floatPath: 'float32-steps' });
    const dice = new Dice(0xc04);
    for (let n = 0; n < draws(200); n++) {
      const value = Math.fround(dice.real(1, 2));
      const got = mixed(design, value, value, dice.integer(0, 255));
      expect(Math.abs(got - value)).toBeLessThanOrEqual(2 * 2 ** -23);
    }
  });
});
