import type { Design, SpecificationText } from '../../../rtl-model/design/design.ts';
import { type RoundingMode, roundToInteger } from '../../../rtl-model/fixed-point/rounding.ts';
import type { Filter } from '../../../rtl-model/state/sampler.ts';
import { sampleAt } from '../../specification/filtering/level-samples.ts';
import { axisRule, scaledCoordinates } from '../../specification/coordinates/texel-coordinates.ts';
import { type Lane, layerOf, offsetsOf, operandIndex, texelCoordinatesOf } from '../../specification/state/lane.ts';
import { LaneTexels } from '../../specification/filtering/lane-texels.ts';
import { type SampleState, sampleState } from '../../specification/state/state.ts';
import { isSpecified, layersOf } from '../judge/specified-color.ts';
import { everyDecoding } from '../judge/permitted-readings.ts';
import { SPECIFIED_DESIGN } from '../judge/permitted-designs.ts';
import { formatUnit } from '../judge/specified-level.ts';
import { point, sum } from '../../specification/exact/interval.ts';
import { type MeasuredRequest, measuredTexels, type MeasuredTrace } from '../judge/measured-trace.ts';

/** A measured sample of which everything but the widths and rules of the design is known. */
export interface Evidence {
  readonly request: MeasuredRequest;
  readonly state: SampleState;
  readonly lane: Lane;
  /** r, g, b, a. */
  readonly result: readonly number[];
  /** lambda before any snap, and the filter that it selects. */
  readonly lambda: number;
  readonly filter: Filter;
  /** d' in levels of the view's image, before any snap. */
  readonly d: number;
  /** True half way between two layers, where either may have been read. */
  readonly betweenLayers: boolean;
}

/** Snaps a number of texels or levels: to integers of 2^-bits. */
export interface Grid {
  readonly bits: number;
  readonly rounding: RoundingMode;
}

/** The requests that a fit may use: plain samples of 1D and 2D images with an explicit LOD. */
export function fitEvidence(trace: MeasuredTrace, text: SpecificationText = 'current'): readonly Evidence[] {
  const states = trace.states.map((_, index) => plainState(trace, index, text));
  const evidence: Evidence[] = [];
  for (const { request, quad, lane: number, texel: result } of measuredTexels(trace)) {
    const state = states[trace.batch.state[quad]];
    if (state === null || result.some((component) => !Number.isFinite(component))) continue;
    const lane: Lane = { batch: trace.batch, quad, lane: number };
    const lambda = exactLod(state, lane);
    if (lambda === null || !isSpecified(state, lane)) continue;
    const { view, sampler } = state;
    const filter = lambda <= 0 ? sampler.magFilter : sampler.minFilter;
    const d = view.baseMipLevel + Math.max(0, Math.min(lambda, view.levelCount - 1));
    const betweenLayers = layersOf(state, lane, true).length > 1;
    evidence.push({ request, state, lane, result, lambda, filter, d, betweenLayers });
  }
  return evidence;
}

/** A design whose filter is exact, of floats too. */
const DESIGN: Design = { ...SPECIFIED_DESIGN, filter: { ...SPECIFIED_DESIGN.filter, guardBits: Infinity } };

function plainState({ images, states }: MeasuredTrace, index: number, text: SpecificationText): SampleState | null {
  const { image, view, sampler, instruction } = states[index];
  if (image === null || (instruction.op ?? 'sample') !== 'sample' || instruction.dref === true) return null;
  const state = sampleState({ ...DESIGN, text }, images[image], sampler, instruction, view, {
    decodings: everyDecoding('described'),
  });
  const { viewType, minLod } = state.view;
  const isPlain = /^[12]d/.test(viewType) && minLod === 0 && instruction.lod === 'explicit';
  return isPlain ? state : null;
}

/** lambda (Vulkan: LOD Operation); null where it is no number, or a bias may be beyond what the design takes. */
function exactLod({ sampler }: SampleState, { batch, ...lane }: Lane): number | null {
  const at = operandIndex({ batch, ...lane });
  const bias = Math.fround(sampler.mipLodBias);
  const lambda = batch.lod[at] + bias;
  if (!Number.isFinite(lambda) || Math.abs(bias) > 2) return null;
  return Math.max(sampler.minLod, batch.minLod[at], Math.min(sampler.maxLod, lambda));
}

/** The integer of 2^-bits that a number snaps to. */
export function snap(x: number, { bits, rounding }: Grid): number {
  return roundToInteger(x * 2 ** bits, rounding);
}

