import { jsonOf } from '../../traces/encodings/json-lines.ts';
import type { LinePiece } from '../../traces/encodings/line-pieces.ts';
import { RequestPlan } from '../../traces/requests/request-plan.ts';
import { RequestReader } from '../../traces/requests/request-reader.ts';
import { requestLineText, type RequestRow, type RequestRows } from '../../traces/requests/request-row.ts';
import { rowPlan } from '../../traces/requests/row-plan.ts';
import type { Request, RequestId } from '../../traces/requests/request-trace.ts';
import { idSchema, type RequestFault } from '../../traces/requests/result-schema.ts';
import { TraceError } from '../../traces/encodings/trace-error.ts';
import { decodeUtf8 } from '../../traces/encodings/utf8-text.ts';
import type { RequestSampler } from './request-sampler.ts';

const LINE_FEED = 0x0a;
/** Plans that a request is compared with. */
const MOST_PLANS = 256;
/** A plan costs as much as reading some ten requests without one. It is made where so many were taken by others. */
const REQUESTS_A_PLAN = 64;
const FREE_PLANS = 16;

/** A plan of lines or of rows. */
interface Plan<Source> {
  readonly request: RequestPlan;
  /** Reads the request at a place of the source. @returns the place after it; -1 for a request of another kind */
  match(source: Source, at: number): number;
}

/**
 * Takes a request trace into a RequestSampler. A request that differs from an earlier one in its id and its operands
 * alone is taken by the plan of that one, any other by its line and the RequestReader.
 */
export class RequestFeed {
  /** Records taken so far, the header left out. */
  records = 0;
  private readonly reader = new RequestReader(this.file);
  private readonly encoder = new TextEncoder();
  private readonly linePlans = new Plans<Uint8Array>();
  private readonly rowPlans = new Plans<RequestRows>();
  private faults = 0;
  /** The place after the line or the row that is being taken. */
  private nextByte = 0;
  private nextRow = 0;
  /** The plan that matched it, or else its text. */
  private matched: RequestPlan | null = null;
  private text = '';

  /**
   * @param file name of the trace, for messages
   * @param onFault takes faulty lines, after the answers to those before; if left out, the first one ends the trace
   */
  constructor(
    private readonly file: string,
    private readonly sampler: RequestSampler,
    private readonly onFault: ((fault: RequestFault) => void) | null = null,
  ) {}

  /** Lines taken so far. */
  get lines(): number {
    return this.reader.line;
  }

  /** @throws TraceError as RequestReader and RequestSampler, for faults that nobody takes */
  take(block: LinePiece | RequestRows): void {
    this.nextByte = this.nextRow = 0;
    for (;;) {
      try {
        if ('bytes' in block) this.takeLines(block.bytes, this.nextByte);
        else this.takeRows(block, this.nextRow);
        return;
      } catch (error) {
        this.passOver(error);
      }
    }
  }

  /** @throws TraceError when no line was a header, or none a request, not even a faulty one */
  end(): void {
    if (this.faults === 0) this.reader.endFilled();
  }

  /** Hands the fault of a line over. @throws the error where it is none, or the trace cannot go on */
  private passOver(error: unknown): void {
    const { reader, sampler, matched, text, onFault } = this;
    if (onFault === null || !(error instanceof TraceError) || !reader.headed || sampler.broken) throw error;
    sampler.flush();
    this.faults++;
    const { line, field, problem } = error;
    onFault({ id: matched === null ? idIn(text) : matched.id, error: { line, field, problem } });
  }

  private takeLines(bytes: Uint8Array, from: number): void {
    let at = from;
    while (at < bytes.length) {
      const after = this.linePlans.match(bytes, at);
      if (after >= 0) {
        at = this.nextByte = after;
        this.takeMatched(this.linePlans.found!);
      } else {
        const end = bytes.indexOf(LINE_FEED, at);
        const line = bytes.subarray(at, end < 0 ? bytes.length : end);
        at += line.length + 1;
        this.nextByte = at;
        this.takeLine(decodeUtf8(line));
      }
    }
  }

  private takeRows(rows: RequestRows, from: number): void {
    for (let n = from; n < rows.count; n++) {
      this.nextRow = n + 1;
      if (this.rowPlans.match(rows, n) >= 0) this.takeMatched(this.rowPlans.found!);
      else this.takeRow(rows.row(n));
    }
  }

  private takeMatched(plan: RequestPlan): void {
    this.matched = plan;
    this.reader.skip();
    this.sampler.takeMatched(plan, this.reader.line);
    this.records++;
  }

  private takeLine(text: string): void {
    const request = this.takeText(text);
    if (request !== null && this.linePlans.room) this.linePlans.add(this.planOf(text, request));
  }

  private takeRow(row: RequestRow): void {
    const text = requestLineText(row);
    if (text === row.json && !text.includes('\n')) {
      this.takeLines(this.encoder.encode(`${text}\n`), 0);
      return;
    }
    const request = this.takeText(text);
    if (request !== null && this.rowPlans.room) this.rowPlans.add(rowPlan(row, this.planOf(text, request)));
  }

  /** @returns the request; null if the line is none */
  private takeText(text: string): Request | null {
    this.matched = null;
    this.text = text;
    const record = this.reader.read(text);
    if (record === null) return null;
    try {
      this.sampler.take(record);
    } catch (error) {
      if (record.kind !== 'request') this.reader.forget(record);
      throw error;
    }
    this.records++;
    return record.kind === 'request' ? record : null;
  }

  private planOf(text: string, request: Request): RequestPlan {
    const { sampler, reader } = this;
    return new RequestPlan(text, sampler.stored(request), sampler.batch, (line) => reader.alike(line));
  }
}

/** The id in the text of a line; null where there is none that can be read. */
function idIn(text: string): RequestId | null {
  const value = jsonOf(text) as { readonly id?: unknown } | null | undefined;
  return idSchema.safeParse(value?.id).data ?? null;
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

  /** @returns the place after the request; -1 if no plan matches */
  match(source: Source, at: number): number {
    const { all, next, last } = this;
    if (all.length === 0) return -1;
    let number = next[last];
    let after = all[number].match(source, at);
    for (let n = 0; after < 0 && n < all.length; n++) {
      number = n;
      after = all[n].match(source, at);
    }
    if (after < 0) return -1;
    next[last] = number;
    this.last = number;
    this.found = all[number].request;
    this.matched++;
    return after;
  }
}
