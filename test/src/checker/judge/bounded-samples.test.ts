import { describe, expect, it } from 'vitest';
import type { ImageSource } from '../../../../rtl-model/memory/image.ts';
import { ALL_LANES, QuadBatch } from '../../../../rtl-model/registers/quad-batch.ts';
import { type CompareOp, DEFAULT_SAMPLER, type Sampler } from '../../../../rtl-model/state/sampler.ts';
import type { TextureState } from '../../../../rtl-model/state/texture-state.ts';
import { D3D11_3, type Profile, VULKAN_1_0, VULKAN_1_4, withText } from '../../../../src/checker/profiles.ts';
import { judgeResults } from '../../../../src/checker/attribute/judge-results.ts';
import type { MeasuredTrace } from '../../../../src/checker/judge/measured-trace.ts';
import { comparedWith } from '../../../../src/checker/judge/specified-hull.ts';
import { interval } from '../../../../src/specification/exact/interval.ts';
import type { SampleState } from '../../../../src/specification/state/state.ts';
import { viewOfImage } from '../../../../src/specification/state/view.ts';
import { formatOf } from '../../../oracle/allowed-at.ts';
import { Dice } from '../../../oracle/dice.ts';
import { draws } from '../../../oracle/draws.ts';
import { D3D_MINIMUM, FULL_QUALITY, VULKAN_MINIMUM } from '../../../oracle/presets.ts';
import { EXPLICIT } from '../../../oracle/sampling.ts';
import { finished, noise, wrongLanes } from './random-requests.ts';
import { measuredByModel } from './measured-by-model.ts';

type Rgba = readonly [number, number, number, number];

const CLAMP = { addressModeU: 'clamp_to_edge', addressModeV: 'clamp_to_edge' } as const;
const judged = (trace: MeasuredTrace, profile: Profile) => finished(judgeResults(trace, { kind: 'profile', profile }));

/** True if every lane of a trace may return this. */
function allows(trace: MeasuredTrace, color: Rgba, profile: Profile): boolean {
  const texels = [color, color, color, color];
  const requests = trace.requests.map((request) => ({ ...request, results: { texels } }));
  return wrongLanes({ ...trace, requests }, profile).length === 0;
}

/** A quad whose lanes differ by steps of s and of t. */
function quadAt(s: number, t: number, steps: readonly [number, number] = [0, 0]): QuadBatch {
  const batch = new QuadBatch(1);
  batch.count = 1;
  batch.active[0] = ALL_LANES;
  for (let lane = 0; lane < 4; lane++) {
    batch.s[lane] = s + (lane % 2) * steps[0];
    batch.t[lane] = t + Math.floor(lane / 2) * steps[1];
  }
  return batch;
}

