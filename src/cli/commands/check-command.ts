import type { Command } from 'commander';
import type { Design, SpecificationText } from '../../../rtl-model/design/design.ts';
import { SPECIFICATION_TEXTS } from '../../../rtl-model/design/design-fields.ts';
import { check, type Verdict } from '../../checker/check.ts';
import { answered } from '../../checker/minimize/minimize.ts';
import { gatesOfSweeps, widthsWithGates } from '../../checker/minimize/gates-of-sweeps.ts';
import { sweepWidths } from '../../checker/minimize/sweep-widths.ts';
import { claiming } from '../../checker/minimize/search.ts';
import { errorMap, type ErrorMap } from '../../checker/probes/error-map.ts';
import { standardOf } from '../../checker/judge/judge-lanes.ts';
import { type Profile, PROFILE_NAMES, profileOf, withText } from '../../checker/profiles.ts';
import { measuredRequest, witnessRequest } from '../../apps/inspector/design/witness-request.ts';
import {
  inspectorLink,
  inspectorOption,
  linkedDesign,
  requirePage,
  witnessLinks,
} from '../../inputs/options/inspector-links.ts';
import { type CheckCosts, checkHtml, type CheckLinks } from '../../checker/report/check-html.ts';
import { checkJson } from '../../checker/report/check-json.ts';
import { checkJunit } from '../../checker/report/check-junit.ts';
import { type CheckReport, conforms } from '../../checker/report/check-report.ts';
import { checkTerminal } from '../../checker/report/check-terminal.ts';
import { failuresTable } from '../../checker/report/failures-table.ts';
import { checkResults, type ResultsCheck } from '../../checker/closest/check-results.ts';
import type { Effort, ReportedVerdict, Rule } from '../../checker/rule.ts';
import type { MeasuredTrace } from '../../checker/judge/measured-trace.ts';
import { ALL_RULES } from '../../checker/rules/all-rules.ts';
import { designSubject } from '../../checker/subject.ts';
import { checkResultsOnThreads } from '../../checker/threads/check-results-on-threads.ts';
import { checkOnThreads } from '../../checker/threads/check-on-threads.ts';
import { searchOnThreads } from '../../checker/threads/search-on-threads.ts';
import { yosysVersion } from '../../forms/cost/area-of-design.ts';
import { nearest } from '../../designs/closest.ts';
import { ACCESS_FEATURES, type AccessFeature } from '../../specification/texels/reading.ts';
import { loadDesign } from '../../designs/load-design.ts';
import { inputName } from '../../inputs/files/file-input.ts';
import { drive } from '../../platform/drive.ts';
import { conclude } from '../run/standard-output.ts';
import { type OutputFiles, withOutputs } from '../../inputs/files/output-files.ts';
import { checkResultOptions, readMeasured } from '../../inputs/workloads/measured-results.ts';
import { widthAreaOptions, type WidthAreaOptions } from '../../inputs/options/area-options.ts';
import { choiceOption, coresOption, type FileOptions } from '../../inputs/options/common-options.ts';
import type { ResultTable } from '../../../traces/results/result-csv.ts';
import { resultTableOptions } from '../../inputs/options/table-options.ts';
import { UsageError } from '../../inputs/files/usage-error.ts';
import { VERSION } from '../run/version.ts';

/** The options that name the measured files and the reports. */
type CheckFile = 'results' | 'requests' | 'json' | 'junit' | 'html' | 'failures' | 'closest';

interface CheckOptions extends WidthAreaOptions, ResultTable, FileOptions<CheckFile> {
  readonly profile: Profile['name'];
  readonly text?: SpecificationText;
  readonly feature?: readonly AccessFeature[];
  readonly rule?: readonly string[];
  readonly quick?: true;
  readonly cores: number;
  readonly inspector?: string;
}

