import type { PassPlan } from '../../lod-unit/lod-unit.ts';
import { type Footprints, NO_TAP } from '../../registers/footprints.ts';
import type { LaneRegisters } from '../../registers/lane-registers.ts';

/**
 * The address unit of one operation: which texels a lane reads in which pass (D3D11.3 7.18.5-7.18.9; Vulkan: Unnormalized
 * Texel Coordinate Operations, Wrapping Operation, Texel Anisotropic Filtering).
 */
export abstract class LanePlan implements PassPlan {
  abstract passes(lanes: LaneRegisters, lane: number): number;

  /** Fills the footprint of one lane's pass; it comes with no taps in it, of plane 0, and with weights 0. */
  abstract address(lanes: LaneRegisters, lane: number, foot: Footprints, to: number, pass: number): void;

  /**
   * Fills the footprints of pass `pass` of `count` lanes. Lanes with fewer passes get none.
   *
   * @param lane,to first lane of the registers, first lane of the footprints
   */
  footprints(lanes: LaneRegisters, lane: number, foot: Footprints, to: number, count: number, pass: number): void {
    for (let k = 0; k < count; k++) {
      clearFootprint(foot, to + k);
      if (pass < lanes.passes[lane + k]) this.address(lanes, lane + k, foot, to + k, pass);
    }
  }
}

/** Puts a tap after those that the footprint has. */
export function addTap(foot: Footprints, to: number, address: number, weight: number): void {
  const tap = 4 * to + foot.tapCount[to]++;
  foot.address[tap] = address;
  foot.weight[tap] = weight;
}

/** Leaves a lane without taps. */
export function clearFootprint({ tapCount, alpha, beta, gamma, plane, address }: Footprints, at: number): void {
  tapCount[at] = 0;
  alpha[at] = 0;
  beta[at] = 0;
  gamma[at] = 0;
  plane[at] = 0;
  const tap = 4 * at;
  address[tap] = NO_TAP;
  address[tap + 1] = NO_TAP;
  address[tap + 2] = NO_TAP;
  address[tap + 3] = NO_TAP;
}
