import { ParquetDecoder } from '../../../../traces/encodings/parquet/parquet-decoder.ts';
import { PARQUET } from '../../../../traces/encodings/parquet/parquet-file.ts';
import { REQUEST_PARQUET } from '../../../../traces/requests/encodings/request-parquet.ts';
import { parquetResults } from '../../../../traces/results/result-parquet.ts';
import { serveGuardedWorker } from './guarded-worker.ts';
import { allOf, type ParquetFileTask, type ParquetTrace } from './parquet-trace.ts';

serveGuardedWorker(async ({ name, bytes }: ParquetFileTask): Promise<ParquetTrace> => {
  const file = { byteLength: bytes.length, slice: (from: number, to = bytes.length) => bytes.slice(from, to).buffer };
  const input = {
    name,
    start: bytes.subarray(0, 64),
    chunks: noChunks(),
    parquet: async () => new ParquetDecoder(file),
  };
  const kind = (await PARQUET.kind(input)) ?? 'requests';
  if (kind === 'requests') return { kind, lines: await allOf(REQUEST_PARQUET.read(input).lines()) };
  if (kind === 'results') return { kind, results: await allOf(parquetResults(input)) };
  throw new Error(`${name}: holds ${JSON.stringify(kind)}, expected requests or results`);
});

async function* noChunks(): AsyncGenerator<Uint8Array> {}
