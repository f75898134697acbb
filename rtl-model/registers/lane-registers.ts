import { registerClass } from './register.ts';
import { LANE_REGISTERS } from './register-table.ts';

/** The registers of so many lanes: LANE_REGISTERS, component c of lane l at 4l + c. */
export class LaneRegisters extends registerClass(LANE_REGISTERS) {}
