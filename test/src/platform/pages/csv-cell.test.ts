import { expect, it } from 'vitest';
import { csvLine } from '../../../../src/platform/pages/csv-cell.ts';

it('a line of CSV quotes what separates cells and lines, and has an empty cell for null', () => {
  expect(csvLine(['a', 1.5, true, null, 'b,c', 'd"e', 'f\ng'])).toBe('a,1.5,true,,"b,c","d""e","f\ng"\n');
});

it('a line of CSV has no text that a spreadsheet runs, and numbers as they are', () => {
  expect(csvLine(['=1+1', '+a', '-b', '@c', '\td', '\re'])).toBe(`'=1+1,'+a,'-b,'@c,'\td,"'\re"\n`);
  expect(csvLine([-1, -0.5e-7, '-3', '+4', '-1e-9', 'inf', -Infinity])).toBe('-1,-5e-8,-3,+4,-1e-9,inf,-Infinity\n');
});
