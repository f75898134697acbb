import type { Design } from '../../../rtl-model/design/design.ts';
import { LOD } from '../../../rtl-model/design/design-fields.ts';
import { ROUNDING_MODES, type RoundingMode } from '../../../rtl-model/fixed-point/rounding.ts';
import { QUAD_LANES } from '../../../rtl-model/registers/quad-batch.ts';
import { LOD_SOURCES } from '../../../rtl-model/state/instruction.ts';
import { LANE_TAPS } from '../../../rtl-model/state/sample-shape.ts';
import { commentText, constantName, constantsText, structText } from './package-text.ts';
import { tileOf } from './state-constants.ts';
import { unitStructs } from './unit-structs.ts';
import { lodConstants, unitWidths } from './unit-widths.ts';

/** The package's file. */
export const UNIT_PACKAGE = 'texture_unit_pkg.sv';

/** Files of the tables that the units read, as `writeRoms` names them. */
const ROM_FILES = ['log2', 'level_weight', 'sample_position', 'srgb', 'reciprocal'];

/**
 * The SystemVerilog package `texture_unit_pkg` of a design: the constants of its units, and packed structs of the
 * registers between them in their real widths. Yosys reads no name of another package in a package: codes of
 * enumerations are numbers, which the units cast.
 *
 * @param design without an ideal field
 * @param states texture states that the unit holds
 */
export function unitPackage(design: Design, states: number): string {
  const widths = unitWidths(design, states);
  const { frontEnd, address, lod, filter, cache, pipeline } = design;
  const { anisotropicRates: rates } = lod;
  const { fifoDepth, latency, memory } = pipeline;
  const tile = tileOf(cache.layout);
  const layouts = ['linear', 'tiled', 'morton'];
  return [
    commentText(`Constants and registers of the texture unit of the design ${design.name}.`),
    '/* verilator lint_off UNUSEDPARAM */ // No module needs every constant.\n',
    'package texture_unit_pkg;\n',
    constantsText('FRONT_END', numbersOf(frontEnd)),
    constantsText('ADDRESS', {
      ...numbersOf(address),
      rounding: rounding(address.rounding),
      scaleExact: address.scalePrecision === 'exact',
      layerRounding: rounding(address.layerRounding === 'nearest-even' ? 'nearest-even' : 'nearest-up'),
    }),
    constantsText('LOD', {
      ...numbersOf(lod),
      rounding: rounding(lod.rounding),
      fine: lod.derivatives === 'fine',
      scaleFactor: LOD.fields.scaleFactor.values.indexOf(lod.scaleFactor),
      nearestRule: rounding(lod.nearestRule === 'ceil-minus-one' ? 'nearest-down' : 'nearest-up'),
      curved: lod.levelWeightCurve !== null,
      ...lodConstants(design),
      rateCount: rates.length,
    }),
    `  localparam logic [${8 * rates.length - 1}:0] LOD_RATES = {${rates
      .toReversed()
      .map((rate) => `8'd${rate}`)
      .join(', ')}};\n`,
    constantsText('FILTER', { ...numbersOf(filter), rounding: rounding(filter.rounding) }),
    constantsText('CACHE', {
      ...numbersOf(cache),
      // A pass has no more lines to look up.
      tagsPerCycle: Math.min(cache.tagsPerCycle, QUAD_LANES * LANE_TAPS),
      folded: cache.setIndex === 'xor-folded',
      layout: layouts.findIndex((layout) => cache.layout.startsWith(layout)),
      tileWidthLog2: Math.log2(Math.max(1, tile.width)),
      tileHeightLog2: Math.log2(Math.max(1, tile.height)),
    }),
    constantsText('PIPELINE', { fifoDepth, latency, memory: numbersOf(memory) }),
    ...ROM_FILES.map((name) => `  localparam ${constantName(name)}_FILE = "${name}.mem";\n`),
    ...LOD_SOURCES.map((source, n) => `  localparam logic [1:0] LOD_${constantName(source)} = 2'd${n};\n`),
    ...Object.entries(widths).map(([name, value]) => `  localparam int ${constantName(name)} = ${value};\n`),
    ...Object.entries(unitStructs(widths)).map(([name, members]) => structText(name, members)),
    'endpackage\n',
  ].join('');
}

/** The code of a rounding mode in `fixed_point_pkg::rounding_e`. */
function rounding(mode: RoundingMode): number {
  return ROUNDING_MODES.indexOf(mode);
}

/** The fields that are integers, truth values or parts of such. */
function numbersOf(fields: object): object {
  const isConstant = (value: unknown) =>
    typeof value === 'boolean' || Number.isInteger(value) || (typeof value === 'object' && !Array.isArray(value));
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => isConstant(value)));
}
