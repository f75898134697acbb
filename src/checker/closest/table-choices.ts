import { DIRECTED, Measurement } from '../probes/measurement.ts';
import type { Profile } from '../profiles.ts';
import type { ReportedRule, ReportedVerdict } from '../rule.ts';
import { fitEvidence } from './fit-evidence.ts';
import { layerTrials, levelTrials } from './fit-nearest-rules.ts';
import type { GridFit, Trial } from './hypotheses.ts';
import type { MeasuredTrace } from '../judge/measured-trace.ts';
import { requestInputs } from '../judge/result-witness.ts';

/** The largest residual, in codes, that explains a result, and the least that contradicts it. */
const EXPLAINS = 0.5;
const CONTRADICTS = 2;

const CHOICES = [
  {
    id: 'results/array-layer-rule',
    section: '(u,v,w,a) to (i,j,k,l,n) Transformation and Array Layer Selection',
    title: 'Coordinates half way between two array layers are rounded by one rule throughout',
    limit: 'RNE(a) for all requests, or floor(a + 0.5) for all',
    trials: layerTrials,
  },
  {
    id: 'results/nearest-level-rule',
    section: 'Image Level(s) Selection',
    title: 'LODs half way between two levels are rounded by one rule throughout',
    limit: "ceil(d' + 0.5) - 1 for all requests, or floor(d' + 0.5) for all",
    trials: levelTrials,
  },
] as const;

/**
 * Judges the choices that Vulkan leaves to an implementation, which must be the same for all requests of a table. Each
 * request alone may have either choice. D3D11.3 leaves no such choice. The verdict is open where no request
 * distinguishes one rule from the other.
 */
export function tableVerdicts(
  trace: MeasuredTrace,
  subtexel: GridFit | null,
  profile: Profile,
): readonly ReportedVerdict[] {
  if (profile.specification !== 'Vulkan') return [];
  const evidence = fitEvidence(trace);
  return CHOICES.flatMap(({ trials, ...text }) => {
    const decided = trials(evidence, subtexel).flatMap((trial) => decidedBy(trial) ?? []);
    if (decided.length === 0) return [];
    const method = 'the rule that each request half way between two shows';
    const rule: ReportedRule = { ...text, specification: 'Vulkan', method, unit: 'cases' };
    const [first, second] = [0, 1].map((chosen) => decided.filter((one) => one.chosen === chosen));
    const [many, few] = first.length >= second.length ? [first, second] : [second, first];
    const found = new Measurement();
    for (const { trial } of [...many, ...few]) {
      const { quad, lane } = trial.evidence.lane;
      found.judge(
        few.every((other) => other.trial !== trial),
        () => ({
          inputs: requestInputs(trace, quad, lane),
          raw: { 'requests by the one rule': String(many.length), 'by the other': String(few.length) },
          expected: 'the rule that the other requests show',
          got: 'the other rule',
        }),
      );
    }
    return [{ rule, finding: found.atMost(0, DIRECTED) }];
  });
}

/** The rule that explains a result that the other one contradicts. */
function decidedBy(trial: Trial): { readonly trial: Trial; readonly chosen: number } | null {
  const chosen = trial.residuals.findIndex((residual) => residual <= EXPLAINS);
  const contradicts = trial.residuals.some((residual) => residual >= CONTRADICTS);
  return chosen >= 0 && contradicts ? { trial, chosen } : null;
}
