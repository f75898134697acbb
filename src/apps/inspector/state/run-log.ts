import { CAUSE, type Cause, CAUSES } from '../../../../pipeline/counters/causes.ts';
import { ACTIVITIES, ACTIVITY, STAGE, STAGES } from '../../../../pipeline/stages/stages.ts';
import { FIFO_STAGES } from '../../../../traces/stages/occupancy.ts';
import type { StageSlice, TimeWindow } from './time-window.ts';

/** Cycles of a piece of a log, and of its two kinds of bins. */
export const PIECE_CYCLES = 2 ** 14;
export const BIN_CYCLES = [2 ** 8, 2 ** 12] as const;

/** Cycles of the bins of a piece with detail that are made when columns ask for them, and the pieces whose bins are kept. */
const FINE_CYCLES = 2 ** 4;
const FINE_PIECES = 32;

/**
 * The first bits of an event word: the stages that took a quad or pass in; the stages of passes, from the address stage
 * on, whose pass is the last of its quad; the FIFOs that got an entry; the cause; the lines that were asked of memory.
 */
export const EVENT = { entered: 0, last: 8, left: 13, cause: 20, missed: 25 } as const;
/** The bits of what moves quads and passes. */
const MOVES = 2 ** EVENT.cause - 1;

/** Entries of the marks of a run: by stage the quad that it took in last, its pass, 1 if no pass of it follows; entries of FIFOs. */
const MARK = { quad: 0, pass: STAGES.length, last: 2 * STAGES.length, fifo: 3 * STAGES.length } as const;

/** The marks before the first cycle. */
export function firstMarks(): Float64Array {
  return new Float64Array(MARK.fifo + FIFO_STAGES.length).fill(-1, MARK.quad, MARK.pass).fill(1, MARK.last, MARK.fifo);
}

/** Entries of sums over cycles: cycles by stage s and activity a at s * ACTIVITIES.length + a, and by cause; levels. */
export const SUM = {
  activities: 0,
  causes: STAGES.length * ACTIVITIES.length,
  fifos: STAGES.length * ACTIVITIES.length + CAUSES.length,
  misses: STAGES.length * ACTIVITIES.length + CAUSES.length + FIFO_STAGES.length,
  size: STAGES.length * ACTIVITIES.length + CAUSES.length + FIFO_STAGES.length + 1,
} as const;

/** Consecutive cycles of a run: PIECE_CYCLES of them, from `number * PIECE_CYCLES` on; fewer at the end. */
export interface LogPiece {
  readonly number: number;
  readonly cycles: number;
  /** By cycle: the activity of stage s in four bits from 4s on; an EVENT word; lines on their way from memory. */
  readonly detail: {
    readonly activities: Uint32Array;
    readonly events: Uint32Array;
    readonly misses: Uint16Array;
  } | null;
  /** The marks before the first cycle. */
  readonly before: Float64Array;
  /** The quads that the front end takes in: x, y of lane 0, active lanes. */
  readonly places: Uint16Array;
  readonly active: Uint8Array;
  /** Sums of the cycles of each bin. */
  readonly bins: readonly [Float32Array, Float32Array];
}

/** When each stage works on quads: the entry of quad `first + n` and stage s is at n * STAGES.length + s. */
export interface QuadStays {
  readonly first: number;
  readonly count: number;
  /** The cycle in which the stage took the quad or its first pass in; NaN for none that is known. */
  readonly begin: Float64Array;
  /** The cycle after the last one of its work on the quad, as far as it is known; 0 for none. */
  readonly end: Float64Array;
}

/** Columns of `width` cycles, a power of two, from cycle `first` on, with the sums of each. */
export interface LogColumns {
  readonly first: number;
  readonly width: number;
  readonly count: number;
  readonly sums: Float32Array;
}

