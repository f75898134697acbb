import { QUAD_LANES } from '../../../../rtl-model/registers/quad-batch.ts';
import { COMPARE_OPS, type CompareOp } from '../../../../rtl-model/state/sampler.ts';
import { hull } from '../../../specification/exact/interval.ts';
import { addressed, LINEAR, POINT, DREF_EXPLICIT_LOD } from '../../probes/states.ts';
import type { Form } from '../../probes/judged-requests.ts';
import { seeded } from '../../probes/measurement.ts';
import { askSteps, fillOf, laneBatch, type MeasuredStep, type Requests, stateOf } from '../../probes/requests.ts';
import { SeededBits } from '../../../platform/seeded-bits.ts';
import { texelImage } from '../../probes/texel-image.ts';
import type { Profile } from '../../profiles.ts';
import { SpecificationOracle } from '../../judge/specification-oracle.ts';
import { measuredByVulkan, type Measuring, specifiedByVulkan } from '../kinds/specification-rule.ts';

/** Stored depths, and those that D_ref can be equal to: float32 holds 0 and 1 alone of the UNORM depths. */
const FORMATS = [
  { name: 'd16_unorm', stored: [0, 1, 0x7fff, 0x8000, 0xfffe, 0xffff], one: 0xffff, held: [0, 1] },
  { name: 'd32_sfloat', stored: [-1, 0, 0.25, 0.5, 1, 2], one: 1, held: [-1, 0, 0.25, 0.5, 1, 2] },
];

/** D_ref between and beyond all depths, and at those that float32 holds. */
function references(depths: readonly number[], held: readonly number[]): readonly number[] {
  const between = depths
    .slice(1)
    .flatMap((depth, n) => [depth + (depths[n] - depth) / 4, depth + (depths[n] - depth) * 0.75]);
  return [-Infinity, -1e30, -1, -0.25, -1e-9, ...held, ...between, 1.0000001, 1.5, 3, 1e30, Infinity];
}

/**
 * "the precision of operations is implicitly limited by the specified format of texel data" (Vulkan: Numeric Representation
 * and Computation).
 */
const REFERENCE_FORMS = (
  [
    ['D_ref as it is', 'exact'],
    ['D_ref rounded to the UNORM format', 'quantized'],
  ] as const
).map(([name, depthReference]): Form => ({
  name,
  change: ({ reading }) => ({ reading: { ...reading, depthReference } }),
}));

const COMPARE_OPERATIONS = specifiedByVulkan('Depth Compare Operation/compare-operations', {
  title: 'D_ref is compared with the texel, by the operation of the sampler',
  limit:
    '1 where reference OP texel holds, else 0; D_ref is held to [0, 1] first for UNORM formats, and only for ' +
    `them; ${REFERENCE_FORMS.map(({ name }) => name).join(', or ')}, for all alike`,
  method:
    'all 8 operations, 6 depths of D16_UNORM and D32_SFLOAT and the border, D_ref between and beyond them up to infinity, and at ' +
    'those that float32 holds, ' +
    'nearest filtering',
  forms: REFERENCE_FORMS,
  requests() {
    return FORMATS.flatMap(({ name, stored, one, held }) => {
      const width = stored.length;
      const image = texelImage(name, { width, height: 1 }, ({ i }) => [stored[i]]);
      const depths = stored.map((depth) => depth / one);
      const all = references(depths, held);
      return COMPARE_OPS.map((compareOp) => ({
        image,
        sampler: {
          ...POINT,
          ...addressed('clamp_to_border'),
          compareEnable: true,
          compareOp,
          // Farther than any texel of a UNORM format but the last.
          borderColor: [1, 1, 1, 1],
        },
        instruction: DREF_EXPLICIT_LOD,
        count: (width + 1) * all.length,
        operands: (n) => ({
          s: ((n % (width + 1)) + 0.5) / width,
          t: 0.5,
          dref: all[Math.floor(n / (width + 1))],
        }),
        components: [0],
      }));
    });
  },
});

const SEED = 0x4d17;

/** Filtered comparisons of seeded depths, measured by r that a profile allows each of them. */
function comparisons(compareOp: CompareOp, bits: SeededBits, count: number, profile: Profile): MeasuredStep {
  const operands = Array.from({ length: count }, () => ({
    s: bits.between(-1, 2),
    t: bits.between(-1, 2),
    lod: bits.between(-1, 5),
    dref: bits.between(-0.5, 1.5),
  }));
  const requests: Requests = {
    image: texelImage('d16_unorm', { width: 16, height: 16, levels: 5 }, () => [bits.below(0x10000)]),
    sampler: { ...addressed('clamp_to_border'), compareEnable: true, compareOp, borderColor: [1, 1, 1, 1] },
    instruction: DREF_EXPLICIT_LOD,
    count,
    operands: (n) => operands[n],
  };
  const { images, state } = stateOf(requests);
  const oracle = new SpecificationOracle(profile, images, [state]);
  const batch = laneBatch(count, fillOf(requests));
  const allowed = operands.map((_, n) => {
    return oracle
      .answer(batch, Math.floor(n / QUAD_LANES), n % QUAD_LANES)
      .ways!.map(([r]) => r)
      .reduce(hull);
  });
  return {
    ...requests,
    measure([got], n, off) {
      const { lower, upper } = allowed[n];
      const expected = lower === upper ? lower : `${lower} to ${upper}`;
      off(Math.max(0, lower - got, got - upper), () => [expected, got]);
    },
  };
}

/** The comparisons of a profile are the same for every subject. */
const KNOWN_COMPARISONS = new Map<string, readonly MeasuredStep[]>();

function knownComparisons({ profile, effort }: Measuring): readonly MeasuredStep[] {
  const key = JSON.stringify([profile, effort]);
  const count = effort === 'full' ? 2048 : 128;
  const known =
    KNOWN_COMPARISONS.get(key) ??
    COMPARE_OPS.map((compareOp, k) => comparisons(compareOp, new SeededBits(SEED + k), count, profile));
  KNOWN_COMPARISONS.set(key, known);
  return known;
}

const FILTERED_COMPARISON = measuredByVulkan('Depth Compare Operation/filtered-range', {
  title: 'Comparisons that are filtered stay in [0, 1], and are 0 or 1 where all texels agree',
  limit:
    'no result below 0 or above 1, and the one result of all depths between the texels where they have but one, as with never ' +
    'and always; that it is a weighted average is only advised. By vulkan-1.1 it is one: of the comparisons, as a texel ' +
    'of 0 or 1 is filtered',
  method:
    'all 8 operations with linear filtering within and between levels, 2048 seeded positions, LODs and references (128 for ' +
    'quick) over seeded depths; the plot shows an edge',
  unit: 'value',
  chosen: seeded(SEED),
  plot: { title: 'Filtered comparison across an edge', x: 'u, in texels', y: 'result' },
  steps: knownComparisons,
  *measure({ subject, curve }) {
    const edge: Requests = {
      image: texelImage('d16_unorm', { width: 2, height: 1 }, ({ i }) => [i * 0xffff]),
      sampler: { ...LINEAR, ...addressed('clamp_to_edge'), compareEnable: true, compareOp: 'less' },
      instruction: DREF_EXPLICIT_LOD,
      count: 129,
      operands: (n) => ({ s: n / 128, t: 0.5, dref: 0.5 }),
    };
    yield* askSteps(subject, [edge], ([got], n) => curve().push([n / 64, got]));
  },
});

export const DEPTH_COMPARE_RULES = [COMPARE_OPERATIONS, FILTERED_COMPARISON];
