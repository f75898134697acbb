import { join } from 'node:path';
import { Command } from 'commander';
import type { Design } from '../../../rtl-model/design/design.ts';
import { loadDesign } from '../../designs/load-design.ts';
import { hakuraGuptaPage, hakuraGuptaTable } from '../../replay/studies/hakura-gupta-report.ts';
import { igehyPage, igehyTable } from '../../replay/studies/igehy-report.ts';
import { unitsPage, unitsTable } from '../../replay/studies/units-report.ts';
import { warpsPage, warpsTable } from '../../replay/studies/warps-report.ts';
import { STUDIES, type StudyName } from '../../replay/studies/standard-studies.ts';
import { performed, type StudyPlan } from '../../replay/studies/study-plan.ts';
import { studyOnThreads } from '../../replay/studies/threads/study-on-threads.ts';
import { coresOption } from '../options/cores-option.ts';
import { csvText, type StudyTable } from '../../replay/studies/study-page.ts';
import { terminalTable } from '../../pages/terminal-table.ts';
import { parseFolder } from '../options/option-values.ts';
import { drive } from '../run/drive.ts';
import { withOutputs } from '../run/with-outputs.ts';
import { conclude } from '../run/standard-output.ts';

interface StudyOptions {
  readonly cores: number;
  readonly design: string;
  readonly quick?: boolean;
  readonly out: string;
}

/** An experiment: its files are named after it. */
interface Study<Run, Result extends { readonly runs: readonly object[] }> {
  readonly name: StudyName;
  readonly plan: (design: Design, quick: boolean) => Promise<StudyPlan<Run, Result>>;
  readonly page: (result: Result) => string;
  readonly table: (result: Result) => StudyTable;
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
        },
      ),
    )
    .addCommand(
      subcommand('What a texture cache misses by size, line, ways and layout (Hakura, Gupta 1997).', {
        name: 'hakura-gupta',
        plan: STUDIES['hakura-gupta'],
        page: hakuraGuptaPage,
        table: hakuraGuptaTable,
      }),
    )
    .addCommand(
      subcommand('How many warps of a shader hide the latency of the texture unit, and how deep its FIFO must be.', {
        name: 'warps',
        plan: STUDIES.warps,
        page: warpsPage,
        table: warpsTable,
      }),
    )
    .addCommand(
      subcommand('How much faster several texture units are on one L2 and one memory.', {
        name: 'units',
        plan: STUDIES.units,
        page: unitsPage,
        table: unitsTable,
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
    .option('--design <name|file>', 'preset or design file: what the study does not change', 'full-quality')
    .option('--quick', 'fewer settings and smaller images')
    .addOption(coresOption('cores that run the settings, each other ones'))
    .option('--out <folder>', 'where the files go', parseFolder, 'out')
    .addHelpText(
      'after',
      `\nWrites ${name}.html, ${name}.json and ${name}.csv.\n\nExamples:\n  texunit study ${name}\n  texunit study ${name} --quick --out runs/${name}`,
    )
    .action((options: StudyOptions) => run(study, options));
}

async function run<Run, Result extends { readonly runs: readonly object[] }>(
  { name, plan, page, table }: Study<Run, Result>,
  { design: file, quick = false, cores, out }: StudyOptions,
): Promise<void> {
  const design = loadDesign(file);
  const planned = await plan(design, quick);
  const steps = cores > 1 ? studyOnThreads(planned, { name, design, quick }, cores) : performed(planned);
  const place = (ending: string) => join(out, `${name}.${ending}`);
  const outputs = ['html', 'json', 'csv'].map(place);
  await withOutputs({ inputs: [file], outputs }, async (files) => {
    const result = await drive(steps, (standing) => standing);
    files.whole(place('html'), page(result));
    files.whole(place('json'), `${JSON.stringify(result, null, 2)}\n`);
    files.whole(place('csv'), csvText(result.runs));
    const { head, rows } = table(result);
    conclude(files, (color) => terminalTable(head, rows, color));
  });
}
