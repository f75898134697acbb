import { describe, expect, it } from 'vitest';
import { STAGES } from '../../../pipeline/stages/stages.ts';
import { explain } from '../../../src/explain/explain.ts';
import { explanationText } from '../../../src/explain/explanation-text.ts';
import { RequestSampler } from '../../../src/simulate/request-sampler.ts';
import { RequestReader } from '../../../traces/requests/request-reader.ts';
import { type LaneAnswer, type Result, resultOf } from '../../../traces/requests/lane-results.ts';
import { preset } from '../../pipeline/random-work.ts';
import { answer, linesOf, noPictures, stepOf, table } from './explained-request.ts';

/** The result that `texunit sample` gives without a clock. */
function functionalResults(lines: readonly string[], designName: string): ReadonlyMap<string, Result> {
  const results = new Map<string, Result>();
  const design = preset(designName);
  const sink = (answer: LaneAnswer) => void results.set(String(answer.id), resultOf(answer));
  const sampler = new RequestSampler(design, 'functional', 'trace', noPictures, sink);
  const reader = new RequestReader('trace');
  for (const line of lines) {
    const record = reader.read(line);
    if (record !== null) sampler.take(record);
  }
  sampler.flush();
  return results;
}

describe('explain', () => {
  it.each([
    ['requests', 'full-quality'],
    ['operations', 'd3d11.3-minimum'],
  ])('ends in the result of sample for every lane of the example %s (%s)', (name, designName) => {
    const lines = linesOf(name);
    const results = functionalResults(lines, designName);
    expect(results.size).toBeGreaterThan(10);
    for (const [id, { texels, footprints }] of results) {
      const answered = answer(lines, id, preset(designName))!;
      expect(answered.request.id).toBe(answered.result.id);
      for (let lane = 0; lane < 4; lane++) {
        if (((answered.quad.active >> lane) & 1) === 0) continue;
        const explanation = explain(answered, lane);
        const { steps } = explanation.sections.at(-1)!;
        const texel = steps.filter((step) => 'rgba'.includes(step.name)).map(({ value }) => Number(value));
        if (texels !== null) expect([id, lane, texel]).toEqual([id, lane, texels[lane]!.map(Number)]);
        else if (footprints![lane]) expect(steps[0].value).toBe(JSON.stringify(footprints![lane]));
        expect(explanationText(explanation)).toContain('\nResult\n------\n');
      }
    }
  });

  // Image "checker" is 4 x 4; u clamps to the edge, v mirrors; level 0 is given.
  const linear = explain(answer(linesOf('requests'), 'linear')!, 0);

  it('shows a coordinate at each width', () => {
    // 0.4 is 0x3ecccccd in float32; 0.4 * 4 - 0.5 = 1.1 = 281.6 / 256, which rounds to 282.
    expect(stepOf(linear, 'Pass 0', 'sample_u')).toMatchObject({ bits: '0x3ecccccd', format: 'float32' });
    expect(stepOf(linear, 'Pass 0', 'u scaled')).toMatchObject({ value: Math.fround(0.4) * 4 });
    expect(stepOf(linear, 'Pass 0', 'fixed_u')).toMatchObject({ value: 282 / 256, bits: '0x000011a', format: '17.8' });
    expect(stepOf(linear, 'Pass 0', 'i0')).toMatchObject({ value: 1 });
    expect(stepOf(linear, 'Pass 0', 'alpha')).toMatchObject({ bits: '0x1a', value: 26 / 256 });
    // -0.1 mirrored is 0.1 above the first row: rows 0 (and, beyond the mirror, 0 again) with floor(-0.9) = -1 before the wrap.
    expect(stepOf(linear, 'Pass 0', 'j0')).toMatchObject({ value: -1 });
    expect(stepOf(linear, 'Pass 0', 'beta')).toMatchObject({ bits: '0x1a' });
  });

  it('shows taps with wrapped texels, weights, addresses and stored bytes', () => {
    const taps = table(linear, 'Pass 0');
    expect(taps.map(({ texel }) => texel)).toEqual(['(1, 0)', '(2, 0)', '(1, 0)', '(2, 0)']);
    const weights = taps.map(({ weight }) => weight.split('/').map(Number));
    expect(weights.map(([w]) => w)).toEqual([230 * 230, 26 * 230, 230 * 26, 26 * 26]);
    expect(weights.every(([, one]) => one === 65536)).toBe(true);
    // Level 0 starts with texels 00 00 00 ff, 40 00 00 ff ...
    const stored = Buffer.from(JSON.parse(linesOf('requests')[1]).image.levels[0], 'base64');
    const texel = (x: number) =>
      [...stored.subarray(4 * x, 4 * x + 4)].map((byte) => byte.toString(16).padStart(2, '0'));
    expect(taps.map((tap) => tap.stored)).toEqual([1, 2, 1, 2].map((x) => texel(x).join(' ')));
    expect(taps.map(({ r }) => r)).toEqual([1, 2, 1, 2].map((x) => `${stored[4 * x]}/255`));
  });

  it('shows each lerp with its fraction bits', () => {
    const stored = Buffer.from(JSON.parse(linesOf('requests')[1]).image.levels[0], 'base64');
    const row = stored[4] * 230 + stored[8] * 26;
    const [top, bottom, rows, result] = table(linear, 'Filter unit');
    expect([top.r, bottom.r, top.fraction]).toEqual([String(row), String(row), '/ 2^8']);
    expect([rows.r, rows.fraction]).toEqual([String(row * 256), '/ 2^16']);
    expect(result.r).toBe(String(Math.fround(row / 256 / 255)));
  });

  it('shows the LOD from derivatives to levels', () => {
    const gradient = explain(answer(linesOf('requests'), 'gradient')!, 0);
    // d = 0.5 * 4 texels: rho 2, log2 1.
    expect(stepOf(gradient, 'LOD unit', 'rho')).toMatchObject({ value: 2, bits: '0x40000000' });
    expect(stepOf(gradient, 'LOD unit', 'base_lod')).toMatchObject({ value: 1, bits: '0x00100' });
    expect(stepOf(gradient, 'LOD unit', 'min LOD')).toMatchObject({ value: 0.25 });
    expect(stepOf(gradient, 'LOD unit', 'level_hi')).toMatchObject({ value: 1 });
    const aniso = explain(answer(linesOf('requests'), 'aniso')!, 0);
    expect(stepOf(aniso, 'LOD unit', 'ratio')).toMatchObject({ value: 4 });
    expect(stepOf(aniso, 'LOD unit', 'samples')).toMatchObject({ value: 4 });
    expect(aniso.sections.filter(({ title }) => title.startsWith('Pass'))).toHaveLength(4);
  });

  it.each([
    // du/dx and dv/dy of an image of 4 x 4 texels; the sampler's largest ratio is 8.
    {
      shape: 'within the limit',
      dsdx: 1,
      dtdy: 0.25,
      ratio: { value: 4, note: 'major axis / minor axis, at most 8' },
      rho: { value: 1, note: 'minor axis' },
    },
    {
      shape: 'beyond the limit',
      dsdx: 4,
      dtdy: 0.25,
      ratio: { value: 8, note: 'major axis / minor axis = 16, clamped to 8' },
      rho: { value: 2, note: 'major axis / 8' },
    },
    {
      // 4 texels by 1/16: the ratio 64 is clamped to 8, then multiplied by the length 4 / 8 that is less than a texel.
      shape: 'beyond the limit and narrower than a texel',
      dsdx: 1,
      dtdy: 1 / 64,
      ratio: { value: 4, note: 'major axis / minor axis = 64, clamped to 8; * rho, at least 1, as rho < 1 texel' },
      rho: { value: 0.5, note: 'major axis / 8' },
    },
    {
      shape: 'within the limit and narrower than a texel',
      dsdx: 0.5,
      dtdy: 0.125,
      ratio: { value: 2, note: 'major axis / minor axis = 4; * rho, at least 1, as rho < 1 texel' },
      rho: { value: 0.5, note: 'minor axis' },
    },
    {
      shape: 'of a line, whose minor axis is 0',
      dsdx: 4,
      dtdy: 0,
      ratio: { value: 8, note: 'major axis / minor axis = Infinity, clamped to 8' },
      rho: { value: 2, note: 'major axis / 8' },
    },
    {
      shape: 'of a point, which has no ratio',
      dsdx: 0,
      dtdy: 0,
      ratio: { value: 1, note: 'of a point' },
      rho: { value: 0, note: 'minor axis' },
    },
  ])('tells how the ratio of a footprint $shape and its LOD come about (D3D11.3 7.18.11)', (footprint) => {
    const { dsdx, dtdy, ratio, rho } = footprint;
    const grad = `"grad":{"dx":[${dsdx},0],"dy":[0,${dtdy}]}`;
    const lines = linesOf('requests').map((line) =>
      line.startsWith('{"id":"aniso"') ? line.replace(/"grad":\{[^}]*\}/, grad) : line,
    );
    const aniso = explain(answer(lines, 'aniso')!, 0);
    expect(stepOf(aniso, 'LOD unit', 'ratio')).toMatchObject(ratio);
    expect(stepOf(aniso, 'LOD unit', 'rho')).toMatchObject(rho);
  });

  it('counts the first request of a trace, whose lines all miss, and the cycles until they are back', () => {
    const design = preset('full-quality');
    const first = explain(answer(linesOf('requests'), null)!, 0);
    expect(first.id).toBe('nearest');
    const [lookup] = table(first, 'Texel cache');
    expect(lookup.tag).toBe('miss');
    expect(Number(lookup.back) - Number(lookup['looked up'])).toBeGreaterThanOrEqual(design.pipeline.memory.latency);
    const stays = table(first, 'Cycles');
    expect(stays.map(({ stage }) => stage)).toEqual('frontEnd lod address tag data decode filter result'.split(' '));
    for (const [n, { enters, leaves }] of stays.entries()) {
      expect(Number(leaves)).toBeGreaterThan(Number(enters));
      if (n > 0) expect(Number(enters)).toBeGreaterThanOrEqual(Number(stays[n - 1].leaves));
    }
    // The second one finds them.
    expect(table(linear, 'Texel cache').map(({ tag }) => tag)).toEqual(['hit']);
  });

  it('tells of a request behind more than fill a batch what it tells of one behind few', () => {
    const lines = linesOf('requests');
    const first = lines.findIndex((line) => line.startsWith('{"id":"nearest"'));
    const behind = (count: number) => {
      const others = Array.from({ length: count }, () => lines[first]);
      const wanted = lines[first].replace('"nearest"', '"wanted"');
      const { quad, result } = answer([...lines.slice(0, first), ...others, wanted], 'wanted')!;
      expect(quad.quad).toBe(count);
      const stages = quad.stays.map(({ stage, pass }) => [stage, pass]);
      return { stages, hits: quad.lookups.map(({ hit }) => hit), passes: quad.passes.length, result };
    };
    const few = behind(3);
    expect([few.stages.length, few.hits]).toEqual([STAGES.length, [true]]);
    for (const count of [1023, 1024]) expect(behind(count)).toEqual(few);
  });

  it('finds no request in a trace without it', () => {
    expect(answer(linesOf('requests'), 'nobody')).toBeNull();
  });
});
