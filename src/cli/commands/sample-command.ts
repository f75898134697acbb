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
import { feedRequests } from '../files/trace-files.ts';
import { traceImages } from '../sources/trace-image.ts';

interface SampleOptions {
  readonly design: string;
  readonly mode: Mode;
  readonly undefined: UndefinedPolicy;
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
    .addHelpText(
      'after',
      `
Examples:
  texunit sample requests.jsonl > results.jsonl
  texunit sample requests.jsonl --design d3d11.3-minimum --mode cycle
  my-generator | texunit sample - --design mine.json`,
    )
    .action(sample);
}

async function sample(file: string, options: SampleOptions): Promise<void> {
  const design = loadDesign(options.design);
  const writer = new ResultWriter();
  const sink = (answer: Answer) => writer.answer(answer);
  const load = traceImages(file, design.limits);
  const sampler = new RequestSampler(design, options.mode, inputName(file), load, sink, options.undefined);
  const feed = new RequestFeed(inputName(file), sampler);
  // The requests before a faulty line are answered.
  await feedRequests(file, feed, async () => {
    sampler.flush();
    if (!process.stdout.write(writer.take())) await once(process.stdout, 'drain');
  });
}
