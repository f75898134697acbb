import { baseScales } from '../coordinates/texel-coordinates.ts';
import { hull, type Interval, interval } from '../exact/interval.ts';
import { coordinatesOf, type Lane } from '../state/lane.ts';
import type { SampleState } from '../state/state.ts';
import { isCube } from '../state/view.ts';
import { type Derivatives, derivativesOf } from './derivatives.ts';
import { areaOf, FLOAT_LENGTH_ERROR, footprints } from './footprint.ts';

/**
 * The scale factor. D3D11.3: of the ideal ellipse, or of the vectors as they are, for approximations of the ellipse are
 * allowed and some vectors skip it. Vulkan: from the largest component of either vector to sqrt(2) times the sum of a
 * vector's components (Scale Factor Operation). Derivatives may be those along any row and column of the quad: of the
 * lane's own (fine), or of the same ones for all lanes (coarse).
 *
 * An anisotropic sample has that of the shorter axis, which D3D11.3 defines (7.18.11).
 *
 * @returns undefined where the derivatives are not finite
 */
export function implicitLength(state: SampleState, lane: Lane, anisotropic: boolean): Interval | undefined {
  const { anyScaleFactor = false, quadLod = false } = state.reading.lengths ?? {};
  const methods = anyScaleFactor ? (['max-component', 'component-sum'] as const) : (['ellipse', 'euclidean'] as const);
  // D3D11.3 22.5.2 allows one LOD for the quad; a cube's derivatives depend on the direction of the lane as well.
  const shared = quadLod && isCube(state.view.viewType) && state.instruction.lod !== 'gradient';
  const lanes = shared ? [lane, { ...lane, lane: 0 }] : [lane];
  const lengths = derivativeLanes(state, lane).flatMap((derivativeLane) =>
    methods.flatMap((scaleFactor) => {
      const design = { ...state.design, lod: { ...state.design.lod, scaleFactor } };
      const factor = scaleFactor === 'component-sum' ? Math.SQRT2 : 1;
      const of = { ...state, design, reading: { ...state.reading, derivativeLane } };
      const found = lanes.flatMap((each) => footprints(of, each, anisotropic));
      return found.map(({ length }) => interval(length.lower * factor, length.upper * factor));
    }),
  );
  if (lengths.length === 0) return undefined;
  if (anisotropic) lengths.push(...lanes.flatMap((each) => shorterAxes(state, each)));
  return lengths.reduce(hull);
}

/**
 * The lengths of the shorter axis where the ellipse is skipped: the longer derivative is the major axis, and the area
 * gives the minor one, which maxAnisotropy holds (D3D11.3 7.18.11).
 */
function shorterAxes(state: SampleState, lane: Lane): readonly Interval[] {
  const scales = baseScales(state);
  return permittedDerivatives(state, lane).map(({ dx, dy }) => {
    const [x, y] = [dx, dy].map((of) => of.map((component, axis) => component * scales[axis]));
    const major = Math.max(Math.hypot(...x), Math.hypot(...y));
    const minor = major === 0 ? 0 : Math.max(areaOf(x, y).area / major, major / state.sampler.maxAnisotropy);
    return interval(minor * (1 - FLOAT_LENGTH_ERROR), minor * (1 + FLOAT_LENGTH_ERROR));
  });
}

/** The derivatives of a lane along each row and column of its quad. */
export function permittedDerivatives(state: SampleState, lane: Lane): readonly Derivatives[] {
  return derivativeLanes(state, lane).map((derivativeLane) =>
    derivativesOf({ ...state, reading: { ...state.reading, derivativeLane } }, lane),
  );
}

/** Lanes through each row and column that has derivatives of its own; one alone where all are the same. */
function derivativeLanes(state: SampleState, lane: Lane): readonly number[] {
  if (state.instruction.lod === 'gradient') return [0];
  const [a, b, c, d] = [0, 1, 2, 3].map((n) => coordinatesOf(state, { ...lane, lane: n }));
  const rounded = state.reading.exactDifferences ? Number : Math.fround;
  const same = a.every(
    (_, axis) =>
      rounded(b[axis] - a[axis]) === rounded(d[axis] - c[axis]) &&
      rounded(c[axis] - a[axis]) === rounded(d[axis] - b[axis]),
  );
  return same ? [0] : [0, 1, 2, 3];
}
