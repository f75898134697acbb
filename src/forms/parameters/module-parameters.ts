import type { Design } from '../../../rtl-model/design/design.ts';
import { filterWidths } from '../../../rtl-model/design/filter-widths.ts';
import { bitsFor } from '../../../rtl-model/registers/register-formats.ts';
import { PASS_TAPS } from '../../../pipeline/cache/in-flight.ts';
import { derivedConstants } from './derived-constants.ts';
import { ADDRESS_BITS, srgbEntryBits, unitWidths } from './unit-widths.ts';

/** Parameters of a module in SystemVerilog; texts are names of the files of its tables, or constants with their size. */
export type Parameters = Readonly<Record<string, number | string>>;

/** The modules of the plain path whose parameters follow from a design. */
export type ParametrizedModule = keyof ReturnType<typeof moduleParameters>;

/** Bits of a reciprocal that a design has exact. */
const EXACT_RECIPROCAL = 24;

/**
 * The parameters of the modules of the plain path: which of them comes from which field. Parameters of an ideal field
 * have no meaning, but for the reciprocal.
 */
export function moduleParameters(design: Design) {
  const { frontEnd, address, lod, filter, cache } = design;
  const { guardBits: GUARD_BITS, weightBits: WEIGHT_BITS, accumulatorBits: ACCUMULATOR_BITS } = filter;
  const of = derivedConstants(design);
  const widths = unitWidths(design, 1);
  const { codeBits: CODE_BITS, sizeBits: SIZE_BITS, layerBits: LAYER_BITS, limitBits: LIMIT_WIDTH } = widths;
  const { integerBits: LOD_INTEGER_BITS, fractionBits: LOD_FRACTION_BITS } = lod.format;
  const coordinate = {
    INTEGER_BITS: address.coordinate.integerBits,
    FRACTION_BITS: address.coordinate.fractionBits,
    ROUNDING: of.address.rounding,
  };
  const rates = lod.anisotropicRates.toReversed().map((rate) => rate.toString(16).padStart(2, '0'));
  const lineBits = ADDRESS_BITS - Math.log2(cache.lineBytes);
  return {
    float_divide: { BITS: Number(frontEnd.projectionBits) },
    quad_derivatives: { FINE: Number(of.lod.fine) },
    float_multiply: {},
    narrow_axes: {
      METHOD: of.lod.scaleFactor,
      SCALE_FACTOR_BITS: Number(lod.scaleFactorBits),
      ELLIPSE_BITS: Number(lod.ellipseBits),
      LENGTH_BITS: Number(lod.lengthBits),
      MINOR_AXIS_BITS: Number(lod.minorAxisBits),
      ALPHA_BETA_BITS: Number(lod.alphaBetaBits),
      ALPHA: of.lod.alpha,
      BETA: of.lod.beta,
      RATE_COUNT: of.lod.rateCount,
      RATES: `${8 * rates.length}'h${rates.join('')}`,
      REGISTERS: 0,
    },
    major_axis: { FRACTION_BITS: Number(lod.ellipseBits) },
    log2: {
      LOD_INTEGER_BITS,
      LOD_FRACTION_BITS,
      INDEX_BITS: lod.log2Table.indexBits,
      ENTRY_BITS: lod.log2Table.entryBits,
      INTERPOLATION_BITS: lod.log2Table.interpolationBits,
      ROUNDING: of.lod.rounding,
      FILE: 'log2.mem',
    },
    lod_bias: {
      LOD_INTEGER_BITS,
      LOD_FRACTION_BITS,
      INTEGER_BITS: lod.bias.integerBits,
      FRACTION_BITS: lod.bias.fractionBits,
      ROUNDING: of.lod.rounding,
      LEAST: of.lod.biasLeast,
      GREATEST: of.lod.biasGreatest,
    },
    lod_limit: {
      INTEGER_BITS: lod.clamp.integerBits,
      FRACTION_BITS: lod.clamp.fractionBits,
      LOD_FRACTION_BITS,
      ROUNDING: of.lod.rounding,
    },
    lod_clamp: {
      LOD_WIDTH: LOD_INTEGER_BITS + LOD_FRACTION_BITS,
      BIAS_WIDTH: Math.max(LOD_INTEGER_BITS, lod.bias.integerBits) + 1 + LOD_FRACTION_BITS,
      LIMIT_WIDTH,
    },
    level_selection: {
      LOD_INTEGER_BITS,
      LOD_FRACTION_BITS,
      LIMIT_WIDTH,
      LEVEL_BITS: widths.levelBits,
      NEAREST_RULE: of.lod.nearestRule,
      CURVED: Number(of.lod.curved),
      FILE: 'level_weight.mem',
    },
    sample_position: {},
    texel_coordinate: {
      ...coordinate,
      SCALE_EXACT: Number(of.address.scaleExact),
      RANGE_REDUCTION: Number(address.rangeReduction),
      SIZE_BITS,
      OFFSET_BITS: widths.offsetBits,
    },
    axis_taps: { ...coordinate, ROUNDING: of.filter.rounding, WEIGHT_BITS },
    wrap: { INDEX_BITS: coordinate.INTEGER_BITS + 1, SIZE_BITS },
    array_layer: { LAYER_BITS, ROUNDING: of.address.layerRounding },
    texel_layout: {
      LAYOUT: of.cache.layout,
      ...(cache.layout.startsWith('tiled') && {
        TILE_WIDTH_LOG2: of.cache.tileWidthLog2,
        TILE_HEIGHT_LOG2: of.cache.tileHeightLog2,
      }),
      SIZE_BITS,
    },
    texel_address: { LAYER_BITS },
    pass_lines: { LINE_BITS: lineBits, TAPS: PASS_TAPS },
    // The look-ups of a cycle in a single set, whose tags have the bits of all sets.
    tag_store: {
      LINE_BITS: lineBits - Math.log2(cache.sets),
      SETS: 1,
      WAYS: cache.ways,
      LOOK_UPS: of.cache.tagsPerCycle,
      MISS_BITS: bitsFor(cache.outstandingMisses),
    },
    texel_decoder: { SRGB_LINEAR_BITS: srgbEntryBits(design), CODE_BITS, FILE: 'srgb.mem' },
    bilinear: { CODE_BITS, WEIGHT_BITS, GUARD_BITS, ROUNDING: of.filter.rounding },
    accumulator: { SAMPLE_WIDTH: CODE_BITS + filterWidths(design).afterV, ACCUMULATOR_BITS },
    filter_result: {
      CODE_BITS,
      WEIGHT_BITS,
      LEVEL_WEIGHT_BITS: LOD_FRACTION_BITS,
      GUARD_BITS,
      ACCUMULATOR_BITS,
      RECIPROCAL_BITS: filter.reciprocalBits === 'exact' ? EXACT_RECIPROCAL : filter.reciprocalBits,
      ROUNDING: of.filter.rounding,
    },
  } satisfies Readonly<Record<string, Parameters>>;
}
