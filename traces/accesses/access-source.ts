import type { PipelineObserver } from '../../pipeline/stages/observer.ts';
import { AccessBatch, type AccessColumnNames } from './access-batch.ts';
import { faultAtLine, linePieces } from '../encodings/line-pieces.ts';
import type { TextSink } from '../encodings/text-sink.ts';
import type { TraceEncoding, TraceInput } from '../encodings/trace-encoding.ts';
import type { TracedImage } from './image-table.ts';
import type { TapAccesses } from './tap-accesses.ts';

/** Lends a source the batches that it fills. */
export interface BatchLender {
  /** An empty batch. What the one before was filled with has been used. */
  next(): AccessBatch | Promise<AccessBatch>;
}

const BATCH = 8192;

/** Lends one batch again and again. */
export function oneBatch(): BatchLender {
  const batch = new AccessBatch(BATCH);
  return {
    next: () => {
      batch.count = 0;
      return batch;
    },
  };
}

/** A source of texel accesses, whatever the encoding. */
export interface AccessSource {
  /** The image table, empty where the trace has none. */
  readonly images: readonly TracedImage[];
  /** Accesses of the whole trace, null where it is known only at the end. */
  readonly total: number | null;
  /**
   * The accesses, once, in batches of the lender; where there is none, in one that is used again and again. Accesses
   * before a fault are delivered before the fault is thrown, as a TraceError.
   */
  readonly batches: (lender?: BatchLender) => AsyncIterable<AccessBatch>;
}

/** Options of a reader of accesses. */
export interface AccessReading {
  /** Bytes of each access where the trace does not say it: din, and tables without such a column. */
  readonly size: number;
  /** Columns of a CSV or Parquet file that have other names. */
  readonly names?: AccessColumnNames;
  /** The number of texture units that accesses may name; any if left out. */
  readonly units?: number;
}

/** Takes the accesses of a trace. */
export interface AccessOutput {
  write(batch: AccessBatch): void;
  /** Completes the trace. */
  end(): void;
}

/** An encoding of texel accesses. Writers are given the image table. */
export interface AccessEncoding extends TraceEncoding<
  AccessSource | Promise<AccessSource>,
  AccessReading,
  AccessOutput,
  readonly TracedImage[]
> {
  /** Writes a run with a clock; left out where the encoding holds nothing beside the accesses. */
  readonly observe?: (output: TextSink, taps: TapAccesses) => PipelineObserver;
}

/** Accesses of a text file, line by line. */
export interface AccessParser {
  /** Lines so far. */
  readonly line: number;
  /** Accesses that a line can make. */
  readonly mostOfLine: number;
  /**
   * Reads lines until they end, or until the batch has no room for the next one's.
   *
   * @param bytes whole lines, each with its line feed
   * @param at where the next line starts
   * @returns where it stopped
   * @throws TraceError for a faulty line; the batch holds the accesses before it
   */
  parse(bytes: Uint8Array, at: number, batch: AccessBatch): number;
  /**
   * The text is over.
   *
   * @param unended the last line where it has no line feed
   * @throws TraceError when it can't be all
   */
  end(unended: Uint8Array | null, batch: AccessBatch): void;
}

/** The source of a text without an image table. */
export function parsedSource({ chunks, name }: TraceInput, parser: AccessParser): AccessSource {
  return { images: [], total: null, batches: (lender) => parsedBatches(chunks, parser, name, lender) };
}

/**
 * @param file its name, for messages
 * @throws TraceError at the line where the text, or the stream that it comes from, is faulty
 */
export async function* parsedBatches(
  chunks: AsyncIterable<Uint8Array>,
  parser: AccessParser,
  file: string,
  lender = oneBatch(),
): AsyncGenerator<AccessBatch, void, void> {
  let batch = await lender.next();
  let fault: unknown = null;
  try {
    let unended: Uint8Array | null = null;
    for await (const { bytes, ended } of linePieces(chunks)) {
      if (!ended) {
        unended = bytes;
        continue;
      }
      let at = parser.parse(bytes, 0, batch);
      while (at < bytes.length) {
        yield batch;
        batch = await lender.next();
        at = parser.parse(bytes, at, batch);
      }
    }
    if (batch.capacity - batch.count < parser.mostOfLine) {
      yield batch;
      batch = await lender.next();
    }
    parser.end(unended, batch);
  } catch (error) {
    fault = faultAtLine(error, file, parser.line + 1);
  }
  if (batch.count > 0) yield batch;
  if (fault !== null) throw fault;
}
