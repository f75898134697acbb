import type { Outcomes } from '../caches/lookup-levels.ts';

/** Counts in windows of equal length, from the first look-up on. */
export type Windows = Readonly<ReturnType<TimeLine['result']>>;

/**
 * Misses and bytes over a run of unknown length. When all windows are full, pairs of windows are merged, and windows
 * are twice as long from then on.
 */
export class TimeLine {
  private readonly misses = new Float64Array(this.windows);
  private readonly bytes = new Float64Array(this.windows);
  private lookups = 0;
  private lookupsEach = 1;
  private window = 0;
  /** The number of look-ups for which the current window still has room. */
  private room = 1;

  /** @param windows the most windows, an even number; a run of at least as many look-ups uses at least half of them */
  constructor(private readonly windows = 512) {}

  /** Takes the next `count` look-ups with their outcomes. */
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

  result() {
    const { lookups, lookupsEach } = this;
    const used = Math.ceil(lookups / lookupsEach);
    return {
      /** Look-ups in a window; the last window may have fewer. */
      lookupsEach,
      lookups: Array.from({ length: used }, (_, n) => Math.min(lookupsEach, lookups - n * lookupsEach)),
      misses: Array.from(this.misses.subarray(0, used)),
      /** Bytes from memory. */
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

/** Merges pairs of entries; the second half becomes zero. */
function halve(entries: Float64Array): void {
  const half = entries.length / 2;
  for (let n = 0; n < half; n++) entries[n] = entries[2 * n] + entries[2 * n + 1];
  entries.fill(0, half);
}
