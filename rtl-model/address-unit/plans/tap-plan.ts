import type { Footprints } from '../../registers/footprints.ts';
import type { LaneRegisters } from '../../registers/lane-registers.ts';

/** Which texels an operation reads in which pass. */
export interface TapPlan {
  /** Passes of a lane that wants a result, once its levels, filter and samples are known; at least 1. */
  passes(lanes: LaneRegisters, lane: number): number;
  /** Fills the footprint of one pass; it comes with no taps in it. */
  address(lanes: LaneRegisters, lane: number, foot: Footprints, to: number, pass: number): void;
}

/** Puts a tap behind those that the footprint has. */
export function addTap(foot: Footprints, to: number, address: number, weight: number): void {
  const tap = 4 * to + foot.tapCount[to]++;
  foot.address[tap] = address;
  foot.weight[tap] = weight;
}
