import { isObject, parseObject, shown } from '../../../traces/encodings/json-lines.ts';
import { RequestReader } from '../../../traces/requests/request-reader.ts';
import type { RequestRecord } from '../../../traces/requests/request-trace.ts';
import { TraceError } from '../../../traces/encodings/trace-error.ts';

type OfRequest = Extract<RequestRecord, { kind: 'request' }>;

/** The content of a line of a request trace with results. */
export type MeasuredRecord =
  | Exclude<RequestRecord, { kind: 'request' }>
  | (OfRequest & {
      /** The true result is at most so far from each component that the line gives; 0 if left out. */
      readonly tolerance: number;
    });

/** Reads requests with results that may be known only to a `tolerance`, line by line. */
export class MeasuredReader {
  private readonly file: string;
  private readonly reader: RequestReader;
  private line = 0;

  /** @param file its name, for messages */
  constructor(file: string) {
    this.file = file;
    this.reader = new RequestReader(file);
  }

  /**
   * @returns what the line says; null for the header and for blank lines
   * @throws TraceError when the line is not as FORMAT.md has it
   */
  read(text: string): MeasuredRecord | null {
    this.line++;
    const { tolerance, rest } = this.withoutTolerance(text);
    const record = this.reader.read(rest);
    return record?.kind === 'request' ? { ...record, tolerance } : record;
  }

  /** @throws TraceError when no line was a header */
  end(): void {
    this.reader.end();
  }

  private withoutTolerance(text: string): { readonly tolerance: number; readonly rest: string } {
    if (!text.includes('"tolerance"')) return { tolerance: 0, rest: text };
    const place = { file: this.file, line: this.line };
    const { tolerance, ...others } = parseObject(text, place);
    if (tolerance === undefined || isObject(others.image) || isObject(others.sampler)) {
      return { tolerance: 0, rest: text };
    }
    if (typeof tolerance !== 'number' || !Number.isFinite(tolerance) || tolerance < 0) {
      throw new TraceError(place, 'tolerance', `is ${shown(tolerance)}, expected a number of at least 0`);
    }
    if (!('texel' in others) && !('texels' in others)) {
      throw new TraceError(place, 'tolerance', 'stands without a result, expected "texel" or "texels" beside it');
    }
    return { tolerance, rest: JSON.stringify(others) };
  }
}
