import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { measuredTexels, readMeasuredTrace } from '../../../../src/checker/judge/measured-trace.ts';
import { componentText } from '../../../../traces/encodings/component-text.ts';
import { TraceError } from '../../../../traces/encodings/trace-error.ts';
import { type ResultColumnNames, ResultCsvReader } from '../../../../traces/results/result-csv.ts';
import { ResultJoin } from '../../../../traces/results/result-join.ts';
import { ResultReader } from '../../../../traces/results/result-trace.ts';

const DEFINITIONS = [
  '{"texunit":"requests","version":2}',
  '{"image":{"name":"i","format":"r8_unorm","width":1,"height":1,"levels":["/w=="]}}',
  '{"sampler":{"name":"s","maxLod":0}}',
];
const ONE = '"image":"i","sampler":"s","coord":[0.5,0.5],"lod":0';
const QUAD = '"image":"i","sampler":"s","quad":[[0,0],[1,0],[0,1],[1,1]]';
/** On lines 4 to 8. */
const REQUESTS = [
  `{"id":1,${ONE}}`,
  `{"id":"q",${QUAD},"active":"1101"}`,
  `{"id":"f","op":"footprint",${ONE}}`,
  `{"id":"s",${ONE},"sparse":true}`,
  `{"id":"all",${QUAD}}`,
];
const TRACE = [...DEFINITIONS, ...REQUESTS];

const noPicture = () => {
  throw new Error('there is no picture');
};

/** Requests with the results of a result trace without its header. */
function withLines(lines: readonly string[], trace: readonly string[] = TRACE) {
  const join = new ResultJoin('r.jsonl');
  const reader = new ResultReader('r.jsonl');
  for (const line of ['{"texunit":"results","version":2}', ...lines]) {
    const result = reader.read(line);
    if (result !== null) join.add(result);
  }
  return readMeasuredTrace(trace, 't.jsonl', noPicture, join);
}

