import { expect, it } from 'vitest';
import { cells } from '../../../traces/encodings/csv-cells.ts';

it.each([
  ['a,b', ['a', 'b']],
  [' a , b c ,', ['a', 'b c', '']],
  ['"a","b"', ['a', 'b']],
  [' "a" ,b', ['a', 'b']],
  ['"a, b",c', ['a, b', 'c']],
  ['"a ""b"" c"', ['a "b" c']],
  ['""', ['']],
  ['"",""', ['', '']],
  ['"  a  "', ['  a  ']],
  ['a "b" c', ['a "b" c']],
  ['a "b",c', ['a "b"', 'c']],
  ['"a" b,c', ['"a" b', 'c']],
  ['"a,b', null],
  ['a",b', null],
])('the cells of %j are %j', (line, expected) => {
  expect(cells(line)).toEqual(expected);
});
