import { registerClass } from './register.ts';
import { STEP_REGISTERS } from './step-table.ts';

/** The steps of so many lanes: STEP_REGISTERS. */
export class StepRegisters extends registerClass(STEP_REGISTERS) {}
