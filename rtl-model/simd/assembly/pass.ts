import { LANE_PASSES } from '../kernel-layout.ts';

/** The pass of states with one sample. */
export const ONCE: i32 = -1;

/** The parts of a pass that all filters have. */
export class Pass {
  /** True if the lane does not take part. @param single not 0 if every lane has the one sample */
  @inline
  static skips(lane: usize, pass: i32, single: i32): bool {
    if (pass == ONCE) return single == 0 && load<i32>(lane, LANE_PASSES) == 0;
    return pass >= load<i32>(lane, LANE_PASSES);
  }

  /** True if the pass begins the sum of its level. @param samples those of a level */
  @inline
  static begins(pass: i32, samples: i32): bool {
    return pass == 0 || pass == samples;
  }
}
