import { expect, it } from 'vitest';
import { BOUNDED } from '../../../rtl-model/design/bounded-fields.ts';
import { FIELDS } from '../../../rtl-model/design/design-fields.ts';

it('the bounded fields are all powers of two, fields with a bound in another field, and fixed-point formats of a design', () => {
  const bounded = [...FIELDS].filter(([, field]) =>
    field.kind === 'integer'
      ? field.powerOfTwo === true || field.atMost !== undefined || field.atLeast !== undefined
      : field.kind === 'part' && field.fixedPoint === true,
  );
  expect(bounded).toMatchObject(Object.entries(BOUNDED));
});