/** Changes the marks by what happens in a cycle. */
export function advance(marks: Float64Array, event: number): void {
  for (let s = 0; s < STAGES.length; s++) {
    if ((event >>> s) & 1) {
      const isLast = s < STAGE.address || s > STAGE.filter || ((event >>> (EVENT.last + s - STAGE.address)) & 1) === 1;
      if (marks[MARK.last + s] === 1) {
        marks[MARK.quad + s]++;
        marks[MARK.pass + s] = 0;
      } else marks[MARK.pass + s]++;
      marks[MARK.last + s] = isLast ? 1 : 0;
      // A quad is in the FIFO before the address stage until its last pass is taken in.
      if (s > 0 && (s !== STAGE.address || isLast)) marks[MARK.fifo + s - 1]--;
    }
    if (s < FIFO_STAGES.length && (event >>> (EVENT.left + s)) & 1) marks[MARK.fifo + s]++;
  }
}

/** Adds the cycles `from` to `to - 1` of a piece to the sums of columns of `width` cycles. @param first cycle of the columns, from the piece's */
export function addCycles(
  { detail, before }: Pick<LogPiece, 'detail' | 'before'>,
  from: number,
  to: number,
  sums: Float32Array | Float64Array,
  width = Infinity,
  first = 0,
): void {
  const { activities, events, misses } = detail!;
  const marks = before.slice();
  for (let at = 0; at < to; at++) {
    const event = events[at];
    if ((event & MOVES) !== 0) advance(marks, event);
    if (at < from) continue;
    const row = Math.floor((at - first) / width) * SUM.size;
    let did = activities[at];
    for (let stage = row; stage < row + SUM.causes; stage += ACTIVITIES.length) {
      sums[stage + (did & 15)]++;
      did >>>= 4;
    }
    sums[row + SUM.causes + causeAt(event)]++;
    for (let n = 0; n < FIFO_STAGES.length; n++) sums[row + SUM.fifos + n] += marks[MARK.fifo + n];
    sums[row + SUM.misses] += misses[at];
  }
}

function causeAt(event: number): number {
  return (event >>> EVENT.cause) & 31;
}

/** Adds the bins `from` to `to - 1`. @param rowOf the row of a bin's sums */
export function addBins(
  bins: Float32Array,
  from: number,
  to: number,
  sums: Float32Array | Float64Array,
  rowOf: (bin: number) => number,
): void {
  for (let bin = from; bin < to; bin++) {
    const row = rowOf(bin) * SUM.size;
    for (let n = 0; n < SUM.size; n++) sums[row + n] += bins[bin * SUM.size + n];
  }
}

/** The log of a run from cycle 0 on: what every stage does in every cycle, in pieces that come in while it runs. */
export class RunLog {
  private readonly pieces: LogPiece[] = [];
  private buffer = new Float32Array(0);
  private readonly fine = new Map<LogPiece, Float32Array>();
  /** The cycles that are known, and true if they are all of the run. */
  cycles = 0;
  ended = false;
  /** The most lines on their way at once, where detail is known. */
  mostMisses = 0;

  /** Takes a piece that follows the others, or the last one again with more cycles. */
  take(piece: LogPiece): void {
    this.pieces[piece.number] = piece;
    this.cycles = piece.number * PIECE_CYCLES + piece.cycles;
    this.mostMisses =
      piece.detail?.misses.reduce((most, count) => Math.max(most, count), this.mostMisses) ?? this.mostMisses;
  }

  /** True if every cycle of a window is known by itself. */
  hasDetail(from: number, to: number): boolean {
    return this.piecesIn(from, to).every(({ detail }) => detail !== null);
  }

