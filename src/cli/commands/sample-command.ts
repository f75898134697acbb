import { once } from 'node:events';
import { type Command, Option } from 'commander';
import type { Answer } from '../../../traces/requests/lane-results.ts';
import { ResultWriter } from '../../../traces/requests/result-trace.ts';
import { loadDesign } from '../../designs/load-design.ts';
import { RequestFeed } from '../../simulate/request-feed.ts';
import { RequestSampler } from '../../simulate/request-sampler.ts';
import { type Mode, MODES } from '../../simulate/sampling-unit.ts';
import {
  DEFAULT_UNDEFINED_POLICY,
  UNDEFINED_POLICIES,
  type UndefinedPolicy,
} from '../../checker/validity/undefined-policy.ts';
import { inputName } from '../files/file-input.ts';
import { feedRequests, resultOutput } from '../files/trace-files.ts';
import { interruptible } from '../run/interrupt.ts';
import { conclude } from '../run/standard-output.ts';
import { traceImages } from '../sources/trace-image.ts';

interface SampleOptions {
  readonly design: string;
  readonly mode: Mode;
  readonly undefined: UndefinedPolicy;
  readonly out?: string;
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
      'where the results go: .jsonl, .jsonl.gz or .parquet (default: standard output, as JSON Lines)',
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
  if (out === undefined) {
    const writer = new ResultWriter();
    const flush = async () => {
      if (!process.stdout.write(Buffer.from(writer.take()))) await once(process.stdout, 'drain');
    };
    await answer(file, options, (one) => writer.answer(one), flush);
    return;
  }
  await interruptible(async (files) => {
    const output = files.stream(out, resultOutput);
    const answers = await answer(file, options, output.answer, async () => output.flush());
    conclude(files, () => `${answers} results`);
  });
}

/**
 * Answers every request of a trace, also those before a faulty line.
 *
 * @param flush is called where answers are to be handed over
 * @returns the number of answers
 */
async function answer(
  file: string,
  options: SampleOptions,
  sink: (answer: Answer) => void,
  flush: () => Promise<void>,
): Promise<number> {
  const design = loadDesign(options.design);
  let answers = 0;
  const counted = (one: Answer) => {
    answers++;
    sink(one);
  };
  const load = traceImages(file, design.limits);
  const sampler = new RequestSampler(design, options.mode, inputName(file), load, counted, options.undefined);
  await feedRequests(file, new RequestFeed(inputName(file), sampler), async () => {
    sampler.flush();
    await flush();
  });
  return answers;
}
