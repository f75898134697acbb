import { QUERY_ENTRIES } from '../../../rtl-model/registers/register.ts';
import { DesignError, type Design } from '../../../rtl-model/design/design.ts';
import { texelMemory } from '../../../rtl-model/memory/lay-out-images.ts';
import { QUAD_LANES } from '../../../rtl-model/registers/quad-batch.ts';
import { TextureUnit } from '../../../rtl-model/texture-unit.ts';
import { resultsOf } from '../../../traces/requests/lane-results.ts';
import type { LaneResults } from '../../../traces/requests/request-trace.ts';
import { PRESETS } from '../../designs/presets.ts';
import { keptMemory, storesTexels } from '../../simulate/kept-memory.ts';
import { firstPlaces, type RequestPlace } from './hypotheses.ts';
import { isExpected, measuredRequests, type MeasuredRequest, type MeasuredTrace } from '../judge/measured-trace.ts';

/** The share of the results that a design reproduces: bit for bit, or within the tolerance that they are known to. */
export interface Reproduction {
  readonly design: string;
  readonly requests: number;
  readonly reproduced: number;
  /** True if some results are known within a tolerance alone. */
  readonly tolerant: boolean;
  /** The first requests that it does not reproduce. */
  readonly others: readonly RequestPlace[];
  /** The reason why the design cannot run the requests; null where it can. */
  readonly refused: string | null;
}

/** The designs, the one that reproduces the most requests first; others as they come. */
export function closestPresets(
  trace: MeasuredTrace,
  designs: Iterable<Design> = PRESETS.values(),
): readonly Reproduction[] {
  return [...designs].map((design) => reproduction(trace, design)).toSorted((a, b) => b.reproduced - a.reproduced);
}

/** Runs a design's model on the requests of a trace. */
export function reproduction(trace: MeasuredTrace, design: Design): Reproduction {
  const runs = runOf(trace, design);
  const measured = measuredRequests(trace);
  const known = {
    design: design.name,
    requests: measured.length,
    tolerant: measured.some(({ tolerance }) => tolerance > 0),
  };
  if (typeof runs === 'string') return { ...known, reproduced: 0, others: [], refused: runs };
  const missed = runs.filter(isMissed).map(({ request }) => request);
  return { ...known, reproduced: measured.length - missed.length, others: firstPlaces(missed), refused: null };
}

/** The results of lanes that a design does not reproduce; infinite where it cannot run the requests. */
export function missedLanes(trace: MeasuredTrace, design: Design): number {
  const runs = runOf(trace, design);
  if (typeof runs === 'string') return Infinity;
  return runs.reduce((total, { lanes, measured }) => total + measured - lanes, 0);
}

/** The requests with a lane that a design does not reproduce; all requests if it cannot run them. */
export function missedRequests(trace: MeasuredTrace, design: Design): readonly MeasuredRequest[] {
  const runs = runOf(trace, design);
  if (typeof runs === 'string') return measuredRequests(trace);
  return runs.filter(isMissed).map(({ request }) => request);
}

export function isMissed({ lanes, measured }: Run): boolean {
  return lanes < measured;
}

/** A measured request, the result of a design, and the lanes that were measured and that the design reproduces. */
interface Run {
  readonly request: MeasuredRequest;
  readonly made: LaneResults;
  readonly lanes: number;
  readonly measured: number;
}

/** The requests with a result as a design runs them, or the reason why it cannot. */
export function runOf(trace: MeasuredTrace, design: Design): readonly Run[] | string {
  const made = resultsBy(trace, design);
  if (typeof made === 'string') return made;
  return trace.requests.flatMap((request, quad) => {
    if (request.results === null) return [];
    return { request, made: made[quad], ...agreeing(request, request.results, made[quad]) };
  });
}

/** The results that a design gives to every request, or the reason why it cannot run them. */
export function resultsBy(trace: MeasuredTrace, design: Design): readonly LaneResults[] | string {
  const { images, states, shapes, batch } = trace;
  // A search runs hundreds of designs on one memory.
  const memoryOf = states.some(storesTexels) ? texelMemory : keptMemory;
  const lanes = QUAD_LANES * batch.capacity;
  const colors = new Float32Array(4 * lanes);
  const extras = { resident: new Uint8Array(lanes), query: new Int32Array(QUERY_ENTRIES * lanes) };
  try {
    new TextureUnit(design, memoryOf(design, images), states).sample(batch, colors, extras);
  } catch (error) {
    if (error instanceof RangeError || error instanceof DesignError) return error.message;
    throw error;
  }
  return Array.from({ length: batch.count }, (_, quad) =>
    resultsOf(shapes[batch.state[quad]], colors, 4 * QUAD_LANES * quad, extras, batch.active[quad], QUAD_LANES),
  );
}

function agreeing(request: MeasuredRequest, results: LaneResults, made: LaneResults) {
  const checks = [
    results.texels?.map((texel, lane) => {
      const other = made.texels?.[lane];
      return texel === null || (other ? texel.every((value, c) => isExpected(request, other[c], value)) : false);
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