  /** The stages in the cycles `from` to `to - 1`, all of which have detail; fewer where the run ends before. */
  window(from: number, to: number): TimeWindow {
    const end = Math.max(from, Math.min(to, this.cycles));
    const slices: StageSlice[] = [];
    const fifos = FIFO_STAGES.map((stage) => ({ stage, levels: [] as [number, number][] }));
    const [misses, missed]: [[number, number][], number[]] = [[], []];
    const causes: { cause: Cause; from: number; to: number }[] = [];
    /** By stage, the slice that has not ended. */
    const open: StageSlice[] = [];
    const close = (s: number, cycle: number) => open[s] && slices.push({ ...open[s], to: cycle });
    let oldest = 0;
    let marks = firstMarks();
    for (const { number, detail, before } of this.piecesIn(from, end)) {
      const start = number * PIECE_CYCLES;
      const { activities, events, misses: counts } = detail!;
      marks = before.slice();
      for (let at = 0; at < Math.min(end - start, events.length); at++) {
        const cycle = start + at;
        const event = events[at];
        if (cycle === from) oldest = Math.max(0, marks[MARK.quad + STAGE.result]);
        if ((event & MOVES) !== 0) advance(marks, event);
        if (cycle < from) continue;
        for (let s = 0; s < STAGES.length; s++) {
          const activity = ACTIVITIES[(activities[at] >>> (4 * s)) & 15];
          const isBusy = activity === 'busy';
          if (activity === open[s]?.activity && !(isBusy && (event >>> s) & 1)) continue;
          close(s, cycle);
          const work = isBusy ? { quad: marks[MARK.quad + s], pass: marks[MARK.pass + s] } : null;
          open[s] = { stage: STAGES[s], from: cycle, to: end, activity, work };
        }
        fifos.forEach(({ levels }, n) => step(levels, cycle, marks[MARK.fifo + n]));
        step(misses, cycle, counts[at]);
        for (let n = event >>> EVENT.missed; n > 0; n--) missed.push(cycle);
        const cause = CAUSES[causeAt(event)];
        const last = causes.at(-1);
        if (last?.cause === cause) last.to = cycle + 1;
        else causes.push({ cause, from: cycle, to: cycle + 1 });
      }
    }
    STAGES.forEach((_, s) => close(s, end));
    const quads = new Map<number, { x: number; y: number; active: number }>();
    for (let quad = oldest; quad <= marks[MARK.quad + STAGE.frontEnd]; quad++) quads.set(quad, this.placeOf(quad));
    return { from, to: end, slices, fifos, misses, missed, causes, quads };
  }

  /** The quads that are in the pipeline in the cycles `from` to `to - 1`, which have detail, and some before them. */
  stays(from: number, to: number): QuadStays {
    const pieces = this.piecesIn(Math.max(0, from - PIECE_CYCLES), Math.min(to, this.cycles));
    const known = pieces.filter(({ detail }) => detail !== null);
    const oldest = known.length === 0 ? firstMarks() : known[0].before;
    const first = Math.max(0, oldest[MARK.quad + STAGE.result]);
    const inside = oldest[MARK.quad + STAGE.frontEnd] + 1 - first;
    const count = known.reduce((sum, { active }) => sum + active.length, inside);
    const begin = new Float64Array(count * STAGES.length).fill(NaN);
    const end = new Float64Array(count * STAGES.length);
    for (const { number, before, detail } of known) {
      const { activities, events } = detail!;
      const marks = before.slice();
      for (let at = 0; at < events.length && number * PIECE_CYCLES + at < to; at++) {
        const [cycle, event] = [number * PIECE_CYCLES + at, events[at]];
        if ((event & MOVES) !== 0) advance(marks, event);
        for (let s = 0; s < STAGES.length; s++) {
          const place = (marks[MARK.quad + s] - first) * STAGES.length + s;
          if ((event >>> s) & 1 && marks[MARK.pass + s] === 0) begin[place] = cycle;
          if (((activities[at] >>> (4 * s)) & 15) === ACTIVITY.busy) end[place] = cycle + 1;
        }
      }
    }
    return { first, count, begin, end };
  }

