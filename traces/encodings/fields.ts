import * as z from 'zod';
import { COMPONENT_FORMS, componentValue } from './component-text.ts';
import { FLOAT_FORMS, floatValue } from './float-text.ts';
import { fileValue } from './json-lines.ts';
import { NAME, NAME_WORDS } from './names.ts';

/** Message of a schema: what is found, and what would be right. */
export function expects(what: string) {
  return { error: ({ input }: { readonly input?: unknown }) => `is ${fileValue(input)}, expected ${what}` };
}

/** An object with these fields and no others. */
export function fields<const T extends z.ZodRawShape>(shape: T, what: string) {
  const known = Object.keys(shape).join(', ');
  return z.strictObject(shape, {
    error: ({ code, input }) =>
      code === 'unrecognized_keys'
        ? `is unknown, expected one of ${known}`
        : `is ${fileValue(input)}, expected ${what}`,
  });
}

function number(valueOf: (input: unknown) => number | undefined, forms: string) {
  return z.unknown().transform((input, context) => {
    const value = valueOf(input);
    if (value !== undefined) return value;
    context.issues.push({ code: 'custom', input, message: `is ${fileValue(input)}, expected ${forms}` });
    return z.NEVER;
  });
}

export const float32Field = number(floatValue, FLOAT_FORMS);

export function integerField(min: number, max: number) {
  const message = expects(`an integer from ${min} to ${max}`);
  return z.int(message).min(min, message).max(max, message);
}

export const int32 = integerField(-(2 ** 31), 2 ** 31 - 1);

export function listField<T extends z.ZodType>(of: T, min: number, max: number, what: string) {
  const message = expects(what);
  return z.array(of, message).min(min, message).max(max, message);
}

/** One value as the list of it. */
export function listOfOne<T>(of: z.ZodType<T>) {
  return of.transform((value): readonly T[] => [value]);
}

/** A list of two as a pair. */
export function pair<T extends z.ZodType<number>>(of: T, what: string) {
  return listField(of, 2, 2, what).transform(([a, b]): readonly [number, number] => [a, b]);
}

export function oneOf<const T extends readonly string[]>(values: T) {
  return z.enum(values, expects(`one of ${values.map((value) => `"${value}"`).join(', ')}`));
}

export const name = z.string(expects(NAME_WORDS)).regex(NAME, expects(NAME_WORDS));
/** The name of a file. No system has names with a zero character. */
export const fileName = z.string(expects('the name of a file')).regex(/^[^\0]+$/, expects('the name of a file'));
export const flag = z.boolean(expects('true or false'));

/** r, g, b, a: floats, or integers of an integer format. */
export const texelField = listField(number(componentValue, COMPONENT_FORMS), 4, 4, '[r, g, b, a]').transform(
  ([r, g, b, a]): readonly [number, number, number, number] => [r, g, b, a],
);
