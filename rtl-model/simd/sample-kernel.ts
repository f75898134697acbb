import { AXIS_MARGIN } from '../address-unit/axis-table.ts';
import { Coordinates } from '../address-unit/coordinates.ts';
import { cubicWeightsSumToOne } from '../address-unit/cubic-weights.ts';
import { type ImageTables, imageTables } from '../address-unit/image-tables.ts';
import { MOST_SAMPLES } from '../description/placing.ts';
import { isOneSample } from '../description/sampled-levels.ts';
import { EXACT_SNAPS } from '../description/snap.ts';
import { onesComponent } from '../filter-unit/arithmetic/ones-component.ts';
import { changedCodes, filterScales } from '../filter-unit/arithmetic/tap-texels.ts';
import type { LodUnit } from '../lod-unit/lod-unit.ts';
import type { TexelBytes } from '../memory/texel-bytes.ts';
import type { LaneExtras } from '../registers/lane-extras.ts';
import type { LaneRegisters } from '../registers/lane-registers.ts';
import { QUAD_LANES, type QuadBatch } from '../registers/quad-batch.ts';
import { alignsSums } from '../state/aligned-sums.ts';
import type { Binding } from '../state/binding.ts';
import { readFormat, readsIntegers } from '../state/read-format.ts';
import { FILTER_CODES, SampleShape, weightSplit } from '../state/sample-shape.ts';
import type { TexelDecoder } from '../texel-decoder/texel-decoder.ts';
import { BLOCK_LANES, BLOCK_OFFSETS, type BlockRegister } from './block.ts';
import { DecodedCopy } from './decoded-copy.ts';
import { KernelMemory } from './kernel-memory.ts';
import { SampledTexels } from './sampled-texels.ts';
import { type SampleFunctions, StateModule } from './state-module.ts';
import { isFloatForm, type TexelForm, texelForm } from './texel-form.ts';

/** Bits of the significands of float32 and float64. */
const FLOAT_BITS = 24;
const DOUBLE_BITS = 53;

/** Quads that the kernels answer at once. */
export const KERNEL_QUADS = BLOCK_LANES / QUAD_LANES;

/** A module in a memory: its functions, and the byte address of its record there. */
export interface BoundModule<Functions> {
  readonly functions: Functions;
  readonly state: number;
}

/**
 * One texture state in WebAssembly: the steps of its description from coordinates to results, with the bits of the units'
 * TypeScript.
 */
export class SampleKernel {
  /** The quads of the last block that the kernels have not answered, as numbers of the batch. */
  readonly left = new Int32Array(KERNEL_QUADS);
  readonly binding: Binding;
  /** Made when a module is. */
  private madeTables: ImageTables | null = null;
  private readonly texel: TexelForm;
  private readonly lodUnit: LodUnit;
  /** The passes of a lane where every lane takes one sample of one level, with the same filter: there is no LOD. Else 0. */
  readonly single: number;
  /** True if coordinates are not taken as they are. */
  private readonly changes: boolean;
  /** True if the lanes of a quad have derivatives of their own: of quotients on a cube's face. */
  private readonly differs: boolean;
  memory: KernelMemory | null = null;
  generation = 0;
  /** The quads of the state that have been sampled. */
  private asked = 0;
  /** The module that reads the image itself, and the one that samples. */
  private image: BoundModule<SampleFunctions> | null = null;
  private bound: BoundModule<SampleFunctions> | null = null;
  /** The copy of the image that the state may read, and true if it does. */
  private copy: DecodedCopy | null = null;
  private copied = false;

  /** The kernels of a state, or null where they do not cover it. */
  static of(binding: Binding, decoder: TexelDecoder, lodUnit: LodUnit): SampleKernel | null {
    if (!isCovered(binding) || !fitsLod(lodUnit)) return null;
    const texel = texelForm(decoder, filterScales(binding), changedCodes(binding));
    if (texel === null || !isFiltered(binding, texel)) return null;
    // Codes of more than 16 bits are read as float32 alone.
    if (texel.over > 1 && !alignsSums(binding)) return null;
    return new SampleKernel(binding, texel, lodUnit);
  }

  private constructor(binding: Binding, texel: TexelForm, lodUnit: LodUnit) {
    this.binding = binding;
    this.texel = texel;
    this.lodUnit = lodUnit;
    this.single = passesOfOneSample(binding);
    this.changes = binding.cube || binding.instruction.projected;
    this.differs = binding.cube && binding.instruction.lod !== 'explicit';
  }

