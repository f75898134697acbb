import { describe, expect, it } from 'vitest';
import type { Design } from '../../../../rtl-model/design/design.ts';
import type { ImageSource } from '../../../../rtl-model/memory/image.ts';
import { QuadBatch } from '../../../../rtl-model/registers/quad-batch.ts';
import { ADDRESS_MODES, type Sampler } from '../../../../rtl-model/state/sampler.ts';
import type { TextureState } from '../../../../rtl-model/state/texture-state.ts';
import { D3D11_3, type Profile, VULKAN_1_0, VULKAN_1_4 } from '../../../../src/checker/profiles.ts';
import { judgeResults, type JudgedResults } from '../../../../src/checker/attribute/judge-results.ts';
import type { MeasuredTrace } from '../../../../src/checker/judge/measured-trace.ts';
import { formatOf } from '../../../oracle/allowed-at.ts';
import { Dice } from '../../../oracle/dice.ts';
import { draws } from '../../../oracle/draws.ts';
import { D3D_MINIMUM, FULL_QUALITY, VULKAN_MINIMUM } from '../../../oracle/presets.ts';
import { randomImage, randomInstruction, randomQuads, randomSampler } from '../../../oracle/random-requests.ts';
import { EXPLICIT, POINT } from '../../../oracle/sampling.ts';
import { designOf, explicitState, finished, noise, randomLanes, wrongLanes } from '../judge/random-requests.ts';
import { measuredByModel } from '../judge/measured-by-model.ts';
import type { Standard } from '../../../../src/checker/judge/judge-lanes.ts';

const judged = (trace: MeasuredTrace, standard: Standard) => finished(judgeResults(trace, standard));
const by = (trace: MeasuredTrace, profile: Profile) => judged(trace, { kind: 'profile', profile });

/** The same results with one bit of one component of one lane turned over. */
function flipped(trace: MeasuredTrace, request: number, lane: number, component: number, bit: number): MeasuredTrace {
  const requests = trace.requests.map((measured, n) => {
    if (n !== request) return measured;
    const texels = measured.results!.texels!.map((texel, l) => {
      if (l !== lane || texel === null) return texel;
      const values = Float32Array.from(texel);
      new Uint32Array(values.buffer)[component] ^= 1 << bit;
      return [values[0], values[1], values[2], values[3]] as const;
    });
    return { ...measured, results: { texels } };
  });
  return { ...trace, requests };
}

const FORMATS = [
  'r8_unorm',
  'r8g8b8a8_unorm',
  'r8g8b8a8_srgb',
  'r16_unorm',
  'r8_snorm',
  'r16g16b16a16_sfloat',
  'r32_sfloat',
];

/** Samples of every sort: filters, modes, LOD sources, projections, coordinates that are no numbers. */
function anything(seed: number, design: Design, lodTies: boolean): MeasuredTrace {
  const dice = new Dice(seed);
  const image = randomImage(dice, formatOf(dice.pick(FORMATS)));
  const states = [{ image: 0, sampler: randomSampler(dice), instruction: randomInstruction(dice) }];
  const batch = randomQuads(dice, 12, image.width, image.height);
  for (let lane = 0; lane < 48; lane++) if (!lodTies && batch.lod[lane] % 1 !== 0) batch.lod[lane] += 0.01;
  return measuredByModel(design, [image], states, batch);
}

describe('results of a design that conforms', () => {
  it.each([
    { design: FULL_QUALITY, profile: D3D11_3 },
    { design: D3D_MINIMUM, profile: D3D11_3 },
    { design: FULL_QUALITY, profile: VULKAN_1_4 },
    { design: D3D_MINIMUM, profile: VULKAN_1_4 },
    { design: VULKAN_MINIMUM, profile: VULKAN_1_0 },
  ])('are all allowed: $design.name by $profile.name', ({ design, profile }) => {
    let [closed, wrong] = [0, 0];
    for (let seed = 1; seed <= draws(30, 8); seed++) {
      // The presets choose ceil(d + 0.5) - 1, which is Vulkan's.
      const { judged: all, open, wrong: failures } = by(anything(seed, design, profile !== D3D11_3), profile);
      closed += all - open;
      wrong += failures.length;
    }
    expect(wrong).toBe(0);
    expect(closed).toBeGreaterThan(draws(500, 8));
  });
});

