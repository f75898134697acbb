import { describe, expect, it } from 'vitest';
import type { Design, LodDesign } from '../../../rtl-model/design/design.ts';
import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import { layOutImages } from '../../../rtl-model/memory/lay-out-images.ts';
import { LaneRegisters } from '../../../rtl-model/registers/lane-registers.ts';
import { SamplePlan } from '../../../rtl-model/address-unit/plans/sample-plan.ts';
import { bind } from '../../../rtl-model/state/binding.ts';
import { wholeView } from '../../../rtl-model/state/image-view.ts';
import { LodUnit } from '../../../rtl-model/lod-unit/lod-unit.ts';
import { DEFAULT_SAMPLER, type Sampler } from '../../../rtl-model/state/sampler.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import { Dice } from '../../oracle/dice.ts';
import { FULL_QUALITY } from '../../oracle/presets.ts';
import { EXPLICIT, flatImage, GRADIENT, IMPLICIT } from '../../oracle/sampling.ts';

const SIZE = 64;
const LAST_LEVEL = 6;
const R8 = TEXEL_FORMATS.get('r8_unorm')!;
const MEMORY = layOutImages([flatImage(R8, SIZE, SIZE, () => Uint8Array.of(0))], 'linear');

/** The unit of a state that samples the image, with the passes of its plan. */
function unitOf(design: Design, sampler: Partial<Sampler>, instruction: typeof EXPLICIT, firstLevel = 0): LodUnit {
  const view = { ...wholeView(MEMORY.images[0]), baseMipLevel: firstLevel, levelCount: LAST_LEVEL + 1 - firstLevel };
  const state = { image: 0, view, sampler: { ...DEFAULT_SAMPLER, ...sampler }, instruction };
  const binding = bind(design, MEMORY, state, 0);
  return new LodUnit(binding, new SamplePlan(binding));
}

/** The registers of one quad with gradients of its own, on an image of its own. */
function measured(images: readonly ImageSource[], sampler: Partial<Sampler>, fill: (lanes: LaneRegisters) => void) {
  const state = { image: 0, sampler: { ...DEFAULT_SAMPLER, ...sampler }, instruction: GRADIENT };
  const binding = bind(FULL_QUALITY, layOutImages(images, 'linear'), state, 0);
  const lanes = new LaneRegisters(4);
  lanes.passes.fill(1);
  fill(lanes);
  new LodUnit(binding, new SamplePlan(binding)).select(lanes, 0, 4);
  return lanes;
}

function designed(changes: Partial<LodDesign>): Design {
  return { ...FULL_QUALITY, lod: { ...FULL_QUALITY.lod, ...changes } };
}

/** The registers of one quad after level selection; all lanes active. */
function select(
  fill: (lanes: LaneRegisters) => void,
  {
    sampler = {},
    design = FULL_QUALITY,
    instruction = EXPLICIT,
  }: {
    sampler?: Partial<Sampler>;
    design?: Design;
    instruction?: typeof EXPLICIT;
  } = {},
): LaneRegisters {
  const lanes = new LaneRegisters(4);
  lanes.passes.fill(1);
  fill(lanes);
  unitOf(design, sampler, instruction).select(lanes, 0, 4);
  return lanes;
}

/** Gradients of (u, v) texels of level 0 in all lanes. */
function gradients(xu: number, xv: number, yu: number, yv: number, bias = 0) {
  return (lanes: LaneRegisters) => {
    lanes.dudx.fill(xu / SIZE);
    lanes.dvdx.fill(xv / SIZE);
    lanes.dudy.fill(yu / SIZE);
    lanes.dvdy.fill(yv / SIZE);
    lanes.lodOperand.fill(bias);
  };
}

