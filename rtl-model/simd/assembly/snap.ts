import { LANE_U } from '../kernel-layout.ts';

export function snap(block: usize): f32 {
  return load<f32>(block, LANE_U);
}
