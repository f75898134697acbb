import * as z from 'zod';
import { BASES } from './bases.ts';
import { designSchema } from './design-schema.ts';

/** A JSON Schema (draft 2020-12), or a part of one. */
export type JsonSchema = { readonly [key: string]: unknown };

const atSchema = z.string().describe('Where this schema lies, for editors.').optional();
const base = z.enum([...BASES.keys()]).describe('The preset or real unit that gives what is left out.');

/**
 * The JSON Schema of a design file, made from designSchema. A file gives a whole design, or it has `extends` and gives
 * the fields that differ from one of BASES.
 */
export function designJsonSchema(): JsonSchema {
  const nameless = designSchema.partial({ name: true }).extend({ $schema: atSchema });
  const { $schema, ...whole } = z.toJSONSchema(nameless, { io: 'input' });
  const { $schema: _, ...changes } = z.toJSONSchema(nameless.extend({ extends: base }), { io: 'input' });
  const extension = { ...changes, properties: withoutRequired(changes.properties), required: ['extends'] };
  const { description } = designSchema;
  return { $schema, title: 'texunit design', description, anyOf: [whole, extension] };
}

/** The same schema, with every field of every part optional. */
function withoutRequired(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutRequired);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).filter(([key]) => key !== 'required');
  return Object.fromEntries(entries.map(([key, value]) => [key, withoutRequired(value)]));
}
