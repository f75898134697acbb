import type { ImageSource } from '../../../rtl-model/memory/image.ts';
import { QUAD_LANES, QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import type { TextureState } from '../../../rtl-model/state/texture-state.ts';
import { type CapturedApi, RequestReader } from '../../../traces/requests/request-reader.ts';
import { storeRequest } from '../../../traces/requests/request-batch.ts';
import type { RequestShape } from '../../../traces/requests/request-shape.ts';
import { type PictureLoader, RequestTables } from '../../../traces/requests/request-tables.ts';
import type { LaneResults, RequestId } from '../../../traces/requests/request-trace.ts';

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
  /** The shape of each state. */
  readonly shapes: readonly RequestShape[];
  readonly batch: QuadBatch;
  readonly requests: readonly MeasuredRequest[];
  /** The API that the requests were captured from; absent where the trace does not say it. */
  readonly api?: CapturedApi;
}

/**
 * Reads a request trace with results.
 *
 * @param file name of the trace, for messages
 * @throws TraceError when a line is not as FORMAT.md has it, a picture cannot be read, or the states are too many
 */
export function readMeasuredTrace(lines: Iterable<string>, file: string, load: PictureLoader): MeasuredTrace {
  const reader = new RequestReader(file);
  const records = [...lines].map((line) => reader.read(line)).filter((record) => record !== null);
  reader.end();
  const tables = new RequestTables(file, load);
  const asked = records.filter((record) => record.kind === 'request');
  const batch = new QuadBatch(Math.max(1, asked.length));
  const requests: MeasuredRequest[] = [];
  for (const record of records) {
    tables.add(record);
    if (record.kind !== 'request') continue;
    const { id, line, image, sampler, results } = record;
    const state = tables.stateOf(record);
    storeRequest(record, state, tables.shapes[state], batch);
    requests.push({ id, line, image, sampler, results, tolerance: results?.tolerance ?? 0 });
  }
  const { images, states, shapes } = tables;
  const { api } = reader;
  return { file, images, states, shapes, batch, requests, ...(api && { api }) };
}

/**
 * The largest distance of the true result from a component: a tolerance belongs to the decimal in the trace, which
 * itself was rounded to float32.
 */
export function spreadOf({ tolerance }: MeasuredRequest, component: number): number {
  return tolerance === 0 ? 0 : tolerance + 2 ** -24 * Math.abs(component);
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
