import { type Interval, interval, sum, widened } from '../../specification/exact/interval.ts';
import { baseScales } from '../../specification/coordinates/texel-coordinates.ts';
import { isAnisotropic } from '../../specification/lod/anisotropy.ts';
import { permittedDerivatives } from '../../specification/lod/implicit-length.ts';
import { coarserLevel, imageLevels, lodOperands, lodRange } from '../../specification/lod/levels.ts';
import { type Lane, offsetsOf, texelCoordinatesOf } from '../../specification/state/lane.ts';
import type { SampleState } from '../../specification/state/state.ts';
import { LERP } from './result-accuracy.ts';
import { joinedHulls, texelHull, type TexelHull, uncompared } from './specified-hull.ts';
import { type JudgedSample, type LevelSample, sampleWithin } from './specified-level.ts';
import { specifiedLength } from './specified-lod.ts';

/**
 * The bounds of a sample that is anisotropic, or whose LOD is open. The scheme of anisotropic filtering is the
 * implementation's (Vulkan: Texel Anisotropic Filtering; D3D11.3 7.18.11), but its samples are in the footprint of a 2D
 * image, at levels that the LOD selects, and the result lies between the texels there (7.18.16.3). Nothing is said of
 * cubes (D3D11.3 7.18.13): there, as with an open LOD, all texels of the view count.
 */
export function boundedSample(judged: JudgedSample): LevelSample {
  // The coarser of two levels may lie in front of the others (Vulkan 1.1).
  const { state, lane, layer } = judged;
  const { view } = state;
  const planar = isAnisotropic(state, lane) && /^[12]d/.test(view.viewType);
  const length = planar ? specifiedLength(judged, true) : undefined;
  const region = length && regionOf(state, lane);
  const hullOf = (level: number) =>
    texelHull(uncompared(state), level, layer, region && boxOf(state, lane, region, level));
  if (length !== undefined && region !== undefined) {
    const { lower, upper } = imageLevels(lodRange(lodOperands(lane, length), state).lambda, state);
    const last = Math.ceil(upper);
    const before = coarserLevel(last, view, state.design.text);
    return within(state, lane, interval(Math.min(Math.floor(lower), before), last), hullOf);
  }
  const { baseMipLevel, levelCount } = view;
  const first = levelCount === 1 ? baseMipLevel : coarserLevel(baseMipLevel, view, state.design.text);
  return within(state, lane, interval(Math.min(baseMipLevel, first), baseMipLevel + levelCount - 1), hullOf);
}

function within(state: SampleState, lane: Lane, levels: Interval, hullOf: (level: number) => TexelHull): LevelSample {
  const { sampler } = state;
  const count = levels.upper - levels.lower + 1;
  const hull = Array.from({ length: count }, (_, n) => hullOf(levels.lower + n)).reduce(joinedHulls);
  // The levels' lerp, and the sum of the samples and its division.
  return sampleWithin(state, lane, hull, 'linear', LERP + sampler.maxAnisotropy + 1);
}

/**
 * The normalized coordinates along each axis that the footprint covers. No sample is farther from the coordinate than
 * half of the major axis, which along an axis of the image is at most the sum of both derivatives.
 *
 * @returns undefined where a coordinate or a derivative is no number
 */
function regionOf(state: SampleState, lane: Lane): readonly Interval[] | undefined {
  const derivatives = permittedDerivatives(state, lane);
  const region = texelCoordinatesOf(state, lane)?.map((u, axis) => {
    const reach = derivatives.map(({ dx, dy }) => (Math.abs(dx[axis]) + Math.abs(dy[axis])) / 2);
    return widened(u, Math.max(...reach));
  });
  return region?.every(({ lower, upper }) => Number.isFinite(lower) && Number.isFinite(upper)) ? region : undefined;
}

/** Texels that a linear filter reads, and one more for a coordinate that is rounded. */
const FILTER = 2;

/** The texels of a level that samples of a region may read. */
function boxOf(state: SampleState, lane: Lane, region: readonly Interval[], level: number): readonly Interval[] {
  const offsets = offsetsOf(state, lane);
  const normalized = !state.sampler.unnormalizedCoordinates;
  const sizes = normalized ? baseScales({ ...state, view: { ...state.view, baseMipLevel: level } }) : [1, 1, 1];
  return region.map(({ lower, upper }, axis) => {
    const texels = interval(Math.floor(lower * sizes[axis]), Math.floor(upper * sizes[axis]));
    return widened(sum(texels, interval(offsets[axis], offsets[axis])), FILTER);
  });
}