describe('level selection', () => {
  /** Every LOD of an 8.8 grid from -2 to 8, as k / 256. */
  const GRID = Array.from({ length: 10 * 256 + 1 }, (_, n) => n - 2 * 256);

  /** The registers of one lane for each LOD of the grid. */
  function overGrid(sampler: Partial<Sampler>, design = FULL_QUALITY, firstLevel = 0): LaneRegisters {
    const lanes = new LaneRegisters(4 * GRID.length);
    lanes.passes.fill(1);
    GRID.forEach((k, n) => lanes.lodOperand.fill(k / 256, 4 * n, 4 * n + 4));
    unitOf(design, sampler, EXPLICIT, firstLevel).select(lanes, 0, 4 * GRID.length);
    return lanes;
  }

  it.each([0, 2, 4])(
    'bounds the next level by levelCount - 1 of the image under Vulkan 1.1: a view from level %i',
    (first) => {
      const lanes = overGrid({}, { ...FULL_QUALITY, text: 'vulkan-1.1' }, first);
      const got = GRID.map((_, n) => [lanes.levelHi[4 * n], lanes.levelLo[4 * n], lanes.levelWeight[4 * n]]);
      const q = LAST_LEVEL - first;
      const expected = GRID.map((k) => {
        const d = first * 256 + Math.max(0, Math.min(q * 256, k));
        const level = Math.floor(d / 256);
        return [level, Math.min(level + 1, q), d - level * 256];
      });
      expect(got).toEqual(expected);
    },
  );

  it('takes floor and the next level, weighted by the fraction, for every LOD of the grid', () => {
    const lanes = overGrid({});
    const got = GRID.map((_, n) => [lanes.levelHi[4 * n], lanes.levelLo[4 * n], lanes.levelWeight[4 * n]]);
    const expected = GRID.map((k) => {
      const d = Math.max(0, Math.min(LAST_LEVEL * 256, k));
      const level = Math.floor(d / 256);
      return [level, Math.min(level + 1, LAST_LEVEL), d - level * 256];
    });
    expect(got).toEqual(expected);
  });

  it('takes ceil(d + 0.5) - 1 where the design has the preferred rule, for every LOD of the grid', () => {
    const lanes = overGrid({ mipmapMode: 'nearest' }, designed({ nearestRule: 'ceil-minus-one' }));
    const expected = GRID.map((k) => Math.ceil(Math.max(0, Math.min(LAST_LEVEL, k / 256)) + 0.5) - 1);
    expect(GRID.map((_, n) => lanes.levelHi[4 * n])).toEqual(expected);
  });

  it('takes floor(d + 0.5) where the design has the alternative, for every LOD of the grid', () => {
    const lanes = overGrid({ mipmapMode: 'nearest' }, designed({ nearestRule: 'floor-plus-half' }));
    const expected = GRID.map((k) => Math.floor(Math.max(0, Math.min(LAST_LEVEL, k / 256)) + 0.5));
    expect(GRID.map((_, n) => lanes.levelHi[4 * n])).toEqual(expected);
    expect(GRID.map((_, n) => lanes.levelWeight[4 * n])).toEqual(GRID.map(() => 0));
  });

  it('needs one pass where a single level has all the weight, and two otherwise', () => {
    const lanes = overGrid({});
    const expected = GRID.map((k) => (k <= 0 || k >= LAST_LEVEL * 256 || k % 256 === 0 ? 1 : 2));
    expect(GRID.map((_, n) => lanes.passes[4 * n])).toEqual(expected);
  });

  it('magnifies up to an LOD of exactly 0', () => {
    const lanes = overGrid({ magFilter: 'nearest', minFilter: 'linear' });
    expect(GRID.map((_, n) => lanes.filter[4 * n])).toEqual(GRID.map((k) => (k <= 0 ? 0 : 1)));
  });

  it('bends the weight by the curve, and takes the coarser level alone at its end', () => {
    const design = designed({
      levelWeightCurve: [
        [0.25, 0],
        [0.75, 1],
      ],
    });
    const lanes = overGrid({}, design);
    const at = (lod: number) => {
      const n = 4 * GRID.indexOf(lod * 256);
      return [lanes.levelHi[n], lanes.levelLo[n], lanes.levelWeight[n], lanes.passes[n]];
    };
    expect(at(1.25)).toEqual([1, 2, 0, 1]);
    expect(at(1.5)).toEqual([1, 2, 128, 2]);
    expect(at(1.75)).toEqual([2, 2, 0, 1]);
  });
});

