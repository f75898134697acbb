import { linePieces, linesOf } from '../../encodings/line-pieces.ts';
import { COMPONENT_FORMS, COMPONENTS, componentValue } from '../../encodings/component-text.ts';
import { headerText } from '../../encodings/json-lines.ts';
import { type RequestEncoding, REQUEST_HEADER } from '../request-trace.ts';
import { rowImage, type RowImage } from './row-texels.ts';
import { RowTable, type TableRow } from './row-table.ts';

/**
 * A table of requests: a row for each, with its texels, sampler and result. It is read as the lines of a request trace,
 * each after a line that gives the place of its row.
 */
export const REQUEST_ROWS: RequestEncoding = {
  name: 'csv',
  likeness: /^(#|["\w][^{\n]*,)/,
  streams: true,
  read: ({ chunks, name }) => ({
    lines: () => rowLines(chunks, name),
    blocks: () => linePieces(bytesOf(rowLines(chunks, name))),
  }),
};

async function* bytesOf(lines: AsyncIterable<readonly string[]>): AsyncGenerator<Uint8Array, void, void> {
  const encoder = new TextEncoder();
  for await (const some of lines) yield encoder.encode(some.map((line) => `${line}\n`).join(''));
}

async function* rowLines(
  chunks: AsyncIterable<Uint8Array>,
  file: string,
): AsyncGenerator<readonly string[], void, void> {
  let header = [headerText(REQUEST_HEADER).trimEnd()];
  const table = new RowTable(file);
  const requests = new RowRequests(table);
  for await (const lines of linesOf(chunks, file, true)) {
    const some = lines.flatMap((text) => {
      const row = table.read(text);
      return row === null ? [] : requests.lines(row);
    });
    yield [...header, ...some];
    header = [];
  }
  table.end();
}

const SAMPLER_FIELDS = ['magFilter', 'minFilter', 'mipmapMode', 'addressModeU', 'addressModeV', 'borderColor'] as const;
const SAMPLER_NUMBERS = ['mipLodBias', 'minLod', 'maxLod', 'maxAnisotropy'] as const;
const SHARED: Readonly<Record<string, 'filter' | 'addressMode'>> = {
  magFilter: 'filter',
  minFilter: 'filter',
  addressModeU: 'addressMode',
  addressModeV: 'addressMode',
};
/** Direct3D's names of Vulkan's enumerants. */
const DIRECT3D: Readonly<Record<string, string>> = {
  point: 'nearest',
  wrap: 'repeat',
  mirror: 'mirrored_repeat',
  clamp: 'clamp_to_edge',
  border: 'clamp_to_border',
  mirror_once: 'mirror_clamp_to_edge',
};
const COLOR_BITS = 8;
const NO_COORDINATE = 'is missing, expected the coordinate; results alone need --requests FILE beside them';

/** Makes the lines of a request trace from the rows of a table: an image, view or sampler where one is new, the request. */
class RowRequests {
  /** Names by the text of what they name. */
  private readonly names = new Map<string, string>();

  constructor(private readonly table: RowTable) {}

  /** @throws TraceError when a field of the row is wrong */
  lines(row: TableRow): readonly string[] {
    const lines: string[] = [];
    const put = (value: object) => lines.push(`{"line":${row.line}}`, JSON.stringify(value));
    const defined = (kind: 'image' | 'view' | 'sampler', value: object) => {
      const key = `${kind} ${JSON.stringify(value)}`;
      const known = this.names.get(key);
      if (known !== undefined) return known;
      const name = `${kind}${this.names.size}`;
      this.names.set(key, name);
      put({ [kind]: { name, ...value } });
      return name;
    };
    if (row.text('u') === '' && row.text('lambda') === '') throw row.fault('u', NO_COORDINATE);
    const image = rowImage(row, this.table.fields);
    const result = resultOf(row);
    const imageName = defined('image', image.value);
    const components = componentsOf(result, image);
    const view = components === null ? imageName : defined('view', { image: imageName, components });
    const sampler = defined('sampler', samplerOf(row));
    const id = row.text('id') || String(row.line);
    const places = { id: /^(0|[1-9]\d{0,14})$/.test(id) ? Number(id) : id, image: view, sampler };
    put({ ...places, ...(row.text('lambda') === '' ? sampled(row, image, result) : queried(row, image)) });
    return lines;
  }
}

/** A result as a row has it: undefined for a component that was not measured. */
type RowResult = NonNullable<ReturnType<typeof resultOf>>;

/** Null without a result. */
function resultOf(row: TableRow) {
  const hex = row.text('rgb');
  const [bits, tolerance] = [row.number('codes') ?? (hex === '' ? undefined : COLOR_BITS), row.number('tolerance')];
  if (bits !== undefined && !(Number.isInteger(bits) && bits >= 1 && bits <= 32)) {
    throw row.fault('codes', `is ${row.text('codes')}, expected the bits of a code, 1 to 32`);
  }
  if (tolerance !== undefined && !(tolerance >= 0)) {
    throw row.fault('tolerance', `is ${row.text('tolerance')}, expected a number of at least 0`);
  }
  const one = bits === undefined ? null : 2 ** bits - 1;
  const texel = hex === '' ? COMPONENTS.map((field) => component(row, field, one)) : colorOf(row, hex);
  if (texel.every((value) => value === undefined)) return null;
  return { texel, tolerance: tolerance ?? (one === null ? 0 : 0.5 / one) };
}

function component(row: TableRow, field: (typeof COMPONENTS)[number], one: number | null): number | undefined {
  const value = row.number(field);
  if (value === undefined) return undefined;
  if (one !== null && !(Number.isInteger(value) && value >= 0 && value <= one)) {
    throw row.fault(field, `is ${row.text(field)}, expected a code from 0 to ${one}`);
  }
  const read = componentValue(one === null ? value : value / one);
  if (read === undefined) throw row.fault(field, `is ${row.text(field)}, expected ${COMPONENT_FORMS}`);
  return read;
}

function colorOf(row: TableRow, hex: string): readonly (number | undefined)[] {
  if (!/^([0-9a-f]{6}|[0-9a-f]{8})$/i.test(hex)) throw row.fault('rgb', `is ${hex}, expected rrggbb or rrggbbaa`);
  return COMPONENTS.map((_, c) => {
    const digits = hex.slice(2 * c, 2 * c + 2);
    return digits === '' ? undefined : componentValue(parseInt(digits, 16) / 255);
  });
}

/** The swizzle that makes a constant of each component that was not measured; null where none is needed. */
function componentsOf(result: RowResult | null, { components }: RowImage): readonly string[] | null {
  if (result === null) return null;
  const without = (c: number) => (c === 3 ? 'one' : 'zero');
  const needed = result.texel.some((value, c) => value === undefined && c < components);
  return needed ? result.texel.map((value, c) => (value === undefined ? without(c) : 'identity')) : null;
}

function samplerOf(row: TableRow): Readonly<Record<string, unknown>> {
  const names = SAMPLER_FIELDS.flatMap((field) => {
    const text = row.text(field) || (field in SHARED ? row.text(SHARED[field]) : '');
    return text === '' ? [] : [[field, DIRECT3D[text] ?? text] as const];
  });
  const numbers = SAMPLER_NUMBERS.flatMap((field) => {
    const value = row.number(field);
    return value === undefined ? [] : [[field, value] as const];
  });
  const anisotropic = row.text('maxAnisotropy') !== '' && { anisotropyEnable: true };
  return { ...Object.fromEntries<unknown>([...names, ...numbers]), ...anisotropic };
}

/** A sample with an explicit LOD, gradients, or neither: of level 0. */
function sampled(row: TableRow, image: RowImage, result: RowResult | null): object {
  const coord = coordinate(row, image);
  const { dx, dy, given } = gradients(row, image);
  const [lod, bias] = [row.number('lod'), row.number('bias')];
  if (given && lod !== undefined) throw row.fault('lod', 'is given beside derivatives, expected one of them');
  if (!given && bias !== undefined) throw row.fault('bias', 'is given without derivatives, expected dudx and so on');
  const level = given ? { grad: { dx, dy }, ...(bias !== undefined && { bias }) } : { lod: lod ?? 0 };
  if (result === null) return { coord, ...level };
  const texel = result.texel.map((value, c) => value ?? (c === 3 ? 1 : 0));
  return { coord, ...level, texel, ...(result.tolerance > 0 && { tolerance: result.tolerance }) };
}

/** A query of the LOD before its clamp, from a quad that has the derivatives. */
function queried(row: TableRow, image: RowImage): object {
  const { dx, dy } = gradients(row, image);
  const texel = [0, row.number('lambda'), 0, 0];
  const tolerance = row.number('tolerance') ?? 0;
  const quad = [[0, 0], dx, dy, dx.map((value, axis) => value + dy[axis])];
  return {
    op: 'query_lod',
    quad,
    active: '1000',
    texels: [texel, null, null, null],
    ...(tolerance > 0 && { tolerance }),
  };
}

function coordinate(row: TableRow, image: RowImage): readonly number[] {
  const u = row.number('u')!;
  const v = row.number('v');
  return [scaled(row, 'u', u, image.width), ...(v === undefined ? [] : [scaled(row, 'v', v, image.height)])];
}

function gradients(row: TableRow, image: RowImage) {
  const found = (['dudx', 'dvdx', 'dudy', 'dvdy'] as const).map((field) => ({ field, value: row.number(field) }));
  const [dudx, dvdx, dudy, dvdy] = found.map(({ field, value }) =>
    scaled(row, field, value ?? 0, field.startsWith('du') ? image.width : image.height),
  );
  const axes = row.text('v') === '' && row.text('lambda') === '' ? 1 : 2;
  const given = found.some(({ value }) => value !== undefined);
  return { dx: [dudx, dvdx].slice(0, axes), dy: [dudy, dvdy].slice(0, axes), given };
}

/** A normalized coordinate. Texels of a size that is no power of two have none that is exact. */
function scaled(row: TableRow, field: string, value: number, size: number): number {
  const unit = row.text('coordinates') || 'normalized';
  if (unit !== 'texels' && unit !== 'normalized') {
    throw row.fault('coordinates', `is ${unit}, expected normalized or texels`);
  }
  if (unit === 'normalized' || value === 0) return value;
  if (!(size >= 1)) throw row.fault('width', 'is missing, expected width and height for coordinates in texels');
  if (Math.fround(value / size) * size !== Math.fround(value)) {
    throw row.fault(field, `is ${value} texels of ${size}, which no float32 is when normalized: expected normalized`);
  }
  return value / size;
}