describe('a linearly filtered comparison', () => {
  /** Two depths, 0.25 and 0.75, and 100/256 of the way from the first to the second. */
  const depths: ImageSource = {
    format: formatOf('d16_unorm'),
    width: 2,
    height: 1,
    layers: 1,
    levels: [new Uint8Array(Uint16Array.of(16_384, 49_152).buffer)],
  };
  const weight = 100 / 256;
  const compared = (compareOp: CompareOp, reference: number): MeasuredTrace => {
    const sampler: Sampler = { ...DEFAULT_SAMPLER, ...CLAMP, compareEnable: true, compareOp };
    const view = { ...viewOfImage(depths), aspect: 'depth' } as const;
    const state: TextureState = { image: 0, view, sampler, instruction: { ...EXPLICIT, dref: true } };
    const batch = quadAt((0.5 + weight) / 2, 0.5);
    batch.dref.fill(reference);
    return measuredByModel(FULL_QUALITY, [depths], [state], batch);
  };
  const values = (compareOp: CompareOp, reference: number, profile: Profile) =>
    [0, weight, 0.5, 1].filter((r) => allows(compared(compareOp, reference), [r, 0, 0, 1], profile));

  it.each([D3D11_3, VULKAN_1_4])('is decided where all texels pass or fail: $name', (profile) => {
    expect(values('never', 0.5, profile)).toEqual([0]);
    expect(values('always', 0.5, profile)).toEqual([1]);
    expect(values('less', 0.1, profile)).toEqual([1]);
    expect(values('less', 0.9, profile)).toEqual([0]);
    expect(values('equal', 0.9, profile)).toEqual([0]);
  });

  it('is the weight of the texels that pass for D3D11.3, to the precision of the depth', () => {
    expect(values('less', 0.5, D3D11_3)).toEqual([weight]);
    expect(allows(compared('less', 0.5), [weight + 0.4 / 65_535, 0, 0, 1], D3D11_3)).toBe(true);
    expect(allows(compared('less', 0.5), [weight + 0.6 / 65_535, 0, 0, 1], D3D11_3)).toBe(false);
    expect(values('equal', 0.5, D3D11_3)).toEqual([0]);
  });

  it('is anything from 0 to 1 for Vulkan where some depth between the texels passes and another does not', () => {
    expect(values('less', 0.5, VULKAN_1_4)).toEqual([0, weight, 0.5, 1]);
    expect(values('equal', 0.5, VULKAN_1_4)).toEqual([0, weight, 0.5, 1]);
    expect(allows(compared('less', 0.5), [1.01, 0, 0, 1], VULKAN_1_4)).toBe(false);
  });

  it('may find a code beside a rounded reference equal, where any depth from one to another may be read', () => {
    const sampler = { compareOp: 'equal' };
    const texels = { ones: [65_535], kind: 'fixed' };
    const state = { sampler, texels, reading: { depthReference: 'within-0.6-ulp' } } as unknown as SampleState;
    expect(comparedWith(state, 0.5, interval(16_384, 49_152))).toEqual(interval(0, 1));
    expect(comparedWith(state, 0.5, interval(16_384, 16_385))).toEqual(interval(0, 0));
  });

  it('is the weight of the texels that pass for Vulkan 1.1, which filters a comparison as any texel', () => {
    const older = withText(VULKAN_1_4, 'vulkan-1.1');
    expect(values('less', 0.5, older)).toEqual([weight]);
    expect(values('equal', 0.5, older)).toEqual([0]);
    expect(values('always', 0.5, older)).toEqual([1]);
  });

  it('may be replicated to all components for D3D11.3', () => {
    expect(allows(compared('less', 0.5), [weight, weight, weight, weight], D3D11_3)).toBe(true);
    expect(allows(compared('less', 0.5), [weight, 0.5, 0, 1], D3D11_3)).toBe(false);
  });
});

describe('a filter of a texel that is infinite', () => {
  const image: ImageSource = {
    format: formatOf('r32_sfloat'),
    width: 2,
    height: 1,
    layers: 1,
    levels: [new Uint8Array(Float32Array.of(1, Infinity).buffer)],
  };
  const state: TextureState = { image: 0, sampler: { ...DEFAULT_SAMPLER, ...CLAMP }, instruction: EXPLICIT };
  const may = (s: number, red: number, profile: Profile) =>
    allows(measuredByModel(FULL_QUALITY, [image], [state], quadAt(s, 0.3)), [red, 0, 0, 1], profile);

  it('is infinite for D3D11.3 where the texel has a weight, and open for Vulkan', () => {
    expect([Infinity, 3, -Infinity, NaN].map((red) => may(0.5, red, D3D11_3))).toEqual([true, false, false, false]);
    expect([Infinity, 3].map((red) => may(0.5, red, VULKAN_1_4))).toEqual([true, true]);
  });

  it('is open where the weight of the texel is 0, which times infinity is NaN', () => {
    expect([1, NaN].map((red) => may(0.25, red, D3D11_3))).toEqual([true, true]);
  });
});

/** Columns 0 to 7 have codes of 0 to 50, columns 8 to 15 of 200 to 250; the coarser levels all have 100. */
const halves: ImageSource = {
  ...noise(1),
  levels: [16, 8, 4, 2, 1].map((size, level) =>
    Uint8Array.from({ length: size * size }, (_, n) => (level > 0 ? 100 : (n % 16 < 8 ? 0 : 200) + (n % 51))),
  ),
};

