import type { LimitsDesign } from '../../rtl-model/design/design.ts';
import { QUAD_LANES, type QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import { REQUEST_RULES } from './request-rules.ts';
import type { ResolvedState } from './resolved-state.ts';
import type { Breach, StateRule, Violation } from './rule.ts';
import { STATE_RULES } from './rules.ts';
import { factsOf, hasImage, type ResolvedFacts, usesSampler } from './state-facts.ts';
import { DEFAULT_UNDEFINED_POLICY, type UndefinedPolicy } from './undefined-policy.ts';

/** A texture state, or an operand of a request, that a specification forbids. The message is one line. */
export class ValidityError extends Error {
  constructor(readonly violation: Violation) {
    const { rule, found } = violation;
    super(`${found}, but ${rule.text} (${rule.id})`);
    this.name = 'ValidityError';
  }
}

/** Every rule that a state breaks, in the order of the rules. The result holds for all requests that use the state. */
export function stateViolations(state: ResolvedState, limits: LimitsDesign): Violation[] {
  const facts = factsOf(state);
  const violations: Violation[] = [];
  for (const rule of STATE_RULES) {
    const found = foundBy(rule, facts, limits);
    if (found) violations.push({ rule, found });
  }
  return violations;
}

/**
 * Applies a rule. Sampler rules skip states whose instruction uses no sampler; image rules skip states without an
 * image.
 */
function foundBy(rule: StateRule, state: ResolvedFacts, limits: LimitsDesign): Breach {
  if (rule.of === 'image') return hasImage(state) && rule.found(state, limits);
  return (rule.of === 'instruction' || usesSampler(state)) && rule.found(state, limits);
}

/**
 * Every rule that the operands of one lane break, in the order of the rules. A null descriptor allows any operand.
 *
 * @param lane 0 to 3 of the quad
 */
export function requestViolations(
  state: ResolvedState,
  batch: QuadBatch,
  quad: number,
  lane: number,
  limits: LimitsDesign,
): readonly Violation[] {
  const facts = factsOf(state);
  if (!hasImage(facts)) return NO_VIOLATIONS;
  const operands = { batch, quad, at: QUAD_LANES * quad + lane };
  let violations: Violation[] | null = null;
  for (const rule of REQUEST_RULES) {
    const found = rule.found(facts, operands, limits);
    if (found) (violations ??= []).push({ rule, found });
  }
  return violations ?? NO_VIOLATIONS;
}

const NO_VIOLATIONS: readonly Violation[] = [];

/** True if broken rules leave the result undefined. @param featured true if a feature that defines it counts as there */
export function isUndefined(violations: readonly Violation[], featured = false): boolean {
  return violations.some(({ rule }) => rule.consequence === 'undefined' && !(featured && rule.definedBy !== undefined));
}

/**
 * True if broken rules leave the result open to a device of the specification, with all features: D3D11.3 says so in rules
 * of its own sections.
 */
export function isOpenBy(specification: 'D3D11.3' | 'Vulkan', violations: readonly Violation[]): boolean {
  if (specification === 'Vulkan') {
    return (
      violations.some(
        ({ rule: { consequence } }) => typeof consequence === 'object' && consequence.undefinedIn === 'Vulkan',
      ) || isUndefined(violations, true)
    );
  }
  return isUndefined(violations.filter(({ rule }) => rule.id.startsWith('d3d11.3/')));
}

/**
 * Refuses a state that may not be used.
 *
 * @returns the other rules that it breaks, those whose consequence is `undefined` or a value
 * @throws ValidityError for the first broken rule whose consequence is an error; under the policy `error` also for an
 * undefined result
 */
export function checkState(
  state: ResolvedState,
  limits: LimitsDesign,
  policy: UndefinedPolicy = DEFAULT_UNDEFINED_POLICY,
): readonly Violation[] {
  return refuseErrors(stateViolations(state, limits), policy);
}

/**
 * Refuses the operands of a lane that may not be used. The policy `error` also refuses those that leave its result
 * undefined.
 *
 * @throws ValidityError for the first rule that makes them an error
 */
export function checkRequest(
  state: ResolvedState,
  batch: QuadBatch,
  quad: number,
  lane: number,
  limits: LimitsDesign,
  policy: UndefinedPolicy = DEFAULT_UNDEFINED_POLICY,
): readonly Violation[] {
  return refuseErrors(requestViolations(state, batch, quad, lane, limits), policy);
}

function refuseErrors(violations: readonly Violation[], policy: UndefinedPolicy): readonly Violation[] {
  if (violations.length === 0) return violations;
  const refused = violations.find(
    ({ rule }) => rule.consequence === 'error' || (policy === 'error' && rule.consequence === 'undefined'),
  );
  if (refused !== undefined) throw new ValidityError(refused);
  return violations;
}
