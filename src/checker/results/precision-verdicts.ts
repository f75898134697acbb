import type { Profile } from '../profiles.ts';
import type { GridFit } from './hypotheses.ts';
import type { ReportedVerdict } from '../rule.ts';

/**
 * Judges the bits that were fitted. A grid one bit too coarse, rounded to nearest, is within a neighbour of every number
 * on the finer grid, so where any rounding is allowed no single result gives it away, but all of them together do.
 */
export function precisionVerdicts(
  subtexel: GridFit | null,
  levelWeights: GridFit | null,
  { specification, subTexelPrecisionBits, mipmapPrecisionBits }: Profile,
): readonly ReportedVerdict[] {
  const verdict = (fit: GridFit | null, required: number, id: string, title: string, weights: string) => {
    if (fit === null) return [];
    const section = specification === 'D3D11.3' ? '7.18.16.1' : 'Required Limits';
    const method = `the coarsest grid that the ${weights} lie on`;
    const rule = {
      id,
      specification,
      section,
      title,
      limit: `at least ${required} bits`,
      method,
      unit: 'bits',
    } as const;
    return [{ rule, finding: bitsFinding(fit, required) }];
  };
  return [
    ...verdict(
      subtexel,
      subTexelPrecisionBits,
      'results/subtexel-bits',
      'Linear weights have the fraction bits of texel coordinates',
      'linear weights of all results',
    ),
    ...verdict(
      levelWeights,
      mipmapPrecisionBits,
      'results/mip-bits',
      'Weights of levels have the fraction bits of the LOD',
      'weights between levels',
    ),
  ];
}

/** Bits that are only known to be so many or more do not speak against anything. */
function bitsFinding({ bits, atLeast, requests, contradicts }: GridFit, required: number) {
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
