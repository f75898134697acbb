import type { Command } from 'commander';
import { loadDesign } from '../../designs/load-design.ts';
import { PRESETS } from '../../designs/presets.ts';

/** texunit designs */
export function designsCommand(command: Command): Command {
  return command
    .option('--show <design>', 'a preset, or a design file whose "extends" is to be resolved, as JSON')
    .addHelpText(
      'after',
      `
A design file is JSON. The simplest names a preset and gives only what differs:

  { "extends": "full-quality", "name": "small cache", "cache": { "sets": 8 } }

Editors complete and check it when it starts with "$schema": "node_modules/texunit/src/designs/design.schema.json".

Examples:
  texunit designs
  texunit designs --show d3d11.3-minimum > mine.json`,
    )
    .action(({ show }: { show?: string }) => {
      process.stdout.write(show === undefined ? list() : `${JSON.stringify(loadDesign(show), null, 2)}\n`);
    });
}

function list(): string {
  const width = Math.max(...[...PRESETS.keys()].map((name) => name.length));
  return [...PRESETS.values()].map(({ name, description }) => `${name.padEnd(width)}  ${description}\n`).join('');
}
