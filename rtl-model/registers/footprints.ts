import { registerClass } from './register.ts';
import { FOOTPRINT_ARRAYS } from './register-arrays.ts';

export * from './tap-addresses.ts';

/** The footprints of one pass of so many lanes: FOOTPRINT_ARRAYS, tap n of lane l at 4l + n. */
export class Footprints extends registerClass(FOOTPRINT_ARRAYS) {}
