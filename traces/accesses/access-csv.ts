import { ACCESS_FIELDS, ACCESS_RANGES, type AccessBatch, AccessFaults, endsInRange } from './access-batch.ts';
import {
  type AccessEncoding,
  type AccessOutput,
  type AccessParser,
  type AccessReading,
  parsedSource,
} from './access-source.ts';
import { findColumns } from '../encodings/columns.ts';
import { cells, NO_HEADER, OPEN_QUOTE } from '../encodings/csv-cells.ts';
import { fileValue } from '../encodings/json-lines.ts';
import { NO_LINE_FEED } from '../encodings/line-pieces.ts';
import type { TextSink } from '../encodings/text-sink.ts';
import type { TraceError } from '../encodings/trace-error.ts';
import { decodeUtf8 } from '../encodings/utf8-text.ts';

const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const COMMA = 0x2c;
const QUOTE = 0x22;
const ZERO = 0x30;
const NINE = 0x39;
/** A column that holds no field. */
const SKIPPED = -1;
const [ADDRESS, BYTES, QUAD, PASS, LANE, WRITE, CYCLE, UNIT] = [0, 1, 2, 3, 4, 5, 6, 7];
const SMALLEST_VALUES = Float64Array.from(ACCESS_FIELDS, (field) => ACCESS_RANGES[field].smallest);

