import { describe, expect, it } from 'vitest';
import { DEFAULT_SAMPLER, type Sampler } from '../../../rtl-model/state/sampler.ts';
import { fusedResult, wholeSum } from '../../../src/specification/filtering/fused-sum.ts';
import { allowedAt, formatOf, type Request } from '../../oracle/allowed-at.ts';

const ULP = 2 ** -23;

/** An image of one float component from the texels of its levels. */
function image(shape: Partial<Request['image']>, ...levels: readonly (readonly number[])[]): Request['image'] {
  const bytes = levels.map((level) => new Uint8Array(Float32Array.from(level).buffer));
  return { width: 2, height: 2, layers: 1, ...shape, format: formatOf('r32_sfloat'), levels: bytes };
}

/** The only red that is allowed. */
function only(request: Request): number {
  const [{ lower, upper }] = allowedAt({ ...request, sampler: { ...LINEAR, ...request.sampler } });
  expect(upper).toBe(lower);
  return upper;
}

const LINEAR: Partial<Sampler> = { ...DEFAULT_SAMPLER, addressModeU: 'repeat', addressModeV: 'repeat' };

describe('a fused filter of floats', () => {
  it('allows the one rounding of the exact sum of eight texels, however much of them cancels', () => {
    const cancels = [2 ** 100, -(2 ** 100), 2 ** -30, 0, 2 ** 80, 2 ** 80, -(2 ** 81), 2 ** -30];
    const volume = image({ type: '3d', depth: 2 }, cancels);
    expect(only({ image: volume, lanes: [{ s: 0.5, t: 0.5, r: 0.5 }] })).toBe(2 ** -32);
  });

  it('rounds neither slice before the sum of both', () => {
    // The first slice is 1 + ulp/2, a tie that would go to 1; with 1 + ulp of the second the exact mean is 1 + 3/4 ulp.
    const slices = [1, 1 + ULP, 1, 1 + ULP, 1 + ULP, 1 + ULP, 1 + ULP, 1 + ULP];
    const volume = image({ type: '3d', depth: 2 }, slices);
    expect(only({ image: volume, lanes: [{ s: 0.5, t: 0.5, r: 0.5 }] })).toBe(1 + ULP);
  });

  it('rounds neither level before the lerp between them', () => {
    const levels = image({}, [1, 1 + ULP, 1, 1 + ULP], [1 + ULP]);
    expect(only({ image: levels, lanes: [{ s: 0.5, t: 0.5, lod: 0.5 }] })).toBe(1 + ULP);
  });

  it('flushes denormals before or after the sum, or not at all', () => {
    const small = image({}, [2 ** -127, 0, 0, 0]);
    const [{ lower, upper }] = allowedAt({ image: small, sampler: LINEAR, lanes: [{ s: 0.5, t: 0.5 }] });
    expect([lower, upper]).toEqual([0, 2 ** -129]);
  });
});

describe('the result of whole sums', () => {
  const sums = (...texels: readonly number[]) => texels.map((texel) => wholeSum([texel], [1]));
  const none = { lower: 0, upper: 0 };

  it('is the mean of the samples, rounded once, also for a number of samples that is no power of two', () => {
    const samples = sums(1, 1, 1 + ULP);
    expect(fusedResult(samples, samples, none)).toEqual({ lower: 1, upper: 1 });
    const more = sums(1, 1 + ULP, 1 + ULP);
    expect(fusedResult(more, more, none)).toEqual({ lower: 1 + ULP, upper: 1 + ULP });
  });

  it('is the range that the weights of a level allow', () => {
    expect(fusedResult(sums(1), sums(3), { lower: 0.25, upper: 0.5 })).toEqual({ lower: 1.5, upper: 2 });
    expect(fusedResult(sums(3), sums(1), { lower: 0.25, upper: 0.5 })).toEqual({ lower: 2, upper: 2.5 });
  });

  it('is not known for a weight of more bits than a level has', () => {
    expect(fusedResult(sums(1), sums(3), { lower: 2 ** -16, upper: 0.5 })).toBe(undefined);
  });
});
