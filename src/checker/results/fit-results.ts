import type { LayerRounding, NearestLevelRule } from '../../../rtl-model/design/design.ts';
import type { Profile } from '../profiles.ts';
import { closestPresets, type Reproduction } from './closest-preset.ts';
import { fitEvidence } from './fit-evidence.ts';
import { fitLevelWeights, fitSubtexel } from './fit-grids.ts';
import { fitLayer, fitNearestLevel, type RuleFit } from './fit-nearest-rules.ts';
import type { GridFit } from './hypotheses.ts';
import type { LevelWeightFit } from './level-weight-curve.ts';
import { judgeLevelWeights, type LevelWeightVerdict } from './level-weight-finding.ts';
import type { ReportedVerdict } from '../rule.ts';
import type { MeasuredTrace } from './measured-trace.ts';
import { measuredWeights } from './measured-weights.ts';
import { precisionVerdicts } from './precision-verdicts.ts';

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
  const evidence = fitEvidence(trace);
  const subtexel = fitSubtexel(evidence);
  const weights = measuredWeights(evidence, subtexel);
  const levelWeights = fitLevelWeights(weights);
  return {
    subtexel,
    levelWeights,
    nearestLevel: fitNearestLevel(evidence, subtexel, levelWeights),
    layer: fitLayer(evidence, subtexel),
    presets: closestPresets(trace),
    precision: precisionVerdicts(subtexel, levelWeights, profile),
    levelWeightVerdict: judgeLevelWeights(trace, weights, profile),
  };
}
