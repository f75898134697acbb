/** The texels of a level that an operation reads for certain, and those that it may read, as `x y z`. */
export interface LevelTexels {
  readonly level: number;
  readonly certain: ReadonlySet<string>;
  readonly possible: ReadonlySet<string>;
}

/** The same, and the texels that have a weight at each place where a sample may be: for each sample, for each place. */
export interface PlacedTexels extends LevelTexels {
  readonly samples: readonly (readonly (readonly string[])[])[];
}

/** One of the footprints that a lane may have. */
export interface GroupsWay {
  /** True if the filter reads one level alone; both values where the coarser one has no weight. */
  readonly single: readonly boolean[];
  /** The level requested; undefined where it is not read, which leaves the footprint empty. */
  readonly texels: LevelTexels | undefined;
}

/** The results that OpImageSampleFootprintNV may return (Vulkan: Texel Footprint Evaluation). */
export interface GroupsAnswer {
  readonly dimensions: 2 | 3;
  readonly granularity: number;
  readonly anisotropic: boolean;
  /** The levels of the image that may count as level 0: the text does not say which (Texel Footprint Evaluation). */
  readonly firstLevels: readonly number[];
  /** Undefined where the specification leaves them open. */
  readonly ways: readonly GroupsWay[] | undefined;
}

export interface ReturnedGroups {
  readonly single: boolean;
  readonly anchor: readonly number[];
  readonly offset: readonly number[];
  /** x and y, 32 bits each. */
  readonly mask: readonly [number, number];
  readonly level: number;
  readonly granularity: number;
}

type Size = readonly [number, number, number];

/** Vulkan: Texel Footprint Granularity Values. */
const SIZES: Readonly<Record<2 | 3, ReadonlyMap<number, Size>>> = {
  2: new Map<number, Size>([
    [1, [2, 2, 1]],
    [2, [4, 2, 1]],
    [3, [4, 4, 1]],
    [4, [8, 4, 1]],
    [5, [8, 8, 1]],
    [6, [16, 8, 1]],
    [7, [16, 16, 1]],
    [11, [64, 64, 1]],
    [12, [128, 64, 1]],
    [13, [128, 128, 1]],
    [14, [256, 128, 1]],
    [15, [256, 256, 1]],
  ]),
  3: new Map<number, Size>([
    [1, [2, 2, 2]],
    [3, [4, 4, 2]],
    [10, [16, 16, 16]],
    [11, [32, 16, 16]],
    [12, [32, 32, 16]],
    [13, [32, 32, 32]],
    [14, [64, 32, 32]],
  ]),
};

/** The groups that either of two rules may return for one request. */
export function joinedGroups(a: GroupsAnswer, b: GroupsAnswer): GroupsAnswer {
  return { ...a, ways: a.ways && b.ways && [...a.ways, ...b.ways] };
}

/** True if the returned groups are among those that are right. */
export function areRightGroups(answer: GroupsAnswer, returned: ReturnedGroups): boolean {
  return answer.ways === undefined || answer.ways.some((way) => isRightWay(answer, way, returned));
}

function isRightWay(answer: GroupsAnswer, { single, texels }: GroupsWay, returned: ReturnedGroups): boolean {
  if (!single.includes(returned.single)) return false;
  const [low, high] = returned.mask;
  if (texels === undefined) return low === 0 && high === 0;
  if (!answer.firstLevels.includes(texels.level - returned.level)) return false;
  const size = usedSize(answer, texels, returned.granularity);
  if (size === undefined) return false;
  const groupOf = (texel: string) =>
    texel
      .split(' ')
      .map((n, axis) => Math.floor(Number(n) / size[axis]))
      .join(' ');
  const covered = coveredGroups(answer.dimensions, returned);
  const possible = new Set([...texels.possible].map(groupOf));
  return (
    [...texels.certain].every((texel) => covered.has(groupOf(texel))) && [...covered].every((g) => possible.has(g))
  );
}

/**
 * 0 means the granularity requested; a larger one only with anisotropy, where the mask could not hold the
 * footprint.
 */
function usedSize(answer: GroupsAnswer, texels: LevelTexels, granularity: number): Size | undefined {
  const sizes = SIZES[answer.dimensions];
  const asked = sizes.get(answer.granularity)!;
  if (granularity === 0) return asked;
  const coarser = answer.anisotropic && granularity > answer.granularity;
  return coarser && !fits(answer.dimensions, texels.possible, asked) ? sizes.get(granularity) : undefined;
}

function fits(dimensions: 2 | 3, texels: ReadonlySet<string>, size: Size): boolean {
  return [0, 1, 2].slice(0, dimensions).every((axis) => {
    const groups = [...texels].map((texel) => Math.floor(Number(texel.split(' ')[axis]) / size[axis]));
    return Math.max(...groups) - Math.min(...groups) < sideOf(dimensions);
  });
}

function sideOf(dimensions: 2 | 3): number {
  return dimensions === 2 ? 8 : 4;
}

/** The groups that the mask, the anchor and the offset name together, as `x y z`. */
function coveredGroups(dimensions: 2 | 3, { anchor, offset, mask }: ReturnedGroups): ReadonlySet<string> {
  const side = sideOf(dimensions);
  const covered = new Set<string>();
  for (let bit = 0; bit < 64; bit++) {
    if (((mask[Math.floor(bit / 32)] >>> (bit % 32)) & 1) === 0) continue;
    const local = [bit % side, Math.floor(bit / side) % side, Math.floor(bit / side ** 2)];
    const group = local.map((lg, axis) => {
      if (axis >= dimensions) return 0;
      return side * (lg + offset[axis] < side ? anchor[axis] : anchor[axis] - 1) + lg;
    });
    covered.add(group.join(' '));
  }
  return covered;
}
