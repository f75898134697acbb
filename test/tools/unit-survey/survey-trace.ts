import { encodeBase64 } from '../../../traces/encodings/base64.ts';
import { floatText } from '../../../traces/encodings/float-text.ts';

/** A value of JSON. Fields that are undefined are left out. */
type Value = string | boolean | number | null | undefined | readonly Value[] | Fields;
export interface Fields {
  readonly [field: string]: Value;
}

/** An image of a survey. Each level has its bytes. */
export interface SurveyImage {
  readonly name: string;
  readonly format: string;
  readonly type?: '1d' | '2d' | '3d';
  readonly width: number;
  readonly height?: number;
  readonly depth?: number;
  readonly layers?: number;
  readonly unbound?: readonly Fields[];
  readonly cornerSampled?: boolean;
  readonly levels: readonly ArrayBufferView[];
}

/** Lines of a request trace. A request belongs to a table, whose name and row are its id. */
export class SurveyTrace {
  readonly lines: string[] = ['{"texunit":"requests","version":2}'];
  private readonly rows = new Map<string, number>();

  image({ levels, ...image }: SurveyImage): string {
    const texts = levels.map(({ buffer, byteOffset, byteLength }) =>
      encodeBase64(new Uint8Array(buffer, byteOffset, byteLength)),
    );
    this.lines.push(jsonText({ image: { ...image, levels: texts } }));
    return image.name;
  }

  view(fields: Fields & { readonly name: string }): string {
    this.lines.push(jsonText({ view: fields }));
    return fields.name;
  }

  sampler(fields: Fields & { readonly name: string }): string {
    this.lines.push(jsonText({ sampler: fields }));
    return fields.name;
  }

  request(table: string, fields: Fields): void {
    const row = this.rows.get(table) ?? 0;
    this.rows.set(table, row + 1);
    this.lines.push(jsonText({ id: `${table}/${row}`, ...fields }));
  }

  text(): string {
    return `${this.lines.join('\n')}\n`;
  }
}

/** JSON in which every number is a float32 with the fewest digits. -0 has a point: readers take `-0` for an integer. */
function jsonText(value: Value): string {
  if (typeof value === 'number') return Object.is(value, -0) ? '-0.0' : floatText(value);
  if (Array.isArray(value)) return `[${value.map((part: Value) => jsonText(part)).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  return `{${Object.entries(value as Fields)
    .filter(([, part]) => part !== undefined)
    .map(([field, part]) => `${JSON.stringify(field)}:${jsonText(part)}`)
    .join(',')}}`;
}

/** from, from + 1, ... to */
export function integers(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, n) => from + n);
}

/** The half floats nearest to zero of these values, which must be halves, infinite or NaN. */
export function halves(values: readonly number[]): Uint16Array {
  return Uint16Array.from(values, (value) => {
    const [bits] = new Uint32Array(Float32Array.of(value).buffer);
    const sign = (bits >>> 16) & 0x8000;
    if (Number.isNaN(value)) return 0x7e00;
    const magnitude = Math.abs(value);
    if (magnitude >= 2 ** 16) return sign | 0x7c00;
    if (magnitude < 2 ** -14) return sign | Math.trunc(magnitude * 2 ** 24);
    return sign | (((bits >>> 13) & 0x3ffff) - (112 << 10));
  });
}
