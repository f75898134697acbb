import { JSON_LINES } from '../../encodings/json-lines.ts';
import { linePieces, linesOf } from '../../encodings/line-pieces.ts';
import { REQUEST_PARQUET } from './request-parquet.ts';
import { REQUEST_ROWS } from './request-rows.ts';
import type { RequestEncoding } from '../request-trace.ts';

/** A file of unknown looks is taken for JSON Lines too: the reader of its lines says what is wrong. */
const REQUEST_LINES: RequestEncoding = {
  ...JSON_LINES,
  likeness: /^/,
  read: ({ chunks, name }) => ({ lines: () => linesOf(chunks, name), blocks: () => linePieces(chunks) }),
  write: ({ text }) => ({ write: text, end: () => {} }),
};

/** The encodings of request traces. */
export const REQUEST_ENCODINGS: readonly RequestEncoding[] = [REQUEST_ROWS, REQUEST_LINES, REQUEST_PARQUET];
