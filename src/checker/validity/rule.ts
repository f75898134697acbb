import type { LimitsDesign } from '../../../rtl-model/design/design.ts';
import type { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import type { BoundState, ResolvedState } from './resolved-state.ts';

/**
 * What comes of breaking a rule.
 *
 * - `error`: the object may not be created, or the instruction may not run.
 * - `undefined`: the result may be anything (Vulkan: undefined, poison); `model` says what this model's units give.
 * - `value`: one specification leaves the result open, or to an optional feature, and another one, or the feature, defines
 *   it; the model's units give that.
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
  /** What must hold. */
  readonly text: string;
}

/**
 * On samplers, and instructions by themselves: said of null descriptors too. Rules of samplers are looked at where the
 * instruction uses one.
 */
interface SamplerSubject {
  readonly of: 'sampler' | 'instruction';
  /** What was found where the rule is broken; null where it holds, or says nothing about this state. */
  found(state: ResolvedState, limits: LimitsDesign): string | null;
}

/** On images, views and what goes with them. Looked at where there is an image. */
interface ImageSubject {
  readonly of: 'image';
  found(state: BoundState, limits: LimitsDesign): string | null;
}

/** On a texture state: the same for every request that uses it. */
export type StateRule = Demand & Outcome & (SamplerSubject | ImageSubject);

/** On the operands of one lane of a request. Looked at where there is an image, and the lane is active. */
export type RequestRule = Demand &
  Outcome & {
    found(state: BoundState, lane: LaneOperands, limits: LimitsDesign): string | null;
  };

/** A lane of a batch. */
export interface LaneOperands {
  readonly batch: QuadBatch;
  readonly quad: number;
  /** 4 * quad + lane: where the batch holds what is of a lane. */
  readonly at: number;
}

/** A rule that is broken, and how. */
export interface Violation {
  readonly rule: StateRule | RequestRule;
  readonly found: string;
}
