const LINE_FEED = 0x0a;
/** Bytes that a line may have: more is no trace. */
const LONGEST_LINE = 2 ** 28;

/** Bytes of a text: whole lines, but for the last piece, which may lack the line feed at its end. */
export interface LinePiece {
  readonly bytes: Uint8Array;
  readonly ended: boolean;
}

/**
 * Cuts a stream of bytes at line ends, without decoding it. A piece is valid until the next is asked for.
 *
 * @throws RangeError when a line has more than 256 MiB
 */
export async function* linePieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<LinePiece, void, void> {
  /** Pieces of the line that is not complete. */
  let begun: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    let rest = chunk;
    if (begun.length > 0) {
      const first = chunk.indexOf(LINE_FEED) + 1;
      if (first > 0) {
        yield { bytes: joined([...begun, chunk.subarray(0, first)]), ended: true };
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
    if (length > LONGEST_LINE) throw new RangeError(`has more than ${LONGEST_LINE} bytes`);
  }
  if (begun.length > 0) yield { bytes: joined(begun), ended: false };
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
