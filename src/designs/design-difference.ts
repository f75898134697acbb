import type { Design } from '../../rtl-model/design/design.ts';
import { withValue } from '../../rtl-model/design/field.ts';
import { BASES } from './bases.ts';

/** A field whose value is not that of the base design. */
export interface FieldDifference {
  /** Such as `cache.ways`; of a part that one of the designs lacks, the path of the part. */
  readonly path: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** The fields in which a design differs from its base, in the order of the fields. */
export function differencesOf(base: object, design: object, prefix = ''): readonly FieldDifference[] {
  return [...new Set([...Object.keys(base), ...Object.keys(design)])].flatMap((name) => {
    const [from, to] = [base, design].map((part) => Reflect.get(part, name) as unknown);
    const path = prefix + name;
    if (isPart(from) && isPart(to)) return from === to ? [] : differencesOf(from, to, `${path}.`);
    return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ path, from, to }];
  });
}

function isPart(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The base design with other values of some fields. */
export function withDifferences(base: Design, differences: readonly Pick<FieldDifference, 'path' | 'to'>[]): Design {
  return differences.reduce((design, { path, to }) => withValue(design, path, to), base);
}

/** A design under the name and the description of its base; a description of the user's stays. */
export function underNameOf(base: Design, design: Design): Design {
  const { name } = base;
  const isMade = design.description === `Extends ${name}.` || design.description.startsWith(`${name} with `);
  return { ...design, name, description: isMade ? base.description : design.description };
}

/**
 * A design that was made from another one: its name, unless one is given, says how many fields are changed, and its
 * description says which. Without a changed field it has the name of the other one.
 */
export function changedFrom(base: Design, design: Design, name?: string): Design {
  const plain = underNameOf(base, design);
  const changes = differencesOf(base, plain).filter(({ path }) => path !== 'description');
  if (changes.length === 0) return { ...plain, name: name ?? base.name };
  const fields = changes.map(
    ({ path, from, to }) => `${path} ${JSON.stringify(to)} instead of ${JSON.stringify(from)}`,
  );
  const isOwn = plain.description !== base.description;
  return {
    ...plain,
    name: name ?? `${base.name}, ${changes.length === 1 ? '1 field' : `${changes.length} fields`} changed`,
    description: isOwn ? plain.description : `${base.name} with ${fields.join(', ')}.`,
  };
}

/** The base that a design is named by, as changedFrom names it; undefined for a name of the user's. */
export function baseOfName({ name }: Design): Design | undefined {
  return BASES.get(name.replace(/, \d+ fields? changed$/, ''));
}

/** A design with the name that its fields have, where its name is that of a base: no other design passes for a base. */
export function namedByFields(design: Design): Design {
  const base = baseOfName(design);
  return base === undefined ? design : changedFrom(base, design);
}

/** Words behind the name of a design whose fields are no longer those that were given the name. */
const CHANGED = ', changed';

/** A design after a change of fields: a name that is no base's belonged to the fields before. */
export function afterChange(before: Design, design: Design): Design {
  const paths = differencesOf(before, design).map(({ path }) => path);
  const isOwn = baseOfName(before) === undefined && !before.name.endsWith(CHANGED);
  const isStale = isOwn && !paths.includes('name') && paths.some((path) => path !== 'description');
  return isStale ? { ...design, name: before.name + CHANGED } : design;
}

/** The base that differs from a design in the fewest fields; the first of several. */
export function nearestBase(design: Design): Design {
  const distance = (base: Design) => differencesOf(base, design).length;
  return [...BASES.values()].reduce((best, base) => (distance(base) < distance(best) ? base : best));
}
