import { describe, expect, it } from 'vitest';
import type { Design } from '../../../../rtl-model/design/design.ts';
import { D3D11_3, VULKAN_1_4 } from '../../../../src/checker/profiles.ts';
import { fitEvidence } from '../../../../src/checker/closest/fit-evidence.ts';
import { measuredWeights } from '../../../../src/checker/closest/level-weights.ts';
import { fitLevelWeights, fitSubtexel } from '../../../../src/checker/closest/fit-grids.ts';
import { fitResults } from '../../../../src/checker/closest/check-results.ts';
import { onCurve } from '../../../../src/specification/lod/lod-steps.ts';
import type { MeasuredTrace } from '../../../../src/checker/judge/measured-trace.ts';
import { inTurn } from '../../../oracle/draws.ts';
import { NEAREST_MODES } from '../../../oracle/permitted-design.ts';
import { D3D_MINIMUM, FULL_QUALITY, PRESETS, VULKAN_MINIMUM } from '../../../oracle/presets.ts';
import { designOf, explicitState, noise, randomLanes } from '../judge/random-requests.ts';
import { measuredByModel } from '../judge/measured-by-model.ts';

const BITS = inTurn([4, 5, 6, 7, 8, 9, 10], 1, 3);

/** Samples of level 0. */
function bilinear(design: Design, quads = 12): MeasuredTrace {
  return measuredByModel(
    design,
    [noise(3)],
    [explicitState({})],
    randomLanes(5, quads, () => 0),
  );
}

/** Samples between levels, at the centre of a texel of each, so that no coordinate is in question. */
function trilinear(design: Design, quads = 30): MeasuredTrace {
  const flat = { ...noise(7), levels: [0, 255, 10, 240, 30].map((code, l) => new Uint8Array(4 ** (4 - l)).fill(code)) };
  return measuredByModel(
    design,
    [flat],
    [explicitState({})],
    randomLanes(9, quads, (dice) => dice.real(0.01, 3.99)),
  );
}

/** The same result with component r of one lane changed. */
function spoiled(trace: MeasuredTrace, request: number, by: number): MeasuredTrace {
  const requests = trace.requests.map((measured, n) => {
    if (n !== request) return measured;
    const texels = measured.results!.texels!.map((texel, lane) => {
      if (lane > 0 || texel === null) return texel;
      return [Math.fround(texel[0] + by), texel[1], texel[2], texel[3]] as const;
    });
    return { ...measured, results: { texels } };
  });
  return { ...trace, requests };
}

describe('the subtexel grid is found from results alone', () => {
  it.each(BITS)('at %i bits, rounded to nearest', (subtexel) => {
    const fit = fitSubtexel(fitEvidence(bilinear(designOf({ subtexel }))))!;
    expect(fit).toMatchObject({ bits: subtexel, atLeast: false, contradicts: 0 });
    expect(fit.rounding).toContain('nearest-even');
    expect(NEAREST_MODES).toEqual(expect.arrayContaining([...fit.rounding]));
    expect(fit.says).toBe(fit.requests);
  });

  it.each(BITS)('at %i bits, truncated', (subtexel) => {
    const fit = fitSubtexel(fitEvidence(bilinear(designOf({ subtexel, rounding: 'floor' }))))!;
    expect(fit).toMatchObject({ bits: subtexel, atLeast: false, contradicts: 0, rounding: ['floor', 'toward-zero'] });
  });

  it.each(PRESETS)('of the preset $name', (design) => {
    const fit = fitSubtexel(fitEvidence(bilinear(design)))!;
    expect(fit).toMatchObject({ bits: design.address.coordinate.fractionBits, atLeast: false, contradicts: 0 });
    expect(fit.rounding).toContain(design.address.rounding);
  });

  it('with the nearest rounding, if there are requests at ties', () => {
    // Reduced coordinates are not negative: up and away are the same, and so are down and toward zero.
    for (const [rounding, alike] of [
      ['nearest-even', ['nearest-even']],
      ['nearest-up', ['nearest-up', 'nearest-away']],
      ['nearest-down', ['nearest-down', 'nearest-toward-zero']],
    ] as const) {
      const image = noise(3);
      const batch = randomLanes(5, 40, () => 0);
      for (let lane = 0; lane < 160; lane++) batch.s[lane] = (lane - 80 + 0.5) / 256;
      const trace = measuredByModel(designOf({ subtexel: 4, rounding }), [image], [explicitState({})], batch);
      expect(fitSubtexel(fitEvidence(trace))).toMatchObject({ bits: 4, rounding: alike });
    }
  });

  it('without coordinates far out and layers half way, which units may round differently', () => {
    const image = noise(3);
    const levels = image.levels.map((level, n) =>
      Uint8Array.from({ length: 3 * level.length }, (_, i) => noise(n + 1).levels[0][i % 256] ^ (i >> 3)),
    );
    const layered = { ...image, layers: 3, levels };
    const batch = randomLanes(5, 24, () => 0);
    for (let lane = 0; lane < 96; lane++) {
      batch.layer[lane] = lane % 4 === 0 ? 0.5 : 1;
      if (lane % 4 === 1) batch.s[lane] += 2 ** 15;
    }
    const design = designOf({
      subtexel: 5,
      address: { layerRounding: 'floor-plus-half', rangeReduction: false, scalePrecision: 'float32' },
    });
    const fit = fitSubtexel(fitEvidence(measuredByModel(design, [layered], [explicitState({})], batch)))!;
    expect(fit).toMatchObject({ bits: 5, contradicts: 0 });
    expect(fit.says).toBeGreaterThan(32);
  });

  it('as a lower bound, if no request needs a finer grid', () => {
    const batch = randomLanes(5, 40, () => 0);
    for (let lane = 0; lane < 160; lane++) [batch.s[lane], batch.t[lane]] = [lane / 64, 0.5 + lane / 128];
    const trace = measuredByModel(FULL_QUALITY, [noise(3)], [explicitState({})], batch);
    expect(fitSubtexel(fitEvidence(trace))).toMatchObject({ bits: 3, atLeast: true, contradicts: 0 });
  });

  it('with the requests that contradict it', () => {
    const fit = fitSubtexel(fitEvidence(spoiled(bilinear(designOf({ subtexel: 6 }), 24), 17, 0.1)))!;
    expect(fit).toMatchObject({ bits: 6, contradicts: 1, against: [{ id: 17, line: 27 }] });
    // One request that nothing explains is no reason to believe the others less.
    expect(fit.slack).toBeLessThan(2 ** -8);
  });

  it('but not if all texels are equal', () => {
    const flat = { ...noise(1), levels: [new Uint8Array(256).fill(9)] };
    const trace = measuredByModel(
      FULL_QUALITY,
      [flat],
      [explicitState({})],
      randomLanes(1, 4, () => 0),
    );
    expect(fitSubtexel(fitEvidence(trace))).toBeNull();
  });
});

