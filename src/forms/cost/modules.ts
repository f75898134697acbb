import type { Design } from '../../../rtl-model/design/design.ts';
import { LOD } from '../../../rtl-model/design/design-fields.ts';
import { ROUNDING_MODES, type RoundingMode } from '../../../rtl-model/fixed-point/rounding.ts';
import { filterWidths } from '../../../rtl-model/design/filter-widths.ts';
import { bitsFor } from '../../../rtl-model/registers/register-formats.ts';
import { QUAD_LANES } from '../../../rtl-model/registers/quad-batch.ts';
import { plainCodeBits } from '../../designs/plain-state.ts';
import { ADDRESS_BITS, lodConstants } from '../golden/unit-widths.ts';

/** Parameters of a module in SystemVerilog; texts are names of the files of its tables, or constants with their size. */
export type Parameters = Readonly<Record<string, number | string>>;

/** Modules of the same kind in a design. */
export interface Instances {
  readonly unit: 'front end' | 'LOD' | 'address' | 'cache' | 'decode' | 'filter' | 'result';
  /** The name of the module, and of its file. */
  readonly module: string;
  readonly parameters: Parameters;
  readonly count: number;
}

const AXES = 2;
const COMPONENTS = 4;
const LANE_TAPS = 4;
const PASS_TAPS = LANE_TAPS * QUAD_LANES;

/** The number of a rounding mode in `fixed_point_pkg::rounding_e`. */
function code(mode: RoundingMode): number {
  return ROUNDING_MODES.indexOf(mode);
}

/**
 * The datapath modules of the plain path of a design, of all its texture units: as many of each as the design's rates ask
 * for. Units that take a quad a cycle have one for each lane; those that lanes share, where derivatives are coarse, have
 * one.
 */
export function modulesOf(design: Design): readonly Instances[] {
  const ofUnit = [
    ...frontEnd(design),
    ...lod(design),
    ...address(design),
    ...cache(design),
    ...decode(design),
    ...filter(design),
    ...result(design),
  ];
  return ofUnit.map((instances) => ({ ...instances, count: design.pipeline.units.count * instances.count }));
}

function frontEnd({ lod: { derivatives }, frontEnd: { projectionBits } }: Design): readonly Instances[] {
  const FINE = derivatives === 'fine' ? 1 : 0;
  const division: Instances = {
    unit: 'front end',
    module: 'float_divide',
    parameters: { BITS: Number(projectionBits) },
    count: AXES * QUAD_LANES,
  };
  return [
    ...(projectionBits === 'exact' ? [] : [division]),
    { unit: 'front end', module: 'quad_derivatives', parameters: { FINE }, count: AXES },
  ];
}

/** The scale factor and the axes of the footprint; none where a step is ideal. */
function axes(design: Design, lanes: number): readonly Instances[] {
  const { lod: unit } = design;
  const { scaleFactorBits, ellipseBits, lengthBits, minorAxisBits, alphaBetaBits, anisotropicRates: rates } = unit;
  const widths = { scaleFactorBits, ellipseBits, lengthBits, minorAxisBits, alphaBetaBits };
  if (Object.values(widths).includes('exact')) return [];
  const { alpha, beta } = lodConstants(design);
  const digits = rates.toReversed().map((rate) => rate.toString(16).padStart(2, '0'));
  return [
    { unit: 'LOD', module: 'float_multiply', parameters: {}, count: 2 * AXES * lanes },
    {
      unit: 'LOD',
      module: 'narrow_axes',
      parameters: {
        METHOD: LOD.fields.scaleFactor.values.indexOf(unit.scaleFactor),
        SCALE_FACTOR_BITS: Number(scaleFactorBits),
        ELLIPSE_BITS: Number(ellipseBits),
        LENGTH_BITS: Number(lengthBits),
        MINOR_AXIS_BITS: Number(minorAxisBits),
        ALPHA_BETA_BITS: Number(alphaBetaBits),
        ALPHA: alpha,
        BETA: beta,
        RATE_COUNT: rates.length,
        RATES: `${8 * rates.length}'h${digits.join('')}`,
      },
      count: lanes,
    },
    ...(Math.max(...rates) > 1
      ? [
          {
            unit: 'LOD',
            module: 'major_axis',
            parameters: { FRACTION_BITS: Number(ellipseBits) },
            count: AXES * QUAD_LANES,
          } as const,
        ]
      : []),
  ];
}