  /** Brings the state into the texels' memory. @returns false where there are no kernels, or not yet (KernelMemory.of) */
  ready(texels: TexelBytes, quads: number): boolean {
    const memory = KernelMemory.of(texels, quads);
    this.asked += quads;
    if (memory === null || this.asked < memory.stateQuads) return false;
    if (memory !== this.memory || memory.generation !== this.generation) this.place(memory, false);
    const { image } = this;
    if (image === null) return false;
    const copied =
      this.copy?.isMade(memory, texels, quads, (from, end, stride, to) =>
        image.functions.copy(image.state, from, end, stride, to),
      ) ?? false;
    if (copied !== this.copied) this.place(memory, copied);
    return true;
  }

  /** Places the state. @param copied true to read the copy of the image */
  private place(memory: KernelMemory, copied: boolean): void {
    const { binding, texel } = this;
    this.copied = copied;
    // Tables that do not fit after the others empty the memory: then the state begins anew.
    for (let known = -1; known !== memory.generation;) {
      if (known >= 0) this.copied = false;
      known = memory.generation;
      this.copy = DecodedCopy.of(memory, binding.image, texel);
      if (!this.copied) this.bound = this.image = this.bind(memory, null);
      else this.bound = this.bind(memory, this.copy);
    }
    this.generation = memory.generation;
    this.memory = memory;
  }

  /** @param copy null for the image itself */
  private bind(memory: KernelMemory, copy: DecodedCopy | null): BoundModule<SampleFunctions> | null {
    const { binding, tables, lodUnit } = this;
    const module = StateModule.ofSamples(binding, tables, this.texelsOf(copy !== null), lodUnit);
    const functions = memory.instantiate(module.bytes) as SampleFunctions | null;
    return functions && { functions, state: module.place(memory, copy) };
  }

  get tables(): ImageTables {
    this.madeTables ??= imageTables(this.binding);
    return this.madeTables;
  }

  texelsOf(copied: boolean): SampledTexels {
    return new SampledTexels(this.binding, this.texel, copied);
  }

  /**
   * Samples `count` quads of the batch from quad `first` on, after `ready`.
   *
   * @param count at most KERNEL_QUADS
   * @param result,extras as `TextureUnit.sample`
   * @returns how many quads are `left`
   */
  sample(batch: QuadBatch, first: number, count: number, result: Float32Array, extras?: LaneExtras): number {
    const left = this.filter(batch, first, count);
    storeActive(batch.active, first, count, this.memory!.all.integers, this.at('color'), result);
    if (extras !== undefined) this.storeExtras(batch, first, count, extras);
    return left;
  }

  /** True if the kernel selects levels: their registers can be restored. */
  get selectsLevels(): boolean {
    return this.single === 0;
  }

  /**
   * The registers of front end and LOD unit of quads of the block that was sampled last, for the lanes that have passes.
   *
   * @param first quad of the block  @param lanes receives quad n at lane 4n
   */
  restore(quads: Int32Array, first: number, lanes: LaneRegisters): void {
    const { integers, floats } = this.memory!.all;
    const copy = (register: Registers, values: Float32Array | Int32Array, at: number) => {
      for (let lane = 0; lane < QUAD_LANES * quads.length; lane++) {
        register[lane] = values[at + QUAD_LANES * (quads[lane >> 2] - first) + (lane & 3)];
      }
    };
    for (const name of RESTORED_FLOATS) copy(lanes[name], floats, this.at(name));
    for (const name of RESTORED_INTEGERS) copy(lanes[name], integers, this.at(name));
    const wanted = lanes.passes.slice(0, QUAD_LANES * quads.length);
    copy(lanes.passes, integers, this.at('passes'));
    wanted.forEach((one, lane) => (lanes.passes[lane] *= one));
  }

  /** The first entry of a register in the memory's views of 32 bits. */
  at(register: BlockRegister): number {
    return (this.memory!.block + BLOCK_OFFSETS[register]) / 4;
  }

