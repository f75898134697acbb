import { join } from 'node:path';
import { Command } from 'commander';
import type { Design } from '../../../rtl-model/design/design.ts';
import { loadDesign } from '../../designs/load-design.ts';
import { HAKURA_GUPTA, hakuraGuptaStudy, QUICK_HAKURA_GUPTA } from '../../replay/studies/hakura-gupta.ts';
import { hakuraGuptaPage, hakuraGuptaTable } from '../../replay/studies/hakura-gupta-report.ts';
import { IGEHY, igehyStudy, QUICK_IGEHY } from '../../replay/studies/igehy.ts';
import { igehyPage, igehyTable } from '../../replay/studies/igehy-report.ts';
import type { Standing } from '../../replay/standing.ts';
import { csvText, type StudyTable } from '../../replay/studies/study-page.ts';
import { terminalTable } from '../../pages/terminal-table.ts';
import { parseFolder } from '../options/option-values.ts';
import { drive } from '../run/drive.ts';
import { withOutputs } from '../run/with-outputs.ts';
import { conclude } from '../run/standard-output.ts';

interface StudyOptions {
  readonly design: string;
  readonly quick?: true;
  readonly out: string;
}

/** An experiment: its files are named after it. */
interface Study<Result extends { readonly runs: readonly object[] }> {
  readonly name: string;
  readonly run: (design: Design, quick: boolean) => Generator<Standing, Result>;
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
          run: (design, quick) => igehyStudy(design, quick ? QUICK_IGEHY : IGEHY),
          page: igehyPage,
          table: igehyTable,
        },
      ),
    )
    .addCommand(
      subcommand('What a texture cache misses by size, line, ways and layout (Hakura, Gupta 1997).', {
        name: 'hakura-gupta',
        run: (design, quick) => hakuraGuptaStudy(design, quick ? QUICK_HAKURA_GUPTA : HAKURA_GUPTA),
        page: hakuraGuptaPage,
        table: hakuraGuptaTable,
      }),
    );
}

function subcommand<Result extends { readonly runs: readonly object[] }>(
  description: string,
  study: Study<Result>,
): Command {
  const { name } = study;
  return new Command(name)
    .description(description)
    .option('--design <name|file>', 'preset or design file: what the study does not change', 'full-quality')
    .option('--quick', 'fewer settings and smaller images')
    .option('--out <folder>', 'where the files go', parseFolder, 'out')
    .addHelpText(
      'after',
      `\nWrites ${name}.html, ${name}.json and ${name}.csv.\n\nExamples:\n  texunit study ${name}\n  texunit study ${name} --quick --out runs/${name}`,
    )
    .action((options: StudyOptions) => run(study, options));
}

async function run<Result extends { readonly runs: readonly object[] }>(
  { name, run: start, page, table }: Study<Result>,
  { design, quick, out }: StudyOptions,
): Promise<void> {
  const loaded = loadDesign(design);
  const place = (ending: string) => join(out, `${name}.${ending}`);
  const outputs = ['html', 'json', 'csv'].map(place);
  await withOutputs({ inputs: [design], outputs }, async (files) => {
    const result = await drive(start(loaded, quick === true), (standing) => standing);
    files.whole(place('html'), page(result));
    files.whole(place('json'), `${JSON.stringify(result, null, 2)}\n`);
    files.whole(place('csv'), csvText(result.runs));
    const { head, rows } = table(result);
    conclude(files, (color) => terminalTable(head, rows, color));
  });
}
