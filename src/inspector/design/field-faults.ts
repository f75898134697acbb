import type { Design } from '../../../rtl-model/design/design.ts';
import { DESIGN } from '../../../rtl-model/design/design-fields.ts';
import { fieldsIn, valueAt } from '../../../rtl-model/design/field.ts';
import { widthFaults } from '../../../rtl-model/design/widths.ts';
import { designSchema } from '../../designs/design-schema.ts';
import { show } from '../../designs/schema-faults.ts';

const PATHS = new Set([...fieldsIn(DESIGN.fields)].map(([path]) => path));
/** The first fields of the fixed-point formats, which have no control of their own. */
const FIRST_BITS = new Map(
  [...fieldsIn(DESIGN.fields)].flatMap(([path, field]) =>
    field.kind === 'part' && field.fixedPoint ? [[path, `${path}.${Object.keys(field.fields)[0]}`]] : [],
  ),
);

/**
 * The faults of a design by the paths of its fields, with the value and what would be right: those that the schema finds;
 * without any, those of widths that do not fit together. A format that is too wide is a fault of its integer bits. Empty for
 * a valid design.
 */
export function fieldFaults(design: Design): ReadonlyMap<string, string> {
  const parsed = designSchema.safeParse(design);
  const faults = new Map<string, string>();
  const note = (path: string, fault: string) => faults.set(path, faults.get(path) ?? fault);
  if (parsed.success) {
    for (const { field, message } of widthFaults(design))
      note(FIRST_BITS.get(field) ?? field, message.replace(`${field}: `, ''));
  } else {
    for (const { path, message } of parsed.error.issues) {
      const field = fieldAt(path.map(String));
      note(field, `${show(valueAt(design, field))}; expected ${message}`);
    }
  }
  return faults;
}

/** The path of the field around an item of its value. */
function fieldAt(steps: readonly string[]): string {
  const path = steps.join('.');
  return PATHS.has(path) || steps.length === 1 ? path : fieldAt(steps.slice(0, -1));
}
