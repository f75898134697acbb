import { type FixedFormat, fits } from '../fixed-point/format.ts';
import { REST_TERMS } from '../fixed-point/expansion.ts';
import type { Binding } from '../state/binding.ts';

/** The units that write registers, in the order of the path, as their stages are called. */
export const UNIT_NAMES = ['frontEnd', 'lod', 'address', 'decode', 'filter', 'result'] as const;
export type Unit = (typeof UNIT_NAMES)[number];
/** The units, `request` for operands, and `reply` for whoever takes the results. */
export type RegisterUnit = 'request' | Unit | 'reply';

/** Bits of a float, or of an entry that holds a float in one state and an integer in another: every value is one. */
export interface RawFormat {
  readonly name: string;
  readonly width: 32 | 64;
  readonly raw: 'float32' | 'float64' | 'bits';
}

/** The format of a register's entries. Integers of n bits are fixed point without fraction bits. */
export type RegisterFormat = FixedFormat | RawFormat;

/** True if the value is one of the format's. */
export function holds(value: number, format: RegisterFormat): boolean {
  return 'raw' in format || fits(value, format);
}

/** A format in short: 16.8, u0.8, float32. */
export function formatText(format: RegisterFormat): string {
  if ('raw' in format) return format.raw === 'bits' ? '32 bits' : format.raw;
  return `${format.signed ? '' : 'u'}${format.integerBits}.${format.fractionBits}`;
}

/** For which states. */
export type Use = (binding: Binding) => boolean;

/** The owner of a register (a quad, a lane, a tap ...), and the suffixes that name its entries there. */
export interface Layout {
  readonly per: 'quad' | 'lane' | 'axis' | 'tap' | 'component' | 'component of a tap' | 'query';
  readonly entries: readonly string[];
}

const numbers = (count: number) => Array.from({ length: count }, (_, n) => `${n}`);
const COMPONENTS = ['_r', '_g', '_b', '_a'];
/** Entries of `LaneRegisters.query` a lane. */
export const QUERY_ENTRIES = 16;

export const QUAD: Layout = { per: 'quad', entries: [''] };
export const LANE: Layout = { per: 'lane', entries: [''] };
export const AXIS: Layout = { per: 'axis', entries: ['_u', '_v', '_w'] };
export const TAP: Layout = { per: 'tap', entries: numbers(4) };
export const COMPONENT: Layout = { per: 'component', entries: COMPONENTS };
export const TAP_COMPONENT: Layout = {
  per: 'component of a tap',
  entries: numbers(4).flatMap((tap) => COMPONENTS.map((component) => `${tap}${component}`)),
};
/** The terms after the leading terms of a register's components. */
export const REST: Layout = {
  per: 'component',
  entries: COMPONENTS.flatMap((component) => numbers(REST_TERMS).map((term) => `${component}${term}`)),
};
export const QUERY: Layout = { per: 'query', entries: numbers(QUERY_ENTRIES) };

type Store =
  | Float32ArrayConstructor
  | Float64ArrayConstructor
  | Int32ArrayConstructor
  | Int16ArrayConstructor
  | Uint16ArrayConstructor
  | Uint8ArrayConstructor;
type ArrayOf<S> = S extends Float32ArrayConstructor
  ? Float32Array
  : S extends Float64ArrayConstructor
    ? Float64Array
    : S extends Int32ArrayConstructor
      ? Int32Array
      : S extends Int16ArrayConstructor
        ? Int16Array
        : S extends Uint16ArrayConstructor
          ? Uint16Array
          : Uint8Array;
export type RegisterArray = ArrayOf<Store>;

/** The array of a register. */
export interface RegisterStorage {
  readonly of: Layout;
  readonly store: Store;
  /** Also as 32-bit integers, under the name with `Bits` appended: entries are floats in some states, integers in others. */
  readonly bits?: true;
  /** The first value of every entry; 0 if left out. */
  readonly initial?: number;
}

/** The facts of a register that its array does not have. */
export interface RegisterFacts {
  /** The unit that writes it. */
  readonly from: RegisterUnit;
  /** The units that read it, and for which states. */
  readonly to: Readonly<Partial<Record<RegisterUnit, Use>>>;
  readonly format: (name: string, binding: Binding) => RegisterFormat;
  readonly used: Use;
  /** True if the lane has written it up to this pass; always if left out. */
  readonly written?: (lanes: WrittenBy, lane: number, pass: number) => boolean;
  /** The value that traces show for an entry that the lane has not written; 0 if left out. */
  readonly unwritten?: number;
}

export interface Register extends RegisterStorage, RegisterFacts {}

/** The lane registers that decide which others a lane has written. */
export interface WrittenBy {
  readonly filter: Uint8Array;
  readonly levelWeight: Int32Array;
  readonly passes: Int32Array;
}

export type ArrayTable = Readonly<Record<string, RegisterStorage>>;
export type RegisterTable = Readonly<Record<string, Register>>;

/** The typed arrays of a table's registers, by their names. */
export type Registers<T extends ArrayTable> = {
  readonly [Name in keyof T]: ArrayOf<T[Name]['store']>;
} & {
  readonly [Name in keyof T as T[Name] extends { readonly bits: true } ? `${Name & string}Bits` : never]: Int32Array;
};

/** The same facts under several names. */
export type Alike<F, N extends readonly string[]> = { readonly [Name in N[number]]: F };

/** Registers that differ in name alone. */
export function alike<const F, const N extends readonly string[]>(facts: F, names: N): Alike<F, N> {
  return Object.fromEntries(names.map((name) => [name, facts])) as Alike<F, N>;
}

/** Registers with the arrays of a table, in the order of the facts. */
export function described<A extends ArrayTable, F extends Readonly<Record<keyof A, RegisterFacts>>>(
  arrays: A,
  facts: F,
) {
  const registers = Object.entries(facts).map(([name, fact]) => [name, { ...fact, ...arrays[name] }]);
  return Object.fromEntries(registers) as { readonly [Name in keyof A]: A[Name] & F[Name] };
}

/**
 * A class that holds the registers of a table for so many lanes (or quads, of registers that belong to quads). A register
 * whose name is another one's with `Rest` appended lies after that in one array: a filter finds the rest of a value by the
 * place of its leading term.
 *
 * Properties are defined, not assigned: V8 keeps the objects of one class in one shape with fast properties, which it
 * does not for more than twelve properties that are assigned by computed names.
 */
export function registerClass<T extends ArrayTable>(table: T, lanesPerQuad = 1) {
  const arrays = Object.entries(table)
    .filter(([name]) => !name.endsWith('Rest') || table[name.slice(0, -4)] === undefined)
    .map(([name, array]) => ({ ...array, name, rest: table[`${name}Rest`] }));
  function Storage(this: object, count: number) {
    const define = (name: string, value: unknown) => Object.defineProperty(this, name, { value, enumerable: true });
    for (const { name, of, store: Store, initial = 0, bits, rest } of arrays) {
      const owners = of === QUAD ? count : count * lanesPerQuad;
      const values = new Store(owners * (of.entries.length + (rest?.of.entries.length ?? 0)));
      if (initial !== 0) values.fill(initial);
      define(name, values);
      if (rest !== undefined) define(`${name}Rest`, values.subarray(owners * of.entries.length));
      if (bits) define(`${name}Bits`, new Int32Array(values.buffer));
    }
  }
  return Storage as unknown as new (count: number) => Registers<T>;
}