describe('an explicit LOD', () => {
  it('saturates infinities and lets NaN end at MaxLOD, as min(MaxLOD, NaN) does (7.18.11)', () => {
    const lods = [NaN, Infinity, -Infinity, 2];
    const lanes = select((registers) => registers.lodOperand.set(lods));
    expect([...lanes.baseLod]).toEqual([65_535, 65_535, -65_536, 512]);
    expect([...lanes.levelHi]).toEqual([LAST_LEVEL, LAST_LEVEL, 0, 2]);
  });

  it('ends at MaxLOD where the bias of the instruction is NaN', () => {
    const maxLod = 2.5;
    const lanes = select(({ lodOperand }) => lodOperand.fill(NaN), {
      instruction: { lod: 'gradient', projected: false },
      sampler: { maxLod },
    });
    expect([...lanes.lod]).toEqual(Array(4).fill(maxLod * 256));
  });

  it('takes the bias of the sampler', () => {
    const lanes = select(({ lodOperand }) => lodOperand.set([0, 1, 2, -1]), { sampler: { mipLodBias: 1.5 } });
    expect([...lanes.lod]).toEqual([384, 640, 896, 128]);
  });

  it('takes one sample whatever the anisotropy', () => {
    const lanes = select(gradients(64, 0, 0, 1), { sampler: { anisotropyEnable: true, maxAnisotropy: 16 } });
    expect([...lanes.samples]).toEqual([1, 1, 1, 1]);
  });
});

describe('bias and clamp', () => {
  it('hold the sum of both biases to maxSamplerLodBias', () => {
    const design: Design = { ...FULL_QUALITY, limits: { ...FULL_QUALITY.limits, maxSamplerLodBias: 2 } };
    const lod = (bias: number, samplerBias: number) =>
      select(gradients(8, 0, 0, 8, bias), { design, instruction: GRADIENT, sampler: { mipLodBias: samplerBias } })
        .lod[0];
    expect([lod(1, 0.5), lod(3, 0), lod(0, 3), lod(3, -2), lod(-5, 1)].map((n) => n / 256)).toEqual([4.5, 5, 5, 4, 1]);
  });

  it('let MinLod win over MaxLod', () => {
    const lanes = select(({ lodOperand }) => lodOperand.set([0, 2, 3.5, 6]), { sampler: { minLod: 3, maxLod: 1 } });
    expect([...lanes.lod]).toEqual([768, 768, 768, 768]);
  });

  it('take the larger of the minimum LODs of sampler and instruction', () => {
    const lanes = select(
      (registers) => {
        registers.lodOperand.fill(0.5);
        registers.minLod.set([0, 1, 2, 3]);
      },
      { sampler: { minLod: 1.5 } },
    );
    expect([...lanes.lod]).toEqual([384, 384, 512, 768]);
  });

  it('takes 0 for a minimum below, of the sampler or of the instruction', () => {
    const lanes = select(
      (registers) => {
        registers.lodOperand.fill(-3);
        registers.minLod.set([-0.5, -1.5, -3, 0.25]);
      },
      { sampler: { minLod: -2 } },
    );
    expect([...lanes.lod]).toEqual([0, 0, 0, 64]);
  });

  it('decide between magnification and minification after the clamp', () => {
    const filters = { magFilter: 'nearest', minFilter: 'linear' } as const;
    const raised = select(({ lodOperand }) => lodOperand.fill(-1), { sampler: { ...filters, minLod: 0.5 } });
    expect([...raised.filter]).toEqual([1, 1, 1, 1]);
    const lowered = select(({ lodOperand }) => lodOperand.fill(3), { sampler: { ...filters, maxLod: 0 } });
    expect([...lowered.filter]).toEqual([0, 0, 0, 0]);
  });

  it('are rounded to the fraction of the LOD where their own formats have more', () => {
    const wide = { integerBits: 5, fractionBits: 12 };
    // 1.5 + 9/4096 is 384.5625 steps of the LOD.
    const bound = 1.5 + 9 / 4096;
    for (const [rounding, expected] of [
      ['nearest-even', 385],
      ['floor', 384],
    ] as const) {
      const design = designed({ bias: wide, clamp: wide, rounding });
      const lod = (operand: number, sampler: Partial<Sampler>) =>
        select(({ lodOperand }) => lodOperand.fill(operand), { design, sampler }).lod[0];
      const lods = [lod(0, { mipLodBias: bound }), lod(0, { minLod: bound }), lod(4, { maxLod: bound })];
      expect(lods).toEqual([expected, expected, expected]);
    }
  });

  it('cannot bring a LOD back that the range of the format cut off', () => {
    // 7.18.11: a point has LOD -infinity, an infinite gradient +infinity; no bias of +-31.98 makes a level of them.
    for (const bias of [-31.98, -15, 0, 15, 31.98]) {
      const options = { instruction: GRADIENT, sampler: { mipLodBias: bias } };
      expect(select(gradients(0, 0, 0, 0), options).levelHi[0]).toBe(0);
      expect(select(gradients(0, 0, 0, 0), options).levelWeight[0]).toBe(0);
      expect(select(gradients(1e38, 0, 0, 1e38), options).levelHi[0]).toBe(LAST_LEVEL);
    }
  });

  it('are narrowed to their own formats first', () => {
    const design = designed({
      bias: { integerBits: 5, fractionBits: 2 },
      clamp: { integerBits: 5, fractionBits: 1 },
      rounding: 'floor',
    });
    expect(select(({ lodOperand }) => lodOperand.fill(1), { design, sampler: { mipLodBias: 0.7 } }).lod[0]).toBe(384);
    expect(select(({ lodOperand }) => lodOperand.fill(1), { design, sampler: { minLod: 2.9 } }).lod[0]).toBe(640);
    expect(select(({ lodOperand }) => lodOperand.fill(4), { design, sampler: { maxLod: 2.9 } }).lod[0]).toBe(640);
  });
});

