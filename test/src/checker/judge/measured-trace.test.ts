import { describe, expect, it } from 'vitest';
import { measuredTexels, readMeasuredTrace } from '../../../../src/checker/judge/measured-trace.ts';

const HEADER = [
  '{"texunit":"requests","version":1}',
  '{"image":{"name":"i","format":"r8_unorm","width":1,"height":1,"levels":["/w=="]}}',
  '{"sampler":{"name":"s"}}',
];
const REQUEST = '"id":0,"image":"i","sampler":"s","coord":[0.5,0.5],"lod":0';

const noPicture = () => {
  throw new Error('there is no picture');
};

function traceOf(...requests: readonly string[]) {
  return readMeasuredTrace([...HEADER, ...requests], 'm.jsonl', noPicture);
}

describe('a trace with measured results', () => {
  it('gives each result its line and its tolerance', () => {
    const quad = '"id":"q","image":"i","sampler":"s","quad":[[0,0],[0,0],[0,0],[0,0]],"active":"0100"';
    const trace = traceOf(
      `{${REQUEST},"texel":[1,0,0,1]}`,
      '',
      `{${REQUEST},"texel":[0.9,0,0,1],"tolerance":0.05}`,
      `{${REQUEST}}`,
      `{${quad},"texels":[null,[1,0,0,1],null,null]}`,
    );
    expect(trace.requests.map(({ id, line, tolerance }) => [id, line, tolerance])).toEqual([
      [0, 4, 0],
      [0, 6, 0.05],
      [0, 7, 0],
      ['q', 8, 0],
    ]);
    expect([...measuredTexels(trace)].map(({ quad: n, lane, texel }) => [n, lane, texel])).toEqual([
      [0, 0, [1, 0, 0, 1]],
      [1, 0, [Math.fround(0.9), 0, 0, 1]],
      [3, 1, [1, 0, 0, 1]],
    ]);
  });

  it.each([
    {
      field: '"texel":[1,0,0,1],"tolerance":-1',
      message: 'm.jsonl:4: tolerance: is -1, expected a number of at least 0',
    },
    {
      field: '"texel":[1,0,0,1],"tolerance":"1"',
      message: 'm.jsonl:4: tolerance: is "1", expected a number of at least 0',
    },
    {
      field: '"tolerance":1',
      message: 'm.jsonl:4: tolerance: is given without a result, expected "texel" or "texels" beside it',
    },
    { field: '"tolerence":1', message: 'm.jsonl:4: tolerence: is unknown' },
  ])('is refused where the tolerance is wrong: $field', ({ field, message }) => {
    expect(() => traceOf(`{${REQUEST},${field}}`)).toThrow(message);
  });

  it('may name an image or a sampler "tolerance"', () => {
    const sampler = '{"sampler":{"name":"tolerance"}}';
    expect(traceOf(sampler, `{${REQUEST.replace('"s"', '"tolerance"')}}`).requests).toHaveLength(1);
  });
});
