import type { Profile } from '../profiles.ts';
import type { SubtexelFit } from './fit-subtexel.ts';
import type { RequestPlace } from './hypotheses.ts';
import type { ResultVerdict } from './judge-results.ts';
import type { LevelWeightFit } from './level-weight-curve.ts';

/**
 * Judges the bits that were fitted. A grid one bit too coarse, rounded to nearest, is within a neighbour of every number
 * on the finer grid, so where any rounding is allowed no single result gives it away, but all of them together do.
 */
export function precisionVerdicts(
  subtexel: SubtexelFit | null,
  levelWeights: LevelWeightFit | null,
  { specification, subTexelPrecisionBits, mipmapPrecisionBits }: Profile,
): readonly ResultVerdict[] {
  const d3d11 = specification === 'D3D11.3';
  const verdicts: ResultVerdict[] = [];
  if (subtexel !== null) {
    const rule = {
      id: 'results/subtexel-bits',
      specification,
      section: d3d11 ? '7.18.16.1' : 'Required Limits',
      title: 'Linear weights have the fraction bits of texel coordinates',
      limit: `at least ${subTexelPrecisionBits} bits`,
      method: 'the coarsest grid that the linear weights of all results lie on',
      unit: 'bits',
    } as const;
    verdicts.push({ rule, finding: bitsFinding(subtexel, subTexelPrecisionBits) });
  }
  if (levelWeights !== null) {
    const rule = {
      id: 'results/mip-bits',
      specification,
      section: d3d11 ? '7.18.16.1' : 'Required Limits',
      title: 'Weights of levels have the fraction bits of the LOD',
      limit: `at least ${mipmapPrecisionBits} bits`,
      method: 'the coarsest grid that the weights between levels lie on',
      unit: 'bits',
    } as const;
    verdicts.push({ rule, finding: bitsFinding(levelWeights, mipmapPrecisionBits) });
  }
  return verdicts;
}

interface BitsFit {
  readonly bits: number;
  readonly atLeast: boolean;
  readonly requests: number;
  readonly contradicts: number;
  readonly against: readonly RequestPlace[];
}

/** Bits that are only known to be so many or more do not speak against anything. */
function bitsFinding({ bits, atLeast, requests, contradicts }: BitsFit, required: number) {
  const pass = bits >= required || atLeast;
  return {
    pass,
    required,
    measured: bits,
    margin: pass ? Math.max(0, bits - required) : bits - required,
    witness: pass
      ? null
      : {
          inputs: { requests: String(requests) },
          raw: { contradicting: String(contradicts) },
          expected: `weights on a grid of ${required} bits or more`,
          got: `weights on a grid of ${bits} bits`,
        },
    cases: { tried: requests, exhaustive: false, seed: null },
  };
}
