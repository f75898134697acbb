import { join } from 'node:path';
import { Command } from 'commander';
import { type StudyName, STUDIES } from '../../../experiments/studies/studies.ts';
import { ALL_DESIGNS } from '../../../experiments/sweep/rows/sweep-header.ts';
import { csvOption, designsOption, htmlOption, jsonOption, outOption } from '../../../inputs/options/common-options.ts';
import { inspectorOption } from '../../../inputs/options/inspector-links.ts';
import { countUpTo, MOST_SEED } from '../../../inputs/options/option-values.ts';
import { type StudyChoice, studyPlan } from '../../../inputs/workloads/study-plan.ts';
import { type RunOptions, runOptions, sweepAll } from './sweep-command.ts';

interface StudyOptions extends RunOptions, StudyChoice {
  readonly json?: string;
  readonly csv?: string;
}

/** texunit study. @param fails is called when a design was given up */
export function studyCommand(command: Command, fails: () => void): Command {
  for (const name of Object.keys(STUDIES) as StudyName[]) command.addCommand(subcommand(name, fails));
  return command;
}

function subcommand(name: StudyName, fails: () => void): Command {
  const command = new Command(name)
    .description(STUDIES[name].question)
    .addOption(designsOption('presets or design files: what the study does not change'))
    .option('--scene <name|file...>', 'scenes of the study, or glTF 2.0 models (default: all of its scenes)')
    .option('--trace <file...>', 'request traces')
    .option('--seed <n...>', 'each draws the scenes from a camera of its own (default: that of the scene)', seeds)
    .option('--quick', 'fewer settings and smaller images');
  return runOptions(command)
    .addOption(htmlOption(`the page (default: ${name}.html in the folder)`))
    .addOption(inspectorOption())
    .addOption(jsonOption(`the runs for programs (default: ${name}.json in the folder)`))
    .addOption(csvOption(`the runs as a table (default: ${name}.csv in the folder)`))
    .addOption(outOption(`where the files go; the rows of its sweep go to ${name} in it`))
    .addHelpText(
      'after',
      `
Examples:
  texunit study ${name}
  texunit study ${name} --quick --out runs/${name}
  texunit study ${name} --scene plane tunnel --seed 1 2 3 --csv ${name}.csv
  texunit study ${name} --trace frame.jsonl --design full-quality tmu2`,
    )
    .action((options: StudyOptions) => run(name, options, fails));
}

async function run(name: StudyName, options: StudyOptions, fails: () => void): Promise<void> {
  const { html: _, out, ...rest } = options;
  const place = (ending: 'html' | 'json' | 'csv') => options[ending] ?? join(out, `${name}.${ending}`);
  const study = { html: place('html'), json: place('json'), csv: place('csv') };
  const given = { ...studyPlan(name, options), taking: ALL_DESIGNS, bad: null };
  const inputs = [...options.design, ...(options.scene ?? [])];
  await sweepAll(given, { ...rest, out: join(out, name), study, inputs }, fails);
}

function seeds(text: string, before: readonly number[] = []): readonly number[] {
  return [...before, countUpTo(MOST_SEED)(text)];
}
