import { describe, expect, it } from 'vitest';
import { linesOf, StreamError } from '../../../traces/encodings/line-pieces.ts';

async function groups(...chunks: (string | Uint8Array | StreamError)[]): Promise<(readonly string[])[]> {
  async function* stream() {
    for (const chunk of chunks) {
      if (chunk instanceof StreamError) throw chunk;
      yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    }
  }
  const lines: (readonly string[])[] = [];
  for await (const group of linesOf(stream(), 'a.jsonl')) lines.push(group);
  return lines;
}

describe('lines of a stream', () => {
  it('come with the chunk that completes them', async () => {
    expect(await groups('a\nb\n', 'c\n')).toEqual([['a', 'b'], ['c']]);
    expect(await groups('a', 'b', 'c\nd', '\n\n')).toEqual([['abc'], ['d'], ['']]);
  });

  it('need no line feed after the last line', async () => {
    expect(await groups('a\nb')).toEqual([['a'], ['b']]);
    expect(await groups('a\n')).toEqual([['a']]);
    expect(await groups()).toEqual([]);
  });

  it('survive a character that is cut in two', async () => {
    const bytes = Buffer.from('grün\nblau');
    expect(await groups(bytes.subarray(0, 3), bytes.subarray(3))).toEqual([['grün'], ['blau']]);
  });

  it('name the line at which the stream gives out', async () => {
    const broken = groups('a\nb\nc', new StreamError('is cut short'));
    await expect(broken).rejects.toThrow('a.jsonl:3: line: is cut short');
  });
});
