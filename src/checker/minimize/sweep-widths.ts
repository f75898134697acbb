import type { Design } from '../../../rtl-model/design/design.ts';
import type { Profile } from '../profiles.ts';
import type { Rule } from '../rule.ts';
import type { Parameter } from './parameters.ts';
import { type SearchSteps, Search, type WidthSweep, type WidthTrial } from './search.ts';

const STEPS = [-1, 0, 1];

/**
 * Quick checks of a design with each of its parameters as it is, and a bit narrower and wider, the others as they are.
 *
 * @param rules that the design passes
 */
export function* sweepWidths(
  design: Design,
  profile: Profile,
  rules: readonly Rule[],
  parameters: readonly Parameter[],
): SearchSteps<readonly WidthSweep[]> {
  const search = new Search(profile, rules, 'quick');
  const sweeps: WidthSweep[] = [];
  for (const parameter of parameters) {
    const start = parameter.value(design)!;
    const trials: WidthTrial[] = [];
    for (const value of STEPS.map((step) => start + step)) {
      if (value < parameter.least || value > parameter.most) continue;
      const tried = parameter.with(design, value);
      const judgement = yield* search.judge(tried, 'quick', { phase: 'sweep', field: parameter.field, value });
      trials.push({ value, ...judgement });
    }
    sweeps.push({ parameter, start, trials });
  }
  return sweeps;
}
