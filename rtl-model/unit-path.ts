import { AddressUnit } from './address-unit/address-unit.ts';
import { BlockMatchPlan } from './address-unit/plans/block-match-plan.ts';
import { BoxPlan } from './address-unit/plans/box-plan.ts';
import { FetchPlan } from './address-unit/plans/fetch-plan.ts';
import { GatherPlan } from './address-unit/plans/gather-plan.ts';
import { OperationAddressUnit } from './address-unit/operation-address-unit.ts';
import { EmptyPlan, FootprintPlan } from './address-unit/plans/query-plans.ts';
import { SamplePlan } from './address-unit/plans/sample-plan.ts';
import type { TapPlan } from './address-unit/plans/tap-plan.ts';
import { WeightedPlan } from './address-unit/plans/weighted-plan.ts';
import { type Binding, bind, boundImage } from './state/binding.ts';
import type { Design } from './design/design.ts';
import { PassFilter } from './direct/pass-filter.ts';
import { BlockMatchFilter } from './filter-unit/block-match-filter.ts';
import type { FilterUnit } from './filter-unit/filter-unit.ts';
import { FixedFilter } from './filter-unit/fixed-filter.ts';
import { FloatFilter } from './filter-unit/float-filter.ts';
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
} from './filter-unit/query-filter.ts';
import { SampleFilter } from './filter-unit/sample-filter.ts';
import { GatherFilter, TexelFilter } from './filter-unit/texel-filter.ts';
import { WeightKernel } from './filter-unit/weight-kernel.ts';
import { WindowFilter } from './filter-unit/window-filter.ts';
import type { FixedFormat } from './fixed-point/format.ts';
import type { Footprints } from './registers/footprints.ts';
import { FrontEnd } from './front-end/front-end.ts';
import { OperationFrontEnd } from './front-end/operation-front-end.ts';
import { type Image, type TexelMemory, UNBOUND_IMAGE } from './memory/image.ts';
import type { LaneRegisters } from './registers/lane-registers.ts';
import { LodUnit } from './lod-unit/lod-unit.ts';
import { OperationLodUnit } from './lod-unit/operation-lod-unit.ts';
import type { QuadBatch } from './registers/quad-batch.ts';
import type { Sampler } from './state/sampler.ts';
import { texelDecoder } from './texel-decoder/format-decoder.ts';
import { componentScales } from './texel-decoder/format-scales.ts';
import { NoDecoder, planeDecoder } from './texel-decoder/plane-decoder.ts';
import type { TexelDecoder } from './texel-decoder/texel-decoder.ts';
import type { TexelFormat } from './formats/texel-format.ts';
import { TexelStore } from './texel-decoder/texel-store.ts';
import type { TextureState } from './state/texture-state.ts';

/** The units of a design, specialised for one texture state. Shared by the functional and the cycle mode. */
export interface UnitPath {
  readonly image: Image;
  /** The reference image of `block_match`: the only other one whose texels are taps. */
  readonly second: Image | null;
  readonly frontEnd: {
    load(batch: QuadBatch, firstQuad: number, count: number, lanes: LaneRegisters, first: number): void;
  };
  readonly lodUnit: {
    readonly format: FixedFormat;
    select(lanes: LaneRegisters, first: number, count: number): void;
  };
  readonly addressUnit: {
    readonly coordinateFormat: FixedFormat;
    footprints(lanes: LaneRegisters, lane: number, foot: Footprints, to: number, count: number, pass: number): void;
  };
  readonly decoder: TexelDecoder;
  readonly filter: FilterUnit;
  /** The last two in one, where there is such a unit. */
  readonly passFilter: PassFilter | null;
}

/** @throws as `unitPaths` */
export function unitPath(design: Design, memory: TexelMemory, state: TextureState): UnitPath {
  if (state.image === null) return nullPath(design, memory, state);
  const binding = bind(design, memory, state, state.image);
  return isPlain(binding) ? plainPath(binding) : operationPath(binding, state);
}

/** Sampling of whole 2D images and 2D arrays with point, bilinear, trilinear and anisotropic filters: the short way. */
function isPlain({ image, view, sampler, instruction, op, cube, dimensions, firstLevel }: Binding): boolean {
  return (
    op === 'sample' &&
    dimensions === 2 &&
    !cube &&
    firstLevel === 0 &&
    view.levelCount === image.levels.length &&
    view.layerCount === image.layers &&
    (view.viewType === '2d_array' || image.layers === 1) &&
    view.format === image.format &&
    view.minLod === 0 &&
    view.components.every((swizzle, c) => swizzle === 'identity' || swizzle === 'rgba'[c]) &&
    isPlainImage(image) &&
    isPlainSampler(sampler) &&
    !instruction.dref &&
    !instruction.laneOffsets &&
    !instruction.sparse
  );
}

