import { describe, expect, it } from 'vitest';
import { byteText, MemoryBudget, MemoryError, parseByteText } from '../../../traces/encodings/memory-budget.ts';

describe('a budget of memory', () => {
  it('gives all that it has, and not a byte more', () => {
    const budget = new MemoryBudget(1000);
    budget.require(1000, 'all');
    expect(() => budget.require(1001, 'a.png: 9x9 texels')).toThrow(
      new MemoryError('a.png: 9x9 texels: needs 1001 bytes; the budget of memory is 1000 bytes (--memory)'),
    );
    budget.take(600, 'the first');
    budget.take(400, 'the second');
    expect(() => budget.take(1, 'b.png')).toThrow(
      'b.png: needs 1 bytes beside the 1000 bytes that are taken; the budget of memory is 1000 bytes (--memory)',
    );
  });

  it('tells how often what is taken could be taken again', () => {
    const budget = new MemoryBudget(1000);
    expect(budget.copies).toBe(999);
    budget.take(300, 'a');
    expect(budget.copies).toBe(2);
    budget.take(300, 'b');
    expect(budget.copies).toBe(0);
  });

  it('is told in binary units, rounded up', () => {
    const texts = [0, 1023, 1024, 1025, 1536, 2 ** 20 - 1, 2 ** 20, 2 ** 30, 2.55 * 2 ** 30].map(byteText);
    expect(texts).toEqual([
      '0 bytes',
      '1023 bytes',
      '1 KiB',
      '1.1 KiB',
      '1.5 KiB',
      '1024 KiB',
      '1 MiB',
      '1 GiB',
      '2.6 GiB',
    ]);
  });

  it('is read from a text', () => {
    const sizes = ['65536', '4GiB', '512 MiB', '1.5KiB', '0.0009765625'].map(parseByteText);
    expect(sizes).toEqual([65536, 2 ** 32, 2 ** 29, 1536, NaN]);
    for (const text of ['', 'GiB', '4GB', '-1', '4 GiB ', '1e9', '4gib', '1.', 'x4GiB', '4  GiB']) {
      expect(parseByteText(text), text).toBeNaN();
    }
  });
});