const fitLevels = (trace: MeasuredTrace) => fitLevelWeights(measuredWeights(fitEvidence(trace), null, D3D11_3))!;

describe('the grid and the curve of level weights are found', () => {
  it.each(BITS)('at %i bits, rounded to nearest', (mip) => {
    const fit = fitLevels(trilinear(designOf({ mip })));
    expect(fit).toMatchObject({ bits: mip, atLeast: false, contradicts: 0, curve: null, rounding: NEAREST_MODES });
  });

  it.each(BITS)('at %i bits, truncated', (mip) => {
    const fit = fitLevels(trilinear(designOf({ mip, lodRounding: 'floor' })));
    expect(fit).toMatchObject({ bits: mip, atLeast: false, contradicts: 0, curve: null });
    expect(fit.rounding).toEqual(['floor', 'toward-zero']);
  });

  it.each([
    {
      name: 'snapped near both levels',
      curve: [
        [0.1, 0],
        [0.9, 1],
      ],
    },
    {
      name: 'with a bend',
      curve: [
        [0.125, 0],
        [0.5, 0.375],
        [0.75, 1],
      ],
    },
    {
      name: 'that never reaches the levels',
      curve: [
        [0, 0.125],
        [0.25, 0.25],
        [1, 0.75],
      ],
    },
  ] as const)('under a curve $name', ({ curve }) => {
    for (const mip of [6, 8]) {
      const fit = fitLevels(trilinear(designOf({ mip, lod: { levelWeightCurve: curve } }), 60));
      expect(fit).toMatchObject({ bits: mip, contradicts: 0 });
      const step = 2 ** -mip;
      for (let x = 0; x <= 1; x += step) {
        expect(Math.abs(onCurve(fit.curve!, x) - onCurve(curve, x))).toBeLessThanOrEqual(2 * step);
      }
    }
  });

  it('as the same results again from a design with the fitted curve', () => {
    const trace = trilinear(
      designOf({
        lod: {
          levelWeightCurve: [
            [0.1, 0],
            [0.9, 1],
          ],
        },
      }),
    );
    const { curve } = fitLevels(trace);
    expect(curve).toEqual([
      [0.1, 0],
      [0.9, 1],
    ]);
    expect(trilinear(designOf({ lod: { levelWeightCurve: curve } })).requests).toEqual(trace.requests);
  });
});

