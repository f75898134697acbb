import type { YcbcrConversion } from '../../../rtl-model/state/sampler.ts';
import { type Answer, OPEN, type ResultRange } from '../answers/answer.ts';
import { axisTaps, narrowedCoordinates } from '../filtering/axis-taps.ts';
import { axisRule, snappedRange } from '../coordinates/texel-coordinates.ts';
import { filterError } from '../filtering/filter-error.ts';
import { laneFootprints } from '../filtering/sample-places.ts';
import { hull, interval, type Interval, point, scaled, sum } from '../exact/interval.ts';
import { coordinatesOf, type Lane, layerOf } from '../state/lane.ts';
import { levelChoices, lodOperands } from '../lod/levels.ts';
import { narrowed } from '../exact/narrowing.ts';
import type { SampleState } from '../state/state.ts';
import { wrappedTexel } from '../texels/wrapping.ts';
import { CONVERSION_CLAMPS, convertedColor } from './ycbcr-conversion.ts';
import { type YcbcrComponent, ycbcrComponents } from './ycbcr-planes.ts';

type LinearFilter = 'nearest' | 'linear';

/** The level and filter that the LOD selects, and choices that the specification leaves. */
interface Choice {
  readonly level: number;
  /** The filter of luma, and that of a component of full resolution. */
  readonly filter: LinearFilter;
  readonly fullResolution: LinearFilter;
  /** The places of chroma along u and v. */
  readonly locations: readonly YcbcrConversion['xChromaOffset'][];
}

/**
 * OpImageSample* under a sampler Y'CbCr conversion, of a 2D image (Vulkan: YCbCr Degamma, Chroma Reconstruction,
 * Sampler YCbCr Conversion). A quarter of a texel is an integer of the design's coordinates.
 */
export function ycbcrColor(state: SampleState, lane: Lane): Answer {
  const conversion = state.sampler.ycbcrConversion!;
  const components = ycbcrComponents(state);
  const bits = (state.image.format.planes?.[0].format ?? state.image.format).bits[0];
  const clamps = state.reading.anyConversion === true ? CONVERSION_CLAMPS : [undefined];
  const ways: ResultRange[] = [];
  for (const choice of choicesOf(state, lane)) {
    const color = components.map((component, c) => {
      const fullResolution = c === 1 || c === 3 ? choice.filter : choice.fullResolution;
      const codes = reconstructed(state, lane, component, { ...choice, fullResolution });
      return codes && sampled(scaled(codes, 1 / component.one));
    });
    if (!color.every((component) => component !== undefined)) return OPEN;
    const rgba = color.length < 4 ? [...color, point(1)] : color;
    for (const some of clamps) ways.push(convertedColor(rgba, conversion, bits, some));
  }
  return ways.length === 0 ? OPEN : { type: 'float', ways };
}

/** A sampled component may be rounded to float32 before it is converted. */
function sampled({ lower, upper }: Interval): Interval {
  return hull(interval(lower, upper), interval(Math.fround(lower), Math.fround(upper)));
}

/**
 * Implicit reconstruction with a nearest chroma filter may take chroma to lie at midpoints. The chroma filter takes
 * precedence for chroma samples; chroma that needs no reconstruction may be filtered as luma is.
 */
function choicesOf(state: SampleState, lane: Lane): readonly Choice[] {
  const { xChromaOffset, yChromaOffset, chromaFilter, forceExplicitReconstruction } = state.sampler.ycbcrConversion!;
  const selected = laneFootprints(state, lane).flatMap(({ length }) => levelChoices(lodOperands(lane, length), state));
  return selected.flatMap((levels): readonly Choice[] => {
    const filter = levels.filter === 'nearest' ? 'nearest' : 'linear';
    const locations = [xChromaOffset, yChromaOffset];
    const given: Choice = { level: levels.finer, filter, fullResolution: filter, locations };
    if (forceExplicitReconstruction) return [given];
    const choices: readonly Choice[] = [given, { ...given, fullResolution: chromaFilter }];
    if (chromaFilter === 'linear') return choices;
    return [...choices, ...choices.map((choice): Choice => ({ ...choice, locations: ['midpoint', 'midpoint'] }))];
  });
}

