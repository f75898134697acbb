import type { Attribution } from './attribution.ts';
import { ACTIVITIES, STAGES } from './stages.ts';

const ROW = ACTIVITIES.length;

/** Bits of one stage's activity in the word of all stages: stage s at bit s * ACTIVITY_BITS. */
export const ACTIVITY_BITS = 3;
const ACTIVITY_MASK = 2 ** ACTIVITY_BITS - 1;

/** The word when there was no cycle yet. */
const NONE = -1;

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

/** What one stage does over time, the newest last: stretch k begins at starts[k] and ends where the next one begins. */
export class Stretches {
  readonly starts: Float64Array;
  readonly activities: Uint8Array;
  count = 0;

  constructor(capacity: number) {
    this.starts = new Float64Array(capacity);
    this.activities = new Uint8Array(capacity);
  }

  get full(): boolean {
    return this.count === this.starts.length;
  }

  push(start: number, activity: number): void {
    this.starts[this.count] = start;
    this.activities[this.count++] = activity;
  }

  /** The stretch that a cycle lies in, which lies in stretch k or a later one. */
  seek(k: number, cycle: number): number {
    const { starts } = this;
    const last = this.count - 1;
    let at = k;
    while (at < last && starts[at + 1] <= cycle) at++;
    return at;
  }

  /** The cycle after the last of stretch k, Infinity while it goes on. */
  end(k: number): number {
    return k + 1 < this.count ? this.starts[k + 1] : Infinity;
  }

  dropFirst(stretches: number): void {
    if (stretches === 0) return;
    this.starts.copyWithin(0, stretches, this.count);
    this.activities.copyWithin(0, stretches, this.count);
    this.count -= stretches;
  }
}

/** Stretches of a stage beside those that lie within the latencies of the pipeline. */
const SPARE_STRETCHES = 256;

/** Counts what every stage does in every cycle. */
export class StageClock {
  private readonly counts = new Float64Array(STAGES.length * ROW);
  /** Of a stage. */
  private readonly stretches: readonly Stretches[];
  /** Of a stage: the cycle that it is counted up to. */
  private readonly counted = new Float64Array(STAGES.length);
  private readonly attribution: Attribution;
  private last = NONE;

  constructor(attribution: Attribution) {
    this.attribution = attribution;
    // A stretch is a cycle or longer, so no more than that are kept for the attribution.
    this.stretches = STAGES.map(() => new Stretches(attribution.reach + SPARE_STRETCHES));
  }

  /** @param word what every stage does from this cycle on, until the next call */
  record(cycle: number, word: number): void {
    if (word !== this.last) this.change(cycle, word);
  }

  private change(cycle: number, word: number): void {
    const { stretches } = this;
    let changed = word ^ this.last;
    for (let stage = 0; stage < STAGES.length; stage++, changed >>= ACTIVITY_BITS) {
      if ((changed & ACTIVITY_MASK) === 0) continue;
      if (stretches[stage].full) this.attribution.settle(stretches, cycle);
      if (this.last !== NONE) this.count(cycle, stage);
      stretches[stage].push(cycle, activityOf(word, stage));
    }
    this.last = word;
  }

  private count(cycle: number, stage: number): void {
    this.counts[stage * ROW + activityOf(this.last, stage)] += cycle - this.counted[stage];
    this.counted[stage] = cycle;
  }

  /** Accounts for every cycle before `cycle`. */
  settle(cycle: number): void {
    if (this.last === NONE) return;
    for (let stage = 0; stage < STAGES.length; stage++) this.count(cycle, stage);
    this.attribution.settle(this.stretches, cycle);
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
