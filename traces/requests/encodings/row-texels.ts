import type { TexelFormat } from '../../../rtl-model/formats/texel-format.ts';
import { TEXEL_FORMATS } from '../../../rtl-model/formats/texel-formats.ts';
import { levelBytes, levelSize } from '../../../rtl-model/memory/level-size.ts';
import { encodeBase64 } from '../../encodings/base64.ts';
import type { TableRow } from './row-table.ts';

/** The image that a row describes, as the line of a request trace has it, without its name. */
export interface RowImage {
  readonly value: Readonly<Record<string, unknown>>;
  readonly width: number;
  readonly height: number;
  /** The components of its texels: one that is not among them is a constant. */
  readonly components: number;
}

const TEXEL = /^t(\d)(\d)$/;
const LEVEL = /^level(\d\d?)$/;

/** Formats of colours without a format, by their hexadecimal digits. */
const FORMATS: ReadonlyMap<number, string> = new Map([
  [2, 'r8_unorm'],
  [4, 'r8g8_unorm'],
  [6, 'r8g8b8a8_unorm'],
  [8, 'r8g8b8a8_unorm'],
]);

/**
 * The image of a row: of a file, of texels t00, t10 and so on or `texels` in level 0, or of one colour for each level.
 *
 * @param fields that the table has
 * @throws TraceError when the texels do not make an image
 */
export function rowImage(row: TableRow, fields: readonly string[]): RowImage {
  const file = row.text('image');
  if (file !== '') return fileImage(row, file);
  const [width, height] = (['width', 'height'] as const).map((field) => sizeOf(row, field));
  const base = baseColors(row, fields);
  const levels = fields.flatMap((field) => {
    const [, level] = LEVEL.exec(field) ?? [];
    return level === undefined || row.text(field) === '' ? [] : [{ field, level: Number(level) }];
  });
  const first = base === null ? 0 : 1;
  const colored = levels.toSorted((a, b) => a.level - b.level);
  colored.forEach(({ field, level }, n) => {
    if (level !== n + first) throw row.fault(field, `is level ${level}, expected level${n + first}: none is left out`);
  });
  const levelCount = first + colored.length;
  if (levelCount === 0) {
    if (row.text('lambda') === '') throw row.fault('texels', 'is missing, expected texels, t00, level0 or an image');
    return madeImage(row, [['00']], width ?? 1, height ?? 1, []);
  }
  const colors = base ?? [[row.text('level0')]];
  const [ownWidth, ownHeight] =
    base === null ? [2 ** (levelCount - 1), 2 ** (levelCount - 1)] : [base[0].length, base.length];
  const others = (base === null ? colored.slice(1) : colored).map(({ field }) => row.text(field));
  if (base !== null && ((width ?? ownWidth) !== ownWidth || (height ?? ownHeight) !== ownHeight)) {
    const field = (width ?? ownWidth) === ownWidth ? 'height' : 'width';
    throw row.fault(field, `is ${row.text(field)}, expected ${ownWidth}x${ownHeight} as there are texels`);
  }
  return madeImage(row, colors, width ?? ownWidth, height ?? (row.text('v') === '' ? 1 : ownHeight), others);
}

/** PNG and JPEG need a format; the size is needed where coordinates are in texels. */
function fileImage(row: TableRow, file: string): RowImage {
  const format = row.text('format');
  const value = { file, ...(format !== '' && { format }) };
  return { value, width: sizeOf(row, 'width') ?? NaN, height: sizeOf(row, 'height') ?? NaN, components: 4 };
}

function sizeOf(row: TableRow, field: 'width' | 'height'): number | undefined {
  const size = row.number(field);
  if (size === undefined || (Number.isInteger(size) && size >= 1 && size <= 2 ** 14)) return size;
  throw row.fault(field, `is ${row.text(field)}, expected a number of texels from 1 to ${2 ** 14}`);
}

