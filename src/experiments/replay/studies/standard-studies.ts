import type { Design } from '../../../../rtl-model/design/design.ts';
import { HAKURA_GUPTA, hakuraGuptaPlan, QUICK_HAKURA_GUPTA } from './hakura-gupta.ts';
import { QUICK_UNITS, UNITS, unitsPlan } from './units.ts';
import { QUICK_WARPS, WARPS, warpsPlan } from './warps.ts';
import { IGEHY, igehyPlan, QUICK_IGEHY } from './igehy.ts';
import type { StudyPlan } from './study-plan.ts';
import { chosenScenes, type StudyInputs, type StudyScene, studyScenes } from './study-scenes.ts';

/** The scenes of each study. */
const SCENES_OF = {
  // The reader of models takes longer to load than all others together, and only this study needs it.
  igehy: async () => (await import('./igehy-scenes.ts')).igehyScenes(),
  'hakura-gupta': studyScenes,
  warps: studyScenes,
  units: studyScenes,
} as const;

/** The studies by their names, and the small versions of them. */
export const STUDIES = {
  igehy: studied('igehy', igehyPlan, IGEHY, QUICK_IGEHY),
  'hakura-gupta': studied('hakura-gupta', hakuraGuptaPlan, HAKURA_GUPTA, QUICK_HAKURA_GUPTA),
  warps: studied('warps', warpsPlan, WARPS, QUICK_WARPS),
  units: studied('units', unitsPlan, UNITS, QUICK_UNITS),
} as const;

export type StudyName = keyof typeof SCENES_OF;

/** The names of a study's scenes. */
export async function sceneNames(name: StudyName): Promise<readonly string[]> {
  return (await SCENES_OF[name]()).map((scene) => scene.name);
}

function studied<Options, Run, Result extends { readonly design: string }>(
  name: StudyName,
  plan: (design: Design, options: Options, scenes: readonly StudyScene[]) => StudyPlan<Run, Result>,
  whole: Options,
  small: Options,
) {
  return async (inputs: StudyInputs): Promise<StudyPlan<Run, Result>> => {
    const { designs, quick } = inputs;
    const scenes = chosenScenes(await SCENES_OF[name](), inputs);
    const { parts, result } = plan(designs[0], quick ? small : whole, scenes);
    return { parts, result: (runs) => ({ ...result(runs), design: designs.map((one) => one.name).join(', ') }) };
  };
}
