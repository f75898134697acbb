import { describe, expect, it } from 'vitest';
import { Coordinates } from '../../../rtl-model/address-unit/coordinates.ts';
import { selectViewLayer } from '../../../rtl-model/address-unit/array-layer.ts';
import { SamplePlan } from '../../../rtl-model/address-unit/plans/sample-plan.ts';
import { wrap } from '../../../rtl-model/address-unit/wrap.ts';
import type { Design } from '../../../rtl-model/design/design.ts';
import { widthFaults } from '../../../rtl-model/design/widths.ts';
import { FixedArithmetic } from '../../../rtl-model/filter-unit/arithmetic/fixed-arithmetic.ts';
import { ROUNDING_MODES } from '../../../rtl-model/fixed-point/rounding.ts';
import { LodUnit } from '../../../rtl-model/lod-unit/lod-unit.ts';
import { Footprints } from '../../../rtl-model/registers/footprints.ts';
import { LaneRegisters } from '../../../rtl-model/registers/lane-registers.ts';
import { holds } from '../../../rtl-model/registers/register.ts';
import { FOOTPRINT_REGISTERS, LANE_REGISTERS } from '../../../rtl-model/registers/register-table.ts';
import { STEP_REGISTERS } from '../../../rtl-model/registers/step-table.ts';
import { ADDRESS_MODES } from '../../../rtl-model/state/sampler.ts';
import { FILTER_CODES } from '../../../rtl-model/state/sample-shape.ts';
import { PLAIN } from '../../../rtl-model/steps/plain-steps.ts';
import { plainState } from '../../../src/designs/plain-state.ts';
import { stepRanges } from '../../../src/designs/reference/arithmetic-page.ts';
import { Dice } from '../../oracle/dice.ts';
import { PRESETS } from '../../oracle/presets.ts';

/** The least and the greatest of values that the units gave, by the names of registers. */
class Reached {
  readonly of: Record<string, { low: number; high: number }> = {};

  add(values: object): void {
    for (const name in values) {
      const value = Reflect.get(values, name) as number;
      const known = (this.of[name] ??= { low: Infinity, high: -Infinity });
      known.low = Math.min(known.low, value + 0);
      known.high = Math.max(known.high, value + 0);
    }
  }
}

/**
 * Steps of the filter unit for every weight and number of samples, with equal texels at both ends of the codes. A lerp and
 * a sum do not fall where an operand rises: no other texels give less or more.
 */
function filtered(design: Design, most: number): Reached['of'] {
  const reached = new Reached();
  const bits = Math.log2(most + 1);
  const arithmetic = new FixedArithmetic(
    design,
    Array.from({ length: 4 }, () => ({ one: most, bits, signed: false })),
    2,
  );
  const { weightBits } = design.filter;
  const value = new Float64Array(4);
  const weights = Array.from({ length: 2 ** weightBits + 1 }, (_, weight) => weight);
  for (const code of [0, most]) {
    const texel = new Float32Array(16).fill(code);
    for (const alpha of weights) {
      const lerpU = arithmetic.alongU(code, code, alpha);
      reached.add({ texel: code, lerpU0: lerpU, lerpU1: lerpU });
      for (const beta of weights) {
        arithmetic.bilinear(texel, 0, alpha, beta, value, 0);
        reached.add({ lerpV: arithmetic.alongV(lerpU, lerpU, beta), passSample: value[0] });
      }
    }
    for (const n of design.lod.anisotropicRates) {
      const sum = new Float64Array(4);
      for (let k = 0; k < n; k++) arithmetic.add(sum, 0, value, 0);
      const average = arithmetic.average(sum[0], n);
      reached.add({ sumHi: sum[0], sumLo: sum[0], averageHi: average, averageLo: average, samples: n });
      for (let weight = 0; weight < 2 ** design.lod.format.fractionBits; weight++) {
        reached.add({ filtered: arithmetic.filtered(sum[0], sum[0], n, weight) });
      }
    }
  }
  return reached.of;
}

/** Steps of the LOD unit for every base LOD, with operands at the ends of what they can be. */
function selected(design: Design): Reached['of'] {
  const reached = new Reached();
  const plain = plainState(design);
  const { maxImageDimension1D, maxImageDimension2D, maxImageDimension3D, maxImageDimensionCube } = design.limits;
  const largest = Math.max(maxImageDimension1D, maxImageDimension2D, maxImageDimension3D, maxImageDimensionCube);
  const lastLevel = Math.floor(Math.log2(largest));
  const sampler = { ...plain.sampler, magFilter: 'nearest' } as const;
  const unit = new LodUnit({ ...plain, sampler, lastLevel }, { passes: () => 1 });
  for (const rho of [0, Infinity, NaN]) reached.add({ baseLod: unit.log2Unit.log2(PLAIN, rho) });
  const { min, max } = unit.format;
  for (const operand of [0, -Infinity, NaN]) {
    const minLod = Number.isNaN(operand) ? Infinity : 0;
    const leastLod = unit.bounds.minLod(PLAIN, minLod);
    reached.add({ bias: unit.bounds.bias(PLAIN, operand), leastLod });
    for (let baseLod = min; baseLod <= max; baseLod++) {
      reached.add(unit.levels(PLAIN, baseLod, operand, minLod));
    }
  }
  return { ...reached.of, levelIndex: reached.of.levelHi };
}

