import { checked, checkHeader, headerText, parseObject } from './json-lines.ts';
import { laneResultSchema, quadResultSchema } from './request-schema.ts';
import type { RequestId, Texel } from './request-trace.ts';
import { texelsText } from './request-writer.ts';
import type { TextSink } from './text-sink.ts';
import { TraceError } from './trace-error.ts';

const RESULT_KIND = 'results';
const RESULT_VERSION = 1;

/** The result of a request: one texel for a single lane, four for a quad, null for lanes that were not active. */
export interface Result {
  readonly id: RequestId;
  readonly texels: readonly (Texel | null)[];
}

/** Writes results, one line a request. */
export class ResultWriter {
  private readonly sink: TextSink;

  constructor(sink: TextSink) {
    this.sink = sink;
    sink(headerText(RESULT_KIND, RESULT_VERSION));
  }

  write({ id, texels }: Result): void {
    this.sink(`{"id":${JSON.stringify(id)},${texelsText(texels)}}\n`);
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
      checkHeader(value, place, RESULT_KIND, RESULT_VERSION);
      this.headed = true;
      return null;
    }
    if ('texels' in value) return { ...checked(quadResultSchema, value, place), line: place.line };
    if (!('texel' in value)) {
      throw new TraceError(place, 'texel', 'is missing, expected [r, g, b, a], or "texels" of a quad');
    }
    const { id, texel } = checked(laneResultSchema, value, place);
    return { id, texels: [texel], line: place.line };
  }

  /** @throws TraceError when no line was a header */
  end(): void {
    if (!this.headed) checkHeader({}, { file: this.file, line: Math.max(this.line, 1) }, RESULT_KIND, RESULT_VERSION);
  }
}
