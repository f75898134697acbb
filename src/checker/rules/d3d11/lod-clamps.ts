import { d3d11Instruction } from '../../../../rtl-model/state/d3d11-instruction.ts';
import { addressed, SAMPLE_D, SAMPLE_L, TRILINEAR } from '../../probes/states.ts';
import { LOD_RAMP, RAMP_SIZE, shownLod, LAST_LEVEL } from '../../probes/lod-ramp.ts';
import { seeded } from '../../probes/measurement.ts';
import { texelImage } from '../../probes/texel-image.ts';
import { measuredByD3d11, type RuleText, specifiedByD3d11 } from '../kinds/specification-rule.ts';
import type { MeasuredStep } from '../../probes/requests.ts';
import { QUAD_LANES } from '../../../../rtl-model/registers/quad-batch.ts';
import { type ClimbStep, nearbyFloat } from '../../probes/climb.ts';

const ONE = 256;
/** 3.2.4.1, in ULP of an 8.8 LOD: of the one operand in each case that is not on the grid. */
const TOLERANCE = 0.6;

/** clampedLOD of 7.18.11; min and max take the number of a number and NaN (3.1.3.1). */
function clampedLod(lod: number, minLod: number, maxLod: number): number {
  return Math.max(minLod, Number.isNaN(lod) ? maxLod : Math.min(maxLod, lod));
}

const BOUNDS = [-1000, 0, 0.25, 1, 1.5, 2.7, 3 + 1 / 256, 5, 6, 100];
const LODS = [NaN, Infinity, -Infinity, 1e30, -1e30, ...Array.from({ length: 161 }, (_, n) => n / 16 - 2)];

export const LOD_CLAMP = measuredByD3d11('7.18.11/lod-clamp', {
  title: 'The LOD is max(MinLOD, min(MaxLOD, LOD)): MinLOD wins, and NaN becomes MaxLOD',
  limit: '0.6 ULP of 8.8 for bounds that are not on the grid, exactly else',
  method:
    'sample_l of NaN, infinities, far LODs and -2 to 8 in 1/16, for all pairs of ten bounds, MinLOD above MaxLOD as well',
  unit: 'ULP',
  atMost: TOLERANCE,
  steps: () =>
    BOUNDS.flatMap((minLod) =>
      BOUNDS.slice(1).map((maxLod): MeasuredStep => ({
        image: LOD_RAMP,
        sampler: { ...TRILINEAR, minLod, maxLod },
        instruction: SAMPLE_L,
        count: LODS.length,
        operands: (n) => ({ lod: LODS[n] }),
        measure([got], n, off) {
          const expected = shownLod(clampedLod(LODS[n], Math.fround(minLod), Math.fround(maxLod)));
          off(Math.abs(got - expected) * ONE, () => [`LOD ${expected}, levels 0 to 6`, `LOD ${got}`]);
        },
      })),
    ),
});

/** PlaneDerivatives of sample_d that have no length, or none that is a number. */
const SPECIAL_DERIVATIVES = [
  { value: 0, lod: -Infinity },
  { value: Infinity, lod: Infinity },
  { value: NaN, lod: NaN },
] as const;

export const SPECIAL_LOD = measuredByD3d11('7.18.11/special-derivatives', {
  title: 'Derivatives of no length give MinLOD, infinite ones and NaN give MaxLOD',
  limit: 'no other LOD',
  method: 'sample_d with all derivatives 0, infinite or NaN, isotropic and anisotropic, MinLOD 1.5 and MaxLOD 4.25',
  unit: 'cases',
  steps() {
    const [minLod, maxLod] = [1.5, 4.25];
    return [false, true].map((anisotropyEnable) => ({
      image: LOD_RAMP,
      sampler: { ...TRILINEAR, minLod, maxLod, anisotropyEnable, maxAnisotropy: anisotropyEnable ? 16 : 1 },
      instruction: SAMPLE_D,
      count: SPECIAL_DERIVATIVES.length,
      operands(n) {
        const { value } = SPECIAL_DERIVATIVES[n];
        return { dsdx: value, dtdx: value, dsdy: value, dtdy: value };
      },
      measure([got], n, off) {
        const expected = clampedLod(SPECIAL_DERIVATIVES[n].lod, minLod, maxLod);
        off(Number(got !== expected), () => [`LOD ${expected}`, `LOD ${got}`]);
      },
    }));
  },
});

