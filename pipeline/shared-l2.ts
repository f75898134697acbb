import type { Design } from '../rtl-model/design/design.ts';
import { TagArray } from '../rtl-model/texel-cache/tag-array.ts';
import { L2Ports } from './l2-ports.ts';

/** The parts of an L2 that all texture units share. */
export interface SharedL2 {
  readonly ports: L2Ports;
  /** The tags of an L2 that keeps what it misses. */
  readonly tags: TagArray | undefined;
  /** The cycle in which the line of each of their slots arrives. */
  readonly arrival: Float64Array;
}

/** Null for a design without an L2. */
export function sharedL2(design: Design): SharedL2 | null {
  const { l2 } = design.cache;
  if (l2 === null) return null;
  const keeps = l2.allocation === 'on-miss';
  return {
    ports: new L2Ports(l2, design),
    tags: keeps ? new TagArray(l2) : undefined,
    arrival: new Float64Array(keeps ? l2.sets * l2.ways : 0),
  };
}