/** A footprint of 64 by 1 texels under a maximum anisotropy. */
function thin(maxAnisotropy: number, design = FULL_QUALITY): LaneRegisters {
  const sampler = { anisotropyEnable: true, maxAnisotropy };
  return select(gradients(64, 0, 0, 1), { instruction: GRADIENT, design, sampler });
}

/** Derivatives of 1, 2, 4 and 8 texels along u in the four lanes. */
function doubling(lanes: LaneRegisters): void {
  lanes.dudx.set([1, 2, 4, 8].map((n) => n / SIZE));
  lanes.dvdy.fill(1 / SIZE);
}

describe('the LOD of a footprint', () => {
  const LODS = { instruction: GRADIENT };

  it('is log2 of the longer vector without anisotropy', () => {
    const design = designed({ scaleFactor: 'euclidean' });
    expect(select(gradients(4, 0, 0, 2), { ...LODS, design }).baseLod[0]).toBe(512);
    expect(select(gradients(1, 0, 0, 16), { ...LODS, design }).baseLod[0]).toBe(1024);
    expect(select(gradients(3, 4, 0, 1), { ...LODS, design }).baseLod[0]).toBe(Math.round(Math.log2(5) * 256));
  });

  it('is log2 of the major axis of the ellipse for vectors that are not orthogonal', () => {
    // Singular values of ((2, 0), (1, 1)) are sqrt(3 +- sqrt(5)).
    const { baseLod } = select(gradients(16, 0, 8, 8), LODS);
    expect(baseLod[0]).toBe(Math.round(Math.log2(8 * Math.sqrt(3 + Math.sqrt(5))) * 256));
  });

  it('is that of the minor axis with anisotropy, and N that of the ratio', () => {
    const anisotropic = { ...LODS, sampler: { anisotropyEnable: true, maxAnisotropy: 16 } };
    const { baseLod, samples, passes, axisU, axisV } = select(gradients(0, 12, 4, 0), anisotropic);
    expect([baseLod[0], samples[0], passes[0]]).toEqual([512, 3, 3]);
    expect([Math.abs(axisU[0]), Math.abs(axisV[0])]).toEqual([0, 12 / SIZE]);
  });

  it('is that of major / maxAnisotropy where the ratio is larger, with the limit of the design', () => {
    expect([thin(4).baseLod[0], thin(4).samples[0]]).toEqual([1024, 4]);
    const limited: Design = { ...FULL_QUALITY, limits: { ...FULL_QUALITY.limits, maxSamplerAnisotropy: 8 } };
    expect([thin(16, limited).baseLod[0], thin(16, limited).samples[0]]).toEqual([768, 8]);
  });

  it.each([
    [12, 5, 0, 3],
    [0, 3, 12, 5],
    [5, -3, 10, 1],
    [16, 4, -8, 8],
  ])('takes axes, ratio and LOD from the ellipse of %d, %d and %d, %d', (xu, xv, yu, yv) => {
    const major = (Math.hypot(xu + yv, xv - yu) + Math.hypot(xu - yv, xv + yu)) / 2;
    const minor = Math.abs(xu * yv - xv * yu) / major;
    const { baseLod, samples, axisU, axisV } = select(gradients(xu, xv, yu, yv), {
      ...LODS,
      sampler: { anisotropyEnable: true, maxAnisotropy: 16 },
    });
    expect([baseLod[0], samples[0]]).toEqual([Math.round(Math.log2(minor) * 256), Math.ceil(major / minor)]);
    expect(Math.hypot(axisU[0], axisV[0]) * SIZE).toBeCloseTo(major, 5);
    // The major axis of M is that of M^T M: it is turned by half the angle of (C - A, -B).
    const angle = Math.atan2(2 * (xu * xv + yu * yv), xu * xu + yu * yu - xv * xv - yv * yv) / 2;
    expect(axisV[0] / axisU[0]).toBeCloseTo(Math.tan(angle), 5);
  });

  it.each([
    [12, 0, 0, 3, Math.log2(3), 4],
    [3, 0, 4, 12, Math.log2(3), 4],
    [6, 0, 12, 4, Math.log2(6), 2],
    [0, 0, 5, 8, 1, 4],
  ])(
    'takes the longer and the shorter vector of %d, %d and %d, %d by max-component',
    (xu, xv, yu, yv, baseLod, samples) => {
      const lanes = select(gradients(xu, xv, yu, yv), {
        ...LODS,
        design: designed({ scaleFactor: 'max-component' }),
        sampler: { anisotropyEnable: true, maxAnisotropy: 4 },
      });
      expect([lanes.axisU[0] * SIZE, lanes.axisV[0] * SIZE]).toEqual(
        Math.max(xu, xv) > Math.max(yu, yv) ? [xu, xv] : [yu, yv],
      );
      expect([lanes.baseLod[0], lanes.samples[0]]).toEqual([Math.round(256 * baseLod), samples]);
    },
  );

  it('is the lowest, with one sample, for a point under anisotropy', () => {
    const point = select(gradients(0, 0, 0, 0), { ...LODS, sampler: { anisotropyEnable: true, maxAnisotropy: 4 } });
    expect([point.baseLod[0], point.samples[0]]).toEqual([-65_536, 1]);
  });

  it('takes no account of derivatives along an axis that the view does not have', () => {
    const flat = select(
      (lanes) => {
        gradients(4, 0, 0, 4)(lanes);
        lanes.dwdx.fill(Infinity);
        lanes.dwdy.fill(64);
      },
      { ...LODS, design: designed({ scaleFactor: 'max-component' }) },
    );
    expect(flat.baseLod[0]).toBe(512);
    const row = { ...flatImage(R8, SIZE, 1, () => Uint8Array.of(0)), type: '1d' as const };
    const line = measured([row], {}, (lanes) => {
      lanes.dudx.fill(4 / SIZE);
      lanes.dvdx.fill(64);
    });
    expect(line.baseLod[0]).toBe(512);
  });

  it('counts the steps between the corners of a corner-sampled image, one less than its texels', () => {
    const square = { ...flatImage(R8, 65, 33, () => Uint8Array.of(0)), cornerSampled: true };
    const along = (name: 'dudx' | 'dvdx') => measured([square], {}, (lanes) => lanes[name].fill(1 / 8)).baseLod[0];
    expect([along('dudx'), along('dvdx')]).toEqual([768, 512]);
    const levels = Array.from(
      { length: 7 },
      (_, l) => new Uint8Array((65 >> l || 1) * (33 >> l || 1) * (17 >> l || 1)),
    );
    const cube = { type: '3d' as const, format: R8, width: 65, height: 33, depth: 17, layers: 1, levels };
    const deep = measured([{ ...cube, cornerSampled: true }], {}, (lanes) => lanes.dwdy.fill(1 / 4));
    expect(deep.baseLod[0]).toBe(512);
  });

  it('spans no area between parallel vectors: N is that of a line', () => {
    const { samples, baseLod } = select(gradients(16, 16, 32, 32), {
      ...LODS,
      sampler: { anisotropyEnable: true, maxAnisotropy: 4 },
    });
    expect(samples[0]).toBe(4);
    expect(baseLod[0]).toBe(Math.round(Math.log2(Math.hypot(32, 32) / 4) * 256));
  });

  it('is the same in all lanes of a quad for coarse derivatives, and their own for fine ones', () => {
    const coarse = select(doubling, { design: designed({ derivatives: 'coarse' }), instruction: IMPLICIT });
    expect([...coarse.baseLod]).toEqual([0, 0, 0, 0]);
    const fine = select(doubling, { design: designed({ derivatives: 'fine' }), instruction: IMPLICIT });
    expect([...fine.baseLod]).toEqual([0, 256, 512, 768]);
  });

  it('gives every lane its own bias', () => {
    const lanes = select(
      (registers) => {
        gradients(4, 0, 0, 4)(registers);
        registers.lodOperand.set([0, 1, -1, 0.5]);
      },
      { instruction: IMPLICIT },
    );
    expect([...lanes.lod]).toEqual([512, 768, 256, 640]);
  });
});

