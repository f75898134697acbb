import type { Design } from '../../rtl-model/design/design.ts';
import type { TextureState } from '../../rtl-model/state/texture-state.ts';
import { RequestReader } from '../../traces/requests/request-reader.ts';
import type { PictureLoader } from '../../traces/requests/request-tables.ts';
import { QUAD_LANES } from '../../rtl-model/registers/quad-batch.ts';
import type { TexelMemory } from '../../rtl-model/memory/lay-out-images.ts';
import type { Request, RequestId, RequestRecord } from '../../traces/requests/request-trace.ts';
import type { ResultJoin } from '../../traces/results/result-join.ts';
import { type LaneAnswer, type Result, resultOf } from '../../traces/requests/lane-results.ts';
import { RequestSampler } from '../simulate/request-sampler.ts';
import { MeasuredRequests, type MeasuredTrace } from '../checker/judge/measured-trace.ts';
import type { UndefinedPolicy } from '../validity/undefined-policy.ts';
import { MemoryBudget } from '../../traces/encodings/memory-budget.ts';
import type { Answered } from './explain.ts';
import { laneAt, pixelOf } from './quad-pixels.ts';
import { RequestWatch } from './request-watch.ts';

/** The request of a trace that is to be explained: the first that is all of this, or the first of all. */
export interface RequestChoice {
  /** Its id as text. */
  readonly id?: string;
  /** x, y: one of its active lanes is at this pixel. */
  readonly pixel?: readonly [number, number];
}

/** Requests beside the chosen one that are listed. */
const MOST_OTHERS = 8;
/** Bytes that a record takes, at most, without the texels of its images. */
const RECORD_BYTES = 2 ** 11;

/**
 * Carries out a trace, line by line, up to the request that is to be explained: those before it fill the cache and write
 * images.
 */
export class TraceToExplain {
  private readonly reader: RequestReader;
  private readonly sampler: RequestSampler;
  private readonly watch = new RequestWatch();
  private request: Request | undefined;
  private result: Result | undefined;
  private memory: TexelMemory | undefined;
  private states: readonly TextureState[] = [];
  /** The lines on which the right results of the request depend, and the request. */
  private readonly records: RequestRecord[] = [];
  /** The header, and those lines. */
  private readonly texts: string[] = [];
  /** The first requests after the chosen one that cover the pixel, too. */
  private readonly others: RequestId[] = [];
  private readonly budget = new MemoryBudget();
  /** The pixels of all requests: least x and y, largest x and y. */
  private readonly covered = [Infinity, Infinity, -Infinity, -Infinity];

  /**
   * @param name of the trace, for messages
   * @param join captured results from another file, which replace those in the trace
   */
  constructor(
    private readonly design: Design,
    private readonly name: string,
    private readonly choice: RequestChoice,
    private readonly load: PictureLoader,
    policy: UndefinedPolicy,
    private readonly join: ResultJoin | null = null,
  ) {
    this.reader = new RequestReader(name);
    const sink = (answer: LaneAnswer) => (this.result = resultOf(answer));
    const { watch } = this;
    this.sampler = new RequestSampler(withOneUnit(design), 'cycle', name, this.load, sink, policy, {
      observer: watch,
      onUnit: (memory, states) => {
        this.memory = memory;
        this.states = states;
        watch.restart();
      },
    });
  }

  /**
   * @returns true if no later line counts: the request has been found, and it was not chosen by its pixel
   * @throws TraceError as RequestReader and RequestSampler
   */
  take(line: string): boolean {
    const record = this.reader.read(line);
    if (this.texts.length === 0 && line.trim() !== '') this.texts.push(line);
    if (record === null) return false;
    const found = record.kind === 'request' && this.isChosen(record);
    if (this.request !== undefined) {
      if (found && this.others.length < MOST_OTHERS) this.others.push(record.id);
      return false;
    }
    if (found || record.kind !== 'request' || record.instruction.op === 'write') this.keep(record, line);
    this.watch.watching = found;
    this.sampler.take(record);
    if (found) this.request = record;
    return found && this.choice.pixel === undefined;
  }

  /**
   * Runs the pipeline until the request is through.
   *
   * @returns null when the trace does not have it: `absence` says why
   * @throws TraceError when the trace has no header, or no request
   */
  answer(): Answered | null {
    if (this.request === undefined) {
      this.reader.endFilled();
      return null;
    }
    this.sampler.flush();
    const { design, memory, states, request, result, others } = this;
    const quad = this.watch.last;
    if (memory === undefined || result === undefined || quad === undefined)
      throw new Error('the request has no result');
    const lane =
      this.choice.pixel === undefined
        ? ([0, 1, 2, 3].find((each) => isActive(request, each)) ?? 0)
        : laneAt(this.choice.pixel, request.x, request.y, request.active)!;
    const waits = this.watch.waitsOf(quad, design.pipeline);
    const measured = this.measured(request);
    return { design, memory, states, request, quad, waits, result, lane, others, measured };
  }

  private keep(record: RequestRecord, text: string): void {
    this.budget.take(RECORD_BYTES, `${this.name}:${record.line}: the lines that the request depends on`);
    this.records.push(record);
    this.texts.push(text);
  }

  private measured(request: Request): MeasuredTrace | null {
    if (request.results === null && this.join === null) return null;
    const requests = new MeasuredRequests(this.name, this.load, this.join);
    for (const record of this.records) requests.add(record);
    const trace = requests.end();
    return trace.requests.at(-1)!.results === null ? null : trace;
  }

  /** A trace, JSON Lines, that has the request alone; null where it needs requests before it, or files. */
  get alone(): string | null {
    const requests = this.records.filter(({ kind }) => kind === 'request');
    const needsFiles = this.records.some((record) => record.kind === 'image' && 'file' in record.source);
    return requests.length > 1 || needsFiles ? null : this.texts.join('\n');
  }

  /** Why the trace does not have the request, in a line. */
  get absence(): string {
    const { name, choice, covered } = this;
    const { id, pixel } = choice;
    if (pixel === undefined) return `${name}: holds no request "${id}"`;
    const [left, top, right, bottom] = covered;
    if (right - left < 2 && bottom - top < 2 && left === 0 && top === 0) {
      return `${name}: its requests have no pixels, expected "pixel" in them, as simulate --requests writes it`;
    }
    const which = id === undefined ? 'no request covers' : `no request "${id}" covers`;
    return `${name}: ${which} the pixel ${pixel.join()}, expected one from ${left},${top} to ${right},${bottom}`;
  }

  private isChosen(request: Request): boolean {
    const { id, pixel } = this.choice;
    if (pixel !== undefined) this.cover(request);
    const covers = pixel === undefined || laneAt(pixel, request.x, request.y, request.active) !== null;
    return covers && (id === undefined || String(request.id) === id);
  }

  private cover(request: Request): void {
    for (let lane = 0; lane < QUAD_LANES; lane++) {
      if (!isActive(request, lane)) continue;
      const [x, y] = pixelOf(request, lane);
      const [left, top, right, bottom] = this.covered;
      Object.assign(this.covered, [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)]);
    }
  }
}

function isActive({ active }: Request, lane: number): boolean {
  return ((active >> lane) & 1) === 1;
}

/** The design with one unit, whose stages can be watched. Results don't depend on the number of units. */
export function withOneUnit({ pipeline, ...design }: Design): Design {
  return { ...design, pipeline: { ...pipeline, units: { ...pipeline.units, count: 1, distribution: 'tiles' } } };
}
