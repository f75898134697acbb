import { describe, expect, it } from 'vitest';
import { SamplePlan } from '../../../rtl-model/address-unit/plans/sample-plan.ts';
import type { Design } from '../../../rtl-model/design/design.ts';
import { ROUNDING_MODES } from '../../../rtl-model/fixed-point/rounding.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import { FrontEnd } from '../../../rtl-model/front-end/front-end.ts';
import { LodUnit } from '../../../rtl-model/lod-unit/lod-unit.ts';
import { layOutImages, type TexelMemory } from '../../../rtl-model/memory/lay-out-images.ts';
import { LaneRegisters } from '../../../rtl-model/registers/lane-registers.ts';
import { QUAD_LANES, QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { BLOCK_BYTES, BLOCK_LANES, blockOffset } from '../../../rtl-model/simd/block.ts';
import { KernelMemory } from '../../../rtl-model/simd/kernel-memory.ts';
import { SampleKernel } from '../../../rtl-model/simd/sample-kernel.ts';
import { bind } from '../../../rtl-model/state/binding.ts';
import { wholeView } from '../../../rtl-model/state/image-view.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import { DEFAULT_SAMPLER } from '../../../rtl-model/state/sampler.ts';
import { planeDecoder } from '../../../rtl-model/texel-decoder/plane-decoder.ts';
import { Dice } from '../../oracle/dice.ts';
import { draws } from '../../oracle/draws.ts';
import { FULL_QUALITY, PRESETS } from '../../oracle/presets.ts';
import { randomDesign, randomImage, randomInstruction, randomSampler } from '../../oracle/random-requests.ts';
import { flatImage, GRADIENT, IMPLICIT } from '../../oracle/sampling.ts';

const FORMAT = TEXEL_FORMATS.get('r8_unorm')!;
/** Not a multiple of the four quads that are measured at once. */
const QUADS = 30;
const LANES = QUAD_LANES * QUADS;
const STATES = draws(600, 5);

const COORDINATES = { u: blockOffset('u'), v: blockOffset('v') };
const AXES = { axisU: blockOffset('axisU'), axisV: blockOffset('axisV') };
const LEVELS = {
  levelHi: blockOffset('levelHi'),
  levelLo: blockOffset('levelLo'),
  levelWeight: blockOffset('levelWeight'),
  filter: blockOffset('filter'),
  samples: blockOffset('samples'),
  passes: blockOffset('passes'),
};

/** Designs beyond those of `randomDesign`: coarse and fine tables, narrow axes, LODs without fraction bits, wide biases, every alpha. */
function lodDesign(dice: Dice, base: Design): Design {
  const drawn = dice.chance(0.8) ? randomDesign(dice, base) : base;
  // Kernels have no complemented fractions.
  const design = { ...drawn, address: { ...drawn.address, mirroredFraction: 'kept' } } as const;
  const { lod } = design;
  const changes = dice.pick([
    {},
    {},
    { log2Table: { ...lod.log2Table, indexBits: dice.integer(0, 3) } },
    { format: { ...lod.format, fractionBits: 0 }, levelWeightCurve: null },
    { format: { ...lod.format, fractionBits: 15 }, log2Table: { ...lod.log2Table, entryBits: 23 } },
    { alpha: dice.real(0, 2), beta: dice.real(0, 2) },
    { scaleFactor: 'ellipse', scaleFactorBits: dice.integer(2, 6), minorAxisBits: dice.integer(2, 4) } as const,
    {
      format: { ...lod.format, integerBits: 5 },
      bias: { integerBits: 16, fractionBits: 16 },
      clamp: { integerBits: 16, fractionBits: 16 },
    },
  ]);
  const maxSamplerLodBias = dice.pick([design.limits.maxSamplerLodBias, 32768, 1.23]);
  return filtered({ ...design, lod: { ...lod, ...changes }, limits: { ...design.limits, maxSamplerLodBias } });
}

/** The design with coordinates and weights that the kernels cover. */
function filtered(design: Design): Design {
  const { address, filter } = design;
  const coordinate = { integerBits: 18, fractionBits: 8 };
  return {
    ...design,
    address: { ...address, coordinate, rounding: 'nearest-even', rangeReduction: true },
    filter: { ...filter, weightBits: Math.min(filter.weightBits, 8), weightScale: 'power-of-two' },
  };
}

/** Zeros of both signs, NaN, infinities, denormals and huge values among others. */
function special(dice: Dice): number {
  return dice.pick([0, -0, NaN, Infinity, -Infinity, 1e-40, 3e38, -3e38, 1, 1e-20, 1e20, dice.float32()]);
}

/** Two derivative vectors, [du/dx, dv/dx, du/dy, dv/dy]: parallel, perpendicular, zero or thin ones among them. */
function vectors(dice: Dice, aspect: number, wild: boolean): number[] {
  const component = () => (wild && dice.chance(0.15) ? special(dice) : dice.real(-1, 1) * 2 ** dice.integer(-14, 1));
  const [xu, xv, yu, yv] = [component(), component(), component(), component()];
  const factor = dice.pick([1, -1, 0.5, 3, 2 ** dice.integer(-30, 30)]);
  return dice.pick([
    [xu, xv, yu, yv],
    [xu, xv, yu, yv],
    [xu, xv, xu * factor, xv * factor],
    [xu, xv, -xv * aspect, xu / aspect],
    [xu, 0, 0, yv],
    [0, xv, yu, 0],
    [0, 0, yu, yv],
    [xu * factor, xv * factor, yu, yv],
  ]);
}

function randomBatch(dice: Dice, aspect: number): QuadBatch {
  const batch = new QuadBatch(QUADS);
  batch.count = QUADS;
  const wild = dice.chance(0.4);
  const plain = dice.chance(0.5);
  const everywhere = dice.pick([0, 0, 1]);
  const sharing = dice.chance(0.5);
  const operand = () => {
    const value = dice.pick([0, 0, dice.real(-5, 5), dice.integer(-8, 8) / 2, dice.integer(-4096, 4096) / 1024]);
    return plain ? everywhere : dice.chance(0.1) ? special(dice) : value;
  };
  for (let quad = 0; quad < QUADS; quad++) {
    batch.active[quad] = dice.chance(0.5) ? 15 : dice.integer(0, 15);
    const [s, t, bias, minLod] = [dice.real(-2, 2), dice.real(-2, 2), operand(), operand()];
    const ofQuad = vectors(dice, aspect, wild);
    for (let lane = 0; lane < QUAD_LANES; lane++) {
      const at = QUAD_LANES * quad + lane;
      const [x, y] = [lane & 1, lane >> 1];
      const [xu, xv, yu, yv] = ofQuad;
      batch.s[at] = wild && dice.chance(0.05) ? special(dice) : s + x * xu + y * yu;
      batch.t[at] = t + x * xv + y * yv;
      batch.q[at] = wild && dice.chance(0.2) ? special(dice) : dice.pick([1, 2, 0.3]);
      const ofLane = sharing || dice.chance(0.5) ? ofQuad : vectors(dice, aspect, wild);
      [batch.dsdx[at], batch.dtdx[at], batch.dsdy[at], batch.dtdy[at]] = ofLane;
      batch.lod[at] = dice.chance(0.8) ? bias : operand();
      batch.minLod[at] = dice.chance(0.8) ? minLod : operand();
    }
  }
  // One lane of all differs from those of its quad, or none.
  const { lod, minLod, dsdx, dtdx, dsdy, dtdy } = batch;
  dice.pick([lod, minLod, dsdx, dtdx, dsdy, dtdy])[dice.integer(0, LANES - 1)] = dice.pick([0, -0, 1.5, -1.5]);
  return batch;
}

/** The kernel of a state, and its LOD unit. */
function kernelOf(design: Design, memory: TexelMemory, state: TextureState) {
  const binding = bind(design, memory, state, 0);
  const unit = new LodUnit(binding, new SamplePlan(binding));
  return { binding, unit, kernel: SampleKernel.of(binding, planeDecoder(binding), unit) };
}

/** Differences of the kernel's registers from the units', and the number of lanes compared; null if not covered. */
function compare(design: Design, state: TextureState, memory: TexelMemory, batch: QuadBatch) {
  const { binding, unit, kernel } = kernelOf(design, memory, state);
  if (kernel === null) return null;
  const lanes = new LaneRegisters(QUAD_LANES * batch.count);
  new FrontEnd(binding).load(batch, 0, batch.count, lanes, 0);
  unit.select(lanes, 0, QUAD_LANES * batch.count);

  const kernels = KernelMemory.of(memory.data)!;
  expect(kernel.ready(memory.data, batch.count)).toBe(true);
  kernels.all.integers.fill(0x7fc0_1234, kernels.block / 4, (kernels.block + BLOCK_BYTES) / 4);
  kernel.sample(batch, 0, batch.count, new Float32Array(4 * QUAD_LANES * batch.count));
  const { lod } = state.instruction;
  const floats = { ...COORDINATES, ...(lod !== 'explicit' && unit.maxAnisotropy > 1 && AXES) };
  const { integers, floats: reals } = kernels.all;
  const differences: string[] = [];
  const check = (got: ArrayLike<number>, names: Readonly<Record<string, number>>) => {
    for (const [name, register] of Object.entries(names)) {
      const expected = lanes[name as 'u'];
      const at = (kernels.block + register) / 4;
      for (let lane = 0; lane < lanes.passes.length; lane++) {
        if (Object.is(got[at + lane], expected[lane]) || lanes.passes[lane] === 0) continue;
        differences.push(`lane ${lane} ${name}: ${got[at + lane]}, expected ${expected[lane]}`);
      }
    }
  };
  check(integers, LEVELS);
  check(reals, floats);
  return { differences, compared: lanes.passes.filter((passes) => passes > 0).length };
}

/** True if all lanes of the state have one level and one filter, for which there is no LOD. */
function isOneSample({ sampler, instruction }: TextureState, levels: number): boolean {
  const { magFilter, minFilter, anisotropyEnable } = sampler;
  return levels === 1 && magFilter === minFilter && !anisotropyEnable && !instruction.projected;
}

describe('a kernel leaves the registers of front end and LOD unit in the block', () => {
  it('for random designs, states and derivatives', () => {
    const different: string[] = [];
    let [states, compared] = [0, 0];
    for (let n = 0; n < STATES; n++) {
      const dice = new Dice(Math.imul(n + 1, 0x9e3779b1) | 1);
      const design = lodDesign(dice, PRESETS[n % PRESETS.length]);
      const image = randomImage(dice, FORMAT);
      const memory = layOutImages([image], 'linear');
      const baseMipLevel = dice.integer(0, image.levels.length - 1);
      const levelCount = dice.integer(1, image.levels.length - baseMipLevel);
      const minLod = dice.chance(0.3) ? dice.real(0, baseMipLevel + levelCount - 1) : 0;
      const view = { ...wholeView(memory.images[0]), baseMipLevel, levelCount, minLod };
      const drawn = randomSampler(dice, dice.chance(0.2));
      const sampler = dice.chance(0.05) ? { ...drawn, minLod: 40 } : drawn;
      const state = { image: 0, view, sampler, instruction: randomInstruction(dice) };
      if (isOneSample(state, levelCount)) continue;
      states++;
      const batch = randomBatch(dice, image.height / image.width);
      const result = compare(design, state, memory, batch);
      if (result === null) throw new Error(`state ${n} is not covered`);
      compared += result.compared;
      if (result.differences.length > 0) different.push(`state ${n}: ${result.differences[0]}`);
    }
    expect(different).toEqual([]);
    expect(states).toBeGreaterThan(STATES * 0.7);
    expect(compared).toBeGreaterThan(states * LANES * 0.6);
  });

  it.each(ROUNDING_MODES)('for lengths of every exponent, rounding %s', (rounding) => {
    // Lengths from 1 to 2^15 end between two of 16 levels.
    const source = flatImage(FORMAT, 2 ** 15, 1, () => Uint8Array.of(0));
    const memory = layOutImages([source], 'linear');
    const dice = new Dice(0x10d);
    for (const [indexBits, entryBits, interpolationBits, fractionBits] of [
      [8, 20, 15, 8],
      [0, 23, 23, 15],
      [12, 9, 0, 0],
    ]) {
      const full = filtered(FULL_QUALITY);
      const lod = {
        ...full.lod,
        rounding,
        scaleFactor: 'max-component',
        format: { integerBits: 9, fractionBits },
        log2Table: { ...FULL_QUALITY.lod.log2Table, indexBits, entryBits, interpolationBits },
      } as const;
      const batch = new QuadBatch(BLOCK_LANES / QUAD_LANES);
      batch.count = batch.capacity;
      batch.active.fill(15);
      for (let lane = 0; lane < BLOCK_LANES; lane++) {
        // Of the length: all exponents, mostly those of the levels, and mantissas that end with ones or zeros.
        const exponent = dice.chance(0.2) ? dice.integer(0, 255) : dice.integer(127 - 16, 127 + 1);
        const mantissa =
          dice.pick([dice.bits() & 0x7f_ffff, dice.bits() & 0x7f_0000, dice.bits() | 0x7f_ff00]) & 0x7f_ffff;
        batch.dsdx[lane] = new Float32Array(Uint32Array.of(exponent * 2 ** 23 + mantissa).buffer)[0];
      }
      const sampler = { ...DEFAULT_SAMPLER, mipmapMode: 'linear', minLod: -1000 } as const;
      const state = { image: 0, sampler, instruction: GRADIENT };
      expect(compare({ ...full, lod }, state, memory, batch)).toEqual({
        differences: [],
        compared: BLOCK_LANES,
      });
    }
  });
});

describe('a kernel is not made', () => {
  const memory = layOutImages([flatImage(FORMAT, 4, 4, () => Uint8Array.of(0))], 'linear');
  const covered = (lod: Partial<Design['lod']>) => {
    const design = { ...FULL_QUALITY, lod: { ...FULL_QUALITY.lod, ...lod } };
    const sampler = { ...DEFAULT_SAMPLER, anisotropyEnable: true, maxAnisotropy: 16 };
    return kernelOf(design, memory, { image: 0, sampler, instruction: IMPLICIT }).kernel !== null;
  };

  it('where a step of the LOD outgrows its lanes', () => {
    const { log2Table } = FULL_QUALITY.lod;
    expect(covered({})).toBe(true);
    expect(covered({ format: { integerBits: 15, fractionBits: 15 } })).toBe(true);
    expect(covered({ format: { integerBits: 16, fractionBits: 15 } })).toBe(false);
    expect(covered({ log2Table: { ...log2Table, entryBits: 24 } })).toBe(false);
    expect(covered({ log2Table: { ...log2Table, indexBits: 13 } })).toBe(false);
  });
});
