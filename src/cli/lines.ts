/**
 * The lines of a UTF-8 stream, without their ends, as soon as they are there: all that a chunk completes together.
 * What follows the last line feed is a line if it is not empty.
 */
export async function* linesOf(stream: AsyncIterable<Uint8Array | string>): AsyncGenerator<string[], void, void> {
  const decoder = new TextDecoder('utf-8');
  /** Pieces of the line that is not complete. */
  let begun: string[] = [];
  for await (const chunk of stream) {
    const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    const lines = text.split('\n');
    begun.push(lines[0]);
    if (lines.length === 1) continue;
    lines[0] = begun.join('');
    begun = lines.splice(-1);
    yield lines;
  }
  const last = begun.join('') + decoder.decode();
  if (last !== '') yield [last];
}
