import { cellNumber, CsvReader } from '../../encodings/csv-cells.ts';
import { fileValue, listed } from '../../encodings/json-lines.ts';
import { TraceError } from '../../encodings/trace-error.ts';

/** The fields of a row of a request table, without the texels, whose names have numbers. */
export const ROW_FIELDS = [
  'id',
  'u',
  'v',
  'coordinates',
  'lod',
  'dudx',
  'dvdx',
  'dudy',
  'dvdy',
  'bias',
  'image',
  'format',
  'width',
  'height',
  'texels',
  'filter',
  'magFilter',
  'minFilter',
  'mipmapMode',
  'addressMode',
  'addressModeU',
  'addressModeV',
  'mipLodBias',
  'minLod',
  'maxLod',
  'maxAnisotropy',
  'borderColor',
  'r',
  'g',
  'b',
  'a',
  'rgb',
  'lambda',
  'codes',
  'tolerance',
] as const;

/** The colour of a texel of level 0 at x and y, or of all texels of a level. */
const TEXEL_FIELD = /^(t\d\d|level\d\d?)$/;

/** A field's value for all rows, or the column that has it, with a factor. */
type Setting = { readonly text: string } | { readonly column: string; readonly factor: number | null };

/** A line of a request table: the text of each field. */
export interface TableRow {
  readonly line: number;
  /** The text of a field; empty where neither a setting nor a column has it. */
  readonly text: (field: string) => string;
  /** @returns undefined where it is empty @throws TraceError where it is no number */
  readonly number: (field: string) => number | undefined;
  readonly fault: (field: string, problem: string) => TraceError;
}

/**
 * Reads a table of requests line by line: comma-separated values with a header line. Lines of `#` before it are comments,
 * or settings: `# filter = linear` for all rows, `# u = {u_texels}` for a column of another name, with a factor as in
 * `# bias = {bias_16ths} / 16`.
 */
export class RowTable extends CsvReader {
  private readonly settings = new Map<string, Setting>();

  /**
   * @returns the row; null for settings, the header and lines without a cell that says anything
   * @throws TraceError when the line is not as FORMAT.md has it
   */
  read(text: string): TableRow | null {
    if (text.trim().startsWith('#')) {
      this.line++;
      this.comment(text.trim());
      return null;
    }
    const row = this.cellsOf(text);
    return row && this.row(row);
  }

  /** Fields that the table has, by a setting or a column. */
  get fields(): readonly string[] {
    return [...new Set([...this.settings.keys(), ...(this.columns ?? []).filter(isField)])];
  }

  private comment(text: string): void {
    const [, field, value] = /^#\s*(\w+)\s*=\s*(.*)$/.exec(text) ?? [];
    if (field === undefined) return;
    if (!isField(field)) {
      throw this.error(field, `is no field, expected one of ${listed(ROW_FIELDS)}, t00 or level0; a comment has no =`);
    }
    if (this.columns !== null) throw this.error(field, 'is set after the header, expected settings before it');
    if (this.settings.has(field)) throw this.error(field, 'is set twice');
    const [, column, sign, number] = /^\{([^}]*)\}\s*(?:([*/])\s*(\S+))?$/.exec(value) ?? [];
    if (column === undefined) {
      if (value === '') throw this.error(field, 'is empty, expected a value, or a column in braces');
      this.settings.set(field, { text: value });
      return;
    }
    const read = number === undefined ? 1 : cellNumber(number);
    if (typeof read !== 'number' || read === 0) {
      throw this.error(field, `has the factor ${fileValue(number)}, expected a number other than 0`);
    }
    const factor = number === undefined ? null : sign === '/' ? 1 / read : read;
    this.settings.set(field, { column: column.trim(), factor });
  }

  protected override header(columns: readonly string[]): void {
    if (columns.length === 1 && /[;\t]/.test(columns[0])) {
      throw this.error('line', 'has a semicolon or a tab between cells, expected commas');
    }
    const twice = columns.find((column, n) => column !== '' && columns.indexOf(column) < n);
    if (twice !== undefined) throw this.error(twice, 'is the name of two columns');
    for (const [field, setting] of this.settings) {
      if ('column' in setting && !columns.includes(setting.column)) {
        throw this.error(setting.column, `is no column, expected one of ${listed(columns)} for the ${field}`);
      }
    }
  }

  private row(row: readonly string[]): TableRow {
    const columns = this.columns!;
    const { line } = this;
    const nameOf = (field: string) => {
      const setting = this.settings.get(field);
      return setting !== undefined && 'column' in setting ? setting.column : field;
    };
    const cell = (column: string) => row[columns.indexOf(column)] ?? '';
    const fault = (field: string, problem: string) => new TraceError({ file: this.file, line }, nameOf(field), problem);
    const text = (field: string) => {
      const setting = this.settings.get(field);
      return setting !== undefined && 'text' in setting ? setting.text : cell(nameOf(field));
    };
    const number = (field: string) => {
      const found = text(field);
      if (found === '') return undefined;
      const value = cellNumber(found);
      if (typeof value !== 'number') throw fault(field, `is ${fileValue(found)}, expected a number`);
      const setting = this.settings.get(field);
      return setting !== undefined && 'column' in setting ? value * (setting.factor ?? 1) : value;
    };
    return { line, text, number, fault };
  }
}

function isField(name: string): boolean {
  return (ROW_FIELDS as readonly string[]).includes(name) || TEXEL_FIELD.test(name);
}
