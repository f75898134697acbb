import { type Command, Option } from 'commander';
import { minimize, type Minimum, NotConforming } from '../../checker/minimize/minimize.ts';
import { minimizeHtml } from '../../checker/report/minimize-html.ts';
import { minimizeTerminal } from '../../checker/report/minimize-terminal.ts';
import { PROFILE_NAMES, type Profile, profileOf, withText } from '../../checker/profiles.ts';
import { ALL_RULES } from '../../checker/rules/all-rules.ts';
import { loadDesign } from '../../designs/load-design.ts';
import { minimizeOnThreads } from '../../checker/threads/minimize-on-threads.ts';
import { coresOption } from '../options/cores-option.ts';
import { drive } from '../run/drive.ts';
import { withOutputs } from '../run/with-outputs.ts';
import { conclude } from '../run/standard-output.ts';
import { UsageError } from '../files/usage-error.ts';

interface MinimizeOptions {
  readonly profile: Profile['name'];
  readonly quick?: true;
  readonly cores: number;
  readonly out: string;
  readonly html?: string;
}

/** texunit minimize */
export function minimizeCommand(command: Command): Command {
  return command
    .argument('[design]', 'preset or design file to start from', 'full-quality')
    .addOption(
      new Option('--profile <name>', 'what is demanded').choices(PROFILE_NAMES.slice(0, -1)).default('d3d11.3'),
    )
    .option(
      '--quick',
      'judge by quick checks alone: minutes instead of a quarter of an hour, but a full check may find more',
    )
    .addOption(coresOption('cores that judge a design, each by other rules'))
    .option('--out <file>', 'the narrowest design, a design file', 'narrowest.json')
    .option('--html <file>', 'the trade between bits and error as one page with plots')
    .addHelpText(
      'after',
      `
Of each width it tells how far it goes, and the rule and the witness that one step less breaks.

Examples:
  texunit minimize
  texunit minimize mine.json --profile vulkan-1.4 --out narrow.json --html narrow.html`,
    )
    .action(run);
}

async function run(name: string, options: MinimizeOptions): Promise<void> {
  const start = loadDesign(name);
  const profile = withText(profileOf(options.profile, start.limits), start.text);
  const effort = options.quick === true ? 'quick' : 'full';
  const { cores } = options;
  const steps =
    cores > 1
      ? minimizeOnThreads(start, profile, ALL_RULES, effort, cores)
      : minimize(start, profile, ALL_RULES, effort);
  await withOutputs({ inputs: [name], outputs: [options.out, options.html] }, async (files) => {
    const minimum = await search(
      drive(steps, ({ phase, field, value, check }) => ({
        what: phase === 'start' ? check.rule.id : `${phase}: ${field} ${value}, ${check.rule.id}`,
        part: (check.done + check.part) / check.rules,
      })),
    );
    const design = {
      ...minimum.design,
      name: `${start.name}-${profile.name}-narrowest`,
      description: `The narrowest widths found from ${start.name} that pass the ${effort} check of ${profile.name}.`,
    };
    files.whole(options.out, `${JSON.stringify(design, null, 2)}\n`);
    if (options.html !== undefined) files.whole(options.html, minimizeHtml(start.name, profile, minimum));
    conclude(files, (color) => minimizeTerminal(start.name, profile, minimum, color));
  });
}

/** @throws UsageError when the start does not conform */
async function search(minimum: Promise<Minimum>): Promise<Minimum> {
  try {
    return await minimum;
  } catch (cause) {
    if (!(cause instanceof NotConforming)) throw cause;
    throw new UsageError(cause.message, { cause });
  }
}
