import { ISSUE } from '../../rtl-model/registers/quad-batch.ts';
import { floatListText, floatText, floatValue } from '../encodings/float-text.ts';
import type { JsonObject } from '../encodings/json-lines.ts';

const LANES = [0, 1, 2, 3] as const;
const NUMBERS = [0, 1, 2, 3] as const;

/** Columns of texts, of integers and of float32 numbers; each may be null. */
export const TEXT_COLUMNS = ['op', 'image', 'sampler', 'json'] as const;
export const INTEGER_COLUMNS = ['id', 'x', 'y', ...ISSUE, 'lanes', 'active'] as const;
/** Operands that are the same in all lanes, in the order of a request's line. */
const OPERANDS = ['q', 'lod', 'bias', 'minLod', 'dref'] as const;
export const FLOAT_COLUMNS: readonly string[] = [
  ...OPERANDS,
  ...LANES.flatMap((lane) => NUMBERS.map((number) => coordinateColumn(lane, number))),
];

/** The values of a column of numbers, 0 where it has none. */
export interface NumberColumn {
  readonly values: Float32Array | Float64Array;
  /** 1 where it has none; null if it has one in every row. */
  readonly missing: Uint8Array | null;
}

/** Rows of a Parquet file that lie together. */
export interface RequestRows {
  readonly count: number;
  /** False if a column of numbers holds other values, too. */
  readonly plain: boolean;
  /** The columns of numbers that have a value in any of the rows. */
  readonly numbers: ReadonlyMap<string, NumberColumn>;
  readonly texts: ReadonlyMap<string, ArrayLike<unknown>>;
  readonly row: (n: number) => RequestRow;
}

/** A line of a request trace as a row. What a row has not is null or left out. */
export type RequestRow = Readonly<Record<string, unknown>>;

/** Coordinate `number` of a lane. */
function coordinateColumn(lane: number, number: number): string {
  return `lane${lane}_${number}`;
}

/**
 * The row of a line. `json` has the line itself, unless the other columns say all of it.
 *
 * @param text of the line, without a line feed
 */
export function requestRow(text: string, value: JsonObject): RequestRow {
  const row = columnsOf(value);
  const line = requestLineText(row);
  return line === text || isSame(JSON.parse(line), value) ? row : { ...row, json: text };
}

/** True if values of two lines say the same. Their numbers may be other decimals of one float32. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one === 'number' && typeof other === 'number') return Object.is(Math.fround(one), Math.fround(other));
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null) return one === other;
  const keys = Object.keys(one);
  const isAlike = Array.isArray(one) === Array.isArray(other) && keys.length === Object.keys(other).length;
  return (
    isAlike && keys.every((key) => Object.hasOwn(other, key) && isSame(Reflect.get(one, key), Reflect.get(other, key)))
  );
}

/** The line of a row. */
export function requestLineText(row: RequestRow): string {
  const { json, op, image, sampler, x, y, lanes, active } = row;
  if (typeof json === 'string') return json;
  const fields = [`"id":${integerText(row.id)}`];
  if (given(op)) fields.push(`"op":${JSON.stringify(op)}`);
  fields.push(`"image":${JSON.stringify(image ?? null)}`);
  if (given(sampler)) fields.push(`"sampler":${JSON.stringify(sampler)}`);
  if (given(x) || given(y)) fields.push(`"pixel":[${integerText(x ?? 0)},${integerText(y ?? 0)}]`);
  for (const name of ISSUE) if (given(row[name])) fields.push(`"${name}":${integerText(row[name])}`);
  const coordinates = LANES.slice(0, Number(lanes ?? 0)).map((lane) => coordinateText(row, lane));
  if (coordinates.length === 1) fields.push(`"coord":${coordinates[0]}`);
  if (coordinates.length > 1) fields.push(`"quad":[${coordinates.join()}]`);
  if (given(active)) fields.push(`"active":"${LANES.map((lane) => (Number(active) >> lane) & 1).join('')}"`);
  for (const operand of OPERANDS) if (given(row[operand])) fields.push(`"${operand}":${numberText(row[operand])}`);
  return `{${fields.join()}}`;
}

/** The columns whose numbers are in the line of a row without `json`, in the order of the line. */
export function lineColumns(row: RequestRow): readonly string[] {
  const coordinates = LANES.slice(0, Number(row.lanes ?? 0)).flatMap((lane) =>
    NUMBERS.map((number) => coordinateColumn(lane, number)),
  );
  const pixel = given(row.x) || given(row.y) ? ['x', 'y'] : [];
  return ['id', ...pixel, ...[...ISSUE, ...coordinates, ...OPERANDS].filter((column) => given(row[column]))];
}

function columnsOf(value: JsonObject): RequestRow {
  const { id, op, image, sampler, pixel, coord, quad, active } = value;
  const row: Record<string, unknown> = {};
  if (Number.isSafeInteger(id)) row.id = id;
  for (const [column, text] of Object.entries({ op, image, sampler })) if (typeof text === 'string') row[column] = text;
  if (Array.isArray(pixel))
    [row.x, row.y] = pixel.map((value) => ((value | 0) === value ? value : undefined) as unknown);
  for (const name of ISSUE) if (Number.isSafeInteger(value[name])) row[name] = value[name];
  if (typeof active === 'string' && /^[01]{4}$/.test(active)) {
    row.active = LANES.reduce<number>((mask, lane) => mask + Number(active[lane]) * 2 ** lane, 0);
  }
  for (const operand of OPERANDS) row[operand] = floatValue(value[operand]);
  const lanes = Array.isArray(quad) ? quad : Array.isArray(coord) ? [coord] : [];
  if (lanes.length > 0 && lanes.length <= LANES.length) row.lanes = lanes.length;
  lanes.slice(0, LANES.length).forEach((numbers: unknown, lane) => {
    if (!Array.isArray(numbers)) return;
    NUMBERS.forEach((number) => (row[coordinateColumn(lane, number)] = floatValue(numbers[number])));
  });
  return row;
}

function coordinateText(row: RequestRow, lane: number): string {
  const numbers = NUMBERS.map((number) => row[coordinateColumn(lane, number)]).filter(given);
  return numbers.every((number) => typeof number === 'number')
    ? floatListText(numbers)
    : `[${numbers.map(numberText).join()}]`;
}

export function given(value: unknown): boolean {
  return value !== null && value !== undefined;
}

function integerText(value: unknown): string {
  return typeof value === 'bigint' || typeof value === 'number' ? String(value) : JSON.stringify(value ?? null);
}

function numberText(value: unknown): string {
  return typeof value === 'number' ? floatText(value) : integerText(value);
}