/** 7.18.11: -16 to 15.99, of the sampler and of sample_b alike. */
const SAMPLER_BIASES = [-16, -8.5, -1 / 256, 0, 0.25, 7, 15.99];
const FIRST_BIAS = -16 * ONE;
const LAST_BIAS = Math.floor(15.99 * ONE);

interface BiasRule extends RuleText {
  /** Exponents of 2: a derivative along x is 2 to one of them, in texels. */
  readonly exponents: readonly number[];
  /** Biases of sample_b, in 2^-8. */
  readonly biases: (full: boolean) => readonly number[];
}

/** Quads of sample_b with each derivative along x, one for every bias. */
function biasRule(place: string, { exponents, biases: biasesOf, ...text }: BiasRule) {
  return measuredByD3d11(place, {
    ...text,
    unit: 'ULP',
    atMost: TOLERANCE,
    steps({ effort }) {
      const biases = biasesOf(effort === 'full');
      const biasOf = (n: number) => biases[n >> 2] / ONE;
      return SAMPLER_BIASES.flatMap((mipLodBias) =>
        exponents.map((exponent): MeasuredStep => ({
          image: LOD_RAMP,
          sampler: { ...TRILINEAR, ...addressed('clamp_to_edge'), mipLodBias },
          instruction: d3d11Instruction('sample_b'),
          count: 4 * biases.length,
          operands: (n) => ({ s: n % 2 === 0 ? 0 : 2 ** exponent / RAMP_SIZE, lod: biasOf(n) }),
          measure([got], n, off) {
            const expected = shownLod(exponent + (Math.fround(mipLodBias) + biasOf(n)));
            off(Math.abs(got - expected) * ONE, () => [
              `LOD ${expected}, levels 0 to 6`,
              `LOD ${got}`,
              { 'output.LOD': String(exponent), fxpLOD: `${got * ONE} (8.8)` },
            ]);
          },
        })),
      );
    },
  });
}

export const LOD_BIAS = biasRule('7.18.11/lod-bias', {
  title: 'The biases of sampler and sample_b from -16 to 15.99 are added to the LOD',
  limit: '0.6 ULP of 8.8 where the sampler has 15.99, exactly else',
  method: 'quads with whole LODs of -20 to 20, srcLODBias of every 2^-8 (for quick 1/4), seven biases of the sampler',
  exponents: [-20, -10, 0, 3, 6, 11, 20],
  biases: (full) => {
    const all = Array.from({ length: LAST_BIAS - FIRST_BIAS + 1 }, (_, n) => FIRST_BIAS + n);
    return full ? all : all.filter((bias) => bias % 64 === 0);
  },
});

export const LOD_BIAS_SUM = biasRule('7.18.11/lod-bias-sum', {
  title: 'The biases of sampler and sample_b add up to as little as -32',
  limit: '0.6 ULP of 8.8 where the sampler has 15.99, exactly else',
  method: 'quads with LODs of 32 to 37, srcLODBias of -16 to -15 in 1/16, seven biases of the sampler',
  exponents: [32, 33, 34, 35, 36, 37],
  biases: () => Array.from({ length: 17 }, (_, n) => FIRST_BIAS + 16 * n),
});

export const LOD_OUT_OF_RANGE = biasRule('7.18.11/lod-out-of-range', {
  title: 'No bias brings a LOD back that was out of range',
  limit: 'the finest level for LODs of -33 and below and the coarsest for LODs of 39 and above, whatever the biases',
  method: 'quads with LODs from -110 to 110, srcLODBias at the ends of its range and at 0, seven biases of the sampler',
  exponents: [-110, -100, -64, -40, -33, 39, 48, 64, 100, 110],
  biases: () => [FIRST_BIAS, 0, LAST_BIAS],
});

