import { HAKURA_GUPTA } from './hakura-gupta.ts';
import { IGEHY } from './igehy.ts';
import { UNITS } from './units.ts';
import { WARPS } from './warps.ts';

/** The studies by their names, which a plan has. */
export const STUDIES = { igehy: IGEHY, 'hakura-gupta': HAKURA_GUPTA, warps: WARPS, units: UNITS } as const;

export type StudyName = keyof typeof STUDIES;
