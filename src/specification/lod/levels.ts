import type { LodDesign, SpecificationText } from '../../../rtl-model/design/design.ts';
import type { ImageView } from '../../../rtl-model/state/image-view.ts';
import type { Filter, Sampler } from '../../../rtl-model/state/sampler.ts';
import { clamped, held, hull, type Interval, interval, point, scaled, sum } from '../exact/interval.ts';
import { narrowed } from '../exact/narrowing.ts';
import { type Lane, operandIndex } from '../state/lane.ts';
import { perState } from '../state/per-state.ts';
import type { SampleState } from '../state/state.ts';

/** Levels of the image and filter that one LOD selects: the weight of `coarser` is one of `weight`. */
export interface LevelChoice {
  readonly finer: number;
  readonly coarser: number;
  readonly weight: Interval;
  readonly filter: Filter;
}

/** Operands of a lane, and the lengths that its LOD may be the log2 of. */
export interface LodOperands {
  /** The instruction's LOD (explicit) or bias. */
  readonly lod: number;
  readonly minLod: number;
  /** The lengths in texels of the base level; not used by an explicit LOD. */
  readonly length: Interval;
}

export function lodOperands({ batch, ...place }: Lane, length: Interval): LodOperands {
  const at = operandIndex({ batch, ...place });
  return { lod: batch.lod[at], minLod: batch.minLod[at], length };
}

/** The operands of the lane that came last, and its choices: neighbours mostly share them. */
const lastLane = perState((): { operands?: LodOperands; choices: readonly LevelChoice[] } => ({ choices: [] }));

/**
 * The levels that a design may choose (D3D11.3 7.18.10, 7.18.11; Vulkan: LOD Operation, Image Level(s) Selection). The
 * LOD is an interval on the design's LOD grid; it is tried where the choice can change, and at its ends: between those
 * the result is linear in it.
 */
export function levelChoices(operands: LodOperands, state: SampleState): readonly LevelChoice[] {
  const last = lastLane(state);
  if (last.operands === undefined || !areSame(last.operands, operands)) {
    last.operands = operands;
    last.choices = choicesOf(operands, state);
  }
  return last.choices;
}

function areSame(a: LodOperands, b: LodOperands): boolean {
  const sameLength = a.length.lower === b.length.lower && a.length.upper === b.length.upper;
  return sameLength && a.lod === b.lod && a.minLod === b.minLod;
}

function choicesOf(operands: LodOperands, state: SampleState): readonly LevelChoice[] {
  const { lambda } = lodRange(operands, state);
  const one = 2 ** state.design.lod.format.fractionBits;
  const choices: LevelChoice[] = [];
  for (let n = lambda.lower; n <= lambda.upper; n++) {
    const fromHalf = (((n % one) + one) % one) - one / 2;
    // Vulkan 1.1 may jump from the last fraction of a level to the next level.
    const jumps = state.design.text === 'vulkan-1.1' && (n + 1) % one === 0;
    const changes = jumps || n === 0 || n === 1 || Math.abs(fromHalf) <= 1 || Math.abs(fromHalf) === one / 2;
    if (!changes && n !== lambda.lower && n !== lambda.upper) continue;
    const filter = n <= 0 ? state.sampler.magFilter : state.sampler.minFilter;
    for (const level of imageLevels(n, state)) choices.push(choice(level / one, filter, state));
  }
  return choices;
}

/**
 * d', in the LOD grid and in levels of the image (Vulkan: Image Level(s) Selection): the view's levels hold lambda, and
 * the view's own minimum, narrowed to the grid directly or by way of the clamp's, holds the sum.
 *
 * @param lambda in the LOD grid
 */
export function imageLevels(lambda: number, { design, view }: SampleState): readonly number[] {
  const one = 2 ** design.lod.format.fractionBits;
  const level = view.baseMipLevel * one + Math.max(0, Math.min(lambda, (view.levelCount - 1) * one));
  const direct = narrowed(scaled(lodPoint(view.minLod), one), design.lod.rounding);
  const { lower, upper } = hull(direct, clampBound(view.minLod, design.lod));
  const levels: number[] = [];
  for (let minimum = lower; minimum <= upper; minimum++) levels.push(Math.max(level, minimum));
  return levels;
}

/**
 * lambda' and lambda (Vulkan: LOD Operation), in integers of the design's LOD grid: base, bias and clamp, where MinLod
 * wins; each of them narrowed once on its way to the grid.
 */
export function lodRange(operands: LodOperands, { design, sampler, instruction }: SampleState) {
  const { lod, limits } = design;
  const explicit = instruction.lod === 'explicit';
  const toLod = (x: Interval) => toGrid(x, lod);
  const [smallest, largest] = signedRange(lod.format);
  const base = clamped(toLod(explicit ? lodPoint(operands.lod) : log2Range(operands.length, lod)), smallest, largest);

  const added = addedBias(sampler, explicit ? 0 : operands.lod);
  const limited = Math.max(-limits.maxSamplerLodBias, Math.min(limits.maxSamplerLodBias, added));
  const bias = toLod(onGrid(lodPoint(limited), lod.bias, signedRange(lod.bias), lod));

  const minLod = clampBound(Math.max(sampler.minLod, operands.minLod), lod);
  const maxLod = clampBound(sampler.maxLod, lod);

  const biased = sum(base, bias);
  return { biased, lambda: clamped(held(biased, minLod, maxLod), smallest, largest) };
}

