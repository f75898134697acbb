import type { Command } from 'commander';
import { idealFields } from '../../../rtl-model/design/ideal-fields.ts';
import {
  areaOfDesign,
  type AreaProgress,
  placementsOfDesign,
  timingOfDesign,
} from '../../forms/cost/area-of-design.ts';
import { areaReport } from '../../forms/cost/area-report.ts';
import { areaTerminal } from '../../forms/cost/area-terminal.ts';
import { loadDesign } from '../../designs/load-design.ts';
import { areaCacheOption } from '../../inputs/options/area-options.ts';
import { coresOption } from '../../inputs/options/common-options.ts';
import { conclude } from '../run/standard-output.ts';
import { withOutputs } from '../../inputs/files/output-files.ts';
import { drive } from '../../platform/drive.ts';

interface AreaOptions {
  readonly cores: number;
  readonly timing?: true;
  readonly place?: true;
  readonly json?: string;
  readonly cache: string;
}

export function areaCommand(command: Command): Command {
  command
    .argument('[design]', 'preset or design file', 'full-quality')
    .addOption(coresOption('cores that synthesize, each another module'))
    .option(
      '--timing',
      'also depth, time and area in the cells of OSU 0.18 um (docs/area.md); minutes, unless they are known',
    )
    .option('--place', 'also place and route each module on an iCE40 HX8K; minutes, unless they are known')
    .option('--json <file>', 'all numbers as JSON');
  return areaCacheOption(command)
    .addHelpText(
      'after',
      `
Modules are those of the plain path: 2D images and arrays, mip levels, anisotropy, normalized formats. They are
synthesized one by one; wires between them and control are not counted. Energy is an estimate
(docs/area.md).

Examples:
  texunit area d3d11.3-minimum
  texunit area mine.json --json area.json
  texunit area d3d11.3-synthesizable --timing
  texunit area vulkan-1.4-synthesizable --place`,
    )
    .action(run);
}

async function run(name: string, { cores, timing, place, json, cache }: AreaOptions): Promise<void> {
  const design = loadDesign(name);
  await withOutputs({ inputs: [name], outputs: [json] }, async (files) => {
    const shown = ({ module, part }: AreaProgress) => ({ what: module, part });
    // Times come first: a program that is missing is named before areas take their minutes.
    const times = timing === true ? await drive(timingOfDesign(design, cores, cache), shown) : null;
    const places = place === true ? await drive(placementsOfDesign(design, cores, cache), shown) : null;
    const { modules, yosys } = await drive(areaOfDesign(design, cores, cache), shown);
    const report = areaReport(design, modules, yosys, idealFields(design), { times, places });
    if (json !== undefined) files.whole(json, `${JSON.stringify({ design: design.name, ...report }, null, 2)}\n`);
    conclude(files, (color) => areaTerminal(design, report, color));
  });
}
