import type { RequestResult } from '../../../../traces/results/result-join.ts';
import { guardedWorker } from './guarded-worker.ts';

export interface ParquetFileTask {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A trace in a Parquet file: the lines of requests, or results. */
export type ParquetTrace =
  | { readonly kind: 'requests'; readonly lines: readonly string[] }
  | { readonly kind: 'results'; readonly results: readonly RequestResult[] };

/** The first bytes of Parquet. */
const PARQUET = [0x50, 0x41, 0x52, 0x31];

export function isParquet(bytes: Uint8Array): boolean {
  return PARQUET.every((byte, n) => bytes[n] === byte);
}

/** Reads a Parquet file in a worker, which has the decoder. @throws Error when it is damaged, or holds other things */
export function parquetTrace(task: ParquetFileTask): Promise<ParquetTrace> {
  return guardedWorker(new Worker(new URL('./parquet-worker.ts', import.meta.url), { type: 'module' }), task);
}

/** All that comes piece by piece. */
export async function allOf<T>(pieces: AsyncIterable<readonly T[]>): Promise<readonly T[]> {
  const all: (readonly T[])[] = [];
  for await (const piece of pieces) all.push(piece);
  return all.flat();
}