/** texunit check. @param fails is called when a rule fails */
export function checkCommand(command: Command, fails: () => void): Command {
  const given = 'judge these instead: a request trace with measured results (traces/FORMAT.md), - for standard input';
  const profile = 'what is demanded; claimed: Vulkan with the limits that the design states';
  const text = "text of Vulkan whose readings are demanded; the design's own if left out";
  const feature = 'features of the Vulkan device that gave the results (default: those that the version requires)';
  resultTableOptions(command)
    .argument('[design]', 'preset or design file', 'full-quality')
    .option('--results <file>', given)
    .option('--requests <file>', 'the requests, where --results has no more than results: a result trace, or CSV')
    .addOption(choiceOption('--profile <name>', profile, PROFILE_NAMES, 'd3d11.3'))
    .addOption(choiceOption('--text <name>', text, SPECIFICATION_TEXTS))
    .addOption(choiceOption('--feature <name...>', feature, ACCESS_FEATURES))
    .option('--rule <id...>', 'only these rules, or those whose ids begin so')
    .option('--quick', 'fewer cases: seconds instead of minutes')
    .addOption(coresOption('cores that judge a design, each by other rules, or results, each other ones'))
    .option('--json <file>', 'the verdicts for machines')
    .option('--junit <file>', 'the verdicts as JUnit XML')
    .option('--html <file>', 'the verdicts as one page with plots')
    .addOption(inspectorOption())
    .option('--failures <file>', 'with --results: every result that is not allowed, as CSV, or as JSON (.json)')
    .option('--closest <file>', 'with --results: the design that reproduces the most results, as a design file');
  return widthAreaOptions(command, 'with --html, beside the errors')
    .addHelpText(
      'after',
      `
Exit code: 0 when no rule fails, 1 when one fails, 2 when something is wrong with what was given, or nothing could be
judged.

Examples:
  texunit check
  texunit check mine.json --profile vulkan-1.4 --html check.html
  texunit check d3d11.3-minimum --rule d3d11.3/7.18.10 --quick
  texunit check mine.json --quick --area --html costs.html
  texunit check --results traces/hardware/amd-rdna1-level-weights.jsonl --html rdna1.html
  texunit check --requests requests.jsonl --results results.jsonl --profile vulkan-1.4
  texunit check --requests requests.jsonl --results readback.csv --map id=request,r=red
  texunit check --results measured.jsonl --profile vulkan-1.4 --failures failures.csv --closest closest.json`,
    )
    .action(async (name: string, options: CheckOptions) => {
      const report = await judge(name, options);
      if (!conforms(report)) fails();
    });
}

async function judge(name: string, options: CheckOptions): Promise<CheckReport> {
  const onlyResults = (['failures', 'closest'] as const).find((option) => options[option] !== undefined);
  if (options.results === undefined && onlyResults !== undefined) {
    throw new UsageError(`--${onlyResults}: needs measured results, expected --results`);
  }
  if (options.area === true && (options.html === undefined || options.results !== undefined)) {
    throw new UsageError('--area: is part of the page of a design, expected --html and no --results');
  }
  if (/\.(jsonl(\.gz)?|parquet|csv)$/i.test(name)) {
    throw new UsageError(`${name}: is no design, expected --results ${name} for measured results`);
  }
  requirePage(options);
  const design = loadDesign(name);
  const text = textOf(options, design);
  const profile = withText(profileOf(options.profile, design.limits, options.feature), text);
  if (options.feature !== undefined && profile.specification !== 'Vulkan') {
    throw new UsageError(`--feature ${options.feature.join(' ')}: only Vulkan has such features, not ${profile.name}`);
  }
  const effort = options.quick === true ? 'quick' : 'full';
  checkResultOptions(options);
  if (options.area === true) await yosysVersion();
  const start = performance.now();
  const { json, junit, html, failures, closest, results, requests } = options;
  const paths = { inputs: [name, results, requests], outputs: [json, junit, html, failures, closest] };
  return withOutputs(paths, async (files) => {
    const trace = results === undefined ? null : await readMeasured({ ...options, results }, design.limits);
    const judged =
      trace === null
        ? { subject: design.name, verdicts: await judgeDesign(design, profile, effort, options) }
        : await judgeTrace(trace, profile, { ...design, text }, options);
    const seconds = (performance.now() - start) / 1000;
    const report: CheckReport = {
      texunit: VERSION,
      profile,
      effort,
      seconds,
      ...judged,
      ...(options.rule && { only: options.rule }),
    };
    const map = report.results === undefined ? errorMap(designSubject(design)) : undefined;
    const costs =
      options.area === true
        ? await costsOf(design, profile, report.verdicts as readonly Verdict[], options)
        : undefined;
    const { inspector } = options;
    const links = inspector === undefined ? undefined : await linksOf(inspector, design, report, trace);
    writeReports(files, report, options, { map, costs, links });
    conclude(files, (color) => checkTerminal(report, color));
    return report;
  });
}

/** @throws UsageError where --text names a text of Vulkan and the profile is d3d11.3 */
function textOf({ profile, text }: CheckOptions, design: Design): SpecificationText {
  if (text !== undefined && profile === 'd3d11.3') {
    throw new UsageError(`--text ${text}: is a text of Vulkan, and --profile is d3d11.3`);
  }
  return text ?? design.text;
}

function judgeDesign(design: Design, profile: Profile, effort: Effort, { rule: ids, cores }: CheckOptions) {
  const demanded = ALL_RULES.filter((rule) => rule.applies(profile));
  const rules = chosen(demanded, (rule) => rule.id, ids, `rule of ${profile.name}`);
  const threads = Math.min(cores, rules.length);
  if (threads > 1) {
    const steps = checkOnThreads(design, profile, effort, rules, threads);
    return drive(steps, ({ task, part }) => ({ what: rules[task].id, part }));
  }
  return drive(check(designSubject(design), profile, effort, rules), ({ rule, done, part, rules: all }) => ({
    what: rule.id,
    part: (done + part) / all,
  }));
}