describe('a lane without work', () => {
  it('keeps no passes, and lends nothing to the lanes after it', () => {
    const lanes = select((registers) => {
      registers.passes.set([1, 0, 1, 1]);
      registers.lodOperand.set([1, 2, 2, 2]);
    });
    expect([...lanes.passes]).toEqual([1, 0, 1, 1]);
    expect([lanes.levelHi[0], lanes.levelHi[2], lanes.levelHi[3]]).toEqual([1, 2, 2]);
  });
});

/** A volume of 64 x 32 x 16 texels with all its levels. */
const VOLUME = layOutImages(
  [
    {
      type: '3d',
      format: R8,
      width: 64,
      height: 32,
      depth: 16,
      layers: 1,
      levels: Array.from(
        { length: LAST_LEVEL + 1 },
        (_, l) => new Uint8Array((64 >> l || 1) * (32 >> l || 1) * (16 >> l || 1)),
      ),
    },
  ],
  'linear',
);

describe('the LOD of a footprint in a volume', () => {
  type Vector = readonly [number, number, number];
  const [A, B] = [1, 0.375];

  /** The unit of a sampler whose anisotropy a volume does not have. */
  function volumeUnit(scaleFactor: LodDesign['scaleFactor']): LodUnit {
    const design = designed({ scaleFactor, alpha: A, beta: B });
    const sampler = { ...DEFAULT_SAMPLER, anisotropyEnable: true, maxAnisotropy: 16 };
    const binding = bind(design, VOLUME, { image: 0, sampler, instruction: GRADIENT }, 0);
    return new LodUnit(binding, new SamplePlan(binding));
  }

  /** Base LOD of two vectors in texels. */
  function baseLod([xu, xv, xw]: Vector, [yu, yv, yw]: Vector, unit: LodUnit): number {
    const lanes = new LaneRegisters(4);
    lanes.passes.fill(1);
    lanes.dudx.fill(xu / 64);
    lanes.dvdx.fill(xv / 32);
    lanes.dwdx.fill(xw / 16);
    lanes.dudy.fill(yu / 64);
    lanes.dvdy.fill(yv / 32);
    lanes.dwdy.fill(yw / 16);
    unit.select(lanes, 0, 4);
    expect([...lanes.samples]).toEqual([1, 1, 1, 1]);
    return lanes.baseLod[0];
  }

  /** The greater singular value of the 3 x 2 matrix, from the eigenvalues of its Gram matrix. */
  function majorAxisOf(x: Vector, y: Vector): number {
    const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    const [xx, yy, xy] = [dot(x, x), dot(y, y), dot(x, y)];
    return Math.sqrt((xx + yy + Math.hypot(xx - yy, 2 * xy)) / 2);
  }

  const LENGTHS: Readonly<Record<LodDesign['scaleFactor'], (x: Vector, y: Vector) => number>> = {
    ellipse: majorAxisOf,
    euclidean: (x, y) => Math.max(Math.hypot(...x), Math.hypot(...y)),
    'max-component': (x, y) => Math.max(...x.map(Math.abs), ...y.map(Math.abs)),
    'component-sum': (...both) => Math.max(...both.map(([u, v, w]) => Math.abs(u) + Math.abs(v) + Math.abs(w))),
    'alpha-max-beta-min': (...both) =>
      Math.max(
        ...both.map((vector) => {
          const [larger, ...smaller] = vector.map(Math.abs).sort((a, b) => b - a);
          return A * larger + B * (smaller[0] + smaller[1]);
        }),
      ),
  };

  it.each(Object.keys(LENGTHS) as LodDesign['scaleFactor'][])('is log2 of the longer length by %s', (method) => {
    const dice = new Dice(0x701);
    const unit = volumeUnit(method);
    const component = () => dice.integer(-40, 40) / 4;
    for (let n = 0; n < 500; n++) {
      const [x, y] = [0, 1].map(() => [component(), component(), component()] as const);
      const length = LENGTHS[method](x, y);
      if (length === 0) continue;
      // The table and the float32 lengths err by less than one step of the LOD.
      const off = Math.abs(baseLod(x, y, unit) - Math.log2(length) * 256);
      expect(off, `${x.join()} and ${y.join()}`).toBeLessThan(0.51);
    }
  });

  it.each(Object.keys(LENGTHS) as LodDesign['scaleFactor'][])(
    'is that of the other vector where one is zero, and the largest where one is infinite, by %s',
    (method) => {
      const unit = volumeUnit(method);
      expect(baseLod([0, 0, 0], [0, 0, 8], unit)).toBe(768);
      expect(baseLod([0, 8, 0], [0, 0, 0], unit)).toBe(768);
      expect(baseLod([Infinity, 0, 0], [0, 1, 0], unit)).toBe(65_535);
      expect(baseLod([1, 0, 0], [0, 0, -Infinity], unit)).toBe(65_535);
    },
  );
});

