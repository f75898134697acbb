import { describe, expect, it } from 'vitest';
import { arithmetic } from '../../../../rtl-model/filter-unit/arithmetic/component-arithmetic.ts';
import { depthCompare } from '../../../../rtl-model/filter-unit/arithmetic/depth-compare.ts';
import { filterScales, TapTexels } from '../../../../rtl-model/filter-unit/arithmetic/tap-texels.ts';
import {
  CORNER_ADDRESS,
  Footprints,
  UNBOUND_ADDRESS,
  ZERO_ADDRESS,
} from '../../../../rtl-model/registers/footprints.ts';
import { PLAIN_CONVERSION } from '../../../oracle/plain-conversion.ts';
import { FULL_QUALITY } from '../../../oracle/presets.ts';
import { FOOT, footprintOf, LANE, stateOf, type State, type Taps, usedLanes } from '../made-footprint.ts';

const REGION = { level: 0, layer: 0, x: 0, y: 0, z: 0, width: 1, height: 1, depth: 1 };
const UNBOUND: State = { image: { unbound: [REGION] } };
const CUBE: State = { image: { layers: 6 }, view: { viewType: 'cube', layerCount: 6 } };

/** The texels of a lane's taps as the filter takes them, and whether all of them are resident. */
function resolved(state: State, taps: Taps, dref = 0) {
  const binding = stateOf(state);
  const lanes = usedLanes();
  lanes.dref[LANE] = dref;
  const foot = footprintOf(taps);
  const steps = arithmetic(binding.design, filterScales(binding), binding.dimensions);
  new TapTexels(binding, steps).resolve(foot, FOOT, lanes, LANE);
  const { texel, texelBits } = foot;
  const of = taps.integer === true ? texelBits : texel;
  const at = 16 * FOOT;
  // Other lanes and the taps behind the last are left alone.
  expect(texel.filter((value, n) => (n < at || n >= at + 4 * taps.texels.length) && !Number.isNaN(value))).toHaveLength(
    0,
  );
  const found = taps.texels.map((_, tap) => [...of.subarray(at + 4 * tap, at + 4 * tap + 4)]);
  return { texels: found, resident: lanes.resident[LANE] };
}

const FOUR = [
  [1, 2, 3, 4],
  [5, 6, 7, 8],
  [9, 10, 11, 12],
  [13, 14, 15, 17],
];

describe('a tap that reads no texel', () => {
  it('is zero, and one in the alpha that its format lacks', () => {
    const fetch: State = { instruction: { op: 'fetch' } };
    const texels = FOUR.slice(0, 2);
    const addresses = [64, ZERO_ADDRESS];
    const zeros = (format: string) => resolved({ ...fetch, format }, { texels, addresses });
    expect(zeros('r8g8b8a8_unorm')).toEqual({ texels: [FOUR[0], [0, 0, 0, 0]], resident: 1 });
    expect(zeros('r8g8_unorm')).toEqual({ texels: [FOUR[0], [0, 0, 0, 1]], resident: 1 });
    const bits = resolved({ ...fetch, format: 'r8g8_uint' }, { texels, addresses, integer: true });
    expect(bits).toEqual({ texels: [FOUR[0], [0, 0, 0, 1]], resident: 1 });
  });

  it('is zero and not resident where no memory is bound', () => {
    for (const op of ['sample', 'fetch'] as const) {
      const state = { ...UNBOUND, instruction: { op } };
      const result = resolved(state, { texels: FOUR, addresses: [0, UNBOUND_ADDRESS, 4, UNBOUND_ADDRESS] });
      expect(result).toEqual({ texels: [FOUR[0], [0, 0, 0, 0], FOUR[2], [0, 0, 0, 0]], resident: 0 });
    }
    expect(resolved(UNBOUND, { texels: FOUR, addresses: [0, 4, 8, 12] }).resident).toBe(1);
  });

  it('is the average of the other three at the corner of a cube', () => {
    for (const corner of [0, 1, 2, 3]) {
      const addresses = [0, 1, 2, 3].map((tap) => (tap === corner ? CORNER_ADDRESS : 4 * tap));
      const others = FOUR.filter((_, tap) => tap !== corner);
      // A texel's register holds 15 fraction bits of an 8-bit code.
      const third = (c: number) =>
        Math.round((others.reduce((sum, texel) => sum + texel[c], 0) / 3) * 2 ** 15) / 2 ** 15;
      const expected = FOUR.map((texel, tap) => (tap === corner ? [0, 1, 2, 3].map(third) : texel));
      expect(resolved(CUBE, { texels: FOUR, addresses }).texels).toEqual(expected);
    }
  });
});

it('the missing texel of a corner may be the first of all lanes', () => {
  const binding = stateOf(CUBE);
  const foot = new Footprints(1);
  foot.texel.set(FOUR.flat());
  foot.tapCount[0] = 4;
  foot.address.set([CORNER_ADDRESS, 4, 8, 12]);
  const steps = arithmetic(binding.design, filterScales(binding), 2);
  new TapTexels(binding, steps).resolve(foot, 0, usedLanes(), LANE);
  expect(foot.texel[0]).toBe(9);
});

