import { FOOTPRINT_LEVEL, FOOTPRINT_SINGLE } from '../../rtl-model/address-unit/plans/query-plans.ts';
import { QUERY_ENTRIES } from '../../rtl-model/registers/register.ts';
import type { LaneExtras } from '../../rtl-model/registers/lane-extras.ts';
import { QUAD_LANES } from '../../rtl-model/registers/quad-batch.ts';
import type { Instruction } from '../../rtl-model/state/instruction.ts';
import { componentListText } from '../encodings/component-text.ts';
import { type LinePlace, TraceError } from '../encodings/trace-error.ts';
import type { RequestShape } from './request-shape.ts';
import type { LaneResults, Pair, RequestId, Texel } from './request-trace.ts';
import type { TexelFootprint } from './result-schema.ts';

/** The result fields of a line: of one lane `texel` and `footprint`, of a quad `texels` and `footprints`. */
export type ResultFields = {
  readonly [Field in 'texel' | 'texels' | 'footprint' | 'footprints' | 'resident' | 'tolerance']?:
    LaneResults[Field extends 'texel' | 'footprint' ? `${Field}s` : Field] | undefined;
};

/** The results of a line; null where it has none. */
export function resultsIn(fields: ResultFields): LaneResults | null {
  const { texels = fields.texel, footprints = fields.footprint, resident, tolerance } = fields;
  if (texels === undefined && resident === undefined && footprints === undefined) return null;
  return {
    texels: texels ?? null,
    ...(resident !== undefined && { resident }),
    ...(footprints !== undefined && { footprints }),
    ...(tolerance !== undefined && { tolerance }),
  };
}

/** @throws TraceError unless a quad's results are those of its active lanes */
export function checkActiveLanes(
  { texels, resident, footprints }: LaneResults,
  active: number,
  place: LinePlace,
): void {
  const check = (field: string, values: readonly unknown[] | null | undefined, what: string | null) =>
    values?.forEach((value, l) => {
      const wanted = (active >> l) % 2 === 1;
      if (value === null ? !wanted || what === null : wanted) return;
      const problem = wanted
        ? `is null, expected ${what}: the lane is active`
        : 'expected null: the lane is not active';
      throw new TraceError(place, `${field}[${l}]`, problem);
    });
  check('texels', texels, '[r, g, b, a]');
  check('resident', resident, 'true or false');
  // An active lane may have an empty footprint.
  check('footprints', footprints, null);
}

/** A field of results that are not of the operation's form, and the problem. */
export interface FormProblem {
  readonly field: 'texel' | 'footprint' | 'resident';
  readonly problem: string;
}

/** The first field that an operation does not return; null where there is none. */
export function formProblem(
  { texels, resident, footprints }: LaneResults,
  { op = 'sample' }: Instruction,
  { result, sparse }: RequestShape,
): FormProblem | null {
  if (texels !== null && result === 'footprint') {
    return { field: 'texel', problem: `is no result of "${op}", expected a footprint` };
  }
  if (footprints !== undefined && result !== 'footprint') {
    return { field: 'footprint', problem: `is no result of "${op}", expected a texel` };
  }
  if (resident !== undefined && !sparse) {
    return { field: 'resident', problem: 'is no result of a request that is not "sparse", expected none' };
  }
  return null;
}

/** The name of a result field in a line of so many lanes. */
export function resultField(field: FormProblem['field'], lanes: number): string {
  return lanes === 1 || field === 'resident' ? field : `${field}s`;
}

/** The answer to a request as a unit gives it. The one object serves all requests: it is valid during a call. */
export interface LaneAnswer {
  readonly id: RequestId;
  readonly shape: RequestShape;
  /** 1 for a request of one lane, which is lane 0, or 4. */
  readonly lanes: number;
  readonly active: number;
  /** r, g, b, a of lane l at first + 4l: float32, or the bits of integers. */
  readonly colors: Float32Array;
  readonly first: number;
  /** The other results of lane l, at first / 4 + l. */
  readonly extras: LaneExtras;
}

