import { DESIGN } from '../../../rtl-model/design/design-fields.ts';
import type { Design } from '../../../rtl-model/design/design.ts';
import { type Field, fieldsIn, type IntegerField, valueAt, withValue } from '../../../rtl-model/design/field.ts';
import { widthFaults } from '../../../rtl-model/design/widths.ts';
import { BASES } from '../../designs/bases.ts';
import { designSchema } from '../../designs/design-schema.ts';

/** The value of a field; a record or a list of a table. */
export type DecidedValue = string | number | boolean | object | null;

/** A field of a design that differs from the preset. */
export interface DecidedField {
  readonly field: string;
  readonly from: DecidedValue;
  readonly to: DecidedValue;
}

/** Fields that decide results: the specification's text, and those of three units. */
const DECIDING = /^(text$|(address|lod|decoder|filter)\.)/;
const STEPS = [-1, 1, -2, 2, -3, 3, -4, 4];

/**
 * Widths come first: another rounding may hide a part of what a missing bit does. Fields that a design may leave out come
 * last: few units have them.
 */
export const DECIDING_FIELDS: readonly (readonly [string, Field])[] = [...fieldsIn(DESIGN.fields)]
  .filter(([path, field]) => {
    const decides =
      field.kind === 'choice' ||
      field.kind === 'flag' ||
      (field.kind === 'integer' && (field.narrows || path.endsWith('.fractionBits') || isOfChips(path, field)));
    return DECIDING.test(path) && decides;
  })
  .toSorted(([, a], [, b]) => rank(a) - rank(b));

/** True for a width that few units have: it may be left out, or its part may. */
function isOfChips(path: string, field: Field): boolean {
  return mayBeLeftOut(field) || path.startsWith('filter.alignedSum.');
}

function rank(field: Field): number {
  return mayBeLeftOut(field) ? 2 : field.kind === 'integer' ? 0 : 1;
}

/** True for a field that a design may leave out. */
export function mayBeLeftOut({ free }: Field): boolean {
  return free !== undefined;
}

/**
 * Fields with too many values to try: a search takes those of known designs. Fields of one table or length are changed
 * together; tables and parts of a unit that few designs have are changed alone.
 */
export const KNOWN_FIELDS: readonly (readonly string[])[] = [
  ['lod.scaleFactor', 'lod.alpha', 'lod.beta', 'lod.alphaBetaBits', 'lod.componentBits', 'lod.diagonals'],
  ['lod.diagonals'],
  ['lod.log2Table'],
  ['filter.sum', 'filter.texelBits', 'filter.signedGuardBits'],
  ...[...fieldsIn(DESIGN.fields)]
    .filter(([path, { free }]) => DECIDING.test(path) && free === null && path.split('.').length === 2)
    .map(([path]) => [path]),
];

/** The designs with these fields of another known design. */
export function knownVariants(design: Design, fields: readonly string[]): readonly Design[] {
  const made = new Map<string, Design>();
  for (const base of BASES.values()) {
    const values = fields.map((field) => valueAt(base, field));
    const other = fields.reduce((of, field, n) => withValue(of, field, values[n]), design);
    if (fields.some((field, n) => !isSame(valueAt(design, field), values[n]))) made.set(JSON.stringify(values), other);
  }
  return [...made.values()].flatMap((other) => valid(other) ?? []);
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** A value in words: a long one by the known design that has it. */
export function decidedText(field: string, value: DecidedValue): string {
  const text = JSON.stringify(value);
  if (text.length <= LONGEST_VALUE) return text;
  const known = [...BASES].find(([, design]) => isSame(valueAt(design, field), value));
  return known === undefined ? `${text.slice(0, LONGEST_VALUE)} ...` : `that of ${known[0]}`;
}

const LONGEST_VALUE = 60;

const INTEGERS = [...fieldsIn(DESIGN.fields)].filter((entry): entry is [string, IntegerField] => {
  return entry[1].kind === 'integer';
});

/** The designs with another value of a field that a search tries. */
export function variants(design: Design, path: string, field: Field): readonly Design[] {
  const value = valueAt(design, path);
  const designs = otherValues(field, value).flatMap((other) => [
    withValue(design, path, other),
    withFieldValue(design, path, other),
  ]);
  return designs.flatMap((made) => valid(made) ?? []);
}

/** @param value undefined in a part that is null, which has no values  @param far true to add the narrowest width */
export function otherValues(field: Field, value: unknown, far = false): readonly unknown[] {
  if (value === undefined) return [];
  switch (field.kind) {
    case 'choice':
      return field.values.filter((other) => other !== value);
    case 'flag':
      return [!value];
    case 'integer': {
      const words = field.or === undefined || field.or === value ? [] : [field.or];
      const { min, max } = field;
      if (typeof value !== 'number') {
        // No width is near a word: every one of those that few units have, and some of the others.
        const every = Array.from({ length: max - min + 1 }, (_, n) => min + n);
        return mayBeLeftOut(field) ? every : [8, 16, 24, 32].filter((bits) => bits <= max);
      }
      const widths = new Set([...STEPS.map((step) => value + step), ...(far ? [min] : [])]);
      return [...words, ...[...widths].filter((bits) => bits >= min && bits <= max && bits !== value)];
    }
    default:
      return [];
  }
}

/**
 * The design with another value, and the widths that follow: equal widths stay equal, as do the fraction bits of one
 * unit's formats, and bounds are kept.
 */
export function withFieldValue(design: Design, path: string, value: unknown): Design {
  let made = withValue(design, path, value);
  if (typeof value !== 'number') return made;
  const before = valueAt(design, path);
  for (const [other, { atMost, atLeast }] of INTEGERS) {
    const bound = atMost?.field === path || isAlike(other, path);
    if (!bound && atLeast?.field !== path) continue;
    const own = valueAt(made, other);
    if (typeof own !== 'number') continue;
    const follows =
      (bound && own === before) || (atMost?.field === path && own > value) || (atLeast?.field === path && own < value);
    if (follows) made = withValue(made, other, value);
  }
  return made;
}

/** True for the fraction bits of two formats of one unit. */
function isAlike(one: string, other: string): boolean {
  return [one, other].every((path) => path.endsWith('.fractionBits')) && one.split('.')[0] === other.split('.')[0];
}

export function valid(design: Design): Design | null {
  return fitsSchema(design) && widthFaults(design).length === 0 ? design : null;
}

/** Parts with the schema that they fit. The designs of a search share those that they do not change. */
const fitting = new WeakMap<object, unknown>();

/** True if every part fits: `designSchema` has no rule for two parts together. */
function fitsSchema(design: Design): boolean {
  return Object.entries(designSchema.shape).every(([name, schema]) => {
    const part: unknown = Reflect.get(design, name);
    const isPart = typeof part === 'object' && part !== null;
    if (isPart && fitting.get(part) === schema) return true;
    const fits = schema.safeParse(part).success;
    if (fits && isPart) fitting.set(part, schema);
    return fits;
  });
}

/** The fields that differ; a part that one design lacks counts as one field. */
export function fieldChanges(preset: Design, design: Design): readonly DecidedField[] {
  return [...fieldsIn(DESIGN.fields)].flatMap(([field, { kind }]) => {
    const [from, to] = [preset, design].map((one) => valueAt(one, field) as DecidedValue | undefined);
    if (!DECIDING.test(field) || from === undefined || to === undefined || isSame(from, to)) return [];
    return kind === 'part' && from !== null && to !== null ? [] : [{ field, from, to }];
  });
}
