import { describe, expect, it } from 'vitest';
import { DESIGN } from '../../../../rtl-model/design/design-fields.ts';
import { fieldsIn, valueAt, withValue } from '../../../../rtl-model/design/field.ts';
import { widthFaults } from '../../../../rtl-model/design/widths.ts';
import { valid } from '../../../../src/checker/closest/field-changes.ts';
import { designSchema } from '../../../../src/designs/design-schema.ts';
import { FULL_QUALITY } from '../../../oracle/presets.ts';

/** Right values of some fields, which are wrong ones of the others. */
const VALUES = [0, 3, 40, 1.5, 'floor', null, true, FULL_QUALITY.filter];

describe('a changed design', () => {
  const paths = [...fieldsIn(DESIGN.fields)]
    .map(([path]) => path)
    .filter((path) => {
      const part = path.includes('.') ? valueAt(FULL_QUALITY, path.replace(/\.[^.]*$/, '')) : FULL_QUALITY;
      return typeof part === 'object' && part !== null;
    });

  it('is valid where the schema of the whole design and all widths allow it', () => {
    const changed = paths.flatMap((path) =>
      VALUES.map((value) => ({ path, value, design: withValue(FULL_QUALITY, path, value) })),
    );
    const validity = () => changed.map(({ design }) => valid(design) !== null);
    const isValid = validity();
    const expected = changed.map(
      ({ design }) => designSchema.safeParse(design).success && widthFaults(design).length === 0,
    );
    expect(changed.filter((_, n) => isValid[n] !== expected[n])).toEqual([]);
    // A search asks again for parts that it has asked for.
    expect(validity()).toEqual(expected);
    expect(new Set(expected)).toEqual(new Set([true, false]));
  });
});
