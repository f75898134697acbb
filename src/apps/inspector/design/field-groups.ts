import type { Design } from '../../../../rtl-model/design/design.ts';
import { DESIGN } from '../../../../rtl-model/design/design-fields.ts';
import { type Field, type Fields, fieldsIn, type IntegerField, valueAt } from '../../../../rtl-model/design/field.ts';
import { docOf } from '../../../designs/design-docs.ts';

const TITLES: Readonly<Record<string, string>> = {
  frontEnd: 'Front end',
  address: 'Address unit',
  lod: 'LOD unit',
  decoder: 'Texel decoder',
  filter: 'Filter unit',
  cache: 'Texel cache',
  pipeline: 'Pipeline',
  limits: 'Limits',
};

/** Every field of a design, by unit, in the order of the path of a quad. Parts that cannot be null have no control. */
export const FIELD_GROUPS: readonly FieldGroup[] = [
  group('', 'Design', Object.fromEntries(Object.entries(DESIGN.fields).filter(([, { kind }]) => kind !== 'part'))),
  ...Object.entries(DESIGN.fields).flatMap(([name, field]) =>
    field.kind === 'part' ? [group(name, TITLES[name], field.fields)] : [],
  ),
];

/** The fields of a unit, or of what belongs to no unit. */
export type FieldGroup = ReturnType<typeof group>;

/** A field as a control shows it: its path, and that below the path of the group, such as `format.fractionBits`. */
export type GroupedField = FieldGroup['fields'][number];

function group(name: string, title: string, fields: Fields) {
  const prefix = name === '' ? '' : `${name}.`;
  const shown = [...fieldsIn(fields)].filter(([, field]) => field.kind !== 'part' || field.nullable);
  return {
    name,
    title,
    doc: name === '' ? docOf('doc') : docOf(name),
    fields: shown.map(([own, field]) => ({ path: prefix + own, name: own, field, doc: docOf(prefix + own) })),
  };
}

/** Tables and parts that a design may leave out, and that have a control without a value; the text of a design sets others. */
const OFFERED: ReadonlySet<string> = new Set([
  'filter.rate.factors',
  'cache.prefetch',
  'cache.tlb',
  'cache.l3',
  'pipeline.memory.channels',
  'pipeline.memory.refresh',
  'pipeline.memory.otherClient',
]);

/** The fields of a group that a design has: those in a part that is null are left out, and so are tables that are null. */
export function presentFields({ fields }: FieldGroup, design: Design): readonly GroupedField[] {
  return fields.filter(({ path, field }) => {
    const value = valueAt(design, path);
    return value !== undefined && (value !== null || field.free !== null || OFFERED.has(path));
  });
}

/** The range of a field in words, with the unit; empty where its control shows the values. */
export function rangeText(field: Field): string {
  switch (field.kind) {
    case 'number':
      return `${field.min} to ${field.max}`;
    case 'integer': {
      const { min, max, unit, powerOfTwo, or } = field;
      return `${powerOfTwo ? 'a power of two, ' : ''}${min} to ${max} ${unit}${or === undefined ? '' : `, or ${or}`}`;
    }
    case 'extent':
      return `width and height, each ${field.min} to ${field.max} ${field.unit}`;
    case 'list':
      return field.items.length === 1 ? field.words! : 'knots: fraction, weight; ...';
    default:
      return '';
  }
}

export function powersOfTwo(min: number, max: number): readonly number[] {
  const least = Math.ceil(Math.log2(min));
  return Array.from({ length: Math.floor(Math.log2(max)) - least + 1 }, (_, n) => 2 ** (least + n));
}

/** A value for a field that has been null, which no preset has: its free one, or one from the middle of the ranges. */
export function firstValue(field: Field, design: Design): unknown {
  if (field.free !== undefined && field.free !== null) return field.free;
  switch (field.kind) {
    case 'text':
      return '-';
    case 'flag':
      return false;
    case 'choice':
      return field.values[0];
    case 'number':
      return field.min;
    case 'integer':
      return middleInteger(field, design);
    case 'extent':
      return [field.min, field.min];
    case 'list':
      return field.items.length === 1 ? [1] : [[0, 0], [1, 1]]; // prettier-ignore
    case 'part':
      // Parts in a part that it may leave out are null.
      return Object.fromEntries(
        Object.entries(field.fields).map(([name, inner]) => [
          name,
          inner.free === null ? null : firstValue(inner, design),
        ]),
      );
  }
}

/** The power of two in the middle of the octaves of a range. */
function middleInteger({ min, max, atLeast }: IntegerField, design: Design): number {
  const least = atLeast === undefined ? min : Math.max(min, Number(valueAt(design, atLeast.field)));
  return 2 ** Math.round((Math.log2(Math.max(1, least)) + Math.log2(max)) / 2);
}