  /** All units, from the operands of the batch to colours. @returns how many quads are left */
  filter(batch: QuadBatch, first: number, count: number): number {
    const { block } = this.memory!;
    const { functions, state } = this.bound!;
    const lanes = QUAD_LANES * count;
    this.load(batch, first, count);
    if (this.changes) functions.frontEnd(block, state, lanes, 0);
    if (this.single === 0) {
      const differ = this.differs || functions.differ(block, state, lanes, 0) !== 0;
      if (differ) functions.lodsOfLanes(block, state, lanes, 0);
      else functions.lodsOfQuads(block, state, lanes, 0);
    }
    if (functions.sample(block, state, lanes, 0) === 0) return 0;
    if (functions.corners?.(block, state, lanes, 0) === 0) return 0;
    return this.findLeft(batch.active, first, count);
  }

  /** The operands that the state has. */
  private load(batch: QuadBatch, first: number, count: number): void {
    const { integers, floats } = this.memory!.all;
    const { binding } = this;
    const { arrayed, instruction, cube, dimensions } = binding;
    const axes = cube ? 3 : dimensions;
    const from = QUAD_LANES * first;
    const end = from + QUAD_LANES * count;
    const load = (register: BlockRegister, values: Float32Array) =>
      floats.set(values.subarray(from, end), this.at(register));
    const ofQuads = (register: BlockRegister, values: Int16Array | Int32Array | Uint8Array) =>
      integers.set(values.subarray(first, first + count), this.at(register));
    const laneOffsets = instruction.laneOffsets === true;
    OFFSETS.slice(0, axes).forEach((name, axis) => {
      if (!laneOffsets) return ofQuads(name, batch[name]);
      const { [name]: offset, laneOffset } = batch;
      const at = this.at(name) - from;
      for (let lane = from; lane < end; lane++) {
        integers[at + lane] = ((offset[lane >> 2] + laneOffset[3 * lane + axis]) << 16) >> 16;
      }
    });
    load('u', batch.s);
    if (axes > 1) load('v', batch.t);
    if (axes > 2) load('w', batch.r);
    if (arrayed) load('layer', batch.layer);
    if (instruction.dref === true) load('dref', batch.dref);
    if (instruction.projected) load('q', batch.q);
    if (!isOneSample(binding)) ofQuads('active', batch.active);
    if (this.single > 0) return;
    load('lodOperand', batch.lod);
    load('minLod', batch.minLod);
    if (instruction.lod !== 'gradient') return;
    load('dudx', batch.dsdx);
    load('dudy', batch.dsdy);
    if (axes > 1) {
      load('dvdx', batch.dtdx);
      load('dvdy', batch.dtdy);
    }
    if (axes > 2) {
      load('dwdx', batch.drdx);
      load('dwdy', batch.drdy);
    }
  }

  /** The passes of each lane, and all texels bound for those that want a result. */
  private storeExtras({ active }: QuadBatch, quad: number, count: number, { passes, resident }: LaneExtras): void {
    const { integers } = this.memory!.all;
    const from = this.at('passes') - QUAD_LANES * quad;
    for (let lane = QUAD_LANES * quad; lane < QUAD_LANES * (quad + count); lane++) {
      const wanted = (active[lane >> 2] >> (lane & 3)) & 1;
      if (passes !== undefined) passes[lane] = wanted * (this.single > 0 ? this.single : integers[from + lane]);
      if (wanted !== 0) resident[lane] = 1;
    }
  }

  private findLeft(active: Uint8Array, first: number, count: number): number {
    const { left } = this;
    const { integers } = this.memory!.all;
    let found = 0;
    for (let quad = 0, at = this.at('left'); quad < count; quad++, at += QUAD_LANES) {
      if (active[first + quad] === 0) continue;
      if ((integers[at] | integers[at + 1] | integers[at + 2] | integers[at + 3]) !== 0) left[found++] = first + quad;
    }
    return found;
  }
}

type Registers = LaneRegisters[(typeof RESTORED_FLOATS)[number] | (typeof RESTORED_INTEGERS)[number] | 'passes'];
const OFFSETS = ['offsetU', 'offsetV', 'offsetW'] as const;
const RESTORED_FLOATS = ['u', 'v', 'w', 'dref', 'axisU', 'axisV'] as const;
const RESTORED_INTEGERS = ['face', 'filter', 'samples', 'levelHi', 'levelLo', 'levelWeight'] as const;

/** The passes of a sample if every lane takes one, with the same filter; 0 if lanes differ. */
function passesOfOneSample(binding: Binding): number {
  if (binding.op === 'gather') return 1;
  return isOneSample(binding) ? new SampleShape(binding).passes(FILTER_CODES[binding.sampler.magFilter]) : 0;
}

