import { BASES } from '../../../designs/bases.ts';
import { parseDesign } from '../../../designs/parse-design.ts';
import { differencesOf, underNameOf } from '../../../designs/design-difference.ts';
import { baseOfName, namedByFields, nearestBase } from '../../../designs/design-name.ts';
import type { ChosenDesign } from '../state/design-address.ts';

/** The text of a design file: the base that it extends and the fields that differ. `parseDesign` reads the same design. */
export function designFile({ base, design }: ChosenDesign): string {
  const { name, description } = namedByFields(design);
  const file = { extends: base.name, name, description };
  for (const { path, to } of differencesOf(base, design)) put(file, path.split('.'), to);
  // Lines of one sector keep it when a file changes their size alone.
  if (base.cache.lineBytes !== design.cache.lineBytes) put(file, ['cache', 'sectorBytes'], design.cache.sectorBytes);
  return `${JSON.stringify(file, null, 2)}\n`;
}

function put(object: object, [name, ...rest]: readonly string[], value: unknown): void {
  const inner: object = (Reflect.get(object, name) as object | undefined) ?? {};
  Reflect.set(object, name, rest.length === 0 ? value : inner);
  if (rest.length > 0) put(inner, rest, value);
}

/**
 * The design in the text of a file, and the base that the file extends, or the nearest one.
 *
 * @throws SourceError as parseDesign
 */
export function designFromFile(text: string, file: string): ChosenDesign {
  const design = parseDesign(text, file);
  const base = baseOfName(design);
  // The name that its fields give it changes with them.
  if (base !== undefined) return { design: underNameOf(base, design), base };
  const { extends: named } = JSON.parse(text) as { readonly extends?: string };
  return { design, base: (named !== undefined && BASES.get(named)) || nearestBase(design) };
}
