import { checked, checkHeader, headerText, type JsonObject, objectText, parseObject } from '../encodings/json-lines.ts';
import { laneResults, quadResults, resultFields } from './lane-results.ts';
import type { LaneResults, RequestId } from './request-trace.ts';
import { laneResultSchema, quadResultSchema } from './result-schema.ts';
import type { TextSink } from '../encodings/text-sink.ts';
import { type Place, TraceError } from '../encodings/trace-error.ts';

const RESULT_KIND = 'results';
/** The versions that are read; the last one is written. */
const RESULT_VERSIONS = [1, 2] as const;
const RESULT_VERSION = 2;

/** The results of a request. */
export interface Result extends LaneResults {
  readonly id: RequestId;
}

/** Writes results, one line a request. */
export class ResultWriter {
  private readonly sink: TextSink;

  constructor(sink: TextSink) {
    this.sink = sink;
    sink(headerText(RESULT_KIND, RESULT_VERSION));
  }

  write({ id, ...results }: Result): void {
    this.sink(`${objectText({ id: JSON.stringify(id), ...resultFields(results) })}\n`);
  }
}

/** Reads a result trace line by line. */
export class ResultReader {
  private readonly file: string;
  private line = 0;
  private headed = false;

  /** @param file its name, for messages */
  constructor(file: string) {
    this.file = file;
  }

  /**
   * @returns the result; null for the header and for blank lines
   * @throws TraceError when the line is not as FORMAT.md has it
   */
  read(text: string): (Result & { readonly line: number }) | null {
    const place = { file: this.file, line: ++this.line };
    if (text.trim() === '') return null;
    const value = parseObject(text, place);
    if (!this.headed) {
      checkHeader(value, place, RESULT_KIND, RESULT_VERSIONS);
      this.headed = true;
      return null;
    }
    return { ...resultOf(value, place), line: place.line };
  }

  /** @throws TraceError when no line was a header */
  end(): void {
    if (!this.headed) checkHeader({}, { file: this.file, line: Math.max(this.line, 1) }, RESULT_KIND, RESULT_VERSIONS);
  }
}

function resultOf(value: JsonObject, place: Place): Result {
  if ('texels' in value || 'footprints' in value) {
    const fields = checked(quadResultSchema, value, place);
    alone(fields, 'texels', 'footprints', place);
    return { id: fields.id, ...quadResults(fields)! };
  }
  if (!('texel' in value) && !('footprint' in value)) {
    throw new TraceError(place, 'texel', 'is missing, expected [r, g, b, a], or "texels" of a quad, or footprints');
  }
  const fields = checked(laneResultSchema, value, place);
  alone(fields, 'texel', 'footprint', place);
  return { id: fields.id, ...laneResults(fields)! };
}

function alone(fields: object, texel: string, footprint: string, place: Place): void {
  if (!(texel in fields) || !(footprint in fields)) return;
  throw new TraceError(place, footprint, `stands beside ${texel}, expected one of the two`);
}