/** True if the description has the operation, and coordinates and weights stay within its integers. */
function isCovered(binding: Binding): boolean {
  const { image, op, view, lastLevel } = binding;
  const { planes, samples, cornerSampled, unbound, format } = image;
  // Beside its texel, the sum of an aligned component would need those that a swizzle leaves out.
  const sharesExponents = readFormat(binding).sharedExponentBits > 0;
  const isPair = format.block !== null && format.codec === null;
  const plain = planes === null && !isPair && samples === 1 && !cornerSampled && unbound.length === 0;
  if (!plain || !fitsIntegers(binding) || (alignsSums(binding) && sharesExponents)) return false;
  if (view.format.sumsWidened === true && !fitsWidened(binding)) return false;
  if (op === 'gather') return isPlainGather(binding) && view.minLod <= lastLevel;
  return op === 'sample' && isPlainSample(binding);
}

/** True where integers of 32 bits have the sums of codes that are widened. */
function fitsWidened({ design: { filter }, dimensions }: Binding): boolean {
  const split = weightSplit(filter);
  return split === 'rounded-products' || (split !== null && dimensions < 3);
}

function isPlainSample(binding: Binding): boolean {
  const { magFilter, minFilter, reductionMode, ycbcrConversion } = binding.sampler;
  if (ycbcrConversion !== null) return false;
  if (magFilter === 'cubic' || minFilter === 'cubic') return isPlainCubic(binding);
  return reductionMode !== 'weighted_average_rangeclamp';
}

/**
 * True where no component of the result is a sum of weights alone, and integers and float64 have products of weights and of
 * texels.
 */
function isPlainCubic(binding: Binding): boolean {
  const { sampler, dimensions, cube, design } = binding;
  const { magFilter, minFilter, reductionMode } = sampler;
  const weightBits = dimensions * (design.filter.cubicWeightBits + 1);
  const texelBits = Math.max(...filterScales(binding).map(({ bits }) => bits || FLOAT_BITS));
  const ofCodes = texelBits < FLOAT_BITS && reductionMode === 'weighted_average';
  // Beside another filter, lanes differ in their texels alone.
  const plain = weightSplit(design.filter) === null && !alignsSums(binding) && !reductionMode.endsWith('rangeclamp');
  const isAlone = magFilter === minFilter || plain;
  // Products of three weights of floats are float64.
  const ofFloats = texelBits === FLOAT_BITS && reductionMode === 'weighted_average' && !alignsSums(binding);
  const fits = ofFloats || (texelBits + weightBits <= DOUBLE_BITS && (ofCodes || weightBits <= 31));
  return isAlone && fits && (!cube || sampler.nonSeamlessCubeMap) && onesComponent(binding) === null;
}

/** True if the tables of an axis reach as far as the offsets. On a cube the texels are a square. */
function isPlainGather({ instruction, view, firstLevel, cube }: Binding): boolean {
  const { gatherOffsets = [] } = instruction;
  const reaches = [0, 1].every((axis) => {
    const along = [0, ...gatherOffsets.map((texel) => texel[axis])];
    return Math.max(...along) - Math.min(...along) < AXIS_MARGIN;
  });
  return reaches && (gatherOffsets.length === 0 || !cube) && firstLevel >= Math.floor(view.minLod);
}

/** True if coordinates, weights and numbers of samples stay within the integers of the description. */
function fitsIntegers(binding: Binding): boolean {
  const { address, filter, lod } = binding.design;
  const { levels } = binding.image;
  const { integerBits, fractionBits } = address.coordinate;
  const most = 2 ** (integerBits - 1);
  const inRange = levels.every(({ width, height, depth }) => 2 * Math.max(width, height, depth) + MARGIN < most);
  const rounds =
    address.scalePrecision === 'float32' ||
    new Coordinates(binding).roundings(0).every((rounding) => EXACT_SNAPS.includes(rounding));
  const snaps = address.rangeReduction && rounds && fractionBits >= 2;
  const samples = Math.max(...lod.anisotropicRates) <= MOST_SAMPLES;
  return samples && snaps && inRange && filter.weightBits <= 8 && fractionBits < 16;
}

