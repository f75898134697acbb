import * as z from 'zod';
import { closest } from './closest.ts';
import { type FieldPath, type JsonSource, pathText, type SourceFault } from './json-source.ts';

/** A fault of a field. */
export interface FieldFault extends SourceFault {
  /** True if the field is not there. */
  readonly missing: boolean;
}

type Issue = z.core.$ZodIssue;

/** The most fields that a message lists. */
const MOST_LISTED = 30;

/**
 * The faults that a schema finds in a text: unknown fields, wrong ones, and missing ones; those that lack in one object
 * together. The messages of the schema complete "expected ...".
 */
export function schemaFaults(
  source: JsonSource,
  schema: z.core.$ZodType,
  found: readonly Issue[],
): readonly FieldFault[] {
  const issues = found.flatMap(deepest);
  const faults: FieldFault[] = [];
  const tell = (path: FieldPath, problem: string, missing = false) => {
    faults.push({ ...source.faultAtField(path, `${pathText(path)}: ${problem}`), missing });
  };
  // A misspelt field is why another one is missing.
  const meant = new Set<string>();
  for (const { path, near, advice } of issues.flatMap((issue) => unknownFields(schema, issue))) {
    tell(path, `unknown field; ${advice}`);
    if (near !== null) meant.add(pathText([...path.slice(0, -1), near]));
  }
  const lacking = new Map<string, { readonly path: FieldPath; readonly message: string }[]>();
  for (const issue of issues) {
    const { code, message } = issue;
    const path = pathOf(issue);
    const given = at(source.value, path);
    if (code === 'unrecognized_keys' || meant.has(pathText(path))) continue;
    if (given !== undefined) {
      const isWord = code === 'invalid_value' && typeof given === 'string';
      const near = isWord ? closest(given, issue.values.map(String)) : null;
      tell(path, `${show(given)}; ${near === null ? 'expected' : `did you mean "${near}"? Expected`} ${message}`);
      continue;
    }
    const around = pathText(path.slice(0, -1));
    lacking.set(around, [...(lacking.get(around) ?? []), { path, message }]);
  }
  for (const [{ path, message }, ...others] of lacking.values()) {
    const also = others.map((other) => other.path.at(-1)).join(', ');
    tell(path, `missing; expected ${message}${also === '' ? '' : `; also missing: ${also}`}`, true);
  }
  return faults;
}

/**
 * The issues of the branch of a union that fits the value best: all of them lie within the value. The issue itself where
 * no branch fits so far.
 */
function deepest(issue: Issue): readonly Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const branch = issue.errors.find((errors) => errors.length > 0 && errors.every(({ path }) => path.length > 0));
  return branch?.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })).flatMap(deepest) ?? [issue];
}

function unknownFields(schema: z.core.$ZodType, issue: Issue) {
  if (issue.code !== 'unrecognized_keys') return [];
  const path = pathOf(issue);
  const known = fieldsAt(schema, path);
  const list = known.length > MOST_LISTED ? 'the path of a field, as docs/designs.md has them' : known.join(', ');
  return issue.keys.map((key) => {
    const near = closest(key, known);
    return { path: [...path, key], near, advice: near ? `did you mean "${near}"?` : `expected ${list}` };
  });
}

function pathOf({ path }: Issue): FieldPath {
  return path.map((step) => (typeof step === 'number' ? step : String(step)));
}

/** The fields of a part of a schema, also of a part that may be null or left out. */
function fieldsAt(schema: z.core.$ZodType, path: FieldPath): readonly string[] {
  const part = path.reduce<z.core.$ZodType | undefined>(
    (inner, step) => (inner === undefined ? undefined : within(inner, step)),
    schema,
  );
  return Object.keys((part && objectIn(part)?.shape) ?? {});
}

function within(schema: z.core.$ZodType, step: string | number): z.core.$ZodType | undefined {
  const plain = present(schema);
  return plain instanceof z.ZodArray ? plain.element : objectIn(plain)?.shape[step];
}

function objectIn(schema: z.core.$ZodType): z.ZodObject | undefined {
  const plain = present(schema);
  return plain instanceof z.ZodObject ? plain : undefined;
}

/** The schema of a value that is there, and not null. */
function present(schema: z.core.$ZodType): z.core.$ZodType {
  const wrapped = schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault;
  return wrapped ? present(schema.unwrap()) : schema;
}

function at(value: unknown, path: FieldPath): unknown {
  return path.reduce<unknown>(
    (inner, step) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, step) : undefined),
    value,
  );
}

/** A value on one line, cut where it is long. */
export function show(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
