import type * as z from 'zod';
import {
  checked,
  checkHeader,
  headerText,
  type JsonObject,
  objectText,
  parseObject,
  type TraceHeader,
} from '../encodings/json-lines.ts';
import { TextBytes } from '../encodings/text-bytes.ts';
import {
  type LaneAnswer,
  numbersIn,
  type Result,
  type ResultFields,
  resultFields,
  resultOf,
  resultsIn,
} from '../requests/lane-results.ts';
import {
  laneResultSchema,
  quadResultSchema,
  type RequestFault,
  requestFaultSchema,
} from '../requests/result-schema.ts';
import { type LinePlace, TraceError } from '../encodings/trace-error.ts';

export type { Result } from '../requests/lane-results.ts';

export const RESULT_HEADER: TraceHeader = { kind: 'results', versions: [1, 2] };

/** The line of a result, without a line feed. */
export function resultText({ id, ...results }: Result): string {
  return objectText({ id: JSON.stringify(id), ...resultFields(results) });
}

/** Takes the answers to a request trace. */
export interface ResultOutput {
  readonly answer: (answer: LaneAnswer) => void;
  /** Takes a faulty request in the place of its answer. */
  readonly fault: (fault: RequestFault) => void;
  /** Hands over what can be written by itself. */
  readonly flush: () => void;
  /** Completes the trace. */
  readonly end: () => void;
}

/** Writes results, one line a request. */
export class ResultWriter {
  private readonly bytes = new TextBytes();

  constructor() {
    this.bytes.text(headerText(RESULT_HEADER));
  }

  /** The lines since the last call, in UTF-8. */
  take(): Uint8Array {
    return this.bytes.take();
  }

  write(result: Result): void {
    this.bytes.text(`${resultText(result)}\n`);
  }

  /** Writes the record of a faulty request. */
  fault(fault: RequestFault): void {
    this.bytes.text(`${JSON.stringify(fault)}\n`);
  }

  /** Writes an answer, as `write` does. */
  answer(answer: LaneAnswer): void {
    const { id, shape, lanes, active } = answer;
    if (shape.result === 'footprint' || shape.sparse) {
      this.write(resultOf(answer));
      return;
    }
    const { bytes } = this;
    bytes.ascii(OPEN);
    if (typeof id === 'number') bytes.integer(id);
    else bytes.text(JSON.stringify(id));
    bytes.ascii(lanes === 1 ? TEXEL : TEXELS);
    for (let lane = 0; lane < lanes; lane++) {
      if (lane > 0) bytes.ascii(COMMA);
      if (((active >> lane) & 1) === 1) this.texel(answer, lane);
      else bytes.ascii(NULL);
    }
    bytes.ascii(lanes === 1 ? CLOSE : CLOSE_LIST);
  }

  private texel({ shape, colors, first }: LaneAnswer, lane: number): void {
    const { bytes } = this;
    const numbers = numbersIn(colors, shape.result);
    const at = first + 4 * lane;
    bytes.ascii(OPEN_LIST);
    for (let c = 0; c < 4; c++) {
      if (c > 0) bytes.ascii(COMMA);
      bytes.component(numbers[at + c]);
    }
    bytes.ascii(END_LIST);
  }
}

const [OPEN, TEXEL, TEXELS, COMMA, NULL, CLOSE, CLOSE_LIST, OPEN_LIST, END_LIST] = [
  '{"id":',
  ',"texel":',
  ',"texels":[',
  ',',
  'null',
  '}\n',
  ']}\n',
  '[',
  ']',
].map((text) => new TextEncoder().encode(text));

/** The results of lines, as many together as they come. @param reader gives null for a line without a result */
export async function* readLines<R>(
  lines: AsyncIterable<readonly string[]>,
  reader: { readonly read: (line: string) => R | null; readonly end: () => void },
): AsyncGenerator<readonly R[], void, void> {
  for await (const some of lines) yield some.flatMap((line) => reader.read(line) ?? []);
  reader.end();
}

/** Reads a result trace line by line. */
export class ResultReader {
  private line = 0;
  private headed = false;

  /** @param file its name, for messages */
  constructor(private readonly file: string) {}

  /**
   * @returns the result; null for the header, for faulty requests and for blank lines
   * @throws TraceError when the line is not as FORMAT.md has it
   */
  read(text: string): (Result & { readonly line: number }) | null {
    const place = { file: this.file, line: ++this.line };
    if (text.trim() === '') return null;
    const value = parseObject(text, place);
    if (!this.headed) {
      checkHeader(value, place, RESULT_HEADER);
      this.headed = true;
      return null;
    }
    if ('error' in value) {
      checked(requestFaultSchema, value, place);
      return null;
    }
    return { ...resultFrom(value, place), line: place.line };
  }

  /** @throws TraceError when no line was a header */
  end(): void {
    if (!this.headed) checkHeader({}, { file: this.file, line: Math.max(this.line, 1) }, RESULT_HEADER);
  }
}

function resultFrom(value: JsonObject, place: LinePlace): Result {
  const isQuad = 'texels' in value || 'footprints' in value;
  if (!isQuad && !('texel' in value) && !('footprint' in value)) {
    throw new TraceError(place, 'texel', 'is missing, expected [r, g, b, a], or "texels" of a quad, or footprints');
  }
  const schema: z.ZodType<ResultFields & Pick<Result, 'id'>> = isQuad ? quadResultSchema : laneResultSchema;
  const fields = checked(schema, value, place);
  const [texel, footprint] = isQuad ? ['texels', 'footprints'] : ['texel', 'footprint'];
  if (texel in fields && footprint in fields) {
    throw new TraceError(place, footprint, `is given beside ${texel}, expected one of the two`);
  }
  return { id: fields.id, ...resultsIn(fields)! };
}
