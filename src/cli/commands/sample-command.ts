import { dirname } from 'node:path';
import { once } from 'node:events';
import { Command, Option } from 'commander';
import { RequestReader } from '../../../traces/requests/request-reader.ts';
import type { PictureReference } from '../../../traces/requests/request-trace.ts';
import { type Result, ResultWriter } from '../../../traces/requests/result-trace.ts';
import { loadDesign } from '../../designs/load-design.ts';
import { RequestSampler } from '../../simulate/request-sampler.ts';
import { type Mode, MODES } from '../../simulate/sampling-unit.ts';
import {
  DEFAULT_UNDEFINED_POLICY,
  UNDEFINED_POLICIES,
  type UndefinedPolicy,
} from '../../checker/validity/undefined-policy.ts';
import { inputName } from '../files/file-input.ts';
import { requestLines } from '../files/trace-files.ts';
import { readTraceImage } from '../sources/trace-image.ts';

interface SampleOptions {
  readonly design: string;
  readonly mode: Mode;
  readonly undefined: UndefinedPolicy;
}

/** texunit sample */
export function sampleCommand(): Command {
  return new Command('sample')
    .description(
      'Carry out the requests of a trace (JSON Lines, gzip or not, or Parquet: traces/FORMAT.md): sample, gather, fetch, write, query ... One result line for each.',
    )
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
  const name = inputName(file);
  const load = (reference: PictureReference) => readTraceImage(reference, dirname(file), design.limits);
  let pending = '';
  const results = new ResultWriter((text) => (pending += text));
  const sink = (result: Result) => results.write(result);
  const sampler = new RequestSampler(design, options.mode, name, load, sink, options.undefined);
  const answer = async () => {
    sampler.flush();
    const text = pending;
    pending = '';
    if (!process.stdout.write(text)) await once(process.stdout, 'drain');
  };
  const reader = new RequestReader(name);
  let records = 0;
  try {
    for await (const lines of requestLines(file)) {
      for (const line of lines) {
        const record = reader.read(line);
        if (record === null) continue;
        sampler.take(record);
        records++;
      }
      await answer();
    }
    reader.end();
    await answer();
  } catch (error) {
    // The requests before a faulty line are answered.
    if (records > 0) await answer();
    throw error;
  }
}
