import { CUBE_FACES } from '../../../rtl-model/address-unit/cube-edge.ts';
import { filterWidths } from '../../../rtl-model/design/filter-widths.ts';
import { cornerBits } from '../../../rtl-model/filter-unit/arithmetic/fixed-arithmetic.ts';
import { filterScales } from '../../../rtl-model/filter-unit/arithmetic/tap-texels.ts';
import { compressionOf } from '../../../rtl-model/formats/block-format.ts';
import { componentScales } from '../../../rtl-model/formats/format-scales.ts';
import { floatToHalf, halfToFloat } from '../../../rtl-model/fixed-point/float16.ts';
import { floatBits } from '../../../rtl-model/fixed-point/float32.ts';
import { LodUnit } from '../../../rtl-model/lod-unit/lod-unit.ts';
import type { Image } from '../../../rtl-model/memory/image.ts';
import type { Binding } from '../../../rtl-model/state/binding.ts';
import { LOD_SOURCES, type Operation, OPERATIONS } from '../../../rtl-model/state/instruction.ts';
import { readFormat } from '../../../rtl-model/state/read-format.ts';
import { ADDRESS_MODES, COMPARE_OPS, REDUCTION_MODES } from '../../../rtl-model/state/sampler.ts';
import { borderTexel } from '../../../rtl-model/texel-decoder/border-color.ts';
import { componentSources } from '../../../rtl-model/texel-decoder/swizzle.ts';
import { QUAD_LANES, type QuadBatch } from '../../../rtl-model/registers/quad-batch.ts';
import type { Design } from '../../../rtl-model/design/design.ts';
import type { TextSink } from '../../../traces/encodings/text-sink.ts';
import { unsignedField } from '../golden/golden-field.ts';
import { GoldenFile } from '../golden/golden-file.ts';
import { isPlainAccess, isPlainSampler } from '../golden/state-constants.ts';
import { tileOf } from '../parameters/derived-constants.ts';
import { stateMembers, unitStructs } from './unit-structs.ts';
import { constantName, type Member } from '../parameters/package-text.ts';
import { PLAIN_SAMPLING, type UnitSampling, type UnitWidths, unitWidths } from '../parameters/unit-widths.ts';
import type { ComponentType, TexelFormat } from '../../../rtl-model/formats/texel-format.ts';

/** True for the states that the units in SystemVerilog take. */
export function isUnitState(binding: Binding, sampling = PLAIN_SAMPLING): boolean {
  return isUnitOperation(binding, sampling) && isPlainAccess(binding, sampling) && isUnitFormat(binding, sampling);
}

function isUnitFormat(binding: Binding, { wide, float32 }: UnitSampling): boolean {
  const codes = unitFormat(binding);
  if (codes === null) return false;
  if (codes.components < FIRST_WIDE) return true;
  if (codes.components >= FIRST_OF_32 ? !float32 : !wide) return false;
  if (codes.componentType !== SFLOAT) return true;
  // The texel that a corner lacks is an average of floats, which is rounded.
  if (binding.cube) return false;
  return binding.design.filter.floatPath === 'fused' && (float32 || hasBorderOfHalves(binding));
}

/** True for states without a border, or with one that halves hold: the model has no other precision than float32. */
function hasBorderOfHalves(binding: Binding): boolean {
  const { op, sampler, dimensions } = binding;
  const modes = [sampler.addressModeU, sampler.addressModeV, sampler.addressModeW].slice(0, dimensions);
  if (op === 'fetch' || !modes.includes('clamp_to_border')) return true;
  return borderOf(binding).every((value) => Object.is(halfToFloat(floatToHalf(value)), value));
}

function borderOf(binding: Binding): Float32Array {
  const format = readFormat(binding);
  return borderTexel(
    binding.sampler.borderColor,
    format,
    componentScales(format, binding.design.filter.srgbLinearBits),
  );
}

function isUnitOperation(
  { op, sampler, instruction, cube, dimensions }: Binding,
  { reductions, gathers, fetches, comparison }: UnitSampling,
): boolean {
  if (instruction.dref === true && (!comparison || op === 'fetch' || dimensions === 3)) return false;
  const { reductionMode: mode } = sampler;
  const reduces = mode === 'weighted_average' || (reductions && (mode === 'min' || mode === 'max'));
  const isSquare = instruction.gatherOffsets === undefined && instruction.gatherOrigin !== 'nearest';
  switch (op) {
    case 'sample':
      return isPlainSampler(sampler) && reduces;
    case 'gather':
      return gathers && isPlainSampler(sampler) && isSquare && dimensions === 2;
    case 'fetch':
      return fetches && !cube;
    default:
      return false;
  }
}

