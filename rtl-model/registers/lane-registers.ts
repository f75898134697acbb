import { registerClass } from './register.ts';
import { LANE_ARRAYS } from './register-arrays.ts';

/** The registers of so many lanes: LANE_ARRAYS, component c of lane l at 4l + c. */
export class LaneRegisters extends registerClass(LANE_ARRAYS) {}
