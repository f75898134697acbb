import type { Design } from '../../../../rtl-model/design/design.ts';
import { FIELDS } from '../../../../rtl-model/design/design-fields.ts';
import { valueAt } from '../../../../rtl-model/design/field.ts';
import { readDesign } from '../../../designs/read-design.ts';
import { show } from '../../../designs/schema-faults.ts';

/** The first fields of the fixed-point formats, which have no control. */
const FIRST_BITS = new Map(
  [...FIELDS].flatMap(([path, field]) =>
    field.kind === 'part' && field.fixedPoint ? [[path, `${path}.${Object.keys(field.fields)[0]}`]] : [],
  ),
);

/**
 * The faults of a design by the paths of its fields, with the value and what would be right: those that the schema finds;
 * without any, those of widths that do not fit together. A format that is too wide is a fault of its integer bits. Empty for
 * a valid design.
 */
export function fieldFaults(design: Design, { issues, widths } = readDesign(design)): ReadonlyMap<string, string> {
  const faults = new Map<string, string>();
  const note = (path: string, fault: string) => faults.set(path, faults.get(path) ?? fault);
  for (const { path, message } of issues) {
    const field = fieldAt(path.map(String));
    note(field, `${show(valueAt(design, field))}; expected ${message}`);
  }
  for (const { field, message } of widths) {
    note(FIRST_BITS.get(field) ?? field, message.replace(`${field}: `, ''));
  }
  return faults;
}

/** The path of the field around an item of its value. */
function fieldAt(steps: readonly string[]): string {
  const path = steps.join('.');
  return FIELDS.has(path) || steps.length === 1 ? path : fieldAt(steps.slice(0, -1));
}
