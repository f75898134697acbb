import type { LimitsDesign } from '../../../rtl-model/design/design.ts';
import type { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import type { BoundState, ResolvedState } from './resolved-state.ts';

/**
 * The consequence of breaking a rule.
 *
 * - `error`: the object may not be created, or the instruction may not run.
 * - `undefined`: the result may be anything (Vulkan: undefined, poison); `model` describes the result of this model.
 * - `value`: one specification leaves the result open, or leaves it to an optional feature, and another specification
 *   or the feature defines it; the model gives that result.
 */
export type Outcome =
  | { readonly consequence: 'error' }
  | { readonly consequence: 'undefined'; readonly model: string }
  | { readonly consequence: { readonly value: string } };

/** A demand of a specification, as data. */
interface Demand {
  /** Unique and stable: the VUID, or `vulkan/<anchor of the section>/<slug>`, `d3d11.3/<section>/<slug>`. */
  readonly id: string;
  readonly section: string;
  /** The condition that must hold. */
  readonly text: string;
}

/**
 * A rule on samplers, or on instructions by themselves. It holds for null descriptors too. Sampler rules apply if the
 * instruction uses a sampler.
 */
interface SamplerSubject {
  readonly of: 'sampler' | 'instruction';
  /** The finding if the rule is broken; null if it holds or does not apply to this state. */
  found(state: ResolvedState, limits: LimitsDesign): string | null;
}

/** A rule on images, views and their uses. It applies if there is an image. */
interface ImageSubject {
  readonly of: 'image';
  found(state: BoundState, limits: LimitsDesign): string | null;
}

/** A rule on a texture state. Its result is the same for every request that uses the state. */
export type StateRule = Demand & Outcome & (SamplerSubject | ImageSubject);

/** A rule whose breach is an error. Without a section of its own it stands with the structure or command of its VUID. */
type ErrorRule<Subject extends { found: unknown }> = Omit<Demand, 'section'> &
  Partial<Pick<Demand, 'section'>> &
  Pick<Subject, 'found'>;

export function samplerError(rule: ErrorRule<SamplerSubject>): StateRule {
  return { of: 'sampler', consequence: 'error', section: rule.id.split('-')[1], ...rule };
}

export function imageError(rule: ErrorRule<ImageSubject>): StateRule {
  return { of: 'image', consequence: 'error', section: rule.id.split('-')[1], ...rule };
}

/** A rule on the operands of one lane of a request. It applies if there is an image and the lane is active. */
export type RequestRule = Demand &
  Outcome & {
    found(state: BoundState, lane: LaneOperands, limits: LimitsDesign): string | null;
  };

/** A lane of a batch. */
export interface LaneOperands {
  readonly batch: QuadBatch;
  readonly quad: number;
  /** 4 * quad + lane: the index of the lane in the batch's arrays. */
  readonly at: number;
}

/** A broken rule and the finding. */
export interface Violation {
  readonly rule: StateRule | RequestRule;
  readonly found: string;
}