export const MAGNIFICATION = specifiedByD3d11('7.18.11/magnification', {
  title: 'The magnification filter is taken where the clamped LOD is 0 or less, the minification filter above',
  limit: 'no other filter, for every combination of bounds, bias and LOD',
  method:
    'one of the two filters is point, half way between a texel of 0 and one of 1: it gives 1, linear 1/2; LODs from -2 to 2 ' +
    'in 1/8, MinLOD and MaxLOD at 0 and 1/2, biases of -1, 0 and 1',
  requests() {
    const image = texelImage('r32_sfloat', { width: 8, height: 8, levels: 4 }, ({ i }) => [i % 2]);
    const filters = [
      { magFilter: 'nearest', minFilter: 'linear' },
      { magFilter: 'linear', minFilter: 'nearest' },
    ] as const;
    const samplers = [0, 0.5].flatMap((minLod) =>
      [0, 0.5, 100].flatMap((maxLod) =>
        [-1, 0, 1].flatMap((mipLodBias) => filters.map((filter) => ({ minLod, maxLod, mipLodBias, ...filter }))),
      ),
    );
    return samplers.map((sampler) => ({
      image,
      sampler: { ...sampler, ...addressed('clamp_to_edge'), mipmapMode: 'nearest' },
      instruction: SAMPLE_L,
      // A single level: only the filter depends on the LOD.
      view: { levelCount: 1 },
      count: 33,
      operands: (n) => ({ s: 1 / 8, t: 1 / 16, lod: n / 8 - 2 }),
    }));
  },
});

/**
 * The relative error that float32 operations may add to a length: a difference, a product and the square root of a
 * square.
 */
const ROUNDINGS = 4 * 2 ** -24;
/** Lengths of 2^-20 to 2^20 texels: LODs beyond the levels to either side. */
const REACH = 20;
const SAMPLER_BOUNDS = [
  { minLod: 0, maxLod: 1000 },
  { minLod: 1.25, maxLod: 4.5 },
] as const;

const LOD_INSTRUCTION = measuredByD3d11('22.5.6/lod-instruction', {
  title: 'lod returns the clamped LOD that a sample would use, and the LOD without any clamp',
  limit: '0.6 ULP of 8.8 for either; the clamped one within the clamps of the sampler and the levels; then 0 and 0',
  method:
    'derivatives of one axis of 2^-20 to 2^20 texels along x, with two pairs of clamps, 2048 seeded lengths (256 for quick); the ' +
    'worst climb',
  unit: 'ULP',
  atMost: TOLERANCE,
  chosen: seeded(0x2256),
  climbs({ effort, bits }) {
    const cases = Array.from({ length: effort === 'full' ? 2048 : 256 }, () =>
      Math.fround(2 ** bits.between(-REACH, REACH)),
    );
    return SAMPLER_BOUNDS.map((bounds): ClimbStep<number> => {
      const held = (lod: number) => Math.max(bounds.minLod, Math.min(bounds.maxLod, LAST_LEVEL, lod));
      const outside = (got: number, from: number, to: number) => Math.max(from - got, got - to);
      return {
        image: LOD_RAMP,
        sampler: { ...TRILINEAR, ...bounds },
        instruction: d3d11Instruction('lod'),
        cases,
        nearby: (length) => nearbyFloat(length, bits),
        lanes: QUAD_LANES,
        operands: (length, corner) => ({ s: ((corner % 2) * length) / RAMP_SIZE }),
        measure(color, length, off) {
          const [clamped, unclamped, ...zeros] = color;
          const [low, high] = [length * (1 - ROUNDINGS), length * (1 + ROUNDINGS)].map(Math.log2);
          const rest = zeros.every((zero) => zero === 0) ? -Infinity : Infinity;
          const error = Math.max(outside(clamped, held(low), held(high)), outside(unclamped, low, high), rest);
          off(ONE * error, () => {
            const lod = Math.log2(length);
            return [`${held(lod)} ${lod} 0 0`, color.join(' '), { length: `${length} texels` }];
          });
        },
      };
    });
  },
});

export const LOD_CLAMP_RULES = [
  SPECIAL_LOD,
  LOD_CLAMP,
  LOD_BIAS,
  LOD_BIAS_SUM,
  LOD_OUT_OF_RANGE,
  MAGNIFICATION,
  LOD_INSTRUCTION,
];
