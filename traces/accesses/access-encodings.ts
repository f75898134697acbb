import { JSON_LINES } from '../encodings/json-lines.ts';
import type { TraceInput } from '../encodings/trace-encoding.ts';
import type { AccessBatch } from './access-batch.ts';
import { CSV } from './access-csv.ts';
import { ACCESS_PARQUET } from './access-parquet.ts';
import {
  type AccessEncoding,
  type AccessReading,
  type AccessSource,
  oneBatch,
  parsedBatches,
} from './access-source.ts';
import { DIN } from './din.ts';
import { DRAMSIM3, RAMULATOR2 } from './access-lines.ts';
import { GEM5 } from './gem5.ts';
import { AccessLineWriter, TexelTraceObserver } from './texel-trace-writer.ts';
import { TexelTraceParser } from './texel-trace-parser.ts';

/** A line for each pass of a quad; of a run with a clock also the cycles and the taps that read nothing. */
const ACCESS_LINES = {
  ...JSON_LINES,
  read: readLines,
  write: ({ text }, images) => new AccessLineWriter(text, images),
  observe: (sink, taps) => new TexelTraceObserver(sink, taps),
} as const satisfies AccessEncoding;

/** The encodings of texel-access traces. Most texts look like CSV, which therefore follows the others. */
export const ACCESS_ENCODINGS = [ACCESS_LINES, DIN, DRAMSIM3, RAMULATOR2, GEM5, CSV, ACCESS_PARQUET] as const;
export type AccessEncodingName = (typeof ACCESS_ENCODINGS)[number]['name'];

/** Reads ahead into another batch until the header is there, which has the image table. */
async function readLines({ chunks, name }: TraceInput, options: AccessReading): Promise<AccessSource> {
  const parser = new TexelTraceParser(name, options);
  let lender = oneBatch();
  const batches = parsedBatches(chunks, parser, name, { next: () => lender.next() });
  const first = await batches.next();
  return {
    images: parser.images,
    total: null,
    batches: (to = lender) => {
      lender = to;
      return following(first, batches);
    },
  };
}

async function* following(
  first: IteratorResult<AccessBatch, void>,
  rest: AsyncGenerator<AccessBatch, void, void>,
): AsyncGenerator<AccessBatch, void, void> {
  try {
    if (first.done) return;
    yield first.value;
    yield* rest;
  } finally {
    await rest.return();
  }
}
