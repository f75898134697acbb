import type { Design } from '../../rtl-model/design/design.ts';
import type { AddressMode } from '../../rtl-model/state/sampler.ts';
import { floorQuotient, nearestEven, nearestFloat32 } from '../../src/specification/exact/dyadic.ts';
import { nearestFixed } from './rational.ts';
import { coordinatesOf, type Lane, layerOf, offsetsOf, operandIndex } from '../../src/specification/state/lane.ts';
import type { SampleState } from '../../src/specification/state/state.ts';
import type { Texels } from '../../src/specification/texels/texels.ts';

/**
 * The one right result of an explicit LOD on a normalized format, for a design that narrows nothing but coordinates and
 * LOD, both to nearest even, and a plain sample of a whole 2D image: coordinates in exact arithmetic, the weighted sum
 * of the texels whole, one rounding to float32 (D3D11.3 7.18.5 to 7.18.10).
 *
 * @returns r, g, b, a
 * @throws RangeError when the design narrows more than that, the format is not normalized, the LOD is not explicit or the
 *   sample is of another kind
 */
export function expectedTexel(state: SampleState, lane: Lane): readonly number[] {
  const { design, image, sampler, instruction, texels } = state;
  if (!isExact(design)) throw new RangeError(`design ${design.name} has no exact result: it narrows on the way`);
  if (instruction.lod !== 'explicit') throw new RangeError(`the LOD is ${instruction.lod}: no exact result`);
  if (texels.kind !== 'fixed') throw new RangeError(`${image.format.name} has no exact result`);
  if (!isPlain(state)) throw new RangeError('the sample is not a plain one of a whole 2D image: no exact result');
  const lodBits = design.lod.format.fractionBits;
  const lambda = lodOf(state, lane);
  const linear = (lambda <= 0n ? sampler.magFilter : sampler.minFilter) === 'linear';
  const lastLevel = image.levels.length - 1;
  const d = min(max(lambda, 0n), BigInt(lastLevel) << BigInt(lodBits));
  if (sampler.mipmapMode === 'nearest') {
    const level = nearestLevel(d, lodBits, design.lod.nearestRule === 'ceil-minus-one');
    return toFloats(weightedSum(state, lane, level, linear), texels.ones);
  }
  const finer = Number(d >> BigInt(lodBits));
  const weight = d - (BigInt(finer) << BigInt(lodBits));
  const one = 1n << BigInt(lodBits);
  const high = weightedSum(state, lane, finer, linear);
  const low = weightedSum(state, lane, Math.min(finer + 1, lastLevel), linear);
  const sum = high.numerators.map((n, c) => n * (one - weight) + low.numerators[c] * weight);
  return toFloats({ numerators: sum, denominator: high.denominator * one }, texels.ones);
}

/** True if `expectedTexel` knows the design's results. */
export function isExact({ address, lod, filter }: Design): boolean {
  return (
    address.rounding === 'nearest-even' &&
    address.scalePrecision === 'exact' &&
    address.rangeReduction &&
    lod.rounding === 'nearest-even' &&
    lod.levelWeightCurve === null &&
    filter.weightScale === 'power-of-two' &&
    filter.weightBits === address.coordinate.fractionBits &&
    filter.guardBits >= 2 * filter.weightBits + lod.format.fractionBits
  );
}

function isPlain({ image, view, sampler, instruction }: SampleState): boolean {
  const { op = 'sample', dref = false } = instruction;
  const whole = view.baseMipLevel === 0 && view.levelCount === image.levels.length && view.minLod === 0;
  const identity = view.components.every((component) => component === 'identity');
  return (
    op === 'sample' &&
    !dref &&
    view.viewType.startsWith('2d') &&
    whole &&
    identity &&
    image.cornerSampled !== true &&
    !sampler.unnormalizedCoordinates &&
    sampler.reductionMode === 'weighted_average' &&
    [sampler.magFilter, sampler.minFilter].every((filter) => filter !== 'cubic')
  );
}