const bilinear = (design: Design, sampler: Partial<Sampler> = {}) =>
  measuredByModel(
    design,
    [noise(3)],
    [explicitState(sampler)],
    randomLanes(5, 50, () => 0),
  );
const trilinear = (design: Design) =>
  measuredByModel(
    design,
    [noise(3)],
    [explicitState({})],
    randomLanes(6, 50, (dice) => dice.real(0, 4)),
  );

describe('results of a design that is less precise than the profile are found', () => {
  it.each([
    { what: '7 subtexel bits', design: designOf({ subtexel: 7 }), profile: D3D11_3, trace: bilinear },
    { what: 'truncated coordinates', design: designOf({ rounding: 'floor' }), profile: D3D11_3, trace: bilinear },
    { what: '6 subtexel bits', design: designOf({ subtexel: 6 }), profile: VULKAN_1_4, trace: bilinear },
    { what: '2 subtexel bits', design: designOf({ subtexel: 2 }), profile: VULKAN_1_0, trace: bilinear },
    { what: '6 mip bits', design: designOf({ mip: 6 }), profile: D3D11_3, trace: trilinear },
    { what: 'a truncated LOD', design: designOf({ mip: 8, lodRounding: 'floor' }), profile: D3D11_3, trace: trilinear },
    { what: '4 mip bits', design: designOf({ mip: 4 }), profile: VULKAN_1_4, trace: trilinear },
    { what: '2 mip bits', design: designOf({ mip: 2 }), profile: VULKAN_1_0, trace: trilinear },
  ])('$what by $profile.name', ({ design, profile, trace }) => {
    // 16 bits of texel make a weight of 2^-8 visible beside the format's own precision.
    const results = trace(design);
    const wide = { ...noise(3), format: formatOf('r16_unorm') };
    const levels = wide.levels.map((codes) => new Uint8Array(Uint16Array.from(codes, (code) => 257 * code).buffer));
    const remeasured = measuredByModel(design, [{ ...wide, levels }], results.states, results.batch);
    expect(wrongLanes(remeasured, profile).length).toBeGreaterThan(0);
    expect(by(measuredByModel(FULL_QUALITY, remeasured.images, results.states, results.batch), profile).wrong).toEqual(
      [],
    );
  });

  it('but truncation is a rounding that Vulkan leaves free', () => {
    expect(by(bilinear(designOf({ rounding: 'floor' })), VULKAN_1_4).wrong).toEqual([]);
    expect(by(trilinear(designOf({ lodRounding: 'floor' })), VULKAN_1_4).wrong).toEqual([]);
  });

  it('and a filter that truncates to the format is not as precise as it', () => {
    const design = designOf({ filter: { guardBits: 0, rounding: 'floor' } });
    expect(wrongLanes(bilinear(design), D3D11_3).length).toBeGreaterThan(0);
    const nearest = designOf({ filter: { guardBits: 0, rounding: 'nearest-even' } });
    expect(by(bilinear(nearest), D3D11_3).wrong).toEqual([]);
  });
});

