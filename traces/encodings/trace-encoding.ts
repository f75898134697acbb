import type { ParquetSource } from './parquet-column.ts';
import type { TextSink } from './text-sink.ts';

/** A trace that is read. */
export interface TraceInput {
  /** Name of the file, for messages. */
  readonly name: string;
  /** The first bytes, without gzip around them; `chunks` has them too. */
  readonly start: Uint8Array;
  /** The bytes in their order, without gzip around them; they can be read once. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /**
   * Opens the file as Parquet, instead of reading `chunks`. It gives the same file each time.
   *
   * @throws Error when there is only a stream of bytes: within gzip, or on standard input
   */
  readonly parquet: () => Promise<ParquetSource>;
}

/** A file that a trace is written to. An encoding uses one of the two. */
export interface TraceOutput {
  readonly text: TextSink;
  readonly bytes: ByteSink;
}

/** Takes bytes, piece after piece; a piece may change after the call. */
export type ByteSink = (bytes: Uint8Array) => void;

/**
 * A way to write a trace down. A kind of trace (requests, texel accesses) has a list of such records, and its commands
 * read and write through the list alone.
 */
export interface TraceEncoding<Source, ReadOptions, Writer, WriteOptions> {
  /** The ending of its files, too: `trace.din` has the encoding `din`. */
  readonly name: string;
  /** Matches the first characters of its files and of no others, whatever a file is named. */
  readonly signature?: RegExp;
  /** Matches the first characters of files that may be its own, where neither signature nor name show it. */
  readonly likeness?: RegExp;
  /** True if its files are read and written from start to end, so that they may be in gzip or in a pipe. */
  readonly streams: boolean;
  /** The kind of trace by the header of a file with the signature; null without a header. */
  readonly kind?: (input: TraceInput) => Promise<unknown>;
  readonly read: (input: TraceInput, options: ReadOptions) => Source;
  /** Left out where the encoding is only read. */
  readonly write?: (output: TraceOutput, options: WriteOptions) => Writer;
}

type AnyEncoding = Omit<TraceEncoding<never, never, unknown, never>, 'read'>;

/** The encoding whose files end as the path does, without a `.gz` after it. */
export function encodingOfName<E extends AnyEncoding>(encodings: readonly E[], path: string): E | undefined {
  const ending = /\.([^./\\]+)$/.exec(path.replace(/\.gz$/i, ''))?.[1].toLowerCase();
  return encodings.find(({ name }) => name === ending);
}

/** The encoding whose signature a file begins with. */
export function encodingOfSignature<E extends AnyEncoding>(
  encodings: readonly E[],
  { start }: Pick<TraceInput, 'start'>,
): E | undefined {
  const text = firstCharacters(start);
  return encodings.find(({ signature }) => signature?.test(text));
}

/** The encoding of a file: by its signature, otherwise by the name, otherwise by what its first characters look like. */
export function encodingOf<E extends AnyEncoding>(encodings: readonly E[], input: TraceInput): E | undefined {
  const text = firstCharacters(input.start);
  return (
    encodingOfSignature(encodings, input) ??
    encodingOfName(encodings, input.name) ??
    encodings.find(({ likeness }) => likeness?.test(text))
  );
}

/** The endings of names that can be written, for messages. */
export function writtenEndings(encodings: readonly AnyEncoding[]): readonly string[] {
  const written = encodings.filter(({ write }) => write !== undefined);
  return written.flatMap(({ name, streams }) => (streams ? [`.${name}`, `.${name}.gz`] : [`.${name}`]));
}

/** The first characters without a byte order mark and white space before them. */
function firstCharacters(start: Uint8Array): string {
  return new TextDecoder().decode(start).trimStart();
}
