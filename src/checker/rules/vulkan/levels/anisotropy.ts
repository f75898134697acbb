import { climb, type Judge, nearbyFloat } from '../../../probes/climb.ts';
import { atLeast, DIRECTED, seeded } from '../../../probes/measurement.ts';
import { derivativeFields, heldLod, measureLods } from '../../../probes/measured-lod.ts';
import { caseWitness, type MeasuredStep } from '../../../probes/requests.ts';
import { addressed, anisotropicState, GRADIENT_LOD, LINEAR } from '../../../probes/states.ts';
import { texelImage } from '../../../probes/texel-image.ts';
import type { Finding, Progress } from '../../../rule.ts';
import type { Subject } from '../../../subject.ts';
import { lodAccuracy, measuredByVulkan, vulkanRule } from '../../kinds/specification-rule.ts';

const TYPE = '2d';
/** Beyond this length in texels a footprint is not small, so eta may not be taken smaller. */
const NOT_SMALL = 4;

/** A footprint whose derivatives lie along u and v. */
interface Footprint {
  /** In texels. */
  readonly alongU: number;
  readonly alongV: number;
  /** True if d/dx lies along u and d/dy along v, false for the other way round. */
  readonly xAlongU: boolean;
  readonly maxAnisotropy: number;
}

function derivativesOf({ alongU, alongV, xAlongU }: Footprint): Float64Array {
  return Float64Array.from(xAlongU ? [alongU, 0, 0, 0, alongV, 0] : [0, alongV, 0, alongU, 0, 0]);
}

/** LODs of a footprint: isotropic ones of each derivative alone (log2 rho), and the anisotropic one of both. */
interface FootprintLods {
  readonly longer: number;
  readonly shorter: number;
  readonly lod: number;
}

function* footprintLods(
  subject: Subject,
  footprints: readonly Footprint[],
): Generator<Progress, readonly FootprintLods[]> {
  const query = { type: TYPE, method: 'query' } as const;
  const alongU = yield* measureLods(
    subject,
    query,
    footprints.map((all) => derivativesOf({ ...all, alongV: 0 })),
  );
  const alongV = yield* measureLods(
    subject,
    query,
    footprints.map((all) => derivativesOf({ ...all, alongU: 0 })),
  );
  const together = new Float64Array(footprints.length);
  for (const maximum of new Set(footprints.map(({ maxAnisotropy }) => maxAnisotropy))) {
    const some = [...footprints.keys()].filter((n) => footprints[n].maxAnisotropy === maximum);
    const question = { type: TYPE, method: 'gradient', sampler: anisotropicState(maximum) } as const;
    const lods = yield* measureLods(
      subject,
      question,
      some.map((n) => derivativesOf(footprints[n])),
    );
    some.forEach((n, k) => (together[n] = lods[k]));
  }
  return Array.from(together, (lod, n) => {
    return { longer: Math.max(alongU[n], alongV[n]), shorter: Math.min(alongU[n], alongV[n]), lod };
  });
}

function footprintFields(footprint: Footprint) {
  const derivatives = derivativeFields(derivativesOf(footprint));
  return { anisotropyEnable: true, maxAnisotropy: footprint.maxAnisotropy, ...derivatives };
}

/** Ratios and lengths that keep the LOD between the levels; `maxAnisotropy` up to what is claimed. */
function footprints(limit: number, quick: boolean): readonly Footprint[] {
  const maxima = [1, 1.5, 2, 3, 4, 6, 8, 12, 16].filter((max) => max <= limit);
  const ratios = quick ? [1, 2.5, 4, 20] : [1, 1.2, 2, 2.5, 3, 4, 5.3, 8, 11, 16, 20, 32];
  return maxima.flatMap((maxAnisotropy) =>
    ratios.flatMap((ratio) =>
      [2, 3.3].flatMap((shorter) =>
        [0, 1, 2, 3].map((turn): Footprint => {
          const [u, v] = turn % 2 === 0 ? [ratio * shorter, shorter] : [shorter, ratio * shorter];
          return { alongU: Math.fround(u), alongV: Math.fround(v), xAlongU: turn < 2, maxAnisotropy };
        }),
      ),
    ),
  );
}

