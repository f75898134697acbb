import { type Command, Option } from 'commander';
import type { Answer } from '../../../traces/requests/lane-results.ts';
import type { ResultOutput } from '../../../traces/requests/result-trace.ts';
import { loadDesign } from '../../designs/load-design.ts';
import { RequestFeed } from '../../simulate/request-feed.ts';
import { RequestSampler } from '../../simulate/request-sampler.ts';
import { type Mode, MODES } from '../../simulate/sampling-unit.ts';
import {
  DEFAULT_UNDEFINED_POLICY,
  UNDEFINED_POLICIES,
  type UndefinedPolicy,
} from '../../checker/validity/undefined-policy.ts';
import { STANDARD } from '../files/usage-error.ts';
import { inputName } from '../files/file-input.ts';
import { feedRequests, resultsTo } from '../files/trace-files.ts';
import { withOutputs } from '../run/with-outputs.ts';
import { conclude } from '../run/standard-output.ts';
import { traceImages } from '../sources/trace-image.ts';

interface SampleOptions {
  readonly design: string;
  readonly mode: Mode;
  readonly undefined: UndefinedPolicy;
  readonly out: string;
}

/** texunit sample */
export function sampleCommand(command: Command): Command {
  return command
    .argument('<file>', 'the request trace, - for standard input')
    .option('--design <name|file>', 'preset or design file', 'full-quality')
    .addOption(
      new Option('--mode <mode>', 'with a clock or without; the results are the same')
        .choices(MODES)
        .default('functional'),
    )
    .addOption(
      new Option(
        '--undefined <policy>',
        'results that the specifications leave undefined (docs/validity.md): refused, zeros, NaNs, or what the units give',
      )
        .choices(UNDEFINED_POLICIES)
        .default(DEFAULT_UNDEFINED_POLICY),
    )
    .option(
      '--out <file>',
      'where the results go: .jsonl, .jsonl.gz or .parquet, or - for standard output, as JSON Lines',
      STANDARD,
    )
    .addHelpText(
      'after',
      `
Examples:
  texunit sample requests.jsonl > results.jsonl
  texunit sample requests.jsonl --design d3d11.3-minimum --mode cycle
  texunit sample requests.parquet --out results.parquet
  my-generator | texunit sample - --design mine.json`,
    )
    .action(sample);
}

async function sample(file: string, options: SampleOptions): Promise<void> {
  const { out } = options;
  await withOutputs({ inputs: [file, options.design], outputs: [out] }, async (files) => {
    const output = files.stream(out, resultsTo);
    const answers = await answer(file, options, output);
    if (files.takesStandardOutput) files.commit();
    else conclude(files, () => `${answers} results`);
  });
}

/**
 * Answers every request of a trace, also those before a faulty line.
 *
 * @returns the number of answers
 */
async function answer(file: string, options: SampleOptions, output: ResultOutput): Promise<number> {
  const design = loadDesign(options.design);
  let answers = 0;
  const counted = (one: Answer) => {
    answers++;
    output.answer(one);
  };
  const load = traceImages(file, design.limits);
  const sampler = new RequestSampler(design, options.mode, inputName(file), load, counted, options.undefined);
  await feedRequests(file, new RequestFeed(inputName(file), sampler), async () => {
    sampler.flush();
    output.flush();
  });
  return answers;
}
