import { fileValue } from '../encodings/json-lines.ts';
import { MemoryBudget } from '../encodings/memory-budget.ts';
import { type LinePlace, TraceError } from '../encodings/trace-error.ts';
import { checkActiveLanes, formProblem, resultField } from '../requests/lane-results.ts';
import type { RequestShape } from '../requests/request-shape.ts';
import type { LaneResults, Request } from '../requests/request-trace.ts';
import type { LaneResult, ResultColumnNames, ResultField } from './result-csv.ts';
import type { Result } from './result-trace.ts';

/** The result of a whole request, a line of a result trace. */
export type RequestResult = Result & { readonly line: number };

/** The results of an id. */
interface Joined {
  readonly whole: RequestResult | null;
  /** Rows of a CSV, each of one lane. */
  rows: LaneResult[];
  /** Line of the request that they belong to; 0 before it is known. */
  request: number;
}

/** Ids of requests that a message lists. */
const LISTED = 5;

/** Bytes that a result takes, at most, and each character of its id. */
const RESULT_BYTES = 512;
const CHARACTER_BYTES = 2;

/**
 * Results from a file without requests. They find their requests by id, as a text: 7 and "7" are the same. All
 * results are added before the results of the first request are read.
 */
export class ResultJoin {
  private readonly byId = new Map<string, Joined>();
  /** The first ids of requests. */
  private readonly ids: string[] = [];
  private requests = 0;

  /**
   * @param file name of the results, for messages
   * @param names columns of a CSV
   * @param budget takes the results
   */
  constructor(
    readonly file: string,
    private readonly names: ResultColumnNames = {},
    private readonly budget = new MemoryBudget(),
  ) {}

  /** @throws TraceError if the id of a whole request has a result already; MemoryError */
  add(result: RequestResult | LaneResult): void {
    const id = String(result.id);
    this.budget.take(RESULT_BYTES + CHARACTER_BYTES * id.length, `${this.file}:${result.line}: the results so far`);
    const known = this.byId.get(id);
    const row = 'lane' in result ? result : null;
    if (known === undefined) {
      const whole = 'lane' in result ? null : result;
      this.byId.set(id, { whole, rows: row === null ? [] : [row], request: 0 });
    } else if (row === null) {
      throw this.error(
        result.line,
        'id',
        `${fileValue(result.id)} has a result on line ${known.whole!.line}, too, ${ONCE}`,
      );
    } else {
      known.rows.push(row);
    }
  }

  /**
   * The results of a request; null where there are none.
   *
   * @param place of the request
   * @throws TraceError if they are not those of its operation and of its active lanes, or an earlier request has its id
   */
  resultsOf(request: Request, shape: RequestShape, place: LinePlace): LaneResults | null {
    this.requests++;
    if (this.ids.length < LISTED) this.ids.push(JSON.stringify(request.id));
    const joined = this.byId.get(String(request.id));
    if (joined === undefined) return null;
    if (joined.request !== 0) {
      const problem = `${fileValue(request.id)} is the id of line ${joined.request}, too, and has a result`;
      throw new TraceError(place, 'id', `${problem}, expected ids that differ`);
    }
    joined.request = place.line;
    const { whole, rows } = joined;
    joined.rows = [];
    return whole === null ? this.ofRows(rows, request, shape) : this.ofLine(whole, request, shape);
  }

  /**
   * @param requests name of the request trace
   * @throws TraceError if a result belongs to no request
   */
  end(requests: string): void {
    for (const [id, { whole, rows, request }] of this.byId) {
      if (request !== 0) continue;
      const more = this.requests > LISTED ? ', ...' : '';
      const expected = this.requests === 0 ? 'requests there' : `one of ${this.ids.join(', ')}${more}`;
      const { line } = whole ?? rows[0];
      throw this.error(line, 'id', `${fileValue(whole?.id ?? id)} is no request of ${requests}, expected ${expected}`);
    }
  }

