import type { TableTaps } from '../address-unit/plans/table-taps.ts';
import type { FilterArithmetic } from '../filter-unit/arithmetic/arithmetic.ts';
import { filterScales } from '../filter-unit/arithmetic/tap-texels.ts';
import type { TexelBytes } from '../memory/texel-bytes.ts';
import { QUAD_LANES, type QuadBatch } from '../registers/quad-batch.ts';
import type { LodUnit } from '../lod-unit/lod-unit.ts';
import type { Footprints } from '../registers/footprints.ts';
import type { LaneRegisters } from '../registers/lane-registers.ts';
import type { LaneExtras } from '../registers/lane-extras.ts';
import type { Binding } from '../state/binding.ts';
import { FILTER_CODES } from '../state/sample-shape.ts';
import { readFormat } from '../state/read-format.ts';
import type { TexelDecoder } from '../texel-decoder/texel-decoder.ts';
import { type TexelForm, texelForm } from './texel-form.ts';
import {
  BLOCK_LANES,
  FORM_UNSIGNED,
  LANE_ADDRESS,
  LANE_COLOR,
  LANE_DREF,
  LANE_FILTER,
  LANE_LAYER,
  LANE_LEFT,
  LANE_OFFSET_U,
  LANE_OFFSET_V,
  LANE_U,
  LANE_V,
  LANE_PASSES,
  TAP_ADDRESSES,
  MOST_SAMPLES,
} from './kernel-layout.ts';
import { DecodedCopy } from './decoded-copy.ts';
import { KernelMemory } from './kernel-memory.ts';
import type { Kernels } from './kernels.ts';
import { LodKernel } from './lod-kernel.ts';
import { isDirect, isSingle } from './sample-kind.ts';
import { writeState } from './state-record.ts';

/** Quads that the kernels answer at once. */
export const KERNEL_QUADS = BLOCK_LANES / QUAD_LANES;

/**
 * The WebAssembly kernels of one texture state: from coordinates to results, with the bits of the units' TypeScript.
 */
export class SampleKernel {
  /** The quads of the last block that the kernels have not answered, as numbers of the batch. */
  readonly left = new Int32Array(KERNEL_QUADS);
  private readonly binding: Binding;
  private readonly taps: TableTaps;
  private readonly texel: TexelForm;
  private readonly steps: FilterArithmetic;
  /** Front end and LOD unit; null for states in which every lane takes one sample of one level, with the same filter. */
  private readonly lod: LodKernel | null;
  private memory: KernelMemory | null = null;
  private generation = 0;
  private state = 0;
  /** The copy of the image that the state may read, and true if it does. */
  private copy: DecodedCopy | null = null;
  private copied = false;

  /** The kernels of a state, or null where they do not cover it. */
  static of(
    binding: Binding,
    taps: TableTaps | null,
    decoder: TexelDecoder,
    steps: FilterArithmetic,
    lodUnit: LodUnit,
  ): SampleKernel | null {
    const { tables } = decoder;
    if (taps === null || tables === null || !isCovered(binding, taps)) return null;
    const texel = texelForm(tables, filterScales(binding));
    if (!fitsLanes(texel, binding) || !compares(texel, binding)) return null;
    if (texel.kernel === 'floats' && binding.design.filter.floatPath !== 'fused') return null;
    if (isSingle(binding)) return new SampleKernel(binding, taps, texel, steps, null);
    const lod = LodKernel.of(binding, lodUnit);
    return lod === null ? null : new SampleKernel(binding, taps, texel, steps, lod);
  }

  private constructor(
    binding: Binding,
    taps: TableTaps,
    texel: TexelForm,
    steps: FilterArithmetic,
    lod: LodKernel | null,
  ) {
    this.lod = lod;
    this.binding = binding;
    this.taps = taps;
    this.texel = texel;
    this.steps = steps;
  }

  /** Brings the state into the texels' memory. @returns false where there are no kernels, or not yet (KernelMemory.of) */
  ready(texels: TexelBytes, quads: number): boolean {
    const memory = KernelMemory.of(texels, quads);
    if (memory === null) return false;
    if (memory !== this.memory || memory.generation !== this.generation) this.place(memory, false);
    const copied = this.copy?.isMade(memory, texels, quads, this.state) ?? false;
    if (copied !== this.copied) this.place(memory, copied);
    return true;
  }

