/** Significant bits of a latency that are kept. Below 2^12 cycles a latency is exact. */
const BITS = 12;
const EXACT = 2 ** BITS;
const HALF = EXACT / 2;

/** Latency of quads from the front end to the result, in cycles. */
export type QuadLatency = Readonly<ReturnType<LatencyHistogram['summary']>>;

/** The most bins of a summary's histogram. */
const BINS = 64;

/**
 * Counts of latencies. Each latency below 2^12 cycles has a counter of its own. Above, latencies whose first 12 bits
 * are the same share one, so that percentiles are exact to one part in 2^11 in bounded memory.
 */
export class LatencyHistogram {
  private counts = new Float64Array(1024);
  private quads = 0;
  private sum = 0;
  private max = 0;

  add(cycles: number): void {
    const at = cycles < EXACT ? cycles : counterOf(cycles);
    if (at >= this.counts.length) this.grow(at);
    this.counts[at]++;
    this.quads++;
    this.sum += cycles;
    if (cycles > this.max) this.max = cycles;
  }

  /** Adds the latencies of another histogram. */
  merge({ counts, quads, sum, max }: LatencyHistogram): void {
    if (counts.length > this.counts.length) this.grow(counts.length - 1);
    for (let at = 0; at < counts.length; at++) this.counts[at] += counts[at];
    this.quads += quads;
    this.sum += sum;
    this.max = Math.max(this.max, max);
  }

  summary() {
    const { quads, sum, max } = this;
    return {
      mean: quads === 0 ? 0 : sum / quads,
      /** Percentiles: half of the quads took no longer than p50, 90 of 100 no longer than p90, and so on. */
      p50: this.percentile(50),
      p90: this.percentile(90),
      p99: this.percentile(99),
      max,
      /**
       * Quads that took from `from` to `to - 1` cycles: bins of one width, without a gap, from the least latency to the
       * most.
       */
      histogram: this.bins(),
    };
  }

  /**
   * The least latency that so many per cent of the quads did not exceed. A shared counter counts as its longest.
   */
  private percentile(percent: number): number {
    const { counts, quads, max } = this;
    let seen = 0;
    for (let at = 0; at < counts.length; at++) {
      seen += counts[at];
      if (seen > 0 && 100 * seen >= percent * quads) return Math.min(max, leastOf(at + 1) - 1);
    }
    return 0;
  }

  private bins(): readonly { readonly from: number; readonly to: number; readonly quads: number }[] {
    const { counts, quads, max } = this;
    if (quads === 0) return [];
    let first = 0;
    while (counts[first] === 0) first++;
    const least = leastOf(first);
    const width = Math.max(1, Math.ceil((max + 1 - least) / BINS));
    const bins = Array.from({ length: Math.ceil((max + 1 - least) / width) }, (_, n) => ({
      from: least + n * width,
      to: least + (n + 1) * width,
      quads: 0,
    }));
    for (let at = first; at < counts.length; at++) {
      if (counts[at] > 0) bins[Math.floor((leastOf(at) - least) / width)].quads += counts[at];
    }
    return bins;
  }

  private grow(at: number): void {
    const { counts } = this;
    this.counts = new Float64Array(2 ** Math.ceil(Math.log2(at + 1)));
    this.counts.set(counts);
  }
}

function counterOf(cycles: number): number {
  let halvings = 0;
  let kept = cycles;
  for (; kept > 0x7fff_ffff; kept = Math.floor(kept / 2)) halvings++;
  const dropped = 32 - Math.clz32(kept) - BITS;
  return (halvings + dropped) * HALF + (kept >>> dropped);
}

/** The least latency that a counter counts. */
function leastOf(counter: number): number {
  if (counter < EXACT) return counter;
  const dropped = Math.floor(counter / HALF) - 1;
  return (counter - dropped * HALF) * 2 ** dropped;
}
