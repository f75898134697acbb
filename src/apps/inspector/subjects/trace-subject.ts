import { BATCH_QUADS, QUAD_LANES, QuadBatch } from '../../../../rtl-model/registers/quad-batch.ts';
import { JSON_LINES } from '../../../../traces/encodings/json-lines.ts';
import { linesOf } from '../../../../traces/encodings/line-pieces.ts';
import { csvResults, type LaneResult } from '../../../../traces/results/result-csv.ts';
import { type RequestResult, ResultJoin } from '../../../../traces/results/result-join.ts';
import { readLines, ResultReader } from '../../../../traces/results/result-trace.ts';
import type { PictureLoader } from '../../../../traces/requests/request-tables.ts';
import { type MeasuredTrace, readMeasuredTrace } from '../../../checker/judge/measured-trace.ts';
import { traceImage } from '../../../pictures/trace-image.ts';
import { baseName, type DroppedFiles } from './dropped-files.ts';
import type { DrawAnswer } from '../state/protocol.ts';
import { allOf, isParquet, parquetTrace } from './parquet-trace.ts';
import { INTEGER_WHITE, type SubjectRequests } from './subject.ts';

/** The first bytes of gzip. */
const GZIP = [0x1f, 0x8b];

/** A request trace that was dropped, with the files beside it. */
export interface LoadedTrace {
  readonly name: string;
  readonly lines: readonly string[];
  readonly load: PictureLoader;
  /** Captured results in a file beside the requests, ready to be joined; null without. */
  readonly join: () => ResultJoin | null;
  readonly measured: MeasuredTrace;
  /** Size of the picture, in pixels. */
  readonly width: number;
  readonly height: number;
  /** The requests in their order, at their pixels. */
  readonly batches: readonly QuadBatch[];
}

/**
 * The request trace among some files; null without one. Requests without pixels are placed side by side in rows.
 *
 * @param others images that a trace may name without their being dropped
 * @throws TraceError when a line is not as FORMAT.md has it; Error when an image of the trace is not among the files
 */
export async function loadTrace(files: DroppedFiles, others: DroppedFiles): Promise<LoadedTrace | null> {
  let requests: readonly [string, readonly string[]] | null = null;
  let results: readonly [string, readonly (RequestResult | LaneResult)[]] | null = null;
  for (const [name, bytes] of files) {
    if (isParquet(bytes)) {
      const trace = await parquetTrace({ name, bytes });
      if (trace.kind === 'requests') requests = [name, trace.lines];
      else results = [name, trace.results];
      continue;
    }
    const kind = await kindOf(name, bytes);
    const lines = linesOf(chunksOf(bytes), name);
    if (kind === 'requests') requests = [name, await allOf(lines)];
    if (kind === 'results') results = [name, await allOf(readLines(lines, new ResultReader(name)))];
    if (kind === 'csv') results = [name, await allOf(csvResults(chunksOf(bytes), name, {}))];
  }
  if (requests === null) {
    if (results === null) return null;
    throw new Error(`${results[0]}: holds results alone; drop the trace of their requests together with it`);
  }
  const [name, lines] = requests;
  const load: PictureLoader = (reference) => {
    const { file } = reference;
    const bytes = files.get(baseName(file)) ?? others.get(baseName(file));
    if (bytes === undefined) throw new Error(`${file}: drop this file together with the trace`);
    return traceImage(reference, bytes, file);
  };
  const join = () => {
    if (results === null) return null;
    const joined = new ResultJoin(results[0]);
    for (const result of results[1]) joined.add(result);
    return joined;
  };
  const measured = readMeasuredTrace(lines, name, load, join());
  return { name, lines, load, join, measured, ...placed(measured) };
}

async function kindOf(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  for await (const start of chunksOf(bytes.subarray(0, 2 ** 16), true)) {
    const kind = await JSON_LINES.kind({ start });
    if (kind !== null) return kind;
    break;
  }
  return /\.csv(\.gz)?$/i.test(name) ? 'csv' : null;
}

/** The bytes without gzip around them. @param begun true if the end may be missing */
async function* chunksOf(bytes: Uint8Array<ArrayBuffer>, begun = false): AsyncGenerator<Uint8Array> {
  if (!GZIP.every((byte, n) => bytes[n] === byte)) {
    yield bytes;
    return;
  }
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  try {
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) yield value!;
  } catch (error) {
    if (!begun) throw error;
  }
}

/** Gives every request its pixels. */
function placed({ batch }: MeasuredTrace): Pick<LoadedTrace, 'width' | 'height' | 'batches'> {
  const quads = Array.from({ length: batch.count }, (_, quad) => quad);
  if (quads.every((quad) => batch.x[quad] === 0 && batch.y[quad] === 0)) {
    const step = quads.some((quad) => batch.active[quad] !== 1) ? 2 : 1;
    const columns = Math.ceil(Math.sqrt(batch.count));
    for (const quad of quads) {
      batch.x[quad] = step * (quad % columns);
      batch.y[quad] = step * Math.floor(quad / columns);
    }
  }
  let [width, height] = [1, 1];
  for (const quad of quads) {
    const wide = batch.active[quad] === 1 ? 1 : 2;
    width = Math.max(width, batch.x[quad] + wide);
    height = Math.max(height, batch.y[quad] + wide);
  }
  const batches: QuadBatch[] = [];
  for (const quad of quads) {
    if (quad % BATCH_QUADS === 0) batches.push(new QuadBatch(Math.min(BATCH_QUADS, batch.count - quad)));
    const last = batches.at(-1)!;
    last.copyQuad(batch, quad, last.count++);
  }
  return { width, height, batches };
}

/** The requests of a trace, whose captured results are pixels, too. */
export interface TraceRequests extends SubjectRequests {
  readonly trace: LoadedTrace;
  readonly captured: () => Iterable<Pick<DrawAnswer, 'values' | 'places' | 'active'>>;
}

export function traceRequests(trace: LoadedTrace): TraceRequests {
  const { width, height, batches, measured } = trace;
  const { images, states } = measured;
  const formats = states.map(({ image, view }) => view?.format ?? (image === null ? null : images[image].format));
  return {
    trace,
    images,
    states,
    names: [],
    linear: formats.every((format) => format?.componentType === 'srgb'),
    camera: null,
    width,
    height,
    batches: () => batches,
    // All requests come with the first rows: they keep their order, as some of them may write texels.
    rows: ({ from }) => (from === 0 ? batches : []),
    toColors: (batch, values) => {
      const bits = new Int32Array(values.buffer);
      for (let quad = 0; quad < batch.count; quad++) {
        if (measured.shapes[batch.state[quad]].result === 'float') continue;
        const end = 4 * QUAD_LANES * (quad + 1);
        for (let at = end - 4 * QUAD_LANES; at < end; at++) values[at] = bits[at] / INTEGER_WHITE;
      }
    },
    captured: () => capturedPixels(trace),
  };
}

function* capturedPixels({ measured, batches }: LoadedTrace) {
  let number = 0;
  for (const batch of batches) {
    const values = new Float32Array(4 * QUAD_LANES * batch.count);
    const active = new Uint8Array(batch.count);
    const places = new Uint16Array(2 * batch.count);
    for (let quad = 0; quad < batch.count; quad++, number++) {
      places.set([batch.x[quad], batch.y[quad]], 2 * quad);
      measured.requests[number].results?.texels?.forEach((texel, lane) => {
        if (texel === null) return;
        values.set(texel, 4 * (QUAD_LANES * quad + lane));
        active[quad] |= 1 << lane;
      });
    }
    yield { values, places, active };
  }
}
