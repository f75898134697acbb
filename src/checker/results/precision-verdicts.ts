import { DIRECTED } from '../probes/measurement.ts';
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
  const grids = [
    {
      fit: subtexel,
      required: subTexelPrecisionBits,
      id: 'results/subtexel-bits',
      title: 'Linear weights have the fraction bits of texel coordinates',
      weights: 'linear weights of all results',
    },
    {
      fit: levelWeights,
      required: mipmapPrecisionBits,
      id: 'results/mip-bits',
      title: 'Weights of levels have the fraction bits of the LOD',
      weights: 'weights between levels',
    },
  ];
  return grids.flatMap(({ fit, required, id, title, weights }) => {
    if (fit === null) return [];
    const section = specification === 'D3D11.3' ? '7.18.16.1' : 'Required Limits';
    const limit = `at least ${required} bits`;
    const method = `the coarsest grid that the ${weights} lie on`;
    const rule = { id, specification, section, title, limit, method, unit: 'bits' } as const;
    return [{ rule, finding: bitsFinding(fit, required) }];
  });
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
    cases: { tried: requests, ...DIRECTED },
  };
}
