import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import type { Instruction } from '../../../rtl-model/state/instruction.ts';
import { QUAD_LANES } from '../../../rtl-model/registers/quad-batch.ts';
import type { Sampler } from '../../../rtl-model/state/sampler.ts';
import type { Progress } from '../rule.ts';
import type { Subject } from '../subject.ts';
import { TRILINEAR, GRADIENT_LOD, IMPLICIT_LOD, QUERY_LOD } from './states.ts';
import { askCases } from './requests.ts';
import { texelImage } from './texel-image.ts';

/** The size of `levelImage` along every axis that the image has: a power of two. */
export const LEVEL_IMAGE_SIZE = { '1d': 4096, '2d': 128, '3d': 32 } as const;
export type Dimensions = keyof typeof LEVEL_IMAGE_SIZE;

const images = new Map<Dimensions, ImageSource>();

/** A full chain of levels that hold their own number in float32: a trilinear sample is the LOD, held to the levels. */
export function levelImage(type: Dimensions): ImageSource {
  const known = images.get(type);
  if (known !== undefined) return known;
  const size = LEVEL_IMAGE_SIZE[type];
  const [height, depth] = [type === '1d' ? 1 : size, type === '3d' ? size : 1];
  const shape = { type, width: size, height, depth, levels: lastLevel(type) + 1 };
  const image = texelImage('r32_sfloat', shape, ({ level }) => [level]);
  images.set(type, image);
  return image;
}

export function lastLevel(type: Dimensions): number {
  return Math.log2(LEVEL_IMAGE_SIZE[type]);
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

/** Derivatives in texels: those of u, v and w along x, then along y; float32 values. */
export type TexelDerivatives = Float64Array;

export interface LodQuestion {
  readonly type: Dimensions;
  readonly method: LodMethod;
  readonly sampler?: Partial<Sampler>;
  /** Bias operand; only of samples. */
  readonly bias?: number;
}

/**
 * Measures the LODs of `count` footprints. A quad's corner is at coordinate 0, so that along one screen axis at a time
 * its differences are the derivatives exactly; sizes are powers of two, so float32 coordinates hold them exactly too.
 *
 * @param derive sets the derivatives of case n, float32 values
 */
export function* measureLods(
  subject: Subject,
  { type, method, sampler, bias = 0 }: LodQuestion,
  count: number,
  derive: (n: number, d: TexelDerivatives) => void,
  receive: (lod: number, n: number) => void,
): Generator<Progress, void> {
  const image = levelImage(type);
  const size = LEVEL_IMAGE_SIZE[type];
  const d = new Float64Array(6);
  const lanes = method === 'gradient' ? 1 : QUAD_LANES;
  yield* askCases(
    subject,
    { image, sampler: { ...TRILINEAR, ...sampler }, instruction: INSTRUCTIONS[method] },
    lanes * count,
    (batch, lane, n) => {
      derive(Math.floor(n / lanes), d);
      batch.lod[lane] = bias;
      if (method === 'gradient') {
        batch.dsdx[lane] = d[0] / size;
        batch.dtdx[lane] = d[1] / size;
        batch.drdx[lane] = d[2] / size;
        batch.dsdy[lane] = d[3] / size;
        batch.dtdy[lane] = d[4] / size;
        batch.drdy[lane] = d[5] / size;
        return;
      }
      const [x, y] = [n % 2, (n >> 1) % 2];
      batch.s[lane] = (x * d[0] + y * d[3]) / size;
      batch.t[lane] = (x * d[1] + y * d[4]) / size;
      batch.r[lane] = (x * d[2] + y * d[5]) / size;
    },
    (result, at, n) => {
      if (n % lanes === 0) receive(method === 'query' ? result[at + 1] : result[at], n / lanes);
    },
  );
}

/** The derivatives as fields of a witness. */
export function derivativeFields(d: TexelDerivatives): Readonly<Record<string, number>> {
  const names = ['m_ux', 'm_vx', 'm_wx', 'm_uy', 'm_vy', 'm_wy'];
  return Object.fromEntries(names.map((name, n) => [name, d[n]]));
}
