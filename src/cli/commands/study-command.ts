import { join } from 'node:path';
import { Command } from 'commander';
import { loadDesign } from '../../designs/load-design.ts';
import {
  hakuraGuptaPage,
  hakuraGuptaPublished,
  hakuraGuptaTable,
} from '../../experiments/replay/studies/hakura-gupta-report.ts';
import { igehyPage, igehyPublished, igehyTable } from '../../experiments/replay/studies/igehy-report.ts';
import { unitsPage, unitsTable } from '../../experiments/replay/studies/units-report.ts';
import { warpsPage, warpsTable } from '../../experiments/replay/studies/warps-report.ts';
import { sceneNames, STUDIES, type StudyName } from '../../experiments/replay/studies/standard-studies.ts';
import type { StudyInputs } from '../../experiments/replay/studies/study-scenes.ts';
import { performed, type StudyPlan } from '../../experiments/replay/studies/study-plan.ts';
import { studyOnThreads } from '../../experiments/replay/studies/threads/study-on-threads.ts';
import {
  coresOption,
  csvOption,
  designsOption,
  htmlOption,
  jsonOption,
  outOption,
} from '../../inputs/options/common-options.ts';
import { csvText, NONE_PUBLISHED, type StudyTable } from '../../experiments/replay/studies/study-page.ts';
import { terminalTable } from '../../platform/pages/terminal-table.ts';
import { countUpTo } from '../../inputs/options/option-values.ts';
import { UsageError } from '../../inputs/files/usage-error.ts';
import { readWorkloads } from '../../inputs/workloads/sweep-workloads.ts';
import { drive } from '../../platform/drive.ts';
import { withOutputs } from '../run/with-outputs.ts';
import { conclude } from '../run/standard-output.ts';

interface StudyOptions {
  readonly cores: number;
  readonly design: readonly string[];
  readonly scene?: readonly string[];
  readonly trace?: readonly string[];
  readonly seed?: readonly number[];
  readonly quick?: boolean;
  readonly out: string;
  readonly html?: string;
  readonly json?: string;
  readonly csv?: string;
}

/** An experiment: its files are named after it. */
interface Study<Run, Result extends { readonly runs: readonly object[] }> {
  readonly name: StudyName;
  readonly plan: (inputs: StudyInputs) => Promise<StudyPlan<Run, Result>>;
  readonly page: (result: Result) => string;
  readonly table: (result: Result) => StudyTable;
  /** Sentences that put the result beside the published figures. */
  readonly published: (result: Result) => readonly string[];
}

/** texunit study */
export function studyCommand(command: Command): Command {
  return command
    .addCommand(
      subcommand(
        "How much of a memory's latency a prefetching texture cache hides (Igehy, Eldridge, Proudfoot 1998).",
        {
          name: 'igehy',
          plan: STUDIES.igehy,
          page: igehyPage,
          table: igehyTable,
          published: igehyPublished,
        },
      ),
    )
    .addCommand(
      subcommand('What a texture cache misses by size, line, ways and layout (Hakura, Gupta 1997).', {
        name: 'hakura-gupta',
        plan: STUDIES['hakura-gupta'],
        page: hakuraGuptaPage,
        table: hakuraGuptaTable,
        published: hakuraGuptaPublished,
      }),
    )
    .addCommand(
      subcommand('How many warps of a shader hide the latency of the texture unit, and how deep its FIFO must be.', {
        name: 'warps',
        plan: STUDIES.warps,
        page: warpsPage,
        table: warpsTable,
        published: () => NONE_PUBLISHED,
      }),
    )
    .addCommand(
      subcommand('How much faster several texture units are on one L2 and one memory.', {
        name: 'units',
        plan: STUDIES.units,
        page: unitsPage,
        table: unitsTable,
        published: () => NONE_PUBLISHED,
      }),
    );
}

function subcommand<Run, Result extends { readonly runs: readonly object[] }>(
  description: string,
  study: Study<Run, Result>,
): Command {
  const { name } = study;
  return new Command(name)
    .description(description)
    .addOption(designsOption('presets or design files: what the study does not change'))
    .option('--scene <name|file...>', 'scenes of the study, or glTF 2.0 models (default: all of its scenes)')
    .option('--trace <file...>', 'request traces')
    .option('--seed <n...>', 'each draws the scenes from a camera of its own (default: that of the scene)', seeds)
    .option('--quick', 'fewer settings and smaller images')
    .addOption(coresOption('cores that run the settings, each other ones'))
    .addOption(htmlOption(`the page (default: ${name}.html in the folder)`))
    .addOption(jsonOption(`the runs for programs (default: ${name}.json in the folder)`))
    .addOption(csvOption(`the runs as a table (default: ${name}.csv in the folder)`))
    .addOption(outOption('where the files go'))
    .addHelpText(
      'after',
      `
Examples:
  texunit study ${name}
  texunit study ${name} --quick --out runs/${name}
  texunit study ${name} --scene plane tunnel --seed 1 2 3 --csv ${name}.csv
  texunit study ${name} --trace frame.jsonl --design full-quality tmu2`,
    )
    .action((options: StudyOptions) => run(study, options));
}

async function run<Run, Result extends { readonly runs: readonly object[] }>(
  { name, plan, page, table, published }: Study<Run, Result>,
  options: StudyOptions,
): Promise<void> {
  const { design, scene = [], trace = [], seed = [], quick = false, cores, out } = options;
  const designs = design.map(loadDesign);
  const models = scene.filter((one) => MODEL.test(one));
  const scenes = scene.filter((one) => !MODEL.test(one));
  const names = await sceneNames(name);
  const unknown = scenes.find((one) => !names.includes(one));
  if (unknown !== undefined) {
    throw new UsageError(`--scene: ${unknown}; expected ${names.join(', ')}, or a glTF 2.0 file`);
  }
  if (seed.length > 0 && scenes.length === 0 && models.length + trace.length > 0) {
    throw new UsageError('--seed needs a scene of the study: a model or a trace has a camera of its own');
  }
  const place = (ending: 'html' | 'json' | 'csv') => options[ending] ?? join(out, `${name}.${ending}`);
  const outputs = (['html', 'json', 'csv'] as const).map(place);
  await withOutputs({ inputs: [...design, ...models, ...trace], outputs }, async (files) => {
    const planned = [
      ...models.map((path) => ({ name: path, weight: 1, scene: path, textures: 'all' as const })),
      ...trace.map((path) => ({ name: path, weight: 1, trace: path })),
    ];
    const reading = { file: 'study', bases: designs, accesses: false, ideal: false };
    const traces = (await drive(readWorkloads(planned, reading), (standing) => standing)).flatMap((read) =>
      read.kind === 'requests' ? [read] : [],
    );
    const inputs = { designs, quick, scenes, traces, seeds: seed };
    const study = await plan(inputs);
    const steps = cores > 1 ? studyOnThreads(study, { name, inputs }, cores) : performed(study);
    const result = await drive(steps, (standing) => standing);
    files.whole(place('html'), page(result));
    files.whole(place('json'), `${JSON.stringify(result, null, 2)}\n`);
    files.whole(place('csv'), csvText(result.runs));
    const { head, rows } = table(result);
    conclude(files, (color) => `${terminalTable(head, rows, color)}\n${published(result).join('\n')}`);
  });
}

const MODEL = /\.(glb|gltf)$/i;
const MOST_SEED = 2 ** 31 - 1;

function seeds(text: string, before: readonly number[] = []): readonly number[] {
  return [...before, countUpTo(MOST_SEED)(text)];
}
