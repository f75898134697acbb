import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  checkResults,
  explain,
  type Explanation,
  profileOf,
  readMeasuredTrace,
  TraceToExplain,
} from '../../../src/checker.ts';
import { PRESETS } from '../../../src/index.ts';
import { inTurn } from '../../oracle/draws.ts';

const DESIGN = PRESETS.get('full-quality')!;

function base64(...bytes: readonly number[]): string {
  return Buffer.from(bytes).toString('base64');
}

/** Level 0 is 4 x 1 texels: black, white, two greys; level 1 is white and grey, level 2 white. */
const HEAD = [
  { texunit: 'requests', version: 2 },
  {
    image: {
      name: 'row',
      format: 'r8_unorm',
      width: 4,
      levels: [base64(0, 255, 64, 128), base64(255, 255), base64(255)],
    },
  },
  { sampler: { name: 'one', mipmapMode: 'nearest', addressModeU: 'clamp_to_edge' } },
  { sampler: { name: 'two', mipmapMode: 'linear', addressModeU: 'clamp_to_edge' } },
  { sampler: { name: 'cubic', magFilter: 'cubic', minFilter: 'cubic', mipmapMode: 'nearest' } },
];

const noPictures = () => {
  throw new Error('no picture');
};

/** @param profile whose demands count; the design's own results without */
function explained(request: object, profile?: 'd3d11.3' | 'vulkan-1.0'): Explanation {
  const trace = new TraceToExplain(DESIGN, 'trace', {}, noPictures, 'model');
  for (const line of [...HEAD, { id: 1, image: 'row', ...request }]) trace.take(JSON.stringify(line));
  const standard =
    profile === undefined
      ? ({ kind: 'design', design: DESIGN } as const)
      : ({ kind: 'profile', profile: profileOf(profile, DESIGN.limits) } as const);
  return explain(trace.answer()!, 0, standard);
}

function captured(request: object, profile?: 'd3d11.3' | 'vulkan-1.0') {
  return explained(request, profile).captured!;
}

const CODE = 1 / 255;
/** u * 4 - 0.5 = 64.5 / 256: D3D11.3 3.2.4.1 permits the weights 64 / 256 to 65 / 256 of white; the model takes 64. */
const tie = { sampler: 'one', coord: [(64.5 / 256 + 0.5) / 4, 0.5], lod: 0 };
/** At the LOD 128.5 / 256 of black and white: weights 128 / 256 to 129 / 256, of which the model takes 128. */
const levels = { sampler: 'two', coord: [0.5 / 4, 0.5], lod: 128.5 / 256 };