function lod(design: Design): readonly Instances[] {
  const { lod: unit, limits } = design;
  const { format, bias, clamp, log2Table } = unit;
  const ROUNDING = code(unit.rounding);
  const widths = { LOD_INTEGER_BITS: format.integerBits, LOD_FRACTION_BITS: format.fractionBits };
  const { biasLeast, biasGreatest } = lodConstants(design);
  const LIMIT_WIDTH = clamp.integerBits + 1 + format.fractionBits;
  const lanes = unit.derivatives === 'fine' ? QUAD_LANES : 1;
  return [
    ...axes(design, lanes),
    {
      unit: 'LOD',
      module: 'log2',
      parameters: {
        ...widths,
        INDEX_BITS: log2Table.indexBits,
        ENTRY_BITS: log2Table.entryBits,
        INTERPOLATION_BITS: log2Table.interpolationBits,
        ROUNDING,
        FILE: 'log2.mem',
      },
      count: lanes,
    },
    {
      unit: 'LOD',
      module: 'lod_bias',
      parameters: {
        ...widths,
        INTEGER_BITS: bias.integerBits,
        FRACTION_BITS: bias.fractionBits,
        ROUNDING,
        LEAST: biasLeast,
        GREATEST: biasGreatest,
      },
      count: QUAD_LANES,
    },
    {
      unit: 'LOD',
      module: 'lod_limit',
      parameters: {
        INTEGER_BITS: clamp.integerBits,
        FRACTION_BITS: clamp.fractionBits,
        LOD_FRACTION_BITS: format.fractionBits,
        ROUNDING,
      },
      count: QUAD_LANES,
    },
    {
      unit: 'LOD',
      module: 'lod_clamp',
      parameters: {
        LOD_WIDTH: format.integerBits + format.fractionBits,
        BIAS_WIDTH: Math.max(format.integerBits, bias.integerBits) + 1 + format.fractionBits,
        LIMIT_WIDTH,
      },
      count: QUAD_LANES,
    },
    {
      unit: 'LOD',
      module: 'level_selection',
      parameters: {
        ...widths,
        LIMIT_WIDTH,
        LEVEL_BITS: bitsFor(Math.floor(Math.log2(limits.maxImageDimension2D))),
        NEAREST_RULE: code(unit.nearestRule === 'ceil-minus-one' ? 'nearest-down' : 'nearest-up'),
        CURVED: unit.levelWeightCurve === null ? 0 : 1,
        FILE: 'level_weight.mem',
      },
      count: QUAD_LANES,
    },
  ];
}

