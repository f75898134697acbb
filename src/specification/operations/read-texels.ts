import type { Answer } from '../answers/answer.ts';
import type { Operation } from '../../../rtl-model/state/instruction.ts';
import type { Filter } from '../../../rtl-model/state/sampler.ts';
import { axisTaps, leastWeight, narrowedCoordinates } from '../filtering/axis-taps.ts';
import { axisRule, breakpoints, snappedRange } from '../coordinates/texel-coordinates.ts';
import { gatherOrigins, gatherSteps } from './gather.ts';
import { laneFootprints, samplePlaces } from '../filtering/sample-places.ts';
import { leavesNoLevel } from '../filtering/out-of-bounds.ts';
import { isUnbound } from '../texels/image-parts.ts';
import { ANY_COLOR, type Interval, point } from '../exact/interval.ts';
import { type Lane, layerOf, offsetsOf, texelCoordinatesOf } from '../state/lane.ts';
import { levelChoices, lodOperands } from '../lod/levels.ts';
import type { SampleState } from '../state/state.ts';
import { isCube } from '../state/view.ts';
import type { GroupsWay, PlacedTexels } from '../answers/texel-groups.ts';
import { isDefinedBy, type SpecifiedAxis } from '../texels/reading.ts';
import { wrappedTexel } from '../texels/wrapping.ts';

/**
 * OpImageSampleFootprintNV (Vulkan: Texel Footprint Evaluation): the groups of texels that a sample reads in one level.
 * The color is of no consequence.
 */
export function queriedFootprint(state: SampleState, lane: Lane): Answer {
  const { instruction, sampler, view } = state;
  const free = state.reading.snap !== undefined;
  // The scheme of anisotropic filtering is the implementation's (Texel Anisotropic Filtering).
  const open = free && sampler.anisotropyEnable && instruction.lod !== 'explicit';
  const levels = open ? undefined : readLevels(state, lane);
  const ways = levels?.flatMap((read) => groupsWays(read, instruction.coarse === true));
  return {
    type: 'sint',
    ways: [ANY_COLOR],
    groups: {
      dimensions: view.viewType === '3d' ? 3 : 2,
      granularity: instruction.granularity ?? 1,
      anisotropic: sampler.anisotropyEnable,
      firstLevels: free ? [0, view.baseMipLevel] : [0],
      ways,
    },
  };
}

/** A level of weight 0 may count as read, which makes them two, or not. */
function groupsWays(levels: ReadLevels, coarse: boolean): readonly GroupsWay[] {
  const { finer, coarser, two, finerMayVanish, coarserMayVanish } = levels;
  const ways: GroupsWay[] = [];
  if (two) ways.push({ single: [false], texels: coarse ? coarser : finer });
  if (coarserMayVanish) ways.push({ single: [true], texels: coarse ? undefined : finer });
  if (finerMayVanish) ways.push({ single: [true], texels: coarse ? undefined : coarser });
  return ways;
}

/**
 * The residency codes of a sample or gather (Vulkan: Sparse Residency): 0 if a texel that is read has no memory, 1
 * if none; either where it has weight 0, or the design's errors decide.
 *
 * @returns undefined where what is read is open
 */
export function residencyCodes(state: SampleState, lane: Lane): readonly number[] | undefined {
  if (leavesNoLevel(state)) return undefined;
  if ((state.image.unbound ?? []).length === 0) return [1];
  const { layer } = layerOf(state, lane);
  const unboundIn = (level: number) => (texel: string) => {
    const [x, y, z] = texel.split(' ').map(Number);
    return isUnbound(state.image.unbound ?? [], { level, layer, x, y, z });
  };
  // Wherever a sample may be, it meets such a texel: not the same one everywhere.
  const certainly = ({ level, samples }: PlacedTexels) =>
    samples.some((places) => places.every((texels) => texels.some(unboundIn(level))));
  const possibly = ({ level, possible }: PlacedTexels) => [...possible].some(unboundIn(level));
  if (state.instruction.op === 'gather') {
    const texels = gatheredPlaces(state, lane);
    return texels && codes(certainly(texels), possibly(texels));
  }
  const ways = readLevels(state, lane)?.map(({ finer, coarser, two, finerMayVanish, coarserMayVanish }) =>
    codes(
      (!finerMayVanish && certainly(finer)) || (two && !coarserMayVanish && certainly(coarser)),
      possibly(finer) || (two && possibly(coarser)),
    ),
  );
  return ways && [...new Set(ways.flat())];
}

/** Operations that filter or gather texels of a view. */
const FILTERING: readonly Operation[] = ['sample', 'gather', 'box_filter', 'sample_weighted', 'block_match'];

/**
 * True if a filtered result may depend on texels whose value Vulkan leaves undefined: those of a level that the view's
 * minimum LOD removes, without robustImageAccess2 (Texel Gathering), and those without memory, without
 * residencyNonResidentStrict.
 */