describe('an operation other than sampling', () => {
  it('of a footprint query selects the levels of the sample that it asks about', () => {
    const lanes = select(({ lodOperand }) => lodOperand.fill(3.5), { instruction: { ...EXPLICIT, op: 'footprint' } });
    expect([lanes.lod[0], lanes.levelHi[0], lanes.levelLo[0], lanes.levelWeight[0]]).toEqual([896, 3, 4, 128]);
  });

  it('of a LOD query has neither bias nor minimum of the instruction, but those of the sampler', () => {
    const lanes = select(
      (registers) => {
        gradients(8, 0, 0, 8, 5)(registers);
        registers.minLod.fill(6);
      },
      { instruction: { ...EXPLICIT, op: 'query_lod' }, sampler: { mipLodBias: -1, maxLod: 1.5 } },
    );
    expect([...lanes.baseLod]).toEqual([768, 768, 768, 768]);
    expect([...lanes.lambda]).toEqual([512, 512, 512, 512]);
    expect([...lanes.lod]).toEqual([384, 384, 384, 384]);
  });

  it('reads the first level of the view, whatever the LOD, one nearest sample a lane', () => {
    const lanes = new LaneRegisters(8);
    for (const register of [lanes.baseLod, lanes.lambda, lanes.lod, lanes.filter, lanes.samples]) register.fill(99);
    lanes.levelHi.fill(99);
    lanes.levelLo.fill(99);
    lanes.passes.set([1, 0, 1, 1, 1, 1, 0, 1]);
    lanes.lodOperand.fill(5);
    unitOf(FULL_QUALITY, {}, { ...EXPLICIT, op: 'gather' }, 2).select(lanes, 4, 4);
    const registers = [
      lanes.baseLod,
      lanes.lambda,
      lanes.lod,
      lanes.filter,
      lanes.samples,
      lanes.levelHi,
      lanes.levelLo,
    ];
    const untouched = Array(7).fill(99);
    const first = [0, 0, 0, 0, 1, 2, 2];
    const got = Array.from({ length: 8 }, (_, lane) => registers.map((register) => register[lane]));
    expect(got).toEqual([untouched, untouched, untouched, untouched, first, first, untouched, first]);
    expect([...lanes.passes]).toEqual([1, 0, 1, 1, 1, 1, 0, 1]);
  });
});

