import { COMPONENT_FORMS, COMPONENTS, componentText, componentValue } from '../encodings/component-text.ts';
import { type ColumnNames, findColumns } from '../encodings/columns.ts';
import { cellNumber, cellText, CsvReader } from '../encodings/csv-cells.ts';
import { checked, fileValue, jsonOf } from '../encodings/json-lines.ts';
import { linesOf } from '../encodings/line-pieces.ts';
import { TraceError } from '../encodings/trace-error.ts';
import { laneResultSchema, type TexelFootprint } from '../requests/result-schema.ts';
import type { Texel } from '../requests/request-trace.ts';
import { readLines, type ResultOutput } from './result-trace.ts';
import type { TextSink } from '../encodings/text-sink.ts';
import { resultOf } from '../requests/lane-results.ts';

/** The columns of a table of results: a row for each lane that was measured. */
export const RESULT_FIELDS = ['id', 'lane', 'r', 'g', 'b', 'a', 'resident', 'footprint', 'tolerance', 'codes'] as const;
export type ResultField = (typeof RESULT_FIELDS)[number];
export type ResultColumnNames = ColumnNames<ResultField>;

/** Facts that a table itself does not state. */
export interface ResultTable {
  /** Columns that have other names. */
  readonly map?: ResultColumnNames;
  /** Components are UNORM codes of so many bits, where a row says nothing else. */
  readonly codes?: number;
}

/** The result of one lane. */
export interface LaneResult {
  /** A number as its digits. */
  readonly id: string;
  readonly line: number;
  /** Null where the row has none. */
  readonly lane: number | null;
  /** Null beside a footprint. */
  readonly texel: Texel | null;
  /** Null for an empty one. */
  readonly footprint?: TexelFootprint | null;
  readonly resident?: boolean;
  readonly tolerance?: number;
}

const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

/** Reads results from comma-separated values with a header line, line by line. */
export class ResultCsvReader extends CsvReader {
  private places: Readonly<Record<ResultField, number>> | null = null;
  /** The row that is read. */
  private row: readonly string[] = [];

  /**
   * @param file its name, for messages
   * @param codes as a ResultTable has them
   */
  constructor(
    file: string,
    private readonly names: ResultColumnNames = {},
    private readonly codes: number | null = null,
  ) {
    super(file);
  }

  /**
   * @returns the result of a lane; null for the header and for lines without a cell that says anything
   * @throws TraceError when the line is not as FORMAT.md has it
   */
  read(text: string): LaneResult | null {
    const row = this.cellsOf(text);
    if (row === null) return null;
    this.row = row;
    const id = this.cell('id');
    if (id === '') throw this.fault('id', 'the id of a request');
    const footprint = this.footprint();
    const one = this.codeOfOne();
    const lane = this.value('lane', 'an integer from 0 to 3', (text) => (/^[0-3]$/.test(text) ? Number(text) : null));
    const flagOf = (text: string) => FLAGS.get(text.toLowerCase()) ?? null;
    const resident = this.value('resident', 'true, false, 1, 0 or nothing', flagOf);
    const tolerance = this.tolerance(one);
    return {
      id,
      line: this.line,
      lane: lane ?? null,
      texel: footprint === undefined ? this.texel(one) : null,
      ...(footprint !== undefined && { footprint }),
      ...(resident !== undefined && { resident }),
      ...(tolerance !== undefined && { tolerance }),
    };
  }

  protected override header(columns: readonly string[]): void {
    const texels = columns.includes(this.names.footprint ?? 'footprint') ? [] : COMPONENTS;
    const place = { file: this.file, line: this.line };
    this.places = findColumns(RESULT_FIELDS, ['id', ...texels], columns, this.names, place);
  }

  /** The text of a field; empty where it has no column. */
  private cell(field: ResultField): string {
    const column = this.places![field];
    return column < 0 ? '' : this.row[column];
  }

  /** The code of 1; null where the row has values. */
  private codeOfOne(): number | null {
    const text = this.cell('codes');
    const bits = text === '' ? this.codes : cellNumber(text);
    if (bits === null) return null;
    if (typeof bits === 'number' && Number.isInteger(bits) && bits >= 1 && bits <= 32) return 2 ** bits - 1;
    throw this.fault('codes', 'the bits of a code, 1 to 32, or nothing for values');
  }