/** Requests with the results of a CSV. */
function withCsv(lines: readonly string[], trace: readonly string[] = TRACE, names: ResultColumnNames = {}) {
  const join = new ResultJoin('r.csv', names);
  const reader = new ResultCsvReader('r.csv', names);
  for (const line of lines) {
    const result = reader.read(line);
    if (result !== null) join.add(result);
  }
  return readMeasuredTrace(trace, 't.jsonl', noPicture, join);
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

describe('results in a file of their own', () => {
  it('belong to the requests with their ids, in any order, and other requests have none', () => {
    const trace = withLines([
      '{"id":"all","texels":[[1,0,0,1],[0,0,0,1],[0.5,0,0,1],[0.25,0,0,1]]}',
      '{"id":1,"texel":[0.5,0,0,1],"tolerance":0.25}',
    ]);
    expect(trace.file).toBe('t.jsonl');
    expect(trace.requests.map(({ id, line, tolerance, results }) => [id, line, tolerance, results === null])).toEqual([
      [1, 4, 0.25, false],
      ['q', 5, 0, true],
      ['f', 6, 0, true],
      ['s', 7, 0, true],
      ['all', 8, 0, false],
    ]);
    expect([...measuredTexels(trace)].map(({ quad, lane, texel }) => [quad, lane, texel[0]])).toEqual([
      [0, 0, 0.5],
      [4, 0, 1],
      [4, 1, 0],
      [4, 2, 0.5],
      [4, 3, 0.25],
    ]);
  });

  it('are the same in a CSV, which may have the rows of a quad in any order', () => {
    const trace = withCsv([
      'id,lane,r,g,b,a,resident,footprint,tolerance',
      'q,3,0.75,0,0,1,,,0.5',
      '1,,0.5,0,0,1,,,',
      'q,0,0,0,0,1,,,0.5',
      'f,0,,,,,,null,',
      's,,1,0,0,1,False,,',
      'q,1,0.25,0,0,1,,,0.5',
    ]);
    const same = withLines([
      '{"id":"q","texels":[[0,0,0,1],[0.25,0,0,1],null,[0.75,0,0,1]],"tolerance":0.5}',
      '{"id":1,"texel":[0.5,0,0,1]}',
      '{"id":"f","footprint":null}',
      '{"id":"s","texel":[1,0,0,1],"resident":false}',
    ]);
    expect(trace).toEqual(same);
  });

  it('replace the results that the requests carry', () => {
    const carrying = [...DEFINITIONS, `{"id":1,${ONE},"texel":[1,0,0,1]}`, `{"id":2,${ONE},"texel":[1,0,0,1]}`];
    const { requests } = withLines(['{"id":1,"texel":[0,0,0,1]}'], carrying);
    expect(requests.map(({ results }) => results?.texels)).toEqual([[[0, 0, 0, 1]], undefined]);
  });

  it('name their requests by the same text, whether it is a number or not', () => {
    const [one] = withLines(['{"id":"1","texel":[0,0,0,1]}']).requests;
    expect(one.results?.texels).toEqual([[0, 0, 0, 1]]);
  });

  it.each([
    {
      wrong: 'an id of no request',
      lines: ['{"id":99,"texel":[0,0,0,1]}'],
      message: 'r.jsonl:2: id: 99 is no request of t.jsonl, expected one of 1, "q", "f", "s", "all"',
    },
    {
      wrong: 'an id twice',
      lines: ['{"id":1,"texel":[0,0,0,1]}', '', '{"id":1,"texel":[0,0,0,1]}'],
      message: 'r.jsonl:4: id: 1 has a result on line 2, too, expected one result for each request',
    },
    {
      wrong: 'one lane of a quad',
      lines: ['{"id":"q","texel":[0,0,0,1]}'],
      message: 'r.jsonl:2: texel: is that of one lane, expected "texels": request "q" is a quad',
    },
    {
      wrong: 'a quad of one lane',
      lines: ['{"id":1,"texels":[[0,0,0,1],null,null,null]}'],
      message: 'r.jsonl:2: texels: is that of a quad, expected "texel": request 1 has one lane',
    },
    {
      wrong: 'a lane that is not active',
      lines: ['{"id":"q","texels":[[0,0,0,1],[0,0,0,1],[0,0,0,1],[0,0,0,1]]}'],
      message: 'r.jsonl:2: texels[2]: expected null: the lane is not active',
    },
    {
      wrong: 'no result of an active lane',
      lines: ['{"id":"q","texels":[[0,0,0,1],null,null,[0,0,0,1]]}'],
      message: 'r.jsonl:2: texels[1]: is null, expected [r, g, b, a]: the lane is active',
    },
    {
      wrong: 'a texel of a footprint',
      lines: ['{"id":"f","texel":[0,0,0,1]}'],
      message: 'r.jsonl:2: texel: is no result of "footprint", expected a footprint',
    },
    {
      wrong: 'a footprint of a sample',
      lines: ['{"id":"all","footprints":[null,null,null,null]}'],
      message: 'r.jsonl:2: footprints: is no result of "sample", expected a texel',
    },
    {
      wrong: 'residency of a request that is not sparse',
      lines: ['{"id":1,"texel":[0,0,0,1],"resident":true}'],
      message: 'r.jsonl:2: resident: is no result of a request that is not "sparse", expected none',
    },
  ])('are refused with $wrong', ({ lines, message }) => {
    expect(() => withLines(lines)).toThrow(TraceError);
    expect(() => withLines(lines)).toThrow(message);
  });

  const HEAD = 'REQ,lane,r,g,b,a,resident,footprint,tolerance';
  it.each([
    {
      wrong: 'an id of no request',
      rows: ['99,0,1,0,0,1,,,'],
      message: 'r.csv:2: REQ: "99" is no request of t.jsonl, expected one of 1, "q", "f", "s", "all"',
    },
    {
      wrong: 'a lane twice',
      rows: ['q,0,1,0,0,1,,,', 'q,1,1,0,0,1,,,', 'q,0,1,0,0,1,,,'],
      message: 'r.csv:4: lane: 0 has a result on line 2, too, expected one result for each request and lane',
    },
    {
      wrong: 'a request of one lane twice',
      rows: ['1,,1,0,0,1,,,', '1,0,1,0,0,1,,,'],
      message: 'r.csv:3: lane: 0 has a result on line 2, too, expected one result for each request and lane',
    },
    {
      wrong: 'a request of one lane twice, without a lane',
      rows: ['1,,1,0,0,1,,,', '1,,1,0,0,1,,,'],
      message: 'r.csv:3: REQ: 1 has a result on line 2, too, expected one result for each request and lane',
    },
    {
      wrong: 'another lane of a single one',
      rows: ['1,1,1,0,0,1,,,'],
      message: 'r.csv:2: lane: is 1, expected 0 or nothing: request 1 has one lane',
    },
    {
      wrong: 'no lane of a quad',
      rows: ['q,,1,0,0,1,,,'],
      message: 'r.csv:2: lane: is missing, expected 0 to 3: request "q" is a quad',
    },
    {
      wrong: 'a lane that is not active',
      rows: ['q,2,1,0,0,1,,,'],
      message: 'r.csv:2: lane: is 2, expected one of the active lanes of request "q": 0, 1, 3',
    },
    {
      wrong: 'active lanes without a row',
      rows: ['1,0,1,0,0,1,,,', 'q,1,1,0,0,1,,,'],
      message: 'r.csv:3: lane: 0, 3 of request "q" has no row, expected one for each active lane',
    },
    {
      wrong: 'a texel of a footprint',
      rows: ['f,0,1,0,0,1,,,'],
      message: 'r.csv:2: r: is no result of "footprint", expected a footprint',
    },
    {
      wrong: 'a footprint of a sample',
      rows: ['1,0,,,,,,null,'],
      message: 'r.csv:2: footprint: is no result of "sample", expected a texel',
    },
    {
      wrong: 'residency of a request that is not sparse',
      rows: ['1,0,1,0,0,1,true,,'],
      message: 'r.csv:2: resident: is no result of a request that is not "sparse", expected none',
    },
    {
      wrong: 'two tolerances of a quad',
      rows: ['q,0,1,0,0,1,,,0.1', 'q,1,1,0,0,1,,,0.2'],
      message: 'r.csv:3: tolerance: is 0.2, expected 0.1 as on line 2: a quad has one tolerance',
    },
  ])('are refused in a CSV with $wrong', ({ rows, message }) => {
    expect(() => withCsv([HEAD, ...rows], TRACE, { id: 'REQ' })).toThrow(message);
  });

  it('are refused where two requests have their id', () => {
    const twice = [...TRACE, `{"id":"1",${ONE}}`];
    const message = 't.jsonl:9: id: "1" is the id of line 4, too, and has a result, expected ids that differ';
    expect(() => withLines(['{"id":1,"texel":[0,0,0,1]}'], twice)).toThrow(message);
    // An id without a result may stand twice.
    expect(withLines(['{"id":"q","texels":[[0,0,0,1],[0,0,0,1],null,[0,0,0,1]]}'], twice).requests).toHaveLength(6);
  });

  it('are refused where there are no requests, or many others', () => {
    const result = ['{"id":99,"texel":[0,0,0,1]}'];
    expect(() => withLines(result, DEFINITIONS)).toThrow('99 is no request of t.jsonl, expected requests there');
    const many = Array.from({ length: 9 }, (_, id) => `{"id":${id},${ONE}}`);
    expect(() => withLines(result, [...DEFINITIONS, ...many])).toThrow('expected one of 0, 1, 2, 3, 4, ...');
  });

  it('that a request carries are refused, too, where they are of another operation', () => {
    const read = (request: string) => () => readMeasuredTrace([...DEFINITIONS, request], 't.jsonl', noPicture);
    expect(read(`{"id":1,"op":"footprint",${ONE},"texel":[0,0,0,1]}`)).toThrow(
      't.jsonl:4: texel: is no result of "footprint", expected a footprint',
    );
    expect(read(`{"id":1,${QUAD},"footprints":[null,null,null,null]}`)).toThrow(
      't.jsonl:4: footprints: is no result of "sample", expected a texel',
    );
  });

  it('of a software implementation are the same carried, in a result trace and in a CSV', () => {
    const packed = readFileSync(new URL('../../../../traces/software/llvmpipe-22.3.6.jsonl.gz', import.meta.url));
    const lines = gunzipSync(packed).toString().trimEnd().split('\n');
    const carried = readMeasuredTrace(lines, 't.jsonl', noPicture);
    const measured = carried.requests.filter(({ results }) => results !== null);
    expect(measured.length).toBeGreaterThan(1000);
    // The texts of the results, as the trace has them.
    const results = lines.flatMap((line) => {
      const { id, texel, texels } = JSON.parse(line) as Record<string, unknown>;
      return texel === undefined && texels === undefined ? [] : [JSON.stringify({ id, texel, texels })];
    });
    expect(withLines(results, lines).requests).toEqual(carried.requests);
    const rows = measured.flatMap(({ id, results: given }) =>
      given!.texels!.flatMap((texel, lane) =>
        texel === null ? [] : [[quoted(String(id)), lane, ...texel.map(componentText)].join()],
      ),
    );
    expect(withCsv(['id,lane,r,g,b,a', ...rows], lines).requests).toEqual(carried.requests);
  });
});
