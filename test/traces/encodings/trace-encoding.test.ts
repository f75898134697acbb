import { describe, expect, it } from 'vitest';
import { decoderReason } from '../../../traces/encodings/parquet/decoder-reason.ts';
import { isEngineError, outgrown } from '../../../traces/encodings/engine-error.ts';
import {
  encodingOf,
  encodingOfName,
  encodingOfSignature,
  writtenEndings,
} from '../../../traces/encodings/trace-encoding.ts';

const ENCODINGS = [
  { name: 'jsonl', signature: /^\{/, streams: true, write: () => {} },
  { name: 'parquet', signature: /^PAR1/, streams: false, write: () => {} },
  { name: 'din', likeness: /^[012] /, streams: true },
] as const;

function input(name: string, text: string) {
  return { name, start: new TextEncoder().encode(text) } as never;
}

describe('the encoding of a file', () => {
  it('is told by its ending, whatever the case, also within gzip', () => {
    const names = ['a.din', 'a.DIN.gz', 'b.x/a.jsonl', 'a.b.parquet'].map(
      (path) => encodingOfName(ENCODINGS, path)?.name,
    );
    expect(names).toEqual(['din', 'din', 'jsonl', 'parquet']);
    for (const path of ['din', 'a', 'a.din/b', 'a.gz', 'a.dinx']) {
      expect(encodingOfName(ENCODINGS, path)).toBeUndefined();
    }
  });

  it('is told by its first characters before its name, and by their look behind it', () => {
    expect(encodingOf(ENCODINGS, input('a.din', '\ufeff \n{"a"'))?.name).toBe('jsonl');
    expect(encodingOf(ENCODINGS, input('a.parquet', '0 ff'))?.name).toBe('parquet');
    expect(encodingOf(ENCODINGS, input('a', '0 ff'))?.name).toBe('din');
    expect(encodingOf(ENCODINGS, input('a', 'ff'))).toBeUndefined();
    expect(encodingOfSignature(ENCODINGS, input('a.din', '0 ff'))).toBeUndefined();
  });

  it('that can be written has endings, with gzip where it streams', () => {
    expect(writtenEndings(ENCODINGS)).toEqual(['.jsonl', '.jsonl.gz', '.parquet']);
  });
});

describe('an error', () => {
  const tooDeep = (depth: number): number => tooDeep(depth + 1) + 1;

  function thrown(action: () => unknown): unknown {
    try {
      return action();
    } catch (error) {
      return error;
    }
  }

  it('of JavaScript is none that a user should read', () => {
    for (const action of [
      () => (null as never as { a: { b: number } }).a.b,
      () => JSON.parse('{'),
      () => new DataView(new ArrayBuffer(1)).getInt32(0),
      () => new Uint8Array(-1),
      () => 'x'.repeat(2 ** 30),
      () => tooDeep(0),
      // oxlint-disable-next-line no-undef
      () => absentName,
    ]) {
      expect(isEngineError(thrown(action)), String(action)).toBe(true);
    }
    expect(isEngineError(new Error('Invalid typed array length'))).toBe(false);
    expect(isEngineError(new RangeError('the LOD is out of its range'))).toBe(false);
    expect(isEngineError('text')).toBe(false);
  });

  it('for want of memory, or of stack, has words of its own', () => {
    expect(outgrown(thrown(() => new Uint8Array(2 ** 53)))).toBe('the input needs more memory than there is');
    expect(outgrown(thrown(() => 'x'.repeat(2 ** 30)))).toBe('the input needs more memory than there is');
    expect(outgrown(thrown(() => tooDeep(0)))).toBe('the input is nested too deeply');
    expect(outgrown(thrown(() => new DataView(new ArrayBuffer(1)).getInt32(0)))).toBeNull();
    expect(outgrown(new Error('Invalid string length'))).toBeNull();
    expect(outgrown('Invalid string length')).toBeNull();
  });

  it('of a decoder is told by its first line, and an error of JavaScript in it by other words', () => {
    expect(decoderReason(new Error('bad page\n at x'))).toBe('bad page');
    expect(decoderReason('no such codec')).toBe('no such codec');
    for (const error of [new TypeError('x is undefined'), new RangeError('offset'), new Error(''), { a: 1 }, null]) {
      expect(decoderReason(error)).toBe('its data contradict each other');
    }
  });
});

declare const absentName: unknown;