/** The widths of a design a little narrower and wider: the rules that break then, and the gates. */
async function costsOf(
  design: Design,
  profile: Profile,
  verdicts: readonly Verdict[],
  { cores, cache }: CheckOptions,
): Promise<CheckCosts> {
  const passed = verdicts.filter(({ finding }) => finding.verdict !== 'fail').map(({ rule }) => rule);
  const asking = sweepWidths(design, profile, passed, widthsWithGates(design));
  const judging = cores > 1 ? searchOnThreads(asking, profile, cores) : answered(asking, profile);
  const sweeps = await drive(judging, ({ field, value, check: { rule, done, part, rules } }) => ({
    what: `${field} ${value}, ${rule.id}`,
    part: (done + part) / rules,
  }));
  const [gates] = await drive(gatesOfSweeps(design, sweeps, [], cores, cache), ({ module, part }) => ({
    what: `area: ${module}`,
    part,
  }));
  return { sweeps, gates };
}

/** @param design that is the standard under the profile `claimed`, and that the results may be those of */
async function judgeTrace(
  trace: MeasuredTrace,
  profile: Profile,
  design: Design,
  { results: file, rule, cores }: CheckOptions,
) {
  const name = inputName(file!);
  const standard = standardOf(profile, design);
  if (trace.requests.every(({ results }) => results === null)) {
    throw new UsageError(`${name}: no request has a result, expected "texel" or "texels" as in traces/FORMAT.md`);
  }
  const steps =
    cores > 1 ? checkResultsOnThreads(trace, standard, cores, design) : checkResults(trace, standard, null, design);
  const results = await drive(steps, (part) => ({ what: name, part }));
  if (results.open === results.judged) {
    const count = `${results.judged} results`;
    throw new UsageError(`${name}: nothing can be judged: ${results.standard} leaves all of the ${count} open`);
  }
  const verdicts = chosen(results.verdicts, ({ rule: { id } }) => id, rule, 'rule of these results');
  return { subject: name, verdicts, results };
}

/** The links of a page; those of results show the closest design, beside the one that was named. */
async function linksOf(
  inspector: string,
  named: Design,
  { profile, verdicts, results }: CheckReport,
  trace: MeasuredTrace | null,
): Promise<CheckLinks | undefined> {
  const failing = verdicts.filter(({ finding }) => finding.verdict === 'fail');
  const design = trace === null ? named : results?.closest?.file;
  if (design === undefined) return undefined;
  const second = trace === null ? 'none' : linkedDesign(named);
  const search = ({ rule, finding }: ReportedVerdict) =>
    trace === null
      ? witnessRequest(design, rule as Rule, profile, finding.witness)
      : measuredRequest(trace, finding.witness);
  const asked = failing.map((verdict) => ({ design, rule: verdict.rule.id, search: search(verdict) }));
  const links = await witnessLinks(inspector, asked);
  return {
    design: inspectorLink(inspector, design, { second }),
    witnesses: new Map(failing.map(({ rule: { id } }, n) => [id, links[n]])),
    width: (parameter, bits) => inspectorLink(inspector, claiming(parameter.with(design, bits))),
  };
}

const MOST_NAMES = 5;

/** The rules that ids or beginnings of ids name, all without any. @throws UsageError when one names none */
function chosen<T>(
  all: readonly T[],
  idOf: (rule: T) => string,
  ids: readonly string[] | undefined,
  what: string,
): readonly T[] {
  if (ids === undefined) return all;
  for (const id of ids) {
    if (all.some((rule) => idOf(rule).startsWith(id))) continue;
    const near = nearest(id, all.map(idOf)).slice(0, MOST_NAMES);
    const expected = near.length === 0 ? 'docs/checker.md lists them' : `the nearest are ${near.join(', ')}`;
    throw new UsageError(`--rule ${id}: no ${what} begins so; ${expected}`);
  }
  return all.filter((rule) => ids.some((id) => idOf(rule).startsWith(id)));
}

/** The parts of a page beside the report. */
interface CheckPageParts {
  readonly map: ErrorMap | undefined;
  readonly costs: CheckCosts | undefined;
  readonly links: CheckLinks | undefined;
}

function writeReports(
  files: OutputFiles,
  report: CheckReport,
  { json, junit, html, failures, closest }: CheckOptions,
  { map, costs, links }: CheckPageParts,
): void {
  const { results } = report;
  if (json !== undefined) files.whole(json, checkJson(report));
  if (junit !== undefined) files.whole(junit, checkJunit(report));
  if (html !== undefined) files.whole(html, checkHtml(report, map, costs, links));
  if (failures !== undefined) files.whole(failures, failuresTable(results!, failures));
  if (closest !== undefined) files.whole(closest, closestFile(results!));
}

/** @throws UsageError where no design can run the requests */
function closestFile({ closest }: ResultsCheck): string {
  if (closest === null) throw new UsageError('--closest: no preset can run the requests, so that no design is close');
  return `${JSON.stringify(closest.file, null, 2)}\n`;
}
