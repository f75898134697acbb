import type { Attribution } from './attribution.ts';
import { ACTIVITIES, STAGES } from './stages.ts';

const ROW = ACTIVITIES.length;

/** Bits of one stage's activity in the word of all stages: stage s at bit s * ACTIVITY_BITS. */
export const ACTIVITY_BITS = 3;
const ACTIVITY_MASK = 2 ** ACTIVITY_BITS - 1;

/** The word when there was no cycle yet. */
const NONE = -1;

/** Stretches beside those that lie within the latencies of the pipeline. */
const SPARE_STRETCHES = 1024;

/** What the stages do in a cycle, as one number. */
export function wordOf(
  frontEnd: number,
  lod: number,
  address: number,
  tag: number,
  data: number,
  decode: number,
  filter: number,
  result: number,
): number {
  const early = frontEnd | (lod << 3) | (address << 6) | (tag << 9);
  return early | (data << 12) | (decode << 15) | (filter << 18) | (result << 21);
}

/** The activity of a stage in a word of all stages. */
export function activityOf(word: number, stage: number): number {
  return (word >> (stage * ACTIVITY_BITS)) & ACTIVITY_MASK;
}

/**
 * Cycles in which every stage did the same, the newest last: stretch k begins at starts[k] and ends where the next one
 * begins.
 */
export class Stretches {
  readonly starts: Float64Array;
  readonly words: Int32Array;
  count = 0;

  constructor(capacity: number) {
    this.starts = new Float64Array(capacity);
    this.words = new Int32Array(capacity);
  }

  get full(): boolean {
    return this.count === this.starts.length;
  }

  push(start: number, word: number): void {
    this.starts[this.count] = start;
    this.words[this.count++] = word;
  }

  /** The cycle after the last of stretch k, when all of them end with `cycle`. */
  end(k: number, cycle: number): number {
    return k + 1 < this.count ? this.starts[k + 1] : cycle;
  }

  dropFirst(stretches: number): void {
    this.starts.copyWithin(0, stretches, this.count);
    this.words.copyWithin(0, stretches, this.count);
    this.count -= stretches;
  }
}

/** Counts what every stage does in every cycle. */
export class StageClock {
  private readonly counts = new Float64Array(STAGES.length * ROW);
  private readonly stretches: Stretches;
  private readonly attribution: Attribution;
  private last = NONE;
  /** Stretches before this one are counted. */
  private counted = 0;

  constructor(attribution: Attribution) {
    this.attribution = attribution;
    // A stretch is a cycle or longer, so no more than that are kept for the attribution.
    this.stretches = new Stretches(attribution.reach + SPARE_STRETCHES);
  }

  /** @param word what every stage does from this cycle on, until the next call */
  record(cycle: number, word: number): void {
    if (word !== this.last) this.change(cycle, word);
  }

  private change(cycle: number, word: number): void {
    if (this.stretches.full) this.settle(cycle);
    this.stretches.push(cycle, word);
    this.last = word;
  }

  /** Accounts for every cycle before `cycle`. */
  settle(cycle: number): void {
    const { stretches, counts } = this;
    for (let k = this.counted; k < stretches.count; k++) {
      const cycles = stretches.end(k, cycle) - stretches.starts[k];
      const word = stretches.words[k];
      for (let stage = 0; stage < STAGES.length; stage++) counts[stage * ROW + activityOf(word, stage)] += cycles;
    }
    stretches.dropFirst(this.attribution.settle(stretches, cycle));
    this.counted = stretches.count;
    this.last = NONE;
  }

  /** Cycles by stage and activity, as far as they are settled: stage s and activity a at s * ACTIVITIES.length + a. */
  get totals(): Float64Array {
    return this.counts;
  }
}

/** Numbers of the stages and activities, as the counters index them. */
export const STAGE = numbered(STAGES);
export const ACTIVITY = numbered(ACTIVITIES);

function numbered<Name extends string>(names: readonly Name[]): Readonly<Record<Name, number>> {
  const numbers = {} as Record<Name, number>;
  names.forEach((name, n) => {
    numbers[name] = n;
  });
  return numbers;
}