describe('an anisotropic sample', () => {
  const sampler: Sampler = { ...DEFAULT_SAMPLER, ...CLAMP, anisotropyEnable: true, maxAnisotropy: 4 };
  const state: TextureState = { image: 0, sampler, instruction: { lod: 'implicit', projected: false } };
  /** Steps of 2 texels along t and a half along s, from column 3: level 0, or level 1 without anisotropy. */
  const trace = measuredByModel(FULL_QUALITY, [halves], [state], quadAt(3 / 16, 0.5, [0.5 / 16, 2 / 16]));
  const may = (code: number, profile: Profile, alpha = 1) => allows(trace, [code / 255, 0, 0, alpha], profile);

  it('lies between the texels of its footprint in the level of the shorter axis for D3D11.3', () => {
    expect([25, 46, 51, 100, 200].map((code) => may(code, D3D11_3))).toEqual([true, true, false, false, false]);
  });

  it('lies between the texels of its footprint up to the level of the longer axis for Vulkan, whose scheme is open', () => {
    expect([25, 60, 100, 101, 200].map((code) => may(code, VULKAN_1_0))).toEqual([true, true, true, false, false]);
  });

  it.each([D3D11_3, VULKAN_1_0])(
    'is the minimum or the maximum of an isotropic one without a ratio: $name',
    (profile) => {
      const columns = { ...halves, levels: [halves.levels[0].map((_, n) => (n % 2 === 0 ? 10 : 20))] };
      const allowed = (reductionMode: Sampler['reductionMode']) => {
        const own = { ...state, sampler: { ...sampler, reductionMode } };
        const round = measuredByModel(FULL_QUALITY, [columns], [own], quadAt(4 / 16, 0.5, [1 / 16, 1 / 16]));
        return [10, 15, 20].filter((code) => allows(round, [Math.fround(code / 255), 0, 0, 1], profile));
      };
      expect([allowed('min'), allowed('max')]).toEqual([[10], [20]]);
    },
  );

  it.each([D3D11_3, VULKAN_1_0])('has the components that the format lacks: $name', (profile) => {
    expect([may(25, profile, 0.5), allows(trace, [0.1, 0.1, 0, 1], profile)]).toEqual([false, false]);
  });

  it.each([
    { design: FULL_QUALITY, profile: D3D11_3 },
    { design: D3D_MINIMUM, profile: D3D11_3 },
    { design: FULL_QUALITY, profile: VULKAN_1_4 },
    { design: VULKAN_MINIMUM, profile: VULKAN_1_0 },
  ])('of a design that conforms is allowed: $design.name by $profile.name', ({ design, profile }) => {
    const dice = new Dice(21);
    for (let n = 0; n < draws(60); n++) {
      const magnitude = 2 ** dice.real(-6, 1);
      const steps = [dice.real(-magnitude, magnitude), dice.real(-magnitude, magnitude) / dice.integer(1, 16)] as const;
      const format = dice.pick(['r8_unorm', 'r16_sfloat', 'r8_snorm']);
      const bytes = formatOf(format).texelBytes;
      const levels = noise(n + 1).levels.map((codes) =>
        Uint8Array.from({ length: codes.length * bytes }, (_, k) => codes[k % codes.length] % 0x70),
      );
      const image = { ...noise(n + 1), format: formatOf(format), levels };
      const own = {
        ...state,
        sampler: {
          ...sampler,
          maxAnisotropy: dice.pick([1, 2, 3, 8, 16]),
          mipLodBias: dice.real(-1, 1),
          reductionMode: dice.pick(['weighted_average', 'min', 'max'] as const),
        },
      };
      const made = measuredByModel(design, [image], [own], quadAt(dice.real(-1, 2), dice.real(-1, 2), steps));
      expect(judged(made, profile).wrong).toEqual([]);
    }
  });
});

describe('a coordinate that is no number', () => {
  const dark: ImageSource = { ...halves, levels: [halves.levels[0].map((code) => code % 51)] };
  const state: TextureState = { image: 0, sampler: { ...DEFAULT_SAMPLER, ...CLAMP }, instruction: EXPLICIT };
  const trace = measuredByModel(FULL_QUALITY, [dark], [state], quadAt(NaN, 0.5));

  it('is 0 in D3D11.3, and selects any texels of the level in Vulkan', () => {
    expect(judged(trace, D3D11_3)).toMatchObject({ wrong: [], open: 0 });
    const bright = (profile: Profile) => allows(trace, [50 / 255, 0, 0, 1], profile);
    expect([bright(D3D11_3), bright(VULKAN_1_0)]).toEqual([false, true]);
  });

  it.each([D3D11_3, VULKAN_1_0])('leaves the components that the format lacks as they are: $name', (profile) => {
    expect(judged(trace, profile).wrong).toEqual([]);
    expect(allows(trace, [50 / 255, 0, 0, 0], profile)).toBe(false);
  });
});