  private texel(one: number | null): Texel {
    const [r, g, b, a] = COMPONENTS.map((field) => {
      const read = cellNumber(this.cell(field));
      const isCode = typeof read === 'number' && Number.isInteger(read) && read >= 0 && read <= (one ?? read);
      if (one !== null && !isCode) throw this.fault(field, `a code from 0 to ${one}`);
      const value = componentValue(one === null ? read : Number(read) / one);
      if (value === undefined) throw this.fault(field, COMPONENT_FORMS);
      return value;
    });
    return [r, g, b, a];
  }

  /** A code is given for all values that round to it, unless the row says otherwise. */
  private tolerance(one: number | null): number | undefined {
    const given = this.value('tolerance', 'a number of at least 0', (text) => {
      const value = cellNumber(text);
      return typeof value === 'number' && value >= 0 && value < Infinity ? value : null;
    });
    return given ?? (one === null ? undefined : 0.5 / one);
  }

  /** The value of a cell; undefined where it is empty. @param read gives null for a text that is no such value */
  private value<T>(field: ResultField, expected: string, read: (text: string) => T | null): T | undefined {
    const text = this.cell(field);
    if (text === '') return undefined;
    const value = read(text);
    if (value === null) throw this.fault(field, expected);
    return value;
  }

  /** The text of a footprint is that of a result trace. */
  private footprint(): TexelFootprint | null | undefined {
    const text = this.cell('footprint');
    if (text === '') return undefined;
    if (COMPONENTS.some((field) => this.cell(field) !== '')) {
      throw this.fault('footprint', 'nothing: the row has a texel');
    }
    const place = { file: this.file, line: this.line };
    // A text that is no JSON is taken as it is.
    const value = jsonOf(text);
    return checked(laneResultSchema, { id: 0, footprint: value === undefined ? text : value }, place).footprint![0];
  }

  /** The error of the cell of a field. */
  private fault(field: ResultField, expected: string): TraceError {
    const text = this.cell(field);
    return this.error(
      this.names[field] ?? field,
      `is ${text === '' ? 'empty' : fileValue(text)}, expected ${expected}`,
    );
  }
}

/**
 * The results of a CSV file, as many together as a chunk of the file completes.
 *
 * @param file its name, for messages
 * @throws TraceError at the line that is faulty, or that has no line feed at its end
 */
export function csvResults(
  chunks: AsyncIterable<Uint8Array>,
  file: string,
  { map, codes }: ResultTable,
): AsyncGenerator<readonly LaneResult[], void, void> {
  return readLines(linesOf(chunks, file, true), new ResultCsvReader(file, map, codes));
}

/** The columns that are written: a result has no tolerance, and no bits of codes. */
const HEADER = RESULT_FIELDS.slice(0, -2);

/**
 * Writes results as comma-separated values, a row for each lane. A faulty request has a row without a component.
 *
 * @param codes floats are written as UNORM codes of so many bits, as a render target of these holds them
 */
export function resultCsv(text: TextSink, { codes }: ResultTable): ResultOutput {
  const line = (values: readonly string[]) => text(`${values.map(cellText).join(',')}\n`);
  line(HEADER);
  const empty = (count: number) => Array.from({ length: count }, () => '');
  return {
    answer: (answer) => {
      const { texels, resident, footprints } = resultOf(answer);
      const isCode = codes !== undefined && answer.shape.result === 'float';
      for (let lane = 0; lane < answer.lanes; lane++) {
        if (((answer.active >> lane) & 1) === 0) continue;
        const components = texels?.[lane]?.map((value) => cellOf(isCode ? codeOf(value, codes) : value));
        const flag = resident?.[lane];
        const footprint = footprints === undefined ? '' : JSON.stringify(footprints[lane]);
        const number = answer.lanes === 1 ? '' : String(lane);
        line([
          String(answer.id),
          number,
          ...(components ?? empty(4)),
          flag === undefined ? '' : String(flag),
          footprint,
        ]);
      }
    },
    fault: ({ id }) => line([String(id ?? ''), ...empty(HEADER.length - 1)]),
    flush: () => {},
    end: () => {},
  };
}

/** A component without the quotes that JSON has around NaN and infinities. */
function cellOf(value: number): string {
  return componentText(value).replaceAll('"', '');
}

/** The nearest code of n bits (D3D11.3 3.2.3.6): NaN is 0, and what is beyond 0 and 1 is held. */
function codeOf(value: number, bits: number): number {
  const one = 2 ** bits - 1;
  return Number.isNaN(value) ? 0 : Math.floor(Math.max(0, Math.min(1, value)) * one + 0.5);
}
