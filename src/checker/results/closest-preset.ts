import { QUERY_ENTRIES } from '../../../rtl-model/address-unit/plans/query-plans.ts';
import { DesignError, type Design } from '../../../rtl-model/design/design.ts';
import { layOutImages } from '../../../rtl-model/memory/lay-out-images.ts';
import { QUAD_LANES } from '../../../rtl-model/registers/quad-batch.ts';
import { TextureUnit } from '../../../rtl-model/texture-unit.ts';
import { resultsOf } from '../../../traces/requests/lane-results.ts';
import type { LaneResults } from '../../../traces/requests/request-trace.ts';
import { PRESETS } from '../../designs/presets.ts';
import { firstPlaces, type RequestPlace } from './hypotheses.ts';
import { type MeasuredRequest, type MeasuredTrace, spreadOf } from './measured-trace.ts';

/** The share of the results that a design reproduces: bit for bit, or within the tolerance that they are known to. */
export interface Reproduction {
  readonly design: string;
  readonly requests: number;
  readonly reproduced: number;
  /** The first requests that it does not reproduce. */
  readonly others: readonly RequestPlace[];
  /** Why it cannot be asked at all; null where it can. */
  readonly refused: string | null;
}

/** The presets, the one that reproduces the most requests first; others as they come. */
export function closestPresets(trace: MeasuredTrace): readonly Reproduction[] {
  return [...PRESETS.values()]
    .map((design) => reproduction(trace, design))
    .toSorted((a, b) => b.reproduced - a.reproduced);
}

/** Runs a design's model on the requests of a trace. */
export function reproduction(trace: MeasuredTrace, design: Design): Reproduction {
  const measured = trace.requests.filter(({ results }) => results !== null);
  try {
    const missed = missedBy(trace, design);
    const reproduced = measured.length - missed.length;
    return { design: design.name, requests: measured.length, reproduced, others: firstPlaces(missed), refused: null };
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof DesignError)) throw error;
    return { design: design.name, requests: measured.length, reproduced: 0, others: [], refused: error.message };
  }
}

/** The results of lanes that a design does not reproduce; infinite where it cannot run the requests. */
export function missedLanes(trace: MeasuredTrace, design: Design): number {
  try {
    return run(trace, design).reduce((total, { lanes, measured }) => total + measured - lanes, 0);
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof DesignError)) throw error;
    return Infinity;
  }
}

function missedBy(trace: MeasuredTrace, design: Design): readonly MeasuredRequest[] {
  return run(trace, design).flatMap(({ request, lanes, measured }) => (lanes === measured ? [] : request));
}

/** A request with a result: its lanes, and how many of them a design reproduces. */
interface Run {
  readonly request: MeasuredRequest;
  readonly lanes: number;
  readonly measured: number;
}

function run({ images, states, shapes, batch, requests }: MeasuredTrace, design: Design): readonly Run[] {
  const colors = new Float32Array(4 * QUAD_LANES * batch.capacity);
  const lanes = QUAD_LANES * batch.capacity;
  const extras = { resident: new Uint8Array(lanes), query: new Int32Array(QUERY_ENTRIES * lanes) };
  new TextureUnit(design, layOutImages(images, design.cache.layout), states).sample(batch, colors, extras);
  return requests.flatMap((request, quad) => {
    if (request.results === null) return [];
    const shape = shapes[batch.state[quad]];
    const made = resultsOf(shape, colors, 4 * QUAD_LANES * quad, extras, batch.active[quad], QUAD_LANES);
    return { request, ...agreeing(request, request.results, made) };
  });
}

function agreeing(request: MeasuredRequest, results: LaneResults, made: LaneResults) {
  const within = (one: number, measured: number) =>
    Object.is(one, measured) || (request.tolerance > 0 && Math.abs(one - measured) <= spreadOf(request, measured));
  const checks = [
    results.texels?.map((texel, lane) => {
      const other = made.texels?.[lane];
      return texel === null || (other ? texel.every((value, c) => within(other[c], value)) : false);
    }),
    results.resident?.map((is, lane) => is === null || is === made.resident?.[lane]),
    results.footprints?.map((footprint, lane) => {
      return JSON.stringify(footprint) === JSON.stringify(made.footprints?.[lane] ?? null);
    }),
  ].filter((check) => check !== undefined);
  const measured = Math.max(0, ...checks.map(({ length }) => length));
  const lanes = Array.from({ length: measured }, (_, lane) => checks.every((check) => check[lane] ?? true));
  return { measured, lanes: lanes.filter(Boolean).length };
}
