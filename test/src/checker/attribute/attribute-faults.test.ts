import { describe, expect, it } from 'vitest';
import type { ImageSource } from '../../../../rtl-model/memory/image.ts';
import type { ImageView } from '../../../../rtl-model/state/image-view.ts';
import { DEFAULT_SAMPLER, type Sampler, type YcbcrConversion } from '../../../../rtl-model/state/sampler.ts';
import type { TextureState } from '../../../../rtl-model/state/texture-state.ts';
import { D3D11_3, type Profile, VULKAN_1_4 } from '../../../../src/checker/profiles.ts';
import { judgeResults } from '../../../../src/checker/attribute/judge-results.ts';
import type { MeasuredTrace } from '../../../../src/checker/judge/measured-trace.ts';
import { viewOfImage } from '../../../../src/specification/state/view.ts';
import { formatOf } from '../../../oracle/allowed-at.ts';
import type { Dice } from '../../../oracle/dice.ts';
import { FULL_QUALITY } from '../../../oracle/presets.ts';
import { EXPLICIT, POINT } from '../../../oracle/sampling.ts';
import { designOf, explicitState, finished, noise, randomLanes } from '../judge/random-requests.ts';
import { measuredByModel } from '../judge/measured-by-model.ts';

/** Noise of 16 bits a texel, so that small faults are visible. */
function deepNoise(): ImageSource {
  const image = noise(3);
  const levels = image.levels.map((codes) => new Uint8Array(Uint16Array.from(codes, (code) => 257 * code).buffer));
  return { ...image, format: formatOf('r16_unorm'), levels };
}

/** The faults that are found, with their results. */
function faultsOf(trace: MeasuredTrace, profile: Profile): Readonly<Record<string, number>> {
  const { verdicts } = finished(judgeResults(trace, { kind: 'profile', profile }));
  const failed = verdicts.filter(({ finding }) => finding.verdict === 'fail');
  return Object.fromEntries(failed.map(({ rule, finding }) => [rule.id, finding.measured]));
}

const LEVELS = (dice: Dice) => dice.real(0, 4);
const FINEST = () => 0;

describe('a fault of a design is found in its unit, and in no other', () => {
  const cases: readonly [string, Partial<Parameters<typeof designOf>[0]>, string, (dice: Dice) => number][] = [
    ['7 subtexel bits', { subtexel: 7 }, 'address-unit/coordinate', FINEST],
    ['6 subtexel bits', { subtexel: 6 }, 'address-unit/coordinate', FINEST],
    ['truncated coordinates', { rounding: 'floor' }, 'address-unit/coordinate', FINEST],
    ['7 mip bits', { mip: 7 }, 'lod-unit/lod', LEVELS],
    ['a truncated LOD', { lodRounding: 'floor' }, 'lod-unit/lod', LEVELS],
    [
      'snapped level weights',
      {
        lod: {
          levelWeightCurve: [
            [0.1, 0],
            [0.9, 1],
          ],
        },
      },
      'lod-unit/level-weight',
      LEVELS,
    ],
    ['a truncating filter', { filter: { guardBits: 0, rounding: 'floor' } }, 'filter-unit/narrowing', FINEST],
  ];
  it.each(cases)('%s', (_, design, fault, lodOf) => {
    const trace = measuredByModel(designOf(design), [deepNoise()], [explicitState({})], randomLanes(5, 24, lodOf));
    const found = faultsOf(trace, D3D11_3);
    expect(Object.keys(found)).toEqual([`results/${fault}`]);
    expect(found[`results/${fault}`]).toBeGreaterThan(5);
  });
});

/** Results of one state, given out for those of another. */
function givenOut(of: TextureState, as: TextureState, images: readonly ImageSource[], quads = 12) {
  const batch = randomLanes(11, quads, FINEST);
  for (let lane = 0; lane < 4 * quads; lane++) batch.layer[lane] = lane % 3;
  return { ...measuredByModel(FULL_QUALITY, images, [of], batch), states: [as] };
}

const sampled = (sampler: Partial<Sampler>): TextureState => explicitState({ ...POINT, ...sampler });
const EDGE = { addressModeU: 'clamp_to_edge', addressModeV: 'clamp_to_edge', addressModeW: 'clamp_to_edge' } as const;
const BORDER = { addressModeU: 'clamp_to_border', addressModeV: 'clamp_to_border' } as const;
const CONVERSION: YcbcrConversion = {
  ycbcrModel: 'ycbcr_709',
  ycbcrRange: 'itu_full',
  components: viewOfImage(deepNoise()).components,
  xChromaOffset: 'midpoint',
  yChromaOffset: 'midpoint',
  chromaFilter: 'nearest',
  forceExplicitReconstruction: false,
  enableYDegamma: false,
  enableCbCrDegamma: false,
};
const compared = (sampler: Partial<Sampler>): TextureState => ({
  image: 0,
  sampler: { ...DEFAULT_SAMPLER, ...POINT, compareEnable: true, ...sampler },
  instruction: { ...EXPLICIT, dref: true },
});