/** The results of a request. */
export interface Result extends LaneResults {
  readonly id: RequestId;
}

/** An answer in the form of a trace. */
export function resultOf({ id, shape, colors, first, extras, active, lanes }: LaneAnswer): Result {
  return { id, ...resultsOf(shape, colors, first, extras, active, lanes) };
}

/**
 * The results of a quad in the form of a trace.
 *
 * @param colors r, g, b, a of lane l at first + 4l: float32, or the bits of integers
 * @param extras of lane l at first / 4 + l
 * @param lanes 1 for a request of one lane, which is lane 0, or 4
 */
export function resultsOf(
  { result, sparse, axes }: RequestShape,
  colors: Float32Array,
  first: number,
  extras: LaneExtras,
  active: number,
  lanes: number,
): LaneResults {
  const ofLanes = <T>(of: (lane: number) => T): readonly (T | null)[] =>
    Array.from({ length: lanes }, (_, l) => ((active >> l) & 1 ? of(l) : null));
  const lane = first / QUAD_LANES;
  if (result === 'footprint') {
    const footprints = ofLanes((l) => footprintOf(extras.query, QUERY_ENTRIES * (lane + l), axes));
    return { texels: null, footprints };
  }
  const numbers = numbersIn(colors, result);
  const texels = ofLanes((l) => texelIn(numbers, first + 4 * l));
  if (!sparse) return { texels };
  return { texels, resident: ofLanes((l) => extras.resident[lane + l] === 1) };
}

/** Components of colours as the numbers that they are. */
export function numbersIn(colors: Float32Array, type: RequestShape['result']): ArrayLike<number> {
  if (type === 'float') return colors;
  const { buffer, byteOffset, length } = colors;
  return type === 'uint' ? new Uint32Array(buffer, byteOffset, length) : new Int32Array(buffer, byteOffset, length);
}

export function texelIn(numbers: ArrayLike<number>, at: number): Texel {
  return [numbers[at], numbers[at + 1], numbers[at + 2], numbers[at + 3]];
}

/** @param at of its words, as `queryFootprint` and `FootprintPlan` leave them */
export function footprintOf(query: Int32Array, at: number, axes: number): TexelFootprint | null {
  const mask: Pair = [query[at + 6] >>> 0, query[at + 7] >>> 0];
  if (mask[0] === 0 && mask[1] === 0) return null;
  return {
    single: query[at + FOOTPRINT_SINGLE] === 1,
    anchor: [...query.subarray(at, at + axes)],
    offset: [...query.subarray(at + 3, at + 3 + axes)],
    mask,
    lod: query[at + FOOTPRINT_LEVEL],
    granularity: query[at + 8],
  };
}

/**
 * The texts of the fields of results: of one lane "texel", "resident" and "footprint", of a quad "texels", "resident"
 * and "footprints".
 */
export function resultFields({ texels, resident, footprints }: LaneResults): Readonly<Record<string, string>> {
  return {
    ...(texels !== null && fieldOf('texel', 's', texels, componentListText)),
    ...(resident !== undefined && fieldOf('resident', '', resident, String)),
    ...(footprints !== undefined && fieldOf('footprint', 's', footprints, footprintText)),
  };
}

/** @param plural the ending of the field's name in a line of a quad */
function fieldOf<T>(name: string, plural: string, values: readonly (T | null)[], textOf: (value: T) => string) {
  const texts = values.map((value) => (value === null ? 'null' : textOf(value)));
  return texts.length === 1 ? { [name]: texts[0] } : { [`${name}${plural}`]: `[${texts.join()}]` };
}

function footprintText({ single, anchor, offset, mask, lod, granularity }: TexelFootprint): string {
  return JSON.stringify({ single, anchor, offset, mask, lod, granularity });
}
