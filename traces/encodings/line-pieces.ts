import { MemoryBudget } from './memory-budget.ts';
import { TraceError } from './trace-error.ts';
import { decodeUtf8, utf8Fault, withoutMark } from './utf8-text.ts';

const LINE_FEED = 0x0a;
/** Bytes that a line may have: a longer text is no string in V8. */
const LONGEST_LINE = 2 ** 29 - 24;
/** Bytes that reading takes for each of a line: as bytes twice, as characters, and as values. */
const LINE_COPIES = 8;

/** A stream of bytes gives out before its end, or is damaged. The message says what is wrong. */
export class StreamError extends Error {
  override readonly name = 'StreamError';
}

/** A StreamError as a TraceError at the line where it came; other errors as they are. */
export function faultAtLine(error: unknown, file: string, line: number): unknown {
  if (!(error instanceof StreamError)) return error;
  return new TraceError({ file, line }, 'line', error.message, { cause: error });
}

/** The problem of a last line without a line feed, where nobody knows what it lacks. */
export const NO_LINE_FEED = 'has no line feed at its end: the file is cut short';

/** Bytes of a text: whole lines, but for the last piece, which may lack the line feed at its end. */
export interface LinePiece {
  readonly bytes: Uint8Array;
  readonly ended: boolean;
}

/**
 * Cuts a stream of text at line ends: the one way in for every text that is read line by line. Its bytes are UTF-8,
 * without the byte order mark that may be in front. A piece is valid until the next is read.
 *
 * @throws StreamError at a line that is no UTF-8, or that has more bytes than a string can have characters, or than the
 *   budget of memory allows
 */
export async function* linePieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<LinePiece, void, void> {
  let first = true;
  for await (const { bytes, ended } of cutPieces(chunks)) {
    const text = first ? withoutMark(bytes) : bytes;
    first = false;
    const fault = utf8Fault(text);
    const sound = fault === null ? text : fault.before;
    if (sound.length > 0) yield { bytes: sound, ended: ended || fault !== null };
    if (fault !== null) throw new StreamError(fault.problem);
  }
}

async function* cutPieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<LinePiece, void, void> {
  /** Pieces of the line that is not complete. */
  let begun: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    let rest = chunk;
    if (begun.length > 0) {
      const first = chunk.indexOf(LINE_FEED) + 1;
      checkLength(length + first);
      if (first > 0) {
        yield { bytes: joinedBytes([...begun, chunk.subarray(0, first)]), ended: true };
        begun = [];
        length = 0;
        rest = chunk.subarray(first);
      }
    }
    const end = begun.length > 0 ? 0 : rest.lastIndexOf(LINE_FEED) + 1;
    if (end > 0) yield { bytes: rest.subarray(0, end), ended: true };
    if (end === rest.length) continue;
    begun.push(rest.slice(end));
    length += rest.length - end;
    checkLength(length);
  }
  if (begun.length > 0) yield { bytes: joinedBytes(begun), ended: false };
}

function checkLength(bytes: number): void {
  if (bytes > LONGEST_LINE) throw new StreamError(`has more than ${LONGEST_LINE} bytes`);
  const most = Math.floor(new MemoryBudget().bytes / LINE_COPIES);
  if (bytes > most)
    throw new StreamError(`has more than the ${most} bytes that the budget of memory allows (--memory)`);
}

/**
 * The lines of a text, without their ends, as soon as they are there: all that a chunk completes together.
 * Characters after the last line feed are a line, too.
 *
 * @param file its name, for messages
 * @param whole true if a line without an end is a fault: nobody knows what it lacks
 * @throws TraceError at the line where the stream gives out
 */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  file: string,
  whole = false,
): AsyncGenerator<readonly string[], void, void> {
  let count = 0;
  try {
    for await (const { bytes, ended } of linePieces(chunks)) {
      const lines = decodeUtf8(bytes).split('\n');
      if (ended) lines.pop();
      else if (whole) throw new TraceError({ file, line: count + 1 }, 'line', NO_LINE_FEED);
      count += lines.length;
      yield lines;
    }
  } catch (error) {
    throw faultAtLine(error, file, count + 1);
  }
}

/** The bytes of all pieces, one after the other. */
export function joinedBytes(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
