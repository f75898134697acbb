import type { Design } from '../../rtl-model/design/design.ts';
import { counted } from '../platform/pages/wording.ts';
import { isPart } from './with-fields.ts';

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

/** A design under the name and the description of its base; a description of the user's stays. */
export function underNameOf(base: Pick<Design, 'name' | 'description'>, design: Design): Design {
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
    name: name ?? `${base.name}, ${counted(changes.length, 'field')} changed`,
    description: isOwn ? plain.description : `${base.name} with ${fields.join(', ')}.`,
  };
}
