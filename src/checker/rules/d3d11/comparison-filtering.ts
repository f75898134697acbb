import { d3d11Instruction } from '../../../../rtl-model/state/d3d11-instruction.ts';
import { COMPARE_OPS, type CompareOp } from '../../../../rtl-model/state/sampler.ts';
import { addressed, LINEAR, POINT } from '../../probes/states.ts';
import { filteredTexels } from '../../../specification/filtering/linear-filter.ts';
import { seeded } from '../../probes/measurement.ts';
import type { JudgedRequests } from '../../probes/judged-requests.ts';
import { texelImage } from '../../probes/texel-image.ts';
import { measuredByD3d11, specifiedByD3d11 } from '../kinds/specification-rule.ts';
import type { MeasuredStep } from '../../probes/requests.ts';

const SAMPLE_C_LZ = d3d11Instruction('sample_c_lz');
const CODES = 0xffff;

const DEPTHS = [0, 1, 2, 0x7fff, 0x8000, 0xfffe, CODES];
const FLOAT_DEPTHS = [0, 0.25, 0.5, 0.75, 1];
const FLOAT_REFERENCES = [...FLOAT_DEPTHS, 0.5 + 2 ** -24, 0.5 - 2 ** -25, 0.1, 0.9];
/** Distances of a reference from a code, in codes: beyond the tie by the tolerance at least, or well before it. */
const BESIDE = [-0.75, -0.61, -0.3, -0.1, 0.1, 0.3, 0.61, 0.75];

/** Point samples of every texel, compared with every reference. */
function comparisons(op: CompareOp, format: string, texels: readonly number[], references: readonly number[]) {
  const count = texels.length;
  return {
    image: texelImage(format, { width: 8, height: 1 }, ({ i }) => [texels[Math.min(i, count - 1)]]),
    sampler: { ...POINT, ...addressed('clamp_to_edge'), compareEnable: true, compareOp: op },
    instruction: SAMPLE_C_LZ,
    count: count * references.length,
    operands: (n) => ({ s: ((n % count) + 0.5) / 8, t: 0.5, dref: references[Math.floor(n / count)] }),
  } satisfies JudgedRequests;
}

export const COMPARISON = specifiedByD3d11('22.4.19/comparison', {
  title: 'Every texel gives 1.0 where the clamped reference compares with it as the function says, else 0.0',
  limit: 'no other outcome',
  method:
    'every comparison function; point samples of seven depths of D16_UNORM with references many codes away, at the ends and ' +
    'out of range, of D32_FLOAT with references equal, next and far',
  requests: () =>
    COMPARE_OPS.flatMap((op) => [
      comparisons(op, 'd16_unorm', DEPTHS, [0, 1, 100 / CODES, 0.25, 0.75, -1e30, 2, Infinity, -Infinity]),
      comparisons(op, 'd32_sfloat', FLOAT_DEPTHS, FLOAT_REFERENCES),
    ]),
});

export const COMPARISON_QUANTIZED = specifiedByD3d11('22.4.19/comparison-quantized', {
  title: 'The reference is quantized to the precision of the texture format before it is compared',
  limit: 'no other outcome than with a code within 0.6 ULP of the reference (3.2.3.6)',
  method:
    'every comparison function; point samples of D16_UNORM with references 0 to 0.75 of a code beside seven depths',
  requests() {
    const references = DEPTHS.flatMap((code) => [0, ...BESIDE].map((beside) => (code + beside) / CODES));
    return COMPARE_OPS.map((op) => comparisons(op, 'd16_unorm', DEPTHS, references));
  },
});

const ONE = 256;

export const COMPARISON_FILTER = measuredByD3d11('22.4.19/comparison-filter', {
  title: 'Comparisons are filtered, not depths: every texel counts 1.0 or 0.0 with its weight',
  limit: 'half a unit of UNORM16 for each of two lerps from the exact sum of weights (7.18.16.2)',
  method:
    'all 16 outcomes of 2x2 texels of D16_UNORM and of D32_FLOAT, with random pairs of 8-bit weights; with all pairs, where ' +
    'a single texel passes (not for quick)',
  unit: 'value',
  atMost: 1 / CODES,
  chosen: seeded(0x2241),
  steps({ effort, bits }) {
    const all = ONE * ONE;
    const random = effort === 'full' ? 1024 : 256;
    // Depths are far from each other and from the reference: filtered depths would compare otherwise.
    const formats = [
      { format: 'd16_unorm', depths: [10_000, 60_000] },
      { format: 'd32_sfloat', depths: [0.2, 0.9] },
    ];
    return formats.flatMap(({ format, depths }) =>
      Array.from({ length: 16 }, (_, outcome): MeasuredStep => {
        const passing = [0, 1, 2, 3].map((texel) => (outcome >> texel) & 1);
        const every = effort === 'full' && passing.indexOf(1) >= 0 && passing.indexOf(1) === passing.lastIndexOf(1);
        const pairs = Array.from({ length: every ? all : random }, (__, n) => (every ? n : bits.below(all)));
        const weights = (n: number) => [pairs[n] % ONE, Math.floor(pairs[n] / ONE)];
        return {
          image: texelImage(format, { width: 2, height: 2 }, ({ i, j }) => [depths[passing[i + 2 * j]]]),
          sampler: { ...LINEAR, ...addressed('clamp_to_edge'), compareEnable: true, compareOp: 'less' },
          instruction: SAMPLE_C_LZ,
          count: pairs.length,
          operands(n) {
            const [u, v] = weights(n);
            return { s: (u / ONE + 0.5) / 2, t: (v / ONE + 0.5) / 2, dref: 0.5 };
          },
          measure([got], n, off) {
            const expected = filteredTexels(passing, weights(n));
            off(Math.abs(got - expected), () => [
              expected,
              got,
              { comparisons: passing.join(', '), weights: `${weights(n).join(', ')} (0.8)` },
            ]);
          },
        };
      }),
    );
  },
});

export const COMPARISON_FILTERING_RULES = [COMPARISON, COMPARISON_QUANTIZED, COMPARISON_FILTER];
