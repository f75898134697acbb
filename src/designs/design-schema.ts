import * as z from 'zod';
import type { Design } from '../../rtl-model/design/design.ts';
import { DESIGN } from '../../rtl-model/design/design-fields.ts';
import { expectedInteger, type Field, type ListField, type Part } from '../../rtl-model/design/field.ts';
import { NAME, NAME_WORDS } from '../../traces/encodings/names.ts';
import { DESIGN_DOCS, docOf } from './design-docs.ts';
import { DRAM_NAMES, DRAM_PATH, DRAMS } from './drams.ts';

/** The name of a design, or of another part of a plan. */
export const nameSchema = z.string({ error: NAME_WORDS }).regex(NAME, { error: NAME_WORDS });

/** The schema of a whole design, field by field, made from DESIGN and DESIGN_DOCS. `checkWidths` checks what no single field shows. */
export const designSchema = partSchema(DESIGN, '').describe(DESIGN_DOCS.doc) as unknown as z.ZodObject<
  { [K in keyof Design]: z.ZodType<Design[K]> },
  z.core.$strict
>;

/** The schema of the field at a path. Every error message says what would be right: it completes "expected ...". */
export function schemaOf(field: Field, path: string): z.ZodType {
  const schema = plain(field, path);
  const doc = docOf(path);
  const description = field.kind === 'integer' && field.powerOfTwo ? `${doc} A power of two.` : doc;
  const orNull = field.kind === 'part' && field.nullable ? schema.nullable() : schema;
  const whole = path === DRAM_PATH ? orNamed(orNull) : orNull;
  return (field.free === undefined ? whole : whole.default(field.free)).describe(description);
}

const WHOLE_OR_NULL = 'an object with all its fields, or null';

/** The timing of a DRAM, or its name. */
function orNamed(timing: z.ZodType): z.ZodType {
  const name = z.enum(DRAM_NAMES).transform((dram) => DRAMS[dram]);
  return z.union([name, timing], { error: `${WHOLE_OR_NULL}, or one of ${DRAM_NAMES.join(', ')}` });
}

function plain(field: Field, path: string): z.ZodType {
  switch (field.kind) {
    case 'text': {
      const error = 'a text that is not empty';
      return path === 'name' ? nameSchema : z.string({ error }).min(1, { error });
    }
    case 'flag':
      return z.boolean({ error: 'true or false' });
    case 'choice': {
      const { values, expected = `one of ${values.map((value) => `"${value}"`).join(', ')}` } = field;
      return z.enum(values, { error: expected });
    }
    case 'number': {
      const error = `a number from ${field.min} to ${field.max}`;
      return z.number({ error }).min(field.min, { error }).max(field.max, { error });
    }
    case 'integer': {
      const error = expectedInteger(field);
      const integer = z.int({ error }).min(field.min, { error }).max(field.max, { error });
      return field.or === undefined ? integer : z.union([integer, z.literal(field.or)], { error });
    }
    case 'extent': {
      const error = `an integer from ${field.min} to ${field.max}`;
      const size = z.int({ error }).min(field.min, { error }).max(field.max, { error });
      return z.tuple([size, size], { error: '[width, height]' });
    }
    case 'list':
      return listSchema(field, path);
    case 'part':
      return partSchema(field, `${path}.`);
  }
}

function listSchema({ items, least, nullable, words }: ListField, path: string): z.ZodType {
  const [x, y] = items.map((item, k) => schemaOf(item, `${path}.items.${k}`));
  if (y === undefined) {
    const numbers = z.array(x, { error: words }).min(least, { error: words });
    return nullable ? numbers.nullable() : numbers;
  }
  const knot = z.tuple([x, y], { error: 'a knot [fraction, weight], both from 0 to 1' });
  const knots = z
    .array(knot, { error: 'null, or a list of knots [fraction, weight]' })
    .min(least, { error: 'two knots or more' })
    .refine((list) => rising(list as [number, number][]), {
      error: 'knots whose fractions rise and whose weights never fall',
    });
  return nullable ? knots.nullable() : knots;
}

function rising(knots: readonly (readonly [number, number])[]): boolean {
  return knots.every(([x, y], k) => k === 0 || (x > knots[k - 1][0] && y >= knots[k - 1][1]));
}

/** A part whose fields get their schemas when a design is first read: most commands read none. */
function partSchema({ fields, nullable }: Part, prefix: string): z.ZodObject {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, field] of Object.entries(fields)) {
    let schema: z.ZodType | undefined;
    const get = () => (schema ??= schemaOf(field, prefix + name));
    Object.defineProperty(shape, name, { enumerable: true, configurable: true, get });
  }
  return z.strictObject(shape, { error: nullable ? WHOLE_OR_NULL : 'an object' });
}
