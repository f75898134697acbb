import type { Binding } from '../../state/binding.ts';
import { srgbLinearTable } from '../../fixed-point/srgb.ts';
import { CORNER_ADDRESS, type Footprints, UNBOUND_ADDRESS, ZERO_ADDRESS } from '../../registers/footprints.ts';
import type { LaneRegisters } from '../../registers/lane-registers.ts';
import { LANE_TAPS } from '../../state/sample-shape.ts';
import { replicated } from '../../formats/blocks/bits.ts';
import {
  type ComponentScale,
  CONSTANT_SCALE,
  signedScale,
  unsignedScale,
} from '../../formats/blocks/component-scale.ts';
import { componentScales, linearBits } from '../../formats/format-scales.ts';
import { readFormat, readsIntegers } from '../../state/read-format.ts';
import type { TexelFormat } from '../../formats/texel-format.ts';
import { AlignedTexels } from './aligned-texels.ts';
import type { FilterArithmetic } from './arithmetic.ts';
import { onesComponent } from './ones-component.ts';
import { depthCompare, type DepthCompare } from './depth-compare.ts';

/** Scales of the components as the filter takes them: integers are not filtered. Ones are as precise as the widest. */
export function filterScales(binding: Binding): readonly ComponentScale[] {
  const scales = changedScales(binding);
  const ones = onesComponent(binding);
  if (ones === null) return scales;
  const widest = scales.reduce((most, scale) => (scale.one > most.one ? scale : most));
  return scales.with(ones, widest);
}

function changedScales(binding: Binding): readonly ComponentScale[] {
  const { sumsWidened } = readFormat(binding);
  return storedScales(binding).map((scale, c) => {
    const { filter } = binding.design;
    if (sumsWidened && scale.signed) return signedScale(2 ** (Number(filter.texelBits) - 1) - 1);
    if (isDegammaed(binding, c)) return unsignedScale(2 ** filter.srgbLinearBits - 1);
    const { texelBits } = filter;
    return isWidened(binding, scale, texelBits) ? unsignedScale(2 ** texelBits - 1) : scale;
  });
}

/** True if the UNORM codes of a component have more bits in the filter than they are stored with. */
function isWidened(
  binding: Binding,
  { one, bits, signed }: ComponentScale,
  texelBits: number | 'stored',
): texelBits is number {
  const { op, instruction, sampler } = binding;
  const { magFilter, minFilter, mipmapMode } = sampler;
  const { componentType } = readFormat(binding);
  if (componentType !== 'unorm' && componentType !== 'srgb') return false;
  const filters = [magFilter, minFilter, mipmapMode].some((filter) => filter !== 'nearest');
  const isCode = !signed && bits > 0 && one === 2 ** bits - 1;
  return texelBits !== 'stored' && isCode && bits < texelBits && op === 'sample' && filters && !instruction.dref;
}

/** True if a component leaves its sRGB curve before it is filtered (Vulkan: Y'CbCr Degamma). */
function isDegammaed({ sampler, op }: Binding, component: number): boolean {
  const conversion = op === 'sample' ? sampler.ycbcrConversion : null;
  if (conversion === null || component === 3) return false;
  return component === 1 ? conversion.enableYDegamma : conversion.enableCbCrDegamma;
}

/** Scales of the components as they are decoded. */
export function storedScales(binding: Binding): readonly ComponentScale[] {
  const format = readFormat(binding);
  const { filter } = binding.design;
  if (readsIntegers(binding)) return [0, 1, 2, 3].map(() => CONSTANT_SCALE);
  if (format.planes === null) return componentScales(format, linearBits(format, filter));
  const ofPlanes = format.planes.map(({ format: plane }) => componentScales(plane, linearBits(plane, filter)));
  return [0, 1, 2, 3].map(
    (c) => ofPlanes.find((_, n) => format.planes![n].format.order.includes(c))?.[c] ?? ofPlanes[0][c],
  );
}

/**
 * The texels of a lane's taps as the filter takes them: codes that are widened, texels that read as zero, the one that a
 * cube's corner lacks, ones of a swizzle, comparisons instead of depths, and what is left of aligned texels. A comparison is all of the depth's code or
 * nothing, so that it is filtered as precisely as depths are (Vulkan: Depth Compare Operation).
 */
export class TapTexels {
  /** True if every tap reads a texel, or the border. */
  private readonly readsAll: boolean;
  private readonly arithmetic: FilterArithmetic;
  private readonly integer: boolean;
  private readonly format: TexelFormat;
  private readonly compare: DepthCompare | null;
  /** The component whose texels are all 1, and its code of 1; or null. */
  private readonly ones: { readonly component: number; readonly code: number } | null;
  private readonly aligned: AlignedTexels | null;
  /** Codes by code, of components that leave their sRGB curve or are widened here. */
  private readonly codes: readonly (Float32Array | null)[] | null;

