import type { Design } from '../../../rtl-model/design/design.ts';
import { QUAD_LANES } from '../../../rtl-model/registers/quad-batch.ts';
import { LANE_TAPS } from '../../../rtl-model/state/sample-shape.ts';
import { PASS_TAPS } from '../../../pipeline/cache/in-flight.ts';
import { moduleParameters, type Parameters, type ParametrizedModule } from '../parameters/module-parameters.ts';

/** Modules of the same kind in a design. */
export interface Instances {
  readonly unit: 'front end' | 'LOD' | 'address' | 'cache' | 'decode' | 'filter' | 'result';
  /** The name of the module, and of its file. */
  readonly module: string;
  readonly parameters: Parameters;
  readonly count: number;
}

type Count = readonly [unit: Instances['unit'], module: ParametrizedModule, count: number];

const AXES = 2;
const COMPONENTS = 4;

/** The lanes, samples and filters that a unit has in hardware, by its rates. */
export function ratesOf({ address, lod, filter }: Design) {
  return {
    /** Lanes with a LOD of their own. */
    lods: lod.derivatives === 'fine' ? QUAD_LANES : 1,
    lanes: QUAD_LANES,
    samples: Math.ceil(address.tapsPerCycle / LANE_TAPS),
    filters: filter.samplesPerCycle,
    caches: 1,
  };
}

/** True for a design whose scale factor has a width in every step, and so modules. */
export function hasAxes({ lod }: Design): boolean {
  const { scaleFactorBits, ellipseBits, lengthBits, minorAxisBits, alphaBetaBits } = lod;
  return ![scaleFactorBits, ellipseBits, lengthBits, minorAxisBits, alphaBetaBits].includes('exact');
}

/**
 * The datapath modules of the plain path of a design, of all its texture units: as many of each as the design's rates ask
 * for. Units that take a quad a cycle have one for each lane; those that lanes share, where derivatives are coarse, have
 * one. Ideal steps of the scale factor and of the projection have none.
 */
export function modulesOf(design: Design): readonly Instances[] {
  const { frontEnd, lod, cache, pipeline } = design;
  const { lods: lanes, samples, filters: filtered } = ratesOf(design);
  const axes = hasAxes(design);
  const filters = COMPONENTS * filtered;
  const counts: readonly Count[] = [
    ['front end', 'float_divide', frontEnd.projectionBits === 'exact' ? 0 : AXES * QUAD_LANES],
    ['front end', 'quad_derivatives', AXES],
    ['LOD', 'float_multiply', axes ? 2 * AXES * lanes : 0],
    ['LOD', 'narrow_axes', axes ? lanes : 0],
    ['LOD', 'major_axis', axes && Math.max(...lod.anisotropicRates) > 1 ? AXES * QUAD_LANES : 0],
    ['LOD', 'log2', lanes],
    ['LOD', 'lod_bias', QUAD_LANES],
    ['LOD', 'lod_limit', QUAD_LANES],
    ['LOD', 'lod_clamp', QUAD_LANES],
    ['LOD', 'level_selection', QUAD_LANES],
    ['address', 'sample_position', AXES * samples],
    ['address', 'texel_coordinate', AXES * samples],
    ['address', 'axis_taps', AXES * samples],
    ['address', 'wrap', 2 * AXES * samples],
    ['address', 'array_layer', samples],
    ['address', 'texel_layout', LANE_TAPS * samples],
    ['address', 'texel_address', LANE_TAPS * samples],
    // The distinct lines of a pass, unless each tap is looked up by itself, and their look-ups.
    ['cache', 'pass_lines', cache.coalescing === 'none' ? 0 : 1],
    ['cache', 'tag_store', cache.ways === 1 || cache.replacement === 'lru' ? 1 : 0],
    ['decode', 'texel_decoder', PASS_TAPS],
    ['filter', 'bilinear', filters],
    ['filter', 'accumulator', filters],
    ['result', 'filter_result', COMPONENTS * QUAD_LANES],
  ];
  const parameters = moduleParameters(design);
  return counts
    .filter(([, , count]) => count > 0)
    .map(([unit, module, count]) => ({
      unit,
      module,
      parameters: parameters[module],
      count: pipeline.units.count * count,
    }));
}
