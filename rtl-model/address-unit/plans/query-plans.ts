import type { Binding } from '../../state/binding.ts';
import { queryFootprint } from '../footprint-query.ts';
import type { LaneRegisters } from '../../registers/lane-registers.ts';
import { SamplePlan } from './sample-plan.ts';
import { LanePlan } from './tap-plan.ts';
import { QUERY_ENTRIES } from '../../registers/register.ts';

/** Operations that read no texel: one empty pass. */
export class EmptyPlan extends LanePlan {
  override passes(): number {
    return 1;
  }

  override address(): void {}
}

/** Entries that `FootprintPlan` adds to those of `queryFootprint`: the level, and 1 if it is the only one. */
export const FOOTPRINT_LEVEL = 9;
export const FOOTPRINT_SINGLE = 10;
/** The entry that is 1 if the level that was requested is read at all. */
export const FOOTPRINT_READ = 11;

/** Anisotropic samples of a level times the taps of a 3D cubic filter. */
const MOST_TEXELS = 16 * 64;

/** The texels that a sample would read, and the query of them (Vulkan: Texel Footprint Evaluation). */
export class FootprintPlan extends LanePlan {
  private readonly samples: SamplePlan;
  /** The texels of the lane that was addressed last: i, j, k of each, and how many there are. */
  readonly texels = new Int32Array(3 * MOST_TEXELS);
  count = 0;
  private readonly result = new Int32Array(FOOTPRINT_LEVEL);

  constructor(private readonly binding: Binding) {
    super();
    this.samples = new SamplePlan(binding);
  }

  override passes(): number {
    return 1;
  }

  override address(lanes: LaneRegisters, lane: number): void {
    const { instruction, sampler, dimensions } = this.binding;
    // By the text of Vulkan 1.1, the coarser level may be the finer one.
    const single = lanes.levelWeight[lane] === 0 || lanes.levelHi[lane] === lanes.levelLo[lane];
    const coarse = instruction.coarse ?? false;
    const level = coarse ? lanes.levelLo[lane] : lanes.levelHi[lane];
    const read = !coarse || !single;
    const { result } = this;
    result.fill(0);
    this.count = read ? this.samples.texels(lanes, lane, level, this.texels) : 0;
    if (read) {
      const granularity = instruction.granularity ?? 1;
      const axes = dimensions === 3 ? 3 : 2;
      queryFootprint(this.texels, this.count, axes, granularity, sampler.anisotropyEnable, result);
    }
    const at = QUERY_ENTRIES * lane;
    lanes.query.set(result, at);
    lanes.query[at + FOOTPRINT_LEVEL] = level;
    lanes.query[at + FOOTPRINT_SINGLE] = single ? 1 : 0;
    lanes.query[at + FOOTPRINT_READ] = read ? 1 : 0;
  }
}
