import type { Design, SpecificationText } from '../../../rtl-model/design/design.ts';
import { type RoundingMode, roundToInteger } from '../../../rtl-model/fixed-point/rounding.ts';
import type { Filter } from '../../../rtl-model/state/sampler.ts';
import { sampleAt } from '../../specification/filtering/level-samples.ts';
import { axisRule, reducedRange } from '../../specification/coordinates/texel-coordinates.ts';
import { boundImage } from '../../specification/texels/image-parts.ts';
import { type Lane, layerOf, offsetsOf, operandIndex, texelCoordinatesOf } from '../../specification/state/lane.ts';
import { LaneTexels } from '../../specification/filtering/lane-texels.ts';
import { type SampleState, sampleState } from '../../specification/state/state.ts';
import { isSpecified } from './specified-color.ts';
import { everyDecoding } from './permitted-readings.ts';
import { PRESETS } from '../../designs/presets.ts';
import { type MeasuredRequest, measuredTexels, type MeasuredTrace } from './measured-trace.ts';

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
    if (lambda === null) continue;
    const { view, sampler } = state;
    const filter = lambda <= 0 ? sampler.magFilter : sampler.minFilter;
    const d = view.baseMipLevel + Math.max(0, Math.min(lambda, view.levelCount - 1));
    evidence.push({ request, state, lane, result, lambda, filter, d });
  }
  return evidence;
}

const { filter: FILTER, ...OTHERS } = PRESETS.get('full-quality')!;
/** A design whose filter is exact. */
const DESIGN: Design = { ...OTHERS, filter: { ...FILTER, guardBits: Infinity } };

function plainState({ images, states }: MeasuredTrace, index: number, text: SpecificationText): SampleState | null {
  const { image, view, sampler, instruction } = states[index];
  if (image === null || (instruction.op ?? 'sample') !== 'sample' || instruction.dref === true) return null;
  const state = sampleState({ ...DESIGN, text }, boundImage(images[image]), sampler, instruction, view, {
    decodings: everyDecoding('described'),
  });
  const { viewType, minLod } = state.view;
  const isPlain = isSpecified(state) && /^[12]d/.test(viewType) && minLod === 0 && instruction.lod === 'explicit';
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

const FARTHEST = 2 ** 15;

/**
 * A sample of one level with coordinates on a grid, r, g, b, a in codes, and the greatest magnitude among its texels.
 *
 * @returns null where a coordinate is no number or too far out to count on
 */
export function gridSample({ state, lane }: Evidence, level: number, filter: Filter, grid: Grid, layer?: number) {
  const own = layerOf(state, lane);
  const texels = new LaneTexels(state, level, layer === undefined ? own : { ...own, layer }, 0);
  const ks: number[] = [];
  for (const [axis, coordinate] of (texelCoordinatesOf(state, lane) ?? []).entries()) {
    const rule = axisRule(state, axis, level, filter);
    const reduced = rule.normalized ? reducedRange(coordinate, rule.mode).lower : coordinate.lower;
    const u = reduced < 0 && rule.normalized && rule.mode === 'repeat' ? reduced + 1 : reduced;
    if (!(Math.abs(u) * rule.scale < FARTHEST)) return null;
    ks.push(snap(u * rule.scale, grid) + (offsetsOf(state, lane)[axis] - rule.shift) * 2 ** grid.bits);
  }
  const { design } = state;
  const coordinate = { integerBits: 17, fractionBits: grid.bits };
  const onGrid = { ...state, design: { ...design, address: { ...design.address, coordinate } } };
  const { value, largest } = sampleAt(onGrid, texels, filter, ks);
  return Number.isFinite(largest) ? { color: value.map(({ lower }) => lower), largest } : null;
}

/** Floats of a filter are worth no more than 2^-8 of the largest texel here. */
const FLOAT_UNIT = 2 ** -8;

/** The size of a code of the format in a component, in codes. */
export function unitOf({ state }: Evidence, largest: number): number {
  return state.result.kind === 'float' ? Math.max(largest, 2 ** -100) * FLOAT_UNIT : 1;
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