describe('a wrong state is found', () => {
  const colors = (): ImageSource => {
    const levels = [16, 8, 4, 2, 1].map((size) =>
      Uint8Array.from({ length: 4 * size * size }, (_, n) => (n * 89) % 251),
    );
    return { format: formatOf('r8g8b8a8_unorm'), width: 16, height: 16, layers: 1, levels };
  };
  it.each([
    ['address mode', sampled({ addressModeU: 'clamp_to_edge' }), sampled({}), 'address-unit/address-mode'],
    ['border colour', sampled({ ...BORDER, borderColor: [1, 1, 1, 1] }), sampled(BORDER), 'address-unit/border-color'],
    ['filter', sampled({}), explicitState({}), 'filter-unit/filter'],
    ['reduction', explicitState({ reductionMode: 'max' }), explicitState({}), 'filter-unit/reduction'],
    ['comparison', compared({ compareOp: 'less' }), compared({ compareOp: 'greater' }), 'filter-unit/comparison'],
  ] as const)('%s', (_, of, as, fault) => {
    const format = fault === 'filter-unit/comparison' ? [{ ...noise(3), format: formatOf('d16_unorm') }] : [colors()];
    const images = format.map((image) =>
      image.format.name === 'd16_unorm' ? { ...deepNoise(), format: image.format } : image,
    );
    expect(Object.keys(faultsOf(givenOut(of, as, images), VULKAN_1_4))).toEqual([`results/${fault}`]);
  });

  it('format of the texels', () => {
    const trace = givenOut(sampled({}), sampled({}), [colors()]);
    const images = [{ ...trace.images[0], format: formatOf('r8g8b8a8_srgb') }];
    expect(Object.keys(faultsOf({ ...trace, images }, VULKAN_1_4))).toEqual(['results/texel-decoder/conversion']);
  });

  const converted = (change: Partial<YcbcrConversion>) =>
    sampled({ ...EDGE, ycbcrConversion: { ...CONVERSION, ...change } });
  it("model of a Y'CbCr conversion", () => {
    const codes = Uint8Array.from({ length: 3 * 256 }, (_, n) => (n * 89) % 251);
    const image = { ...noise(3), format: formatOf('r8g8b8_unorm'), levels: [codes] };
    const trace = givenOut(converted({ ycbcrModel: 'ycbcr_2020' }), converted({}), [image], 1);
    expect(Object.keys(faultsOf(trace, VULKAN_1_4))).toEqual(['results/texel-decoder/ycbcr-model']);
  });

  it('face of a cube', () => {
    const codes = [0, 1, 2, 3].map((level) =>
      Uint8Array.from({ length: 6 * 4 ** (4 - level) }, (_, n) => (n * 53) % 251),
    );
    const cube = { ...noise(3), layers: 6, levels: codes };
    const view = { ...viewOfImage(cube), viewType: 'cube' } as const;
    const state = { ...sampled({}), view };
    const trace = givenOut(state, state, [cube]);
    for (let lane = 0; lane < 48; lane++) trace.batch.t[lane] *= -1;
    expect(Object.keys(faultsOf(trace, VULKAN_1_4))).toEqual(['results/address-unit/cube-face']);
  });

  it('levels of a queried image', () => {
    const image = colors();
    const query = (view: Partial<ImageView>): TextureState => ({
      ...sampled({}),
      view: { ...viewOfImage(image), ...view },
      instruction: { ...EXPLICIT, op: 'query_levels' },
    });
    const trace = givenOut(query({}), query({ baseMipLevel: 2, levelCount: 3 }), [image]);
    expect(Object.keys(faultsOf(trace, VULKAN_1_4))).toEqual(['results/lod-unit/query']);
  });

  it('array layer', () => {
    const layered = { ...noise(3), layers: 3, levels: [Uint8Array.from({ length: 768 }, (_, n) => (n * 53) % 251)] };
    const state = sampled({});
    const trace = givenOut(state, state, [layered]);
    for (let lane = 0; lane < 48; lane++) trace.batch.layer[lane] = (lane % 3) - 1;
    expect(Object.keys(faultsOf(trace, VULKAN_1_4))).toEqual(['results/address-unit/layer']);
  });
});