/** A table of integers, such as other simulators export. */
export const CSV = {
  name: 'csv',
  likeness: /^["\w]/,
  streams: true,
  read: (input, options) => parsedSource(input, new CsvParser(input.name, options)),
  write: ({ text }) => csvWriter(text),
} as const satisfies AccessEncoding;

/** Reads accesses from comma-separated values with a header line; integers are decimal, or hexadecimal after 0x. */
export class CsvParser implements AccessParser {
  readonly mostOfLine = 1;
  line = 0;
  private readonly faults = new AccessFaults(this.file, this.options.names, this.options.units);
  private columns: readonly string[] = [];
  /** The number of the field of each column. */
  private fieldOf = new Int8Array(0);
  /** True for each field that a column holds. */
  private has: readonly boolean[] = [];
  /** The line's value of each field. */
  private readonly values = new Float64Array(ACCESS_FIELDS.length);
  private readonly largest = Float64Array.from(ACCESS_FIELDS, (field) => this.faults.largest(field));
  private accesses = 0;
  /** The cycle of the last access. */
  private cycle = 0;

  /** @param file its name, for messages */
  constructor(
    private readonly file: string,
    private readonly options: AccessReading,
  ) {}

  parse(bytes: Uint8Array, at: number, batch: AccessBatch): number {
    let next = at;
    if (this.columns.length === 0 && next < bytes.length) {
      next = bytes.indexOf(LINE_FEED) + 1;
      this.header(decodeUtf8(bytes.subarray(at, next)));
    }
    while (next < bytes.length && batch.count < batch.capacity) {
      const first = bytes[next];
      if (first === LINE_FEED || (first === RETURN && bytes[next + 1] === LINE_FEED)) {
        next += first === LINE_FEED ? 1 : 2;
        this.line++;
        continue;
      }
      next = this.row(bytes, next);
      this.store(batch);
      this.line++;
    }
    return next;
  }

  end(unended: Uint8Array | null): void {
    if (unended !== null) throw this.error('line', NO_LINE_FEED);
    if (this.columns.length === 0) throw this.error('line', NO_HEADER);
  }

  private header(text: string): void {
    this.columns = this.cellsOf(text);
    const place = { file: this.file, line: ++this.line };
    const places = findColumns(ACCESS_FIELDS, ['address'], this.columns, this.options.names ?? {}, place);
    this.fieldOf = Int8Array.from(this.columns, (_, column) =>
      ACCESS_FIELDS.findIndex((field) => places[field] === column),
    );
    this.has = ACCESS_FIELDS.map((field) => places[field] >= 0);
  }

  /** Reads the cells of a line.  @returns where the next one starts */
  private row(bytes: Uint8Array, at: number): number {
    const { fieldOf, values } = this;
    const last = fieldOf.length - 1;
    let here = at;
    for (let column = 0; column <= last; column++) {
      const field = fieldOf[column];
      const first = here;
      let value = 0;
      let byte = bytes[here];
      while (byte >= ZERO && byte <= NINE) {
        value = value * 10 + (byte - ZERO);
        byte = bytes[++here];
      }
      if (here === first || (byte !== COMMA && byte !== LINE_FEED)) {
        here = this.cellEnd(bytes, first);
        byte = bytes[here];
        if (field !== SKIPPED) value = this.cellValue(bytes.subarray(first, here), column);
      }
      if ((byte === LINE_FEED) !== (column === last)) {
        const { length } = this.cellsOf(decodeUtf8(bytes.subarray(at, bytes.indexOf(LINE_FEED, at))));
        throw this.error('line', `has ${length} cells, expected ${last + 1} as in the header`);
      }
      if (field !== SKIPPED) values[field] = value;
      here++;
    }
    return here;
  }

  /** The end of a cell: a comma outside of quotes, or the line feed. */
  private cellEnd(bytes: Uint8Array, at: number): number {
    let here = at;
    let quoted = false;
    while (bytes[here] !== LINE_FEED && (quoted || bytes[here] !== COMMA)) {
      if (bytes[here++] === QUOTE) quoted = !quoted;
    }
    if (quoted) throw this.error('line', OPEN_QUOTE);
    return here;
  }

  /** An integer in any form, in a cell of any form. */
  private cellValue(cell: Uint8Array, column: number): number {
    const text = decodeUtf8(cell).trim();
    const bare = /^"[^"]*"$/.test(text) ? text.slice(1, -1).trim() : text;
    if (/^(\d+|0[xX][\da-fA-F]+)$/.test(bare)) return Number(bare);
    throw this.faults.value(this.line + 1, ACCESS_FIELDS[this.fieldOf[column]], fileValue(text));
  }

  private store(batch: AccessBatch): void {
    const { has, values, largest, options, faults } = this;
    const line = this.line + 1;
    for (let field = 0; field < values.length; field++) {
      if (has[field] && !(values[field] >= SMALLEST_VALUES[field] && values[field] <= largest[field])) {
        throw faults.value(line, ACCESS_FIELDS[field], values[field]);
      }
    }
    const size = has[BYTES] ? values[BYTES] : options.size;
    if (!endsInRange(values[ADDRESS], size)) throw faults.end(line, values[ADDRESS], size);
    if (values[CYCLE] < this.cycle) throw faults.order(line, values[CYCLE], this.cycle);
    this.cycle = values[CYCLE];
    const quad = has[QUAD] ? values[QUAD] : this.accesses;
    batch.cycle[batch.count] = this.cycle;
    batch.unit[batch.count] = values[UNIT];
    // The value of a field without a column stays 0.
    batch.push(values[ADDRESS], size, quad, values[PASS], values[LANE], values[WRITE]);
    this.accesses++;
  }

  private cellsOf(line: string): readonly string[] {
    const found = cells(line);
    if (found === null) throw this.error('line', OPEN_QUOTE);
    return found;
  }

  private error(field: string, problem: string): TraceError {
    return this.faults.at(this.line + 1, field, problem);
  }
}

/** Writes accesses as comma-separated values, all integers decimal. */
function csvWriter(sink: TextSink): AccessOutput {
  sink(`${ACCESS_FIELDS.join()}\n`);
  return {
    write: (batch) => {
      const columns = ACCESS_FIELDS.map((field) => batch[field]);
      let text = '';
      for (let n = 0; n < batch.count; n++) {
        text += columns[0][n];
        for (let column = 1; column < columns.length; column++) text += `,${columns[column][n]}`;
        text += '\n';
      }
      sink(text);
    },
    end: () => {},
  };
}