/** The filtered value of one component, in codes; undefined where the coordinates leave it open. */
function reconstructed(state: SampleState, lane: Lane, component: YcbcrComponent, choice: Choice) {
  const coordinates = coordinatesOf(state, lane);
  const [columns, rows] = [0, 1].map((axis) => componentTaps(state, axis, coordinates[axis], component, choice));
  if (columns === undefined || rows === undefined) return undefined;
  const { layer } = layerOf(state, lane);
  const values = columns.flatMap((column) =>
    rows.map((row) => {
      const value = row.reduce(
        (total, { index: j, weight: v }) =>
          column.reduce(
            (line, { index: i, weight: u }) => line + u * v * component.code(choice.level, layer, i, j),
            total,
          ),
        0,
      );
      return point(value);
    }),
  );
  const exact = values.reduce(hull);
  return isReduced(component)
    ? narrowedSum(state, exact)
    : sum(exact, lerpError(state, choice.fullResolution, component.one));
}

/** True if the component has fewer texels than luma. */
function isReduced({ divisors }: YcbcrComponent): boolean {
  return divisors.some((divisor) => divisor > 1);
}

/** Texels of the component along an axis, within its level. */
type Taps = readonly { readonly index: number; readonly weight: number }[];

/** More coordinates than that come of coordinates so far out that what they select is anything. */
const MOST_COORDINATES = 64;

/**
 * The taps of a component along an axis, for each coordinate that the design may snap to, weights as narrow as the
 * design's. Along an axis with half the texels, explicit reconstruction takes chroma at the luma texels of the filter
 * (Vulkan: Explicit Reconstruction), implicit reconstruction at the sample: u' = (u + 1/2) / 2 or u / 2 (Vulkan:
 * Implicit Reconstruction).
 *
 * @param s the lane's coordinate along the axis
 */
function componentTaps(
  state: SampleState,
  axis: number,
  s: number,
  component: YcbcrComponent,
  { level, filter, locations, fullResolution }: Choice,
): readonly Taps[] | undefined {
  const { forceExplicitReconstruction: explicit, chromaFilter } = state.sampler.ycbcrConversion!;
  const halved = component.divisors[axis] > 1;
  const cosited = locations[axis] === 'cosited_even';
  const own = !isReduced(component) ? fullResolution : explicit ? filter : chromaFilter;
  const luma = axisRule(state, axis, level, own);
  const size = halved ? component.size(level)[axis] : luma.size;
  const rule =
    halved && !explicit ? { ...luma, size, scale: luma.scale / 2, shift: luma.shift - (cosited ? 0.25 : 0) } : luma;
  const snapped = snappedRange(point(s), rule, 0, state.design.address);
  if (!(snapped.upper - snapped.lower < MOST_COORDINATES)) return undefined;
  const wrapped = (taps: Taps, of: number): Taps =>
    taps.map(({ index, weight }) => ({ index: wrappedTexel(index, of, luma.mode), weight }));
  const taps = narrowedCoordinates(state, own, snapped).map((k) => wrapped(axisTaps(state, own, k), rule.size));
  if (!halved || !explicit) return taps;
  const half = 2 ** (state.design.address.coordinate.fractionBits - 1);
  const moved = chromaFilter === 'nearest' || cosited ? 0 : 0.5;
  const chromaAt = (i: number) => wrapped(axisTaps(state, chromaFilter, half * (i - moved)), size);
  return taps.map((of) =>
    of.flatMap((tap) => chromaAt(tap.index).map(({ index, weight }) => ({ index, weight: tap.weight * weight }))),
  );
}

/** A sum of weighted texels is whole until it is narrowed once, to the bits of the weights that the design guards. */
function narrowedSum({ design: { filter } }: SampleState, codes: Interval): Interval {
  if (filter.guardBits === Infinity) return codes;
  const one = 2 ** Math.min(2 * filter.weightBits, filter.guardBits);
  return scaled(narrowed(scaled(codes, one), filter.rounding), 1 / one);
}

/** A lerp along each axis narrows step by step. */
function lerpError({ design }: SampleState, filter: LinearFilter, one: number): Interval {
  const codes = { kind: 'fixed', ones: [one, one, one, one], codeBits: Math.log2(one + 1), constants: [] } as const;
  return filterError(design, codes, filter, 2, 1, one).sample;
}