/** Writes the `state_t` of each state, for `$readmemh`: a hexadecimal word a line. @param bindings `isUnitState` of each */
export function writeUnitStates(bindings: readonly Binding[], sink: TextSink, sampling = PLAIN_SAMPLING): void {
  if (bindings.length === 0) return;
  const widths = unitWidths(bindings[0].design, bindings.length, sampling);
  const write = structWriter('state', stateMembers(widths), sink);
  for (const binding of bindings) write(valuesOf(binding, widths));
}

function valuesOf(binding: Binding, widths: UnitWidths) {
  const { op, sampler, instruction, image, view, arrayed, design, firstLevel, cube, dimensions } = binding;
  const isVolume = dimensions === 3;
  const format = readFormat(binding);
  const samples = op === 'sample';
  const leastLevel = samples ? 0 : Math.floor(view.minLod);
  const sources = componentSources(view.components);
  const { components, componentType } = unitFormat(binding)!;
  const unit = new LodUnit(binding, { passes: () => 1 });
  const { levels } = image;
  const places = placesOf(image, tileOf(design.cache.layout).height, isVolume);
  const one = (value: number | boolean) => [Number(value)];
  return {
    lod_source: one(LOD_SOURCES.indexOf(instruction.lod)),
    projected: one(op !== 'fetch' && instruction.projected),
    arrayed: one(arrayed),
    mag_linear: one(sampler.magFilter === 'linear'),
    min_linear: one(sampler.minFilter === 'linear'),
    mip_linear: one(sampler.mipmapMode === 'linear'),
    address_u: one(ADDRESS_MODES.indexOf(sampler.addressModeU)),
    address_v: one(ADDRESS_MODES.indexOf(sampler.addressModeV)),
    address_w: one(ADDRESS_MODES.indexOf(sampler.addressModeW)),
    max_anisotropy: one(floatBits(Math.max(1, unit.maxAnisotropy))),
    lod_bias: one(floatBits(unit.bounds.samplerBias)),
    min_lod: one(unit.bounds.plainMinLod),
    max_lod: one(unit.bounds.maxLod),
    view_min_lod: one(unit.viewMinLod),
    first_level: one(unit.firstLevel),
    last_level: one(unit.lastLevel),
    coarsest_level: one(unit.firstLevel + unit.coarsestLevel),
    base_layer: one(view.baseArrayLayer),
    layers: one(cube ? Math.floor(view.layerCount / CUBE_FACES) : view.layerCount),
    components: one(components),
    component_type: one(componentType),
    border_texel: [
      ...patternsOf(
        format,
        op === 'fetch' || firstLevel < leastLevel ? outOfBounds(format) : borderOf(binding),
        widths.floatBits,
      ),
    ],
    sources: op === 'gather' ? sources.map(() => sources[instruction.component ?? 0]) : sources,
    reduction: one(samples ? REDUCTION_MODES.indexOf(sampler.reductionMode) : 0),
    operation: one(OPERATIONS.indexOf(op)),
    least_level: one(leastLevel),
    compare_op: one(COMPARE_OPS.indexOf(sampler.compareOp)),
    cube: one(cube),
    seamless: one(cube && !sampler.nonSeamlessCubeMap),
    corner_bits: one(cornerBitsOf(binding)),
    volume: one(isVolume),
    width: levels.map(({ width }) => width),
    height: levels.map(({ height }) => height),
    depth: levels.map(({ depth }) => depth),
    base: places.map(({ base }) => base),
    layer_bytes: places.map(({ layerBytes }) => layerBytes),
    pitch: places.map(({ pitch }) => pitch),
    square_bits: places.map(({ squareBits }) => squareBits),
  };
}

/** Fraction bits of the texel that a corner lacks. Floats that are compared are thirds there, whose codes are whole. */
function cornerBitsOf(binding: Binding): number {
  const scales = filterScales(binding);
  const isFloat = scales.some(({ bits }) => bits === 0);
  return isFloat ? 0 : cornerBits(scales, filterWidths(binding.design).afterV);
}

