import * as z from 'zod';
import type { Design } from '../../rtl-model/design/design.ts';
import { widthFaults } from '../../rtl-model/design/widths.ts';
import { closest } from './closest.ts';
import { designSchema } from './design-schema.ts';
import { type FieldPath, JsonSource, pathText, type SourceFault } from './json-source.ts';
import { PRESETS } from './presets.ts';

/**
 * Reads a design from the text of a JSON file.
 *
 * `"extends": "full-quality"` takes every field that the file leaves out from that preset. Objects are merged field by
 * field; everything else, lists included, is replaced whole. A part that the preset has null, such as `cache.l2`, is
 * given with all its fields. A name that is left out is that of the file, a description names the preset. Lines of one
 * sector keep it when the file changes their size alone. `"$schema"` is for editors and ignored.
 *
 * @param file the name of the text in errors
 * @throws SourceError with a line for each fault: file, line, column and field, and what would be right
 */
export function parseDesign(text: string, file: string): Design {
  const source = new JsonSource(text, file);
  if (!isObject(source.value)) {
    throw source.errorOf([source.faultAtField([], `the file holds ${show(source.value)}; expected an object`)]);
  }
  const { $schema: _, extends: base, ...own } = source.value;
  const named = { name: nameOf(file), ...own };
  const preset = typeof base === 'string' ? PRESETS.get(base) : undefined;
  const parsed = designSchema.safeParse(preset === undefined ? named : extended(preset, named));
  let faults: readonly SourceFault[] = source.faults;
  if (base !== undefined && preset === undefined) {
    const presets = [...PRESETS.keys()].join(', ');
    faults = [...faults, source.faultAtField(['extends'], `extends: ${show(base)}; expected one of ${presets}`)];
    // Without the preset, nothing is known of what the file leaves out.
    if (!parsed.success) {
      faults = [...faults, ...faultsOf(source, parsed.error.issues).filter(({ missing }) => !missing)];
    }
  } else if (!parsed.success) {
    faults = [...faults, ...faultsOf(source, parsed.error.issues)];
  } else {
    const { data: design }: { data: Design } = parsed;
    const wrong = widthFaults(design).map((error) => source.faultAtField(error.field.split('.'), error.message));
    faults = [...faults, ...wrong];
    if (faults.length === 0) return design;
  }
  throw source.errorOf(faults);
}

/** The name of a design whose file gives none. */
function nameOf(file: string): string {
  const base = file.split(/[\\/]/).at(-1)!;
  return base.replace(/(?<=.)\.json$/i, '') || file;
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

/** A fault of a field. */
interface FieldFault extends SourceFault {
  /** True if the field is not there. */
  readonly missing: boolean;
}

/** Unknown fields, wrong ones, and missing ones; those that lack in one object together. */
function faultsOf(source: JsonSource, issues: readonly Issue[]): readonly FieldFault[] {
  const faults: FieldFault[] = [];
  const tell = (path: FieldPath, problem: string, missing = false) => {
    faults.push({ ...source.faultAtField(path, `${pathText(path)}: ${problem}`), missing });
  };
  // A misspelt field is why another one is missing.
  const meant = new Set<string>();
  for (const { path, near, advice } of issues.flatMap(unknownFields)) {
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
      tell(path, `${show(given)}; expected ${message}`);
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

function unknownFields(issue: Issue) {
  if (issue.code !== 'unrecognized_keys') return [];
  const path = pathOf(issue);
  const known = fieldsAt(path);
  return issue.keys.map((key) => {
    const near = closest(key, known);
    return { path: [...path, key], near, advice: near ? `did you mean "${near}"?` : `expected ${known.join(', ')}` };
  });
}

function pathOf({ path }: Issue): FieldPath {
  return path.map((step) => (typeof step === 'number' ? step : String(step)));
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
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return objectIn(schema.unwrap());
  }
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
  const text = typeof value === 'number' ? String(value) : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