  /**
   * About `most` columns that have the cycles `from` to `to - 1`: one more, or fewer where detail is missing. They hold until
   * the next call.
   */
  columns(from: number, to: number, most: number): LogColumns {
    const last = Math.min(to, this.cycles);
    let width = this.hasDetail(from, last) ? 1 : BIN_CYCLES[0];
    while (last - from > most * width) width *= 2;
    const first = Math.floor(from / width) * width;
    const count = Math.max(0, Math.ceil((last - first) / width));
    if (this.buffer.length < count * SUM.size) this.buffer = new Float32Array(count * SUM.size);
    const sums = this.buffer.subarray(0, count * SUM.size).fill(0);
    const end = Math.min(first + count * width, this.cycles);
    const bin = [BIN_CYCLES[1], BIN_CYCLES[0], FINE_CYCLES].find((cycles) => cycles <= width) ?? 0;
    for (const piece of this.piecesIn(first, end)) {
      const start = piece.number * PIECE_CYCLES;
      const [begin, stop] = [Math.max(first - start, 0), Math.min(end - start, piece.cycles)];
      if (bin === 0) {
        addCycles(piece, begin, stop, sums, width, first - start);
        continue;
      }
      const bins = bin === FINE_CYCLES ? this.fineBins(piece) : piece.bins[bin === BIN_CYCLES[0] ? 0 : 1];
      const rowOf = (n: number) => Math.floor((start + n * bin - first) / width);
      addBins(bins, begin / bin, Math.ceil(stop / bin), sums, rowOf);
    }
    return { first, width, count, sums };
  }

  /** The sums of the cycles `from` to `to - 1`; null where a piece that is not whole in it has no detail. */
  sums(from: number, to: number): Float64Array | null {
    const sums = new Float64Array(SUM.size);
    for (const piece of this.piecesIn(from, to)) {
      const start = piece.number * PIECE_CYCLES;
      const [begin, stop] = [Math.max(0, from - start), Math.min(piece.cycles, to - start)];
      if (begin === 0 && stop === piece.cycles) {
        addBins(piece.bins[1], 0, piece.bins[1].length / SUM.size, sums, () => 0);
      } else if (piece.detail === null) return null;
      else addCycles(piece, begin, stop, sums);
    }
    return sums;
  }

  /** The first cycle after another in which a line is asked of memory; undefined for none that is known. */
  nextMiss(after: number): number | undefined {
    for (const { number, detail } of this.piecesIn(after + 1, this.cycles)) {
      const start = number * PIECE_CYCLES;
      const found = detail?.events.findIndex((event, at) => start + at > after && event >>> EVENT.missed > 0) ?? -1;
      if (found >= 0) return start + found;
    }
    return undefined;
  }

  /** Pixel of lane 0 and active lanes of a quad that has entered the front end. */
  placeOf(quad: number) {
    const { pieces } = this;
    let [low, high] = [0, pieces.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (pieces[middle].before[MARK.quad + STAGE.frontEnd] < quad) low = middle;
      else high = middle;
    }
    const { before, places, active } = pieces[low];
    const n = quad - before[MARK.quad + STAGE.frontEnd] - 1;
    return { x: places[2 * n], y: places[2 * n + 1], active: active[n] };
  }

  /** The bins of FINE_CYCLES of a piece with detail. */
  private fineBins(piece: LogPiece): Float32Array {
    const { fine } = this;
    const kept = fine.get(piece);
    if (kept !== undefined) return kept;
    const bins = new Float32Array(Math.ceil(piece.cycles / FINE_CYCLES) * SUM.size);
    addCycles(piece, 0, piece.cycles, bins, FINE_CYCLES);
    fine.set(piece, bins);
    if (fine.size > FINE_PIECES) fine.delete(fine.keys().next().value!);
    return bins;
  }

  private piecesIn(from: number, to: number): readonly LogPiece[] {
    return from < to ? this.pieces.slice(Math.floor(from / PIECE_CYCLES), Math.ceil(to / PIECE_CYCLES)) : [];
  }
}

function step(steps: [number, number][], cycle: number, value: number): void {
  if (steps.at(-1)?.[1] !== value) steps.push([cycle, value]);
}

/** Cycles by cause of some sums, the causes in their order, without those of no cycle. */
export function causesOf(sums: Float32Array | Float64Array, column = 0): readonly (readonly [Cause, number])[] {
  const count = (cause: Cause) => sums[column * SUM.size + SUM.causes + CAUSE[cause]];
  return CAUSES.filter((cause) => count(cause) > 0).map((cause) => [cause, count(cause)] as const);
}
