import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import type { Instruction } from '../../../rtl-model/state/instruction.ts';
import { QUAD_LANES } from '../../../rtl-model/registers/quad-batch.ts';
import type { Sampler } from '../../../rtl-model/state/sampler.ts';
import type { Progress } from '../rule.ts';
import type { Subject } from '../subject.ts';
import { TRILINEAR, GRADIENT_LOD, IMPLICIT_LOD, QUERY_LOD } from './states.ts';
import { numberedLevels, sized } from './texel-image.ts';
import { askSteps, type Requests } from './requests.ts';

/** The size of `levelImage` along every axis that the image has: a power of two. */
const LEVEL_IMAGE_SIZE = { '1d': 4096, '2d': 128, '3d': 32 } as const;
export type Dimensions = keyof typeof LEVEL_IMAGE_SIZE;

const images = new Map<Dimensions, ImageSource>();

/** A full chain of numbered levels. */
export function levelImage(type: Dimensions): ImageSource {
  const known = images.get(type);
  if (known !== undefined) return known;
  const image = numberedLevels({ ...sized(type, LEVEL_IMAGE_SIZE[type]), levels: lastLevelOf(type) + 1 });
  images.set(type, image);
  return image;
}

/** Texels along each axis of `levelImage`. */
export function texelsOf(type: Dimensions): number {
  return LEVEL_IMAGE_SIZE[type];
}

export function lastLevelOf(type: Dimensions): number {
  return Math.log2(LEVEL_IMAGE_SIZE[type]);
}

/** A LOD as a sample of `levelImage` shows it: held to the levels. */
export function heldLod(type: Dimensions, lod: number): number {
  return Math.max(0, Math.min(lastLevelOf(type), lod));
}

/**
 * The ways to see a LOD: lambda' by OpImageQueryLod; the LOD that samples, held to the levels, by a sample with
 * derivatives or with gradients.
 */
export const LOD_METHODS = ['query', 'implicit', 'gradient'] as const;
export type LodMethod = (typeof LOD_METHODS)[number];

const INSTRUCTIONS: Readonly<Record<LodMethod, Instruction>> = {
  query: QUERY_LOD,
  implicit: IMPLICIT_LOD,
  gradient: GRADIENT_LOD,
};

/** PlaneDerivatives in texels: those of u, v and w along x, then along y; float32 values. */
export type TexelDerivatives = Float64Array;

interface LodQuestion {
  readonly type: Dimensions;
  readonly method: LodMethod;
  readonly sampler?: Partial<Sampler>;
  /** Bias operand; only of samples. */
  readonly bias?: number;
}

/**
 * Measures the LODs of footprints. A quad's corner is at coordinate 0, so that along one screen axis at a time its
 * differences are the derivatives exactly; sizes are powers of two, so float32 coordinates hold them exactly too.
 *
 * @param footprints float32 values
 */
export function* measureLods(
  subject: Subject,
  { type, method, sampler, bias = 0 }: LodQuestion,
  footprints: readonly TexelDerivatives[],
): Generator<Progress, readonly number[]> {
  const lanes = method === 'gradient' ? 1 : QUAD_LANES;
  const requests: Requests = {
    image: levelImage(type),
    sampler: { ...TRILINEAR, ...sampler },
    instruction: INSTRUCTIONS[method],
    count: lanes * footprints.length,
    operands(n) {
      const d = footprints[Math.floor(n / lanes)].map((part) => part / LEVEL_IMAGE_SIZE[type]);
      if (method === 'gradient') {
        return { lod: bias, dsdx: d[0], dtdx: d[1], drdx: d[2], dsdy: d[3], dtdy: d[4], drdy: d[5] };
      }
      const [x, y] = [n % 2, (n >> 1) % 2];
      return { lod: bias, s: x * d[0] + y * d[3], t: x * d[1] + y * d[4], r: x * d[2] + y * d[5] };
    },
  };
  const lods: number[] = [];
  yield* askSteps(subject, [requests], ([shown, queried], n) => {
    if (n % lanes === 0) lods.push(method === 'query' ? queried : shown);
  });
  return lods;
}

/** The derivatives as fields of a witness. */
export function derivativeFields(d: TexelDerivatives): Readonly<Record<string, number>> {
  const names = ['m_ux', 'm_vx', 'm_wx', 'm_uy', 'm_vy', 'm_wy'];
  return Object.fromEntries(names.map((name, n) => [name, d[n]]));
}
