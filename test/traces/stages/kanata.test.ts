import { describe, expect, it } from 'vitest';
import { KanataWriter } from '../../../traces/stages/kanata.ts';
import { windowed } from '../../../traces/stages/observers.ts';
import { readLog } from './kanata-log.ts';
import { textOf } from './scripted-run.ts';

describe('KanataWriter', () => {
  const log = readLog(textOf((sink) => new KanataWriter(sink, ['earth', 'a\tb'])));

  it('follows the grammar and ends every stage that it starts', () => {
    expect(log.faults).toEqual([]);
  });

  it('shows the quad by its first pass; other passes begin in the address stage', () => {
    expect(log.stages).toEqual([
      ['frontEnd 0-1', 'lod 1-2', 'address 2-3', 'tag 3-4', 'data 4-7', 'decode 7-8', 'filter 8-10', 'result 10-11'],
      ['frontEnd 1-2', 'lod 2-3', 'address 4-5', 'tag 5-6', 'data 8-9', 'decode 9-10', 'filter 10-11', 'result 11-12'],
      ['address 3-4', 'tag 4-5', 'data 7-8', 'decode 8-9', 'filter 9-10'],
    ]);
  });

  it('retires passes in order, each once', () => {
    expect(log.retired).toEqual(['1 0 11', '2 0 12', '0 0 10']);
  });

  it('labels instructions with pixel, texture and pass, tabs blanked', () => {
    expect(log.labels).toEqual([
      ['(-2, 6) earth pass 0', 'quad 0, pass 0, state 0, lanes 012'],
      ['(0, 6) a b pass 0', 'quad 1, pass 0, state 1, lanes 0123'],
      ['(-2, 6) earth pass 1', 'quad 0, pass 1, state 0, lanes 012'],
    ]);
  });

  it('flushes the passes that are under way at the end of a window', () => {
    const part = readLog(textOf((sink) => windowed(new KanataWriter(sink, []), 4, 9)));
    expect(part.faults).toEqual([]);
    expect(part.stages).toEqual([
      ['data 4-7', 'decode 7-8', 'filter 8-9'],
      ['tag 4-5', 'data 7-8', 'decode 8-9'],
      ['address 4-5', 'tag 5-6', 'data 8-9'],
    ]);
    expect(part.retired).toEqual(['0 1 9', '1 1 9', '2 1 9']);
    expect(part.labels[0][0]).toBe('(-2, 6) state 0 pass 0');
  });

  it('writes a header for a run in which nothing happened', () => {
    let text = '';
    new KanataWriter((piece) => (text += piece), []).end(0);
    expect(text).toBe('Kanata\t0004\nC=\t0\n');
  });
});