/** The biases of the sampler and of the instruction, added in float32. */
export function addedBias({ mipLodBias }: Sampler, bias: number): number {
  return Math.fround(Math.fround(mipLodBias) + bias);
}

function toGrid(x: Interval, lod: LodDesign): Interval {
  return narrowed(scaled(x, 2 ** lod.format.fractionBits), lod.rounding);
}

/** A bound of the LOD, by way of the clamp's format. */
function clampBound(x: number, lod: LodDesign): Interval {
  return toGrid(onGrid(lodPoint(x), lod.clamp, unsignedRange(lod.clamp), lod), lod);
}

/** 7.18.11: min(MaxLOD, NaN) is MaxLOD, as it is for infinity. */
export function lodPoint(x: number): Interval {
  return point(Number.isNaN(x) ? Infinity : x);
}

interface Grid {
  readonly integerBits: number;
  readonly fractionBits: number;
}

function signedRange({ integerBits, fractionBits }: Grid): readonly [number, number] {
  const half = 2 ** (integerBits + fractionBits - 1);
  return [-half, half - 1];
}

function unsignedRange({ integerBits, fractionBits }: Grid): readonly [number, number] {
  return [0, 2 ** (integerBits + fractionBits) - 1];
}

/** A number as a format holds it. */
function onGrid(x: Interval, grid: Grid, [smallest, largest]: readonly [number, number], lod: LodDesign): Interval {
  const one = 2 ** grid.fractionBits;
  return scaled(clamped(narrowed(scaled(x, one), lod.rounding), smallest, largest), 1 / one);
}

/**
 * log2 by a table of h = 2^-indexBits steps. An entry is off by half a unit of 2^-entryBits, and so is the
 * interpolation; the chord of a concave curve lies below it by at most h^2 / 8 times the largest curvature, 1 / ln 2.
 * Mantissa bits that do not take part are worth less than h 2^-interpolationBits, and the slope is at most 1 / ln 2.
 */
function log2Range(length: Interval, lod: LodDesign): Interval {
  const { indexBits, entryBits, interpolationBits } = lod.log2Table;
  const step = 2 ** -indexBits;
  const unit = 2 ** -entryBits;
  const dropped = Math.max(0, step * 2 ** -interpolationBits - 2 ** -23) / Math.LN2;
  const below = dropped + (interpolationBits === 0 ? unit / 2 : step ** 2 / 8 / Math.LN2 + unit);
  return interval(Math.log2(length.lower) - below, Math.log2(length.upper) + unit);
}

/** @param d in levels of the image */
function choice(d: number, filter: Filter, { design: { lod, text }, sampler, view }: SampleState): LevelChoice {
  if (sampler.mipmapMode === 'nearest') {
    const level = nearestLevel(d, lod);
    return { finer: level, coarser: level, weight: point(0), filter };
  }
  const finer = Math.floor(d);
  return { finer, coarser: coarserLevel(finer, view, text), weight: levelWeight(d - finer, lod), filter };
}

/** d_lo = min(d_hi + 1, level_base + q), or min(d_hi + 1, q) of Vulkan 1.1, whose bound is a level of the image. */
export function coarserLevel(finer: number, view: ImageView, text: SpecificationText): number {
  const q = view.levelCount - 1;
  return Math.min(finer + 1, text === 'vulkan-1.1' ? q : view.baseMipLevel + q);
}

/** nearest(d'). */
export function nearestLevel(d: number, lod: LodDesign): number {
  return lod.nearestRule === 'ceil-minus-one' ? Math.ceil(d + 0.5) - 1 : Math.floor(d + 0.5);
}

/** The fraction itself, or what the design's curve makes of it, to the nearest of the grid. */
function levelWeight(fraction: number, lod: LodDesign): Interval {
  const curve = lod.levelWeightCurve;
  if (curve === null) return point(fraction);
  const one = 2 ** lod.format.fractionBits;
  const weight = onCurve(curve, fraction) * one;
  return scaled(narrowed(point(weight), 'nearest-even'), 1 / one);
}

/** The weight of a curve at a fraction; the curve is flat beyond its knots, which rise in x. */
export function onCurve(knots: readonly (readonly [number, number])[], x: number): number {
  const [first, last] = [knots[0], knots[knots.length - 1]];
  if (x <= first[0]) return first[1];
  if (x >= last[0]) return last[1];
  const k = knots.findIndex(([fraction], n) => n > 0 && fraction >= x);
  const share = (x - knots[k - 1][0]) / (knots[k][0] - knots[k - 1][0]);
  return knots[k - 1][1] * (1 - share) + knots[k][1] * share;
}