describe('the minimum LOD of a view', () => {
  /** Filter, levels, weight and level parameter of explicit LODs under a view from level 1 with minimum LOD 2.25. */
  function underMinLod(lods: readonly number[], mipmapMode: Sampler['mipmapMode']): number[][] {
    const view = { ...wholeView(MEMORY.images[0]), baseMipLevel: 1, levelCount: LAST_LEVEL, minLod: 2.25 };
    const sampler: Sampler = { ...DEFAULT_SAMPLER, magFilter: 'nearest', minFilter: 'linear', mipmapMode };
    const binding = bind(FULL_QUALITY, MEMORY, { image: 0, view, sampler, instruction: EXPLICIT }, 0);
    const lanes = new LaneRegisters(4 * lods.length);
    lanes.passes.fill(1);
    lods.forEach((lod, n) => lanes.lodOperand.fill(lod, 4 * n, 4 * n + 4));
    new LodUnit(binding, new SamplePlan(binding)).select(lanes, 0, 4 * lods.length);
    return lods.map((_, n) =>
      [lanes.filter, lanes.levelHi, lanes.levelLo, lanes.levelWeight, lanes.levelParameter].map((r) => r[4 * n]),
    );
  }

  it('bounds the level, counted from that of the image, and leaves the choice of the filter alone', () => {
    expect(underMinLod([-1, 0.5, 1.25, 2.5, 9], 'linear')).toEqual([
      [0, 2, 3, 64, 320],
      [1, 2, 3, 64, 320],
      [1, 2, 3, 64, 320],
      [1, 3, 4, 128, 640],
      [1, 6, 6, 0, 1280],
    ]);
  });

  it('is rounded as the LOD is where one level is taken', () => {
    expect(underMinLod([-1, 1.375, 1.75, 9], 'nearest')).toEqual([
      [0, 2, 2, 0, 256],
      [1, 2, 2, 0, 256],
      [1, 3, 3, 0, 512],
      [1, 6, 6, 0, 1280],
    ]);
  });
});

