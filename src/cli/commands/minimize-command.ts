import type { Command } from 'commander';
import type { Design } from '../../../rtl-model/design/design.ts';
import { witnessRequest } from '../../apps/inspector/design/witness-request.ts';
import { gatesOfSweeps } from '../../checker/minimize/gates-of-sweeps.ts';
import { answered, type Minimum, searchMinimum } from '../../checker/minimize/minimize.ts';
import { claiming } from '../../checker/minimize/search.ts';
import { minimizeHtml, type MinimizeLinks } from '../../checker/report/minimize-html.ts';
import { minimizeTerminal, type MinimumGates } from '../../checker/report/minimize-terminal.ts';
import { type Profile, PROFILE_NAMES, profileOf, withText } from '../../checker/profiles.ts';
import { ALL_RULES } from '../../checker/rules/all-rules.ts';
import { changedFrom } from '../../designs/design-difference.ts';
import { loadDesign } from '../../designs/load-design.ts';
import { searchOnThreads } from '../../checker/threads/search-on-threads.ts';
import { yosysVersion } from '../../forms/cost/area-of-design.ts';
import { widthAreaOptions, type WidthAreaOptions } from '../../inputs/options/area-options.ts';
import { choiceOption, coresOption, outputOption } from '../../inputs/options/common-options.ts';
import { inspectorLink, inspectorOption, requirePage, witnessLinks } from '../../inputs/options/inspector-links.ts';
import { drive } from '../../platform/drive.ts';
import { conclude } from '../run/standard-output.ts';
import { withOutputs } from '../../inputs/files/output-files.ts';

interface MinimizeOptions extends WidthAreaOptions {
  readonly profile: Profile['name'];
  readonly quick?: true;
  readonly cores: number;
  readonly output: string;
  readonly html?: string;
  readonly inspector?: string;
}

export function minimizeCommand(command: Command): Command {
  const quick = 'judge by quick checks alone: minutes instead of a quarter of an hour, but a full check may find more';
  command
    .argument('[design]', 'preset or design file to start from', 'full-quality')
    .addOption(choiceOption('--profile <name>', 'what is demanded', PROFILE_NAMES.slice(0, -1), 'd3d11.3'))
    .option('--quick', quick)
    .addOption(coresOption('cores that judge a design, each by other rules'))
    .addOption(outputOption('the narrowest design, a design file').default('narrowest.json'))
    .option('--html <file>', 'the trade between bits and error as one page with plots')
    .addOption(inspectorOption());
  return widthAreaOptions(command, 'beside the errors')
    .addHelpText(
      'after',
      `
Of each width it tells how far it goes, and the rule and the witness that one step less breaks.

Examples:
  texunit minimize
  texunit minimize mine.json --profile vulkan-1.4 --output narrow.json --html narrow.html
  texunit minimize mine.json --quick --area --html costs.html`,
    )
    .action(run);
}

async function run(name: string, options: MinimizeOptions): Promise<void> {
  requirePage(options);
  const start = loadDesign(name);
  const profile = withText(profileOf(options.profile, start.limits), start.text);
  const effort = options.quick === true ? 'quick' : 'full';
  const { cores } = options;
  if (options.area === true) await yosysVersion();
  const asking = searchMinimum(start, profile, ALL_RULES, effort);
  const steps = cores > 1 ? searchOnThreads(asking, profile, cores) : answered(asking, profile);
  await withOutputs({ inputs: [name], outputs: [options.output, options.html] }, async (files) => {
    const minimum = await drive(steps, ({ phase, field, value, check }) => ({
      what: phase === 'start' ? check.rule.id : `${phase}: ${field} ${value}, ${check.rule.id}`,
      part: (check.done + check.part) / check.rules,
    }));
    const gates = options.area === true ? await gatesOf(start, minimum, options) : null;
    const named = changedFrom(start, minimum.design, `${start.name}-${profile.name}-narrowest`);
    const found = `The narrowest widths found from ${start.name} that pass the ${effort} check of ${profile.name}`;
    const design = { ...named, description: `${found}: ${named.description}` };
    files.whole(options.output, `${JSON.stringify(design, null, 2)}\n`);
    if (options.html !== undefined) {
      const { inspector, html } = options;
      const links = inspector === undefined ? undefined : await linksOf(inspector, start, minimum, profile);
      files.whole(html, minimizeHtml(start.name, profile, minimum, gates, links));
    }
    conclude(files, (color) => minimizeTerminal(start.name, profile, minimum, gates, color));
  });
}

async function gatesOf(start: Design, minimum: Minimum, { cores, cache }: MinimizeOptions): Promise<MinimumGates> {
  const steps = gatesOfSweeps(start, minimum.alone, [start, minimum.design], cores, cache);
  const [of, [first, narrowest]] = await drive(steps, ({ module, part }) => ({ what: `area: ${module}`, part }));
  return { of, start: first, narrowest };
}

/** The links of the page: for a rule that one bit less breaks, its witness, or that design alone. */
export async function linksOf(
  inspector: string,
  start: Design,
  { design, together }: Minimum,
  profile: Profile,
): Promise<MinimizeLinks> {
  const failing = together.flatMap(({ parameter, narrowest, obstacle }) => {
    const verdict = obstacle?.verdict ?? null;
    const less = () => claiming(parameter.with(design, narrowest - 1));
    return verdict === null ? [] : [{ field: parameter.field, design: less(), ...verdict }];
  });
  const links = await witnessLinks(
    inspector,
    failing.map(({ design: one, rule, finding }) => ({
      design: one,
      rule: rule.id,
      search: witnessRequest(one, rule, profile, finding.witness),
    })),
  );
  return {
    start: inspectorLink(inspector, start),
    narrowest: inspectorLink(inspector, design),
    broken: new Map(failing.map(({ field, design: one }, n) => [field, links[n] ?? inspectorLink(inspector, one)])),
    width: (parameter, bits) => inspectorLink(inspector, claiming(parameter.with(start, bits))),
  };
}