/** lambda in 2^-f: the instruction's LOD and the sampler's bias, MinLod and MaxLod, each at its own format. */
function lodOf({ design: { lod, limits }, sampler }: SampleState, lane: Lane): bigint {
  const { batch } = lane;
  const at = operandIndex(lane);
  const to = (x: number, { integerBits, fractionBits }: Grid, signed: boolean) => {
    const span = 1n << BigInt(integerBits + fractionBits);
    const [smallest, largest] = signed ? [-span / 2n, span / 2n - 1n] : [0n, span - 1n];
    if (Number.isNaN(x)) return 0n;
    if (!Number.isFinite(x)) return x < 0 ? smallest : largest;
    return min(max(nearestFixed(x, 1, fractionBits), smallest), largest);
  };
  const toLod = (n: bigint, { fractionBits }: Grid) => {
    const more = lod.format.fractionBits - fractionBits;
    return more >= 0 ? n << BigInt(more) : nearestEven(n, 1n << BigInt(-more));
  };
  const limit = limits.maxSamplerLodBias;
  const bias = Math.max(-limit, Math.min(limit, Math.fround(sampler.mipLodBias)));
  const biased = to(batch.lod[at], lod.format, true) + toLod(to(bias, lod.bias, true), lod.bias);
  const minLod = toLod(to(Math.max(sampler.minLod, batch.minLod[at]), lod.clamp, false), lod.clamp);
  const maxLod = toLod(to(sampler.maxLod, lod.clamp, false), lod.clamp);
  return max(minLod, min(maxLod, biased));
}

interface Grid {
  readonly integerBits: number;
  readonly fractionBits: number;
}

/** ceil(d + 0.5) - 1 or floor(d + 0.5). */
function nearestLevel(d: bigint, bits: number, preferred: boolean): number {
  const one = 1n << BigInt(bits);
  const twice = 2n * d + one;
  return Number(preferred ? -floorQuotient(-twice, 2n * one) - 1n : floorQuotient(twice, 2n * one));
}

/** r, g, b, a in codes, as fractions of one denominator. */
interface ExactTexel {
  readonly numerators: readonly bigint[];
  readonly denominator: bigint;
}

function weightedSum(state: SampleState, lane: Lane, level: number, linear: boolean): ExactTexel {
  const { design, sampler, texels } = state;
  const { fractionBits } = design.address.coordinate;
  const [s, t] = coordinatesOf(state, lane);
  const [offsetU, offsetV] = offsetsOf(state, lane);
  const { layer } = layerOf(state, lane);
  const [width, height] = texels.size(level);
  const u = snapped(s, width, linear, offsetU, fractionBits, sampler.addressModeU);
  const v = snapped(t, height, linear, offsetV, fractionBits, sampler.addressModeV);
  const [i, j] = [Number(u >> BigInt(fractionBits)), Number(v >> BigInt(fractionBits))];
  const one = 1n << BigInt(fractionBits);
  const [a, b] = linear ? [u & (one - 1n), v & (one - 1n)] : [0n, 0n];
  const taps: readonly (readonly [number, number, bigint])[] = [
    [i, j, (one - a) * (one - b)],
    [i + 1, j, a * (one - b)],
    [i, j + 1, (one - a) * b],
    [i + 1, j + 1, a * b],
  ];
  const numerators = [0n, 0n, 0n, 0n];
  for (const [column, row, weight] of taps) {
    if (weight === 0n) continue;
    texels.at(level, layer, column, row).forEach((code, c) => (numerators[c] += BigInt(code) * weight));
  }
  return { numerators, denominator: one * one };
}

/**
 * u * size - half + offset, snapped, as an index near the image with its fraction. Whole periods come off at the end,
 * where they cost nothing: 7.18.6 leaves the texels chosen what they are.
 */
function snapped(
  u: number,
  size: number,
  linear: boolean,
  offset: number,
  fractionBits: number,
  mode: AddressMode,
): bigint {
  const one = 1n << BigInt(fractionBits);
  const tiles = mode === 'repeat' || mode === 'mirrored_repeat';
  // frac and signedFrac of an infinity are NaN, and NaN is 0 on the grid (3.2.4.1).
  if (Number.isNaN(u) || (tiles && !Number.isFinite(u))) return BigInt(offset) * one;
  const held = tiles ? u : Math.max(-10, Math.min(10, u));
  const k = nearestFixed(held, size, fractionBits) - (linear ? one / 2n : 0n) + BigInt(offset) * one;
  return tiles ? k % (2n * BigInt(size) * one) : k;
}

function toFloats({ numerators, denominator }: ExactTexel, ones: Texels['ones']): readonly number[] {
  return numerators.map((n, c) => nearestFloat32(n, denominator * BigInt(ones[c])));
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
