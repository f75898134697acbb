import type { Outcomes } from '../caches/lookup-levels.ts';

/** What happened in stretches of equal length, from the first look-up on. */
export interface Windows {
  /** Look-ups of a window; the last one may have fewer. */
  readonly lookupsEach: number;
  readonly lookups: readonly number[];
  readonly misses: readonly number[];
  /** Bytes that came from memory. */
  readonly bytes: readonly number[];
}

/**
 * Misses and bytes over the run, without knowing how long it will be: when all windows are full, each two become one and
 * windows are twice as long from then on.
 */
export class TimeLine {
  private readonly windows: number;
  private readonly misses: Float64Array;
  private readonly bytes: Float64Array;
  private lookups = 0;
  private lookupsEach = 1;
  private window = 0;
  /** Look-ups that the current window still takes. */
  private room = 1;

  /** @param windows at most, an even number; at least half of them are used once the run is as long */
  constructor(windows = 512) {
    this.windows = windows;
    this.misses = new Float64Array(windows);
    this.bytes = new Float64Array(windows);
  }

  /** The next `count` look-ups, and what they have found. */
  take(count: number, { missed, memoryBytes }: Outcomes): void {
    const { misses, bytes } = this;
    for (let n = 0; n < count; n++) {
      if (this.room === 0) this.next();
      this.room--;
      misses[this.window] += missed[n];
      bytes[this.window] += memoryBytes[n];
    }
    this.lookups += count;
  }

  result(): Windows {
    const { lookups, lookupsEach } = this;
    const used = Math.ceil(lookups / lookupsEach);
    return {
      lookupsEach,
      lookups: Array.from({ length: used }, (_, n) => Math.min(lookupsEach, lookups - n * lookupsEach)),
      misses: Array.from(this.misses.subarray(0, used)),
      bytes: Array.from(this.bytes.subarray(0, used)),
    };
  }

  private next(): void {
    if (++this.window === this.windows) {
      halve(this.misses);
      halve(this.bytes);
      this.window = this.windows / 2;
      this.lookupsEach *= 2;
    }
    this.room = this.lookupsEach;
  }
}

/** Adds each two entries up; what is left over at the end is zero. */
function halve(entries: Float64Array): void {
  const half = entries.length / 2;
  for (let n = 0; n < half; n++) entries[n] = entries[2 * n] + entries[2 * n + 1];
  entries.fill(0, half);
}