describe('a single wrong result is found', () => {
  it('by one bit, where a design decides all bits', () => {
    const trace = trilinear(FULL_QUALITY);
    const standard: Standard = { kind: 'design', design: FULL_QUALITY };
    expect(judged(trace, standard).wrong).toEqual([]);
    for (const request of [0, 49]) {
      const { wrong } = judged(flipped(trace, request, 2, 0, 0), standard);
      expect(wrong).toMatchObject([{ id: request, line: request + 10, file: 'made.jsonl', lane: 2, channel: 'r' }]);
    }
  });

  it('by any bit, where a sample is a single texel', () => {
    let trace = bilinear(FULL_QUALITY, POINT);
    const bits = Array.from({ length: 32 }, (_, bit) => bit);
    for (const bit of bits) trace = flipped(trace, bit, 1, 0, bit);
    const { wrong } = by(trace, D3D11_3);
    expect(wrong.map(({ line, lane, channel }) => [line, lane, channel])).toEqual(
      bits.map((bit) => [bit + 10, 1, 'r']),
    );
  });

  it('with its channel, interval, distance, fault and features', () => {
    const trace = bilinear(FULL_QUALITY, POINT);
    const code = trace.requests[4].results!.texels![3]![0];
    const { wrong, verdicts } = by(flipped(trace, 4, 3, 3, 23), VULKAN_1_0);
    expect(wrong).toEqual([
      {
        id: 4,
        file: 'made.jsonl',
        line: 14,
        lane: 3,
        rule: 'results/not-attributed',
        features: [
          'results/nearest/repeat',
          'results/mip-nearest/explicit',
          'results/format/unorm',
          'results/operation/sample',
        ],
        channel: 'a',
        expected: { lower: 1, upper: 1 },
        got: 0.5,
        distance: 0.5,
        ulp: 127.5,
        bits: Math.log2(127.5),
      },
    ]);
    const witness = verdicts.find(({ rule }) => rule.id === 'results/not-attributed')!.finding.witness!;
    expect(witness.inputs).toMatchObject({ request: 'made.jsonl:14', id: '4', lane: '3', lod: '0' });
    expect(witness).toMatchObject({ expected: 'a from 1 to 1', got: 'a 0.5' });
    expect(code).toBeGreaterThanOrEqual(0);
  });
});

describe('the witness of a fault', () => {
  it('is the smallest of its requests, and each wrong result counts once', () => {
    const trace = bilinear(FULL_QUALITY, POINT);
    // Bits 22 and below halve with each: the sign of 1 is the worst.
    const spoiled = [22, 31, 20].reduce((made, bit, n) => flipped(made, 2 * n, 1, 3, bit), trace);
    const { wrong, verdicts } = by(spoiled, D3D11_3);
    expect(wrong.map(({ line }) => line)).toEqual([10, 12, 14]);
    const failed = verdicts.filter(({ finding }) => finding.verdict === 'fail');
    expect(failed.reduce((total, { finding }) => total + finding.measured, 0)).toBe(3);
    for (const { rule, finding } of failed) {
      const sizes = wrong
        .filter((result) => result.rule === rule.id)
        .map(({ line }) => [line, trace.batch.s[4 * (line - 10) + 1], trace.batch.t[4 * (line - 10) + 1]])
        .map(([line, s, t]) => [line, `${s}${t}`.length]);
      const smallest = sizes.reduce((a, b) => (b[1] < a[1] ? b : a));
      expect(finding.witness!.inputs.request).toBe(`made.jsonl:${smallest[0]}`);
    }
  });
});

describe('nearest of two levels', () => {
  const trace = (nearestRule: 'ceil-minus-one' | 'floor-plus-half') =>
    measuredByModel(
      designOf({ lod: { nearestRule } }),
      [noise(3)],
      [explicitState(POINT)],
      randomLanes(8, 10, () => 1.5),
    );

  it('is floor(LOD + 0.5) for D3D11.3', () => {
    expect(by(trace('floor-plus-half'), D3D11_3).wrong).toEqual([]);
    expect(wrongLanes(trace('ceil-minus-one'), D3D11_3).length).toBeGreaterThan(30);
  });

  it('is either for Vulkan', () => {
    expect(by(trace('floor-plus-half'), VULKAN_1_4).wrong).toEqual([]);
    expect(by(trace('ceil-minus-one'), VULKAN_1_4).wrong).toEqual([]);
  });
});

/** Two texels, 0 and 1: the result is the weight of the second. */
function weightAt(u: number, value: number, tolerance: number): MeasuredTrace {
  const levels = [new Uint8Array(Float32Array.of(0, 1).buffer)];
  const image: ImageSource = { format: formatOf('r32_sfloat'), width: 2, height: 1, layers: 1, levels };
  const batch = new QuadBatch(1);
  batch.count = 1;
  batch.active[0] = 1;
  batch.s[0] = u;
  batch.t[0] = 0.5;
  const trace = measuredByModel(FULL_QUALITY, [image], [explicitState({ addressModeU: 'clamp_to_edge' })], batch);
  const texels = [[Math.fround(value), 0, 0, 1] as const];
  return { ...trace, requests: [{ ...trace.requests[0], results: { texels }, tolerance }] };
}

