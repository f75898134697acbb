import type { LodDesign } from '../../rtl-model/design.ts';
import type { Sampler } from '../../rtl-model/sampler.ts';
import { clamped, type Interval, interval, scaled, sum } from './interval.ts';
import { narrowed } from './narrowing.ts';
import type { SampleState } from './state.ts';

/** Levels and filter that one LOD selects: the weight of `coarser` is one of `weight`. */
export interface LevelChoice {
  readonly finer: number;
  readonly coarser: number;
  readonly weight: Interval;
  readonly linear: boolean;
}

/** Operands of a lane, and the lengths that its LOD may be the log2 of. */
export interface LodOperands {
  /** The instruction's LOD (explicit) or bias. */
  readonly lod: number;
  readonly minLod: number;
  /** In texels of level 0; not used by an explicit LOD. */
  readonly length: Interval;
}

/**
 * What levels a design may choose (D3D11.3 7.18.10, 7.18.11; Vulkan: LOD Operation, Image Level(s) Selection). The LOD
 * is an interval on the design's LOD grid; it is tried where the choice can change, and at its ends: between those the
 * result is linear in it.
 */
export function levelChoices(operands: LodOperands, state: SampleState): readonly LevelChoice[] {
  const { lod } = state.design;
  const lastLevel = state.image.levels.length - 1;
  const lambda = lodRange(operands, state);
  const one = 2 ** lod.format.fractionBits;
  const choices: LevelChoice[] = [];
  for (let n = lambda.lower; n <= lambda.upper; n++) {
    const fromHalf = (((n % one) + one) % one) - one / 2;
    const changes = n === 0 || n === 1 || Math.abs(fromHalf) <= 1 || Math.abs(fromHalf) === one / 2;
    if (changes || n === lambda.lower || n === lambda.upper)
      choices.push(choice(n / one, lastLevel, lod, state.sampler));
  }
  return choices;
}

/** lambda in 2^-f: base, bias and clamp, where MinLod wins; each of them narrowed once on its way to the grid. */
function lodRange(operands: LodOperands, { design, sampler, instruction }: SampleState): Interval {
  const { lod, limits } = design;
  const explicit = instruction.lod === 'explicit';
  const toLod = (x: Interval) => narrowed(scaled(x, 2 ** lod.format.fractionBits), lod.rounding);
  const [smallest, largest] = signedRange(lod.format);
  const base = clamped(toLod(explicit ? point(operands.lod) : log2Range(operands.length, lod)), smallest, largest);

  const added = Math.fround(Math.fround(sampler.mipLodBias) + (explicit ? 0 : operands.lod));
  const limited = Math.max(-limits.maxSamplerLodBias, Math.min(limits.maxSamplerLodBias, added));
  const bias = toLod(onGrid(point(limited), lod.bias, signedRange(lod.bias), lod));

  const bound = (x: number) => toLod(onGrid(point(x), lod.clamp, unsignedRange(lod.clamp), lod));
  const minLod = bound(Math.max(sampler.minLod, operands.minLod));
  const maxLod = bound(sampler.maxLod);

  const biased = sum(base, bias);
  const held = interval(
    Math.max(minLod.lower, Math.min(maxLod.lower, biased.lower)),
    Math.max(minLod.upper, Math.min(maxLod.upper, biased.upper)),
  );
  return clamped(held, smallest, largest);
}

/** 7.18.11: min(MaxLOD, NaN) is MaxLOD, as it is for infinity. */
function point(x: number): Interval {
  return Number.isNaN(x) ? interval(Infinity, Infinity) : interval(x, x);
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
 * log2 by a table of h = 2^-indexBits steps. An entry is off by half a unit of 2^-entryBits, and so is the interpolation;
 * the chord of a concave curve lies below it by at most h^2 / 8 times the largest curvature, 1 / ln 2. Without
 * interpolation the entry at the lower end stands for the step, h / ln 2 below at most.
 */
function log2Range(length: Interval, lod: LodDesign): Interval {
  const { indexBits, entryBits, interpolate } = lod.log2Table;
  const step = 2 ** -indexBits;
  const unit = 2 ** -entryBits;
  const below = interpolate ? step ** 2 / 8 / Math.LN2 + unit : step / Math.LN2 + unit / 2;
  return interval(Math.log2(length.lower) - below, Math.log2(length.upper) + unit);
}

function choice(lambda: number, lastLevel: number, lod: LodDesign, sampler: Sampler): LevelChoice {
  const linear = (lambda <= 0 ? sampler.magFilter : sampler.minFilter) === 'linear';
  const d = Math.max(0, Math.min(lastLevel, lambda));
  if (sampler.mipmapMode === 'nearest') {
    const level = lod.nearestRule === 'ceil-minus-one' ? Math.ceil(d + 0.5) - 1 : Math.floor(d + 0.5);
    return { finer: level, coarser: level, weight: interval(0, 0), linear };
  }
  const finer = Math.floor(d);
  return { finer, coarser: Math.min(finer + 1, lastLevel), weight: levelWeight(d - finer, lod), linear };
}

/** The fraction itself, or what the design's curve makes of it, to the nearest of the grid. */
function levelWeight(fraction: number, lod: LodDesign): Interval {
  const curve = lod.levelWeightCurve;
  if (curve === null) return interval(fraction, fraction);
  const one = 2 ** lod.format.fractionBits;
  const weight = onCurve(curve, fraction) * one;
  return scaled(narrowed(interval(weight, weight), 'nearest-even'), 1 / one);
}

function onCurve(knots: readonly (readonly [number, number])[], x: number): number {
  const [first, last] = [knots[0], knots[knots.length - 1]];
  if (x <= first[0]) return first[1];
  if (x >= last[0]) return last[1];
  const k = knots.findIndex(([fraction], n) => n > 0 && fraction >= x);
  const share = (x - knots[k - 1][0]) / (knots[k][0] - knots[k - 1][0]);
  return knots[k - 1][1] * (1 - share) + knots[k][1] * share;
}