  /** Writes the state. @param copied true to read the copy of the image */
  private place(memory: KernelMemory, copied: boolean): void {
    const { binding, taps, texel, steps } = this;
    this.copied = copied;
    // Tables that do not fit after the others empty the memory: then the state begins anew.
    for (let known = -1; known !== memory.generation;) {
      if (known >= 0) this.copied = false;
      known = memory.generation;
      this.copy = DecodedCopy.of(memory, binding.image, texel);
      this.state = writeState(memory, binding, taps, texel, steps, this.copied ? this.copy : null);
      this.lod?.place(memory);
    }
    this.generation = memory.generation;
    this.memory = memory;
  }

  /**
   * Samples `count` quads of the batch from quad `first` on, after `ready`.
   *
   * @param count at most KERNEL_QUADS
   * @param result,extras as `TextureUnit.sample`
   * @returns how many quads are `left`
   */
  sample(batch: QuadBatch, first: number, count: number, result: Float32Array, extras?: LaneExtras): number {
    const { block, all } = this.memory!;
    const { integers, floats } = all;
    const left = this.filterPasses(batch, first, count, this.load(batch, first, count));
    storeActive(batch.active, first, count, floats, (block + LANE_COLOR) / 4, result);
    if (extras !== undefined) this.storeExtras(batch, first, count, integers, extras);
    return left;
  }

  /**
   * The same with the results in lane registers, and with the footprints of each pass.
   *
   * @param lanes receives colours, passes and residency, from lane `lane` on
   * @param foot,watch as `UnitPath.filterPasses`
   * @returns false if some quads are left: the registers hold nothing of use then
   */
  evaluate(
    batch: QuadBatch,
    first: number,
    count: number,
    lanes: LaneRegisters,
    lane: number,
    foot: Footprints,
    watch: (pass: number) => void,
  ): boolean {
    const { block, all } = this.memory!;
    const { integers, floats } = all;
    const laneCount = QUAD_LANES * count;
    const most = this.load(batch, first, count);
    const passes = (block + LANE_PASSES) / 4;
    if (this.lod === null) {
      for (let n = 0; n < laneCount; n++) integers[passes + n] = (batch.active[first + (n >> 2)] >> (n & 3)) & 1;
      const filter = FILTER_CODES[this.binding.sampler.magFilter];
      integers.fill(filter, (block + LANE_FILTER) / 4, (block + LANE_FILTER) / 4 + laneCount);
    }
    if (this.filterPasses(batch, first, count, most, foot, watch) > 0) return false;
    lanes.passes.set(integers.subarray(passes, passes + laneCount), lane);
    lanes.resident.fill(1, lane, lane + laneCount);
    const color = (block + LANE_COLOR) / 4;
    lanes.color.set(floats.subarray(color, color + 4 * laneCount), 4 * lane);
    return true;
  }

  /** Front end and LOD unit. @returns the most passes of a lane */
  private load(batch: QuadBatch, first: number, count: number): number {
    const memory = this.memory!;
    const { block, all } = memory;
    const { integers, floats } = all;
    const lanes = QUAD_LANES * count;
    const from = QUAD_LANES * first;
    integers.set(batch.offsetU.subarray(first, first + count), (block + LANE_OFFSET_U) / 4);
    integers.set(batch.offsetV.subarray(first, first + count), (block + LANE_OFFSET_V) / 4);
    if (this.binding.arrayed) floats.set(batch.layer.subarray(from, from + lanes), (block + LANE_LAYER) / 4);
    if (this.binding.instruction.dref === true) {
      floats.set(batch.dref.subarray(from, from + lanes), (block + LANE_DREF) / 4);
    }
    if (this.lod !== null) return this.lod.select(memory, batch, first, count);
    floats.set(batch.s.subarray(from, from + lanes), (block + LANE_U) / 4);
    floats.set(batch.t.subarray(from, from + lanes), (block + LANE_V) / 4);
    return 1;
  }

  /** The units after the LOD unit. @returns how many quads are left */
  private filterPasses(
    batch: QuadBatch,
    first: number,
    count: number,
    passes: number,
    foot?: Footprints,
    watch?: (pass: number) => void,
  ): number {
    const { block, kernels, all } = this.memory!;
    const lanes = QUAD_LANES * count;
    let left = 0;
    for (let pass = 0; pass < passes; pass++) {
      left |= kernels.snap(block, this.state, count, pass);
      if (foot !== undefined && watch !== undefined) {
        const found = left === 0 ? 0 : this.findLeft(batch.active, first, count);
        if (found > 0) return found;
        kernels.tapAddresses(block, this.state, lanes, pass);
        const address = (block + LANE_ADDRESS) / 4;
        const taps = (block + TAP_ADDRESSES) / 4;
        foot.address.set(all.integers.subarray(address, address + 4 * lanes));
        foot.tapCount.set(all.integers.subarray(taps, taps + lanes));
        watch(pass);
      }
      left |= this.filter(kernels, lanes, pass);
    }
    if (!isDirect(this.binding)) this.finish(kernels, lanes);
    return left === 0 ? 0 : this.findLeft(batch.active, first, count);
  }