/** The level and filter of a sample, and the layer where that is not its own. */
interface GridPlace {
  readonly level: number;
  readonly filter: Filter;
  readonly layer?: number | undefined;
}

/** A sample with coordinates on a grid, r, g, b, a in codes, and the greatest magnitude among its texels. */
export interface GridSample {
  readonly color: readonly number[];
  readonly largest: number;
}

/**
 * A sample of one level with coordinates on a grid.
 *
 * @returns null where a coordinate is no number, is too far out to count on, or may snap either way
 */
export function gridSample(evidence: Evidence, place: GridPlace, grid: Grid) {
  return gridSamples(evidence, place, [grid])?.[0] ?? null;
}

/** True for each term that is added before the snap: half a texel, the offset. Rounding toward zero shows the order. */
interface SnapOrder {
  readonly half: boolean;
  readonly offset: boolean;
}

const SNAPS_FIRST: SnapOrder = { half: false, offset: false };

/** Every order that a unit may have. */
export const SNAP_ORDERS: readonly SnapOrder[] = [
  SNAPS_FIRST,
  { half: true, offset: false },
  { half: false, offset: true },
  { half: true, offset: true },
];

/** The different samples of one level over several coordinate grids; null as `gridSample`. */
export function gridSamples(
  { state, lane }: Evidence,
  { level, filter, layer }: GridPlace,
  grids: readonly Grid[],
  orders: readonly SnapOrder[] = [SNAPS_FIRST],
): readonly GridSample[] | null {
  const own = layerOf(state, lane);
  const texels = new LaneTexels(state, level, layer === undefined ? own : { ...own, layer }, 0);
  const axes = (texelCoordinatesOf(state, lane) ?? []).map((coordinate, axis) => {
    const rule = axisRule(state, axis, level, filter);
    // A unit without range reduction has the same coordinate, or one that need not fit.
    const scaled = scaledCoordinates(coordinate, rule, true);
    const period =
      rule.normalized && rule.mode === 'repeat' && scaled !== undefined && scaled.upper < 0 ? rule.scale : 0;
    return { texels: scaled && sum(scaled, point(period)), half: rule.shift, offset: offsetsOf(state, lane)[axis] };
  });
  const samples = new Map<string, GridSample>();
  for (const grid of grids) {
    const one = 2 ** grid.bits;
    for (const order of orders) {
      const ks = axes.flatMap(({ texels, half, offset }) => {
        const before = (order.half ? -half : 0) + (order.offset ? offset : 0);
        const k = texels && snap(texels.lower + before, grid);
        return k === undefined || k !== snap(texels!.upper + before, grid) ? [] : [k + (offset - half - before) * one];
      });
      if (ks.length < axes.length) return null;
      const place = ks.map((k) => k / one).join(' ');
      if (samples.has(place)) continue;
      const { design } = state;
      const coordinate = { integerBits: 17, fractionBits: grid.bits };
      const onGrid = { ...state, design: { ...design, address: { ...design.address, coordinate } } };
      const { value, largest } = sampleAt(onGrid, texels, filter, ks);
      if (!Number.isFinite(largest)) return null;
      samples.set(place, { color: value.map(({ lower }) => lower), largest });
    }
  }
  return [...samples.values()];
}

/** The assumed precision of a filter of floats, relative to the largest texel. */
const FLOAT_UNIT = 2 ** -8;

/** The size of a code of the format in a component, in codes. */
export function codeUnit({ state }: Evidence, largest: number): number {
  if (state.result.kind === 'float') return Math.max(largest, 2 ** -100) * FLOAT_UNIT;
  return Math.max(...[0, 1, 2, 3].map((c) => formatUnit(state, c)));
}

/**
 * The distance of a result from a prediction, in units of the format, beyond its own tolerance and the rounding to
 * float32: the worst component.
 *
 * @param predicted r, g, b, a in codes
 */
export function residual({ state, result, request }: Evidence, predicted: readonly number[], unit: number): number {
  let worst = 0;
  for (let c = 0; c < 4; c++) {
    const one = state.result.ones[c];
    const constant = state.result.constants[c];
    const expected = constant ?? predicted[c] / one;
    const known = request.tolerance + 2 ** -24 * Math.abs(result[c]);
    worst = Math.max(worst, ((Math.abs(result[c] - expected) - known) * one) / unit);
  }
  return worst;
}
