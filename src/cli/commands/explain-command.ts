import { dirname } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { loadDesign } from '../../designs/load-design.ts';
import { explain } from '../../explain/explain.ts';
import { TraceToExplain } from '../../explain/explain-trace.ts';
import { explanationText } from '../../explain/explanation-text.ts';
import {
  DEFAULT_UNDEFINED_POLICY,
  UNDEFINED_POLICIES,
  type UndefinedPolicy,
} from '../../checker/validity/undefined-policy.ts';
import { inputName } from '../files/file-input.ts';
import { requestLines } from '../files/trace-files.ts';
import { readTraceImage } from '../sources/trace-image.ts';
import { UsageError } from '../files/usage-error.ts';

interface ExplainOptions {
  readonly id?: string;
  readonly lane?: number;
  readonly design: string;
  readonly undefined: UndefinedPolicy;
  readonly json?: true;
}

/** texunit explain */
export function explainCommand(): Command {
  return new Command('explain')
    .description(
      'Show where the result of one request comes from: coordinates at each width, LOD, taps, weights, addresses, hits, cycles, texels, each lerp and sum.',
    )
    .argument(
      '<file>',
      'the request trace (JSON Lines, gzip or not, or Parquet: traces/FORMAT.md), - for standard input',
    )
    .option('--id <id>', 'which request (default: the first); those before it fill the cache')
    .option('--lane <n>', 'which lane of a quad (default: the first that is active)', parseLane)
    .option('--design <name|file>', 'preset or design file', 'full-quality')
    .addOption(
      new Option('--undefined <policy>', 'results that the specifications leave undefined (docs/validity.md)')
        .choices(UNDEFINED_POLICIES)
        .default(DEFAULT_UNDEFINED_POLICY),
    )
    .option('--json', 'the same as JSON')
    .addHelpText(
      'after',
      `
Examples:
  texunit explain requests.jsonl
  texunit explain requests.jsonl --id 17 --lane 2 --design mine.json
  texunit explain requests.jsonl --id 17 --json | jq .sections`,
    )
    .action(run);
}

async function run(file: string, options: ExplainOptions): Promise<void> {
  const design = loadDesign(options.design);
  const name = inputName(file);
  const trace = new TraceToExplain(
    design,
    name,
    options.id ?? null,
    (reference) => readTraceImage(reference, dirname(file), design.limits),
    options.undefined,
  );
  await feed(trace, file);
  const answered = trace.answer();
  if (answered === null) {
    throw new UsageError(
      options.id === undefined ? `${name}: holds no request` : `${name}: holds no request "${options.id}"`,
    );
  }
  const { active } = answered.quad;
  const lane = options.lane ?? [0, 1, 2, 3].find((l) => (active >> l) & 1) ?? 0;
  if (((active >> lane) & 1) === 0) throw new UsageError(`lane ${lane} is not active in this request`);
  const explanation = explain(answered, lane);
  process.stdout.write(options.json ? `${JSON.stringify(explanation, null, 2)}\n` : explanationText(explanation));
}

async function feed(trace: TraceToExplain, file: string): Promise<void> {
  for await (const lines of requestLines(file)) {
    for (const line of lines) if (trace.take(line)) return;
  }
}

function parseLane(text: string): number {
  if (/^[0-3]$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected 0, 1, 2 or 3.');
}
