import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { L2Design } from '../../../rtl-model/design/design.ts';
import { shortened, withoutBreaks } from '../../../traces/encodings/names.ts';
import { loadDesign } from '../../designs/load-design.ts';
import type { StudyName } from '../../experiments/studies/studies.ts';
import { unitsBase } from '../../experiments/studies/units.ts';
import { type ParsedPlan, parsePlan } from '../../experiments/sweep/plan/parse-plan.ts';
import { studySceneName } from '../../experiments/sweep/rows/study-rows.ts';
import { packageFolder } from '../../platform/files/package-folder.ts';
import { UsageError } from '../files/usage-error.ts';
import { MODEL_NAME } from '../options/scene-options.ts';
import { readPlan } from './plan-file.ts';

/** What a study runs, as its options have it. */
export interface StudyChoice {
  readonly design: readonly string[];
  /** Scenes of the study, and models; all of its scenes where neither these nor traces are named. */
  readonly scene?: readonly string[];
  readonly trace?: readonly string[];
  readonly seed?: readonly number[];
  /** True for the small version. */
  readonly quick?: boolean;
}

/**
 * The plan of a study with what the user has chosen.
 *
 * @throws UsageError; DesignNotFoundError; SourceError where two designs or workloads have one name
 */
export function studyPlan(
  study: StudyName,
  { design, scene = [], trace = [], seed = [], quick = false }: StudyChoice,
): ParsedPlan & { readonly file: string } {
  const path = `src/experiments/studies/plans/${study}${quick ? '-quick' : ''}.json`;
  const file = fileURLToPath(new URL(path, packageFolder(import.meta.url)));
  const { plan, source } = readPlan(file);
  const names = new Set(plan.workloads.map(studySceneName));
  const models = scene.filter((name) => MODEL_NAME.test(name));
  const unknown = scene.find((name) => !names.has(name) && !models.includes(name));
  if (unknown !== undefined) {
    throw new UsageError(`--scene: ${unknown}; expected ${[...names].join(', ')}, or a glTF 2.0 file`);
  }
  const isAll = scene.length + trace.length === 0;
  const drawn = plan.workloads.filter((workload) => isAll || scene.includes(studySceneName(workload)));
  if (seed.length > 0 && drawn.length === 0) {
    throw new UsageError('--seed needs a scene of the study: a model or a trace has a camera of its own');
  }
  const seeded = drawn.flatMap((workload) => {
    const [name, order] = [studySceneName(workload), workload.name.slice(studySceneName(workload).length)];
    return [...new Set(seed)].map((one) => ({ ...workload, name: `${name} seed ${one}${order}`, seed: one }));
  });
  const named = (given: string) => shortened(withoutBreaks(given), 'beginning');
  const size = { width: 640, height: 480 };
  const workloads = [
    ...(seed.length === 0 ? drawn : seeded),
    ...models.map((given) => ({ name: named(given), scene: resolve(given), textures: 'all', ...size })),
    ...trace.map((given) => ({ name: named(given), trace: resolve(given) })),
  ];
  // Designs have an L2 of their own, or that of the plan.
  const { 'cache.l2': _, ...vary } = { ...source.vary };
  const l2 = plan.axes.find(({ fields }) => fields.includes('cache.l2'))?.values[0][0] as L2Design | undefined;
  const bases = design.map(loadDesign).map((base) => (l2 === undefined ? base : unitsBase(base, l2)));
  const text = JSON.stringify({ ...source, designs: bases.map((base) => base.name), vary, workloads });
  let next = 0;
  return { ...parsePlan(text, file, () => bases[next++]), file };
}
