import type { SpecificationText } from '../../../rtl-model/design/design.ts';
import type { ImageView } from '../../../rtl-model/state/image-view.ts';
import type { Filter, Sampler } from '../../../rtl-model/state/sampler.ts';
import { clamped, held, integersOf, type Interval, interval, point, sum } from '../exact/interval.ts';
import { type Lane, operandIndex } from '../state/lane.ts';
import { perState } from '../state/per-state.ts';
import type { SampleState } from '../state/state.ts';
import { lodPoint, lodSteps } from './lod-steps.ts';

/** A level of the image, or two that are blended, and the filter within a level, as one LOD selects them. */
export interface LevelChoice {
  readonly finer: number;
  readonly coarser: number;
  /** That of `coarser`; null where `finer` is all. */
  readonly weight: Interval | null;
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
 * The levels that may be chosen (D3D11.3 7.18.10, 7.18.11; Vulkan: LOD Operation, Image Level(s) Selection): by each
 * filter that lambda may select, for both ends of lambda and wherever the choice can change. Between those the result is
 * linear in lambda.
 */
export function levelChoices(operands: LodOperands, state: SampleState): readonly LevelChoice[] {
  const last = lastLane(state);
  if (last.operands === undefined || !areSame(last.operands, operands)) {
    last.operands = operands;
    last.choices = choicesOf(lodRange(operands, state).lambda, state);
  }
  return last.choices;
}

function areSame(a: LodOperands, b: LodOperands): boolean {
  const sameLength = a.length.lower === b.length.lower && a.length.upper === b.length.upper;
  return sameLength && a.lod === b.lod && a.minLod === b.minLod;
}

/**
 * lambda' and lambda (Vulkan: LOD Operation), in levels: base, bias and clamp, where MinLod wins; each of them narrowed
 * on its way.
 */
export function lodRange({ lod, minLod, length }: LodOperands, state: SampleState) {
  const { sampler, instruction } = state;
  const steps = lodSteps(state);
  const explicit = instruction.lod === 'explicit';
  const base = explicit ? lodPoint(lod) : steps.log2(length);
  const biased = steps.biased(base, addedBias(sampler, explicit ? 0 : lod), explicit);
  const bounds = [Math.max(sampler.minLod, minLod), sampler.maxLod].map((bound) => steps.bound(bound));
  return { biased, lambda: steps.kept(held(biased, bounds[0], bounds[1])) };
}

/** The biases of the sampler and of the instruction, added in float32. */
function addedBias({ mipLodBias }: Sampler, bias: number): number {
  return Math.fround(Math.fround(mipLodBias) + bias);
}

function choicesOf(lambda: Interval, state: SampleState): readonly LevelChoice[] {
  const { sampler, view, reading } = state;
  // The minimum LOD of a view decides between the filters where it has the same effect as that of the sampler.
  const raised = reading.lod?.minimumDecides === true && view.minLod > view.baseMipLevel;
  const choices = lambda.lower <= 0 ? choicesBy(sampler.magFilter, clamped(lambda, -Infinity, 0), state) : [];
  if (lambda.upper <= 0 && !raised) return choices;
  return [...choices, ...choicesBy(sampler.minFilter, clamped(lambda, lodSteps(state).step, Infinity), state)];
}

/** Each of the nearest levels, or both ends of each part of lambda from a level to the next. */
function choicesBy(filter: Filter, lambda: Interval, state: SampleState): readonly LevelChoice[] {
  const { view, design, sampler } = state;
  const levels = imageLevels(lambda, state);
  if (sampler.mipmapMode === 'nearest') {
    return integersOf(lodSteps(state).nearest(levels)).map((level) => ({
      finer: level,
      coarser: level,
      weight: null,
      filter,
    }));
  }
  const choices: LevelChoice[] = [];
  for (let finer = Math.floor(levels.lower); finer <= levels.upper; finer++) {
    const coarser = coarserLevel(finer, view, design.text);
    const part = clamped(sum(levels, point(-finer)), 0, 1);
    for (const weight of lodSteps(state).weights(part)) choices.push({ finer, coarser, weight, filter });
  }
  return choices;
}

/** d', in levels of the image (Vulkan: Image Level(s) Selection): the view's levels hold lambda, its minimum the sum. */
export function imageLevels(lambda: Interval, state: SampleState): Interval {
  const { view } = state;
  const { lower, upper } = clamped(lambda, 0, view.levelCount - 1);
  const minimum = lodSteps(state).viewMinimum(view.minLod);
  return interval(
    Math.max(view.baseMipLevel + lower, minimum.lower),
    Math.max(view.baseMipLevel + upper, minimum.upper),
  );
}

/** d_lo = min(d_hi + 1, level_base + q), or min(d_hi + 1, q) of Vulkan 1.1, whose bound is a level of the image. */
export function coarserLevel(finer: number, view: ImageView, text: SpecificationText): number {
  const q = view.levelCount - 1;
  return Math.min(finer + 1, text === 'vulkan-1.1' ? q : view.baseMipLevel + q);
}
