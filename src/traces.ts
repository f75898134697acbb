/**
 * Traces and other files as text: requests with their results, and whatever reads or writes them. Nothing here needs
 * Node; `texunit/node` opens the files.
 *
 * @module
 */
// Traces
export type { TracedImage, TracedLevel } from '../traces/accesses/image-table.ts';
export { tracedImages } from '../traces/accesses/image-table.ts';
export { RequestReader } from '../traces/requests/request-reader.ts';
export { type PictureLoader, RequestTables } from '../traces/requests/request-tables.ts';
export type {
  NamedImage,
  PictureReference,
  Request,
  RequestId,
  RequestRecord,
  Texel,
} from '../traces/requests/request-trace.ts';
export { RequestWriter } from '../traces/requests/request-writer.ts';
export { type LaneResult, type ResultColumnNames, ResultCsvReader } from '../traces/results/result-csv.ts';
export { type RequestResult, ResultJoin } from '../traces/results/result-join.ts';
export { type Result, ResultReader, ResultWriter } from '../traces/results/result-trace.ts';
export { TapAccesses } from '../traces/accesses/tap-accesses.ts';

// Replay of accesses and requests
export { AccessCapture } from './experiments/replay/capture.ts';
export { hakuraGuptaStudy } from './experiments/studies/hakura-gupta.ts';

// Simulations and their reports
export { RequestSampler } from './simulate/request-sampler.ts';

// Multisampled pictures and their resolve
export { encodeRawSamples, parseRawSamples } from './pictures/resolve/raw-samples.ts';