  /** The step for sample instructions; null where none of it applies. */
  static of(binding: Binding, arithmetic: FilterArithmetic): TapTexels | null {
    const texels = new TapTexels(binding, arithmetic);
    const changes = texels.codes !== null || texels.aligned !== null || texels.ones !== null || texels.compare !== null;
    return changes || !texels.readsAll ? texels : null;
  }

  constructor(binding: Binding, arithmetic: FilterArithmetic) {
    this.arithmetic = arithmetic;
    this.format = readFormat(binding);
    this.integer = readsIntegers(binding);
    const codes = changedCodes(binding);
    this.codes = codes.some((table) => table !== null) ? codes : null;
    this.aligned = AlignedTexels.of(binding);
    const { sampler, image } = binding;
    this.compare = depthCompare(binding);
    const corners = binding.cube && !sampler.nonSeamlessCubeMap;
    this.readsAll = binding.op === 'sample' && image.unbound.length === 0 && !corners;
    const component = onesComponent(binding);
    this.ones = component === null ? null : { component, code: filterScales(binding)[component].one };
  }

  /** @param from the footprint's lane */
  resolve(foot: Footprints, from: number, lanes: LaneRegisters, lane: number): void {
    const end = LANE_TAPS * from + foot.tapCount[from];
    const corner = this.readsAll ? -1 : this.resolveAddresses(foot, from, lanes, lane, end);
    if (this.codes !== null) this.changeCodes(foot, from, end, this.codes);
    this.compareTaps(foot, from, lanes.dref[lane]);
    if (corner >= 0) this.fillCorner(foot, LANE_TAPS * from, corner);
    if (this.ones !== null) {
      for (let tap = LANE_TAPS * from; tap < end; tap++) foot.texel[4 * tap + this.ones.component] = this.ones.code;
    }
    this.aligned?.cut(foot, from);
  }

  /** Zeros for texels that are not read. @returns the tap that a cube's corner lacks, or -1 */
  private resolveAddresses(
    foot: Footprints,
    from: number,
    { resident }: LaneRegisters,
    lane: number,
    end: number,
  ): number {
    let corner = -1;
    for (let tap = LANE_TAPS * from; tap < end; tap++) {
      const address = foot.address[tap];
      if (address === UNBOUND_ADDRESS) resident[lane] = 0;
      if (address === ZERO_ADDRESS || address === UNBOUND_ADDRESS) this.zero(foot, tap);
      if (address === CORNER_ADDRESS) corner = tap;
    }
    return corner;
  }

  private zero({ texel, texelBits }: Footprints, tap: number): void {
    const alpha = this.format.order.includes(3) ? 0 : 1;
    for (let c = 0; c < 3; c++) texel[4 * tap + c] = 0;
    if (this.integer) texelBits[4 * tap + 3] = alpha;
    else texel[4 * tap + 3] = alpha;
  }

  private changeCodes(
    { texel }: Footprints,
    from: number,
    end: number,
    tables: readonly (Float32Array | null)[],
  ): void {
    for (let at = 16 * from; at < 4 * end; at++) {
      const table = tables[at & 3];
      if (table !== null) texel[at] = table[texel[at]];
    }
  }

  /** The comparison alone, of a lane whose taps all read a texel or the border. */
  compareTaps({ texel, tapCount }: Footprints, from: number, dref: number): void {
    const { compare } = this;
    if (compare === null) return;
    const reference = compare.reference(dref);
    for (let tap = LANE_TAPS * from; tap < LANE_TAPS * from + tapCount[from]; tap++) {
      texel[4 * tap] = compare.passes(reference, texel[4 * tap]) ? compare.one : 0;
    }
  }

  private fillCorner({ texel }: Footprints, first: number, corner: number): void {
    const [a, b, c] = [0, 1, 2, 3].filter((n) => first + n !== corner).map((n) => 4 * (first + n));
    for (let component = 0; component < 4; component++) {
      texel[4 * corner + component] = this.arithmetic.corner(
        texel[a + component],
        texel[b + component],
        texel[c + component],
      );
    }
  }
}

/** Codes by code of each component as the filter takes them; null for those that stay. */
export function changedCodes(binding: Binding): readonly (Float32Array | null)[] {
  const { filter } = binding.design;
  return storedScales(binding).map((scale, c) => {
    if (isDegammaed(binding, c)) return srgbLinearTable(filter.srgbLinearBits, scale.one);
    const { texelBits } = filter;
    if (!isWidened(binding, scale, texelBits)) return null;
    return Float32Array.from({ length: scale.one + 1 }, (_, code) => replicated(code, scale.bits, texelBits));
  });
}
