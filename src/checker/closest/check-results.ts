import { claimed, type Profile, withText } from '../profiles.ts';
import { type JudgedResults, judgeResults, type WrongResult } from '../attribute/judge-results.ts';
import type { ReportedVerdict } from '../rule.ts';
import type { MeasuredTrace } from '../judge/measured-trace.ts';
import type { Design, LayerRounding, NearestLevelRule } from '../../../rtl-model/design/design.ts';
import { closestPresets, reproduction, type Reproduction } from './closest-preset.ts';
import type { CapturedApi } from '../../../traces/requests/request-reader.ts';
import { type ClosestDesign, closestDesign } from './closest-design.ts';
import { fitEvidence } from './fit-evidence.ts';
import { type LevelWeightFit, measuredWeights } from './level-weights.ts';
import { fitBetweenLevels, fitLevelWeights, fitSubtexel, gridOnly } from './fit-grids.ts';
import { fitLayer, fitNearestLevel, type RuleFit } from './fit-nearest-rules.ts';
import type { FaultyUnit } from '../attribute/faults.ts';
import type { GridFit } from './hypotheses.ts';
import { judgeLevelWeights, type LevelWeightVerdict, precisionVerdicts } from './fitted-verdicts.ts';
import { tableVerdicts } from './table-choices.ts';
import type { LaneVerdicts, Standard } from '../judge/judge-lanes.ts';

/** All that somebody's results show: plain data, which JSON holds. */
export interface ResultsCheck extends JudgedTable {
  readonly file: string;
  /** The API that the results came from; absent where the trace does not say it. */
  readonly api?: CapturedApi;
  /** The standard of the results: the name of a profile or of a design. */
  readonly standard: string;
  /** Requests, with a result or without. */
  readonly requests: number;
  /** The design that was named, as it reproduces the results; null where none was. */
  readonly named: Reproduction | null;
  /** The design that reproduces the most results; null where none can run the requests. */
  readonly closest: ClosestDesign | null;
}

/** The verdicts on a table: those of its single results, and those of all together. */
export interface JudgedTable extends JudgedResults {
  /** The single results first. */
  readonly verdicts: readonly ReportedVerdict[];
  readonly fitted: FittedResults;
}

/**
 * Judges results one by one, then all together. A design that is the standard must have the bits that it claims.
 *
 * @param known as `judgeResults`
 */
export function* judgeTable(
  trace: MeasuredTrace,
  standard: Standard,
  known: LaneVerdicts | null = null,
): Generator<number, JudgedTable> {
  const judged = yield* judgeResults(trace, standard, known);
  const profile =
    standard.kind === 'profile' ? standard.profile : withText(claimed(standard.design.limits), standard.design.text);
  const fitted = fitResults(trace, profile, judged.wrong);
  const together = [...fitted.precision, ...(fitted.levelWeightVerdict === null ? [] : [fitted.levelWeightVerdict])];
  const verdicts = withFits(judged.verdicts, [...together, ...tableVerdicts(trace, fitted.subtexel, profile)]);
  return { ...judged, verdicts, fitted };
}

/**
 * Judges results, and estimates the unit that they came from.
 *
 * @param known as `judgeResults`
 * @param named a design whose results they may be
 */
export function* checkResults(
  trace: MeasuredTrace,
  standard: Standard,
  known: LaneVerdicts | null = null,
  named: Design | null = standard.kind === 'design' ? standard.design : null,
): Generator<number, ResultsCheck> {
  const judged = yield* judgeTable(trace, standard, known);
  return {
    file: trace.file,
    ...(trace.api && { api: trace.api }),
    standard: standard.kind === 'profile' ? standard.profile.name : standard.design.name,
    requests: trace.requests.length,
    ...judged,
    named: named && reproduction(trace, named),
    closest: yield* closestDesign(trace, judged.fitted.presets, judged.fitted, named),
  };
}

/** The properties that results show of their unit. Null where no request shows it. */
export interface FittedResults {
  readonly subtexel: GridFit | null;
  readonly levelWeights: LevelWeightFit | null;
  readonly nearestLevel: RuleFit<NearestLevelRule> | null;
  readonly layer: RuleFit<LayerRounding> | null;
  /** The presets, the closest first. */
  readonly presets: readonly Reproduction[];
  /** True if the bits are those of the profile. */
  readonly precision: readonly ReportedVerdict[];
  /** True if the weights between levels are the profile's. */
  readonly levelWeightVerdict: LevelWeightVerdict | null;
}

