import { join } from 'node:path';
import type { Command } from 'commander';
import { cFiles } from '../../forms/c/c-files.ts';
import { loadDesign } from '../../designs/load-design.ts';
import { withOutputs } from '../../inputs/files/output-files.ts';
import { conclude } from '../run/standard-output.ts';

export function cCommand(command: Command): Command {
  return command
    .argument('<design>', 'preset or design file')
    .requiredOption('--out <folder>', 'where the files go')
    .addHelpText(
      'after',
      `
The model has the bits of texunit sample. Its states are made at run time, of images in the memory of the caller; what
it does not have is refused when a state is made (docs/c.md).

Examples:
  texunit c d3d11.3-minimum --out model && make -C model
  texunit c mine.json --out model`,
    )
    .action(run);
}

async function run(name: string, { out }: { readonly out: string }): Promise<void> {
  const design = loadDesign(name);
  const files = cFiles(design);
  await withOutputs({ inputs: [name], outputs: [...files.keys()].map((file) => join(out, file)) }, async (outputs) => {
    for (const [file, text] of files) outputs.whole(join(out, file), text);
    conclude(outputs, () => `${design.name}: ${files.size} files of the model`);
  });
}