function isPlainImage({ format, planes, samples, cornerSampled, unbound }: Image): boolean {
  const { componentType, aspects, block, codec } = format;
  const integer = componentType === 'uint' || componentType === 'sint';
  const pair = block !== null && codec === null;
  return (
    !integer &&
    !pair &&
    aspects[0] === 'color' &&
    planes === null &&
    samples === 1 &&
    !cornerSampled &&
    unbound.length === 0
  );
}

function isPlainSampler(sampler: Sampler): boolean {
  return (
    sampler.magFilter !== 'cubic' &&
    sampler.minFilter !== 'cubic' &&
    !sampler.unnormalizedCoordinates &&
    sampler.reductionMode === 'weighted_average' &&
    sampler.ycbcrConversion === null
  );
}

function plainPath({ design, image, sampler, instruction }: Binding): UnitPath {
  const decoder = texelDecoder(design, image.stored, sampler);
  const filter = plainFilter(design, image.stored);
  return {
    image,
    second: null,
    frontEnd: new FrontEnd(design, instruction),
    lodUnit: new LodUnit(design, image, image.levels.length, sampler, instruction),
    addressUnit: new AddressUnit(design, image, sampler),
    decoder,
    filter,
    passFilter: PassFilter.of(image, decoder, filter),
  };
}

function plainFilter(design: Design, format: TexelFormat): FilterUnit {
  const floats = componentScales(format, design.filter.srgbLinearBits).some(({ bits }) => bits === 0);
  return floats ? new FloatFilter(design) : new FixedFilter(design, format);
}

function operationPath(binding: Binding, state: TextureState): UnitPath {
  if (binding.view.minLod > binding.lastLevel && readsColor(binding)) {
    return assemble(binding, new EmptyPlan(), new NoDecoder(), new QueryFilter(emptyQuery(binding)));
  }
  switch (binding.op) {
    case 'sample': {
      const plan = new SamplePlan(binding);
      return assemble(binding, plan, planeDecoder(binding), new SampleFilter(binding, plan.shape));
    }
    case 'gather':
      return assemble(binding, new GatherPlan(binding), planeDecoder(binding), new GatherFilter(binding));
    case 'fetch':
    case 'read':
      return assemble(binding, new FetchPlan(binding), planeDecoder(binding), new TexelFilter(binding));
    case 'write':
      return assemble(binding, new FetchPlan(binding), new TexelStore(binding), new QueryFilter(() => {}));
    case 'box_filter':
      return assemble(binding, new BoxPlan(binding), planeDecoder(binding), new WindowFilter(binding, null));
    case 'sample_weighted': {
      const weights = secondBinding(binding, state);
      const kernel = new WeightKernel(weights, state.second!.weights!, binding.sampler);
      const plan = new WeightedPlan(binding, kernel);
      return assemble(binding, plan, planeDecoder(binding), new WindowFilter(binding, kernel.one));
    }
    case 'block_match': {
      const reference = secondBinding(binding, state);
      const decoder = planeDecoder(binding, reference);
      const plan = new BlockMatchPlan(binding, reference);
      return assemble(binding, plan, decoder, new BlockMatchFilter(binding, reference), reference.image);
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

function query(binding: Binding, plan: TapPlan, answer: LaneQuery): UnitPath {
  return assemble(binding, plan, new NoDecoder(), new QueryFilter(answer));
}

function nullPath(design: Design, memory: TexelMemory, state: TextureState): UnitPath {
  const { sampler, instruction } = state;
  const binding = boundImage(design, memory, { image: null, sampler, instruction }, UNBOUND_IMAGE);
  return query(binding, new EmptyPlan(), nullQuery);
}

function assemble(
  binding: Binding,
  plan: TapPlan,
  decoder: TexelDecoder,
  filter: FilterUnit,
  second: Image | null = null,
): UnitPath {
  return {
    image: binding.image,
    second,
    frontEnd: new OperationFrontEnd(binding),
    lodUnit: new OperationLodUnit(binding, plan),
    addressUnit: new OperationAddressUnit(binding, plan),
    decoder,
    filter,
    passFilter: null,
  };
}

/** Operations whose result is made of texels; of the others the per-resource clamp changes nothing. */
function readsColor({ op }: Binding): boolean {
  return op === 'sample' || op === 'fetch' || op === 'box_filter' || op === 'sample_weighted';
}

/** @throws RangeError when the state lacks its second image */
function secondBinding({ design, memory }: Binding, state: TextureState): Binding {
  if (state.second === undefined) throw new RangeError(`${state.instruction.op} needs a second image`);
  const { sampler, instruction } = state;
  const { image, view } = state.second;
  return bind(design, memory, { image, sampler, instruction, ...(view && { view }) }, image);
}
