import { BlockMatchPlan } from '../address-unit/plans/block-match-plan.ts';
import { BoxPlan } from '../address-unit/plans/box-plan.ts';
import { FetchPlan } from '../address-unit/plans/fetch-plan.ts';
import { GatherPlan } from '../address-unit/plans/gather-plan.ts';
import { EmptyPlan, FootprintPlan } from '../address-unit/plans/query-plans.ts';
import { SamplePlan } from '../address-unit/plans/sample-plan.ts';
import type { LanePlan } from '../address-unit/plans/tap-plan.ts';
import { WeightedPlan } from '../address-unit/plans/weighted-plan.ts';
import type { Design } from '../design/design.ts';
import { checkWidths } from '../design/widths.ts';
import { BlockMatchFilter } from '../filter-unit/block-match-filter.ts';
import {
  emptyQuery,
  footprintQuery,
  type LaneQuery,
  levelsQuery,
  lodQuery,
  nullQuery,
  positionQuery,
  QueryFilter,
  samplesQuery,
  sizeQuery,
} from '../filter-unit/query-filter.ts';
import { SampleFilter } from '../filter-unit/sample-filter.ts';
import { GatherFilter, TexelFilter } from '../filter-unit/texel-filter.ts';
import { NO_WEIGHTS, WeightKernel } from '../filter-unit/weight-kernel.ts';
import { WindowFilter } from '../filter-unit/window-filter.ts';
import { type TexelMemory, UNBOUND_IMAGE } from '../memory/lay-out-images.ts';
import { type Binding, bind, boundImage } from '../state/binding.ts';
import type { TextureState } from '../state/texture-state.ts';
import { AtomicUnit } from '../texel-decoder/atomic-unit.ts';
import { NoDecoder, planeDecoder } from '../texel-decoder/plane-decoder.ts';
import { TexelStore } from '../texel-decoder/texel-store.ts';
import { LodUnit } from '../lod-unit/lod-unit.ts';
import { SampleKernel } from '../simd/sample-kernel.ts';
import { UnitPath } from './unit-path.ts';

/**
 * The units for every state.
 *
 * @throws DesignError when the arithmetic cannot hold the design's widths
 * @throws RangeError when a state names an image that is not there, or a view beyond its image
 */
export function unitPaths(design: Design, memory: TexelMemory, states: readonly TextureState[]): readonly UnitPath[] {
  checkWidths(design);
  return states.map((state) => unitPath(design, memory, state));
}

/** The units of one state. @throws as `unitPaths` */
export function unitPath(design: Design, memory: TexelMemory, state: TextureState): UnitPath {
  if (state.image === null) {
    const { sampler, instruction } = state;
    const binding = boundImage(design, memory, { image: null, sampler, instruction }, UNBOUND_IMAGE);
    return query(binding, new EmptyPlan(), nullQuery);
  }
  const binding = bind(design, memory, state, state.image);
  if (binding.view.minLod > binding.lastLevel && readsColor(binding)) {
    return query(binding, new EmptyPlan(), emptyQuery(binding));
  }
  switch (binding.op) {
    case 'sample': {
      const plan = new SamplePlan(binding);
      const decoder = planeDecoder(binding);
      const filter = new SampleFilter(binding, plan.shape);
      const kernel = SampleKernel.of(binding, decoder, new LodUnit(binding, plan));
      return new UnitPath(binding, plan, decoder, filter, null, kernel);
    }
    case 'gather': {
      const plan = new GatherPlan(binding);
      const decoder = planeDecoder(binding);
      const kernel = SampleKernel.of(binding, decoder, new LodUnit(binding, plan));
      return new UnitPath(binding, plan, decoder, new GatherFilter(binding), null, kernel);
    }
    case 'fetch':
    case 'read': {
      const decoder = planeDecoder(binding);
      return new UnitPath(binding, new FetchPlan(binding), decoder, new TexelFilter(binding));
    }
    case 'write': {
      const store = new TexelStore(binding);
      return new UnitPath(binding, new FetchPlan(binding), store, new QueryFilter(() => {}));
    }
    case 'atomic': {
      const unit = new AtomicUnit(binding);
      return new UnitPath(binding, new FetchPlan(binding), unit, new TexelFilter(binding));
    }
    case 'box_filter': {
      const decoder = planeDecoder(binding);
      return new UnitPath(binding, new BoxPlan(binding), decoder, new WindowFilter(binding, null));
    }
    case 'sample_weighted': {
      const weights = secondBinding(binding, state);
      const kernel = weights === null ? NO_WEIGHTS : new WeightKernel(weights, state.second!.weights!, binding.sampler);
      const decoder = planeDecoder(binding);
      const filter = new WindowFilter(binding, kernel.one);
      return new UnitPath(binding, new WeightedPlan(binding, kernel), decoder, filter);
    }
    case 'block_match': {
      const reference = secondBinding(binding, state);
      const decoder = planeDecoder(binding, reference ?? binding);
      const filter = new BlockMatchFilter(binding, reference);
      return new UnitPath(binding, new BlockMatchPlan(binding, reference), decoder, filter, reference?.image);
    }
    case 'footprint':
      return query(binding, new FootprintPlan(binding), footprintQuery());
    case 'query_lod': {
      const one = 2 ** binding.design.lod.format.fractionBits;
      return query(binding, new EmptyPlan(), lodQuery(one, binding.view.minLod > binding.lastLevel));
    }
    case 'query_size':
      return query(binding, new EmptyPlan(), sizeQuery(binding));
    case 'query_levels':
      return query(binding, new EmptyPlan(), levelsQuery(binding));
    case 'query_samples':
      return query(binding, new EmptyPlan(), samplesQuery(binding));
    case 'sample_position':
      return query(binding, new EmptyPlan(), positionQuery(binding));
  }
}

function query(binding: Binding, plan: LanePlan, answer: LaneQuery): UnitPath {
  const decoder = new NoDecoder();
  return new UnitPath(binding, plan, decoder, new QueryFilter(answer));
}

/** True for operations whose result is made of texels; the per-resource clamp changes nothing of the others. */
function readsColor({ op }: Binding): boolean {
  return op === 'sample' || op === 'fetch' || op === 'box_filter' || op === 'sample_weighted';
}

/** Null is a null descriptor. @throws RangeError when the state lacks its second image */
function secondBinding({ design, memory }: Binding, state: TextureState): Binding | null {
  if (state.second === null) return null;
  if (state.second === undefined) throw new RangeError(`${state.instruction.op} needs a second image`);
  const { sampler, instruction } = state;
  const { image, view } = state.second;
  return bind(design, memory, { image, sampler, instruction, ...(view && { view }) }, image);
}
