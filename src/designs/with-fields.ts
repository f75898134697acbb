import { type Design, DesignError } from '../../rtl-model/design/design.ts';
import { withValue } from '../../rtl-model/design/field.ts';

/** The path of a field, and its value as a design has it: parts are whole. */
export type FieldChange = readonly [path: string, value: unknown];

/**
 * A design with other values of fields that it has, in any order: parts are set before the fields in them. Lines of one
 * sector keep it where `cache.lineBytes` changes and `cache.sectorBytes` does not.
 *
 * @throws DesignError where it has no such field
 */
export function withFields(design: Design, changes: readonly FieldChange[]): Design {
  const depth = ([path]: FieldChange) => path.split('.').length;
  let changed = design;
  for (const [path, value] of changes.toSorted((a, b) => depth(a) - depth(b))) {
    if (!hasField(changed, path.split('.'))) throw new DesignError(path, `design ${design.name} has no such field`);
    changed = withValue(changed, path, value);
  }
  const { lineBytes, sectorBytes } = design.cache;
  const follows = sectorBytes === lineBytes && changes.every(([path]) => path !== 'cache.sectorBytes');
  return follows ? withValue(changed, 'cache.sectorBytes', changed.cache.lineBytes) : changed;
}

/** True if a design, or a part of one, has a field at a path. */
export function hasField(part: unknown, [name, ...rest]: readonly string[]): boolean {
  if (typeof part !== 'object' || part === null || Array.isArray(part) || !Object.hasOwn(part, name)) return false;
  return rest.length === 0 || hasField(Reflect.get(part, name), rest);
}
