import { Command, Option } from 'commander';
import type { Design } from '../../../rtl-model/design/design.ts';
import { check } from '../../checker/check.ts';
import { type ErrorMap, errorMap } from '../../checker/probes/error-map.ts';
import { PROFILE_NAMES, type Profile, profileOf } from '../../checker/profiles.ts';
import { checkHtml } from '../../checker/report/check-html.ts';
import { checkJson } from '../../checker/report/check-json.ts';
import { checkJunit } from '../../checker/report/check-junit.ts';
import { type CheckReport, passed } from '../../checker/report/check-report.ts';
import { checkTerminal } from '../../checker/report/check-terminal.ts';
import { fitText } from '../../checker/report/fit-text.ts';
import { checkResults, type ResultsCheck } from '../../checker/results/check-results.ts';
import type { Effort, Rule } from '../../checker/rule.ts';
import { ALL_RULES } from '../../checker/rules/all-rules.ts';
import { designSubject } from '../../checker/subject.ts';
import { ACCESS_FEATURES, type AccessFeature } from '../../specification/texels/reading.ts';
import { loadDesign } from '../../designs/load-design.ts';
import { inputName } from '../files/file-input.ts';
import { drive } from '../run/drive.ts';
import { interruptible } from '../run/interrupt.ts';
import type { OutputFiles } from '../files/output-files.ts';
import { conclude } from '../run/standard-output.ts';
import { checkResultOptions, type MeasuredFiles, readMeasured } from '../sources/measured-results.ts';
import { columnMap } from '../options/column-map.ts';
import { RESULT_FIELDS, type ResultColumnNames } from '../../../traces/requests/result-csv.ts';
import { UsageError } from '../files/usage-error.ts';
import { VERSION } from '../run/version.ts';

const COLUMNS = 'id=request,r=red';

interface CheckOptions {
  readonly profile: Profile['name'];
  readonly results?: string;
  readonly requests?: string;
  readonly map?: ResultColumnNames;
  readonly feature?: readonly AccessFeature[];
  readonly rule?: readonly string[];
  readonly quick?: true;
  readonly json?: string;
  readonly junit?: string;
  readonly html?: string;
}

/**
 * texunit check
 *
 * @param fails is called when a rule fails
 */
export function checkCommand(fails: () => void): Command {
  return new Command('check')
    .description("Judge a design, or somebody's results, by what D3D11.3 or Vulkan demand, rule by rule.")
    .argument('[design]', 'preset or design file', 'full-quality')
    .option(
      '--results <file>',
      'judge these instead: a request trace with measured results (traces/FORMAT.md), - for standard input',
    )
    .option('--requests <file>', 'the requests, where --results has no more than results: a result trace, or CSV')
    .option('--map <list>', `columns of a CSV that have other names: ${COLUMNS}`, columnMap(RESULT_FIELDS, COLUMNS))
    .addOption(
      new Option('--profile <name>', 'what is demanded; claimed: Vulkan with the limits that the design states')
        .choices(PROFILE_NAMES)
        .default('d3d11.3'),
    )
    .addOption(
      new Option(
        '--feature <name...>',
        'features of the Vulkan device that gave the results (default: those that the version requires)',
      ).choices(ACCESS_FEATURES),
    )
    .option('--rule <id...>', 'only these rules, or those whose ids begin so')
    .option('--quick', 'fewer cases: seconds instead of minutes')
    .option('--json <file>', 'the verdicts for machines')
    .option('--junit <file>', 'the verdicts as JUnit XML')
    .option('--html <file>', 'the verdicts as one page with plots')
    .addHelpText(
      'after',
      `
Exit code: 0 when every rule passes, 1 when one fails, 2 when something is wrong with what was given.

Examples:
  texunit check
  texunit check mine.json --profile vulkan-1.4 --html check.html
  texunit check d3d11.3-minimum --rule d3d11.3/7.18.10 --quick
  texunit check --results traces/hardware/amd-rdna1-level-weights.jsonl --html rdna1.html
  texunit check --requests requests.jsonl --results results.jsonl --profile vulkan-1.4
  texunit check --requests requests.jsonl --results readback.csv --map id=request,r=red`,
    )
    .action(async (name: string, options: CheckOptions) => {
      const report = await judge(name, options);
      if (!passed(report)) fails();
    });
}

async function judge(name: string, options: CheckOptions): Promise<CheckReport> {
  const design = loadDesign(name);
  const profile = profileOf(options.profile, design.limits, options.feature);
  if (options.feature !== undefined && profile.specification !== 'Vulkan') {
    throw new UsageError(`--feature ${options.feature.join(' ')}: only Vulkan has such features, not ${profile.name}`);
  }
  const effort = options.quick === true ? 'quick' : 'full';
  checkResultOptions(options);
  const start = performance.now();
  return interruptible(async (files) => {
    const judged =
      options.results === undefined
        ? { subject: design.name, verdicts: await judgeDesign(design, profile, effort, options.rule) }
        : await judgeTrace({ ...options, results: options.results }, profile, design);
    const { subject, verdicts, results } = { results: undefined, ...judged };
    const seconds = (performance.now() - start) / 1000;
    const report = { texunit: VERSION, subject, profile, effort, seconds, verdicts } as const;
    const map = results === undefined ? errorMap(designSubject(design)) : undefined;
    writeReports(files, report, options, results, map);
    const fit = results === undefined ? '' : `\n${fitText(results)}`;
    conclude(files, (color) => `${checkTerminal(report, color)}${fit}`);
    return report;
  });
}

function judgeDesign(design: Design, profile: Profile, effort: Effort, ids: readonly string[] | undefined) {
  const rules = chosenRules(profile, ids);
  return drive(check(designSubject(design), profile, effort, rules), ({ rule, done, part, rules: all }) => ({
    what: rule.id,
    part: (done + part) / all,
  }));
}

/** @param design that is the standard under the profile `claimed` */
async function judgeTrace(files: MeasuredFiles, profile: Profile, design: Design) {
  const name = inputName(files.results);
  const trace = await readMeasured(files, design.limits);
  const standard =
    profile.name === 'claimed' ? ({ kind: 'design', design } as const) : ({ kind: 'profile', profile } as const);
  const results = await drive(checkResults(trace, standard), (part) => ({ what: name, part }));
  return { subject: name, verdicts: results.verdicts, results };
}

/** @throws UsageError when no rule of the profile is meant */
function chosenRules(profile: Profile, ids: readonly string[] | undefined): readonly Rule[] {
  const demanded = ALL_RULES.filter((rule) => rule.applies(profile));
  if (ids === undefined) return demanded;
  for (const id of ids) {
    if (!demanded.some((rule) => rule.id.startsWith(id))) {
      const known = demanded.map((rule) => rule.id).join(', ');
      throw new UsageError(`--rule ${id}: no rule of ${profile.name} begins so, expected one of ${known}`);
    }
  }
  return demanded.filter((rule) => ids.some((id) => rule.id.startsWith(id)));
}

function writeReports(
  files: OutputFiles,
  report: CheckReport,
  { json, junit, html }: CheckOptions,
  results: ResultsCheck | undefined,
  map: ErrorMap | undefined,
): void {
  if (json !== undefined) files.whole(json, checkJson(report, results));
  if (junit !== undefined) files.whole(junit, checkJunit(report));
  if (html !== undefined) files.whole(html, checkHtml(report, map));
}
