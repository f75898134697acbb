import { fileValue } from '../encodings/json-lines.ts';
import { NO_LINE_FEED } from '../encodings/line-pieces.ts';
import type { TextSink } from '../encodings/text-sink.ts';
import { decodeUtf8 } from '../encodings/utf8-text.ts';
import { ACCESS_RANGES, type AccessBatch, AccessFaults, endsInRange } from './access-batch.ts';
import { type AccessEncoding, type AccessOutput, type AccessParser, parsedSource } from './access-source.ts';

const LINE_FEED = 0x0a;

/** The lines of a simulator's trace, one for each access. */
interface AccessLine {
  /** Groups `operation` and `address`, with 0x if it is hexadecimal, and `cycle` where the format has one. */
  readonly pattern: RegExp;
  /** What a line should look like, for messages. */
  readonly example: string;
  readonly reads: string;
  readonly writes: string;
  readonly text: (operation: string, address: string, cycle: number) => string;
}

/** Reads such lines; blank ones are skipped. Each access is a quad. */
class AccessLineParser implements AccessParser {
  readonly mostOfLine = 1;
  line = 0;
  private readonly faults = new AccessFaults(this.file);
  private accesses = 0;
  /** The cycle of the last access. */
  private cycle = 0;

  /**
   * @param file its name, for messages
   * @param size bytes of each access: the formats have none
   */
  constructor(
    private readonly file: string,
    private readonly size: number,
    private readonly format: AccessLine,
  ) {}

  parse(bytes: Uint8Array, at: number, batch: AccessBatch): number {
    let next = at;
    while (next < bytes.length && batch.count < batch.capacity) {
      const end = bytes.indexOf(LINE_FEED, next);
      const text = decodeUtf8(bytes.subarray(next, end)).trim();
      if (text !== '') this.take(text, batch);
      this.line++;
      next = end + 1;
    }
    return next;
  }

  end(unended: Uint8Array | null): void {
    if (unended !== null) throw this.faults.at(this.line + 1, 'line', NO_LINE_FEED);
  }

  private take(text: string, batch: AccessBatch): void {
    const { faults, format, size } = this;
    const line = this.line + 1;
    const found = format.pattern.exec(text)?.groups;
    if (found === undefined) throw faults.at(line, 'line', `is ${fileValue(text)}, expected such as ${format.example}`);
    const address = Number(found.address);
    if (!endsInRange(address, size)) throw faults.end(line, address, size, 'address');
    const cycle = found.cycle === undefined ? 0 : Number(found.cycle);
    if (cycle > ACCESS_RANGES.cycle.largest) throw faults.value(line, 'cycle', found.cycle);
    if (cycle < this.cycle) throw faults.order(line, cycle, this.cycle);
    this.cycle = cycle;
    batch.cycle[batch.count] = cycle;
    batch.unit[batch.count] = 0;
    batch.push(address, size, this.accesses++, 0, 0, found.operation === format.writes ? 1 : 0);
  }
}

/** Writes such lines. Sizes, quads, passes, lanes and units are lost. */
function accessLineWriter(sink: TextSink, { reads, writes, text }: AccessLine): AccessOutput {
  return {
    write: ({ address, write, cycle, count }) => {
      let lines = '';
      for (let n = 0; n < count; n++) {
        lines += `${text(write[n] === 1 ? writes : reads, `0x${address[n].toString(16)}`, cycle[n])}\n`;
      }
      sink(lines);
    },
    end: () => {},
  };
}

/** The traces of the memory simulator DRAMsim3. */
export const DRAMSIM3 = lineEncoding('dramsim3', /^0x[\da-fA-F]+\s+(READ|WRITE)\s/, {
  // A transaction of its trace-driven processor: address, operation, and the cycle from which it may be sent.
  pattern: /^(?<address>0x[\da-fA-F]+)\s+(?<operation>READ|WRITE)\s+(?<cycle>\d+)$/,
  example: '0x1a40 READ 27',
  reads: 'READ',
  writes: 'WRITE',
  text: (operation, address, cycle) => `${address} ${operation} ${cycle}`,
});

/** The load-store traces of the memory simulator Ramulator 2. Cycles are lost. */
export const RAMULATOR2 = lineEncoding('ramulator2', /^(LD|ST)\s/, {
  // A line of its front end LoadStoreTrace, which sends a request as soon as the memory takes it.
  pattern: /^(?<operation>LD|ST)\s+(?<address>0[xX][\da-fA-F]+|\d+)$/,
  example: 'LD 0x1a40',
  reads: 'LD',
  writes: 'ST',
  text: (operation, address) => `${operation} ${address}`,
});

function lineEncoding<const N extends string>(name: N, likeness: RegExp, line: AccessLine) {
  return {
    name,
    likeness,
    streams: true,
    read: (input, { size }) => parsedSource(input, new AccessLineParser(input.name, size, line)),
    write: ({ text }) => accessLineWriter(text, line),
  } as const satisfies AccessEncoding;
}