/** The codes of a texel out of bounds (D3D11.3 5.8.5): zeros, and the constant 1 of an alpha that the format lacks. */
function outOfBounds({ order }: TexelFormat): readonly number[] {
  return [0, 0, 0, order.includes(3) ? 0 : 1];
}

/**
 * The places of the levels' texels, or of the blocks of a compressed image, whose texels lie decoded in the model's memory.
 *
 * @param isVolume true where slices have the place of layers
 */
function placesOf({ format, levels, compressed, texelStride }: Image, tileHeight: number, isVolume: boolean) {
  const block = format.block ?? { width: 1, height: 1 };
  return levels.map((level) => {
    const { base, blockBytes, decodedBytes } = compressed?.find(({ decodedBase }) => decodedBase === level.base) ?? {
      ...level,
      blockBytes: 1,
      decodedBytes: 1,
    };
    const layerBytes = isVolume ? level.sliceTexels * texelStride : level.layerBytes;
    const side = Math.min(Math.ceil(level.width / block.width), Math.ceil(level.height / block.height));
    return {
      base,
      layerBytes: (layerBytes / decodedBytes) * blockBytes,
      pitch: (level.row[tileHeight * block.height] ?? 0) / (block.width * block.height),
      squareBits: Math.ceil(Math.log2(side)),
    };
  });
}

/** The operands of lanes, float32: of every unit, of one that compares, and of one whose coordinates have a third axis. */
const OPERANDS = ['s', 't', 'q', 'layer', 'lod', 'minLod', 'dsdx', 'dtdx', 'dsdy', 'dtdy'] as const;
const THIRD_AXIS_OPERANDS = ['r', 'drdx', 'drdy'] as const;

type UnitOperand = (typeof OPERANDS)[number] | 'dref' | (typeof THIRD_AXIS_OPERANDS)[number];

/** The operands of a unit with such sampling, in the order of `quad_t`. */
export function unitOperands({ comparison, cubes, volumes }: UnitSampling): readonly UnitOperand[] {
  return [...OPERANDS, ...(comparison ? (['dref'] as const) : []), ...(cubes || volumes ? THIRD_AXIS_OPERANDS : [])];
}

/** The integers that a fetch has in the places of floats; that along w in a unit with volumes alone. */
const FETCHED = { s: 'i', t: 'j', r: 'k', layer: 'integerLayer', lod: 'level' } as const;

/** The patterns of an operand of all lanes of a batch, as the unit takes it for quads of an operation. */
export function operandBits(
  quads: QuadBatch,
  operand: UnitOperand,
  op: Operation,
  { volumes }: UnitSampling = PLAIN_SAMPLING,
): Uint32Array {
  const isInteger = op === 'fetch' && operand in FETCHED && (volumes || operand !== 'r');
  const { buffer, byteOffset, length } = quads[isInteger ? FETCHED[operand as keyof typeof FETCHED] : operand];
  return new Uint32Array(buffer, byteOffset, length);
}

/**
 * Writes the `quad_t` of each quad, for `$readmemh`.
 *
 * @param states texture states that the unit holds  @param operations of the states
 */
export function writeUnitQuads(
  design: Design,
  states: number,
  operations: readonly Operation[],
  quads: QuadBatch,
  sink: TextSink,
  sampling = PLAIN_SAMPLING,
): void {
  const write = structWriter('quad', unitStructs(unitWidths(design, states, sampling))['quad_t'], sink);
  for (let quad = 0; quad < quads.count; quad++) {
    const values: Record<string, ArrayLike<number>> = {
      state: [quads.state[quad]],
      quad: [quad],
      active: [quads.active[quad]],
      offset_u: [quads.offsetU[quad]],
      offset_v: [quads.offsetV[quad]],
      offset_w: [quads.offsetW[quad]],
    };
    for (const operand of unitOperands(sampling)) {
      const bits = operandBits(quads, operand, operations[quads.state[quad]], sampling);
      values[constantName(operand).toLowerCase()] = bits.subarray(QUAD_LANES * quad, QUAD_LANES * (quad + 1));
    }
    write(values satisfies StructValues);
  }
}

/** Integers of a record by the names of its members, those of a packed array from its low end on; 0 if they end. */
type StructValues = Readonly<Record<string, ArrayLike<number>>>;

