import { atLeast, DIRECTED, plotOf } from '../../../probes/measurement.ts';
import { lastLevelOf, measureLods } from '../../../probes/measured-lod.ts';
import { caseWitness } from '../../../probes/requests.ts';
import type { Finding, Progress } from '../../../rule.ts';
import type { Subject } from '../../../subject.ts';
import { lodAccuracy, measuredByVulkan, vulkanRule } from '../../kinds/specification-rule.ts';

const TYPE = '1d';
const LAST = lastLevelOf(TYPE);
/** Sums of biases that are tried, as parts of the claimed limit. */
const PARTS = [0, 0.125, 0.5, 0.75, 0.9375, 1, 1.0625, 1.5, 2];

/** A sum of biases, how it is put together, and the footprint that brings it between the levels. */
interface BiasCase {
  readonly sampler: number;
  readonly operand: number;
  /** In texels, a power of two. */
  readonly magnitude: number;
}

/** The footprint of each case selects the middle level after the expected bias, so that a wrong bias stays between the levels. */
function biasCases(limit: number): readonly BiasCase[] {
  return PARTS.flatMap((part) =>
    [1, -1].flatMap((sign) => {
      const sum = sign * part * limit;
      const applied = sign * Math.min(part, 1) * limit;
      const magnitude = 2 ** Math.round(LAST / 2 - applied);
      const samplers = [0, Math.max(-limit, Math.min(limit, sum)), sum / 2];
      return samplers.map((sampler) => ({
        sampler: Math.fround(sampler),
        operand: Math.fround(sum - sampler),
        magnitude,
      }));
    }),
  );
}

interface BiasMeasure {
  readonly sum: number;
  readonly effect: number;
  /** True if the LOD lies between the first and the last level, so that neither hides a part of the effect. */
  readonly whole: boolean;
  readonly inputs: Readonly<Record<string, number>>;
}

/** The effect of biases on lambda': the LOD of a sample less the LOD that a query returns without a bias. */
function* biasEffects(subject: Subject, limit: number): Generator<Progress, readonly BiasMeasure[]> {
  const cases = biasCases(limit);
  const found: BiasMeasure[] = [];
  for (const [k, { sampler, operand, magnitude }] of cases.entries()) {
    const footprint = Float64Array.of(magnitude, 0, 0, 0, 0, 0);
    const [base] = yield* measureLods(subject, { type: TYPE, method: 'query' }, [footprint]);
    const question = { type: TYPE, method: 'gradient', sampler: { mipLodBias: sampler }, bias: operand } as const;
    const [biased] = yield* measureLods(subject, question, [footprint]);
    yield (k + 1) / cases.length;
    const inputs = { mipLodBias: sampler, bias: operand, m_ux: magnitude };
    found.push({
      sum: Math.fround(sampler + operand),
      effect: biased - base,
      whole: biased > 0 && biased < LAST,
      inputs,
    });
  }
  return found;
}

const BIAS_PLOT = { title: 'What a bias adds to the LOD', x: 'bias', y: 'LOD' };

const LOD_BIAS_CLAMP = measuredByVulkan('LOD Operation/bias-clamp', {
  title: 'The sum of the biases counts up to the claimed maxSamplerLodBias, and no further',
  limit:
    "lambda' - lambda_base = clamp(sampler.bias + Bias, -maxSamplerLodBias, maxSamplerLodBias), each of the two LODs accurate " +
    'to 2^-mipmapPrecisionBits',
  method:
    'sums of 0 to 2 times the claimed limit, of either sign, from the sampler, the operand or both; OpImageQueryLod ' +
    'without a bias against a sample with it between numbered levels',
  unit: 'LOD',
  atMost: lodAccuracy(2),
  plot: BIAS_PLOT,
  *measure({ subject, limits: { maxSamplerLodBias: limit }, off, curve }) {
    for (const { sum, effect, inputs } of yield* biasEffects(subject, limit)) {
      const expected = Math.max(-limit, Math.min(limit, sum));
      curve().push([sum, effect]);
      off.add(Math.abs(effect - expected), () =>
        caseWitness(inputs, `${expected} on top of the LOD without a bias`, effect),
      );
    }
  },
});

const LOD_BIAS_REACH = vulkanRule('Required Limits/max-sampler-lod-bias', {
  title: 'LOD biases reach maxSamplerLodBias',
  limit:
    'a bias of either sign takes effect up to 2 (Vulkan 1.0), 14 (1.4) or what is claimed, within 2 * 2^-mipmapPrecisionBits',
  method:
    'as the clamp of the bias, for the required and the claimed limit: the smaller of the largest effects of either sign',
  unit: 'LOD',
  *check(subject, profile): Generator<Progress, Finding> {
    const required = profile.maxSamplerLodBias;
    const all = [
      ...(yield* biasEffects(subject, required)),
      ...(yield* biasEffects(subject, subject.design.limits.maxSamplerLodBias)),
    ];
    const none = { sum: 0, effect: 0, whole: true, inputs: {} };
    const effects = [none, ...all.filter(({ whole }) => whole)];
    const most = effects.reduce((a, b) => (b.effect > a.effect ? b : a));
    const least = effects.reduce((a, b) => (b.effect < a.effect ? b : a));
    const weaker = most.effect < -least.effect ? most : least;
    return atLeast(required - 2 * 2 ** -profile.mipmapPrecisionBits, Math.abs(weaker.effect), {
      witness: caseWitness(weaker.inputs, `${required} or more`, weaker.effect),
      cases: { tried: all.length, ...DIRECTED },
      plots: [plotOf(BIAS_PLOT, { measured: effects.map(({ sum, effect }) => [sum, effect]) })],
    });
  },
});

export const LOD_BIAS_RULES = [LOD_BIAS_CLAMP, LOD_BIAS_REACH];
