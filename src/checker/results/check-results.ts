import { claimed } from '../profiles.ts';
import { type FittedResults, fitResults } from './fit-results.ts';
import { type JudgedResults, judgeResults, type Standard } from './judge-results.ts';
import type { ReportedVerdict } from '../rule.ts';
import type { MeasuredTrace } from './measured-trace.ts';

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
  const profile = standard.kind === 'profile' ? standard.profile : claimed(standard.design.limits);
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