export function readsUndefinedTexels(state: SampleState, lane: Lane): boolean {
  const { view, image, instruction, reading } = state;
  const { op = 'sample' } = instruction;
  if (!FILTERING.includes(op)) return false;
  const noLevel = leavesNoLevel(state) || (op === 'gather' && view.baseMipLevel < Math.floor(view.minLod));
  if (noLevel) return !isDefinedBy(reading, 'robustImageAccess2');
  if ((image.unbound ?? []).length === 0 || isDefinedBy(reading, 'residencyNonResidentStrict')) return false;
  const known = (op === 'sample' || op === 'gather') && !isCube(view.viewType);
  const resident = known ? residencyCodes(state, lane) : undefined;
  return resident === undefined || resident.includes(0);
}

function codes(certain: boolean, possible: boolean): readonly number[] {
  return certain ? [0] : possible ? [0, 1] : [1];
}

/** The levels that one LOD and one N select, and the texels read in each. */
interface ReadLevels {
  readonly finer: PlacedTexels;
  readonly coarser: PlacedTexels;
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
function readLevels(state: SampleState, lane: Lane): readonly ReadLevels[] | undefined {
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
          finerMayVanish: two && weight?.upper === 1,
          coarserMayVanish: !two || weight === null || weight.lower === 0,
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
  /** Those with a weight, at each place. */
  readonly places: readonly (readonly number[])[];
}

function levelTexels(
  state: SampleState,
  lane: Lane,
  level: number,
  filter: Filter,
  places: readonly (readonly Interval[])[],
): PlacedTexels | undefined {
  const offsets = offsetsOf(state, lane);
  const samples: AxisTexels[][] = [];
  for (const place of places) {
    const axes = place.map((u, axis) => {
      const rule = axisRule(state, axis, level, filter);
      const least = filter === 'linear' ? leastWeight(state.reading, place.length) : 0;
      return axisTexels(state, filter, rule, snappedRange(u, rule, offsets[axis], state), least);
    });
    if (!axes.every((axis) => axis !== undefined)) return undefined;
    samples.push(axes);
  }
  const all = (which: 'certain' | 'possible') =>
    new Set(samples.flatMap((axes) => product(axes.map((axis) => axis[which]))));
  const placed = samples.map((axes) => {
    const [columns, rows = [[0]], slices = [[0]]] = axes.map((axis) => axis.places);
    return slices.flatMap((z) => rows.flatMap((y) => columns.map((x) => product([x, y, z]))));
  });
  return { level, certain: all('certain'), possible: all('possible'), samples: placed };
}

/** Coordinates so far out that a float32 is many texels wide: what they select is anything. */
const MOST_TEXELS = 512;

/**
 * The texels of a range of snapped coordinates along an axis: those of its ends, and of the whole texels between them.
 *
 * @param least weights up to this may count as 0
 * @returns undefined where there are too many to tell
 */
function axisTexels(state: SampleState, filter: Filter, rule: SpecifiedAxis, snapped: Interval, least: number) {
  const { size, mode } = rule;
  const one = 2 ** state.design.address.coordinate.fractionBits;
  if (!(snapped.upper - snapped.lower < MOST_TEXELS * one)) return undefined;
  const index = (i: number) => wrappedTexel(i, size, mode);
  const inside = (i: number) => i >= 0 && i < size;
  const possible = new Set<number>();
  let certain: Set<number> | undefined;
  const places: number[][] = [];
  for (const k of breakpoints(snapped, size, mode, one)) {
    for (const coarse of narrowedCoordinates(state, filter, point(k))) {
      const taps = axisTaps(state, filter, coarse);
      // The texel next to a weight that was narrowed to 0 or 1 may be read as well.
      for (const { index: i } of [...taps, ...axisTaps(state, filter, k)]) possible.add(index(i));
      const weighty = new Set(
        taps.filter(({ weight, error }) => Math.abs(weight) > Math.max(error, least)).map((tap) => index(tap.index)),
      );
      places.push([...weighty].filter(inside));
      certain = certain === undefined ? weighty : new Set([...certain].filter((i) => weighty.has(i)));
    }
  }
  return { certain: [...certain!].filter(inside), possible: [...possible].filter(inside), places };
}

function product(axes: readonly (readonly number[])[]): readonly string[] {
  const [columns, rows = [0], slices = [0]] = axes;
  return slices.flatMap((z) => rows.flatMap((y) => columns.map((x) => `${x} ${y} ${z}`)));
}

/** The texels of a gather in the view's first level; the origin is open where the design may snap to several. */
function gatheredPlaces(state: SampleState, lane: Lane): PlacedTexels | undefined {
  const coordinates = texelCoordinatesOf(state, lane);
  const origins = coordinates && gatherOrigins(state, lane, coordinates);
  if (origins === undefined) return undefined;
  const level = state.view.baseMipLevel;
  const rules = [0, 1].map((axis) => axisRule(state, axis, level, 'linear'));
  const places = origins.map(([i, j]) =>
    gatherSteps(state).flatMap(([di, dj]) => {
      const [x, y] = [i + di, j + dj].map((n, axis) => wrappedTexel(n, rules[axis].size, rules[axis].mode));
      return x >= 0 && x < rules[0].size && y >= 0 && y < rules[1].size ? [`${x} ${y} 0`] : [];
    }),
  );
  const possible = new Set(places.flat());
  return { level, certain: places.length === 1 ? possible : new Set(), possible, samples: [places] };
}
