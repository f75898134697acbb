import type { AddressMode, YcbcrConversion } from '../../../rtl-model/state/sampler.ts';
import { type Answer, OPEN, type ResultRange } from '../answers/answer.ts';
import { axisTaps, productError } from '../filtering/axis-taps.ts';
import { axisRule, snappedRange, takenApart } from '../coordinates/texel-coordinates.ts';
import { filterError } from '../filtering/filter-error.ts';
import { triedCoordinates } from '../filtering/level-samples.ts';
import { laneFootprints } from '../filtering/sample-places.ts';
import { hull, hulls, interval, type Interval, point, scaled, sum, widened } from '../exact/interval.ts';
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
  /** True if chroma is reconstructed at each luma texel, before the filter. */
  readonly explicit: boolean;
}

/**
 * OpImageSample* under a sampler Y'CbCr conversion, of a 2D image (Vulkan: YCbCr Degamma, Chroma Reconstruction,
 * Sampler YCbCr Conversion). A quarter of a texel is an integer of the design's coordinates.
 */
export function ycbcrColor(state: SampleState, lane: Lane): Answer {
  const conversion = state.sampler.ycbcrConversion!;
  const components = ycbcrComponents(state);
  const coordinates = coordinatesOf(state, lane);
  const bits = (state.image.format.planes?.[0].format ?? state.image.format).bits[0];
  const clamps = state.reading.anyConversion === true ? CONVERSION_CLAMPS : [undefined];
  const ways: ResultRange[] = [];
  for (const choice of choicesOf(state, lane)) {
    if (choice.explicit && state.reading.anyConversion === true) {
      const [columns, rows] = [0, 1].map((axis) =>
        componentTaps(state, axis, coordinates[axis], components[1], choice),
      );
      if (columns === undefined || rows === undefined) return OPEN;
      const texels = reconstructedTexels(state, lane, choice);
      for (const some of clamps) {
        const converted = remembered((i, j) => convertedColor(texels(i, j), conversion, bits, some));
        ways.push(filteredTexels(state, columns, rows, converted));
      }
      continue;
    }
    const color = components.map((component, c) => {
      const fullResolution = c === 1 || c === 3 ? choice.filter : choice.fullResolution;
      const codes = reconstructed(state, lane, component, { ...choice, fullResolution });
      return codes && sampled(scaled(codes, 1 / component.one));
    });
    if (!color.every((component) => component !== undefined)) return OPEN;
    const rgba = color.length < 4 ? [...color, lackingAlpha(state, choice.filter)] : color;
    for (const some of clamps) ways.push(convertedColor(rgba, conversion, bits, some));
  }
  return ways.length === 0 ? OPEN : { type: 'float', ways };
}

/** A sampled component may be rounded to float32 before it is converted. */
function sampled({ lower, upper }: Interval): Interval {
  return hull(interval(lower, upper), interval(Math.fround(lower), Math.fround(upper)));
}

/** The alpha of a format without one: weights that add up to less than 1 leave less than 1 of it, too. */
function lackingAlpha(state: SampleState, filter: LinearFilter): Interval {
  const leaves = state.design.filter.weightScale === 'all-ones-over-power-of-two';
  return leaves ? sum(point(1), lerpError(state, filter, 1)) : point(1);
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
    const explicit: Choice = { level: levels.finer, filter, fullResolution: filter, locations, explicit: true };
    if (forceExplicitReconstruction) return [explicit];
    const given = { ...explicit, explicit: false };
    // A format may have explicit reconstruction always (VK_FORMAT_FEATURE_..._CHROMA_RECONSTRUCTION_EXPLICIT_BIT).
    const always = state.reading.anyConversion === true ? [explicit] : [];
    const choices: readonly Choice[] = [given, { ...given, fullResolution: chromaFilter }];
    if (chromaFilter === 'linear') return [...always, ...choices];
    const moved = choices.map((choice): Choice => ({ ...choice, locations: ['midpoint', 'midpoint'] }));
    return [...always, ...choices, ...moved];
  });
}

type TexelAt = (i: number, j: number) => readonly Interval[];

/** More than an image has along an axis. */
const MOST_PIXELS = 2 ** 20;

/** A texel that is made once. */
function remembered(make: TexelAt): TexelAt {
  const known = new Map<number, readonly Interval[]>();
  return (i, j) => {
    const key = MOST_PIXELS * j + i;
    const found = known.get(key) ?? make(i, j);
    known.set(key, found);
    return found;
  };
}

/** Texels of luma with the chroma that explicit reconstruction gives them. */
function reconstructedTexels(state: SampleState, lane: Lane, choice: Choice): TexelAt {
  const components = ycbcrComponents(state);
  const { layer } = layerOf(state, lane);
  return remembered((i, j) => {
    const color = components.map((component) => {
      const [across, down] = [i, j].map((index, axis) => chromaTaps(state, axis, index, component, choice));
      const codes = down.reduce(
        (total, { index: y, weight: v }) =>
          across.reduce(
            (line, { index: x, weight: u }) => line + u * v * component.code(choice.level, layer, x, y),
            total,
          ),
        0,
      );
      return point(codes / component.one);
    });
    return color.length < 4 ? [...color, point(1)] : color;
  });
}

/**
 * The filter of converted texels, as explicit reconstruction has it: an implementation may clamp each of them (Vulkan:
 * Chroma Reconstruction; Image Operation Steps).
 */