describe('many lanes', () => {
  /** The registers that level selection writes, of one lane. */
  function registersOf(lanes: LaneRegisters, lane: number): Record<string, number> {
    const { baseLod, lambda, lod, levelParameter, filter, levelHi, levelLo, levelWeight, samples, passes } = lanes;
    const { axisU, axisV } = lanes;
    const written = { baseLod, lambda, lod, levelParameter, filter, levelHi, levelLo, levelWeight, samples, passes };
    return Object.fromEntries(Object.entries({ ...written, axisU, axisV }).map(([name, r]) => [name, r[lane]]));
  }

  const OPERANDS = ['dudx', 'dvdx', 'dudy', 'dvdy', 'lodOperand', 'minLod'] as const;

  it.each(['implicit', 'gradient', 'explicit'] as const)(
    'have the registers that each has alone, from any lane on: %s LODs, with and without anisotropy',
    (source) => {
      const dice = new Dice(0x1a9e5);
      for (const anisotropyEnable of [false, true]) {
        for (const derivatives of ['coarse', 'fine'] as const) {
          const [first, count, end] = [8, 264, 280];
          const lanes = new LaneRegisters(end);
          for (let quad = 0; quad < end; quad += 4) {
            const same = dice.chance(0.4);
            const sameVectors = source === 'implicit' && derivatives === 'coarse';
            for (const name of OPERANDS) {
              const operand = name === 'lodOperand' || name === 'minLod';
              for (let lane = quad; lane < quad + 4; lane++) {
                const shared = operand ? same : sameVectors;
                const fresh = operand ? dice.integer(0, 40) / 8 : dice.integer(-64, 64) / 512;
                lanes[name][lane] = shared && lane > quad ? lanes[name][quad] : fresh;
              }
            }
            for (let lane = quad; lane < quad + 4; lane++) lanes.passes[lane] = dice.integer(0, 1);
          }
          const unit = unitOf(
            designed({ derivatives }),
            { anisotropyEnable, maxAnisotropy: 16, mipLodBias: 0.25 },
            { lod: source, projected: false },
          );
          const wanted = lanes.passes.slice();
          const fresh = registersOf(new LaneRegisters(1), 0);
          unit.select(lanes, first, count);
          const alone = new LaneRegisters(4);
          for (let lane = 0; lane < end; lane++) {
            if (lane < first || lane >= first + count) {
              expect(registersOf(lanes, lane), `lane ${lane}`).toEqual({ ...fresh, passes: wanted[lane] });
              continue;
            }
            if (wanted[lane] === 0) {
              expect(lanes.passes[lane]).toBe(0);
              continue;
            }
            for (const name of OPERANDS) alone[name].fill(lanes[name][lane]);
            alone.passes.fill(1);
            unit.select(alone, 0, 4);
            expect(registersOf(lanes, lane), `lane ${lane}`).toEqual(registersOf(alone, 0));
          }
        }
      }
    },
  );
});
