import type { Filter } from '../../../rtl-model/state/sampler.ts';
import { axisTaps, weightGrid } from '../filtering/axis-taps.ts';
import { axisRule, snappedRange } from '../coordinates/texel-coordinates.ts';
import { gatherOrigins, gatherSteps } from './gather.ts';
import { laneFootprints, samplePlaces } from '../filtering/sample-places.ts';
import { type Interval, point } from '../exact/interval.ts';
import { type Lane, offsetsOf, texelCoordinatesOf } from '../state/lane.ts';
import { levelChoices, lodOperands } from '../lod/levels.ts';
import type { SampleState } from '../state/state.ts';
import type { LevelTexels } from '../answers/texel-groups.ts';
import { wrappedTexel } from '../texels/wrapping.ts';

/** The levels that one LOD and one N select, and the texels read in each. */
export interface ReadLevels {
  readonly finer: LevelTexels;
  readonly coarser: LevelTexels;
  /** True if the filter names two levels, and if the weight of either may be 0. */
  readonly two: boolean;
  readonly finerMayVanish: boolean;
  readonly coarserMayVanish: boolean;
}

/**
 * The texels that a sample of an image that is no cube reads, for each LOD and N that the design may find (Vulkan:
 * Texel Filtering). A texel of weight 0 may be read or not.
 *
 * @returns undefined where coordinates or derivatives leave it open
 */
export function readLevels(state: SampleState, lane: Lane): readonly ReadLevels[] | undefined {
  const coordinates = texelCoordinatesOf(state, lane);
  if (coordinates === undefined) return undefined;
  const ways: ReadLevels[] = [];
  for (const footprint of laneFootprints(state, lane)) {
    const operands = lodOperands(lane, footprint.length);
    for (const n of footprint.samples) {
      const places = samplePlaces(state, coordinates, footprint, n);
      for (const { finer, coarser, weight, filter } of levelChoices(operands, state)) {
        const [high, low] = [finer, coarser].map((level) => levelTexels(state, lane, level, filter, places));
        if (high === undefined || low === undefined) return undefined;
        const two = state.sampler.mipmapMode === 'linear' && finer !== coarser;
        ways.push({
          finer: high,
          coarser: low,
          two,
          finerMayVanish: two && weight.upper === 1,
          coarserMayVanish: !two || weight.lower === 0,
        });
      }
    }
  }
  return ways.length === 0 ? undefined : ways;
}

/** Texels along one axis, after wrapping; those of a border are none. */
interface AxisTexels {
  readonly certain: readonly number[];
  readonly possible: readonly number[];
}

function levelTexels(
  state: SampleState,
  lane: Lane,
  level: number,
  filter: Filter,
  places: readonly (readonly Interval[])[],
): LevelTexels | undefined {
  const offsets = offsetsOf(state, lane);
  const samples: AxisTexels[][] = [];
  for (const place of places) {
    const axes = place.map((u, axis) => axisTexels(state, level, filter, axis, u, offsets[axis]));
    if (!axes.every((axis) => axis !== undefined)) return undefined;
    samples.push(axes);
  }
  const all = (which: keyof AxisTexels) => new Set(samples.flatMap((axes) => product(axes.map((axis) => axis[which]))));
  return { level, certain: all('certain'), possible: all('possible') };
}

/** Coordinates so far out that a float32 is many texels wide: what they select is anything. */
const MOST_COORDINATES = 512;

function axisTexels(
  state: SampleState,
  level: number,
  filter: Filter,
  axis: number,
  u: Interval,
  offset: number,
): AxisTexels | undefined {
  const rule = axisRule(state, axis, level, filter);
  const { lower, upper } = snappedRange(u, rule, offset, state.design.address);
  if (!(upper - lower < MOST_COORDINATES)) return undefined;
  const index = (i: number) => wrappedTexel(i, rule.size, rule.mode);
  const inside = (i: number) => i >= 0 && i < rule.size;
  const possible = new Set<number>();
  let certain: Set<number> | undefined;
  for (let k = lower; k <= upper; k++) {
    for (const coarse of weightGrid(state, filter, point(k))) {
      const taps = axisTaps(state, filter, coarse);
      // The texel next to a weight that was narrowed to 0 or 1 may be read as well.
      for (const { index: i } of [...taps, ...axisTaps(state, filter, k)]) possible.add(index(i));
      const weighty = new Set(
        taps.filter(({ weight, error }) => Math.abs(weight) > error).map((tap) => index(tap.index)),
      );
      certain = certain === undefined ? weighty : new Set([...certain].filter((i) => weighty.has(i)));
    }
  }
  return { certain: [...certain!].filter(inside), possible: [...possible].filter(inside) };
}

function product(axes: readonly (readonly number[])[]): readonly string[] {
  const [columns, rows = [0], slices = [0]] = axes;
  return slices.flatMap((z) => rows.flatMap((y) => columns.map((x) => `${x} ${y} ${z}`)));
}

/** The texels of a gather in the view's first level; the origin is open where the design may snap to several. */
export function gatheredPlaces(state: SampleState, lane: Lane): LevelTexels | undefined {
  const coordinates = texelCoordinatesOf(state, lane);
  const origins = coordinates && gatherOrigins(state, lane, coordinates);
  if (origins === undefined) return undefined;
  const level = state.view.baseMipLevel;
  const rules = [0, 1].map((axis) => axisRule(state, axis, level, 'linear'));
  const possible = new Set<string>();
  for (const [i, j] of origins) {
    for (const [di, dj] of gatherSteps(state)) {
      const [x, y] = [i + di, j + dj].map((n, axis) => wrappedTexel(n, rules[axis].size, rules[axis].mode));
      if (x >= 0 && x < rules[0].size && y >= 0 && y < rules[1].size) possible.add(`${x} ${y} 0`);
    }
  }
  return { level, certain: origins.length === 1 ? possible : new Set(), possible };
}
