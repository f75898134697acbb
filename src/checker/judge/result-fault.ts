import { codeOfOne } from '../../specification/texels/numeric-formats.ts';
import type { ImageView } from '../../../rtl-model/state/image-view.ts';
import type { TexelFootprint } from '../../../traces/requests/result-schema.ts';
import type { Answer } from '../../specification/answers/answer.ts';
import { areRightGroups } from '../../specification/answers/texel-groups.ts';
import type { Interval } from '../../specification/exact/interval.ts';
import { textureView } from '../../specification/state/view.ts';
import { floatUlp } from '../float-precision.ts';
import { type MeasuredTrace, spreadOf } from './measured-trace.ts';
import { deviationOf } from './result-distance.ts';

/** The distance of a result from those that are permitted. */
export interface ResultFault {
  /** The wrong component, residency or footprint. */
  readonly channel: 'r' | 'g' | 'b' | 'a' | 'resident' | 'footprint';
  /** The permitted interval; null if there is none. */
  readonly expected: Interval | null;
  /** NaN and infinities as texts, as in a trace. */
  readonly got: number | string;
  /** The distance from the interval as a value; null if it is no number. */
  readonly distance: number | null;
  /**
   * The distance in ULP: codes of a normalized format, float32 ULP at the interval's end, or 1. And its log2: the
   * number of wrong low bits, negative below one unit.
   */
  readonly ulp: number | null;
  readonly bits: number | null;
}

const NO_DISTANCE = { distance: null, ulp: null, bits: null } as const;

/** The fault of a lane's measured result; null where the answer permits it. */
export function faultOf(trace: MeasuredTrace, quad: number, lane: number, answer: Answer): ResultFault | null {
  const request = trace.requests[quad];
  const { results } = request;
  const texel = results?.texels?.[lane];
  const deviation = texel ? deviationOf(answer, texel, (component) => spreadOf(request, component)) : null;
  if (deviation !== null) {
    const { channel, expected, got, distance } = deviation;
    const state = trace.states[trace.batch.state[quad]];
    const ulp = distance / lastPlace(textureView(state, trace.images), answer, expected, got);
    const numbers = Number.isFinite(distance) ? { distance, ulp, bits: Math.log2(ulp) } : NO_DISTANCE;
    return { channel, expected, got: Number.isFinite(got) ? got : String(got), ...numbers };
  }
  const resident = results?.resident?.[lane];
  if (resident !== undefined && resident !== null && answer.resident?.includes(Number(resident)) === false) {
    return { ...NO_DISTANCE, expected: null, channel: 'resident', got: String(resident) };
  }
  const footprint = results?.footprints?.[lane];
  if (footprint !== undefined && answer.groups !== undefined && !areRightGroups(answer.groups, groupsOf(footprint))) {
    return { ...NO_DISTANCE, expected: null, channel: 'footprint', got: JSON.stringify(footprint) };
  }
  return null;
}

/** null is an empty footprint. */
function groupsOf(footprint: TexelFootprint | null) {
  if (footprint === null)
    return { single: true, anchor: [0, 0, 0], offset: [0, 0, 0], mask: [0, 0], level: 0, granularity: 0 } as const;
  const { lod, ...groups } = footprint;
  return { ...groups, level: lod };
}

/** A code of the format, or a float32's ULP at the end of the interval that the result missed. */
function lastPlace(view: ImageView | null, { type }: Answer, { lower, upper }: Interval, got: number): number {
  if (type !== 'float') return 1;
  const one = view === null ? 1 : codeOfOne(view.format.componentType, view.format.componentBits);
  return one > 1 ? 1 / one : floatUlp(got < lower ? lower : upper, 23, -126);
}