function filteredTexels(
  state: SampleState,
  columns: readonly Taps[],
  rows: readonly Taps[],
  texelAt: TexelAt,
): ResultRange {
  const results = columns.flatMap((column) =>
    rows.map((row): ResultRange => [0, 1, 2, 3].map((c) => weighted(state, column, row, (i, j) => texelAt(i, j)[c]))),
  );
  return results.reduce(hulls);
}

/** The weighted sum of texels of two axes, with what a text leaves open of the products of the weights. */
function weighted({ reading }: SampleState, column: Taps, row: Taps, texelAt: (i: number, j: number) => Interval) {
  const texels: Interval[] = [];
  let total = point(0);
  for (const { index: j, weight: v } of row) {
    for (const { index: i, weight: u } of column) {
      if (u * v === 0) continue;
      const texel = texelAt(i, j);
      texels.push(texel);
      total = sum(total, scaled(texel, u * v));
    }
  }
  const error = productError(reading, [column, row]);
  if (error === 0) return total;
  const { lower, upper } = texels.reduce(hull);
  const middle = (lower + upper) / 2;
  const farthest = (texel: Interval) => Math.max(middle - texel.lower, texel.upper - middle);
  return widened(total, error * texels.reduce((far, texel) => far + farthest(texel), 0));
}

/** The filtered value of one component, in codes; undefined where the coordinates leave it open. */
function reconstructed(state: SampleState, lane: Lane, component: YcbcrComponent, choice: Choice) {
  const coordinates = coordinatesOf(state, lane);
  const [columns, rows] = [0, 1].map((axis) => componentTaps(state, axis, coordinates[axis], component, choice));
  if (columns === undefined || rows === undefined) return undefined;
  const { layer } = layerOf(state, lane);
  const codeAt = (i: number, j: number) => point(component.code(choice.level, layer, i, j));
  const values = columns.flatMap((column) => rows.map((row) => weighted(state, column, row, codeAt)));
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

/** Coordinates that may be so many texels apart are so far out that what they select is anything. */
const MOST_TEXELS = 64;

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
  choice: Choice,
): readonly Taps[] | undefined {
  const { level, filter, locations, fullResolution, explicit } = choice;
  const { chromaFilter } = state.sampler.ycbcrConversion!;
  const halved = component.divisors[axis] > 1;
  const cosited = locations[axis] === 'cosited_even';
  const own = !isReduced(component) ? fullResolution : explicit ? filter : chromaFilter;
  const luma = axisRule(state, axis, level, own);
  const size = halved ? component.size(level)[axis] : luma.size;
  // The quarter of a texel may be added before the coordinate is scaled: then it is a quotient.
  const divided = cosited && state.reading.anyConversion === true;
  const rule =
    halved && !explicit
      ? { ...luma, size, scale: luma.scale / 2, shift: luma.shift - (cosited ? 0.25 : 0), divided }
      : luma;
  const snapped = snappedRange(point(s), rule, 0, state);
  const one = 2 ** state.design.address.coordinate.fractionBits;
  if (!(snapped.upper - snapped.lower < MOST_TEXELS * one)) return undefined;
  const tried = takenApart(snapped, rule, state).flatMap((part) => triedCoordinates(state, own, part, rule));
  const taps = tried.map((k) => wrappedTaps(axisTaps(state, own, k, axis), rule.size, luma.mode));
  if (!halved || !explicit) return taps;
  return taps.map((of) =>
    of.flatMap((tap) =>
      chromaTaps(state, axis, tap.index, component, choice).map(({ index, weight }) => {
        return { index, weight: tap.weight * weight };
      }),
    ),
  );
}

/** The taps of a component at a luma texel (Vulkan: Explicit Reconstruction); the texel itself at full resolution. */
function chromaTaps(
  state: SampleState,
  axis: number,
  i: number,
  component: YcbcrComponent,
  { level, locations }: Choice,
): Taps {
  if (component.divisors[axis] === 1) return [{ index: i, weight: 1 }];
  const { chromaFilter } = state.sampler.ycbcrConversion!;
  const moved = chromaFilter === 'nearest' || locations[axis] === 'cosited_even' ? 0 : 0.5;
  const k = (2 ** state.design.address.coordinate.fractionBits * (i - moved)) / 2;
  const { mode } = axisRule(state, axis, level, chromaFilter);
  return wrappedTaps(axisTaps(state, chromaFilter, k, axis), component.size(level)[axis], mode);
}

function wrappedTaps(taps: Taps, size: number, mode: AddressMode): Taps {
  return taps.map(({ index, weight }) => ({ index: wrappedTexel(index, size, mode), weight }));
}

/**
 * A sum of weighted texels is whole until it is narrowed once, to the bits of the weights that the design guards. Where a
 * text is the standard, it may be narrowed or not.
 */
function narrowedSum({ design: { filter }, reading }: SampleState, codes: Interval): Interval {
  if (filter.guardBits === Infinity) return codes;
  const one = 2 ** Math.min(2 * filter.weightBits, filter.guardBits);
  const narrow = scaled(narrowed(scaled(codes, one), filter.rounding), 1 / one);
  return reading.snap === undefined ? narrow : hull(codes, narrow);
}

/** A lerp along each axis narrows step by step. */
function lerpError({ design }: SampleState, filter: LinearFilter, one: number): Interval {
  const codes = { kind: 'fixed', codeBits: Math.log2(one + 1) } as const;
  return filterError(design, codes, filter, 2, 1, one).sample;
}
