import type { Command } from 'commander';
import { idealFields } from '../../../rtl-model/design/ideal-fields.ts';
import { arithmeticPage } from '../../designs/reference/arithmetic-page.ts';
import { loadDesign } from '../../designs/load-design.ts';
import { BASES } from '../../designs/bases.ts';
import { print, printJson } from '../run/standard-output.ts';

export function designsCommand(command: Command): Command {
  return command
    .option('--show <design>', 'a preset, or a design file whose "extends" is to be resolved, as JSON')
    .option('--arithmetic <design>', 'every step of the plain path with the numbers of a design, in Markdown')
    .addHelpText(
      'after',
      `
A design file is JSON. The simplest names a preset and gives only what differs:

  { "extends": "full-quality", "name": "small cache", "cache": { "sets": 8 } }

Editors complete and check it when it starts with "$schema": "node_modules/texunit/dist/design.schema.json"; in a clone,
with "$schema": "dist/design.schema.json". The path is relative to the file.

Examples:
  texunit designs
  texunit designs --show d3d11.3-minimum > mine.json
  texunit designs --arithmetic mine.json`,
    )
    .action(({ show, arithmetic }: { show?: string; arithmetic?: string }) => {
      if (show !== undefined) printJson(loadDesign(show));
      if (arithmetic !== undefined) print(arithmeticPage(loadDesign(arithmetic)));
      if (show === undefined && arithmetic === undefined) print(list());
    });
}

/** The presets, the real units and the published caches, each with its fields that no hardware has the width of. */
function list(): string {
  const designs = [...BASES.values()];
  const width = Math.max(...designs.map(({ name }) => name.length));
  return designs
    .map((design) => {
      const ideal = idealFields(design).join(', ');
      const kind = ideal === '' ? 'Synthesizable: no field is ideal.' : `Ideal: ${ideal}`;
      return `${design.name.padEnd(width)}  ${design.description}\n${' '.repeat(width)}  ${kind}\n`;
    })
    .join('');
}