describe('a fault of an operation with steps of its own is found', () => {
  const codes = (count: number) => Uint8Array.from({ length: count }, (_, n) => (n * 89) % 251);
  const image: ImageSource = { ...noise(3), levels: [codes(256)] };
  const found = (trace: MeasuredTrace) => Object.keys(faultsOf(trace, VULKAN_1_4));

  it('order of the texels of a gather', () => {
    const instruction = { ...EXPLICIT, op: 'gather', component: 0 } as const;
    const rows = [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const;
    const gather = { ...sampled({}), instruction };
    const byRows = { ...gather, instruction: { ...instruction, gatherOffsets: rows } };
    expect(found(givenOut(byRows, gather, [image]))).toEqual(['results/address-unit/gather-order']);
  });

  it('sample of a multisampled image', () => {
    const state: TextureState = { ...sampled({}), instruction: { ...EXPLICIT, op: 'fetch' } };
    const batch = randomLanes(11, 40, FINEST);
    for (let lane = 0; lane < 160; lane++) [batch.i[lane], batch.j[lane]] = [lane % 16, Math.floor(lane / 16)];
    const trace = measuredByModel(FULL_QUALITY, [{ ...image, samples: 4, levels: [codes(1024)] }], [state], batch);
    for (let lane = 0; lane < 160; lane++) trace.batch.sample[lane] = lane % 4;
    expect(found(trace)).toEqual(['results/address-unit/sample']);
  });

  it('size of a box', () => {
    const state: TextureState = { ...sampled(EDGE), instruction: { ...EXPLICIT, op: 'box_filter' } };
    const batch = randomLanes(11, 12, FINEST);
    batch.boxWidth.fill(5);
    batch.boxHeight.fill(2);
    const trace = measuredByModel(FULL_QUALITY, [image], [state], batch);
    trace.batch.boxWidth.fill(2);
    expect(found(trace)).toEqual(['results/filter-unit/box']);
  });

  it('layers that are counted from the first one of the image', () => {
    const layered = { ...image, layers: 4, levels: [codes(1024)] };
    const seen = (baseArrayLayer: number): TextureState => ({
      ...sampled({}),
      view: { ...viewOfImage(layered), baseArrayLayer, layerCount: 2 },
    });
    expect(found(givenOut(seen(0), seen(2), [layered]))).toEqual(['results/address-unit/layer']);
  });
});

describe('two faults of one table', () => {
  it('are two findings, each with its own results', () => {
    const design = designOf({ subtexel: 6 });
    const batch = randomLanes(5, 40, FINEST);
    const states = [explicitState({}), sampled({ addressModeU: 'mirrored_repeat' })];
    for (let quad = 0; quad < batch.count; quad++) batch.state[quad] = quad % 2;
    const trace = measuredByModel(design, [deepNoise()], states, batch);
    const found = faultsOf({ ...trace, states: [states[0], sampled({})] }, D3D11_3);
    expect(Object.keys(found).toSorted()).toEqual([
      'results/address-unit/address-mode',
      'results/address-unit/coordinate',
    ]);
  });
});

describe('right results that a fault does not concern', () => {
  /** The offsets of the first two quads of 24. */
  const withOffsets = (change = (_quad: number, _batch: ReturnType<typeof randomLanes>) => {}) => {
    const batch = randomLanes(5, 24, () => 0.5);
    for (let quad = 0; quad < 2; quad++) {
      batch.offsetU[quad] = 3;
      batch.offsetV[quad] = -2;
      change(quad, batch);
    }
    return batch;
  };
  it('are no evidence against it: the coarser level adds the offset of the finer one to its own', () => {
    const image = deepNoise();
    const state = explicitState({});
    const trace = measuredByModel(FULL_QUALITY, [image], [state], withOffsets());
    const ofLevel = (baseMipLevel: number, batch: ReturnType<typeof randomLanes>) => {
      const alone = { ...state, view: { ...viewOfImage(image), baseMipLevel, levelCount: 1 } };
      return measuredByModel(FULL_QUALITY, [image], [alone], batch).requests.map(({ results }) => results!.texels!);
    };
    const moved = withOffsets((quad, { s, t, offsetU, offsetV }) => {
      for (let lane = 4 * quad; lane < 4 * quad + 4; lane++) {
        s[lane] += offsetU[quad] / 16;
        t[lane] += offsetV[quad] / 16;
      }
    });
    const [finer, coarser] = [ofLevel(0, withOffsets()), ofLevel(1, moved)];
    const requests = trace.requests.map((request, quad) => {
      if (quad >= 2) return request;
      const texels = finer[quad].map((texel, lane) => texel!.map((x, c) => (x + coarser[quad][lane]![c]) / 2));
      return { ...request, results: { texels: texels.map(([r, g, b, a]) => [r, g, b, a] as const) } };
    });
    expect(faultsOf({ ...trace, requests }, VULKAN_1_4)).toEqual({ 'results/address-unit/offset': 8 });
  });
});

describe('results that no fault explains', () => {
  it('are not attributed', () => {
    const trace = measuredByModel(FULL_QUALITY, [deepNoise()], [sampled({})], randomLanes(5, 10, FINEST));
    const requests = trace.requests.map((request) => ({
      ...request,
      results: { texels: [0, 1, 2, 3].map(() => [77, 78, 79, 80] as const) },
    }));
    const { verdicts } = finished(judgeResults({ ...trace, requests }, { kind: 'profile', profile: D3D11_3 }));
    expect(verdicts[0]).toMatchObject({
      rule: { id: 'results/not-attributed' },
      finding: { measured: 40, group: { unit: null, requests: 10 } },
    });
  });
});
