import type { LinePiece } from '../../traces/encodings/line-pieces.ts';
import { RequestPlan } from '../../traces/requests/request-plan.ts';
import { requestLineText, type RequestRows } from '../../traces/requests/request-row.ts';
import { RequestReader } from '../../traces/requests/request-reader.ts';
import type { RequestSampler } from './request-sampler.ts';

const LINE_FEED = 0x0a;
/** Plans that a line is compared with. */
const MOST_PLANS = 64;
/** A plan costs as much as reading some ten lines without one. It is made where so many lines have gone by others. */
const LINES_A_PLAN = 64;
const FREE_PLANS = 16;

/**
 * Takes a request trace into a RequestSampler. A line that differs from an earlier one in its id and its operands alone
 * is taken by the plan of that one, any other by the RequestReader.
 */
export class RequestFeed {
  private readonly sampler: RequestSampler;
  private readonly reader: RequestReader;
  private readonly decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  private readonly plans: RequestPlan[] = [];
  private last: RequestPlan | null = null;
  private matched = 0;
  /** Records taken so far, the header left out. */
  records = 0;
  private made = 0;

  /** @param file name of the trace, for messages */
  constructor(file: string, sampler: RequestSampler) {
    this.sampler = sampler;
    this.reader = new RequestReader(file);
  }

  /** Lines taken so far. */
  get lines(): number {
    return this.reader.line;
  }

  /** @throws TraceError as RequestReader and RequestSampler */
  take(block: LinePiece | RequestRows): void {
    if ('bytes' in block) this.takeLines(block.bytes);
    else for (let n = 0; n < block.count; n++) this.takeText(requestLineText(block.row(n)));
  }

  private takeLines(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      const behind = this.match(bytes, at);
      at = behind >= 0 ? behind : this.read(bytes, at);
    }
  }

  /** @throws TraceError when no line was a header */
  end(): void {
    this.reader.end();
  }

  /** Takes the line by a plan. @returns the index behind it; -1 where no plan matches */
  private match(bytes: Uint8Array, at: number): number {
    const { last, plans } = this;
    if (last === null) return -1;
    let plan = last.next;
    let behind = plan.match(bytes, at);
    for (let n = 0; behind < 0 && n < plans.length; n++) {
      plan = plans[n];
      behind = plan.match(bytes, at);
    }
    if (behind < 0) return -1;
    last.next = plan;
    this.last = plan;
    this.matched++;
    this.records++;
    this.reader.skip();
    this.sampler.takeMatched(plan, this.reader.line);
    return behind;
  }

  /** Takes the line by its text. @returns the index behind it */
  private read(bytes: Uint8Array, at: number): number {
    const found = bytes.indexOf(LINE_FEED, at);
    const end = found < 0 ? bytes.length : found;
    this.takeText(this.decoder.decode(bytes.subarray(at, end)));
    return end + 1;
  }

  private takeText(text: string): void {
    const record = this.reader.read(this.reader.line === 0 ? text.replace(/^\ufeff/, '') : text);
    if (record === null) return;
    this.sampler.take(record);
    this.records++;
    if (record.kind === 'request' && this.made < FREE_PLANS + this.matched / LINES_A_PLAN) {
      const { sampler, reader } = this;
      this.last = new RequestPlan(text, sampler.stored(record), sampler.batch, (line) => reader.alike(line));
      this.plans[this.made++ % MOST_PLANS] = this.last;
    }
  }
}