describe('a captured result', () => {
  it('stands beside the interval that the profile permits', () => {
    const { standard, texel, verdict, agrees, partsIn, remaining } = captured(
      { ...tie, texel: [0.25, 0, 0, 1] },
      'd3d11.3',
    );
    expect({ standard, texel, verdict, agrees, partsIn }).toEqual({
      standard: 'd3d11.3',
      texel: [0.25, 0, 0, 1],
      verdict: 'permitted',
      agrees: true,
      partsIn: null,
    });
    const [{ known, permitted, holdsCaptured, holdsModel }] = remaining;
    expect(known).toBe('every step free: the permitted interval');
    expect([holdsCaptured, holdsModel]).toEqual([true, true]);
    // Half a code for the one lerp that does not meet equal texels.
    expect(permitted[0].lower).toBeCloseTo(64 / 256 - CODE / 2, 6);
    expect(permitted[0].upper).toBeCloseTo(65 / 256 + CODE / 2, 6);
    expect(permitted[3]).toEqual({ lower: 1, upper: 1 });
  });

  it.each([
    { what: 'a coordinate that was rounded up', request: tie, value: 65 / 256, unit: 'address unit' },
    { what: 'a lerp that was rounded', request: tie, value: 64 / 256 + CODE / 4, unit: 'filter unit' },
    { what: 'an LOD that was rounded up', request: levels, value: 129 / 256, unit: 'LOD unit' },
    {
      what: 'a lerp between levels that was rounded',
      request: levels,
      value: 128 / 256 - CODE / 4,
      unit: 'filter unit',
    },
  ])('parts from the model by $what in the $unit', ({ request, value, unit }) => {
    const found = captured({ ...request, texel: [value, 0, 0, 1] }, 'd3d11.3');
    expect(found).toMatchObject({ verdict: 'permitted', agrees: false, partsIn: unit });
    expect(found.text).toContain(`in the ${unit}`);
    // Each step leaves less, and the model's own value in it.
    const red = found.remaining.map(({ permitted }) => permitted[0]);
    expect(red).toHaveLength(3);
    for (const [n, { lower, upper }] of red.entries()) {
      const before = red[Math.max(0, n - 1)];
      expect(Number(lower)).toBeGreaterThanOrEqual(Number(before.lower));
      expect(Number(upper)).toBeLessThanOrEqual(Number(before.upper));
    }
    expect(found.remaining.map(({ holdsModel }) => holdsModel)).toEqual([true, true, true]);
  });

  it.each([
    { what: 'another level weight', request: levels, value: 0.75, partsIn: 'LOD unit', text: 'another weight between' },
    { what: 'other weights of the taps', request: tie, value: 0.75, partsIn: null, text: 'other weights of the same' },
    {
      what: 'no weights of the taps',
      request: { ...tie, coord: [3 / 4, 0.5] },
      value: 0.75,
      partsIn: null,
      text: 'takes other texels or decodes them otherwise',
    },
  ])('that is not permitted is explained by $what', ({ request, value, partsIn, text }) => {
    const found = captured({ ...request, texel: [value, 0, 0, 1] }, 'd3d11.3');
    expect(found).toMatchObject({ verdict: 'not permitted', agrees: false, partsIn });
    expect(found.remaining[0].holdsCaptured).toBe(false);
    expect(found.text).toContain(text);
  });

  it('is held against the bits that the profile demands', () => {
    // Vulkan 1.0 asks for 4 bits: 64.5 / 256 lies between 4 / 16 and 5 / 16.
    const value = 5 / 16;
    expect(captured({ ...tie, texel: [value, 0, 0, 1] }, 'd3d11.3').verdict).toBe('not permitted');
    expect(captured({ ...tie, texel: [value, 0, 0, 1] }, 'vulkan-1.0')).toMatchObject({
      verdict: 'permitted',
      partsIn: 'address unit',
    });
    expect(captured({ ...tie, texel: [value, 0, 0, 1] })).toMatchObject({
      verdict: 'not permitted',
      standard: 'full-quality',
    });
    expect(captured({ ...tie, texel: [0.25, 0, 0, 1] })).toMatchObject({ verdict: 'permitted', agrees: true });
  });

  it('counts within its tolerance', () => {
    const near = { ...tie, texel: [0.2501, 0, 0, 1] };
    expect(captured(near, 'd3d11.3').agrees).toBe(false);
    expect(captured({ ...near, tolerance: 0.001 }, 'd3d11.3')).toMatchObject({ agrees: true, tolerance: 0.001 });
  });

  it('has any value, but the missing components, where the coordinate is no number (Vulkan)', () => {
    const of = (texel: readonly number[]) => captured({ ...tie, coord: ['NaN', 0.5], texel }, 'vulkan-1.0').verdict;
    expect([of([0.9, 0, 0, 1]), of([0.9, 0.5, 0, 1])]).toEqual(['permitted', 'not permitted']);
  });

  it('of a fetch has no steps with a freedom', () => {
    const fetched = { op: 'fetch', coord: [1, 0], level: 0 };
    expect(captured({ ...fetched, texel: [1, 0, 0, 1] }, 'd3d11.3')).toMatchObject({
      verdict: 'permitted',
      agrees: true,
    });
    expect(captured({ ...fetched, texel: [0.5, 0, 0, 1] }, 'd3d11.3')).toMatchObject({
      verdict: 'not permitted',
      partsIn: null,
    });
  });

  it('has the verdict of check --results, for requests of the hardware trace', () => {
    const path = new URL('../../../traces/hardware/amd-rdna1-level-weights.jsonl', import.meta.url);
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    const standard = { kind: 'profile', profile: profileOf('d3d11.3', DESIGN.limits) } as const;
    const check = checkResults(readMeasuredTrace(lines, 'trace', noPictures), standard);
    let step = check.next();
    while (step.done !== true) step = check.next();
    const wrong = new Set(step.value.wrong.map(({ id }) => id));
    const ids = lines.filter((line) => line.startsWith('{"id"')).map((line) => String(JSON.parse(line).id));
    expect(wrong.size).toBeGreaterThan(10);
    expect(wrong.size).toBeLessThan(ids.length);
    for (const id of inTurn(ids, 1, 4)) {
      const trace = new TraceToExplain(DESIGN, 'trace', { id }, noPictures, 'model');
      for (const line of lines) if (trace.take(line)) break;
      const { verdict, partsIn } = explain(trace.answer()!, 0, standard).captured!;
      expect([id, verdict === 'not permitted']).toEqual([id, wrong.has(id)]);
      // The hardware's weights between levels are not the fraction of the LOD.
      if (wrong.has(id)) expect([id, partsIn]).toEqual([id, 'LOD unit']);
    }
  });

  it('is plain data, and absent without a captured result', () => {
    const explanation = explained({ ...tie, texel: [0.25, 0, 0, 1] }, 'd3d11.3');
    expect(JSON.parse(JSON.stringify(explanation))).toEqual(explanation);
    expect(explanation.sections.at(-1)!.title).toBe('Captured result');
    expect(explained(tie, 'd3d11.3').captured).toBeNull();
  });
});
