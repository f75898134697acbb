import type { LinePiece } from '../../traces/encodings/line-pieces.ts';
import { RequestPlan } from '../../traces/requests/request-plan.ts';
import { RequestReader } from '../../traces/requests/request-reader.ts';
import { requestLineText, type RequestRow, type RequestRows } from '../../traces/requests/request-row.ts';
import { RowPlan } from '../../traces/requests/row-plan.ts';
import type { Request } from '../../traces/requests/request-trace.ts';
import type { RequestSampler } from './request-sampler.ts';

const LINE_FEED = 0x0a;
/** Plans that a request is compared with. */
const MOST_PLANS = 64;
/** A plan costs as much as reading some ten requests without one. It is made where so many were taken by others. */
const REQUESTS_A_PLAN = 64;
const FREE_PLANS = 16;

/** A plan of lines or of rows. */
interface Plan<Source> {
  readonly request: RequestPlan;
  /** Reads the request at a place of the source. @returns the place behind it; -1 for a request of another kind */
  match(source: Source, at: number): number;
}

/**
 * Takes a request trace into a RequestSampler. A request that differs from an earlier one in its id and its operands
 * alone is taken by the plan of that one, any other by its line and the RequestReader.
 */
export class RequestFeed {
  /** Records taken so far, the header left out. */
  records = 0;
  private readonly sampler: RequestSampler;
  private readonly reader: RequestReader;
  private readonly decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  private readonly encoder = new TextEncoder();
  private readonly linePlans = new Plans<Uint8Array>();
  private readonly rowPlans = new Plans<RequestRows>();

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
    else this.takeRows(block);
  }

  /** @throws TraceError when no line was a header */
  end(): void {
    this.reader.end();
  }

  private takeLines(bytes: Uint8Array): void {
    let at = 0;
    while (at < bytes.length) {
      const behind = this.linePlans.match(bytes, at);
      if (behind >= 0) {
        this.takeMatched(this.linePlans.found!);
        at = behind;
      } else {
        const end = bytes.indexOf(LINE_FEED, at);
        const line = bytes.subarray(at, end < 0 ? bytes.length : end);
        this.takeLine(this.decoder.decode(line));
        at += line.length + 1;
      }
    }
  }

  private takeRows(rows: RequestRows): void {
    for (let n = 0; n < rows.count; n++) {
      if (this.rowPlans.match(rows, n) >= 0) this.takeMatched(this.rowPlans.found!);
      else this.takeRow(rows.row(n));
    }
  }

  private takeMatched(plan: RequestPlan): void {
    this.reader.skip();
    this.sampler.takeMatched(plan, this.reader.line);
    this.records++;
  }

  private takeLine(text: string): void {
    const request = this.takeText(this.reader.line === 0 ? text.replace(/^\ufeff/, '') : text);
    if (request !== null && this.linePlans.room) this.linePlans.add(this.planOf(text, request));
  }

  private takeRow(row: RequestRow): void {
    const text = requestLineText(row);
    if (text === row.json && !text.includes('\n')) {
      this.takeLines(this.encoder.encode(`${text}\n`));
      return;
    }
    const request = this.takeText(text);
    if (request !== null && this.rowPlans.room) this.rowPlans.add(RowPlan.of(row, this.planOf(text, request)));
  }

  /** @returns the request; null if the line is none */
  private takeText(text: string): Request | null {
    const record = this.reader.read(text);
    if (record === null) return null;
    this.sampler.take(record);
    this.records++;
    return record.kind === 'request' ? record : null;
  }

  private planOf(text: string, request: Request): RequestPlan {
    const { sampler, reader } = this;
    return new RequestPlan(text, sampler.stored(request), sampler.batch, (line) => reader.alike(line));
  }
}

/** The plans that have been made. Requests of several kinds often take turns: the likeliest is the one that came next before. */
class Plans<Source> {
  /** The plan that matched last. */
  found: RequestPlan | null = null;
  private readonly all: Plan<Source>[] = [];
  /** By plan, the number of the one that came after it. */
  private readonly next: number[] = [];
  private last = 0;
  private matched = 0;
  private made = 0;
  private added = 0;

  /** True if another plan may be made. */
  get room(): boolean {
    return this.made < FREE_PLANS + this.matched / REQUESTS_A_PLAN;
  }

  /** @param plan null where none could be made, at the same cost */
  add(plan: Plan<Source> | null): void {
    this.made++;
    if (plan === null) return;
    const number = this.added++ % MOST_PLANS;
    this.all[number] = plan;
    this.next[this.last] = number;
    this.next[number] = number;
    this.last = number;
  }

  /** @returns the place behind the request; -1 if no plan matches */
  match(source: Source, at: number): number {
    const { all, next, last } = this;
    if (all.length === 0) return -1;
    let number = next[last];
    let behind = all[number].match(source, at);
    for (let n = 0; behind < 0 && n < all.length; n++) {
      number = n;
      behind = all[n].match(source, at);
    }
    if (behind < 0) return -1;
    next[last] = number;
    this.last = number;
    this.found = all[number].request;
    this.matched++;
    return behind;
  }
}
