import { expect, it } from 'vitest';
import { TraceError } from '../../../traces/encodings/trace-error.ts';
import { type Result, ResultReader, ResultWriter } from '../../../traces/results/result-trace.ts';

const HEADER = '{"texunit":"results","version":2}';

const FOOTPRINT = {
  single: false,
  anchor: [1, 2, 3],
  offset: [0, 1, 3],
  mask: [1, 4294967295] as const,
  lod: 4,
  granularity: 5,
};
const FOOTPRINT_TEXT =
  '{"single":false,"anchor":[1,2,3],"offset":[0,1,3],"mask":[1,4294967295],"lod":4,"granularity":5}';

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

it('results are read back without change', () => {
  const results: Result[] = [
    { id: 'one', texels: [[Math.fround(0.1), -0, NaN, Infinity]] },
    { id: 'integers', texels: [[4294967295, -2147483648, 16777217, 0]] },
    { id: 'sparse', texels: [[1, 2, 3, 4]], resident: [false] },
    { id: 'footprint', texels: null, footprints: [FOOTPRINT] },
    { id: 'empty', texels: null, footprints: [null] },
    { id: 'quad', texels: [null, [1, 2, 3, 4], null, null], resident: [null, true, null, null] },
    { id: 'footprints', texels: null, footprints: [FOOTPRINT, null, null, FOOTPRINT] },
    { id: 2, texels: [null, [1, 2, 3, 4], null, [2 ** -149, 0, -Infinity, 1]] },
  ];
  const writer = new ResultWriter();
  results.forEach((result) => writer.write(result));
  const text = new TextDecoder().decode(writer.take());
  expect(text).toBe(
    `${HEADER}\n{"id":"one","texel":[0.1,-0,"NaN","Infinity"]}\n` +
      '{"id":"integers","texel":[4294967295,-2147483648,16777217,0]}\n' +
      '{"id":"sparse","texel":[1,2,3,4],"resident":false}\n' +
      `{"id":"footprint","footprint":${FOOTPRINT_TEXT}}\n` +
      '{"id":"empty","footprint":null}\n' +
      '{"id":"quad","texels":[null,[1,2,3,4],null,null],"resident":[null,true,null,null]}\n' +
      `{"id":"footprints","footprints":[${FOOTPRINT_TEXT},null,null,${FOOTPRINT_TEXT}]}\n` +
      '{"id":2,"texels":[null,[1,2,3,4],null,[1e-45,0,"-Infinity",1]]}\n',
  );
  const reader = new ResultReader('r.jsonl');
  const read = text.split('\n').flatMap((line) => reader.read(line) ?? []);
  expect(read).toEqual(results.map((result, n) => ({ ...result, line: n + 2 })));
});

it('a float32 that is a large integer is read back, with its type known or not', () => {
  for (const value of [2 ** 24, 2 ** 31 + 2 ** 8, -(2 ** 31), 2 ** 32 - 2 ** 8, 2 ** 32, 2 ** 100, -(2 ** 100)]) {
    const writer = new ResultWriter();
    writer.take();
    writer.write({ id: 1, texels: [[value, 0, 0, 0]] });
    const text = new TextDecoder().decode(writer.take());
    const reader = new ResultReader('r.jsonl');
    reader.read(HEADER);
    expect(reader.read(text)!.texels).toEqual([[value, 0, 0, 0]]);
  }
});

it('version 1 is read too', () => {
  const reader = new ResultReader('r.jsonl');
  reader.read('{"texunit":"results","version":1}');
  expect(reader.read('{"id":1,"texel":[0,0,0,1]}')).toEqual({ id: 1, texels: [[0, 0, 0, 1]], line: 2 });
});

it.each([
  [
    ['{"texunit":"requests","version":1}'],
    'r.jsonl:1: texunit: is "requests", expected the header {"texunit":"results","version":2}',
  ],
  [[], 'r.jsonl:1: texunit: is missing, expected the header {"texunit":"results","version":2}'],
  [[HEADER, '{"id":1}'], 'r.jsonl:2: texel: is missing, expected [r, g, b, a], or "texels" of a quad, or footprints'],
  [[HEADER, '{"texel":[0,0,0,0]}'], 'r.jsonl:2: id: is missing, expected a name or an integer of at least 0'],
  [[HEADER, '{"id":1,"texels":[null]}'], 'r.jsonl:2: texels: is [null], expected four of [r, g, b, a] or null'],
  [
    [HEADER, '{"id":1,"texel":[0,0,0,0],"lod":1}'],
    'r.jsonl:2: lod: is unknown, expected one of id, texel, resident, footprint, tolerance',
  ],
  [
    [HEADER, '{"id":1,"texel":[0,0,0,0],"footprint":null}'],
    'r.jsonl:2: footprint: is given beside texel, expected one of the two',
  ],
  [
    [HEADER, '{"id":1,"texels":[null,null,null,null],"footprints":[null,null,null,null]}'],
    'r.jsonl:2: footprints: is given beside texels, expected one of the two',
  ],
  [[HEADER, '{"id":1,"texel":[0,0,0,0],"resident":[true]}'], 'r.jsonl:2: resident: is [true], expected true or false'],
  [
    [HEADER, '{"id":1,"texels":[null,null,null,null],"resident":true}'],
    'r.jsonl:2: resident: is true, expected four of true, false or null',
  ],
  [
    [HEADER, '{"id":1,"texel":[0,0,0,1e39]}'],
    'r.jsonl:2: texel[3]: is 1e+39, expected a float32 number, an integer of 32 bits, "NaN", "Infinity" or "-Infinity"',
  ],
  [
    [HEADER, '{"id":1,"footprint":{"single":true,"anchor":[1]}}'],
    'r.jsonl:2: footprint.anchor: is [1], expected [x, y] or [x, y, z]',
  ],
  [
    [
      HEADER,
      '{"id":1,"footprint":{"single":true,"anchor":[1,2],"offset":[0,0],"mask":[-1,0],"lod":0,"granularity":0}}',
    ],
    'r.jsonl:2: footprint.mask[0]: is -1, expected an integer from 0 to 4294967295',
  ],
  [
    [HEADER, '{"id":1,"footprint":{"single":true,"anchor":[1,2],"offset":[0,0],"mask":[1,0],"lod":0}}'],
    'r.jsonl:2: footprint.granularity: is missing, expected an integer from 0 to 15',
  ],
  [
    [HEADER, '{"id":1,"footprints":[null]}'],
    'r.jsonl:2: footprints: is [null], expected four of {"single", "anchor", "offset", "mask", "lod", "granularity"} or null',
  ],
])('of %j the message is %s', (lines, message) => {
  expect(messageOf(...lines)).toBe(message);
});
