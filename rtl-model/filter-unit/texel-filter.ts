import type { Binding } from '../state/binding.ts';
import type { Footprints } from '../registers/footprints.ts';
import type { LaneRegisters } from '../registers/lane-registers.ts';
import { LANE_TAPS } from '../state/sample-shape.ts';
import type { FilterArithmetic } from './arithmetic/arithmetic.ts';
import { arithmetic } from './arithmetic/component-arithmetic.ts';
import { FilterUnit } from './filter-unit.ts';
import { ResultColor } from './result-color.ts';
import { planeComponents, takeBits } from './sample-filter.ts';
import { filterScales, TapTexels } from './arithmetic/tap-texels.ts';

/** The texel of OpImageFetch and OpImageRead: no filter, each plane in its pass. */
export class TexelFilter extends FilterUnit {
  private readonly arithmetic: FilterArithmetic;
  private readonly texels: TapTexels;
  private readonly result: ResultColor;
  private readonly components: readonly (readonly number[])[];

  constructor(binding: Binding) {
    super();
    this.arithmetic = arithmetic(binding.design, filterScales(binding), 1);
    this.texels = new TapTexels(binding, this.arithmetic);
    this.result = new ResultColor(binding);
    this.components = planeComponents(binding);
  }

  protected override addLane(foot: Footprints, from: number, lanes: LaneRegisters, lane: number, pass: number): void {
    this.texels.resolve(foot, from, lanes, lane);
    if (this.result.integer) takeBits(foot, from, lanes, lane);
    else this.takeTexel(foot, from, lanes, lane, pass);
  }

  private takeTexel({ texel }: Footprints, from: number, { color }: LaneRegisters, lane: number, pass: number): void {
    for (const c of this.components[pass]) {
      color[4 * lane + c] = this.arithmetic.texelColor(texel[16 * from + c], c);
    }
  }

  protected override finishLane(lanes: LaneRegisters, lane: number): void {
    this.result.finish(lanes, lane);
  }
}

/** The four texels of a gather, one component of each (Vulkan: Texel Gathering). */
export class GatherFilter extends FilterUnit {
  private readonly arithmetic: FilterArithmetic;
  private readonly texels: TapTexels;
  private readonly integer: boolean;
  private readonly source: number;

  constructor(binding: Binding) {
    super();
    const result = new ResultColor(binding);
    this.arithmetic = arithmetic(binding.design, filterScales(binding), 2);
    this.texels = new TapTexels(binding, this.arithmetic);
    this.integer = result.integer;
    this.source = result.sourceOf(binding.instruction.component ?? 0);
  }

  protected override addLane(foot: Footprints, from: number, lanes: LaneRegisters, lane: number): void {
    this.texels.resolve(foot, from, lanes, lane);
    for (let tap = 0; tap < LANE_TAPS; tap++) {
      const at = 4 * (LANE_TAPS * from + tap);
      const to = 4 * lane + tap;
      if (this.integer) lanes.colorBits[to] = this.bits(foot.texelBits, at);
      else lanes.color[to] = this.value(foot.texel, at);
    }
  }

  private bits(texelBits: Int32Array, at: number): number {
    return this.source < 4 ? texelBits[at + this.source] : this.source - 4;
  }

  private value(texel: Float32Array, at: number): number {
    const { arithmetic, source } = this;
    return source >= 4 ? source - 4 : arithmetic.texelColor(texel[at + source], source);
  }
}
