import type * as z from 'zod';
import { shortened } from './names.ts';
import type { TraceInput } from './trace-encoding.ts';
import { type LinePlace, TraceError } from './trace-error.ts';

/** JSON Lines as an encoding of any kind of trace. */
export const JSON_LINES = {
  name: 'jsonl',
  signature: /^\{/,
  streams: true,
  kind: async ({ start }: Pick<TraceInput, 'start'>) => {
    return /^\s*\{\s*"texunit"\s*:\s*"(\w+)"/.exec(new TextDecoder().decode(start))?.[1] ?? null;
  },
} as const;

/** One parsed line of a JSON Lines file. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The header of a kind of file. */
export interface TraceHeader {
  readonly kind: string;
  /** The versions that are read; the last one is written. */
  readonly versions: readonly number[];
  /** Fields beside kind and version. */
  readonly own?: readonly string[];
}

/** The first line of every JSON Lines file of texunit. */
export function headerText({ kind, versions }: TraceHeader): string {
  return `{"texunit":"${kind}","version":${versions.at(-1)}}\n`;
}

/** The text of an object from the texts of its values. A field without a text is left out. */
export function objectText(fields: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(fields).filter(([, text]) => text !== undefined);
  return `{${given.map(([name, text]) => `"${name}":${text}`).join()}}`;
}

/** @returns the version of the file @throws TraceError unless the line is the header of such a file */
export function checkHeader(header: JsonObject, place: LinePlace, wanted: TraceHeader): number {
  const { kind, versions, own = [] } = wanted;
  const expected = `the header ${headerText(wanted).trimEnd()}`;
  if (header.texunit === undefined) throw new TraceError(place, 'texunit', `is missing, expected ${expected}`);
  if (header.texunit !== kind) {
    throw new TraceError(place, 'texunit', `is ${fileValue(header.texunit)}, expected ${expected}`);
  }
  const version = versions.find((known) => known === header.version);
  if (version === undefined) {
    throw new TraceError(place, 'version', `is ${fileValue(header.version)}, expected ${versions.join(' or ')}`);
  }
  const unknown = Object.keys(header).find((key) => key !== 'texunit' && key !== 'version' && !own.includes(key));
  if (unknown !== undefined) throw new TraceError(place, shortened(unknown), `is unknown, expected ${expected}`);
  return version;
}

/** The value of a JSON text; undefined for any other text. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @throws TraceError unless the line is one JSON object */
export function parseObject(text: string, place: LinePlace): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new TraceError(place, 'line', 'is no complete JSON, expected one JSON object a line', { cause });
  }
  if (isDeeper(value, MOST_DEPTH)) {
    throw new TraceError(place, 'line', `is nested more than ${MOST_DEPTH} deep, expected one JSON object a line`);
  }
  if (!isObject(value)) throw new TraceError(place, 'line', `is ${fileValue(value)}, expected one JSON object a line`);
  return value;
}

/** Objects and lists within one another that a line may have. */
const MOST_DEPTH = 64;

/** True if a value holds more than `depth` objects and lists within one another. */
export function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth === 0) return true;
  if (Array.isArray(value)) {
    for (const element of value) if (typeof element === 'object' && isDeeper(element, depth - 1)) return true;
    return false;
  }
  for (const key in value) if (isDeeper(value[key as never], depth - 1)) return true;
  return false;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * @param under name of the field that holds the value, empty for the line itself
 * @throws TraceError for the first thing that the schema finds wrong
 */
export function checked<T>(schema: z.ZodType<T>, value: unknown, place: LinePlace, under = ''): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0]] : issue.path;
  throw new TraceError(place, fieldName(under, path), issue.message);
}

/** The name of a field by its path: `image.levels[0]`. */
export function fieldName(under: string, path: readonly PropertyKey[]): string {
  let name = under;
  for (const key of path) {
    if (typeof key === 'number') name += `[${key}]`;
    else name += `${name === '' ? '' : '.'}${shortened(String(key))}`;
  }
  return name;
}

const SHOWN_LENGTH = 40;
const MOST_LISTED = 12;

/** Names from a file in quotes, the first of them where they are many. */
export function listed(names: readonly string[] | ReadonlySet<string>): string {
  const first: string[] = [];
  for (const name of names) {
    if (first.length === MOST_LISTED) break;
    first.push(`"${shortened(name)}"`);
  }
  const more = ('size' in names ? names.size : names.length) - first.length;
  return `${first.join(', ')}${more > 0 ? ` or ${more} more` : ''}`;
}

/** A value as the file has it, cut short. */
export function fileValue(value: unknown): string {
  if (value === undefined) return 'missing';
  const text = typeof value === 'number' ? String(value) : JSON.stringify(value);
  return text.length <= SHOWN_LENGTH ? text : `${text.slice(0, SHOWN_LENGTH)}...`;
}
