import { IDENTITY_MAPPING } from '../../../rtl-model/state/image-view.ts';
import type { CompareOp } from '../../../rtl-model/state/sampler.ts';
import { ANY_COLOR, hull, hulls, type Interval, interval, point } from '../../specification/exact/interval.ts';
import { comparison } from '../../specification/filtering/comparison.ts';
import type { LaneLayer } from '../../specification/state/lane.ts';
import { perState } from '../../specification/state/per-state.ts';
import { swizzled } from '../../specification/state/result-components.ts';
import type { SampleState } from '../../specification/state/state.ts';
import { axesOf, isCube } from '../../specification/state/view.ts';
import type { DecodedTexel } from '../../specification/texels/decoding.ts';

/** The least and the greatest of some texels: r, g, b, a in codes, and the largest magnitude among them. */
export interface TexelHull {
  readonly texels: readonly Interval[];
  readonly largest: number;
}

const CUBE_FACES = 6;
/** The largest index that is wrapped: beyond it, any texel counts. */
const FARTHEST = 2 ** 30;

/** The hulls of whole levels that were asked for. */
const wholeLevels = perState((): Map<string, TexelHull> => new Map());

/**
 * The hull of the texels of a level that a filter may read, border included (D3D11.3 7.18.16.3: the result lies between
 * the least and the greatest of them). Depth is not compared; a cube counts with all of its faces.
 *
 * @param box indices along each axis before wrapping; the whole level if left out, or where they span it
 */
export function texelHull(
  state: SampleState,
  level: number,
  { layer }: LaneLayer,
  box?: readonly Interval[],
): TexelHull {
  const size = state.texels.size(level);
  const spans = (axis: number) => {
    if (box === undefined || axis >= box.length) return false;
    const { lower, upper } = box[axis];
    return upper - lower < size[axis] && Math.max(-lower, upper) < FARTHEST;
  };
  const whole = size.map((texels, axis) => (axis < axesOf(state.view.viewType) ? interval(-1, texels) : point(0)));
  if (isCube(state.view.viewType) || !size.some((_, axis) => spans(axis))) {
    const known = wholeLevels(state);
    const key = `${level} ${layer}`;
    const found = known.get(key) ?? hullWithin(state, level, layer, whole);
    known.set(key, found);
    return found;
  }
  const ranges = whole.map((all, axis) => (box !== undefined && spans(axis) ? box[axis] : all));
  return hullWithin(state, level, layer, ranges);
}

function hullWithin(
  { texels, view }: SampleState,
  level: number,
  layer: number,
  [columns, rows, slices]: readonly Interval[],
): TexelHull {
  const least = [Infinity, Infinity, Infinity, Infinity];
  const greatest = least.map((x) => -x);
  let isFinite = true;
  const take = (texel: DecodedTexel) => {
    for (let c = 0; c < 4; c++) {
      isFinite &&= Number.isFinite(texel[c]);
      least[c] = Math.min(least[c], texel[c]);
      greatest[c] = Math.max(greatest[c], texel[c]);
    }
  };
  const faces = isCube(view.viewType) ? CUBE_FACES : 1;
  const inset = faces === 1 ? 0 : 1;
  for (let k = slices.lower; k <= slices.upper; k++) {
    for (let j = rows.lower + inset; j <= rows.upper - inset; j++) {
      for (let i = columns.lower + inset; i <= columns.upper - inset; i++) {
        for (let face = 0; face < faces; face++) take(texels.at(level, layer + face, i, j, k));
      }
    }
  }
  const ranges = least.map((lower, c) => interval(lower, greatest[c]));
  const largest = isFinite
    ? Math.max(...ranges.flatMap(({ lower, upper }) => [Math.abs(lower), Math.abs(upper)]))
    : Infinity;
  return { texels: isFinite ? swizzled(ranges, view.components, point(0), point(1)) : ANY_COLOR, largest };
}

/** Everything that either of two hulls holds. */
export function joinedHulls(a: TexelHull, b: TexelHull): TexelHull {
  return { texels: hulls(a.texels, b.texels), largest: Math.max(a.largest, b.largest) };
}

/** The state whose depth is as it is stored: not compared, not swizzled. A state that does not compare is the same. */
export const uncompared = perState((state): SampleState => {
  if (state.instruction.dref !== true) return state;
  const instruction = { ...state.instruction, dref: false };
  return { ...state, instruction, view: { ...state.view, components: IDENTITY_MAPPING } };
});

/**
 * The results that a comparison with any depth of an interval may have, 1 for true and 0 for false.
 *
 * @param depth in codes
 */
export function comparedWith({ sampler, texels, reading }: SampleState, reference: number, depth: Interval): Interval {
  const [one] = texels.ones;
  const op: CompareOp = sampler.compareOp;
  const at = (code: number) => comparison(op, reference, code, one, texels.kind, reading.depthReference);
  const clamped = texels.kind === 'fixed' ? Math.max(0, Math.min(1, reference)) * one : reference;
  // A reference that is rounded is equal to a code beside it.
  return [Math.floor(clamped), clamped, Math.ceil(clamped)]
    .filter((code) => code > depth.lower && code < depth.upper)
    .map(at)
    .reduce(hull, hull(at(depth.lower), at(depth.upper)));
}
