/** Width, height and depth of a texel group. */
export type GroupSize = readonly [number, number, number];

/** Vulkan: Texel Footprint Granularity Values, by dimensions and granularity; null where it is not supported. */
export const GROUP_SIZES: Readonly<Record<2 | 3, readonly (GroupSize | null)[]>> = {
  2: groupSizes(2, [1, 2, 3, 4, 5, 6, 7, 11, 12, 13, 14, 15]),
  3: groupSizes(3, [1, 3, 10, 11, 12, 13, 14]),
};

/** A group of granularity g has 2^(g + dimensions - 1) texels. The first axes take the bits that are left over. */
function groupSizes(dimensions: 2 | 3, supported: readonly number[]): readonly (GroupSize | null)[] {
  return Array.from({ length: 16 }, (_, g) => {
    const side = (axis: number) => 2 ** Math.ceil((g + dimensions - 1 - axis) / dimensions);
    return supported.includes(g) ? [side(0), side(1), dimensions === 3 ? side(2) : 1] : null;
  });
}

/** Groups along a side of the neighbourhood that the mask covers. */
const SIDE = { 2: 8, 3: 4 } as const;

/** Length of the result: anchor x, y, z, offset x, y, z, mask low and high word, granularity. */
export const FOOTPRINT_WORDS = 9;

/**
 * The footprint of OpImageSampleFootprintNV (Vulkan: Texel Footprint Evaluation): the texel groups that a filter
 * touches in one level.
 *
 * The mask can show any `side` groups in a row along each axis. `anchor` is the aligned neighbourhood that holds the
 * last group, `offset` how many groups before its start the first one lies: 0 where one neighbourhood holds them all. A
 * group is in the mask at its number modulo `side`.
 *
 * With anisotropy the granularity is the finest of at least the one requested whose mask shows every group, or else the
 * coarsest. Groups that even so are further apart than a mask is wide share bits; only address modes for which the
 * specification leaves the footprint undefined come to that without anisotropy.
 *
 * @param texels i, j, k of each texel, k = 0 in two dimensions; none negative
 * @param count of texels, 0 for an empty footprint: all zero
 * @param granularity one that GROUP_SIZES supports for these dimensions
 * @param result receives FOOTPRINT_WORDS integers; the granularity is 0 where it is the one requested
 */
export function queryFootprint(
  texels: Int32Array,
  count: number,
  dimensions: 2 | 3,
  granularity: number,
  anisotropic: boolean,
  result: Int32Array,
): void {
  result.fill(0, 0, FOOTPRINT_WORDS);
  if (count === 0) return;
  const used = anisotropic ? fittingGranularity(texels, count, dimensions, granularity) : granularity;
  const size = groupSize(dimensions, used);
  const side = SIDE[dimensions];
  for (let axis = 0; axis < dimensions; axis++) {
    const anchor = Math.floor(extreme(texels, count, axis, Math.max) / size[axis] / side);
    result[axis] = anchor;
    result[3 + axis] = Math.max(0, side * anchor - firstGroup(texels, count, axis, size)) % side;
  }
  for (let n = 0; n < 3 * count; n += 3) {
    const bit = groupBit(texels, n, dimensions, used);
    result[6 + (bit >> 5)] |= 1 << (bit & 31);
  }
  result[8] = used === granularity ? 0 : used;
}

/** The bit of the mask for the group of the texel at i, j, k from entry `at` on. */
export function groupBit(texels: Int32Array, at: number, dimensions: 2 | 3, granularity: number): number {
  const size = groupSize(dimensions, granularity);
  const side = SIDE[dimensions];
  let bit = 0;
  for (let axis = dimensions - 1; axis >= 0; axis--) {
    bit = bit * side + (Math.floor(texels[at + axis] / size[axis]) % side);
  }
  return bit;
}

function fittingGranularity(texels: Int32Array, count: number, dimensions: 2 | 3, requested: number): number {
  let coarsest = requested;
  for (let granularity = requested; granularity < GROUP_SIZES[dimensions].length; granularity++) {
    const size = GROUP_SIZES[dimensions][granularity];
    if (size === null) continue;
    if (fits(texels, count, dimensions, size)) return granularity;
    coarsest = granularity;
  }
  return coarsest;
}

function fits(texels: Int32Array, count: number, dimensions: 2 | 3, size: GroupSize): boolean {
  for (let axis = 0; axis < dimensions; axis++) {
    const last = Math.floor(extreme(texels, count, axis, Math.max) / size[axis]);
    if (last - firstGroup(texels, count, axis, size) >= SIDE[dimensions]) return false;
  }
  return true;
}

function firstGroup(texels: Int32Array, count: number, axis: number, size: GroupSize): number {
  return Math.floor(extreme(texels, count, axis, Math.min) / size[axis]);
}

function extreme(texels: Int32Array, count: number, axis: number, pick: (a: number, b: number) => number): number {
  let found = texels[axis];
  for (let n = axis + 3; n < 3 * count; n += 3) found = pick(found, texels[n]);
  return found;
}

export function groupSize(dimensions: 2 | 3, granularity: number): GroupSize {
  const size = GROUP_SIZES[dimensions][granularity];
  if (!size) throw new RangeError(`granularity ${granularity} is not supported in ${dimensions} dimensions`);
  return size;
}
