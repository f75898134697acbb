import type { AccessBatch } from './access-batch.ts';
import { type AccessEncoding, type AccessOutput, type AccessParser, parsedSource } from './access-source.ts';
import { fileValue } from '../encodings/json-lines.ts';
import { NO_LINE_FEED } from '../encodings/line-pieces.ts';
import type { TextSink } from '../encodings/text-sink.ts';
import { type LinePlace, TraceError } from '../encodings/trace-error.ts';
import { decodeUtf8 } from '../encodings/utf8-text.ts';

const LINE_FEED = 0x0a;
const ZERO = 0x30;
const LETTER_X = 0x78;
/** The labels of Dinero: 0 is a read, 1 a write, 2 an instruction fetch. */
const WRITE = 1;
const LAST_LABEL = 2;

/** The `din` format of the cache simulator Dinero. It has neither sizes nor quads: each access is a quad. */
export const DIN = {
  name: 'din',
  likeness: /^\d\s/,
  streams: true,
  read: (input, { size }) => parsedSource(input, new DinParser(input.name, size)),
  write: ({ text }) => dinWriter(text),
} as const satisfies AccessEncoding;

/** The hexadecimal digit of each byte; 16 for white space, 17 for anything else. */
const BLANK = 16;
const OTHER = 17;
const CODES = new Uint8Array(256).fill(OTHER);
for (let digit = 0; digit < 16; digit++) {
  const text = digit.toString(16);
  CODES[text.charCodeAt(0)] = digit;
  CODES[text.toUpperCase().charCodeAt(0)] = digit;
}
for (const space of ' \t\r') CODES[space.charCodeAt(0)] = BLANK;

/**
 * Reads the `din` input format of the cache simulator Dinero: a label and a hexadecimal address a line, the rest of the
 * line is a comment. Fetches (2) are reads (0); writes (1) make lines dirty; other labels are errors.
 */
export class DinParser implements AccessParser {
  readonly mostOfLine = 1;
  line = 0;
  private accesses = 0;

  /**
   * @param file its name, for messages
   * @param size bytes of each access: the format has none
   */
  constructor(
    private readonly file: string,
    private readonly size: number,
  ) {}

  parse(bytes: Uint8Array, at: number, batch: AccessBatch): number {
    const { size } = this;
    const { capacity, address } = batch;
    const largest = 2 ** 53 - size;
    const end = bytes.length;
    let n = batch.count;
    let { line, accesses } = this;
    let next = at;
    while (next < end && n < capacity) {
      let here = next;
      while (CODES[bytes[here]] === BLANK) here++;
      if (bytes[here] === LINE_FEED) {
        line++;
        next = here + 1;
        continue;
      }
      const label = bytes[here] - ZERO;
      if (label < 0 || label > LAST_LABEL || CODES[bytes[here + 1]] !== BLANK) break;
      here++;
      while (CODES[bytes[here]] === BLANK) here++;
      if (bytes[here] === ZERO && (bytes[here + 1] | 0x20) === LETTER_X) here += 2;
      const first = here;
      let value = 0;
      for (let digit = CODES[bytes[here]]; digit < BLANK; digit = CODES[bytes[++here]]) value = value * 16 + digit;
      const after = bytes[here];
      if (here === first || value > largest || (after !== LINE_FEED && CODES[after] !== BLANK)) break;
      while (bytes[here] !== LINE_FEED) here++;
      address[n] = value;
      batch.bytes[n] = size;
      batch.quad[n] = accesses++;
      batch.pass[n] = 0;
      batch.lane[n] = 0;
      batch.write[n] = label === WRITE ? 1 : 0;
      n++;
      line++;
      next = here + 1;
    }
    batch.count = n;
    this.line = line;
    this.accesses = accesses;
    if (next < end && n < capacity) throw this.fault(bytes.subarray(next, bytes.indexOf(LINE_FEED, next)));
    return next;
  }

  end(unended: Uint8Array | null): void {
    if (unended === null) return;
    throw new TraceError(this.place, 'line', NO_LINE_FEED);
  }

  private get place(): LinePlace {
    return { file: this.file, line: this.line + 1 };
  }

  private fault(line: Uint8Array): TraceError {
    const [label, address] = decodeUtf8(line).trim().split(/\s+/);
    if (!/^[012]$/.test(label)) {
      return new TraceError(this.place, 'label', `is ${fileValue(label)}, expected 0 (read), 1 (write) or 2 (fetch)`);
    }
    const expected = 'expected the hexadecimal digits of an address below 2^53, such as 1a40';
    return new TraceError(this.place, 'address', `is ${fileValue(address)}, ${expected}`);
  }
}

/** Writes accesses as `din` reads and writes. Their sizes, quads, passes and lanes are lost. */
export function dinWriter(sink: TextSink): AccessOutput {
  return {
    write: ({ address, write, count }) => {
      let text = '';
      for (let n = 0; n < count; n++) text += `${write[n]} ${address[n].toString(16)}\n`;
      sink(text);
    },
    end: () => {},
  };
}
