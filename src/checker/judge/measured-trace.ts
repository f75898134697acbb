import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import { QUAD_LANES, QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import { type CapturedApi, RequestReader } from '../../../traces/requests/request-reader.ts';
import { storeRequest } from '../../../traces/requests/request-batch.ts';
import type { RequestShape } from '../../../traces/requests/request-shape.ts';
import { type PictureLoader, RequestTables } from '../../../traces/requests/request-tables.ts';
import type { LaneResults, Request, RequestId, RequestRecord } from '../../../traces/requests/request-trace.ts';
import type { ResultJoin } from '../../../traces/results/result-join.ts';
import { textureView } from '../../specification/state/view.ts';
import { formProblem, resultField } from '../../../traces/requests/lane-results.ts';
import { MemoryBudget } from '../../../traces/encodings/memory-budget.ts';
import { type LinePlace, TraceError } from '../../../traces/encodings/trace-error.ts';

/** A request, and what somebody's texture unit made of it. */
export interface MeasuredRequest {
  readonly id: RequestId;
  readonly line: number;
  /** Names of image and sampler in the trace. */
  readonly image: string | null;
  readonly sampler: string | null;
  /** Null where the line has none: others may still depend on it. */
  readonly results: LaneResults | null;
  /** The true result is at most so far from each component; 0 where results are known bit for bit. */
  readonly tolerance: number;
}

/** Requests with results, and the images and states that they refer to. Request n is quad n of the batch. */
export interface MeasuredTrace {
  readonly file: string;
  readonly images: readonly ImageSource[];
  readonly states: readonly TextureState[];
  readonly shapes: readonly RequestShape[];
  readonly batch: QuadBatch;
  readonly requests: readonly MeasuredRequest[];
  /** The API that the requests were captured from; absent where the trace does not say it. */
  readonly api?: CapturedApi;
  /** Copies of the trace that the budget of memory allows beside it. */
  readonly copies: number;
}

/** Bytes that a request with results takes, at most, until it is judged, each lane, and each character of its id. */
const REQUEST_BYTES = 1536;
const LANE_BYTES = 512;
const CHARACTER_BYTES = 2;

/** Takes the records of a request trace, in their order. */
export class MeasuredRequests {
  private readonly tables: RequestTables;
  private readonly requests: MeasuredRequest[] = [];
  /** The requests so far; all but the last batch are full. */
  private readonly batches: QuadBatch[] = [];

  /**
   * @param file name of the trace, for messages
   * @param join results from another file, which replace those in the trace; null for those in the trace
   * @param budget takes the requests and their tables
   */
  constructor(
    private readonly file: string,
    load: PictureLoader,
    private readonly join: ResultJoin | null = null,
    private readonly budget: MemoryBudget = new MemoryBudget(),
  ) {
    this.tables = new RequestTables(file, load, budget);
  }

  /** @throws TraceError, MemoryError as RequestTables and ResultJoin, and where a result is not of its operation */
  add(record: RequestRecord): void {
    this.tables.add(record);
    if (record.kind !== 'request') return;
    const { id, line, image, sampler } = record;
    const bytes = REQUEST_BYTES + LANE_BYTES * record.lanes.length + CHARACTER_BYTES * String(id).length;
    this.budget.take(bytes, `${this.file}:${line}: request ${this.requests.length + 1} with its results`);
    const state = this.tables.stateOf(record);
    const shape = this.tables.shapes[state];
    const place = { file: this.file, line };
    const results = this.join === null ? ownResults(record, shape, place) : this.join.resultsOf(record, shape, place);
    if (this.batches.at(-1)?.full !== false) this.batches.push(new QuadBatch());
    storeRequest(record, state, shape, this.batches.at(-1)!);
    this.requests.push({ id, line, image, sampler, results, tolerance: results?.tolerance ?? 0 });
  }

  /**
   * @param api that the reader of the records found in the header
   * @throws TraceError as `refuseCodes`
   */
  end(api?: CapturedApi): MeasuredTrace {
    const { file, requests, batches, join } = this;
    const copies = this.budget.copies;
    const batch = new QuadBatch(Math.max(1, requests.length));
    while (batches.length > 0) batch.append(batches.shift()!);
    const { images, states, shapes } = this.tables;
    const trace = { file, ...(api && { api }), images, states, shapes, batch, requests, copies };
    refuseCodes(trace, { file: join?.file ?? file, line: join === null ? (requests[0]?.line ?? 1) : 1 });
    return trace;
  }
}

/** @throws TraceError where all results of normalized formats are integers, and one is beyond 1: they are codes */
function refuseCodes(trace: MeasuredTrace, place: LinePlace): void {
  const { states, images, batch } = trace;
  const normalized = states.map((state) => {
    const { op = 'sample', dref } = state.instruction;
    const type = textureView(state, images)?.format.componentType ?? '';
    return /^(unorm|snorm|srgb)$/.test(type) && dref !== true && /^(sample|gather|fetch|read)$/.test(op);
  });
  let [least, most] = [0, 0];
  for (const { quad, texel } of measuredTexels(trace)) {
    if (!normalized[batch.state[quad]]) continue;
    if (!texel.every(Number.isInteger)) return;
    [least, most] = [Math.min(least, ...texel), Math.max(most, ...texel)];
  }
  if (least >= -1 && most <= 1) return;
  const bits = [8, 10, 12, 16, 24].find((width) => most < 2 ** width) ?? 32;
  const hint =
    least < 0
      ? 'divide signed codes by that of 1'
      : `if of UNORM ${bits}, say --codes ${bits} of a CSV, or # codes = ${bits} in a table`;
  const problem = `are all integers, from ${least} to ${most}, where the format has values up to 1: are they codes?`;
  throw new TraceError(place, 'r, g, b, a', `${problem} ${hint}`);
}

function ownResults(
  { results, instruction, lanes }: Request,
  shape: RequestShape,
  place: LinePlace,
): LaneResults | null {
  const wrong = results && formProblem(results, instruction, shape);
  if (wrong !== null) throw new TraceError(place, resultField(wrong.field, lanes.length), wrong.problem);
  return results;
}

/**
 * Reads a request trace with results.
 *
 * @param file name of the trace, for messages
 * @throws TraceError when a line is not as FORMAT.md has it, a result belongs to no request, and as MeasuredRequests
 */
export function readMeasuredTrace(
  lines: Iterable<string>,
  file: string,
  load: PictureLoader,
  join: ResultJoin | null = null,
): MeasuredTrace {
  const reader = new RequestReader(file);
  const requests = new MeasuredRequests(file, load, join);
  for (const line of lines) {
    const record = reader.read(line);
    if (record !== null) requests.add(record);
  }
  reader.end();
  join?.end(file);
  return requests.end(reader.api);
}

/** The requests that have a result. */
export function measuredRequests({ requests }: MeasuredTrace): readonly MeasuredRequest[] {
  return requests.filter(({ results }) => results !== null);
}

/**
 * The largest distance of the true result from a component: a tolerance belongs to the decimal in the trace, which
 * itself was rounded to float32.
 */
export function spreadOf({ tolerance }: MeasuredRequest, component: number): number {
  return tolerance === 0 ? 0 : tolerance + 2 ** -24 * Math.abs(component);
}

/** True for the measured component, and for another within its tolerance. */
export function isExpected(request: MeasuredRequest, made: number, measured: number): boolean {
  const spread = spreadOf(request, measured);
  return Object.is(made, measured) || (spread > 0 && Math.abs(made - measured) <= spread);
}

/** A result of a lane: r, g, b, a as numbers. */
export interface MeasuredTexel {
  readonly request: MeasuredRequest;
  readonly quad: number;
  readonly lane: number;
  readonly texel: readonly number[];
}

/** Every texel that was measured, in the order of the requests. */
export function* measuredTexels({ requests, batch }: MeasuredTrace): Generator<MeasuredTexel> {
  for (const [quad, request] of requests.entries()) {
    for (let lane = 0; lane < QUAD_LANES; lane++) {
      const texel = request.results?.texels?.[lane] ?? null;
      if (texel !== null && (batch.active[quad] >> lane) & 1) yield { request, quad, lane, texel };
    }
  }
}
