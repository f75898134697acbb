import { statSync } from 'node:fs';
import type { Command } from 'commander';
import type { Design } from '../../../rtl-model/design/design.ts';
import { texelMemory } from '../../../rtl-model/memory/lay-out-images.ts';
import { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import type { AccessOutput } from '../../../traces/accesses/access-source.ts';
import type { TracedImage } from '../../../traces/accesses/image-table.ts';
import { EMPTY_TRACE, TraceError } from '../../../traces/encodings/trace-error.ts';
import {
  BinaryRequestWriter,
  fieldWithoutDescription,
  type NamedState,
} from '../../../traces/requests/encodings/request-binary.ts';
import { loadDesign } from '../../designs/load-design.ts';
import { AccessCapture } from '../../experiments/replay/capture.ts';
import { refusing } from '../../simulate/request-validity.ts';
import {
  accessesTo,
  type AccessOptions,
  openAccesses,
  requestLines,
  requestsTo,
  traceKind,
} from '../../inputs/files/trace-files.ts';
import { type AccessCommandOptions, accessOptions, addAccessOptions } from '../../inputs/options/table-options.ts';
import type { RunProgress } from '../../platform/progress.ts';
import { drive } from '../../platform/drive.ts';
import { conclude } from '../run/standard-output.ts';
import type { FileOutput } from '../../inputs/files/file-output.ts';
import { type OutputFiles, withOutputs } from '../../inputs/files/output-files.ts';
import { UsageError } from '../../inputs/files/usage-error.ts';
import { requestRecords, secondReading, survey } from '../../inputs/workloads/request-readings.ts';

interface ConvertOptions extends AccessCommandOptions {
  readonly accesses?: true;
  readonly design: string;
}

/** The steps of a conversion; it returns the number of records that it has written. */
type Conversion = AsyncGenerator<RunProgress, number>;

export function convertCommand(command: Command): Command {
  command
    .argument(
      '<trace>',
      'requests or texel accesses (traces/FORMAT.md): .jsonl, .parquet, .din, .csv, those of simulators, gzip or not',
    )
    .argument(
      '<out>',
      'where it goes: .jsonl, .jsonl.gz, .parquet, requests also .bin, accesses also .csv, .din, .dramsim3, .ramulator2, .gem5, .gz after it for gzip',
    )
    .option('--accesses', 'of requests: the texel accesses that they make, by the functional units of the design')
    .option(
      '--design <name|file>',
      'with --accesses and of .bin: preset or design file, whose limits hold',
      'full-quality',
    );
  return addAccessOptions(command)
    .addHelpText(
      'after',
      `
Examples:
  texunit convert texels.jsonl texels.parquet
  texunit convert accesses.csv.gz accesses.din --map address=addr,bytes=size
  texunit convert requests.jsonl texels.parquet --accesses --design mine.json`,
    )
    .action(run);
}

async function run(file: string, out: string, options: ConvertOptions): Promise<void> {
  await withOutputs({ inputs: [file, options.design], outputs: [out] }, async (files) => {
    const requests = (await traceKind(file)) === 'requests';
    const binary = /\.bin(\.gz)?$/i.test(out);
    if (!requests && binary) {
      throw new UsageError(`${file}: is no trace of requests, which .bin needs: .jsonl or .parquet (traces/FORMAT.md)`);
    }
    const steps = !requests
      ? copyAccesses(files, file, out, accessOptions(options))
      : options.accesses === true
        ? captureAccesses(files, file, out, loadDesign(options.design))
        : binary
          ? binaryRequests(files, file, out, loadDesign(options.design))
          : copyRequests(files, file, out);
    const records = await drive(steps, (progress) => progress);
    conclude(files, () => `${records} ${requests && options.accesses !== true ? 'lines' : 'accesses'}`);
  });
}

async function* copyAccesses(files: OutputFiles, file: string, out: string, options: AccessOptions): Conversion {
  const input = await openAccesses(file, options);
  const size = file === '-' ? Infinity : statSync(file).size;
  const output = accessOutput(files, out, input.images);
  let accesses = 0;
  for await (const batch of input.batches()) {
    output.write(batch);
    accesses += batch.count;
    yield { what: file, part: Math.min(1, input.bytesRead() / size) };
  }
  return accesses;
}

async function* copyRequests(files: OutputFiles, file: string, out: string): Conversion {
  const output = files.stream(out, requestsTo);
  let count = 0;
  for await (const lines of requestLines(file)) {
    for (const line of lines) output.write(`${line}\n`);
    count += lines.length;
    yield { what: file, part: 0 };
  }
  // The first line is the header.
  if (count <= 1) throw new TraceError({ file, line: 1 }, 'requests', EMPTY_TRACE);
  return count;
}

/** The requests for the program in C. */
async function* binaryRequests(files: OutputFiles, file: string, out: string, design: Design): Conversion {
  const { work } = yield* survey({ file, designs: [design], partial: false });
  const quads = new QuadBatch(1);
  const requests = async function* () {
    for await (const records of requestRecords(file)) {
      for (const record of records) {
        quads.count = 0;
        work.store(record, quads);
        if (record.kind === 'request') yield { ...record, state: quads.state[0] };
      }
    }
  };
  const states: NamedState[] = [];
  for await (const { state: number, id, line } of requests()) {
    if (number < states.length) continue;
    const state = work.states[number];
    const field = fieldWithoutDescription(state, work.images);
    if (field !== null) throw new TraceError({ file, line }, field, 'is not in the model in C');
    states.push({ state, id: `${id}` });
  }
  const start = ({ bytes }: FileOutput) => new BinaryRequestWriter(bytes, work.images, states, work.requests);
  const output = files.stream(out, start);
  for await (const { lanes } of requests()) output.write(quads, lanes.length);
  return work.requests;
}

async function* captureAccesses(files: OutputFiles, file: string, out: string, design: Design): Conversion {
  const { work } = yield* survey({ file, designs: [design], partial: false });
  const { images, imageNames, states } = work;
  const capture = refusing({ file, line: 1 }, 'image', () => {
    const memory = texelMemory(design, images);
    return new AccessCapture(design, memory, states, imageNames);
  });
  const output = accessOutput(files, out, capture.images);
  let accesses = 0;
  const take = (quads: QuadBatch) => {
    for (const batch of capture.accesses(quads)) {
      output.write(batch);
      accesses += batch.count;
    }
  };
  yield* secondReading(file, work, take);
  return accesses;
}

function accessOutput(files: OutputFiles, out: string, images: readonly TracedImage[]): AccessOutput {
  return files.stream(out, (output) => accessesTo(output, images));
}