const ANISOTROPIC_LOD = measuredByVulkan('Scale Factor Operation/anisotropic-lod', {
  title: 'The LOD of an anisotropic footprint is log2(rho_max / eta)',
  limit:
    'eta = min(rho_max / rho_min, maxAniso), maxAniso = min(sampler.maxAnisotropy, maxSamplerAnisotropy), or N as its ' +
    'approximation (eta rounded up, to maxSamplerAnisotropy at most; 1 where eta is 1); each LOD accurate to 2^-mipmapPrecisionBits',
  method:
    'derivatives along u and v of 2 and 3.3 texels and 1 to 32 times that, either way round, maxAnisotropy from 1 to what ' +
    'is claimed; log2 of rho_x and rho_y as OpImageQueryLod gives them for each derivative alone; the worst climb',
  unit: 'LOD',
  atMost: lodAccuracy(3),
  chosen: seeded(0x5cf1),
  plot: { title: 'eta over the ratio of the axes', x: 'rho_max / rho_min', y: 'rho_max / 2^lambda' },
  *measure({ subject, limits: { maxSamplerAnisotropy: limit }, effort, bits, off, curve }) {
    const all = footprints(limit, effort === 'quick');
    const judge: Judge<Footprint> = function* (some) {
      const lods = yield* footprintLods(subject, some);
      return lods.map(({ longer, shorter, lod }, n) => {
        const ratio = longer - shorter;
        const eta = Math.min(ratio, Math.log2(Math.min(some[n].maxAnisotropy, limit)));
        const high = heldLod(TYPE, longer - eta);
        // A ratio that rounds to 1 is 1: eta is one, and N with it.
        const low = heldLod(TYPE, eta === 0 ? longer : longer - Math.max(eta, Math.log2(limit)));
        if (some === all && all[n].maxAnisotropy === Math.min(16, limit)) {
          curve().push([2 ** ratio, 2 ** (longer - lod)]);
        }
        const error = Math.max(low - lod, lod - high);
        off.add(error, () =>
          caseWitness(footprintFields(some[n]), `${low} to ${high}`, lod, {
            'log2 rho_max': String(longer),
            'log2 rho_min': String(shorter),
          }),
        );
        return error;
      });
    };
    const nearby = (from: Footprint) => ({
      ...from,
      alongU: nearbyFloat(from.alongU, bits),
      alongV: nearbyFloat(from.alongV, bits),
    });
    yield* climb(all, judge, nearby, bits, effort === 'full' ? 16 : 2);
  },
});

const MAX_ANISOTROPY = vulkanRule('Required Limits/max-sampler-anisotropy', {
  title: 'maxSamplerAnisotropy takes effect',
  limit:
    'a footprint of twice the ratio is sampled with eta of the claimed maxSamplerAnisotropy, within 2 * 2^-mipmapPrecisionBits ' +
    'of its log2; the claim is 16 at least with samplerAnisotropy, and 1 without',
  method:
    'one derivative of 2 texels, one of twice the claimed limit times that, either way round; eta as rho_max / 2^lambda',
  unit: 'value',
  *check(subject, profile): Generator<Progress, Finding> {
    const { maxSamplerAnisotropy: claimed } = subject.design.limits;
    const required = claimed === 1 ? 1 : Math.max(16, claimed);
    const turns = [true, false].map((xAlongU) => ({ alongU: 2, alongV: 4 * claimed, xAlongU, maxAnisotropy: claimed }));
    const lods = yield* footprintLods(subject, turns);
    const etas = lods.map(({ longer, lod }) => 2 ** (longer - lod));
    const worst = etas[0] <= etas[1] ? 0 : 1;
    const slack = 2 ** (2 * 2 ** -profile.mipmapPrecisionBits);
    const measured = etas[worst];
    const witness = caseWitness(footprintFields(turns[worst]), `eta of ${required}`, `eta of ${measured}`, {
      maxSamplerAnisotropy: String(claimed),
    });
    const found = atLeast(required / slack, measured, { witness, cases: { tried: turns.length, ...DIRECTED } });
    return claimed >= required ? found : { ...found, verdict: 'fail' };
  },
});

/** Footprints without any extent along one axis, or along both. */
function degenerate(limit: number): readonly Footprint[] {
  const lengths = [NOT_SMALL, 8, 16, 33, 64];
  return [
    { alongU: 0, alongV: 0 },
    ...lengths.flatMap((length) => [
      { alongU: length, alongV: 0 },
      { alongU: 0, alongV: length },
    ]),
  ].flatMap((extent) =>
    [2, 4, 16]
      .filter((max) => max <= limit)
      .flatMap((maxAnisotropy) => [true, false].map((xAlongU) => ({ ...extent, xAlongU, maxAnisotropy }))),
  );
}

