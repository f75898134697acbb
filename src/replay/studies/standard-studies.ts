import type { Design } from '../../../rtl-model/design/design.ts';
import { HAKURA_GUPTA, hakuraGuptaPlan, QUICK_HAKURA_GUPTA } from './hakura-gupta.ts';
import { QUICK_UNITS, UNITS, unitsPlan } from './units.ts';
import { QUICK_WARPS, WARPS, warpsPlan } from './warps.ts';
import { IGEHY, igehyPlan, QUICK_IGEHY } from './igehy.ts';

/** The studies by their names, and the small versions of them. */
export const STUDIES = {
  igehy: async (design: Design, quick: boolean) => {
    // The reader of models takes longer to load than all others together, and only this study needs it.
    const { igehyScenes } = await import('./igehy-scenes.ts');
    return igehyPlan(design, quick ? QUICK_IGEHY : IGEHY, await igehyScenes());
  },
  'hakura-gupta': async (design: Design, quick: boolean) =>
    hakuraGuptaPlan(design, quick ? QUICK_HAKURA_GUPTA : HAKURA_GUPTA),
  warps: async (design: Design, quick: boolean) => warpsPlan(design, quick ? QUICK_WARPS : WARPS),
  units: async (design: Design, quick: boolean) => unitsPlan(design, quick ? QUICK_UNITS : UNITS),
} as const;

export type StudyName = keyof typeof STUDIES;