describe('the permitted results are exact', () => {
  const isAllowed = (u: number, value: number, tolerance = 0) =>
    wrongLanes(weightAt(u, value, tolerance), D3D11_3).length === 0;

  it('the weight itself where the coordinate is on the grid', () => {
    const u = (0.5 + 100 / 256) / 2;
    expect(isAllowed(u, 100 / 256)).toBe(true);
    for (const off of [2 ** -20, -(2 ** -20), 1 / 256]) expect(isAllowed(u, 100 / 256 + off)).toBe(false);
  });

  it('every weight within 0.6 ULP on a grid of 8 bits or more, where it is not', () => {
    // 100.3125 / 256 takes 100 of that grid and 100.5 of the next.
    const u = (0.5 + 100.3125 / 256) / 2;
    for (const k of [100, 100.25, 100.3125, 100.5]) expect(isAllowed(u, k / 256)).toBe(true);
    for (const k of [99.99, 100.51, 101]) expect(isAllowed(u, k / 256)).toBe(false);
  });

  it('and a tolerance widens the result by so much', () => {
    const u = (0.5 + 100 / 256) / 2;
    expect(isAllowed(u, 100 / 256 + 2 ** -10, 2 ** -10)).toBe(true);
    expect(isAllowed(u, 100 / 256 + 2 ** -10 + 2 ** -14, 2 ** -10)).toBe(false);
  });

  it('NaN is not permitted for a texel', () => {
    expect(isAllowed(0.5, NaN)).toBe(false);
  });
});

describe('rules group the requests by what they exercise', () => {
  const ids = ({ verdicts }: JudgedResults) => verdicts.map(({ rule, finding }) => `${rule.id} ${finding.cases.tried}`);

  it('filter and address mode, mip filter and LOD source, format, operation', () => {
    const states: TextureState[] = ADDRESS_MODES.map((mode) =>
      explicitState({ addressModeU: mode, addressModeV: mode }),
    );
    states.push(explicitState({ ...POINT, addressModeV: 'clamp_to_edge' }));
    states.push({ ...explicitState({}), instruction: { ...EXPLICIT, op: 'gather' } });
    const batch = randomLanes(3, states.length, () => 0);
    states.forEach((_, quad) => (batch.state[quad] = quad));
    const result = by(measuredByModel(FULL_QUALITY, [noise(1)], states, batch), VULKAN_1_4);
    expect(ids(result)).toEqual([
      'results/format/unorm 28',
      'results/linear/clamp_to_border 4',
      'results/linear/clamp_to_edge 4',
      'results/linear/mirror_clamp_to_edge 4',
      'results/linear/mirrored_repeat 4',
      'results/linear/repeat 4',
      'results/mip-linear/explicit 20',
      'results/mip-nearest/explicit 4',
      'results/nearest/repeat+clamp_to_edge 4',
      'results/operation/gather 4',
      'results/operation/sample 24',
    ]);
    expect(result.verdicts.every(({ finding }) => finding.verdict === 'pass')).toBe(true);
  });

  it('and leave wrong results to the finding of their fault', () => {
    const states = [explicitState(POINT), explicitState({ ...POINT, addressModeU: 'clamp_to_edge' })];
    const batch = randomLanes(3, 2, () => 0);
    batch.state[1] = 1;
    const result = by(flipped(measuredByModel(FULL_QUALITY, [noise(1)], states, batch), 1, 0, 0, 20), VULKAN_1_4);
    const failed = result.verdicts.filter(({ finding }) => finding.verdict === 'fail').map(({ rule }) => rule.id);
    expect(failed).toHaveLength(1);
    expect(result.verdicts[0].finding.group!.exercised.map(({ id, wrong, judged }) => [id, wrong, judged])).toEqual([
      ['results/nearest/clamp_to_edge+repeat', 1, 4],
      ['results/mip-nearest/explicit', 1, 8],
      ['results/format/unorm', 1, 8],
      ['results/operation/sample', 1, 8],
    ]);
    const passed = result.verdicts.find(({ rule }) => rule.id === 'results/nearest/repeat')!;
    expect(passed.finding).toMatchObject({ verdict: 'pass', measured: 0, margin: 0, witness: null });
  });

  it('are open where the specification leaves all of their requests open', () => {
    const trace = measuredByModel(
      FULL_QUALITY,
      [noise(1)],
      [{ ...explicitState({}), instruction: { ...EXPLICIT, op: 'fetch' } }],
      randomLanes(3, 2, () => 0),
    );
    trace.batch.level.fill(9);
    const { verdicts, open, judged: all } = by(trace, VULKAN_1_0);
    expect([open, all]).toEqual([8, 8]);
    expect(verdicts.map(({ finding }) => [finding.verdict, finding.cases.tried, finding.cases.open])).toEqual(
      verdicts.map(() => ['open', 0, 8]),
    );
  });

  it('do not count requests without a result', () => {
    const trace = bilinear(FULL_QUALITY);
    const requests = trace.requests.map((request, n) => (n === 3 ? { ...request, results: null } : request));
    expect(by({ ...trace, requests }, D3D11_3)).toMatchObject({ unmeasured: 1, judged: 196 });
  });
});

