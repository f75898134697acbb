import * as z from 'zod';
import { type Design, DesignError } from '../../rtl-model/design/design.ts';
import { checkWidths } from '../../rtl-model/design/widths.ts';
import { closest } from './closest.ts';
import { designSchema } from './design-schema.ts';
import { type FieldPath, JsonSource, pathText, type SourceError } from './json-source.ts';
import { PRESETS } from './presets.ts';

/**
 * Reads a design from the text of a JSON file.
 *
 * `"extends": "full-quality"` takes every field that the file leaves out from that preset. Objects are merged field by
 * field; everything else, lists included, is replaced whole. A part that the preset has null, such as `cache.l2`, is
 * given with all its fields. The name is always the file's own. A description that is left out names the preset. Lines
 * of one sector keep it when the file changes their size alone. `"$schema"` is for editors and ignored.
 *
 * @param file the name of the text in errors
 * @throws SourceError naming file, line, column and field, and what would be right
 */
export function parseDesign(text: string, file: string): Design {
  const source = new JsonSource(text, file);
  if (!isObject(source.value))
    throw source.errorAtField([], `the file holds ${show(source.value)}; expected an object`);
  const { $schema: _, extends: base, ...own } = source.value;
  const parsed = designSchema.safeParse(base === undefined ? own : extended(presetBelow(source, base), own));
  if (!parsed.success) throw issueError(source, parsed.error.issues);
  const design: Design = parsed.data;
  try {
    checkWidths(design);
  } catch (error) {
    if (error instanceof DesignError) throw source.errorAtField(error.field.split('.'), error.message);
    throw error;
  }
  return design;
}

function presetBelow(source: JsonSource, name: unknown): Design {
  const preset = typeof name === 'string' ? PRESETS.get(name) : undefined;
  if (!preset) {
    const presets = [...PRESETS.keys()].join(', ');
    throw source.errorAtField(['extends'], `extends: ${show(name)}; expected one of ${presets}`);
  }
  return preset;
}

function extended(preset: Design, own: Readonly<Record<string, unknown>>): unknown {
  const { name, cache, ...fields } = preset;
  const lineBytes = isObject(own.cache) ? own.cache.lineBytes : undefined;
  const oneSector = lineBytes !== undefined && cache.sectorBytes === cache.lineBytes;
  const sectorBytes = oneSector ? lineBytes : cache.sectorBytes;
  return merge({ ...fields, cache: { ...cache, sectorBytes }, description: `Extends ${name}.` }, own);
}

function merge(base: unknown, own: unknown): unknown {
  if (!isObject(base) || !isObject(own)) return own;
  const changes = Object.entries(own).map(([key, value]) => [key, merge(base[key], value)]);
  return { ...base, ...Object.fromEntries(changes) };
}

type Issue = z.core.$ZodIssue;

/** The error of the first issue. Unknown fields come first, because a misspelt field is why another one is missing. */
function issueError(source: JsonSource, issues: readonly Issue[]): SourceError {
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0];
  const path = pathOf(issue);
  if (issue.code === 'unrecognized_keys') {
    const [key] = issue.keys;
    const known = fieldsAt(path);
    const near = closest(key, known);
    const advice = near ? `did you mean "${near}"?` : `expected ${known.join(', ')}`;
    const field = [...path, key];
    return source.errorAtField(field, `${pathText(field)}: unknown field; ${advice}`);
  }
  const given = at(source.value, path);
  if (given !== undefined) {
    return source.errorAtField(path, `${pathText(path)}: ${show(given)}; expected ${issue.message}`);
  }
  const others = issues.filter((other) => isMissingBeside(source, path, pathOf(other)));
  const also = others.map((other) => pathOf(other).at(-1)).join(', ');
  const rest = also === '' ? '' : `; also missing: ${also}`;
  return source.errorAtField(path, `${pathText(path)}: missing; expected ${issue.message}${rest}`);
}

function pathOf({ path }: Issue): FieldPath {
  return path.map((step) => (typeof step === 'number' ? step : String(step)));
}

function isMissingBeside(source: JsonSource, field: FieldPath, other: FieldPath): boolean {
  const beside = pathText(other.slice(0, -1)) === pathText(field.slice(0, -1)) && other.at(-1) !== field.at(-1);
  return beside && at(source.value, other) === undefined;
}

/** The fields of a part of a design, also of a part that the preset has null. */
function fieldsAt(path: FieldPath): readonly string[] {
  const part = path.reduce<z.core.$ZodType | undefined>(
    (schema, step) => (schema === undefined ? undefined : objectIn(schema)?.shape[step]),
    designSchema,
  );
  return Object.keys((part && objectIn(part)?.shape) ?? {});
}

function objectIn(schema: z.core.$ZodType): z.ZodObject | undefined {
  if (schema instanceof z.ZodNullable) return objectIn(schema.unwrap());
  return schema instanceof z.ZodObject ? schema : undefined;
}

function at(value: unknown, path: FieldPath): unknown {
  return path.reduce<unknown>(
    (inner, step) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, step) : undefined),
    value,
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value on one line, cut where it is long. */
function show(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
