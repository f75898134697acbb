import { FOOTPRINT_LEVEL, FOOTPRINT_READ, FOOTPRINT_SINGLE } from '../address-unit/plans/query-plans.ts';
import { QUERY_ENTRIES } from '../registers/register.ts';
import type { Binding } from '../state/binding.ts';
import { levelSize } from '../memory/level-size.ts';
import type { LaneRegisters } from '../registers/lane-registers.ts';
import { SAMPLE_POSITIONS } from '../state/multisample-positions.ts';
import { FilterUnit } from './filter-unit.ts';
import { readFormat, readsIntegers } from '../state/read-format.ts';

/** The answer of an operation that reads no texel. Results of lane l go to its colour registers. */
export type LaneQuery = (lanes: LaneRegisters, lane: number) => void;

/** The filter unit of operations that read no texel. */
export class QueryFilter extends FilterUnit {
  constructor(private readonly query: LaneQuery) {
    super();
  }

  protected override addLane(): void {}

  protected override finishLane(lanes: LaneRegisters, lane: number): void {
    this.query(lanes, lane);
  }
}

/** A null descriptor: zeros (Vulkan: nullDescriptor; D3D11.3 7.18.17). */
export const nullQuery: LaneQuery = ({ colorBits, query }, lane) => {
  colorBits.fill(0, 4 * lane, 4 * lane + 4);
  query.fill(0, QUERY_ENTRIES * lane, QUERY_ENTRIES * (lane + 1));
};

/** Out of bounds: 0 for the format's components and the default for those it lacks (D3D11.3 5.8.5). */
export function emptyQuery(binding: Binding): LaneQuery {
  const { order } = readFormat(binding);
  const integer = readsIntegers(binding);
  const alpha = order.includes(3) ? 0 : 1;
  return ({ color, colorBits }, lane) => {
    colorBits.fill(0, 4 * lane, 4 * lane + 4);
    if (integer) colorBits[4 * lane + 3] = alpha;
    else color[4 * lane + 3] = alpha;
  };
}

/**
 * Width, height, depth or layers of a level of the view, as integers; the fourth is the number of levels (OpImageQuerySizeLod,
 * OpImageQuerySize; D3D11.3 resinfo). Levels that the view lacks have size 0.
 */
export function sizeQuery({ image, view, dimensions, arrayed, cube }: Binding): LaneQuery {
  return ({ colorBits, level }, lane) => {
    const at = 4 * lane;
    const shown = level[lane] >= 0 && level[lane] < view.levelCount;
    const l = view.baseMipLevel + level[lane];
    const sizes: number[] = [levelSize(image.width, l)];
    if (dimensions > 1) sizes.push(levelSize(image.height, l));
    if (dimensions > 2) sizes.push(levelSize(image.depth, l));
    if (arrayed) sizes.push(cube ? Math.floor(view.layerCount / 6) : view.layerCount);
    for (let c = 0; c < 3; c++) colorBits[at + c] = shown ? (sizes[c] ?? 0) : 0;
    colorBits[at + 3] = view.levelCount;
  };
}

/** OpImageQueryLevels. */
export function levelsQuery({ view }: Binding): LaneQuery {
  return ({ colorBits }, lane) => integers(colorBits, lane, view.levelCount);
}

/** OpImageQuerySamples (D3D11.3 sampleinfo). */
export function samplesQuery({ image }: Binding): LaneQuery {
  return ({ colorBits }, lane) => integers(colorBits, lane, image.samples);
}

function integers(colorBits: Int32Array, lane: number, value: number): void {
  colorBits.fill(0, 4 * lane, 4 * lane + 4);
  colorBits[4 * lane] = value;
}

/**
 * The level that would be read, of the view, and the LOD before the clamp (Vulkan: LOD Query; D3D11.3 lod).
 *
 * @param one 1 in the LOD format
 * @param empty whether the per-resource clamp leaves no level: the clamped LOD is then 0 (D3D11.3 5.8.5)
 */
export function lodQuery(one: number, empty: boolean): LaneQuery {
  return ({ color, levelParameter, lambda }, lane) => {
    const at = 4 * lane;
    color[at] = empty ? 0 : levelParameter[lane] / one;
    color[at + 1] = lambda[lane] / one;
    color[at + 2] = 0;
    color[at + 3] = 0;
  };
}

/** D3D11.3 samplepos: where a sample lies in its pixel, [-0.5, 0.5) from the centre; 0 for a sample that is not there. */
export function positionQuery({ image }: Binding): LaneQuery {
  const positions = SAMPLE_POSITIONS.get(image.samples) ?? [];
  return ({ color, sample }, lane) => {
    const [x, y] = positions[sample[lane]] ?? [0, 0];
    color.set([x / 16, y / 16, 0, 0], 4 * lane);
  };
}

/** OpImageSampleFootprintNV: the level is the result's r; the rest stays in the query registers. */
export function footprintQuery(): LaneQuery {
  return ({ colorBits, query }, lane) => {
    const at = QUERY_ENTRIES * lane;
    colorBits[4 * lane] = query[at + FOOTPRINT_LEVEL];
    colorBits[4 * lane + 1] = query[at + FOOTPRINT_SINGLE];
    colorBits[4 * lane + 2] = query[at + FOOTPRINT_READ];
    colorBits[4 * lane + 3] = 0;
  };
}
