import type { Design } from '../../rtl-model/design/design.ts';
import { shortened, withoutBreaks } from '../../traces/encodings/names.ts';
import { BASES } from './bases.ts';
import { closest } from './closest.ts';
import { namedByFields } from './design-name.ts';
import { designSchema } from './design-schema.ts';
import { JsonSource, type SourceFault } from './json-source.ts';
import { readDesign } from './read-design.ts';
import { schemaFaults, show } from './schema-faults.ts';
import { extended, isPart } from './with-fields.ts';

/**
 * Reads a design from the text of a JSON file.
 *
 * `"extends": "full-quality"` takes every field that the file leaves out from that design, one of BASES. Objects are
 * merged field by field; everything else, lists included, is replaced whole. A part that the base has null, such as
 * `cache.l2`, is given with all its fields. A name that is left out is that of the file, a description names the base.
 * The name of a base, which its fields do not have, becomes `full-quality, 2 fields changed`.
 * Lines of one sector keep it when the file changes their size alone. `"$schema"` is for editors and ignored.
 *
 * @param file the name of the text in errors
 * @throws SourceError with a line for each fault: file, line, column and field, and what would be right
 */
export function parseDesign(text: string, file: string): Design {
  const source = new JsonSource(text, file);
  if (!isPart(source.value)) {
    throw source.errorOf([source.faultAtField([], `the file holds ${show(source.value)}; expected an object`)]);
  }
  const { $schema: _, extends: extending, ...own } = source.value;
  const named = { name: nameOf(file), ...own };
  const base = typeof extending === 'string' ? BASES.get(extending) : undefined;
  const isUnknown = extending !== undefined && base === undefined;
  const description = `Extends ${base?.name}.`;
  const { design, issues, widths } = readDesign(base === undefined ? named : extended(base, { description, ...named }));
  const faults: readonly SourceFault[] = [
    ...source.faults,
    ...(isUnknown ? [source.faultAtField(['extends'], `extends: ${show(extending)}; ${baseAdvice(extending)}`)] : []),
    // Without the base, nothing is known of what the file leaves out.
    ...schemaFaults(source, designSchema, issues).filter(({ missing }) => !(isUnknown && missing)),
    ...widths.map(({ field, message }) => source.faultAtField(field.split('.'), message)),
  ];
  if (design === null || faults.length > 0) throw source.errorOf(faults);
  return namedByFields(design);
}

/** The name of a design whose file gives none. */
function nameOf(file: string): string {
  const base = file.split(/[\\/]/).at(-1)!;
  return shortened(withoutBreaks(base.replace(/(?<=.)\.json$/i, '') || file));
}

function baseAdvice(given: unknown): string {
  const near = typeof given === 'string' ? closest(given, BASES.keys()) : null;
  return `${near === null ? 'expected' : `did you mean "${near}"? Expected`} one of ${[...BASES.keys()].join(', ')}`;
}
