import { type Command, Option } from 'commander';
import { type Profile, PROFILE_NAMES, profileOf, withText } from '../../checker/profiles.ts';
import { loadDesign } from '../../designs/load-design.ts';
import { explain } from '../../explain/explain.ts';
import { TraceToExplain } from '../../explain/explain-trace.ts';
import { explanationHtml } from '../../explain/explanation-html.ts';
import { explanationText } from '../../explain/explanation-text.ts';
import type { UndefinedPolicy } from '../../validity/undefined-policy.ts';
import { inputName } from '../../inputs/files/file-input.ts';
import { choiceOption, designOption, type FileOptions, undefinedOption } from '../../inputs/options/common-options.ts';
import { requestLines } from '../../inputs/files/trace-files.ts';
import { conclude, printJson } from '../run/standard-output.ts';
import { withOutputs } from '../../inputs/files/output-files.ts';
import { readResults } from '../../inputs/workloads/measured-results.ts';
import { traceImages } from '../../inputs/pictures/trace-image.ts';
import type { ResultTable } from '../../../traces/results/result-csv.ts';
import type { ResultJoin } from '../../../traces/results/result-join.ts';
import { resultTableOptions, tableOption } from '../../inputs/options/table-options.ts';
import { inspectorOption, requirePage, traceLink } from '../../inputs/options/inspector-links.ts';
import { UsageError } from '../../inputs/files/usage-error.ts';
import { standardOf } from '../../checker/judge/judge-lanes.ts';
import { valueReader } from '../../inputs/options/option-values.ts';

interface ExplainOptions extends ResultTable, FileOptions<'results' | 'html'> {
  readonly id?: string;
  readonly lane?: number;
  readonly pixel?: readonly [number, number];
  readonly profile: Profile['name'];
  readonly design: string;
  readonly undefined: UndefinedPolicy;
  readonly json?: true;
  readonly inspector?: string;
}

const parsePixel = valueReader('x,y such as 320,200', (text): readonly [number, number] | null => {
  const [x, y] = text.split(',').map(Number);
  return /^-?\d{1,9},-?\d{1,9}$/.test(text) ? [x, y] : null;
});
const parseLane = valueReader('0, 1, 2 or 3', (text) => (/^[0-3]$/.test(text) ? Number(text) : null));

export function explainCommand(command: Command): Command {
  const file = 'the request trace (JSON Lines, gzip or not, or Parquet: traces/FORMAT.md), - for standard input';
  const pixel = 'the request and the lane at this pixel of a drawn picture';
  const profile = 'what is demanded of a captured result; claimed: what the design returns';
  return resultTableOptions(command)
    .argument('<file>', file)
    .option('--id <id>', 'which request (default: the first); those before it fill the cache')
    .option('--lane <n>', 'which lane of a quad (default: the first that is active)', parseLane)
    .addOption(new Option('--pixel <x,y>', pixel).argParser(parsePixel).conflicts('lane'))
    .addOption(designOption())
    .addOption(undefinedOption())
    .addOption(choiceOption('--profile <name>', profile, PROFILE_NAMES, 'd3d11.3'))
    .option('--results <file>', 'captured results in another file: a result trace, or CSV')
    .option('--json', 'the same as JSON')
    .option('--html <file>', 'the same as one page, with a picture of the footprint in each level')
    .addOption(inspectorOption())
    .addHelpText(
      'after',
      `
Examples:
  texunit explain requests.jsonl
  texunit explain requests.jsonl --id 17 --lane 2 --design mine.json
  texunit explain out/requests.jsonl --pixel 320,200 --html pixel.html
  texunit explain traces/hardware/amd-rdna1-level-weights.jsonl --id "lod 0.125" --profile vulkan-1.4
  texunit explain requests.jsonl --id 17 --results readback.csv --map id=request,r=red
  texunit explain requests.jsonl --id 17 --json | jq .sections`,
    )
    .action(run);
}

async function run(file: string, options: ExplainOptions): Promise<void> {
  requirePage(options);
  const design = loadDesign(options.design);
  const name = inputName(file);
  const trace = new TraceToExplain(
    design,
    name,
    { ...(options.id !== undefined && { id: options.id }), ...(options.pixel && { pixel: options.pixel }) },
    traceImages(file, design.limits),
    options.undefined,
    await capturedResults(file, options),
  );
  await feed(trace, file);
  const answered = trace.answer();
  if (answered === null) throw new UsageError(trace.absence);
  const lane = options.lane ?? answered.lane;
  if (((answered.quad.active >> lane) & 1) === 0) throw new UsageError(`lane ${lane} is not active in this request`);
  const profile = withText(profileOf(options.profile, design.limits), design.text);
  const explanation = explain(answered, lane, standardOf(profile, design));
  const { json, html, inspector } = options;
  const { alone: text } = trace;
  const { pixel } = explanation;
  const link = inspector && text ? await traceLink(inspector, design, name, { text, pixel }) : null;
  await withOutputs({ inputs: [file, options.results], outputs: [html] }, async (files) => {
    if (html !== undefined) files.whole(html, explanationHtml(explanation, link));
    // Standard output has nothing beside the JSON.
    if (json) files.commit();
    if (json) printJson(explanation);
    else conclude(files, () => explanationText(explanation).trimEnd());
  });
}

async function capturedResults(file: string, { results, ...table }: ExplainOptions): Promise<ResultJoin | null> {
  if (results !== undefined) {
    if (file !== '-' || results !== '-') return readResults(results, table);
    throw new UsageError('the requests and --results: are both standard input, expected a file for one of them');
  }
  const option = tableOption(table);
  if (option !== undefined) throw new UsageError(`${option}: expected --results beside it, a CSV of results`);
  return null;
}

async function feed(trace: TraceToExplain, file: string): Promise<void> {
  for await (const lines of requestLines(file)) {
    for (const line of lines) if (trace.take(line)) return;
  }
}
