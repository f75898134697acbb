import { constants } from 'node:buffer';
import { StreamError } from '../../../traces/accesses/access-source.ts';

/** Characters that a line can have: those of the longest string. */
const LONGEST_LINE = constants.MAX_STRING_LENGTH;

/**
 * The lines of a UTF-8 stream, without their ends, as soon as they are there: all that a chunk completes together.
 * What follows the last line feed is a line if it is not empty.
 *
 * @throws StreamError when a line has more characters than a string can have
 */
export async function* linesOf(stream: AsyncIterable<Uint8Array | string>): AsyncGenerator<string[], void, void> {
  const decoder = new TextDecoder('utf-8');
  /** Pieces of the line that is not complete. */
  let begun: string[] = [];
  let length = 0;
  for await (const chunk of stream) {
    const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    const lines = text.split('\n');
    begun.push(lines[0]);
    length += lines[0].length;
    if (length > LONGEST_LINE) throw new StreamError(`has more than ${LONGEST_LINE} characters`);
    if (lines.length === 1) continue;
    lines[0] = begun.join('');
    begun = lines.splice(-1);
    length = begun[0].length;
    yield lines;
  }
  const last = begun.join('') + decoder.decode();
  if (last !== '') yield [last];
}