/**
 * Estimates widths and rules from results alone; the presets are run on the same requests.
 *
 * @param wrong results with a known fault: wrong coordinates or filters also distort weights between levels
 */
export function fitResults(trace: MeasuredTrace, profile: Profile, wrong: readonly WrongResult[] = []): FittedResults {
  const evidence = fitEvidence(trace, profile.text);
  const subtexel = fitSubtexel(evidence) ?? fitBetweenLevels(evidence, profile);
  const weights = measuredWeights(evidence, subtexel, profile);
  const spoiled = spoiledStates(trace, wrong);
  const judged = weights.filter(({ evidence: { lane } }) => !spoiled.has(trace.batch.state[lane.quad]));
  const levelWeights = fitLevelWeights(weights);
  return {
    subtexel: subtexel && gridOnly(subtexel),
    levelWeights,
    nearestLevel: fitNearestLevel(evidence, subtexel, levelWeights),
    layer: fitLayer(evidence, subtexel),
    presets: closestPresets(trace),
    precision: precisionVerdicts(subtexel, levelWeights, profile),
    levelWeightVerdict: judgeLevelWeights(trace, judged, profile),
  };
}

/** The states with results that a unit other than the LOD unit made wrong. */
function spoiledStates({ batch, requests }: MeasuredTrace, wrong: readonly WrongResult[]): ReadonlySet<number> {
  const ids = new Set(wrong.filter(({ rule }) => !rule.startsWith('results/lod-unit/')).map(({ id }) => id));
  return new Set(requests.flatMap(({ id }, quad) => (ids.has(id) ? [batch.state[quad]] : [])));
}

/** The unit that each fitted property belongs to. */
const UNITS: Readonly<Record<string, FaultyUnit>> = {
  'results/subtexel-bits': 'address-unit',
  'results/mip-bits': 'lod-unit',
  'results/level-weight': 'lod-unit',
};

/** The unit that a verdict on results names; null where it names none. */
export function unitOfVerdict({ rule, finding }: ReportedVerdict): string | null {
  return finding.group?.unit ?? UNITS[rule.id] ?? null;
}

/**
 * The verdicts of single results with those of all together. One fault has one finding: a fitted property that fails
 * joins the finding of a fault of its unit, as further evidence with its plots, or the property that failed before it.
 */
function withFits(judged: readonly ReportedVerdict[], fits: readonly ReportedVerdict[]): readonly ReportedVerdict[] {
  const faults = judged.filter(({ finding }) => finding.group !== undefined);
  const features = judged.filter(({ finding }) => finding.group === undefined);
  const joined = [...faults];
  const others: ReportedVerdict[] = [];
  for (const fit of fits) {
    const unit = unitOfVerdict(fit);
    const place = joined.findIndex((verdict) => unit !== null && unitOfVerdict(verdict) === unit);
    if (fit.finding.verdict !== 'fail') others.push(fit);
    else if (place < 0) joined.push(fit);
    else joined[place] = withEvidence(joined[place], fit);
  }
  return [...joined.toSorted((a, b) => shownBy(b) - shownBy(a)), ...features, ...others];
}

/** The results that show a fault: for a grid of too few bits, every request of the fit. */
export function shownBy({ rule, finding: { group, measured, cases } }: ReportedVerdict): number {
  if (group !== undefined) return measured;
  return rule.unit === 'bits' ? cases.tried : 0;
}

function withEvidence({ rule, finding }: ReportedVerdict, fit: ReportedVerdict): ReportedVerdict {
  const name = fit.rule.id.replace('results/', '');
  const { witness } = fit.finding;
  const raw = Object.entries(witness?.raw ?? {}).map(([field, value]) => [`${name} ${field}`, value] as const);
  const evidence = { ...Object.fromEntries(raw), [`${name} shown`]: witness?.got ?? '' };
  return {
    rule,
    finding: {
      ...finding,
      witness: finding.witness && { ...finding.witness, raw: { ...finding.witness.raw, ...evidence } },
      plots: [...(finding.plots ?? []), ...(fit.finding.plots ?? [])],
    },
  };
}
