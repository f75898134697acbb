import { UsageError } from './usage-error.ts';

/** How texel accesses stand in a file (traces/FORMAT.md). */
export const ACCESS_ENCODINGS = ['jsonl', 'parquet', 'din', 'csv'] as const;
export type AccessEncoding = (typeof ACCESS_ENCODINGS)[number];

const PARQUET_MAGIC = 'PAR1';

/** The encoding that a file's name tells, without a `.gz` at its end; null where it tells none. */
export function encodingOfName(path: string): AccessEncoding | null {
  const extension = /\.([^./\\]+)$/.exec(path.replace(/\.gz$/i, ''))?.[1].toLowerCase();
  return ACCESS_ENCODINGS.find((encoding) => encoding === extension) ?? null;
}

/**
 * The encoding of a file: what its first bytes show, otherwise what its name tells, otherwise din for a text that starts
 * with a label of one digit, and CSV for any other.
 *
 * @param start the first bytes, gunzipped
 * @throws UsageError when nothing fits
 */
export function encodingOf(start: Uint8Array, path: string): AccessEncoding {
  const text = new TextDecoder()
    .decode(start)
    .replace(/^\ufeff/, '')
    .trimStart();
  if (text.startsWith(PARQUET_MAGIC)) return 'parquet';
  if (text.startsWith('{')) return 'jsonl';
  const named = encodingOfName(path);
  if (named !== null) return named;
  if (/^\d\s/.test(text)) return 'din';
  if (/^["\w]/.test(text)) return 'csv';
  throw new UsageError(`${path}: is no access trace, expected ${ACCESS_ENCODINGS.join(', ')}, or one of them as .gz`);
}
