import type { Subject } from '../subject.ts';
import { addressed, SAMPLE_L, TRILINEAR } from './states.ts';
import { filteredTexels } from '../../specification/filtering/linear-filter.ts';
import { askAtOnce } from './requests.ts';
import type { SeededBits } from '../../platform/seeded-bits.ts';
import { texelImage } from './texel-image.ts';

/** Filters of several texels: `trilinear` has a single texel in its second level. */
export const FILTER_SHAPES = ['bilinear', 'trilinear', 'volume'] as const;
export type FilterShape = (typeof FILTER_SHAPES)[number];

/** A sample with its own texels and weights. */
export interface FilterLane {
  /** Weights of the second texel along u, v and w, or of the second level, in 2^-8. */
  readonly weights: readonly number[];
  /** The stored texels of r, g, b and a: u fastest, then v and w, then those of the second level. */
  readonly stored: readonly (readonly number[])[];
}

/** Texels of a component, and weights. */
const COUNTS: Readonly<Record<FilterShape, readonly [texels: number, weights: number]>> = {
  bilinear: [4, 2],
  trilinear: [5, 3],
  volume: [8, 3],
};

/** Lerps one after the other. */
export function lerpsOf(shape: FilterShape): number {
  return COUNTS[shape][1];
}

/** Operations of the formulas of 7.18.8 and 7.18.10 as written: products of a texel, and sums. */
export function operationsOf(shape: FilterShape): number {
  return { bilinear: 2 + 3, trilinear: 2 + 3 + 2, volume: 3 + 7 }[shape];
}

export function randomLane(shape: FilterShape, draw: (bits: SeededBits) => number, bits: SeededBits): FilterLane {
  const [texels, weights] = COUNTS[shape];
  const weight = () => bits.pick([0, 1, 127, 128, 255, bits.below(256), bits.below(256), bits.below(256)]);
  return {
    weights: Array.from({ length: weights }, weight),
    stored: Array.from({ length: 4 }, () => Array.from({ length: texels }, () => draw(bits))),
  };
}

/** A lane with a weight and some texels changed. */
export function nearbyLane(lane: FilterLane, draw: (bits: SeededBits) => number, bits: SeededBits): FilterLane {
  const changed = bits.below(lane.weights.length);
  const step = bits.pick([0, 1, 255, bits.below(256)]);
  return {
    weights: lane.weights.map((weight, n) => (n === changed ? (weight + step) % 256 : weight)),
    stored: lane.stored.map((texels) => texels.map((texel) => (bits.below(4) === 0 ? draw(bits) : texel))),
  };
}

/** The weighted sum that a filter shape makes of what its texels mean. */
export function exactSum(shape: FilterShape, texels: readonly number[], weights: readonly number[]): number {
  if (shape !== 'trilinear') return filteredTexels(texels, weights);
  const finer = filteredTexels(texels.slice(0, 4), weights.slice(0, 2));
  return filteredTexels([finer, texels[4]], [weights[2]]);
}

/** r, g, b, a of every lane. Lanes lie in layers of one image, or two slices each of a volume. */
export function sampleLanes(
  subject: Subject,
  format: string,
  shape: FilterShape,
  lanes: readonly FilterLane[],
): Float32Array {
  const volume = shape === 'volume';
  const image = texelImage(
    format,
    volume
      ? { type: '3d', width: 2, height: 2, depth: 2 * lanes.length }
      : { width: 2, height: 2, layers: lanes.length, levels: shape === 'trilinear' ? 2 : 1 },
    ({ i, j, k, layer, level }) => {
      const at = level === 1 ? 4 : i + 2 * j + 4 * (k % 2);
      return lanes[volume ? k >> 1 : layer].stored.map((texels) => texels[at]);
    },
  );
  return askAtOnce(subject, {
    image,
    sampler: { ...TRILINEAR, ...addressed('clamp_to_edge') },
    instruction: SAMPLE_L,
    ...(!volume && { view: { viewType: '2d_array' as const } }),
    count: lanes.length,
    operands(lane) {
      const [u, v, w] = lanes[lane].weights.map((weight) => weight / 256);
      const place = { s: (u + 0.5) / 2, t: (v + 0.5) / 2, layer: lane };
      if (volume) return { ...place, r: (2 * lane + w + 0.5) / (2 * lanes.length) };
      return shape === 'trilinear' ? { ...place, lod: w } : place;
    },
  });
}
