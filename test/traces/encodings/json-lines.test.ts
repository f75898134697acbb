import { describe, expect, it } from 'vitest';
import { fields, float32Field, int32, integerField, listField, name, oneOf } from '../../../traces/encodings/fields.ts';
import {
  checked,
  checkHeader,
  fieldName,
  isDeeper,
  listed,
  parseObject,
  fileValue,
} from '../../../traces/encodings/json-lines.ts';
import { shortened } from '../../../traces/encodings/names.ts';
import { TraceError } from '../../../traces/encodings/trace-error.ts';

const PLACE = { file: 'a.jsonl', line: 3 };

function messageOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    expect(error).toBeInstanceOf(TraceError);
    return (error as TraceError).message;
  }
  return 'no error';
}

/** A list in a list, so many times. */
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('a line of JSON', () => {
  it('is one object', () => {
    expect(parseObject(' {"a":[1,null]} ', PLACE)).toEqual({ a: [1, null] });
    for (const [text, problem] of [
      ['{"a":1', 'is no complete JSON, expected one JSON object a line'],
      ['{} {}', 'is no complete JSON, expected one JSON object a line'],
      ['[1]', 'is [1], expected one JSON object a line'],
      ['null', 'is null, expected one JSON object a line'],
      ['7', 'is 7, expected one JSON object a line'],
    ]) {
      expect(messageOf(() => parseObject(text, PLACE))).toBe(`a.jsonl:3: line: ${problem}`);
    }
  });

  it('has at most 64 objects and lists within one another', () => {
    expect(messageOf(() => parseObject(`{"a":${nested(63)}}`, PLACE))).toBe('no error');
    expect(messageOf(() => parseObject(`{"a":${nested(64)}}`, PLACE))).toBe(
      'a.jsonl:3: line: is nested more than 64 deep, expected one JSON object a line',
    );
  });

  it('is as deep as its deepest value', () => {
    for (const [value, depth] of [
      [1, 0],
      [null, 0],
      [[], 1],
      [[1, null, 'a'], 1],
      [{ a: 1, b: { c: [null] } }, 3],
      [[1, [], [[{}]]], 4],
    ] as const) {
      expect(isDeeper(value, depth), JSON.stringify(value)).toBe(false);
      if (depth > 0) expect(isDeeper(value, depth - 1), JSON.stringify(value)).toBe(true);
    }
  });

  it('that is a header tells its kind and its version, and nothing unknown', () => {
    const header = (value: object) =>
      checkHeader(value as never, PLACE, { kind: 'texels', versions: [1, 2], own: ['images'] });
    expect(header({ texunit: 'texels', version: 1, images: [] })).toBe(1);
    const expected = 'expected the header {"texunit":"texels","version":2}';
    for (const [value, problem] of [
      [{ version: 1 }, `texunit: is missing, ${expected}`],
      [{ texunit: 'requests', version: 1 }, `texunit: is "requests", ${expected}`],
      [{ texunit: 'texels' }, 'version: is missing, expected 1 or 2'],
      [{ texunit: 'texels', version: 3 }, 'version: is 3, expected 1 or 2'],
      [{ texunit: 'texels', version: 2, image: 1 }, `image: is unknown, ${expected}`],
    ] as const) {
      expect(messageOf(() => header(value))).toBe(`a.jsonl:3: ${problem}`);
    }
  });
});

describe('a schema of fields', () => {
  const schema = fields(
    { id: name, at: listField(float32Field, 1, 2, 'one or two numbers'), side: oneOf(['l', 'r']) },
    'a mark',
  );
  const message = (value: unknown) => messageOf(() => checked(schema as never, value, PLACE, 'mark'));

  it('tells the field that is wrong, and what would be right', () => {
    expect(message({ id: 'a', at: [0.5], side: 'l' })).toBe('no error');
    for (const [value, problem] of [
      [1, 'mark: is 1, expected a mark'],
      [{ id: '', at: [0], side: 'l' }, 'mark.id: is "", expected a name: one line of 1 to 80 characters'],
      [{ at: [0], side: 'l' }, 'mark.id: is missing, expected a name: one line of 1 to 80 characters'],
      [{ id: 'a', at: [], side: 'l' }, 'mark.at: is [], expected one or two numbers'],
      [{ id: 'a', at: [1, 2, 3], side: 'l' }, 'mark.at: is [1,2,3], expected one or two numbers'],
      [{ id: 'a', at: [1], side: 'x' }, 'mark.side: is "x", expected one of "l", "r"'],
      [{ id: 'a', at: [1], side: 'l', b: 0 }, 'mark.b: is unknown, expected one of id, at, side'],
    ] as const) {
      expect(message(value)).toBe(`a.jsonl:3: ${problem}`);
    }
    expect(message({ id: 'a', at: [1, {}], side: 'l' })).toMatch(
      /^a\.jsonl:3: mark\.at\[1\]: is \{\}, expected a float/,
    );
  });

  it('has integers with both their limits', () => {
    for (const value of [2, 5]) expect(integerField(2, 5).parse(value)).toBe(value);
    for (const value of [1, 6, 2.5, '3']) expect(integerField(2, 5).safeParse(value).success).toBe(false);
    for (const value of [-(2 ** 31), 2 ** 31 - 1]) expect(int32.parse(value)).toBe(value);
    for (const value of [-(2 ** 31) - 1, 2 ** 31]) expect(int32.safeParse(value).success).toBe(false);
  });
});

describe('words of a message', () => {
  it('name a field by its path', () => {
    expect(fieldName('', ['image', 'levels', 0, 'x'])).toBe('image.levels[0].x');
    expect(fieldName('view', [])).toBe('view');
  });

  it('cut names after 80 characters, and values after 40', () => {
    expect(shortened('x'.repeat(80))).toBe('x'.repeat(80));
    expect(shortened('x'.repeat(81))).toBe(`${'x'.repeat(77)}...`);
    expect(fileValue('x'.repeat(38))).toBe(`"${'x'.repeat(38)}"`);
    expect(fileValue('x'.repeat(39))).toBe(`"${'x'.repeat(39)}...`);
    expect([fileValue(NaN), fileValue(undefined), fileValue(null), fileValue([1])]).toEqual([
      'NaN',
      'missing',
      'null',
      '[1]',
    ]);
  });

  it('list twelve names, and the number of the others', () => {
    const names = Array.from({ length: 14 }, (_, n) => `n${n}`);
    const twelve = names.slice(0, 12);
    const quoted = twelve.map((one) => `"${one}"`).join(', ');
    expect(listed(twelve)).toBe(quoted);
    expect(listed(names)).toBe(`${quoted} or 2 more`);
    expect(listed(new Set(names))).toBe(`${quoted} or 2 more`);
  });
});
