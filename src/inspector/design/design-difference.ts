import type { Design } from '../../../rtl-model/design/design.ts';
import { DESIGN } from '../../../rtl-model/design/design-fields.ts';
import { type Fields, withValue } from '../../../rtl-model/design/field.ts';
import { BASES } from '../../designs/bases.ts';

/** A field whose value is not that of the base design. */
export interface FieldDifference {
  /** Such as `cache.ways`; of a part that one of the designs lacks, the path of the part. */
  readonly path: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** The fields in which a design differs from its base, in the order of the fields. */
export function differencesOf(base: Design, design: Design): readonly FieldDifference[] {
  return [...differing(DESIGN.fields, base, design, '')];
}

function* differing(fields: Fields, from: object, to: object, prefix: string): Generator<FieldDifference> {
  for (const [name, field] of Object.entries(fields)) {
    const [old, now] = [Reflect.get(from, name), Reflect.get(to, name)] as [unknown, unknown];
    const path = prefix + name;
    if (field.kind === 'part' && isPart(old) && isPart(now)) yield* differing(field.fields, old, now, `${path}.`);
    else if (JSON.stringify(old) !== JSON.stringify(now)) yield { path, from: old, to: now };
  }
}

function isPart(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** The base design with other values of some fields. */
export function withDifferences(base: Design, differences: readonly Pick<FieldDifference, 'path' | 'to'>[]): Design {
  return differences.reduce((design, { path, to }) => withValue(design, path, to), base);
}

/** The base that differs from a design in the fewest fields; the first of several. */
export function nearestBase(design: Design): Design {
  const distance = (base: Design) => differencesOf(base, design).length;
  return [...BASES.values()].reduce((best, base) => (distance(base) < distance(best) ? base : best));
}
