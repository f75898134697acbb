import { describe, expect, it } from 'vitest';
import { QUAD_LANES } from '../../../rtl-model/registers/quad-batch.ts';
import { requestViolations } from '../../../src/validity/check-state.ts';
import { resolveState } from '../../../src/validity/resolved-state.ts';
import { UNDEFINED_POLICIES, type UndefinedPolicy } from '../../../src/validity/undefined-policy.ts';
import { texelPlaceOf } from '../../../src/specification/operations/integer-access.ts';
import { sampleState } from '../../../src/specification/state/state.ts';
import { Dice } from '../../oracle/dice.ts';
import { FULL_QUALITY } from '../../oracle/presets.ts';
import { atomicRequest, fetchRequest, writeRequest } from '../../oracle/random-integer-operations.ts';
import { partRequest } from '../../oracle/random-part-views.ts';
import { sample } from '../simulate/sampled-trace.ts';

/** The rules of accesses that name no texel. */
const NO_TEXEL: ReadonlySet<string> = new Set([
  'vulkan/textures-integer-coordinate-operations/level',
  'vulkan/textures-integer-coordinate-validation/texel',
  'd3d11.3/22.4.7/sample',
]);
const INTEGER = new Set(['fetch', 'read', 'write', 'atomic']);

describe('an access by integers', () => {
  it.each([
    ['fetches and reads', fetchRequest],
    ['writes', writeRequest],
    ['atomics', atomicRequest],
    ['planes and slices', partRequest],
  ])('breaks a rule exactly where the oracle finds no texel: %s', (_, draw) => {
    const dice = new Dice(18);
    const seen = { outside: 0, inside: 0 };
    for (let run = 0; run < 150; run++) {
      const { sources, states, batch } = draw(dice);
      for (let quad = 0; quad < batch.count; quad++) {
        const texture = states[batch.state[quad]];
        const { view, sampler, instruction } = texture;
        if (!INTEGER.has(instruction.op!)) continue;
        const state = sampleState(FULL_QUALITY, sources[texture.image!], sampler, instruction, view);
        const resolved = resolveState(texture, sources);
        for (let lane = 0; lane < QUAD_LANES; lane++) {
          const none = texelPlaceOf(state, { batch, quad, lane }) === undefined;
          const broken = requestViolations(resolved, batch, quad, lane, FULL_QUALITY.limits);
          const named = broken.filter(({ rule }) => NO_TEXEL.has(rule.id));
          expect(named.length > 0, `run ${run}, quad ${quad}, lane ${lane}`).toBe(none);
          seen[none ? 'outside' : 'inside']++;
        }
      }
    }
    expect(Math.min(seen.outside, seen.inside)).toBeGreaterThan(100);
  });
});

describe('--undefined', () => {
  const samplesOf = (lines: readonly string[], policy?: UndefinedPolicy) =>
    sample('functional', ['{"texunit":"requests","version":1}', ...lines], new Set(), policy);

  // One texel of two layers, two levels below each.
  const image = (format: string, texels: readonly number[]) => {
    const levels = [4, 2, 1].map((side) =>
      Buffer.from(Array.from({ length: 2 * side * side }, () => texels).flat()).toString('base64'),
    );
    return JSON.stringify({ image: { name: format, format, width: 4, height: 4, layers: 2, levels } });
  };
  const images = [
    image('r8_unorm', [255]),
    image('r8g8b8a8_unorm', [255, 255, 255, 255]),
    image('r32_uint', [1, 0, 0, 0]),
  ];
  const outside: readonly (readonly [string, string])[] = [
    ['"coord":[4,0,0]', 'i 4 of 4 texels'],
    ['"coord":[-1,0,0]', 'i -1 of 4 texels'],
    ['"coord":[0,4,0]', 'j 4 of 4 texels'],
    ['"coord":[0,0,2]', 'layer 2 of 2'],
    ['"coord":[0,0,-1]', 'layer -1 of 2'],
    ['"coord":[2,0,0],"level":1', 'i 2 of 2 texels'],
    ['"coord":[0,0,0],"level":3', 'level 3 of 3'],
  ];
  const request = (op: string, format: string, operands: string) =>
    `{"id":0,"op":"${op}","image":"${format}",${operands}${/write|atomic/.test(op) ? ',"value":[1,1,1,1]' : ''}}`;
  const operations = ['fetch', 'read', 'write', 'atomic'].map(
    (op) => [op, op === 'atomic' ? 'r32_uint' : 'r8_unorm'] as const,
  );

  it.each(operations)('error refuses %s of no texel, and says which coordinate', (op, format) => {
    for (const [operands, found] of outside) {
      if (op === 'atomic' && operands.includes('level')) continue;
      expect(() => samplesOf([...images, request(op, format, operands)], 'error'), operands).toThrow(
        new RegExp(`^trace:5: request: ${found}, but a fetch, read, write or atomic is of a .*\\(vulkan/`),
      );
    }
    const within = '"coord":[3,3,1]';
    expect(samplesOf([...images, request(op, format, within)], 'error')).toHaveLength(1);
  });

  it('model returns what D3D11.3 22.4.6 defines: 0 for the components of the format, defaults for others', () => {
    for (const [operands] of outside) {
      const texel = (format: string) => samplesOf([...images, request('fetch', format, operands)])[0].texels![0];
      expect([texel('r8_unorm'), texel('r8g8b8a8_unorm')]).toEqual([
        [0, 0, 0, 1],
        [0, 0, 0, 0],
      ]);
    }
  });

  it('zero and nan make a read of no texel visible', () => {
    const read = [...images, request('read', 'r8_unorm', '"coord":[9,9,9]')];
    const results = UNDEFINED_POLICIES.filter((policy) => policy !== 'error').map(
      (policy) => samplesOf(read, policy)[0].texels![0],
    );
    expect(results).toEqual([Array(4).fill(0), Array(4).fill(NaN), [0, 0, 0, 1]]);
  });

  it('lets no write and no atomic of no texel change the image', () => {
    for (const op of ['write', 'atomic']) {
      for (const [operands] of outside.filter(([at]) => op === 'write' || !at.includes('level'))) {
        const lines = [...images, request(op, 'r32_uint', operands)];
        const reads = Array.from({ length: 4 }, (_, x) => request('read', 'r32_uint', `"coord":[${x},0,0]`));
        const texels = samplesOf([...lines, ...reads]).slice(-4);
        expect(texels.map((result) => result.texels![0]![0])).toEqual([1, 1, 1, 1]);
      }
    }
  });

  it('error refuses the size of a level that the view has not, whose sizes are 0 in D3D11.3', () => {
    const size = (level: number) => [...images, `{"id":0,"op":"query_size","image":"r8_unorm","level":${level}}`];
    expect(() => samplesOf(size(3), 'error')).toThrow(/the size of level 3 of 3/);
    expect(samplesOf(size(3))[0].texels![0]).toEqual([0, 0, 0, 3]);
    expect(samplesOf(size(2), 'error')[0].texels![0]).toEqual([1, 1, 2, 3]);
  });
});
