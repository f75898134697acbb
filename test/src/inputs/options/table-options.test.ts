import { expect, it } from 'vitest';
import { UsageError } from '../../../../src/inputs/files/usage-error.ts';
import { columnMap } from '../../../../src/inputs/options/table-options.ts';
import { ACCESS_FIELDS } from '../../../../traces/accesses/access-batch.ts';

const parseColumnMap = columnMap(ACCESS_FIELDS, 'address=addr,bytes=size');

it('maps fields to columns', () => {
  expect(parseColumnMap('address=addr, bytes = access size,lane=a=b')).toEqual({
    address: 'addr',
    bytes: 'access size',
    lane: 'a=b',
  });
});

it.each(['', 'address', 'address=', 'adress=a', 'address=a,address=b', 'address=a,', 'toString=a'])(
  'refuses "%s"',
  (text) => {
    expect(() => parseColumnMap(text)).toThrow(UsageError);
  },
);
