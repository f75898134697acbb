import { describe, expect, it } from 'vitest';
import { parseQuads, parseStages } from '../../../../src/inputs/options/stage-options.ts';

describe('the limits of traces', () => {
  it('are quads from the first up to, but without, the end', () => {
    expect(parseQuads('100:200')).toEqual({ from: 100, to: 200 });
    for (const text of ['5:5', '9:3', '5', 'a:b', '-1:4']) expect(() => parseQuads(text)).toThrow('FIRST:END in quads');
  });

  it('are stages by name, in the order of the pipeline', () => {
    expect(parseStages('data, tag')).toEqual(['tag', 'data']);
    expect(() => parseStages('tag,date')).toThrow('"date" is no stage, expected some of frontEnd, lod, address');
    expect(() => parseStages('')).toThrow('"" is no stage');
  });
});