  /** One pass of the state's filter. @returns 1 if a lane is left */
  private filter(kernels: Kernels, lanes: number, pass: number): number {
    const { block } = this.memory!;
    if (this.texel.kernel === 'floats') return kernels.filterFloats(block, this.state, lanes, pass);
    if (this.texel.kernel === 'wide') kernels.filterWide(block, this.state, lanes, pass);
    else kernels.filterBytes(block, this.state, lanes, pass);
    return 0;
  }

  /** The results of sums. */
  private finish(kernels: Kernels, lanes: number): void {
    const { block } = this.memory!;
    if (this.texel.kernel === 'floats') kernels.finishFloats(block, this.state, lanes);
    else if (this.texel.kernel === 'wide') kernels.finishWide(block, this.state, lanes);
    else kernels.finishBytes(block, this.state, lanes);
  }

  /** The passes of each lane, and all texels bound for those that want a result. */
  private storeExtras(
    { active }: QuadBatch,
    quad: number,
    count: number,
    integers: Int32Array,
    { passes, resident }: LaneExtras,
  ): void {
    const from = (this.memory!.block + LANE_PASSES) / 4 - QUAD_LANES * quad;
    for (let lane = QUAD_LANES * quad; lane < QUAD_LANES * (quad + count); lane++) {
      const wanted = (active[lane >> 2] >> (lane & 3)) & 1;
      if (passes !== undefined) passes[lane] = this.lod === null ? wanted : integers[from + lane];
      if (wanted !== 0) resident[lane] = 1;
    }
  }

  private findLeft(active: Uint8Array, first: number, count: number): number {
    const { left } = this;
    const { block, all } = this.memory!;
    const { integers } = all;
    let found = 0;
    for (let quad = 0, at = (block + LANE_LEFT) / 4; quad < count; quad++, at += QUAD_LANES) {
      if (active[first + quad] === 0) continue;
      if ((integers[at] | integers[at + 1] | integers[at + 2] | integers[at + 3]) !== 0) left[found++] = first + quad;
    }
    return found;
  }
}

/** True if coordinates stay within the kernels' integers, and weights and codes within their lanes. */
function isCovered({ design, image, op, dimensions, cube, instruction }: Binding, taps: TableTaps): boolean {
  const { address, filter } = design;
  const { max, one } = taps.coordinateFormat;
  const inRange = image.levels.every(({ width, height }) => 2 * Math.max(width, height) + MARGIN <= max / one);
  const plain = op === 'sample' && dimensions === 2 && !cube && instruction.laneOffsets !== true;
  const snaps = address.rangeReduction && address.rounding === 'nearest-even' && address.coordinate.fractionBits >= 2;
  const samples = Math.max(...design.lod.anisotropicRates) <= MOST_SAMPLES;
  const weights = filter.weightBits <= 8 && filter.weightScale === 'power-of-two';
  return plain && samples && snaps && inRange && weights && address.coordinate.fractionBits < 16;
}

/** Texel offsets up to which coordinates must not saturate. */
const MARGIN = 32;

/** Copies the results of the lanes that want one. */
function storeActive(
  active: Uint8Array,
  first: number,
  count: number,
  colors: Float32Array,
  from: number,
  result: Float32Array,
): void {
  let all = true;
  for (let quad = first; quad < first + count; quad++) all &&= active[quad] === 15;
  if (all) {
    result.set(colors.subarray(from, from + 16 * count), 16 * first);
    return;
  }
  for (let lane = 0; lane < QUAD_LANES * count; lane++) {
    if (((active[first + (lane >> 2)] >> (lane & 3)) & 1) === 0) continue;
    const at = 4 * (QUAD_LANES * first + lane);
    for (let c = 0; c < 4; c++) result[at + c] = colors[from + 4 * lane + c];
  }
}

/** True if no code has more than 16 bits. */
function fitsLanes({ kernel }: TexelForm, binding: Binding): boolean {
  return kernel !== 'wide' || filterScales(binding).every(({ bits }) => bits <= 16);
}

/** True if the state compares no depths, or unsigned codes with references that no projection divides. */
function compares({ kernel, form }: TexelForm, binding: Binding): boolean {
  if (binding.instruction.dref !== true) return true;
  const unorm = readFormat(binding).componentType === 'unorm';
  return unorm && kernel === 'wide' && form === FORM_UNSIGNED && !binding.instruction.projected;
}
