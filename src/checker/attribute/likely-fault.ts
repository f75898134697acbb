import type { Fault } from './faults.ts';

/** The fault that a wrong result is attributed to. */
export interface LikelyFault {
  readonly fault: Fault;
  /** The faults that the results do not tell it from, the likeliest first. */
  readonly alternatives: readonly Fault[];
}

/** The evidence, in bits, that tells one fault from another: with less, both are named. */
export const LEAST_EVIDENCE = 10;

/** True for the fault of a step, and of a part of it: `cube-edge` is one of `cube`. */
export function isPartOf(fault: Fault, step: Fault): boolean {
  return fault === step || fault.startsWith(`${step}-`);
}

/** Alternatives are other faults, each once, that are no part of the fault's step, nor it of theirs. */
export function likelyFault(fault: Fault, others: Iterable<Fault> = []): LikelyFault {
  const apart = (other: Fault) => !isPartOf(other, fault) && !isPartOf(fault, other);
  return { fault, alternatives: [...new Set(others)].filter(apart) };
}