/** @returns writes records of a packed struct for `$readmemh`, a hexadecimal word a line; members are no structs */
function structWriter(struct: string, members: readonly Member[], sink: TextSink): (values: StructValues) => void {
  const arrays = members.map(({ name, type }) => ({ name, ...(type as { width: number; count?: number }) }));
  const fields = arrays.flatMap(({ name, width, count = 1 }) =>
    Array.from({ length: count }, () => unsignedField(name, width, '')),
  );
  const file = new GoldenFile(struct, fields, sink);
  return (values) => {
    for (const { name, count = 1 } of arrays) {
      for (let n = count - 1; n >= 0; n--) file.add(values[name][n] ?? 0);
    }
  };
}

/** The enumeration components_e of texel_format_pkg.sv: the components that a format's name lists. */
const COMPONENTS = ['r8', 'r8g8', 'r8g8b8a8', 'b8g8r8a8', 'b8g8r8x8', 'a8', 'r4g4', 'r4g4b4a4', 'b4g4r4a4', 'a4r4g4b4',
  'a4b4g4r4', 'r5g6b5', 'b5g6r5', 'r5g5b5a1', 'b5g5r5a1', 'a1r5g5b5', 'a1b5g5r5',
  'bc1_rgb', 'bc1_rgba', 'bc2', 'bc3', 'bc4', 'bc5']; // prettier-ignore

/** The enumeration component_type_e. */
const COMPONENT_TYPES: readonly ComponentType[] = ['unorm', 'snorm', 'srgb', 'sfloat'];
const SFLOAT = COMPONENT_TYPES.indexOf('sfloat');

/** The codes of the format that a state reads; null for one that the units have not. */
function unitFormat(binding: Binding) {
  const format = readFormat(binding);
  if (binding.instruction.dref !== true) return plainFormat(format) ?? wideFormat(format);
  const depth = COMPARED_FORMATS.indexOf(format.name);
  const filtered = format.componentType === 'unorm' || binding.design.filter.floatPath === 'fused';
  return depth >= 0 && filtered ? { components: COMPONENTS.length + depth, componentType: 0 } : null;
}

/** The formats of depths that are compared: the numbers of their components come after those of all others. */
const COMPARED_FORMATS = ['d16_unorm', 'd32_sfloat'];

/** The components of wide formats, of 16 and of 32 bits: those of components_e after the depths. */
const [OF_16_BITS, OF_32_BITS] = ['16', '32'].map((n) =>
  ['', `g${n}`, `g${n}b${n}a${n}`].map((rest) => `r${n}${rest}`),
);
const FIRST_WIDE = COMPONENTS.length + COMPARED_FORMATS.length;
const FIRST_OF_32 = FIRST_WIDE + OF_16_BITS.length;

/** The codes of a format of one, two or four components of 16 bits, or floats of 32; null for others. */
export function wideFormat({ name, componentType, planes }: TexelFormat) {
  const listed = [...OF_16_BITS, ...OF_32_BITS].indexOf(name.split('_')[0]);
  const isTaken = ['unorm', 'snorm', 'sfloat'].includes(componentType) && planes === null;
  return listed >= 0 && isTaken
    ? { components: FIRST_WIDE + listed, componentType: COMPONENT_TYPES.indexOf(componentType) }
    : null;
}

/**
 * Patterns of floats; of a depth that is one, its lower half in r and its upper one in g; other texels as they are.
 *
 * @param texel codes, or floats  @param width bits of the unit's floats: 16 or 32
 */
function patternsOf(
  { componentType, aspects }: TexelFormat,
  texel: ArrayLike<number>,
  width: number,
): readonly number[] {
  const [r, g, b, a] = Array.from(texel);
  if (componentType !== 'sfloat') return [r, g, b, a];
  if (!aspects.includes('depth')) return [r, g, b, a].map((value) => (width === 16 ? floatToHalf : floatBits)(value));
  const bits = floatBits(r);
  return [bits % 2 ** 16, Math.floor(bits / 2 ** 16), b, a];
}

/** The codes of a format of the units: 8-bit components, packed in 8 or 16 bits, or blocks of BC1 to BC5; null for others. */
export function plainFormat(format: TexelFormat) {
  const { name, componentType, block, codec, planes } = format;
  const uncompressed = name.startsWith('a8b8g8r8') ? 'r8g8b8a8' : name.split('_')[0];
  const listed = codec === null ? uncompressed : compressionOf(format);
  const codes = { components: COMPONENTS.indexOf(listed), componentType: COMPONENT_TYPES.indexOf(componentType) };
  return (block === null || codec !== null) && planes === null && codes.components >= 0 && codes.componentType >= 0
    ? codes
    : null;
}
