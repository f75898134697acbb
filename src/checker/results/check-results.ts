import { claimed, type Profile, withText } from '../profiles.ts';
import { type JudgedResults, judgeResults, type Standard } from './judge-results.ts';
import type { ReportedVerdict } from '../rule.ts';
import type { MeasuredTrace } from './measured-trace.ts';
import type { LayerRounding, NearestLevelRule } from '../../../rtl-model/design/design.ts';
import { closestPresets, type Reproduction } from './closest-preset.ts';
import { fitEvidence } from './fit-evidence.ts';
import { type LevelWeightFit, measuredWeights } from './level-weights.ts';
import { fitBetweenLevels, fitLevelWeights, fitSubtexel, gridOnly } from './fit-grids.ts';
import { fitLayer, fitNearestLevel, type RuleFit } from './fit-nearest-rules.ts';
import type { GridFit } from './hypotheses.ts';
import { judgeLevelWeights, type LevelWeightVerdict, precisionVerdicts } from './fitted-verdicts.ts';

/** All that somebody's results show: plain data, which JSON holds. */
export interface ResultsCheck extends JudgedResults {
  readonly file: string;
  /** The standard of the results: the name of a profile or of a design. */
  readonly standard: string;
  /** Those of the single results, then those that all together show. */
  readonly verdicts: readonly ReportedVerdict[];
  readonly fitted: FittedResults;
}

/**
 * Judges results one by one, and estimates from all of them what unit they came from. A design as the standard is asked
 * for the bits that it claims.
 */
export function* checkResults(trace: MeasuredTrace, standard: Standard): Generator<number, ResultsCheck> {
  const judged = yield* judgeResults(trace, standard);
  const profile =
    standard.kind === 'profile' ? standard.profile : withText(claimed(standard.design.limits), standard.design.text);
  const fitted = fitResults(trace, profile);
  const together = [...fitted.precision, ...(fitted.levelWeightVerdict === null ? [] : [fitted.levelWeightVerdict])];
  return {
    file: trace.file,
    standard: standard.kind === 'profile' ? standard.profile.name : standard.design.name,
    ...judged,
    verdicts: [...judged.verdicts, ...together],
    fitted,
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

/** Estimates widths and rules from results alone; the presets are run on the same requests. */
export function fitResults(trace: MeasuredTrace, profile: Profile): FittedResults {
  const evidence = fitEvidence(trace, profile.text);
  const subtexel = fitSubtexel(evidence) ?? fitBetweenLevels(evidence, profile);
  const weights = measuredWeights(evidence, subtexel, profile);
  const levelWeights = fitLevelWeights(weights);
  return {
    subtexel: subtexel && gridOnly(subtexel),
    levelWeights,
    nearestLevel: fitNearestLevel(evidence, subtexel, levelWeights),
    layer: fitLayer(evidence, subtexel),
    presets: closestPresets(trace),
    precision: precisionVerdicts(subtexel, levelWeights, profile),
    levelWeightVerdict: judgeLevelWeights(trace, weights, profile),
  };
}
