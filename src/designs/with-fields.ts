import { type Design, DesignError } from '../../rtl-model/design/design.ts';
import { withValue } from '../../rtl-model/design/field.ts';
import { isObject } from '../../traces/encodings/json-lines.ts';

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
  return changes.some(([path]) => path === 'cache.sectorBytes') ? changed : withOneSector(design, changed);
}

/** A file of a design: whole, or with the fields that differ from those of the design that it extends. */
interface DesignFile {
  readonly $schema?: unknown;
  readonly extends?: string;
}

/** The design of a file that is known to be right. @param bases the designs that it can extend */
export function designOf(file: DesignFile, bases: ReadonlyMap<string, Design>): Design {
  const { $schema: _, extends: base, ...own } = file;
  return (base === undefined ? own : extended(bases.get(base)!, own)) as Design;
}

/**
 * A design with the fields of an object, which may be wrong. Objects are merged field by field; everything else, lists
 * included, is replaced whole. Lines of one sector keep it as in `withFields`.
 */
export function extended(base: Design, own: Readonly<Record<string, unknown>>): unknown {
  const merged = merge(base, own) as Design;
  const isSplit = isObject(own.cache) && 'sectorBytes' in own.cache;
  return isSplit || !isObject(merged.cache) ? merged : withOneSector(base, merged);
}

function merge(base: unknown, own: unknown): unknown {
  if (!isObject(base) || !isObject(own)) return own;
  const changes = Object.entries(own).map(([key, value]) => [key, merge(base[key], value)]);
  return { ...base, ...Object.fromEntries(changes) };
}

/** The changed design, with one sector a line where the design before has it. */
function withOneSector({ cache }: Design, changed: Design): Design {
  const { sectorBytes, lineBytes } = cache;
  return sectorBytes === lineBytes ? withValue(changed, 'cache.sectorBytes', changed.cache.lineBytes) : changed;
}

/** True if a design, or a part of one, has a field at a path. */
export function hasField(part: unknown, [name, ...rest]: readonly string[]): boolean {
  if (!isObject(part) || !Object.hasOwn(part, name)) return false;
  return rest.length === 0 || hasField(part[name], rest);
}
