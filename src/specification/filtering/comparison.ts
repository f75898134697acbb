import type { CompareOp } from '../../../rtl-model/state/sampler.ts';
import type { Decoding } from '../texels/decoding.ts';
import { LEAST_NORMAL } from '../exact/float32.ts';
import { type Interval, interval } from '../exact/interval.ts';
import type { Reading } from '../texels/reading.ts';

/**
 * The results that the comparison of a reference depth with a texel may have, 1 for true and 0 for false (Vulkan: Depth
 * Compare Operation; D3D11.3 22.4.19). For UNORM depth the reference is clamped, and three readings of the
 * specifications are allowed: against the exact code / one, against the float32 nearest to it, and, of D3D11.3 alone,
 * both as codes. Float denormals may count as zero, and do in D3D11.3 (22.4.3).
 *
 * @param reference a float32
 * @param depth a code of `one`, or a float
 * @param rounding of a reference for UNORM depth: `exact` for the first two readings, `quantized` for the last, and
 * `within-0.6-ulp` for the last with any code so near (D3D11.3 3.2.3.6); `neighbours` for all of them, with either
 * neighbour (Vulkan: Conversion From Floating-Point to Normalized Fixed-Point)
 */
export function comparison(
  op: CompareOp,
  reference: number,
  depth: number,
  one: number,
  kind: Decoding['kind'],
  rounding?: Reading['depthReference'],
): Interval {
  const pairs = kind === 'fixed' ? fixedPairs(reference, depth, one, rounding) : floatPairs(reference, depth, rounding);
  const results = pairs.map(([ref, test]) => (compares(op, ref, test) ? 1 : 0));
  return interval(Math.min(...results), Math.max(...results));
}

type Pair = readonly [reference: number, test: number];

function fixedPairs(
  reference: number,
  code: number,
  one: number,
  rounding: Reading['depthReference'],
): readonly Pair[] {
  // The clamp of NaN is open: NaN still, or 0.
  if (Number.isNaN(reference)) return [[NaN, code], ...fixedPairs(0, code, one, rounding)];
  const clamped = Math.max(0, Math.min(1, reference));
  // A float32 times a code of at most 29 bits is exact.
  const exact = clamped * one;
  const asItIs: readonly Pair[] = [
    [exact, code],
    [clamped, Math.fround(code / one)],
  ];
  const distance = rounding === 'within-0.6-ulp' ? 0.6 : 0.5;
  const codes =
    rounding === 'neighbours'
      ? [Math.floor(exact), Math.ceil(exact)]
      : [Math.floor(exact + distance), Math.ceil(exact - distance)];
  const asCodes = codes.map((rounded): Pair => [rounded, code]);
  return [...(isOfD3d11(rounding) ? [] : asItIs), ...(rounding === 'exact' ? [] : asCodes)];
}

function floatPairs(reference: number, depth: number, rounding: Reading['depthReference']): readonly Pair[] {
  const pair: Pair = [flushed(reference), flushed(depth)];
  return isOfD3d11(rounding) ? [pair] : [[reference, depth], pair];
}

/** True for D3D11.3 alone: references are rounded to the format, and denormals are zero. */
function isOfD3d11(rounding: Reading['depthReference']): boolean {
  return rounding === 'quantized' || rounding === 'within-0.6-ulp';
}

function flushed(x: number): number {
  return Math.abs(x) < LEAST_NORMAL ? 0 : x;
}

/** True if reference OP test holds (VkCompareOp). NaN is unequal to all numbers and in no order (D3D11.3 3.1.3.1). */
function compares(op: CompareOp, reference: number, test: number): boolean {
  switch (op) {
    case 'never':
      return false;
    case 'less':
      return reference < test;
    case 'equal':
      return reference === test;
    case 'less_or_equal':
      return reference <= test;
    case 'greater':
      return reference > test;
    case 'not_equal':
      return reference !== test;
    case 'greater_or_equal':
      return reference >= test;
    case 'always':
      return true;
  }
}
