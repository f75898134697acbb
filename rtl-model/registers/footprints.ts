import { registerClass } from './register.ts';
import { FOOTPRINT_REGISTERS } from './register-table.ts';

export * from './tap-addresses.ts';

/** The footprints of one pass of so many lanes: FOOTPRINT_REGISTERS, tap n of lane l at 4l + n. */
export class Footprints extends registerClass(FOOTPRINT_REGISTERS) {}