const DEGENERATE_FOOTPRINTS = measuredByVulkan('Scale Factor Operation/degenerate-footprints', {
  title: 'A point is sampled with eta 1, a line with maxAniso',
  limit:
    `the point reads level 0; the LOD of a line of ${NOT_SMALL} texels or more, which is not small, is log2(rho_max / maxAniso) ` +
    'or, with N for eta, less: down to maxSamplerAnisotropy; each LOD accurate to 2^-mipmapPrecisionBits',
  method: 'no derivatives; derivatives along u or v alone of 4 to 64 texels, in x or y; maxAnisotropy of 2, 4 and 16',
  unit: 'LOD',
  atMost: lodAccuracy(2),
  *measure({ subject, limits: { maxSamplerAnisotropy: limit }, off }) {
    const all = degenerate(limit);
    const lods = yield* footprintLods(subject, all);
    for (const [n, { longer, lod }] of lods.entries()) {
      const point = all[n].alongU === 0 && all[n].alongV === 0;
      const held = (bound: number) => (point ? 0 : heldLod(TYPE, bound));
      const high = held(longer - Math.log2(all[n].maxAnisotropy));
      const low = held(longer - Math.log2(limit));
      off.add(Math.max(low - lod, lod - high), () =>
        caseWitness(footprintFields(all[n]), `${low} to ${high}`, lod, { 'log2 rho_max': String(longer) }),
      );
    }
  },
});

/** Texels along a side of the image whose texels far from its centre are 1. */
const MARKED_SIZE = 64;
/** Half the length of the shorter axis, and how far a linear filter reaches from a sample, in texels. */
const REACH = { acrossMajor: 0.5, filter: 1 } as const;

/** Samples at the centre of an image, whose texels are 1 where no sample within the footprint reaches. */
const SAMPLE_PLACEMENT = measuredByVulkan('Texel Anisotropic Filtering/placement', {
  title: 'Anisotropic samples lie within the footprint',
  limit:
    'no weight for a texel farther from the footprint than its filter reaches: half the major axis, or half a texel across ' +
    "it, and 1 texel; the number of samples and their places in the footprint are the implementation's",
  method:
    'one level of 64x64 texels, 1 beyond that distance and 0 within; a major axis of 2 to 12 texels along u or v, in x or in y, ' +
    'every eighth of a texel around the centre, linear filtering',
  unit: 'value',
  steps({ limits }) {
    const maxAnisotropy = Math.min(16, limits.maxSamplerAnisotropy);
    return [2, 3.5, 8, 12].flatMap((length) =>
      [true, false].flatMap((alongU) => {
        // An eighth of a texel to every side of the centre, so half a texel more in all.
        const reach = [length / 2, REACH.acrossMajor].map((half) => half + REACH.filter + 0.5);
        const [u, v] = alongU ? reach : reach.toReversed();
        const isNear = (n: number, far: number) => Math.abs(n + 0.5 - MARKED_SIZE / 2) < far;
        const shape = { width: MARKED_SIZE, height: MARKED_SIZE };
        const image = texelImage('r32_sfloat', shape, ({ i, j }) => [isNear(i, u) && isNear(j, v) ? 0 : 1]);
        return [true, false].map((inX): MeasuredStep => {
          const [du, dv] = (alongU ? [length, 1] : [1, length]).map((texels) => texels / MARKED_SIZE);
          return {
            image,
            sampler: { ...LINEAR, ...addressed('clamp_to_edge'), ...anisotropicState(maxAnisotropy) },
            instruction: GRADIENT_LOD,
            count: 64,
            operands: (n) => ({
              s: 0.5 + ((n % 8) - 3.5) / 8 / MARKED_SIZE,
              t: 0.5 + (Math.floor(n / 8) - 3.5) / 8 / MARKED_SIZE,
              ...(inX === alongU ? { dsdx: du, dtdy: dv } : { dsdy: du, dtdx: dv }),
            }),
            measure: ([got], _, off) => off(Math.abs(got), () => ['0: no texel of 1', got]),
          };
        });
      }),
    );
  },
});

export const ANISOTROPY_RULES = [ANISOTROPIC_LOD, DEGENERATE_FOOTPRINTS, MAX_ANISOTROPY, SAMPLE_PLACEMENT];
