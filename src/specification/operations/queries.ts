import { type Answer, exactly } from '../answers/answer.ts';
import { specifiedLevelSize } from '../texels/image-parts.ts';
import { ANYTHING, hull, type Interval, point, sum } from '../exact/interval.ts';
import { type Lane, operandIndex } from '../state/lane.ts';
import { perState } from '../state/per-state.ts';
import type { SampleState } from '../state/state.ts';
import { axesOf, isArray, isCube } from '../state/view.ts';
import { imageLevels, lodRange } from '../lod/levels.ts';
import { lodSteps } from '../lod/lod-steps.ts';
import { laneFootprints } from '../filtering/sample-places.ts';
import { leavesNoLevel } from '../filtering/out-of-bounds.ts';

/**
 * Width, height, depth or layers of a level of the view, then how many levels it has (Vulkan: OpImageQuerySizeLod;
 * D3D11.3 22.4.14). A level that is not there has no size; one below the minimum LOD has its own or none.
 */
export function queriedSize({ image, view }: SampleState, lane: Lane): Answer {
  const { viewType, baseMipLevel, levelCount, layerCount } = view;
  const level = lane.batch.level[operandIndex(lane)];
  const axes = [image.width, image.height, image.depth ?? 1].slice(0, axesOf(viewType));
  const sizes = axes.map((size) => specifiedLevelSize(size, baseMipLevel + level));
  if (isArray(viewType)) sizes.push(isCube(viewType) ? layerCount / 6 : layerCount);
  const shown = level >= 0 && level < levelCount;
  const clampedOff = baseMipLevel + level < Math.floor(view.minLod);
  const way = [0, 1, 2].map((n) => {
    const size = shown ? (sizes[n] ?? 0) : 0;
    return clampedOff ? hull(point(size), point(0)) : point(size);
  });
  return { type: 'sint', ways: [[...way, point(levelCount)]] };
}

/** OpImageQueryLevels, a scalar: nothing is said of the rest. */
export function queriedLevels({ view }: SampleState): Answer {
  const { levelCount } = view;
  return { type: 'sint', ways: [[point(levelCount), ANYTHING, ANYTHING, ANYTHING]] };
}

/** OpImageQuerySamples; D3D11.3 22.4.21. */
export function queriedSamples({ image }: SampleState): Answer {
  return exactly('sint', image.samples ?? 1, 0, 0, 0);
}

/** The place of a sample from the pixel's centre; zeros for a sample that is not there (D3D11.3 22.4.22). */
export function samplePosition({ image }: SampleState, lane: Lane): Answer {
  const [x, y] = standardPlace(image.samples ?? 1, lane.batch.sample[operandIndex(lane)]) ?? [0.5, 0.5];
  return exactly('float', x - 0.5, y - 0.5, 0, 0);
}

/** x and y of each sample in turn, from the pixel's upper left corner, in sixteenths of a pixel. */
const SIXTEENTHS: readonly (readonly number[])[] = [
  [8, 8],
  [12, 12, 4, 4],
  [6, 2, 14, 6, 2, 10, 10, 14],
  [9, 5, 7, 11, 13, 9, 5, 3, 3, 13, 1, 7, 11, 15, 15, 1],
  [9, 9, 7, 5, 5, 10, 12, 7, 3, 6, 10, 13, 13, 11, 11, 3, 6, 14, 8, 1, 4, 2, 2, 12, 0, 8, 15, 4, 14, 15, 1, 0],
];

/**
 * The places of the samples of a pixel from its upper left corner, in pixels (Vulkan: Standard Sample Locations; the
 * same as D3D11.3 19.2.4).
 *
 * @returns no place for a sample that the pattern lacks, or a number of samples without a pattern
 */
function standardPlace(samples: number, sample: number): readonly [x: number, y: number] | undefined {
  const pattern = SIXTEENTHS.find(({ length }) => length === 2 * samples) ?? [];
  if (!(sample >= 0 && 2 * sample < pattern.length)) return undefined;
  return [pattern[2 * sample] / 16, pattern[2 * sample + 1] / 16];
}

/** The state with an implicit LOD, which is what is queried. */
export const implicitly = perState((state): SampleState => {
  return { ...state, instruction: { ...state.instruction, lod: 'implicit' } };
});

/**
 * d_l - level_base and lambda' as of an implicit LOD without bias or minimum of the instruction (Vulkan: LOD Query;
 * D3D11.3 5.8.5, 22.5.6). A lambda' that the LOD's format cannot hold may be held to it.
 */
export function queriedLod(state: SampleState, lane: Lane): readonly Interval[] {
  const implicit = implicitly(state);
  return lodsOfLengths(
    implicit,
    laneFootprints(implicit, lane).map(({ length }) => length),
  );
}

/**
 * The LODs that are queried where they are log2 of one of some lengths.
 *
 * @param implicit the state with an implicit LOD
 * @param lengths none where the LOD is open
 */
export function lodsOfLengths(implicit: SampleState, lengths: readonly Interval[]): readonly Interval[] {
  const { sampler, view } = implicit;
  const results = lengths.map((length) => {
    const { biased, lambda } = lodRange({ lod: 0, minLod: 0, length }, implicit);
    const levels = imageLevels(lambda, implicit);
    const selected = sampler.mipmapMode === 'nearest' ? lodSteps(implicit).nearest(levels) : levels;
    return {
      // A view without a level has 0 (D3D11.3 5.8.5).
      level: leavesNoLevel(implicit) ? point(0) : sum(selected, point(-view.baseMipLevel)),
      lod: hull(biased, lodSteps(implicit).kept(biased)),
    };
  });
  if (results.length === 0) return [ANYTHING, ANYTHING, point(0), point(0)];
  const zero = point(0);
  return [results.map(({ level }) => level).reduce(hull), results.map(({ lod }) => lod).reduce(hull), zero, zero];
}
