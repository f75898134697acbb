/**
 * The kinds of a design's fields, as plain data. A field says which values it takes and in which unit.
 * The type Design, the checks of widths, the JSON schema, docs/designs.md and the lenses of `minimize` come from it. The
 * sentences on what the fields mean are in src/designs/design-docs.ts.
 */
export type Field = (PlainField | ChoiceField | NumberField | IntegerField | ExtentField | ListField | Part) & Free;
export type Fields = { readonly [name: string]: Field };

export interface PlainField {
  readonly kind: 'text' | 'flag';
}

export interface ChoiceField<V extends string = string> {
  readonly kind: 'choice';
  readonly values: readonly V[];
  /** The values in words, where a list of them is too long for an error. */
  readonly expected?: string;
}

export interface NumberField {
  readonly kind: 'number';
  readonly min: number;
  readonly max: number;
}

export interface IntegerField<W extends string = string> {
  readonly kind: 'integer';
  readonly min: number;
  readonly max: number;
  /** The plural of what is counted: bits, bytes, cycles. */
  readonly unit: string;
  /** A word that is allowed beside the numbers. */
  readonly or?: W;
  readonly powerOfTwo?: true;
  /** Another field that the value reaches at most, or at least. */
  readonly atMost?: Bound;
  readonly atLeast?: Bound;
  readonly narrows?: NarrowableField;
}

export interface Bound {
  /** The path in the design, such as `cache.lineBytes`. */
  readonly field: string;
  /** The words of an error; # is replaced by the value: "the line's #". */
  readonly words: string;
}

/** The part of a field in `minimize`, which searches for the narrowest width. */
export interface NarrowableField {
  /** The place in the order of the search: the costliest width is narrowed first. */
  readonly turn: number;
  /** The least value that is tried; `min` if left out. */
  readonly least?: number;
}

/** [width, height], each from `min` to `max`. */
export interface ExtentField {
  readonly kind: 'extent';
  readonly min: number;
  readonly max: number;
  readonly unit: string;
}

/** Numbers, or knots [x, y] of a piecewise linear curve whose x rises and whose y never falls. */
export interface ListField<
  I extends readonly (NumberField | IntegerField)[] = readonly (NumberField | IntegerField)[],
> {
  readonly kind: 'list';
  /** One field for a list of numbers, two for a list of knots. */
  readonly items: I;
  readonly least: number;
  /** The end of "expected ...", for a list of numbers. */
  readonly words?: string;
  readonly nullable?: true;
}

/** Fields that belong together. */
export interface Part<F extends Fields = Fields> {
  readonly kind: 'part';
  readonly fields: F;
  /** True for the bits of an i.f format, which are 1 to 32 in all. */
  readonly fixedPoint?: true;
  readonly nullable?: true;
}

/** A field that a design may leave out. */
export interface Free {
  /** The value of the field in a design without it: the one at which what the field describes costs nothing. */
  readonly free?: unknown;
}

/** The values of the fields of one kind. */
interface Plain {
  text: string;
  flag: boolean;
  number: number;
  extent: readonly [number, number];
}

/** The values of a field. */
export type Value<F> =
  F extends Part<infer P>
    ? Values<P> | NullOf<F>
    : F extends ListField<infer I>
      ? readonly (I['length'] extends 2 ? readonly [number, number] : number)[] | NullOf<F>
      : F extends ChoiceField<infer V>
        ? V
        : F extends { readonly kind: 'integer' }
          ? number | (F extends { readonly or: infer W extends string } ? W : never)
          : F extends { readonly kind: infer K extends keyof Plain }
            ? Plain[K]
            : never;
export type Values<F extends Fields> = { readonly [K in keyof F]: Value<F[K]> };
type NullOf<F> = F extends { readonly nullable: true } ? null : never;

export function choice<const V extends string>(values: readonly V[], expected?: string): ChoiceField<V> {
  return { kind: 'choice', values, ...(expected !== undefined && { expected }) };
}

export function number(min: number, max: number): NumberField {
  return { kind: 'number', min, max };
}

type IntegerRules = Omit<IntegerField, 'kind' | 'min' | 'max' | 'unit'>;

export function integer<const R extends IntegerRules = object>(min: number, max: number, unit: string, rules?: R) {
  return { kind: 'integer', min, max, unit, ...(rules as R) } as const;
}

export function extent(min: number, max: number, unit: string): ExtentField {
  return { kind: 'extent', min, max, unit };
}

export function list<const I extends ListField['items']>(least: number, items: I, words?: string) {
  return { kind: 'list', items, least, ...(words !== undefined && { words }) } as const;
}

export function part<const F extends Fields>(fields: F) {
  return { kind: 'part', fields } as const;
}

/** A fixed-point format i.f (D3D11.3 3.2.4), by its bits. */
export function fixedPoint(integerBits: IntegerField, fractionBits: IntegerField) {
  return { kind: 'part', fields: { integerBits, fractionBits }, fixedPoint: true } as const;
}

/** The field, which may be null as well. */
export function orNull<F extends Part | ListField>(field: F) {
  return { ...field, nullable: true } as const;
}

/** The field, which a design may leave out if it has this value. */
export function free<F extends Field>(field: F, value: Value<F>) {
  return { ...field, free: value };
}

type FreeNames<F extends Fields> = { [K in keyof F]: F[K] extends { readonly free: unknown } ? K : never }[keyof F];

/** The values of the fields of a part that a design may leave out. */
export function freeValues<F extends Fields>({ fields }: Part<F>) {
  const entries = Object.entries(fields).filter(([, { free }]) => free !== undefined);
  return Object.fromEntries(entries.map(([name, { free }]) => [name, free])) as Pick<Values<F>, FreeNames<F>>;
}

/** Every field and part of a design, by its path such as `cache.l2.ways`. */
export function* fieldsIn(fields: Fields, prefix = ''): Generator<readonly [path: string, field: Field]> {
  for (const [name, field] of Object.entries(fields)) {
    yield [prefix + name, field];
    if (field.kind === 'part') yield* fieldsIn(field.fields, `${prefix}${name}.`);
  }
}

/** The value at a path of a design, undefined where a part on the way is null or missing. */
export function valueAt(design: object, path: string): unknown {
  let value: unknown = design;
  for (const name of path.split('.')) value = (value as Readonly<Record<string, unknown>> | null | undefined)?.[name];
  return value;
}

/** True if a field that a design may leave out has the value of one that does, or belongs to a part that is null. */
export function isAsLeftOut(design: object, path: string, { free }: Pick<Field, 'free'>): boolean {
  const value = valueAt(design, path);
  return value === undefined || JSON.stringify(value) === JSON.stringify(free);
}

/** The design, or a part of it, with another value at a path. */
export function withValue<T extends object>(design: T, path: string, value: unknown): T {
  const [name, ...rest] = path.split('.');
  const inner = Reflect.get(design, name) as object;
  return { ...design, [name]: rest.length === 0 ? value : withValue(inner, rest.join('.'), value) };
}

/** The end of "expected ...": which integers a field takes. */
export function expectedInteger(field: IntegerField, least = String(field.min), most = String(field.max)): string {
  const { powerOfTwo, or } = field;
  const range = `${powerOfTwo ? 'a power of two' : 'an integer'} from ${least} to ${most}`;
  return or === undefined ? range : `${range}, or "${or}"`;
}