describe('other operations are judged, too', () => {
  const state = (instruction: Partial<TextureState['instruction']>): TextureState => ({
    ...explicitState({}),
    instruction: { ...EXPLICIT, ...instruction },
  });
  const operations: readonly TextureState[] = [
    state({ op: 'gather' }),
    state({ op: 'fetch' }),
    state({ op: 'query_size' }),
    { ...state({ lod: 'implicit', op: 'query_lod' }) },
    { ...state({ dref: true }), sampler: { ...explicitState({}).sampler, compareEnable: true, compareOp: 'less' } },
    { ...state({}), sampler: { ...explicitState({}).sampler, reductionMode: 'min' } },
    { ...state({}), sampler: { ...explicitState({}).sampler, magFilter: 'cubic', minFilter: 'cubic' } },
  ];

  const QUERY_LOD = operations.findIndex(({ instruction }) => instruction.op === 'query_lod');

  function asked(design: Design): MeasuredTrace {
    const batch = randomLanes(12, 10 * operations.length, (dice) => dice.real(0, 3));
    for (let quad = 0; quad < batch.count; quad++) batch.state[quad] = quad % operations.length;
    const dice = new Dice(4);
    for (let lane = 0; lane < 4 * batch.count; lane++) {
      [batch.i[lane], batch.j[lane], batch.dref[lane]] = [dice.integer(0, 15), dice.integer(0, 15), dice.real(0, 1)];
      if (batch.state[lane >> 2] === QUERY_LOD) batch.lod[lane] = 0;
    }
    return measuredByModel(design, [{ ...noise(5), type: '2d' }], operations, batch);
  }

  it.each([
    { design: FULL_QUALITY, profile: VULKAN_1_4 },
    { design: D3D_MINIMUM, profile: D3D11_3 },
    { design: VULKAN_MINIMUM, profile: VULKAN_1_0 },
  ])('right results pass: $design.name by $profile.name', ({ design, profile }) => {
    expect(by(asked(design), profile).wrong).toEqual([]);
  });

  it('wrong results fail in every operation', () => {
    const trace = asked(FULL_QUALITY);
    const texels = [0, 1, 2, 3].map(() => [99, 99, 99, 99] as const);
    const spoiled = operations.map((_, n) => n);
    const requests = trace.requests.map((request, n) =>
      spoiled.includes(n) ? { ...request, results: { texels } } : request,
    );
    const wrong = wrongLanes({ ...trace, requests }, VULKAN_1_4);
    expect([...new Set(wrong.map(({ quad }) => quad))]).toEqual(spoiled);
  });
});