describe('the rules for ties of nearest levels and layers are found', () => {
  it.each(['ceil-minus-one', 'floor-plus-half'] as const)('of levels: %s', (nearestRule) => {
    const state = explicitState({ mipmapMode: 'nearest' });
    const batch = randomLanes(4, 20, (dice) => dice.integer(0, 7) / 2);
    const trace = measuredByModel(designOf({ lod: { nearestRule } }), [noise(2)], [state], batch);
    const fit = fitResults(trace, D3D11_3).nearestLevel!;
    expect(fit).toMatchObject({ rule: nearestRule, contradicts: 0 });
    const halves = [...batch.lod].filter((lod) => lod % 1 === 0.5).length;
    expect(fit.says).toBe(halves);
  });

  it.each(['nearest-even', 'floor-plus-half'] as const)('of layers: %s', (layerRounding) => {
    const layers = [noise(1), noise(2), noise(3), noise(4)].map(({ levels }) => [...levels[0]]);
    const image = { ...noise(1), type: '2d' as const, layers: 4, levels: [Uint8Array.from(layers.flat())] };
    const batch = randomLanes(4, 20, () => 0);
    for (let lane = 0; lane < 80; lane++) batch.layer[lane] = (lane % 7) / 2;
    const state = explicitState({});
    const trace = measuredByModel(designOf({ address: { layerRounding } }), [image], [state], batch);
    expect(fitResults(trace, D3D11_3).layer).toMatchObject({ rule: layerRounding, contradicts: 0 });
  });
});

describe('the closest preset', () => {
  it.each([FULL_QUALITY, D3D_MINIMUM, VULKAN_MINIMUM])('reproduces its own results: $name', (design) => {
    const batch = randomLanes(6, 20, (dice) => dice.real(0, 4));
    const trace = measuredByModel(design, [noise(4)], [explicitState({})], batch);
    const [first, ...others] = fitResults(trace, D3D11_3).presets;
    expect(first).toEqual({
      design: design.name,
      requests: 20,
      reproduced: 20,
      tolerant: false,
      others: [],
      refused: null,
    });
    // One sample with an explicit LOD shows neither the scale factor nor the average.
    for (const { design: name, reproduced } of others) {
      const { filter } = PRESETS.find((preset) => preset.name === name)!;
      const alike = filter.weightBits === design.filter.weightBits && filter.guardBits === design.filter.guardBits;
      expect(reproduced === 20, name).toBe(alike);
    }
  });

  it('names the result with one wrong bit', () => {
    const trace = trilinear(FULL_QUALITY, 20);
    const [first] = fitResults(spoiled(trace, 13, 2 ** -25), D3D11_3).presets;
    expect(first).toMatchObject({ design: 'full-quality', reproduced: 19, others: [{ id: 13, line: 23 }] });
  });
});

describe('missing bits that only all results together show', () => {
  it.each([
    { subtexel: 7, mip: 8, failed: ['results/subtexel-bits'] },
    { subtexel: 8, mip: 5, failed: ['results/mip-bits'] },
    { subtexel: 8, mip: 6, failed: [] },
  ])('$subtexel subtexel bits, $mip mip bits', ({ subtexel, mip, failed }) => {
    const batch = randomLanes(6, 30, (dice) => (dice.chance(0.5) ? 0 : dice.real(0, 4)));
    const trace = measuredByModel(designOf({ subtexel, mip }), [noise(4)], [explicitState({})], batch);
    const { precision } = fitResults(trace, VULKAN_1_4);
    expect(precision.filter(({ finding }) => finding.verdict === 'fail').map(({ rule }) => rule.id)).toEqual(failed);
    expect(precision.map(({ finding }) => [finding.required, finding.measured])).toEqual([
      [8, subtexel],
      [6, mip],
    ]);
  });

  it('are left open if no request needs a finer grid', () => {
    const batch = randomLanes(6, 20, (dice) => dice.integer(0, 16) / 4);
    const trace = measuredByModel(FULL_QUALITY, [noise(4)], [explicitState({})], batch);
    const { precision } = fitResults(trace, VULKAN_1_4);
    expect(precision.map(({ rule, finding }) => [rule.id, finding.verdict])).toEqual([
      ['results/subtexel-bits', 'pass'],
      ['results/mip-bits', 'open'],
    ]);
  });
});

describe('a weight between levels', () => {
  it.each([
    { codes: 0.45, verdict: 'pass' },
    { codes: -0.45, verdict: 'pass' },
    { codes: 0.75, verdict: 'fail' },
    { codes: -0.75, verdict: 'fail' },
  ])('that is $codes codes of the format off: $verdict', ({ codes, verdict }) => {
    const flat = {
      ...noise(7),
      levels: [0, 255, 10, 240, 30].map((code, l) => new Uint8Array(4 ** (4 - l)).fill(code)),
    };
    const batch = randomLanes(9, 10, (dice) => dice.integer(1, 255) / 256);
    const trace = measuredByModel(FULL_QUALITY, [flat], [explicitState({})], batch);
    const { finding } = fitResults(spoiled(trace, 6, codes / 255), D3D11_3).levelWeightVerdict!;
    expect(finding.verdict).toBe(verdict);
    expect(finding.witness?.inputs.request).toBe(verdict === 'pass' ? undefined : 'made.jsonl:16');
  });
});
