import type { Design } from './design.ts';
import { DESIGN } from './design-fields.ts';
import { fieldsIn, valueAt } from './field.ts';

/** The paths of the fields that can be `exact`, where the arithmetic is ideal: no hardware has the width of it. */
const IDEAL = [...fieldsIn(DESIGN.fields)].flatMap(([path, field]) =>
  field.kind === 'integer' && field.or === 'exact' ? [path] : [],
);

/** The paths of a design's ideal fields, in the order of the table. A design with none is called synthesizable. */
export function idealFields(design: Design): readonly string[] {
  return IDEAL.filter((path) => valueAt(design, path) === 'exact');
}
