import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { TEXEL_FORMATS } from '../../rtl-model/formats/texel-formats.ts';
import { layOutImages } from '../../rtl-model/memory/lay-out-images.ts';
import { QUAD_LANES, QuadBatch } from '../../rtl-model/registers/quad-batch.ts';
import { wholeView } from '../../rtl-model/state/image-view.ts';
import { DEFAULT_SAMPLER } from '../../rtl-model/state/sampler.ts';
import { TextureUnit } from '../../rtl-model/texture-unit.ts';
import { loadDesign } from '../../src/designs/load-design.ts';
import type { PeerState } from './peer-states.ts';

/** The lanes of one call of the model. */
const BATCH_LANES = 16_384;

/** The task that a peer reads from its file: a state, and the paths of inputs and results, files of float32. */
interface PeerTask extends PeerState {
  readonly count: number;
  readonly inputs: string;
  readonly results: string;
}

/*
 * The model as vulkan-peer runs a device: a process that prints its name, samples all coordinates of the state for each
 * line of its input and prints the processor time in seconds. At the end of the input it writes the results.
 */
const [designName, file] = process.argv.slice(2);
const task = JSON.parse(readFileSync(file, 'utf8')) as PeerTask;
const design = loadDesign(designName);
const { image, view, sampler, instruction, operands, count } = task;
const levels = image.levels.map((level) => new Uint8Array(Buffer.from(level, 'base64')));
const source = { ...image, format: TEXEL_FORMATS.get(image.format)!, levels };
const memory = layOutImages([source], 'linear');
const state = {
  image: 0,
  view: { ...wholeView(memory.images[0]), ...view },
  sampler: { ...DEFAULT_SAMPLER, ...sampler },
  instruction,
};
const unit = new TextureUnit(design, memory, [state]);

const inputs = new Float32Array(new Uint8Array(readFileSync(task.inputs)).buffer);
/** The operands, each in an array of its own as in a batch. */
const columns = operands.map((_, at) =>
  Float32Array.from({ length: count }, (_, n) => inputs[operands.length * n + at]),
);
const batch = new QuadBatch(BATCH_LANES / QUAD_LANES);
batch.active.fill(0b1111);
const results = new Float32Array(4 * count);

/** Processor time of all calls, seconds. The time to fill the batch is left out, as an upload is. */
function sampleAll(): number {
  let microseconds = 0;
  for (let first = 0; first < count; first += BATCH_LANES) {
    const end = Math.min(count, first + BATCH_LANES);
    columns.forEach((column, at) => batch[operands[at]].set(column.subarray(first, end)));
    batch.count = (end - first) / QUAD_LANES;
    const into = results.subarray(4 * first, 4 * end);
    const start = process.cpuUsage();
    unit.sample(batch, into);
    const { user, system } = process.cpuUsage(start);
    microseconds += user + system;
  }
  return microseconds / 1e6;
}

console.log(design.name);
for await (const _ of createInterface({ input: process.stdin })) console.log(sampleAll());
writeFileSync(task.results, results);
