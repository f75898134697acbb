import { join } from 'node:path';
import type { Command } from 'commander';
import { texelMemory } from '../../../rtl-model/memory/lay-out-images.ts';
import { registersOfStates } from '../../../rtl-model/registers/state-registers.ts';
import { RequestWriter } from '../../../traces/requests/request-writer.ts';
import { fanOut } from '../../../traces/stages/observers.ts';
import { RegisterCheck } from '../../../traces/stages/register-check.ts';
import { Pipeline } from '../../../pipeline/pipeline.ts';
import { loadDesign } from '../../designs/load-design.ts';
import { DirectedRequests } from '../../forms/golden/directed-requests.ts';
import { FieldCorners } from '../../forms/golden/golden-field.ts';
import { GoldenVectors } from '../../forms/golden/golden-vectors.ts';
import { withOutputs } from '../../inputs/files/output-files.ts';
import { conclude } from '../run/standard-output.ts';

/** texunit golden */
export function goldenCommand(command: Command): Command {
  return command
    .argument('<design>', 'preset or design file')
    .requiredOption('--out <folder>', 'where the files go')
    .option('--directed', 'vectors at the corners of every register: the one kind that there is, with or without it')
    .addHelpText(
      'after',
      `
The inputs of each unit are at the ends of their registers and one step off them, at the ties of each rounding, at every
weight, code and entry of a table, at the edges of each wrap, and zeros, denormals, infinities and NaN. The files are those
of --golden; requests.jsonl has the requests that they come from, and corners.csv the corners that each field reaches
(docs/test-benches.md).

Example:
  texunit golden mine.json --out run/golden`,
    )
    .action(run);
}

async function run(name: string, { out }: { readonly out: string }): Promise<void> {
  await withOutputs({ inputs: [name], outputs: [] }, async (files) => {
    const design = loadDesign(name);
    const { images, states, batch } = new DirectedRequests(design);
    const memory = texelMemory(design, images);
    const vectors = new GoldenVectors(design, memory, states, (file) => files.text(join(out, file)));
    const named = images.map((source, n) => ({ name: `image${n}`, source }));
    new RequestWriter(files.text(join(out, 'requests.jsonl')), named, states).write(batch);
    vectors.take(batch);
    const registers = new RegisterCheck(registersOfStates(design, memory, states));
    const pipeline = new Pipeline(design, memory, states, () => {}, fanOut([registers, vectors]));
    pipeline.run(batch);
    pipeline.finish();
    const rows = vectors.units.flatMap(({ unit, corners }) => corners.map((field) => field.row(unit)));
    files.whole(join(out, 'corners.csv'), [FieldCorners.header, ...rows].join(''));
    conclude(files, () => `${design.name}: ${batch.count} requests of ${states.length} texture states`);
  });
}
