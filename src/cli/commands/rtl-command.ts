import { join } from 'node:path';
import { type Command, Option } from 'commander';
import type { Design } from '../../../rtl-model/design/design.ts';
import { QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import { TraceError } from '../../../traces/encodings/trace-error.ts';
import { loadDesign } from '../../designs/load-design.ts';
import { show } from '../../designs/schema-faults.ts';
import { RequestWork } from '../../experiments/replay/request-work.ts';
import type { UnitSampling } from '../../forms/parameters/unit-widths.ts';
import { directedRun } from '../../forms/rtl/directed-run.ts';
import { rtlFiles, RUN_FOLDER } from '../../forms/rtl/rtl-files.ts';
import {
  partsFor,
  rtlStates,
  type RtlStates,
  type RunFilesSink,
  stateWithoutRtl,
  writeRtlRun,
} from '../../forms/rtl/rtl-run.ts';
import { fieldsWithoutRtl } from '../../forms/rtl/without-rtl.ts';
import { type OutputFiles, withOutputs } from '../../inputs/files/output-files.ts';
import { STANDARD, UsageError } from '../../inputs/files/usage-error.ts';
import { countUpTo } from '../../inputs/options/option-values.ts';
import { conclude } from '../run/standard-output.ts';
import { traceImages } from '../../inputs/pictures/trace-image.ts';
import { requestRecords } from '../../inputs/workloads/request-readings.ts';

interface RtlOptions {
  readonly out: string;
  readonly requests?: string;
  readonly directed?: boolean;
  readonly states: number;
  readonly reductions?: boolean;
  readonly gathers?: boolean;
  readonly fetches?: boolean;
  readonly blocks?: boolean;
  readonly comparison?: boolean;
  readonly wide?: boolean;
  readonly float32?: boolean;
  readonly cubes?: boolean;
  readonly volumes?: boolean;
}

const DEFAULT_STATES = 16;
const MOST_STATES = 4096;
/** A bench takes some milliseconds for each. */
const MOST_REQUESTS = 1 << 20;

export function rtlCommand(command: Command): Command {
  return command
    .argument('<design>', 'preset or design file')
    .requiredOption('--out <folder>', 'where the files go')
    .option('--requests <file>', 'a request trace, which the bench runs (traces/FORMAT.md)')
    .addOption(
      new Option('--directed', 'a run at the corners of every register, with random quads after it').conflicts(
        'requests',
      ),
    )
    .option('--states <n>', 'texture states that the unit holds', countUpTo(MOST_STATES), DEFAULT_STATES)
    .option('--reductions', 'the unit also takes the least or the greatest texel (VkSamplerReductionMode min, max)')
    .option('--gathers', 'the unit also takes gathers (OpImageGather, gather4)')
    .option('--fetches', 'the unit also takes fetches (OpImageFetch, ld)')
    .option('--blocks', 'the unit also takes blocks of BC1 to BC5')
    .option(
      '--comparison',
      'the unit also compares depths of d16_unorm and d32_sfloat with a reference (compareEnable, sample_c)',
    )
    .option('--wide', 'the unit also takes components of 16 bits: UNORM, SNORM and halves')
    .option('--float32', 'the unit also takes floats of 32 bits')
    .option('--cubes', 'the unit also takes views of cubes and of arrays of cubes')
    .option('--volumes', 'the unit also takes views of 3D images')
    .addHelpText(
      'after',
      `
The unit has the plain path: 2D images and arrays, mip levels, anisotropy, five address modes, 8-bit and packed formats.
A design with a field that has no SystemVerilog is refused. With Verilator, "make run" in the folder runs the requests
of the trace, and compares results and cycles with the model (docs/rtl.md).

Examples:
  texunit rtl d3d11.3-synthesizable --out unit --directed
  texunit rtl mine.json --out unit --requests requests.jsonl`,
    )
    .action(run);
}

async function run(name: string, options: RtlOptions): Promise<void> {
  const { out, requests, directed, states, reductions = false, gathers = false, fetches = false } = options;
  const { blocks = false, comparison = false, wide = false, float32 = false, cubes = false, volumes = false } = options;
  const sampling = { reductions, gathers, fetches, blocks, comparison, wide, float32, cubes, volumes };
  const design = loadDesign(name);
  const lacks = fieldsWithoutRtl(design, sampling).map(
    ({ field, value, expected }) => `${field}: ${show(value)}, expected ${expected}`,
  );
  if (lacks.length > 0) throw new UsageError(`${name}: has no SystemVerilog: ${lacks.join('; ')}`);
  if (requests === STANDARD) throw new UsageError('--requests: is read twice, expected a file');
  const corners = directed ? directedRun(design, sampling) : null;
  const held = Math.max(states, corners?.states.length ?? 0);
  const sources = rtlFiles(design, held, sampling);
  const outputs = [...sources.keys()].map((file) => join(out, file));
  await withOutputs({ inputs: [name, requests], outputs }, async (files) => {
    const folder = join(out, RUN_FOLDER);
    let count: number | null = null;
    if (requests !== undefined) count = await writeRun(design, requests, folder, held, files, sampling);
    if (corners !== null) {
      count = corners.batch.count;
      const bound = rtlStates(design, corners.images, corners.states);
      writeRtlRun(design, bound, corners.batch, held, runFiles(folder, files), sampling);
    }
    for (const [file, text] of sources) files.whole(join(out, file), text);
    conclude(files, () => {
      const of = count === null ? '' : `, and a run of ${count} requests`;
      return `${design.name}: ${sources.size} files of the unit${of}`;
    });
  });
}

/** @returns the number of requests */
async function writeRun(
  design: Design,
  file: string,
  folder: string,
  held: number,
  files: OutputFiles,
  sampling: UnitSampling,
) {
  const work = new RequestWork(file, [design], traceImages(file, design.limits));
  /** The line of the first request of each state. */
  const lines: number[] = [];
  for await (const records of requestRecords(file)) {
    for (const record of records) {
      work.survey(record);
      if (work.requests > MOST_REQUESTS) {
        throw new UsageError(`${file}: has too many requests for a bench, expected ${MOST_REQUESTS} at most`);
      }
      while (lines.length < work.states.length) lines.push(record.line);
    }
  }
  const states = rtlStates(design, work.images, work.states);
  checkStates(states, lines, file, held, sampling);
  const quads = new QuadBatch(Math.max(1, work.requests));
  for await (const records of requestRecords(file)) for (const record of records) work.store(record, quads);
  writeRtlRun(design, states, quads, held, runFiles(folder, files), sampling);
  return work.requests;
}

function runFiles(folder: string, files: OutputFiles): RunFilesSink {
  return {
    text: (name) => files.text(join(folder, name)),
    bytes: (name, content) => files.whole(join(folder, name), content),
  };
}

/** @throws TraceError, UsageError when the unit does not take the states */
function checkStates(
  states: RtlStates,
  lines: readonly number[],
  file: string,
  held: number,
  sampling: UnitSampling,
): void {
  const without = stateWithoutRtl(states, sampling);
  if (without >= 0) {
    const options = partsFor(states.bindings[without], sampling).map((part) => `--${part}`);
    const expected =
      options.length === 0
        ? 'a sample of a 2D view with nearest or linear filters, an 8-bit or packed format, and weighted averages'
        : options.join(' ');
    throw new TraceError({ file, line: lines[without] }, 'request', `has no SystemVerilog, expected ${expected}`);
  }
  if (lines.length > held) {
    throw new UsageError(`${file}: has ${lines.length} texture states, expected --states ${lines.length}`);
  }
}
