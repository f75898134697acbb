import { LatencyHistogram } from './latency-histogram.ts';

const COUNTS = [
  'quads',
  'pixels',
  'passes',
  'samples',
  'taps',
  'lookups',
  'tagReads',
  'reads',
  'misses',
  'memoryBytes',
] as const;

/** The sum of records, field by field. */
export function sumOfRecords<T extends { readonly [Field in keyof T]: number }>(records: readonly T[]): T {
  const total = { ...records[0] };
  for (const record of records.slice(1))
    for (const field in record) total[field] = (total[field] + record[field]) as T[typeof field];
  return total;
}

/** Totals of a run beside the stages' cycles. */
export class Statistics {
  quads = 0;
  pixels = 0;
  passes = 0;
  samples = 0;
  taps = 0;
  lookups = 0;
  /** Reads of tags on the tag ports: look-ups that share one make one, and a read of data that takes a look-up another. */
  tagReads = 0;
  /** Reads on the ports of the data store. */
  reads = 0;
  misses = 0;
  memoryBytes = 0;
  readonly latency = new LatencyHistogram();

  /** Adds the counts of another unit. */
  add(other: Statistics): void {
    for (const count of COUNTS) this[count] += other[count];
    this.latency.merge(other.latency);
  }

  totals() {
    return {
      quads: this.quads,
      /** Active lanes of these quads: the pixels. */
      pixels: this.pixels,
      passes: this.passes,
      /** Point and bilinear samples over all lanes, and texels that they tap. */
      samples: this.samples,
      taps: this.taps,
      tagReads: this.tagReads,
      cache: { lookups: this.lookups, hits: this.lookups - this.misses, misses: this.misses },
      /** Bytes read from memory. */
      memoryBytes: this.memoryBytes,
      latency: this.latency.summary(),
    };
  }
}
