import type { LimitsDesign } from '../../rtl-model/design/design.ts';
import type { ImageSource } from '../../rtl-model/memory/image.ts';
import { QUAD_LANES, type QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import type { TextureState } from '../../rtl-model/state/texture-state.ts';
import { isEngineError } from '../../traces/encodings/engine-error.ts';
import { type LinePlace, TraceError } from '../../traces/encodings/trace-error.ts';
import { checkRequest, checkState, isUndefined, ValidityError } from '../validity/check-state.ts';
import { type ResolvedState, resolveState } from '../validity/resolved-state.ts';
import { undefinedResult, type UndefinedPolicy } from '../validity/undefined-policy.ts';

/**
 * Checks the states and requests of a trace against the rules of the specifications, and applies the policy to results.
 */
export class RequestValidity {
  private readonly states: { readonly state: ResolvedState; readonly undefined: boolean }[] = [];

  constructor(
    private readonly limits: LimitsDesign,
    private readonly policy: UndefinedPolicy,
  ) {}

  /**
   * Adds the next state of the trace.
   *
   * @throws ValidityError when the state may not be used
   */
  addState(state: TextureState, images: readonly ImageSource[]): void {
    const resolved = resolveState(state, images);
    const violations = checkState(resolved, this.limits, this.policy);
    this.states.push({ state: resolved, undefined: isUndefined(violations) });
  }

  /**
   * The active lanes of a quad without a defined result: bit l for lane l.
   *
   * @throws ValidityError when the policy refuses them
   */
  undefinedLanes(batch: QuadBatch, quad: number): number {
    const { state, undefined: always } = this.states[batch.state[quad]];
    const active = batch.active[quad];
    let lanes = always ? active : 0;
    for (let lane = 0; lane < QUAD_LANES; lane++) {
      const bit = 1 << lane;
      if ((active & bit) === 0) continue;
      if (isUndefined(checkRequest(state, batch, quad, lane, this.limits, this.policy))) lanes |= bit;
    }
    return lanes;
  }

  /** @param first index of lane 0's r in the colours */
  replaceUndefined(lanes: number, colors: Float32Array, first: number): void {
    for (let lane = 0; lane < QUAD_LANES; lane++) {
      if (((lanes >> lane) & 1) === 1) undefinedResult(this.policy, colors, first + 4 * lane);
    }
  }
}

/** @throws TraceError if rtl-model or the specifications refuse */
export function refusing<T>(place: LinePlace, field: string, make: () => T): T {
  try {
    return make();
  } catch (cause) {
    if (isEngineError(cause) || !(cause instanceof RangeError || cause instanceof ValidityError)) throw cause;
    throw new TraceError(place, field, cause.message, { cause });
  }
}
