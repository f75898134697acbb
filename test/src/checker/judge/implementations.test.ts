import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { isCube, textureView } from '../../../../src/specification/state/view.ts';
import { VULKAN_1_0 } from '../../../../src/checker/profiles.ts';
import { judgeResults } from '../../../../src/checker/attribute/judge-results.ts';
import { readMeasuredTrace } from '../../../../src/checker/judge/measured-trace.ts';
import { finished } from './random-requests.ts';

/** Results of an implementation of Vulkan (traces/software/README.md), and what of them the checker calls wrong. */
function judgedTrace(name: string) {
  const packed = readFileSync(new URL(`../../../../traces/software/${name}.jsonl.gz`, import.meta.url));
  const trace = readMeasuredTrace(gunzipSync(packed).toString().split('\n'), name, () => {
    throw new Error('the trace has pictures');
  });
  const { wrong, judged, open } = finished(judgeResults(trace, { kind: 'profile', profile: VULKAN_1_0 }));
  const seen = wrong.map((result) => {
    const quad = trace.requests.findIndex(({ line }) => line === result.line);
    const state = trace.states[trace.batch.state[quad]];
    const { op = 'sample', lod } = state.instruction;
    return { ...result, quad, op, lod, sampler: state.sampler, view: textureView(state, trace.images)! };
  });
  return { trace, wrong: seen, judged, open };
}

describe('llvmpipe', () => {
  const { trace, wrong, judged, open } = judgedTrace('llvmpipe-22.3.6');

  it('is judged by thousands of results, few of which Vulkan leaves open', () => {
    expect(judged).toBeGreaterThan(7000);
    expect(open / judged).toBeLessThan(0.05);
  });

  it('returns what is allowed for every texel of 86 formats, but cuts BC4 and BC5 to 8 bits', () => {
    const fetched = trace.requests.filter(
      ({ results }, quad) => results !== null && trace.states[trace.batch.state[quad]].instruction.op === 'fetch',
    );
    expect(new Set(fetched.map(({ image }) => image)).size).toBe(86);
    const formats = wrong.filter(({ op }) => op === 'fetch').map(({ view }) => view.format.name);
    expect(formats.filter((name) => !/^bc[45]_/.test(name))).toEqual([]);
  });

  it('breaks the demands of Vulkan on samples and queries in four ways alone', () => {
    const { batch } = trace;
    const known = {
      // Anisotropic filtering goes by the coordinates' derivatives, though the LOD is explicit.
      anisotropy: wrong.filter(
        ({ op, sampler, lod }) => op === 'sample' && sampler.anisotropyEnable && lod === 'explicit',
      ),
      // All lanes get the size of one lane's level.
      sizes: wrong.filter(({ op, quad }) => {
        const levels = batch.level.subarray(4 * quad, 4 * quad + 4);
        return op === 'query_size' && levels.some((level) => level !== levels[0]);
      }),
      // The LOD of a cube is queried as if the direction were a coordinate of a 2D image.
      cubes: wrong.filter(({ op, view }) => op === 'query_lod' && isCube(view.viewType)),
      // A nearest texel comes of the arithmetic of the linear filter where the other filter is linear.
      mixedFilters: wrong.filter(
        ({ op, sampler, ulp }) => op === 'sample' && sampler.magFilter !== sampler.minFilter && ulp! < 16,
      ),
    };
    const all = Object.values(known).flat();
    expect(wrong.filter((result) => result.op !== 'fetch' && !all.includes(result))).toEqual([]);
    expect(Object.values(known).every(({ length }) => length > 0)).toBe(true);
    expect(wrong.length).toBeLessThan(0.02 * judged);
  });
});

describe('SwiftShader', () => {
  const { trace, wrong, judged } = judgedTrace('swiftshader-chromium-150');

  it('returns what is allowed for every texel, but cuts BC4, BC5, EAC and ASTC to 8 bits', () => {
    const formats = wrong.filter(({ op }) => op === 'fetch').map(({ view }) => view.format.name);
    expect(judged).toBeGreaterThan(9000);
    expect(formats.filter((name) => !/^bc[45]_|^eac_|^astc_/.test(name))).toEqual([]);
  });

  it('samples 2D images as Vulkan demands, but for offsets in mirrored modes', () => {
    const samples = wrong.filter(({ op, view }) => op === 'sample' && view.viewType.startsWith('2d'));
    const mirrored = samples.filter(
      ({ quad, sampler }) =>
        (trace.batch.offsetU[quad] !== 0 || trace.batch.offsetV[quad] !== 0) &&
        [sampler.addressModeU, sampler.addressModeV].some((mode) => mode.startsWith('mirror')),
    );
    expect(samples.filter((result) => !mirrored.includes(result))).toEqual([]);
  });
});