/** Rows of the colours of level 0; null where the row has none. */
function baseColors(row: TableRow, fields: readonly string[]): readonly (readonly string[])[] | null {
  const text = row.text('texels');
  if (text !== '') {
    const colors = text.split('/').map((line) => line.trim().split(/\s+/));
    const other = colors.find(({ length }) => length !== colors[0].length);
    if (other === undefined) return colors;
    throw row.fault(
      'texels',
      `has rows of ${colors[0].length} and ${other.length} texels, expected rows of one length`,
    );
  }
  const named = fields.filter((field) => TEXEL.test(field) && row.text(field) !== '');
  if (named.length === 0) return null;
  const places = named.map((field) => field.slice(1).split('').map(Number));
  const [width, height] = [0, 1].map((axis) => Math.max(...places.map((place) => place[axis])) + 1);
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (__, x) => {
      const color = row.text(`t${x}${y}`);
      if (color === '') throw row.fault(`t${x}${y}`, `is missing, expected every texel of ${width}x${height}`);
      return color;
    }),
  );
}

/** @param base rows of colours, or one colour for all texels @param others the colour of each further level */
function madeImage(
  row: TableRow,
  base: readonly (readonly string[])[],
  width: number,
  height: number,
  others: readonly string[],
): RowImage {
  const name = row.text('format') || FORMATS.get(base[0][0].length);
  const format = name === undefined ? undefined : TEXEL_FORMATS.get(name);
  if (format === undefined || format.codec !== null || format.planes !== null || format.block !== null) {
    const problem = name === undefined ? `is needed for the colour ${base[0][0]}` : `is ${name}`;
    throw row.fault('format', `${problem}, expected one of single texels, such as r8g8b8a8_unorm`);
  }
  const type = row.text('v') === '' && row.text('lambda') === '' ? '1d' : '2d';
  const shape = { format, type, width, height, depth: 1, layers: 1 } as const;
  const bytesOf = (level: number, colorAt: (n: number) => string) => {
    const bytes = new Uint8Array(levelBytes(shape, level));
    const texels = levelSize(width, level) * levelSize(height, level);
    for (let n = 0; n < texels; n++) bytes.set(texelOf(row, format, colorAt(n)), n * format.texelBytes);
    return encodeBase64(bytes);
  };
  const flat = base.flat();
  const levels = [bytesOf(0, (n) => flat[n % flat.length]), ...others.map((color, n) => bytesOf(n + 1, () => color))];
  const value = { format: format.name, type, width, height, levels };
  return { value, width, height, components: format.bits.length };
}

/**
 * The bytes of a texel. Components of whole bytes are written r, g, b, a in hexadecimal, with alpha all ones where it is
 * left out; any other texel is one hexadecimal number.
 */
function texelOf(row: TableRow, { name, bits, order, shifts, texelBytes }: TexelFormat, color: string): Uint8Array {
  const bytes = new Uint8Array(texelBytes);
  const wholeBytes = bits.every((width) => width % 8 === 0);
  const digits = wholeBytes ? bits.reduce((sum, width) => sum + width / 4, 0) : 2 * texelBytes;
  const alphaDigits = wholeBytes && order.includes(3) ? bits[order.indexOf(3)] / 4 : 0;
  const full = color.length === digits - alphaDigits ? color + 'f'.repeat(alphaDigits) : color;
  if (full.length !== digits || !/^[0-9a-f]+$/i.test(full)) {
    throw row.fault('texels', `has the colour ${color}, expected ${digits} hexadecimal digits for ${name}`);
  }
  if (!wholeBytes) {
    for (let n = 0; n < texelBytes; n++) bytes[n] = parseInt(full.slice(digits - 2 * n - 2, digits - 2 * n), 16);
    return bytes;
  }
  let at = 0;
  for (const component of [0, 1, 2, 3]) {
    const stored = order.indexOf(component);
    if (stored < 0 || stored >= bits.length) continue;
    const size = bits[stored] / 8;
    for (let n = 0; n < size; n++) {
      bytes[shifts[stored] / 8 + n] = parseInt(full.slice(at + 2 * (size - 1 - n), at + 2 * (size - n)), 16);
    }
    at += 2 * size;
  }
  return bytes;
}
