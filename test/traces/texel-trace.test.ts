import { expect, it } from 'vitest';
import { TexelTraceWriter } from '../../traces/texel-trace.ts';
import { windowed } from '../../traces/window.ts';
import { textOf } from './scripted-run.ts';

const TEXT = textOf((sink) => new TexelTraceWriter(sink, [4, 16]));

it('has one line a pass in the order of the tag stage, taps by lane, null on the border', () => {
  expect(TEXT).toBe(
    [
      '{"texunit":"texels","version":1}',
      '{"cycle":3,"quad":0,"pass":0,"size":4,"taps":[[68,null,72,1073741823],[80],[0,0,0,0],[]]}',
      '{"cycle":4,"quad":0,"pass":1,"size":4,"taps":[[0,0,0,0],[0,0,0,0],[0,0,0,0],[]]}',
      '{"cycle":5,"quad":1,"pass":0,"size":16,"taps":[[0],[0],[0],[0]]}',
      '',
    ].join('\n'),
  );
});

it('keeps its header and the lines of the window', () => {
  const lines = TEXT.split('\n');
  const part = textOf((sink) => windowed(new TexelTraceWriter(sink, [4, 16]), 4, 5));
  expect(part.split('\n')).toEqual([lines[0], lines[2], '']);
});
