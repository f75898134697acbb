import type { Design } from '../../../rtl-model/design/design.ts';
import { LOD_SOURCES } from '../../../rtl-model/state/instruction.ts';
import { derivedConstants } from '../parameters/derived-constants.ts';
import { commentText, constantName, constantsText, structText } from '../parameters/package-text.ts';
import { unitStructs } from './unit-structs.ts';
import { PLAIN_SAMPLING, unitWidths } from '../parameters/unit-widths.ts';

/** The package's file. */
export const UNIT_PACKAGE = 'texture_unit_pkg.sv';

/** Files of the tables that the units read, as `writeRoms` names them. */
const ROM_FILES = ['log2', 'level_weight', 'sample_position', 'srgb', 'reciprocal'];
/** Those that units with blocks read. */
const BLOCK_ROM_FILES = ['srgb_5_bits', 'srgb_6_bits'];

/**
 * The SystemVerilog package `texture_unit_pkg` of a design: the constants of its units, and packed structs of the
 * registers between them in their real widths. Yosys reads no name of another package in a package: codes of
 * enumerations are numbers, which the units cast.
 *
 * @param design without an ideal field
 * @param states texture states that the unit holds
 */
export function unitPackage(design: Design, states: number, sampling = PLAIN_SAMPLING): string {
  const widths = unitWidths(design, states, sampling);
  const { frontEnd, address, lod, filter, cache, pipeline } = design;
  const { anisotropicRates: rates } = lod;
  const { fifoDepth, latency, memory } = pipeline;
  const derived = derivedConstants(design);
  return [
    '`default_nettype none\n\n',
    commentText(`Constants and registers of the texture unit of the design ${design.name}.`),
    '/* verilator lint_off UNUSEDPARAM */ // No module needs every constant.\n',
    'package texture_unit_pkg;\n',
    constantsText('FRONT_END', numbersOf(frontEnd)),
    constantsText('ADDRESS', { ...numbersOf(address), ...derived.address }),
    constantsText('LOD', { ...numbersOf(lod), ...derived.lod }),
    `  localparam logic [${8 * rates.length - 1}:0] LOD_RATES = {${rates
      .toReversed()
      .map((rate) => `8'd${rate}`)
      .join(', ')}};\n`,
    constantsText('FILTER', { ...numbersOf(filter), ...derived.filter }),
    constantsText('CACHE', { ...numbersOf(cache), ...derived.cache }),
    constantsText('PIPELINE', { fifoDepth, latency, memory: numbersOf(memory) }),
    ...ROM_FILES.map((name) => fileText(name, true)),
    ...BLOCK_ROM_FILES.map((name) => fileText(name, sampling.blocks)),
    ...LOD_SOURCES.map((source, n) => `  localparam logic [1:0] LOD_${constantName(source)} = 2'd${n};\n`),
    ...Object.entries(widths).map(([name, value]) => `  localparam int ${constantName(name)} = ${value};\n`),
    ...Object.entries(unitStructs(widths)).map(([name, members]) => structText(name, members)),
    'endpackage\n\n`default_nettype wire\n',
  ].join('');
}

/** The file of a table; none where no unit of the package reads it. */
function fileText(name: string, isRead: boolean): string {
  return `  localparam ${constantName(name)}_FILE = "${isRead ? `${name}.mem` : ''}";\n`;
}

/** The fields that are integers or truth values, those of parts included. */
function numbersOf(fields: object): object {
  const entries = Object.entries(fields).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value === 'boolean' || Number.isInteger(value)) return [[name, value] as const];
    const isPart = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isPart ? [[name, numbersOf(value)] as const] : [];
  });
  return Object.fromEntries(entries);
}