/** Steps of the address unit: coordinates at both ends, every index and every fraction. */
function addressed(design: Design): Reached['of'] {
  const reached = new Reached();
  const binding = plainState(design);
  const { maxImageDimension2D: size, maxImageArrayLayers: layers } = design.limits;
  const clamped = { ...binding.sampler, addressModeU: 'clamp_to_edge', addressModeV: 'clamp_to_edge' } as const;
  const coordinates = new Coordinates({ ...binding, sampler: clamped });
  for (const u of [-Infinity, Infinity]) {
    for (const offset of [-32768, 32767]) {
      const fixedU = coordinates.snap(0, u, size, 0, offset);
      reached.add({ fixedU, fixedV: fixedU });
    }
  }
  const ofLayers = { ...binding, arrayed: true, view: { ...binding.view, baseArrayLayer: 0, layerCount: layers } };
  for (const layer of [-1, 1e9]) reached.add({ layerIndex: selectViewLayer(PLAIN, ofLayers, layer) });
  for (const mode of ADDRESS_MODES) {
    for (let i = -2 * size; i < 2 * size; i++) {
      reached.add({ i0: wrap(i, size, mode) });
    }
  }
  // Between the centres of two texels, every fraction of a coordinate of a level of one texel.
  const plan = new SamplePlan({ ...binding, image: { ...binding.image, levels: binding.image.levels.slice(1) } });
  const lanes = new LaneRegisters(4);
  const foot = new Footprints(1);
  lanes.filter[0] = FILTER_CODES.linear;
  lanes.samples[0] = 1;
  const one = 2 ** design.address.coordinate.fractionBits;
  for (let fraction = 0; fraction < one; fraction++) {
    lanes.u[0] = 0.5 + fraction / one;
    lanes.v[0] = lanes.u[0];
    plan.address(lanes, 0, foot, 0, 0);
    reached.add({ alpha: foot.alpha[0], beta: foot.beta[0] });
  }
  const { i0 } = reached.of;
  return { ...reached.of, i1: i0, j0: i0, j1: i0 };
}

/** The registers of a design whose formats do not hold the ranges of their steps. */
function outside(design: Design): readonly string[] {
  const tables = { ...LANE_REGISTERS, ...FOOTPRINT_REGISTERS, ...STEP_REGISTERS };
  const binding = plainState(design);
  const most = 2 ** Math.max(8, design.filter.srgbLinearBits) - 1;
  const ranges = Object.entries(stepRanges(design, most));
  return ranges.flatMap(([name, { low, high }]) => {
    const format = tables[name as keyof typeof tables].format(name, binding);
    return holds(low, format) && holds(high, format) ? [] : [name];
  });
}

/** Any widths and roundings, a small image, and reciprocals that may be coarse. */
function anyDesign(dice: Dice): Design {
  const { address, lod, filter, limits, ...design } = dice.pick(PRESETS);
  const rates = [2, 3, 4, 5, 6, 7, 8, 10, 11, 16].filter(() => dice.chance(0.4));
  const coordinate = { integerBits: dice.integer(8, 16), fractionBits: dice.integer(1, 16) };
  const rounding = dice.pick(ROUNDING_MODES);
  const bits = (most: number) => ({ integerBits: dice.integer(1, most), fractionBits: dice.integer(0, 16) });
  return {
    ...design,
    address: { ...address, rounding, coordinate },
    lod: {
      ...lod,
      rounding,
      format: { integerBits: dice.integer(4, 16), fractionBits: dice.integer(0, 8) },
      bias: bits(16),
      clamp: bits(16),
      anisotropicRates: [1, ...rates],
    },
    filter: {
      ...filter,
      rounding,
      weightBits: dice.integer(1, coordinate.fractionBits),
      guardBits: dice.integer(0, 24),
      accumulatorBits: 51,
      reciprocalBits: dice.chance(0.2) ? 'exact' : dice.integer(1, 8),
      srgbLinearBits: dice.integer(8, 16),
    },
    limits: {
      ...limits,
      maxImageDimension1D: 1,
      maxImageDimension2D: dice.integer(1, 64),
      maxImageDimension3D: 1,
      maxImageDimensionCube: 1,
      maxSamplerAnisotropy: 1,
      maxSamplerLodBias: dice.integer(0, 40),
    },
  };
}

describe.each(PRESETS.map((design) => [design.name, design] as const))('the ranges of %s', (_, design) => {
  it('are what the units reach, for all inputs', () => {
    const others = { ...selected(design), ...addressed(design) };
    for (const most of [255, 65_535]) {
      const stated = Object.entries(stepRanges(design, most)).map(([name, { low, high }]) => [
        name,
        { low: low + 0, high: high + 0 },
      ]);
      expect(Object.fromEntries(stated)).toEqual({ ...others, ...filtered(design, most) });
    }
  });

  it('are in the registers, by their names', () => {
    expect(outside(design)).toEqual([]);
  });
});

it('no step of a design that is accepted leaves its register', () => {
  const dice = new Dice(0x9a6e5);
  const wrong: unknown[] = [];
  for (let accepted = 0; accepted < 200;) {
    const design = anyDesign(dice);
    if (widthFaults(design).length > 0) continue;
    accepted++;
    const names = outside(design);
    if (names.length > 0) wrong.push([names, design.lod, design.filter]);
  }
  expect(wrong).toEqual([]);
});
