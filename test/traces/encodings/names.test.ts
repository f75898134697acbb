import { describe, expect, it } from 'vitest';
import { NAME, withoutBreaks, shortened } from '../../../traces/encodings/names.ts';
import { HOSTILE_TEXTS } from '../../hostile-texts.ts';

describe('a name', () => {
  it('has 1 to 80 characters of one line', () => {
    for (const name of ['x', 'ß € 日本', 'a "b" \\ c', '<b>', 'x'.repeat(80)]) expect(NAME.test(name), name).toBe(true);
    for (const name of ['', 'x'.repeat(81), 'a\nb', 'a\tb', 'a\u001b[2J', 'a\u2028b', 'a\u0085b', 'a\0', 'a\ud800']) {
      expect(NAME.test(name), JSON.stringify(name)).toBe(false);
    }
  });

  it('is one line, however many its text has', () => {
    expect(withoutBreaks('a\r\nb\tc\u2029d\u0007e')).toBe('a  b c d e');
    for (const text of HOSTILE_TEXTS) expect(withoutBreaks(text)).toMatch(/^[^\p{Cc}\u2028\u2029]*$/u);
  });

  it('is cut to 80 characters where it is no name', () => {
    const long = `first ${'x'.repeat(100)} last`;
    expect(shortened(long)).toMatch(/^first x{71}\.\.\.$/);
    expect(shortened(long, 'beginning')).toMatch(/^\.\.\.x{72} last$/);
    expect([shortened(long).length, shortened(long, 'beginning').length]).toEqual([80, 80]);
    expect([shortened('short'), shortened('short', 'beginning')]).toEqual(['short', 'short']);
  });
});
