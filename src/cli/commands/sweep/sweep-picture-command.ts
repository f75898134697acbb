import { Command } from 'commander';
import type { PlannedWorkload } from '../../../experiments/sweep/plan/parse-plan.ts';
import { DesignSpace } from '../../../experiments/sweep/plan/design-space.ts';
import { IDEAL_DESIGN } from '../../../experiments/sweep/runs/workload.ts';
import { outOption } from '../../../inputs/options/common-options.ts';
import { inspectorOption } from '../../../inputs/options/inspector-links.ts';
import { wholeNumber } from '../../../inputs/options/option-values.ts';
import { UsageError } from '../../../inputs/files/usage-error.ts';
import { readPlan } from '../../../inputs/workloads/plan-file.ts';
import { sceneOptions } from '../../../inputs/workloads/sweep-workloads.ts';
import { COMPARE_FILES, compareOnScene, lower } from '../compare-command.ts';

interface PictureOptions {
  readonly workload?: string;
  readonly out: string;
  readonly inspector?: string;
}

/** texunit sweep picture */
export function sweepPictureCommand(): Command {
  return new Command('picture')
    .description('Draw a scene of a plan with one of its designs and with the ideal one, as texunit compare does.')
    .argument('<plan>', 'the plan of a sweep (docs/sweeps.md)')
    .argument('<design>', 'number of the design, as the column "design" has it')
    .option('--workload <name>', 'a scene of the plan (default: the first)')
    .addOption(outOption('where the files go'))
    .addOption(inspectorOption())
    .addHelpText(
      'after',
      `
Writes ${COMPARE_FILES.join(', ')}. Of a workload of several frames the first one is drawn.

Examples:
  texunit sweep picture widths.json 17 --out widths-17
  texunit sweep picture widths.json 17 --workload tunnel`,
    )
    .action(run);
}

async function run(file: string, text: string, { workload, ...pages }: PictureOptions): Promise<void> {
  const { plan, errorAt } = readPlan(file);
  const space = new DesignSpace(plan);
  const number = wholeNumber(text);
  if (!(number < space.size)) throw errorAt([], `has no design ${text}; expected 0 to ${space.size - 1}`);
  const design = space.designAt(number);
  if ('refused' in design) throw errorAt([], `has no design ${number}: ${design.refused}`);
  const options = { ...sceneOptions(sceneOf(plan.workloads, workload), file), ...pages };
  await compareOnScene(design, IDEAL_DESIGN, lower(plan.bases[0], design), options, [file]);
}

/** @throws UsageError when there is no such workload, or it is a trace */
function sceneOf(workloads: readonly PlannedWorkload[], name: string | undefined): PlannedWorkload {
  const scenes = workloads.filter(({ scene }) => scene !== undefined);
  const found = name === undefined ? scenes[0] : scenes.find((each) => each.name === name);
  if (found !== undefined) return found;
  if (scenes.length === 0) throw new UsageError('the plan has no scene, and traces have no picture');
  throw new UsageError(
    `--workload: ${name}; expected a scene of the plan: ${scenes.map((one) => one.name).join(', ')}`,
  );
}