  private ofLine({ id, line, ...results }: RequestResult, request: Request, shape: RequestShape): LaneResults {
    const place = { file: this.file, line };
    const lanes = request.lanes.length;
    const field = results.texels === null ? 'footprint' : 'texel';
    const { length } = results.texels ?? results.footprints ?? [];
    if (length !== lanes) {
      const [is, other] = lanes === 1 ? ['has one lane', 'is that of a quad'] : ['is a quad', 'is that of one lane'];
      const problem = `${other}, expected "${resultField(field, lanes)}": request ${fileValue(id)} ${is}`;
      throw new TraceError(place, resultField(field, length), problem);
    }
    const wrong = formProblem(results, request.instruction, shape);
    if (wrong !== null) throw new TraceError(place, resultField(wrong.field, lanes), wrong.problem);
    if (lanes > 1) checkActiveLanes(results, request.active, place);
    return results;
  }

  private ofRows(rows: readonly LaneResult[], request: Request, shape: RequestShape): LaneResults {
    const lanes: (LaneResult | null)[] = request.lanes.map(() => null);
    const [{ line: first, tolerance }] = rows;
    for (const row of rows) {
      const lane = this.laneOf(row, request);
      const before = lanes[lane];
      if (before !== null) {
        const problem = `${row.lane ?? fileValue(request.id)} has a result on line ${before.line}, too, ${ONCE} and lane`;
        throw this.error(row.line, row.lane === null ? 'id' : 'lane', problem);
      }
      const wrong = formProblem(resultsOfLanes([row]), request.instruction, shape);
      if (wrong !== null) throw this.error(row.line, wrong.field === 'texel' ? 'r' : wrong.field, wrong.problem);
      if (row.tolerance !== tolerance) {
        const problem = `is ${row.tolerance ?? 'empty'}, expected ${tolerance ?? 'nothing'} as on line ${first}`;
        throw this.error(row.line, 'tolerance', `${problem}: a quad has one tolerance`);
      }
      lanes[lane] = row;
    }
    const missing = activeLanes(request).filter((lane) => lanes[lane] === null);
    if (missing.length > 0) {
      const problem = `${missing.join(', ')} of request ${fileValue(request.id)} has no row`;
      throw this.error(first, 'lane', `${problem}, expected one for each active lane`);
    }
    return { ...resultsOfLanes(lanes), ...(tolerance !== undefined && { tolerance }) };
  }

  private laneOf({ line, lane }: LaneResult, request: Request): number {
    const id = fileValue(request.id);
    if (request.lanes.length === 1) {
      if (lane === null || lane === 0) return 0;
      throw this.error(line, 'lane', `is ${lane}, expected 0 or nothing: request ${id} has one lane`);
    }
    if (lane === null) throw this.error(line, 'lane', `is missing, expected 0 to 3: request ${id} is a quad`);
    if ((request.active >> lane) & 1) return lane;
    const active = activeLanes(request);
    throw this.error(
      line,
      'lane',
      `is ${lane}, expected one of the active lanes of request ${id}: ${active.join(', ')}`,
    );
  }

  private error(line: number, field: ResultField, problem: string): TraceError {
    return new TraceError({ file: this.file, line }, this.names[field] ?? field, problem);
  }
}

const ONCE = 'expected one result for each request';

function activeLanes({ active, lanes }: Request): readonly number[] {
  return lanes.flatMap((_, l) => ((active >> l) & 1 ? [l] : []));
}

function resultsOfLanes(lanes: readonly (LaneResult | null)[]): LaneResults {
  return {
    texels: lanes.some((lane) => lane?.texel) ? lanes.map((lane) => lane?.texel ?? null) : null,
    ...(lanes.some((lane) => lane?.footprint !== undefined) && {
      footprints: lanes.map((lane) => lane?.footprint ?? null),
    }),
    ...(lanes.some((lane) => lane?.resident !== undefined) && {
      resident: lanes.map((lane) => lane?.resident ?? null),
    }),
  };
}
