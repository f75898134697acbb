import type { Fault } from './faults.ts';

/** The fault that a wrong result is attributed to. */
export interface LikelyFault {
  readonly fault: Fault;
  /** Faults that explain the results as well, the likeliest first. */
  readonly alternatives: readonly Fault[];
}

/** The evidence, in bits, that separates two faults: with less, both are named. */
export const LEAST_EVIDENCE = 10;

/** True for the fault of a step or of its part: `cube-edge` is a part of `cube`. */
export function isPartOf(fault: Fault, step: Fault): boolean {
  return fault === step || fault.startsWith(`${step}-`);
}

/** A fault with its alternatives, each once. Parts of its step, and steps that it is a part of, are no alternatives. */
export function likelyFault(fault: Fault, others: Iterable<Fault> = []): LikelyFault {
  const apart = (other: Fault) => !isPartOf(other, fault) && !isPartOf(fault, other);
  return { fault, alternatives: [...new Set(others)].filter(apart) };
}
