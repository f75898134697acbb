import type { z } from 'zod';
import { type Design, DesignError } from '../../rtl-model/design.ts';
import { checkWidths } from '../../rtl-model/widths.ts';
import { closest } from './closest.ts';
import { designSchema } from './design-schema.ts';
import { type FieldPath, JsonSource, pathText, type SourceError } from './json-source.ts';
import { PRESETS } from './presets.ts';

/**
 * Reads a design from the text of a JSON file.
 *
 * `"extends": "full-quality"` takes every field that the file leaves out from that preset: objects are merged field by
 * field, everything else, lists included, is replaced whole. The name is always the file's own; a description that is
 * left out says what is extended. `"$schema"` is for editors and ignored.
 *
 * @param file how errors name the text
 * @throws SourceError naming file, line, column and field, and what would be right
 */
export function parseDesign(text: string, file: string): Design {
  const source = new JsonSource(text, file);
  if (!isObject(source.value))
    throw source.errorAtField([], `the file holds ${show(source.value)}; expected an object`);
  const { $schema: _, extends: base, ...own } = source.value;
  const parsed = designSchema.safeParse(base === undefined ? own : merge(presetBelow(source, base), own));
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

function presetBelow(source: JsonSource, name: unknown): object {
  const preset = typeof name === 'string' ? PRESETS.get(name) : undefined;
  if (!preset) {
    const presets = [...PRESETS.keys()].join(', ');
    throw source.errorAtField(['extends'], `extends: ${show(name)}; expected one of ${presets}`);
  }
  const { name: _, ...fields } = preset;
  return { ...fields, description: `Extends ${preset.name}.` };
}

function merge(base: unknown, own: unknown): unknown {
  if (!isObject(base) || !isObject(own)) return own;
  const changes = Object.entries(own).map(([key, value]) => [key, merge(base[key], value)]);
  return { ...base, ...Object.fromEntries(changes) };
}

type Issue = z.core.$ZodIssue;

/** A misspelt field is the cause of the missing one, so unknown fields come first. */
function issueError(source: JsonSource, issues: readonly Issue[]): SourceError {
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0];
  const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
  if (issue.code === 'unrecognized_keys') {
    const [key] = issue.keys;
    const known = Object.keys(at(PRESETS.get('full-quality'), path) ?? {});
    const near = closest(key, known);
    const advice = near ? `did you mean "${near}"?` : `expected ${known.join(', ')}`;
    const field = [...path, key];
    return source.errorAtField(field, `${pathText(field)}: unknown field; ${advice}`);
  }
  const given = at(source.value, path);
  const wrong = given === undefined ? 'missing' : show(given);
  return source.errorAtField(path, `${pathText(path)}: ${wrong}; expected ${issue.message}`);
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
