import { type Command, Option } from 'commander';
import { type LaneAnswer, resultOf } from '../../../traces/requests/lane-results.ts';
import type { LaneResults } from '../../../traces/requests/request-trace.ts';
import { resultBits } from '../../../traces/results/result-bits.ts';
import type { ResultTable } from '../../../traces/results/result-csv.ts';
import type { RequestFault } from '../../../traces/requests/result-schema.ts';
import type { ResultOutput } from '../../../traces/results/result-trace.ts';
import { loadDesign } from '../../designs/load-design.ts';
import { RequestFeed } from '../../simulate/request-feed.ts';
import { RequestSampler } from '../../simulate/request-sampler.ts';
import { type Mode, MODES } from '../../simulate/sampling-unit.ts';
import type { UndefinedPolicy } from '../../validity/undefined-policy.ts';
import { compareWithExpected, comparisonText, differencesTable } from '../../explain/measured/expected-results.ts';
import { STANDARD, UsageError } from '../../inputs/files/usage-error.ts';
import { inputName } from '../../inputs/files/file-input.ts';
import { feedRequests, resultsTo } from '../../inputs/files/trace-files.ts';
import {
  choiceOption,
  csvOption,
  designOption,
  type FileOptions,
  outputOption,
  undefinedOption,
} from '../../inputs/options/common-options.ts';
import { resultTableOptions } from '../../inputs/options/table-options.ts';
import { conclude, say } from '../run/standard-output.ts';
import { withOutputs } from '../../inputs/files/output-files.ts';
import { checkResultOptions, readMeasured } from '../../inputs/workloads/measured-results.ts';
import { traceImages } from '../../inputs/pictures/trace-image.ts';

interface SampleOptions extends ResultTable, FileOptions<'expect' | 'csv'> {
  readonly design: string;
  readonly mode: Mode;
  readonly undefined: UndefinedPolicy;
  readonly keepGoing?: true;
  readonly bits?: true;
  readonly output: string;
}

/**
 * texunit sample
 *
 * @param fails is called when a request is faulty and passed over, or a result is not the expected one
 */
export function sampleCommand(command: Command, fails: () => void): Command {
  const output =
    'where the results go: .jsonl, .parquet or .csv, gzipped or not, or - for standard output, as JSON Lines';
  const bits = 'the bits of each result in hexadecimal, for $readmemh, whatever the name of the output';
  const expected =
    'compare the results with these instead: a result trace, CSV, or the request trace that carries them';
  return resultTableOptions(command)
    .argument('<file>', 'the request trace or table, - for standard input')
    .addOption(designOption())
    .addOption(choiceOption('--mode <mode>', 'with a clock or without; the results are the same', MODES, 'functional'))
    .addOption(undefinedOption(': refused, zeros, NaNs, or what the units give'))
    .option('--keep-going', 'of a faulty request, write the error in place of the result, and go on')
    .addOption(outputOption(output).default(STANDARD))
    .addOption(new Option('--bits', bits).conflicts(['codes', 'expect']))
    .addOption(new Option('--expect <file>', expected).conflicts('keepGoing'))
    .addOption(csvOption('with --expect: every component that differs'))
    .addHelpText(
      'after',
      `
Exit code: 0 when every request has a result, 1 when --keep-going has passed over some or a result is not the expected
one, 2 when something is wrong with what was given.

Examples:
  texunit sample requests.jsonl > results.jsonl
  texunit sample requests.jsonl --design d3d11.3-minimum --mode cycle
  texunit sample requests.parquet --output results.parquet
  texunit sample requests.jsonl --design mine.json --expect readback.csv --map id=request --csv differences.csv
  my-generator | texunit sample - --design mine.json`,
    )
    .action(async (file: string, options: SampleOptions) => {
      if (options.expect !== undefined) {
        if (await differs(file, options.expect, options)) fails();
        return;
      }
      const option = options.csv !== undefined ? '--csv' : options.map !== undefined ? '--map' : undefined;
      if (option !== undefined) throw new UsageError(`${option}: expected --expect FILE beside it`);
      const { faults, first } = await sample(file, options);
      if (first === null) return;
      fails();
      const count = faults === 1 ? '1 request is faulty' : `${faults} requests are faulty, the first`;
      say(`texunit: ${count}: ${first}`);
    });
}

/** The outcome of the requests. */
interface Sampled {
  readonly answers: number;
  readonly faults: number;
  /** Place and problem of the first fault. */
  readonly first: string | null;
}

async function sample(file: string, options: SampleOptions): Promise<Sampled> {
  const { output } = options;
  return withOutputs({ inputs: [file, options.design], outputs: [output] }, async (files) => {
    const sampled = await answer(
      file,
      options,
      files.stream(output, (to) => (options.bits === true ? resultBits(to.bytes) : resultsTo(to, options.codes))),
    );
    if (files.takesStandardOutput) files.commit();
    else conclude(files, () => `${sampled.answers} results`);
    return sampled;
  });
}

/** Compares the results of a trace with others. @returns true if one of them differs */
async function differs(file: string, expected: string, options: SampleOptions): Promise<boolean> {
  if (file === '-') throw new UsageError('--expect: reads the requests twice, expected a file and not standard input');
  const { map, codes, csv, output } = options;
  const results = output === STANDARD ? undefined : output;
  return withOutputs({ inputs: [file, options.design, expected], outputs: [results, csv] }, async (files) => {
    const design = loadDesign(options.design);
    const given = {
      results: expected,
      ...(expected !== file && { requests: file }),
      ...(map && { map }),
      ...(codes && { codes }),
    };
    checkResultOptions(given);
    const trace = await readMeasured(given, design.limits);
    if (trace.requests.every((request) => request.results === null)) {
      throw new UsageError(`${inputName(expected)}: no request has an expected result`);
    }
    const made: LaneResults[] = [];
    const written = results === undefined ? null : files.stream(results, (to) => resultsTo(to));
    const take = (one: LaneAnswer) => {
      made.push(resultOf(one));
      written?.answer(one);
    };
    await answer(file, options, { answer: take, fault: () => {}, flush: () => written?.flush(), end: () => {} });
    const comparison = compareWithExpected(trace, design, made);
    if (csv !== undefined) files.whole(csv, differencesTable(comparison));
    conclude(files, () => comparisonText(comparison, design.name));
    return comparison.differing > 0;
  });
}

/** Answers every request of a trace, also those before a line that ends it. */
async function answer(file: string, options: SampleOptions, output: ResultOutput): Promise<Sampled> {
  const design = loadDesign(options.design);
  const name = inputName(file);
  let answers = 0;
  let faults = 0;
  let first: string | null = null;
  const onAnswer = (one: LaneAnswer) => {
    answers++;
    output.answer(one);
  };
  const onFault = (fault: RequestFault) => {
    faults++;
    first ??= `${name}:${fault.error.line}: ${fault.error.field}: ${fault.error.problem}`;
    output.fault(fault);
  };
  const load = traceImages(file, design.limits);
  const sampler = new RequestSampler(design, options.mode, name, load, onAnswer, options.undefined);
  const feed = new RequestFeed(name, sampler, options.keepGoing === true ? onFault : null);
  await feedRequests(file, feed, async () => {
    sampler.flush();
    output.flush();
  });
  return { answers, faults, first };
}
