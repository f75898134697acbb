import { AddressUnit } from '../address-unit/address-unit.ts';
import type { Design } from '../design/design.ts';
import type { FilterUnit } from '../filter-unit/filter-unit.ts';
import { FixedFilter } from '../filter-unit/fixed-filter.ts';
import { FloatFilter } from '../filter-unit/float-filter.ts';
import type { Footprints } from '../registers/footprints.ts';
import type { TexelBytes } from '../memory/image.ts';
import { QUAD_LANES, type QuadBatch } from '../registers/quad-batch.ts';
import type { Sampler } from '../state/sampler.ts';
import { ByteDecoder } from '../texel-decoder/byte-decoder.ts';
import { componentScales } from '../texel-decoder/format-scales.ts';
import { TableDecoder } from '../texel-decoder/table-decoder.ts';
import type { TextureState } from '../state/texture-state.ts';
import type { UnitPath } from '../unit-path.ts';
import { BorderLanes } from './border-lanes.ts';
import { ByteBilinear } from './byte-bilinear.ts';
import type { DirectFilter } from './direct-filter.ts';
import { NearFootprints } from './near-footprints.ts';
import { TableBilinear } from './table-bilinear.ts';

/**
 * The functional mode's short cut for states in which every lane takes one bilinear sample of level 0, whatever its LOD,
 * and no step narrows. What falls away is the writing and reading of registers between the units, and the texels' own
 * way from decoder to filter. The general path gives the same bits.
 */
export class DirectBilinear {
  private readonly footprints: NearFootprints;
  private readonly border: BorderLanes;
  private readonly filter: DirectFilter;
  private readonly foot: Footprints;
  private readonly borderLanes: Int32Array;

  /**
   * The short cut for a state, or null where the state needs the general path.
   *
   * @param foot work storage, for the lanes that are sampled in one call
   */
  static of(
    design: Design,
    path: UnitPath,
    { sampler, instruction }: TextureState,
    foot: Footprints,
  ): DirectBilinear | null {
    const { image, addressUnit, decoder } = path;
    if (!(addressUnit instanceof AddressUnit) || !NearFootprints.cover(addressUnit, image)) return null;
    if (image.levels.length > 1 || image.layers > 1 || !alwaysLinear(sampler) || instruction.projected) return null;
    if (!(decoder instanceof ByteDecoder) && !(decoder instanceof TableDecoder)) return null;
    const divisors = exactDivisors(design, path.filter);
    if (divisors === null) return null;
    const { weightBits, srgbLinearBits } = design.filter;
    return new DirectBilinear(
      new NearFootprints(addressUnit, image),
      new BorderLanes(design, decoder, componentScales(image.stored, srgbLinearBits)),
      decoder instanceof ByteDecoder
        ? new ByteBilinear(decoder, 2 ** weightBits, divisors, image.texelStride)
        : new TableBilinear(decoder, 2 ** weightBits, divisors),
      foot,
    );
  }

  private constructor(footprints: NearFootprints, border: BorderLanes, filter: DirectFilter, foot: Footprints) {
    this.footprints = footprints;
    this.border = border;
    this.filter = filter;
    this.foot = foot;
    this.borderLanes = new Int32Array(foot.tapCount.length);
  }

  /** As `TextureUnit.sample`, for `count` quads from quad `first` on. */
  sample(batch: QuadBatch, first: number, count: number, data: TexelBytes, result: Float32Array): void {
    const { foot } = this;
    const lanes = QUAD_LANES * count;
    const to = 4 * QUAD_LANES * first;
    const onBorder = this.footprints.find(batch, first, count, foot, this.borderLanes);
    if (onBorder > 0) this.border.take(foot, this.borderLanes, onBorder, data, result, to);
    this.filter.filter(foot, lanes, data, result, to);
  }
}

/** What the sum of four weighted texels is divided by, for r, g, b, a; null for a filter that rounds more than once. */
function exactDivisors(design: Design, filter: FilterUnit): Float64Array | null {
  if (filter instanceof FixedFilter) {
    return filter.exact ? filter.divisors.map((divisor) => divisor / filter.liftLevel) : null;
  }
  const { weightBits, floatPath } = design.filter;
  const exact = floatPath === 'fused' && weightBits === design.address.coordinate.fractionBits;
  return filter instanceof FloatFilter && exact ? new Float64Array(4).fill(2 ** (2 * weightBits)) : null;
}

function alwaysLinear(sampler: Sampler): boolean {
  return sampler.magFilter === 'linear' && sampler.minFilter === 'linear' && !sampler.anisotropyEnable;
}
