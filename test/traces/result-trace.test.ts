import { expect, it } from 'vitest';
import { TraceError } from '../../traces/trace-error.ts';
import { type Result, ResultReader, ResultWriter } from '../../traces/result-trace.ts';

const HEADER = '{"texunit":"results","version":1}';

function messageOf(...lines: string[]): string {
  const reader = new ResultReader('r.jsonl');
  try {
    for (const line of lines) reader.read(line);
    reader.end();
  } catch (error) {
    if (!(error instanceof TraceError)) throw error;
    return error.message;
  }
  return 'no error';
}

it('results come back as they were written', () => {
  const results: Result[] = [
    { id: 'one', texels: [[Math.fround(0.1), -0, NaN, Infinity]] },
    { id: 2, texels: [null, [1, 2, 3, 4], null, [2 ** -149, 0, -Infinity, 1]] },
  ];
  let text = '';
  const writer = new ResultWriter((piece) => (text += piece));
  results.forEach((result) => writer.write(result));
  expect(text).toBe(
    `${HEADER}\n{"id":"one","texel":[0.1,-0,"NaN","Infinity"]}\n` +
      '{"id":2,"texels":[null,[1,2,3,4],null,[1e-45,0,"-Infinity",1]]}\n',
  );
  const reader = new ResultReader('r.jsonl');
  const read = text.split('\n').flatMap((line) => reader.read(line) ?? []);
  expect(read).toEqual(results.map((result, n) => ({ ...result, line: n + 2 })));
});

it.each([
  [
    ['{"texunit":"requests","version":1}'],
    'r.jsonl:1: texunit: is "requests", expected the header {"texunit":"results","version":1}',
  ],
  [[], 'r.jsonl:1: texunit: is missing, expected the header {"texunit":"results","version":1}'],
  [[HEADER, '{"id":1}'], 'r.jsonl:2: texel: is missing, expected [r, g, b, a], or "texels" of a quad'],
  [[HEADER, '{"texel":[0,0,0,0]}'], 'r.jsonl:2: id: is missing, expected a name or an integer of at least 0'],
  [[HEADER, '{"id":1,"texels":[null]}'], 'r.jsonl:2: texels: is [null], expected four of [r, g, b, a] or null'],
  [[HEADER, '{"id":1,"texel":[0,0,0,0],"lod":1}'], 'r.jsonl:2: lod: is unknown, expected one of id, texel'],
])('of %j the message is %s', (lines, message) => {
  expect(messageOf(...lines)).toBe(message);
});