/** True if the texels can be filtered as the state wants it. */
function isFiltered(binding: Binding, texel: TexelForm): boolean {
  const { instruction, dimensions, design } = binding;
  if (readsIntegers(binding)) return takesOneTexel(binding);
  const float = isFloatForm(texel);
  if (!keepsOnes(binding, texel)) return false;
  // A comparison takes the first component alone.
  if (instruction.dref === true && readFormat(binding).order.length > 1) return false;
  if (instruction.dref === true && float) return texel.kind === 'floats' && isExact(binding);
  if (instruction.dref === true) return !texel.signed && readFormat(binding).componentType === 'unorm';
  // One lerp more than there is room for in the parts of a sum of halves.
  return !float || dimensions < 3 || design.lod.format.fractionBits <= 13;
}

/** False where weights that are not 1 together change the ones that a format lacks as well. */
function keepsOnes({ design, sampler, op }: Binding, texel: TexelForm): boolean {
  const { filter, text } = design;
  const lacksOne = texel.constant.some((is, c) => is && texel.fields[c].codes[0] !== 0);
  const filters = [sampler.magFilter, sampler.minFilter];
  const ofCubic = filters.includes('cubic') && isFloatForm(texel) && !cubicWeightsSumToOne(sampler.cubicWeights, text);
  const ofLinear = filters.some((own) => own !== 'cubic') && filter.weightScale === 'all-ones-over-power-of-two';
  const changesOnes = ofCubic || ofLinear;
  return op === 'gather' || !changesOnes || !lacksOne;
}

/** True if integers are taken from one level as they are. */
function takesOneTexel({ op, sampler, firstLevel, lastLevel }: Binding): boolean {
  if (op === 'gather') return true;
  const { magFilter, minFilter, mipmapMode, anisotropyEnable, reductionMode } = sampler;
  const nearest = magFilter === 'nearest' && minFilter === 'nearest' && !anisotropyEnable;
  return nearest && reductionMode === 'weighted_average' && (mipmapMode === 'nearest' || firstLevel === lastLevel);
}

/** True if the result is the code that an exact sum of zeros and ones gives: in float32 steps, if it holds each lerp. */
function isExact({ design: { filter, lod }, sampler, op }: Binding): boolean {
  if (op === 'gather') return true;
  if (filter.weightScale !== 'power-of-two') return false;
  const plain = sampler.reductionMode === 'weighted_average' && !sampler.anisotropyEnable;
  const { magFilter, minFilter } = sampler;
  const isCubic = magFilter === 'cubic';
  if (isCubic !== (minFilter === 'cubic')) return false;
  const bits = 2 * (isCubic ? filter.cubicWeightBits + 1 : filter.weightBits) + lod.format.fractionBits;
  return plain && (filter.floatPath === 'fused' ? bits <= DOUBLE_BITS : !isCubic && bits <= FLOAT_BITS);
}

/** Sums of a LOD and a bias must stay within 31 bits: the width of the LOD format and of an entry of the log2 table. */
const MOST_LOD_BITS = 30;
const MOST_ENTRY_BITS = 23;
/** The log2 table of a state takes at most 16 KiB. */
const MOST_INDEX_BITS = 12;

/** True if integers of 32 bits hold every step of the LOD unit. LODs that are operands need no table. */
function fitsLod({ format, source, lod: { log2Table } }: LodUnit): boolean {
  const { entryBits, indexBits } = log2Table;
  const table = source === 'explicit' || (entryBits <= MOST_ENTRY_BITS && indexBits <= MOST_INDEX_BITS);
  return format.width <= MOST_LOD_BITS && table;
}

/** Texel offsets up to which coordinates must not saturate. */
const MARGIN = 32;

/** Copies the results of the lanes that want one, as bits: an integer may look like a NaN. */
function storeActive(
  active: Uint8Array,
  first: number,
  count: number,
  colors: Int32Array,
  from: number,
  result: Float32Array,
): void {
  const bits = new Int32Array(result.buffer, result.byteOffset, result.length);
  let quad = first;
  while (quad < first + count && active[quad] === 15) quad++;
  if (quad === first + count) {
    bits.set(colors.subarray(from, from + 16 * count), 16 * first);
    return;
  }
  for (let lane = 0; lane < QUAD_LANES * count; lane++) {
    if (((active[first + (lane >> 2)] >> (lane & 3)) & 1) === 0) continue;
    const at = 4 * (QUAD_LANES * first + lane);
    for (let c = 0; c < 4; c++) bits[at + c] = colors[from + 4 * lane + c];
  }
}