function address({ address: unit, filter: { weightBits }, cache, limits }: Design): readonly Instances[] {
  const { coordinate } = unit;
  const SIZE_BITS = bitsFor(limits.maxImageDimension2D);
  const samples = Math.ceil(unit.tapsPerCycle / LANE_TAPS);
  const ROUNDING = code(unit.rounding);
  const widths = { INTEGER_BITS: coordinate.integerBits, FRACTION_BITS: coordinate.fractionBits, ROUNDING };
  const tile = /^tiled-(\d+)x(\d+)$/
    .exec(cache.layout)
    ?.slice(1)
    .map((side) => Math.log2(Number(side)));
  const LAYER_BITS = bitsFor(limits.maxImageArrayLayers);
  return [
    { unit: 'address', module: 'sample_position', parameters: {}, count: AXES * samples },
    {
      unit: 'address',
      module: 'texel_coordinate',
      parameters: {
        ...widths,
        SCALE_EXACT: unit.scalePrecision === 'exact' ? 1 : 0,
        RANGE_REDUCTION: unit.rangeReduction ? 1 : 0,
        SIZE_BITS,
        OFFSET_BITS: bitsFor(Math.max(limits.maxTexelOffset, -1 - limits.minTexelOffset)) + 1,
      },
      count: AXES * samples,
    },
    {
      unit: 'address',
      module: 'axis_taps',
      parameters: { ...widths, WEIGHT_BITS: weightBits },
      count: AXES * samples,
    },
    {
      unit: 'address',
      module: 'wrap',
      parameters: { INDEX_BITS: coordinate.integerBits + 1, SIZE_BITS },
      count: 2 * AXES * samples,
    },
    {
      unit: 'address',
      module: 'array_layer',
      parameters: { LAYER_BITS, ROUNDING: code(unit.layerRounding === 'nearest-even' ? 'nearest-even' : 'nearest-up') },
      count: samples,
    },
    {
      unit: 'address',
      module: 'texel_layout',
      parameters: {
        LAYOUT: cache.layout === 'linear' ? 0 : cache.layout === 'morton' ? 2 : 1,
        ...(tile && { TILE_WIDTH_LOG2: tile[0], TILE_HEIGHT_LOG2: tile[1] }),
        SIZE_BITS,
      },
      count: LANE_TAPS * samples,
    },
    { unit: 'address', module: 'texel_address', parameters: { LAYER_BITS }, count: LANE_TAPS * samples },
  ];
}

/**
 * The cache's logic beside its memories: the distinct lines of a pass, and the look-ups of a cycle in a single set, whose
 * tags have the bits of all sets.
 */
function cache({ cache: { lineBytes, sets, ways, replacement, tagsPerCycle, outstandingMisses } }: Design) {
  const LINE_BITS = ADDRESS_BITS - Math.log2(lineBytes);
  const lookups: Instances = {
    unit: 'cache',
    module: 'tag_store',
    parameters: {
      LINE_BITS: LINE_BITS - Math.log2(sets),
      SETS: 1,
      WAYS: ways,
      LOOK_UPS: tagsPerCycle,
      MISS_BITS: bitsFor(outstandingMisses),
    },
    count: 1,
  };
  const lines: Instances = {
    unit: 'cache',
    module: 'pass_lines',
    parameters: { LINE_BITS, TAPS: PASS_TAPS },
    count: 1,
  };
  return ways === 1 || replacement === 'lru' ? [lines, lookups] : [lines];
}

function decode(design: Design): readonly Instances[] {
  const parameters = {
    SRGB_LINEAR_BITS: design.filter.srgbLinearBits,
    CODE_BITS: plainCodeBits(design),
    FILE: 'srgb.mem',
  };
  return [{ unit: 'decode', module: 'texel_decoder', parameters, count: PASS_TAPS }];
}

function filter(design: Design): readonly Instances[] {
  const { weightBits, guardBits, accumulatorBits, rounding, samplesPerCycle } = design.filter;
  const count = COMPONENTS * samplesPerCycle;
  const CODE_BITS = plainCodeBits(design);
  const { afterV } = filterWidths(design);
  return [
    {
      unit: 'filter',
      module: 'bilinear',
      parameters: { CODE_BITS, WEIGHT_BITS: weightBits, GUARD_BITS: guardBits, ROUNDING: code(rounding) },
      count,
    },
    {
      unit: 'filter',
      module: 'accumulator',
      parameters: { SAMPLE_WIDTH: CODE_BITS + afterV, ACCUMULATOR_BITS: accumulatorBits },
      count,
    },
  ];
}

function result(design: Design): readonly Instances[] {
  const { weightBits, guardBits, accumulatorBits, reciprocalBits, rounding } = design.filter;
  return [
    {
      unit: 'result',
      module: 'filter_result',
      parameters: {
        CODE_BITS: plainCodeBits(design),
        WEIGHT_BITS: weightBits,
        LEVEL_WEIGHT_BITS: design.lod.format.fractionBits,
        GUARD_BITS: guardBits,
        ACCUMULATOR_BITS: accumulatorBits,
        RECIPROCAL_BITS: reciprocalBits === 'exact' ? 24 : reciprocalBits,
        ROUNDING: code(rounding),
      },
      count: COMPONENTS * QUAD_LANES,
    },
  ];
}
