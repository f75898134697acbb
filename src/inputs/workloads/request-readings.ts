import type { Design } from '../../../rtl-model/design/design.ts';
import { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { RequestReader } from '../../../traces/requests/request-reader.ts';
import type { RequestRecord } from '../../../traces/requests/request-trace.ts';
import { TraceError } from '../../../traces/encodings/trace-error.ts';
import { RequestWork } from '../../experiments/replay/request-work.ts';
import { inputName } from '../files/file-input.ts';
import { requestLines } from '../files/trace-files.ts';
import type { RunProgress } from '../../platform/progress.ts';
import { traceImages } from '../pictures/trace-image.ts';

/** A trace that is replayed, and what happens when it is faulty. */
export interface Replayed {
  /** A file, or - for standard input. */
  readonly file: string;
  readonly designs: readonly Design[];
  /** True if the records before a fault count. */
  readonly partial: boolean;
}

/** Reads the whole trace for what its requests work on. */
export async function* survey({ file, designs, partial }: Replayed) {
  const work = new RequestWork(file, designs, traceImages(file, smallestLimits(designs)));
  const fault = yield* untilFault(partial, async function* () {
    for await (const records of requestRecords(file)) {
      for (const record of records) work.survey(record);
      yield { what: `reading ${file}`, part: 0 };
    }
  });
  return { work, fault };
}

/** Reads it again for the requests, in batches. @param run takes a batch, which is used again */
export async function* secondReading(file: string, work: RequestWork, run: (batch: QuadBatch) => void | Promise<void>) {
  const batch = new QuadBatch();
  let left = work.requests;
  const flush = async (): Promise<RunProgress> => {
    await run(batch);
    batch.count = 0;
    return { what: file, part: 1 - left / Math.max(1, work.requests) };
  };
  for await (const records of requestRecords(file)) {
    for (const record of records) {
      if (left === 0) break;
      if (record.kind === 'request') left--;
      work.store(record, batch);
      if (batch.full) yield await flush();
    }
    if (left === 0) break;
  }
  if (batch.count > 0) yield await flush();
}

/** The records of a request trace, as many together as a chunk of the file completes. */
export async function* requestRecords(file: string): AsyncGenerator<readonly RequestRecord[], void, void> {
  const reader = new RequestReader(inputName(file));
  for await (const lines of requestLines(file)) {
    const records: RequestRecord[] = [];
    let fault: unknown = null;
    for (const line of lines) {
      try {
        const record = reader.read(line);
        if (record !== null) records.push(record);
      } catch (error) {
        fault = error;
        break;
      }
    }
    yield records;
    if (fault !== null) throw fault;
  }
  reader.endFilled();
}

/** Steps on to the end, or, where partial results count, to the fault, which it returns. */
export async function* untilFault(
  partial: boolean,
  steps: () => AsyncGenerator<RunProgress, void>,
): AsyncGenerator<RunProgress, TraceError | null> {
  try {
    yield* steps();
    return null;
  } catch (error) {
    if (partial && error instanceof TraceError) return error;
    throw error;
  }
}

/** A picture must suit all designs. */
function smallestLimits(designs: readonly Design[]): Design['limits'] {
  return designs.reduce(
    (least, { limits }) => (limits.maxImageDimension2D < least.maxImageDimension2D ? limits : least),
    designs[0].limits,
  );
}