describe('a comparison', () => {
  const LESS: State = { format: 'd16_unorm', instruction: { dref: true }, sampler: { compareOp: 'less' } };

  it('makes each depth all of its code, or nothing', () => {
    const depths = [0, 0.4, 0.5, 1].map((depth) => [Math.round(depth * 65_535), 0, 0, 1]);
    const { texels } = resolved(LESS, { texels: depths, addresses: [0, 2, 4, 6] }, 0.45);
    expect(texels).toEqual([0, 0, 65_535, 65_535].map((depth) => [depth, 0, 0, 1]));
    expect(resolved(LESS, { texels: depths.slice(0, 3), addresses: [0, 2, 4] }, -1).texels[1]).toEqual([
      65_535, 0, 0, 1,
    ]);
  });

  it('takes the reference as the design says, rounded to the format or not', () => {
    const reference = (depthReference: 'quantized' | 'exact', d: number) => {
      const design = { ...FULL_QUALITY, filter: { ...FULL_QUALITY.filter, depthReference } };
      return depthCompare(stateOf({ ...LESS, design }))!.reference(d);
    };
    expect(reference('quantized', 0.25)).toBe(16_384);
    expect(reference('exact', 0.25)).toBe(16_383.75);
  });

  it('is that of instructions with a reference alone', () => {
    expect(depthCompare(stateOf({ ...LESS, instruction: {} }))).toBe(null);
    const { texels } = resolved({ format: 'd16_unorm' }, { texels: [[7, 0, 0, 1]], addresses: [0] });
    expect(texels).toEqual([[7, 0, 0, 1]]);
  });
});

describe("components that leave their sRGB curve (Vulkan: Y'CbCr Degamma)", () => {
  const planar = (conversion: Partial<typeof PLAIN_CONVERSION>, op: 'sample' | 'fetch' = 'sample'): State => ({
    format: 'g8_b8_r8_3plane_444_unorm',
    sampler: { ycbcrConversion: { ...PLAIN_CONVERSION, ...conversion } },
    instruction: { op },
  });
  /** The sRGB EOTF of a code (Khronos Data Format), with 16 bits. */
  const linear = (code: number) => {
    const x = code / 255;
    return Math.round((x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4) * 65_535);
  };
  const texels = [
    [4, 130, 250, 1],
    [255, 0, 77, 1],
  ];

  it.each<[Partial<typeof PLAIN_CONVERSION>, number[]]>([
    [{ enableYDegamma: true }, [1]],
    [{ enableCbCrDegamma: true }, [0, 2]],
    [{ enableYDegamma: true, enableCbCrDegamma: true }, [0, 1, 2]],
    [{}, []],
  ])('are those of %o, with the bits of linear light', (conversion, components) => {
    const expected = texels.map((texel) => texel.map((code, c) => (components.includes(c) ? linear(code) : code)));
    expect(resolved(planar(conversion), { texels, addresses: [0, 4] }).texels).toEqual(expected);
    const scales = filterScales(stateOf(planar(conversion)));
    const ones = [0, 1, 2, 3].map((c) => (c === 3 ? 1 : components.includes(c) ? 65_535 : 255));
    expect(scales.map(({ one }) => one)).toEqual(ones);
    expect(scales.some(({ signed }) => signed)).toBe(false);
    expect(scales.map(({ bits }) => bits)).toEqual(ones.map((one) => Math.log2(one + 1)));
  });

  it('are none of a fetch', () => {
    const state = planar({ enableYDegamma: true, enableCbCrDegamma: true }, 'fetch');
    expect(resolved(state, { texels, addresses: [0, 4] }).texels).toEqual(texels);
  });
});

describe('the scales of the components', () => {
  const ones = (format: string) => filterScales(stateOf({ format })).map(({ one, bits }) => [one, bits]);

  it('are those of the format, 1 for constants and for integers', () => {
    expect(ones('r5g6b5_unorm_pack16')).toEqual([
      [31, 5],
      [63, 6],
      [31, 5],
      [1, 1],
    ]);
    expect(ones('r16g16_sint')).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
      [1, 1],
    ]);
    expect(ones('r8g8b8a8_srgb')).toEqual([
      [65_535, 16],
      [65_535, 16],
      [65_535, 16],
      [255, 8],
    ]);
    expect(filterScales(stateOf({ format: 'r32_sint' })).some(({ signed }) => signed)).toBe(false);
  });

  it('are those of the plane that has the component', () => {
    expect(ones('g10x6_b10x6_r10x6_3plane_420_unorm_3pack16')).toEqual([
      [1023, 10],
      [1023, 10],
      [1023, 10],
      [1, 1],
    ]);
  });
});

describe('the step between decoder and filter', () => {
  const step = (state: State) => {
    const binding = stateOf(state);
    return TapTexels.of(binding, arithmetic(binding.design, filterScales(binding), binding.dimensions));
  };

  it('is left out where it has nothing to do', () => {
    const seams: State = { ...CUBE, sampler: { nonSeamlessCubeMap: true } };
    expect([{}, seams].map(step)).toEqual([null, null]);
  });

  it('is taken for every state that needs it', () => {
    const ycbcr = { ycbcrConversion: { ...PLAIN_CONVERSION, enableYDegamma: true } };
    const states: readonly State[] = [
      CUBE,
      UNBOUND,
      { format: 'd16_unorm', instruction: { dref: true } },
      { format: 'g8_b8_r8_3plane_444_unorm', sampler: ycbcr },
      { instruction: { op: 'gather' } },
    ];
    expect(states.filter((state) => step(state) === null)).toEqual([]);
  });
});

describe('a component swizzled to one', () => {
  const cubic = (cubicWeights: 'zero_tangent_cardinal' | 'b_spline'): State => ({
    view: { components: ['one', 'r', 'b', 'one'] },
    sampler: { magFilter: 'cubic', minFilter: 'cubic', cubicWeights },
  });

  it('is 1 in each texel where the weights of the filter do not sum to 1, in the component that is free', () => {
    const { texels } = resolved(cubic('zero_tangent_cardinal'), { texels: FOUR });
    expect(texels).toEqual(FOUR.map(([r, , b, a]) => [r, 255, b, a]));
  });

  it('leaves the texels alone where they do', () => {
    expect(resolved(cubic('b_spline'), { texels: FOUR }).texels).toEqual(FOUR);
  });
});
